"""The commands and their arguments. Their code is imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from gattai.plugins import resolve
from gattai.terminal import overview as examples
from gattai.terminal.arguments import (
    CommandGroup,
    Json,
    PackFolders,
    PassedOn,
    Rulings,
    subgroup,
    with_rulings,
)
from gattai.terminal.complaint import Commands, Complaint

app = CommandGroup(
    cls=Commands,
    name="gattai",
)
packs_app = subgroup(app, "packs", "Check packs of cards.")
list_app = subgroup(app, "list", "Check squads, teams, armies and decks.")
bots_app = subgroup(app, "bots", "Bots and their matches.")
page_app = subgroup(app, "page", "A table that runs in the browser, as static files.")

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}


def passed_on(
    to: typer.Typer, name: str, about: str, program: Callable[[], typer.Typer], *first: str
) -> None:
    """Add a command that hands its arguments to another program, imported on use."""

    def run(ctx: typer.Context) -> None:
        called = ctx.parent if first and ctx.parent is not None else ctx
        program()(args=[*first, *ctx.args], prog_name=called.command_path)

    def given(ctx: typer.Context) -> tuple[typer.Typer, list[str]]:
        return program(), [*first, *ctx.args]

    kind = type(name, (PassedOn,), {"program": staticmethod(given)})
    to.command(name, cls=kind, add_help_option=False, help=about, context_settings=PASSED_ON)(run)


def known_games(incomplete: str = "") -> list[str]:
    """Return the games whose names begin like this, for shell completion."""
    from gattai import games as known_games

    return [name for name in known_games.names() if name.startswith(incomplete)]


Game = Annotated[
    str,
    typer.Argument(
        help="A game, such as attack-chart; see `gattai games`.", autocompletion=known_games
    ),
]

Picture = Annotated[
    str,
    typer.Option(
        "--svg", metavar="FILE", help="Draw it into this file as SVG; - for standard output."
    ),
]


@app.callback(invoke_without_command=True)
def overview(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Tabletop robot battles, with the rules enforced and explained."""
    if version:
        typer.echo(examples.own_version())
    elif ctx.invoked_subcommand is None:
        typer.echo(examples.text(), nl=False)


@app.command()
def games(as_json: Json = False) -> None:
    """List the games: document, seats, rules, options."""
    from gattai.terminal.commands import games as game_list

    game_list.show(as_json=as_json)


