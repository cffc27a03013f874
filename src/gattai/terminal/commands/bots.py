"""`gattai bots`: the bots there are, and matches between them."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from gattai import games as shelf
from gattai.bots import registry
from gattai.bots.match import (
    Pairing,
    Result,
    Score,
    even_tables,
    pairings,
    percentile,
    play,
    score_of,
)
from gattai.kernel.position import begin
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.arguments import HELP, Json, PackFolders
from gattai.terminal.complaint import INTERRUPTED, Complaint
from gattai.terminal.printing import QUIET, STRONG, print_json, say, table

MOST_GAMES = 100_000

bots_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Bots, and their matches.",
    context_settings=HELP,
)


@bots_app.command("list")
def list_bots(as_json: Json = False) -> None:
    """List the bots, what they do and what can be set."""
    kinds = registry.kinds()
    if as_json:
        print_json(
            [
                {"name": name, "about": kind.about, "settings": kind.settings}
                for name, kind in kinds.items()
            ]
        )
        return
    rows = [
        (name, kind.about, " ".join(f"{key}={value:g}" for key, value in kind.settings.items()))
        for name, kind in kinds.items()
    ]
    say(table(("bot", "how it plays", "settings"), rows))
    say(
        Text(
            "Settings follow the name: search:iterations=400, search:iterations=0:seconds=1", QUIET
        )
    )
    say(*(Text(str(each), STRONG) for each in registry.broken()))


@bots_app.command()
def match(
    one: Annotated[str, typer.Argument(help="A bot, such as greedy; see `gattai bots list`.")],
    two: Annotated[str, typer.Argument(help="The bot it plays against.")],
    game: Annotated[str, typer.Option(help="The game they play.")] = "aegis",
    games: Annotated[int, typer.Option(help="How many games, in mirrored pairs.")] = 200,
    seed: Annotated[str, typer.Option(help="The seed of dice and bots; else a new one.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; see `gattai games`."),
    ] = None,
    rules: Annotated[
        str, typer.Option(help="A ruleset, for games that have several: as --option rules=X.")
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
    workers: Annotated[int, typer.Option(help="How many processes; 0 is one for each core.")] = 0,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Play two bots against each other: each table twice, seats swapped, with the same dice."""
    one, two = (registry.with_looks(name, looks) for name in (one, two))
    for name in (one, two):
        if name == registry.PERSON:
            raise Complaint("in a match there are bots only")
    if not 1 <= games <= MOST_GAMES:
        raise Complaint(f"a match has 1 to {MOST_GAMES} games, not {games}")
    if not 0 <= workers <= 256:
        raise Complaint(f"workers are 0 to 256, not {workers}")
    options = _set(option)
    loaded = shelf.load(game, packs or ())
    if rules:
        _add_ruleset(loaded, options, rules)
    seated = _seated(loaded, options)
    tables = even_tables(seated) if even else [{}]
    sown = seed or str(secrets.randbelow(10**9))
    planned = pairings(game, one, two, games, sown, options, tables, packs or ())
    began = time.monotonic()
    results, interrupted = _play_all(planned, workers or os.cpu_count() or 1, quiet=as_json)
    took = time.monotonic() - began
    if as_json:
        print_json(_told(planned[0], (one, two), results, took, interrupted=interrupted))
    elif not results:
        say("no game was finished")
    else:
        _print(planned[0], (one, two), results, took)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _set(wanted: Sequence[str] | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in wanted or ():
        name, equals, value = item.partition("=")
        if not equals:
            raise Complaint(f"an option is NAME=VALUE, not {item!r}")
        options[name.strip()] = value.strip()
    return options


def _add_ruleset(rules: AnyRuleset, options: dict[str, str], ruleset: str) -> None:
    """`--rules X` is short for the option of that name."""
    if all(option.name != "rules" for option in rules.options):
        raise Complaint(f"{rules.name} has one set of rules, so it takes no --rules")
    if options.setdefault("rules", ruleset) != ruleset:
        raise Complaint(f"--rules {ruleset} and --option rules={options['rules']}: which one?")


def _seated(rules: AnyRuleset, options: dict[str, str]) -> AnyRuleset:
    """The rules for a table with these options; what is wrong is told before a process is started."""
    try:
        seated = rules.seated(options)
        begin(seated, options)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem
    return seated


def _play_all(
    planned: Sequence[Pairing], workers: int, *, quiet: bool
) -> tuple[list[Result], bool]:
    """All games on all cores, with a bar on a terminal; after ctrl-C what there is."""
    to = Console(stderr=True)
    shown = to.is_terminal and not quiet
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=to,
        disable=not shown,
        transient=True,
    )
    results: list[Result] = []
    pool = ProcessPoolExecutor(min(workers, len(planned)), initializer=_leave_ctrl_c_to_us)
    try:
        with progress:
            bar = progress.add_task("playing", total=len(planned))
            # A few games ahead of the processes, not all of them: ctrl-C should end it soon.
            coming = iter(planned)
            open_games: set[Future[Result]] = set()
            while True:
                while len(open_games) < 2 * workers and (pairing := next(coming, None)) is not None:
                    open_games.add(pool.submit(play, pairing))
                if not open_games:
                    break
                done, open_games = wait(open_games, return_when=FIRST_COMPLETED)
                results += [future.result() for future in done]
                share = score_of(results).share
                progress.update(bar, completed=len(results), description=f"{share:.1%}")
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        print("interrupted", file=sys.stderr)
        return results, True
    pool.shutdown()
    return results, False


def _leave_ctrl_c_to_us() -> None:
    """In a worker process: the first process says when it is over."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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


def _print(pairing: Pairing, bots: tuple[str, str], results: Sequence[Result], took: float) -> None:
    score = score_of(results)
    one, two = bots
    say(Text(f"{one} against {two}, {pairing.game}: {_spoken(score)}", STRONG))
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
    seed = pairing.seed.rpartition("-")[0]
    answers = sum(result.answers for result in results)
    say(Text(f"{score.games} games, {answers} answers in {took:.0f} s, seed {seed}", QUIET))


def _spoken(score: Score) -> str:
    return (
        f"{score.share:.1%} (95%: {score.low:.1%} to {score.high:.1%}), "
        f"{score.won} won, {score.drawn} drawn, {score.lost} lost"
    )


def _told(
    pairing: Pairing,
    bots: tuple[str, str],
    results: Sequence[Result],
    took: float,
    *,
    interrupted: bool,
) -> dict[str, object]:
    return {
        "game": pairing.game,
        "bots": bots,
        "seed": pairing.seed.rpartition("-")[0],
        "options": dict(pairing.options),
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
