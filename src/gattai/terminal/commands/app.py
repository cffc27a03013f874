"""The commands and what they take. What they do is imported when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from gattai.terminal import overview as examples
from gattai.terminal.arguments import (
    Json,
    PackFolders,
    PassedOn,
    Program,
    Rulings,
    subgroup,
    with_rulings,
)
from gattai.terminal.complaint import Commands, Complaint

app = Program(
    cls=Commands,
    name="gattai",
)
packs_app = subgroup(app, "packs", "Check packs of cards.")
bots_app = subgroup(app, "bots", "Bots and their matches.")

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}


def passed_on(
    to: typer.Typer, name: str, about: str, program: Callable[[], typer.Typer], *first: str
) -> None:
    """Add a command that hands its arguments to another program, imported when it is wanted."""

    def run(ctx: typer.Context) -> None:
        called = ctx.parent if first and ctx.parent is not None else ctx
        program()(args=[*first, *ctx.args], prog_name=called.command_path)

    def given(ctx: typer.Context) -> tuple[typer.Typer, list[str]]:
        return program(), [*first, *ctx.args]

    kind = type(name, (PassedOn,), {"program": staticmethod(given)})
    to.command(name, cls=kind, add_help_option=False, help=about, context_settings=PASSED_ON)(run)


def known_games(incomplete: str = "") -> list[str]:
    """The games whose names begin like this, for shells that complete them."""
    from gattai import games as shelf

    return [name for name in shelf.names() if name.startswith(incomplete)]


Game = Annotated[
    str,
    typer.Argument(
        help="A game, such as attack-chart; see `gattai games`.", autocompletion=known_games
    ),
]

Picture = Annotated[
    str, typer.Option("--svg", metavar="FILE", help="Draw it into this file as SVG; - prints it.")
]


@app.callback(invoke_without_command=True)
def overview(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Tell which gattai this is.")] = False,
) -> None:
    """Tabletop robot battles, with the rules enforced and explained."""
    if version:
        typer.echo(examples.own_version())
    elif ctx.invoked_subcommand is None:
        typer.echo(examples.text(), nl=False)


@app.command()
def games(as_json: Json = False) -> None:
    """List the games there are: document, seats, rules, options."""
    from gattai.terminal.commands import games as game_list

    game_list.show(as_json=as_json)


@app.command()
def rules(
    game: Game,
    words: Annotated[
        list[str] | None,
        typer.Argument(help="A rule's id (the game's prefix may be left out), or words to find."),
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Each rule with the code that cites it and the tests that prove it."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Read the rules of a game: all, one by its id, or those with certain words."""
    if coverage:
        if words:
            raise Complaint("--coverage is about all rules of a game, so it takes no words")
        from gattai.terminal.commands import coverage as report

        raise typer.Exit(report.show(game, as_json=as_json))
    from gattai.terminal.pages import rules as rule_pages

    rule_pages.show(game, words or [], as_json=as_json)


def _odds_of(game: str) -> typer.Typer:
    from gattai import games as shelf

    face = shelf.get(game)
    if not face.odds:
        raise Complaint(f"{game} has odds in play alone: 'odds' at the prompt")
    program: typer.Typer = face.part(face.odds)
    return program


class _Odds(PassedOn):
    @staticmethod
    def program(ctx: typer.Context) -> tuple[typer.Typer, list[str]] | None:
        game = ctx.params.get("game")
        return (_odds_of(game), ctx.args) if game in known_games() else None


@app.command(cls=_Odds, add_help_option=False, context_settings=PASSED_ON)
def odds(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(help="A game; each has its own odds.", autocompletion=known_games)
    ] = "",
) -> None:
    """Exact odds, from the rules themselves."""
    if game in ("", "-h", "--help"):
        typer.echo("gattai odds GAME ...: exact odds, from the rules themselves.\n")
        for name in known_games():
            typer.echo(f"  gattai odds {name} --help")
        return
    # An arrow that stands alone is no option, though it begins like one.
    args = [arg.replace("->", "=>", 1) if arg.startswith("->") else arg for arg in ctx.args]
    _odds_of(game)(args=args, prog_name=f"gattai odds {game}")


