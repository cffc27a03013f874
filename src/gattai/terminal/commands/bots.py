"""`gattai bots`: the bots there are, matches between them, and the training of their eyes."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from gattai import games as shelf
from gattai.bots import registry
from gattai.bots.consider import USUAL_WAYS
from gattai.bots.kinds import Kind
from gattai.bots.learnt.eye import told
from gattai.bots.learnt.traits import Traits
from gattai.bots.stdio.program import ProgramFailed, command_of, is_program
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab import match as matches
from gattai.lab.batch import Span
from gattai.lab.match import Result, Score, even_tables, percentile, score_of
from gattai.lab.plan import Plan, made
from gattai.lab.runners.processes import Job, Pool
from gattai.lab.study import Openings
from gattai.terminal.arguments import (
    MOST_PROCESSES,
    Json,
    PackFolders,
    Processes,
    Program,
    RandomOpenings,
    Rulings,
    with_rulings,
)
from gattai.terminal.complaint import INTERRUPTED, Complaint, need_lab
from gattai.terminal.printing import QUIET, STRONG, print_json, say, table

MOST_GAMES = 100_000
LEAST_TAUGHT = 5
"""Of so many games one is not trained on."""
RANGES = {
    "games": (1, MOST_GAMES),
    "rounds": (1, 1_000),
    "slips": (0, 100),
    "opening": (0, 1_000),
    "ways": (1, 10_000),
    "hidden": (0, 1_000),
    "proof": (0, MOST_GAMES),
    "looks": (0, 1_000_000),
    "processes": (0, MOST_PROCESSES),
}
"""What may be asked for."""

bots_app = Program(
    no_args_is_help=True,
    help="Bots, and their matches.",
)


@bots_app.command("list")
def list_bots(as_json: Json = False) -> None:
    """List the bots, what they do and what can be set."""
    kinds = registry.kinds()
    if as_json:
        print_json(
            [
                {
                    "name": name,
                    "about": kind.about,
                    "settings": kind.settings,
                    "styles": kind.styles,
                }
                for name, kind in kinds.items()
            ]
        )
        return
    rows = [(name, kind.about, " ".join(_settings(kind))) for name, kind in kinds.items()]
    say(table(("bot", "how it plays", "settings"), rows))
    say(
        Text(
            "Settings follow the name: search:iterations=400, search:iterations=0:seconds=1", QUIET
        )
    )
    styles = dict.fromkeys(style for kind in kinds.values() for style in kind.styles)
    say(Text(f"Styles are {', '.join(styles)}: veteran:style=bold", QUIET))
    say(Text("How veterans judge a table:", QUIET))
    eyes = [(game, told(game)) for game in shelf.names()]
    say(table(("game", "eye"), eyes))
    say(*(Text(str(each), STRONG) for each in registry.broken()))


def _settings(kind: Kind) -> Iterator[str]:
    """What can be set, as it is if nobody sets it."""
    yield from (f"{key}={value:g}" for key, value in kind.settings.items())
    if kind.styles:
        yield f"{registry.STYLE}={kind.styles[0]}"


@bots_app.command()
def train(
    game: Annotated[str, typer.Argument(help="The game to learn.")],
    games: Annotated[int, typer.Option(help="How many games of self-play in each round.")] = 2_000,
    rounds: Annotated[int, typer.Option(help="How many rounds; each plays by the last.")] = 2,
    seed: Annotated[str, typer.Option(help="The seed of it all.")] = "1",
    slips: Annotated[int, typer.Option(help="Of a hundred answers of self-play, any idea.")] = 10,
    opening: Annotated[
        int, typer.Option(help="First answers of every game that are any idea, dice counted.")
    ] = 10,
    ways: Annotated[
        int, typer.Option(help="Ways of the dice at which self-play looks; fewer are quicker.")
    ] = USUAL_WAYS,
    hidden: Annotated[int, typer.Option(help="Hidden units that see traits together.")] = 0,
    ends: Annotated[
        bool,
        typer.Option("--ends", help="Learn to judge the tables at which looks ahead end."),
    ] = False,
    proof: Annotated[
        int, typer.Option(help="Games of a match against the hand-set eye at the end.")
    ] = 200,
    processes: Processes = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where it is kept; usual is trained/GAME.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Train an eye by games of a bot against itself; its weights, tables and curve are kept."""
    need_lab("training")
    from gattai.lab.training import course

    _check_counts(games=games, rounds=rounds, slips=slips, opening=opening, ways=ways,
                  hidden=hidden, proof=proof, processes=processes)  # fmt: skip
    if games < LEAST_TAUGHT:
        raise Complaint(f"an eye is taught by {LEAST_TAUGHT} games at least, not by {games}")
    _traits(game)
    wish = course.Wish(
        game, seed, games, rounds, slips, opening, ways, hidden, ends, proof, processes
    )
    home = out or Path("trained") / game
    weights, curve = course.train(wish, home, lambda line: print(line, file=sys.stderr))
    if as_json:
        print_json({"training": weights.training, "curve": curve})
        return
    rows = [
        (str(each.round), f"{each.games:,}", f"{each.tables:,}", f"{each.loss:.4f}",
         f"{each.loss_by_hand:.4f}", "" if each.score is None else f"{each.score:.1%}")
        for each in curve
    ]  # fmt: skip
    heads = ("round", "games", "tables", "loss", "by hand", "score")
    say(table(heads, rows, right=range(6)))
    say(Text(f"kept in {home}", QUIET))