@app.command()
def rules(
    game: Game,
    words: Annotated[
        list[str] | None,
        typer.Argument(help="A rule's id (the game's prefix may be omitted), or words to find."),
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Each rule with the code that cites it and the tests that prove it."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Show the rules of a game: all, one by its id, or those containing certain words."""
    if coverage:
        if words:
            raise Complaint("--coverage covers all rules of a game, so it takes no words")
        from gattai.terminal.commands import coverage as report

        raise typer.Exit(report.show(game, as_json=as_json))
    from gattai.terminal.pages import rules as rule_pages

    rule_pages.show(game, words or [], as_json=as_json)


@app.command(context_settings=PASSED_ON)
def odds(
    ctx: typer.Context,
    game: Game,
    table: Annotated[
        str,
        typer.Argument(
            help="The table: a text, or a file with a text, a position or a saved game."
        ),
    ] = "",
    action: Annotated[
        list[str] | None,
        typer.Argument(help="The action in notation, or some words of it; default: all."),
    ] = None,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="For a saved game: the table after N answers.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="A setting of the match; see `gattai games`."),
    ] = None,
    ruling: Rulings = None,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Show exact odds of the actions at a table, with the rules behind them.

    A table is described in statements separated by semicolons or line breaks:
    "red ark-150 at 0,1" puts a piece down, "gunners at 5,2, hp 2" changes one, "phase fighting" or
    "red energy 3" sets a field, "method = chart" a setting. Fields have the names of the position text
    that `gattai replay --at` prints.
    """
    from gattai.terminal.commands import odds as asking

    words = [*(action or ()), *ctx.args]
    asking.check_for_old_options([word for word in (table, *words) if word.startswith("--")])
    settings = with_rulings(game, option, ruling, packs or ())
    wanted = asking.OddsRequest(
        game, table, " ".join(words).strip(), at, tuple(settings), tuple(packs or ())
    )
    asking.answer(wanted, as_json=as_json)


@app.command()
def play(
    game: Annotated[
        str,
        typer.Argument(help="A game; may be omitted with --resume.", autocompletion=known_games),
    ] = "",
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal, full screen.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Play in the terminal at a prompt, in plain text.")
    ] = False,
    seats: Annotated[
        str,
        typer.Option(
            help="The players, separated by commas: person, rookie, veteran, ace; see `gattai bots list`."
        ),
    ] = "",
    seed: Annotated[str, typer.Option(help="The seed of dice and bots; default: random.")] = "",
    save: Annotated[
        Path | None, typer.Option(help="Write the transcript here after every answer.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Continue a saved game with its players and dice; saves to the same file."
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; see `gattai games`."),
    ] = None,
    ruling: Rulings = None,
    dice: Annotated[str, typer.Option(help="seeded, or by-hand: you type in real dice.")] = "",
    by_link: Annotated[
        str,
        typer.Option(
            "--by-link",
            metavar="LINK",
            help="Play with somebody elsewhere by sending links: new, or the link that came (or a file with it).",
        ),
    ] = "",
    packs: PackFolders = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the result.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Let --save overwrite an existing file.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="In the browser: the port; default: the last one.")
    ] = 0,
    lan: Annotated[
        bool, typer.Option("--lan", help="In the browser: let guests in this network join.")
    ] = False,
    time: Annotated[
        str,
        typer.Option(
            metavar="REACT,TURN",
            help="In the browser: seconds to react and for a turn; default with guests: 30,300.",
        ),
    ] = "",
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder of saved matches.")
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the address without opening a browser.")
    ] = False,
    guided: Annotated[
        bool, typer.Option("--guided", help="In the browser: a guided first game, five minutes.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play a game in the browser, in the terminal with --terminal, or let bots play it."""
    option = with_rulings(game, option, ruling, packs or ())
    by_prompt = any((terminal, plain, save, resume, dice, quiet, force, as_json, by_link))
    if game and not by_prompt and ("person" in seats or "guest" in seats or not seats):
        from gattai.server.local import play as table

        try:
            plan = table.planned(game, seats, seed, option, packs or (), guided=guided, time=time)
            table.play(plan, port=port, lan=lan, data=data, opens=not no_open)
        except ValueError as problem:
            raise Complaint(str(problem)) from problem
        return
    for name, given in (("--guided", guided), ("--lan", lan), ("--time", time)):
        if given:
            raise Complaint(
                f"{name} works only in the browser, and this game is played in the terminal"
            )
    from gattai.terminal.client.setting import GameArguments
    from gattai.terminal.commands import play as playing

    arguments = GameArguments(
        game=game,
        seats=seats,
        seed=seed,
        options=tuple(option),
        dice=dice,
        packs=tuple(packs or ()),
    )
    if by_link:
        for name, wanted in (("--terminal", terminal), ("--resume", resume), ("--json", as_json)):
            if wanted:
                raise Complaint(f"{name} does not work with --by-link, which asks at the prompt")
        playing.by_link(by_link, arguments, data=data, save=save, force=force)
        return
    playing.play(
        arguments,
        save=save,
        resume=resume,
        where="prompt" if plain else "terminal" if terminal else "nowhere",
        data=data,
        quiet=quiet,
        force=force,
        as_json=as_json,
    )


@app.command()
def replay(
    transcript: Annotated[Path, typer.Argument(help="A saved game, or - for standard input.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every answer and every byte of the file.")
    ] = False,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="Show the position after N answers, as text.")
    ] = None,
    board: Annotated[
        bool, typer.Option("--board", help="Draw the board (after N answers, or at the end).")
    ] = False,
    svg: Picture = "",
    html: Annotated[
        str,
        typer.Option(metavar="FILE", help="Write the whole replay as one HTML page."),
    ] = "",
    seat: Annotated[
        str,
        typer.Option(
            "--seat",
            "--eyes",
            metavar="SEAT",
            help="With --html: as this seat saw it; default: public information only.",
        ),
    ] = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Show a saved game: answers, events and the rules behind them."""
    if html or seat:
        from gattai.terminal.commands.hindsight import film

        raise typer.Exit(film.write(transcript, html, seat, tuple(packs or ()), as_json=as_json))
    from gattai.terminal.commands import replay as replaying

    wanted = replaying.ReplayRequest(verify=verify, at=at, board=board, svg=svg, as_json=as_json)
    raise typer.Exit(replaying.show(transcript, wanted, tuple(packs or ())))


@app.command()
def verify(
    transcript: Annotated[Path, typer.Argument(help="A saved game.")],
    throw: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show how the dice of answer N follow from the secret."),
    ] = None,
    mine: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your page's own note of the dice, or a site's receipt, to compare.",
        ),
    ] = None,
    site: Annotated[
        str,
        typer.Option(
            metavar="KEYS",
            help="Check the site's signature: its /.well-known/gattai.json as a file, or a public key.",
        ),
    ] = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Check a saved game: every byte, every answer, the result, every die and signature where possible."""
    from gattai.terminal.commands import verify as verifying

    evidence = verifying.evidence_in(mine, site)
    raise typer.Exit(
        verifying.show(transcript, throw, tuple(packs or ()), evidence, as_json=as_json)
    )


@app.command()
def review(
    transcript: Annotated[Path, typer.Argument(help="A completed game, or - for standard input.")],
    seat: Annotated[
        str, typer.Option(help="Judge the choices of this seat; default: all persons.")
    ] = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Review a completed game: how it went, what decided it, which choices cost most."""
    from gattai.terminal.commands.hindsight import review as reviewing

    raise typer.Exit(reviewing.show(transcript, seat, tuple(packs or ()), as_json=as_json))


@app.command()
def analyse(
    file: Annotated[
        Path, typer.Argument(help="An analysis or a saved game, or - for standard input.")
    ],
    at: Annotated[
        str,
        typer.Option(
            metavar="STEP", help="Show the board at this step: its number, or as listed, 2#90c2aa."
        ),
    ] = "",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save it as an analysis, stopped at --at.")
    ] = None,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Show a game with its variations, the chances after each step, and the notes."""
    from gattai.terminal.commands.hindsight import analyse as analysing

    raise typer.Exit(analysing.show(file, at, save, tuple(packs or ()), as_json=as_json))


@app.command()
def show(
    position: Annotated[
        str, typer.Argument(help="A file with a position or a saved game, or - for standard input.")
    ],
    svg: Picture = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Draw the board of a position, or of a saved game at its end, and show the open question."""
    from gattai.terminal.commands import replay as replaying

    code = replaying.show_position(position, tuple(packs or ()), svg=svg, as_json=as_json)
    raise typer.Exit(code)


def _host() -> typer.Typer:
    from gattai.terminal.commands.host import host_app

    return host_app


def _lab() -> typer.Typer:
    from gattai.terminal.commands.lab import lab_app

    return lab_app


def _puzzles() -> typer.Typer:
    from gattai.terminal.commands.puzzles.commands import puzzles_app

    return puzzles_app


passed_on(app, "puzzles", "Play, check and find positions with one clearly best action.", _puzzles)
passed_on(app, "host", "Run a public site with accounts, a lobby and ratings.", _host)
passed_on(
    app,
    "lab",
    "Measure what a change of rules does: thousands of games, with confidence intervals.",
    _lab,
)


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="game, bot or pack.")],
    name: Annotated[str, typer.Argument(help="Its name, such as tin-race.")],
    game: Annotated[str, typer.Option(help="The game of a pack.")] = "aegis",
    folder: Annotated[Path, typer.Option(help="Where to create its folder.")] = Path(),
) -> None:
    """Create a small distribution with tests, as a start for a game, a bot or a pack."""
    from gattai.terminal.commands.starting import new as starting

    starting.write(kind, name, folder, game)


@app.command()
def completion(
    shell: Annotated[str, typer.Argument(help="bash, zsh or fish.")],
) -> None:
    """Print a script for shell completion."""
    from gattai.terminal.commands.starting import completing

    typer.echo(completing.script(shell))


def _own_commands(game: str) -> typer.Typer:
    from gattai import games as known_games

    face = known_games.get(game)
    if not face.own:
        raise Complaint(f"{game} has no commands of its own")
    own: typer.Typer = resolve(face.own, face.package)
    return own


for _game in examples.commands():
    if _game not in examples.COMMANDS:
        passed_on(app, _game, f"Commands of {_game} only.", partial(_own_commands, _game))


@page_app.command("build")
def page_build(
    folder: Annotated[Path, typer.Argument(help="A new or empty folder.")],
    pyodide: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The unpacked npm package `pyodide`.")
    ] = Path("web/node_modules/pyodide"),
    msgspec: Annotated[
        Path, typer.Option(metavar="WHEEL", help="The wheel of msgspec for Pyodide.")
    ] = Path("build/page"),
    without: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Leave a game out; may be repeated.")
    ] = None,
    base: Annotated[
        str, typer.Option(metavar="PATH", help="The path at which the page will be served.")
    ] = "./",
) -> None:
    """Build a folder that any web server can serve: the whole table runs in the visitor's browser."""
    from gattai.server.page.build import PageError, build

    wheel = next(msgspec.glob("msgspec-*wasm32.whl"), msgspec) if msgspec.is_dir() else msgspec
    try:
        build(folder, pyodide, wheel, without=without or (), base=base)
    except PageError as problem:
        raise Complaint(str(problem)) from problem


@packs_app.command("check")
def packs_check(
    path: Annotated[Path, typer.Argument(help="A pack, or a folder of packs.")],
    game: Annotated[str, typer.Option(help="The game of the packs.")] = "",
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file changes; stop with Ctrl-C.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List all problems of your own packs."""
    from gattai.terminal.commands import packs as packing

    if watch:
        from gattai.terminal.commands.starting import watching

        watching.watch(path, lambda: packing.check(path, game, as_json=as_json))
    raise typer.Exit(packing.check(path, game, as_json=as_json))


@packs_app.command("sheet")
def packs_sheet(
    path: Annotated[
        Path | None, typer.Argument(help="A pack or a folder of packs; default: the game's own.")
    ] = None,
    game: Annotated[str, typer.Option(help="The game of the packs.")] = "",
    kind: Annotated[
        str, typer.Option(help="Only this kind of card; default: all with a name.")
    ] = "",
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder of the sheets.")] = Path(
        "sheets"
    ),
    form: Annotated[
        Literal["svg", "html", "pdf"],
        typer.Option("--as", help="One SVG or PDF per sheet, or one HTML page to print."),
    ] = "svg",
) -> None:
    """Draw cards on A4 sheets to print and cut, nine per sheet."""
    from gattai.terminal.commands.starting import sheets

    sheets.write(path, game, kind, into, form)


@packs_app.command("schema")
def packs_schema(
    game: Game,
    as_json: Annotated[
        bool, typer.Option("--json", help="Accepted for consistency: a JSON Schema is JSON.")
    ] = False,
) -> None:
    """Print the JSON Schema of a game's packs, for editors with completion and checks."""
    from gattai.terminal.commands import packs as packing

    packing.print_schema(game)


@list_app.command("check")
def list_check(
    game: Game,
    text: Annotated[
        str, typer.Argument(help="The list, its name if it is ready-made, or a shared text.")
    ],
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", metavar="NAME=VALUE", help="Such as points=250; repeatable."),
    ] = None,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Say of every rule of building whether a list keeps it; exit code 1 if a rule is broken."""
    from gattai.terminal.commands.starting import lists

    raise typer.Exit(lists.check(game, text, setting or (), packs or (), as_json=as_json))


def _bots() -> typer.Typer:
    from gattai.terminal.commands.bots import bots_app as own

    return own


for _name, _about in {
    "list": "List the bots and their settings.",
    "match": "Play two bots against each other: each table twice, with seats swapped and the same dice.",
    "train": "Train an evaluation by self-play.",
    "tune": "Tune an evaluation by matches between evaluations.",
}.items():
    passed_on(bots_app, _name, _about, _bots, _name)