@app.command()
def play(
    game: Annotated[
        str,
        typer.Argument(help="A game; may be left out with --resume.", autocompletion=known_games),
    ] = "",
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play here, in the whole terminal.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Play here at a prompt, in plain text.")
    ] = False,
    seats: Annotated[
        str,
        typer.Option(
            help="Who sits on each seat, with commas: person, rookie, veteran, ace; see `gattai bots list`."
        ),
    ] = "",
    seed: Annotated[str, typer.Option(help="The seed of dice and bots; else a new one.")] = "",
    save: Annotated[
        Path | None, typer.Option(help="Write the transcript here after every answer.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(help="Go on with a saved game, with its players and dice; saves there."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; see `gattai games`."),
    ] = None,
    ruling: Rulings = None,
    dice: Annotated[str, typer.Option(help="seeded, or by-hand: you type the faces.")] = "",
    packs: PackFolders = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the end.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Let --save replace whatever is there.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="In the browser: the port; else the last one.")
    ] = 0,
    lan: Annotated[
        bool, typer.Option("--lan", help="In the browser: guests in this network may join.")
    ] = False,
    time: Annotated[
        str,
        typer.Option(
            metavar="REACT,TURN",
            help="In the browser: seconds a silent person is waited for; usual with guests 30,300.",
        ),
    ] = "",
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where matches are kept.")
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the address, and open no browser.")
    ] = False,
    guided: Annotated[
        bool, typer.Option("--guided", help="In the browser: a guided first game, five minutes.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play a game in the browser, in the terminal with --terminal, or let bots play it."""
    option = with_rulings(game, option, ruling, packs or ())
    by_prompt = terminal or plain or save or resume or dice or quiet or force or as_json
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
            raise Complaint(f"{name} is for a game in the browser, and this one is played here")
    from gattai.terminal.client.setting import Wishes
    from gattai.terminal.commands import play as playing

    wishes = Wishes(
        game=game,
        seats=seats,
        seed=seed,
        options=tuple(option),
        dice=dice,
        packs=tuple(packs or ()),
    )
    playing.play(
        wishes,
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
    transcript: Annotated[Path, typer.Argument(help="A saved game, or - to read it.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every answer, and the file to the byte.")
    ] = False,
    at: Annotated[
        int | None, typer.Option(metavar="N", help="The position after N answers, as text.")
    ] = None,
    board: Annotated[
        bool, typer.Option("--board", help="Draw the board (after N answers, or at the end).")
    ] = False,
    svg: Picture = "",
    html: Annotated[
        str,
        typer.Option(metavar="FILE", help="The whole replay as one page that any browser shows."),
    ] = "",
    eyes: Annotated[
        str,
        typer.Option(
            metavar="SEAT", help="With --html: as this seat saw it, not as all may see it."
        ),
    ] = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Read a saved game again: answers, events and the rules behind them."""
    if html or eyes:
        from gattai.terminal.commands import film

        raise typer.Exit(film.write(transcript, html, eyes, tuple(packs or ()), as_json=as_json))
    from gattai.terminal.commands import replay as replaying

    wanted = replaying.Wanted(verify=verify, at=at, board=board, svg=svg, as_json=as_json)
    raise typer.Exit(replaying.show(transcript, wanted, tuple(packs or ())))


@app.command()
def verify(
    transcript: Annotated[Path, typer.Argument(help="A saved game.")],
    throw: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show how answer N, a throw, follows from the secret."),
    ] = None,
    mine: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your page's own note of the dice: it has to agree."),
    ] = None,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Check a saved game to the byte: answers, end, and every die where that can be."""
    from gattai.terminal.commands import verify as verifying

    raise typer.Exit(verifying.show(transcript, throw, tuple(packs or ()), mine, as_json=as_json))


@app.command()
def review(
    transcript: Annotated[Path, typer.Argument(help="A saved game that is over, or - to read it.")],
    seat: Annotated[
        str, typer.Option(help="Judge the choices of this seat; else those of persons.")
    ] = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Look back on a game: how it went, what decided it, which choices cost most."""
    from gattai.terminal.commands.hindsight import review as reviewing

    raise typer.Exit(reviewing.show(transcript, seat, tuple(packs or ()), as_json=as_json))


@app.command()
def show(
    position: Annotated[
        str, typer.Argument(help="A file with a position or a saved game, or - to read it.")
    ],
    svg: Picture = "",
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Draw the board of a position, or of a saved game at its end, and tell what is asked there."""
    from gattai.terminal.commands import replay as replaying

    code = replaying.show_position(position, tuple(packs or ()), svg=svg, as_json=as_json)
    raise typer.Exit(code)


def _host() -> typer.Typer:
    from gattai.terminal.commands.host import host_app

    return host_app


def _lab() -> typer.Typer:
    from gattai.terminal.commands.lab import lab_app

    return lab_app


passed_on(
    app, "host", "Run a site on which strangers play: accounts, finding a game, ratings.", _host
)
passed_on(
    app, "lab", "Ask what a change of rules does: thousands of games, with stated certainty.", _lab
)


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="game, bot or pack.")],
    name: Annotated[str, typer.Argument(help="What it is called, as in tin-race.")],
    game: Annotated[str, typer.Option(help="The game that a pack is for.")] = "aegis",
    folder: Annotated[Path, typer.Option(help="Where its folder is made.")] = Path(),
) -> None:
    """Write a small distribution with tests, to begin a game, a bot or a pack with."""
    from gattai.terminal.commands.starting import new as starting

    starting.write(kind, name, folder, game)


@app.command()
def completion(
    shell: Annotated[str, typer.Argument(help="bash, zsh or fish.")],
) -> None:
    """Print what makes a shell complete the words of gattai."""
    from gattai.terminal.commands.starting import completing

    typer.echo(completing.script(shell))


def _own_commands(game: str) -> typer.Typer:
    from gattai import games as shelf

    face = shelf.get(game)
    if not face.own:
        raise Complaint(f"{game} has no commands of its own")
    own: typer.Typer = face.part(face.own)
    return own


for _game in examples.commands():
    if _game not in examples.COMMANDS:
        passed_on(app, _game, f"What only {_game} has.", partial(_own_commands, _game))


@packs_app.command("check")
def packs_check(
    path: Annotated[Path, typer.Argument(help="A pack, or a folder of packs.")],
    game: Annotated[str, typer.Option(help="The game the packs are for.")] = "",
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file changes; ctrl-C ends it.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List everything that is wrong with packs of your own."""
    from gattai.terminal.commands import packs as packing

    if watch:
        from gattai.terminal.commands.starting import watching

        watching.watch(path, lambda: packing.check(path, game, as_json=as_json))
    raise typer.Exit(packing.check(path, game, as_json=as_json))


@packs_app.command("sheet")
def packs_sheet(
    path: Annotated[
        Path | None, typer.Argument(help="A pack or a folder of packs; else the game's own.")
    ] = None,
    game: Annotated[str, typer.Option(help="The game the packs are for.")] = "",
    kind: Annotated[
        str, typer.Option(help="Only this kind of card; else all that have a name.")
    ] = "",
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="Where sheets go.")] = Path("sheets"),
    form: Annotated[
        Literal["svg", "html", "pdf"],
        typer.Option("--as", help="A picture or a PDF for each sheet, or one page to print."),
    ] = "svg",
) -> None:
    """Draw cards on sheets to print and cut: A4, nine to a sheet."""
    from gattai.terminal.commands.starting import sheets

    sheets.write(path, game, kind, into, form)


@packs_app.command("schema")
def packs_schema(
    game: Game,
    as_json: Annotated[
        bool, typer.Option("--json", help="As always here: a JSON Schema is JSON.")
    ] = False,
) -> None:
    """Print the JSON Schema of a game's packs, for editors that complete and check."""
    from gattai.terminal.commands import packs as packing

    packing.print_schema(game)


def _bots() -> typer.Typer:
    from gattai.terminal.commands.bots import bots_app as own

    return own


for _name, _about in {
    "list": "List the bots, what they do and what can be set.",
    "match": "Play two bots against each other: each table twice, seats swapped, with the same dice.",
    "train": "Train an eye by games of a bot against itself.",
    "tune": "Tune an eye by matches between eyes.",
}.items():
    passed_on(bots_app, _name, _about, _bots, _name)