@bots_app.command()
def tune(
    game: Annotated[str, typer.Argument(help="The game whose eye is to play better.")],
    games: Annotated[int, typer.Option(help="How many games in each round.")] = 600,
    rounds: Annotated[
        int, typer.Option(help="How many rounds; each begins at the last guess.")
    ] = 4,
    seed: Annotated[str, typer.Option(help="The seed of it all.")] = "1",
    spread: Annotated[float, typer.Option(help="How far from the guess weights are tried.")] = 0.2,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="TRAIT", help="A trait to tune, and no other; may be repeated."),
    ] = None,
    opening: Annotated[
        int, typer.Option(help="First answers of every game that are any idea, dice counted.")
    ] = 10,
    ways: Annotated[
        int, typer.Option(help="Ways of the dice that are looked at; fewer are quicker.")
    ] = USUAL_WAYS,
    proof: Annotated[
        int, typer.Option(help="Games of a match against the hand-set eye at the end.")
    ] = 200,
    processes: Processes = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where it is kept; usual is tuned/GAME.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tune an eye by matches between eyes: what is kept is what wins, not what tells who wins."""
    need_lab("tuning")
    from gattai.lab.training import tuning

    _check_counts(
        games=games, rounds=rounds, opening=opening, ways=ways, proof=proof, processes=processes
    )
    if not 0 < spread <= 1:
        raise Complaint(f"the spread is more than 0 and at most 1, not {spread:g}")
    traits = _traits(game)
    unknown = [name for name in only or () if name not in traits.names]
    if unknown:
        raise Complaint(f"{game} has no trait {unknown[0]!r}; it has {', '.join(traits.names)}")
    chosen = tuple(only or ())
    wish = tuning.Tune(
        game,
        seed,
        games,
        rounds,
        spread,
        chosen,
        opening=opening,
        ways=ways,
        proof=proof,
        workers=processes,
    )
    home = out or Path("tuned") / game
    weights, curve = tuning.tune(wish, home, lambda line: print(line, file=sys.stderr))
    if as_json:
        print_json({"training": weights.training, "curve": curve})
        return
    rows = [
        (str(each.round), f"{each.games:,}", f"{each.gain:.1%}", "" if each.score is None else f"{each.score:.1%}")
        for each in curve
    ]  # fmt: skip
    say(table(("round", "games", "thought to gain", "score"), rows, right=range(4)))
    say(Text(f"kept in {home}", QUIET))


def _check_counts(**counts: int) -> None:
    for name, value in counts.items():
        least, most = RANGES[name]
        if not least <= value <= most:
            raise Complaint(f"{name} are {least} to {most}, not {value}")


def _traits(game: str) -> Traits:
    """What can be learnt of a game."""
    from gattai.lab.training import course

    shelf.get(game)
    try:
        return course.traits_of(game)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem


@bots_app.command()
def match(
    one: Annotated[str, typer.Argument(help="A bot, such as greedy, or stdio:./my-program.")],
    two: Annotated[str, typer.Argument(help="The bot it plays against.")],
    game: Annotated[str, typer.Option(help="The game they play.")] = "aegis",
    games: Annotated[int, typer.Option(help="How many games, in mirrored pairs.")] = 200,
    seed: Annotated[str, typer.Option(help="The seed of dice and bots; else a new one.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; see `gattai games`."),
    ] = None,
    ruling: Rulings = None,
    rules: Annotated[
        str,
        typer.Option(
            help="A ruleset, for games that have several, or a file that holds one of your own."
        ),
    ] = "",
    even: Annotated[
        bool, typer.Option(help="Everybody has the same squad; the ready ones in turn.")
    ] = False,
    looks: Annotated[
        int,
        typer.Option(
            help="Bots that search get so many looks for an activation, and no clock: the match "
            "can then be repeated exactly."
        ),
    ] = 0,
    openings: RandomOpenings = True,
    processes: Processes = 0,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Play two bots against each other: each table twice, seats swapped, with the same dice."""
    _check_counts(looks=looks, processes=processes)
    one, two = (_bot(name, looks) for name in (one, two))
    for name in (one, two):
        if name == registry.PERSON:
            raise Complaint("in a match there are bots only")
    if not 1 <= games <= MOST_GAMES:
        raise Complaint(f"a match has 1 to {MOST_GAMES} games, not {games}")
    options = _set(with_rulings(game, option, ruling, packs or ()))
    loaded = shelf.load(game, packs or ())
    if rules:
        _check_ruleset(loaded, options, rules)
    tables = even_tables(_seated(loaded, options)) if even else [{}]
    sown = seed or str(secrets.randbelow(10**9))
    drawn: Openings | None = None if openings else "none"
    study = matches.asked(
        game, one, two, games, sown, options, tables, packs or (), rules, openings=drawn
    )
    plan = made(study, clocked=True)
    began = time.monotonic()
    results, interrupted = _play_all(plan, games, processes or os.cpu_count() or 1, quiet=as_json)
    took = time.monotonic() - began
    if as_json:
        print_json(_told(plan, results, took, interrupted=interrupted))
    elif not results:
        say("no game was finished")
    else:
        _print(plan, results, took)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _bot(name: str, looks: int) -> str:
    """A bot by its name, or a program: `stdio:COMMAND`."""
    if not is_program(name):
        return registry.with_looks(name, looks)
    try:
        command_of(name)
    except ProgramFailed as problem:
        raise Complaint(str(problem)) from problem
    return name


def _set(wanted: Sequence[str] | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in wanted or ():
        name, equals, value = item.partition("=")
        if not equals:
            raise Complaint(f"an option is NAME=VALUE, not {item!r}")
        options[name.strip()] = value.strip()
    return options


def _check_ruleset(rules: AnyRuleset, options: dict[str, str], ruleset: str) -> None:
    """`--rules X` is short for the option of that name; X may be a file with a ruleset of one's own."""
    if all(option.name != "rules" for option in rules.options):
        raise Complaint(f"{rules.name} has one set of rules, so it takes no --rules")
    if options.get("rules", ruleset) != ruleset:
        raise Complaint(f"--rules {ruleset} and --option rules={options['rules']}: which one?")


def _seated(rules: AnyRuleset, options: dict[str, str]) -> AnyRuleset:
    """The rules for a table with these options."""
    try:
        return rules.seated(options)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem


def _play_all(plan: Plan, count: int, workers: int, *, quiet: bool) -> tuple[list[Result], bool]:
    """All games on all cores, with a bar on a terminal; after ctrl-C what there is."""
    to = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=to,
        disable=quiet or not to.is_terminal,
        transient=True,
    )
    results: list[Result] = []
    pool = Pool(plan, min(workers, count), Job(matches.play_encoded, matches.decoded))
    coming = iter(range(count))
    try:
        with progress:
            bar = progress.add_task("playing", total=count)
            while True:
                # A few games ahead of the processes, not all of them: ctrl-C should end it soon.
                while pool.open < 2 * workers and (number := next(coming, None)) is not None:
                    pool.submit(Span(number, number + 1))
                if not pool.open:
                    return results, False
                results += [result for done in pool.finished() for result in done.results]
                share = score_of(results).share
                progress.update(bar, completed=len(results), description=f"{share:.1%}")
    except ProgramFailed as problem:
        raise Complaint(str(problem)) from problem
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return results, True
    finally:
        pool.close()


def _pace(results: Sequence[Result], who: int) -> tuple[float, float, float, float]:
    """Decisions per second; milliseconds for one on average and for the slowest, and those that 95
    of 100 activations do not exceed.
    """
    decisions = sum(result.decisions[who] for result in results)
    seconds = sum(result.seconds[who] for result in results)
    slowest = max((result.slowest[who] for result in results), default=0.0)
    each = seconds / decisions if decisions else 0.0
    activations = [took for result in results for took in result.activations[who]]
    p95 = percentile(activations, 0.95)
    return (1 / each if each else 0.0), each * 1e3, slowest * 1e3, p95 * 1e3


def _opened(plan: Plan) -> str:
    return f", random openings of {plan.opening} answers" if plan.opening else ""


def _print(plan: Plan, results: Sequence[Result], took: float) -> None:
    score = score_of(results)
    bots = plan.bots
    say(Text(f"{bots[0]} against {bots[1]}, {plan.game}: {_spoken(score)}", STRONG))
    rows = [
        (name, f"{fast:,.0f}", f"{each:.1f}", f"{slowest:.0f}", f"{p95:.0f}")
        for name, (fast, each, slowest, p95) in ((bots[who], _pace(results, who)) for who in (0, 1))
    ]
    say(
        table(
            ("bot", "decisions/s", "ms each", "slowest ms", "activation p95 ms"),
            rows,
            right=(1, 2, 3, 4),
        )
    )
    answers = sum(result.answers for result in results)
    say(
        Text(
            f"{score.games} games, {answers} answers in {took:.0f} s, seed {plan.seed}{_opened(plan)}",
            QUIET,
        )
    )


def _spoken(score: Score) -> str:
    return (
        f"{score.share:.1%} (95%: {score.low:.1%} to {score.high:.1%}), "
        f"{score.won} won, {score.drawn} drawn, {score.lost} lost"
    )


def _told(
    plan: Plan,
    results: Sequence[Result],
    took: float,
    *,
    interrupted: bool,
) -> dict[str, object]:
    return {
        "game": plan.game,
        "bots": plan.bots,
        "seed": plan.seed,
        "opening": plan.opening,
        "options": plan.seating(0, 0, 0).options,
        "score": score_of(results) if results else None,
        "interrupted": interrupted,
        "seconds": round(took, 3),
        "pace": [
            dict(
                zip(
                    ("decisions_per_second", "ms", "slowest_ms", "activation_p95_ms"),
                    _pace(results, who),
                    strict=True,
                )
            )
            for who in (0, 1)
        ],
    }
