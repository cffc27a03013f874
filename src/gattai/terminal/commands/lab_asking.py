"""`gattai lab sweep`, `tune`, `balance`, `league`: questions that need many studies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gattai.terminal.arguments import MAX_PROCESSES, Json, Processes, RandomOpenings
from gattai.terminal.complaint import Complaint, need_lab
from gattai.terminal.printing import QUIET, STRONG, print_json, say, table

if TYPE_CHECKING:
    from gattai.lab.plan import BatchPlan
    from gattai.lab.runners.runner import Runner
    from gattai.lab.statistics.figures import Figure
    from gattai.lab.statistics.unit_value import UnitValue
    from gattai.lab.study import Openings

StudyFile = Annotated[Path, typer.Argument(metavar="STUDY", help="The study to start from.")]
Out = Annotated[Path | None, typer.Option(metavar="FOLDER", help="The folder of all its studies.")]
Ray = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, or auto."),
]
Metric = Annotated[str, typer.Option(help="The metric, such as won, first_mover, length.")]
Numbers = Annotated[
    list[str],
    typer.Option(
        "--number",
        metavar="NAME=FROM..TO",
        help="The number to vary, such as unit.gunners.hp=3..9.",
    ),
]


def sweep(
    file: StudyFile,
    number: Annotated[str, typer.Option(metavar="NAME=FROM..TO", help="unit.gunners.hp=3..9")],
    steps: Annotated[int, typer.Option(min=1, help="Maximum number of values from the range.")] = 9,
    metric: Metric = "first_mover",
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Run a study for several values of a number: a curve with intervals."""
    need_lab("a sweep")
    from gattai.lab.asking.numbers import ranged
    from gattai.lab.asking.sweep import sweep as ask
    from gattai.lab.study import Study

    study = Study.load(file)
    found = ask(
        study, ranged(number), steps, metric, _out(out, file, "sweep"), _make(processes, ray)
    )
    if as_json:
        print_json(found)
        return
    _say_figures(number.partition("=")[0], ((f"{each.number:g}", each.figure) for each in found))


def tune(
    file: StudyFile,
    number: Numbers,
    metric: Metric = "first_mover",
    target: Annotated[float, typer.Option(help="The desired value of the metric.")] = 0.5,
    trials: Annotated[
        int, typer.Option(min=1, help="With several numbers: how many combinations to try.")
    ] = 30,
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Find the value at which a metric reaches its target; with several numbers, one combination that does."""
    need_lab("a tune")
    from gattai.lab.asking import tune as tuning
    from gattai.lab.asking.numbers import ranged
    from gattai.lab.study import Study

    study, ranges = Study.load(file), [ranged(each) for each in number]
    path, make = _out(out, file, "tune"), _make(processes, ray)
    if len(ranges) > 1:
        best = tuning.search(study, ranges, metric, target, trials, path, make)
        if as_json:
            print_json(best)
            return
        say(", ".join(f"{name} = {value:g}" for name, value in best.numbers.items()))
        _say_figures("played again", [(metric, best.figure)])
        return
    found = tuning.tune(study, ranges[0], metric, target, path, make)
    if as_json:
        print_json(found)
        return
    root = found.root
    if not root.known:
        say(
            f"{metric} hardly depends on {ranges[0].name} from {ranges[0].low:g} to {ranges[0].high:g}"
        )
    else:
        beyond = "" if found.inside else ", beyond the range played"
        where = f"{ranges[0].name} = {root.value:.2f} ({root.low:.2f} to {root.high:.2f}){beyond}"
        say(f"{metric} is {target:g} at {where}", style=STRONG)
    _say_figures(ranges[0].name, ((f"{each.number:g}", each.figure) for each in found.points))


def balance(
    file: StudyFile,
    over: Annotated[
        str,
        typer.Option(help="An option to rotate: field, map, field=open,hedge."),
    ] = "",
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="PIECE", help="Draw forces only from these; may be repeated."),
    ] = None,
    squads: Annotated[bool, typer.Option(help="Compare ready-made squads instead.")] = False,
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Measure the value of each piece compared with its price, from games between mixed forces."""
    need_lab("a balance")
    from gattai.lab.asking import balance as balancing
    from gattai.lab.study import Study

    study, path, make = Study.load(file), _out(out, file, "balance"), _make(processes, ray)
    if squads:
        grid = balancing.matrix(study, (), path, make)
        if as_json:
            print_json(grid)
            return
        _say_figures("squads", grid.met.items())
        _say_figures("against all others", grid.overall.items())
        return
    found = balancing.balance(study, over, path, make, only or ())
    if as_json:
        print_json(found)
        return
    _say_worths(found.pieces)
    _say_figures("the first seat", found.sides.items())
    _say_figures("who moves first", found.first_mover.items())


def league(
    bots: Annotated[list[str], typer.Argument(help="Bots, such as greedy rookie random.")],
    game: Annotated[str, typer.Option(help="The game.")],
    pairs: Annotated[int, typer.Option(min=1, help="Mirrored pairs for every two bots.")] = 100,
    seed: Annotated[str, typer.Option(help="The seed of all dice.")] = "1",
    openings: RandomOpenings = True,
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Let every bot play every other one: ratings with intervals."""
    need_lab("a league")
    from gattai.lab.asking.league import league as ask

    drawn: Openings | None = None if openings else "none"
    home, make = out or Path(f"{game}-league"), _make(processes, ray)
    found = ask(game, bots, pairs, seed, home, make, openings=drawn)
    if as_json:
        print_json(found)
        return
    rows = [
        (each.name, f"{each.points:+.0f}", f"{each.low:+.0f} to {each.high:+.0f}", f"{each.pairs}")
        for each in found.ratings
    ]
    say(table(("bot", "rating", "95 of 100", "pairs"), rows))
    _say_figures("share", found.met.items())


def what(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    only: Annotated[
        str, typer.Argument(metavar="WORDS", help="Only what contains all these words.")
    ] = "",
    as_json: Json = False,
) -> None:
    """List everything that a study can change in a game: its value, its range, what it does."""
    need_lab("this list")
    from gattai import games
    from gattai.lab.asking.what import changeable
    from gattai.tabletop.problem import did_you_mean

    if games.find(game) is None:
        raise Complaint(f"no game {game!r}{did_you_mean(game, games.names())}")
    words = only.casefold().split()
    found = [
        each
        for each in changeable(game)
        if all(word in f"{each.path} {each.of} {each.effect}".casefold() for word in words)
    ]
    if as_json:
        print_json(found)
        return
    if not found:
        raise Complaint(f"{game} has nothing to change with {only!r} in its name or effect")
    rows = [
        (
            each.path,
            each.of,
            "" if each.value is None else _as_text(each.value),
            each.range,
            each.effect,
        )
        for each in found
    ]
    say(table(("name in a study", "of", "is", "may be", "what it does"), rows))
    example = next((each for each in found if not each.path.startswith("options.")), None)
    if example is not None:
        say(f'In a study: change = {{ "{example.path}" = {_written(example.value)} }}', style=QUIET)


def _as_text(value: bool | int | float | str) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _written(value: bool | int | float | str | None) -> str:
    """Return a value as it is written in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value or 0)


COMMANDS: tuple[Callable[..., None], ...] = (sweep, tune, balance, league, what)


def _out(out: Path | None, file: Path, what: str) -> Path:
    return out or Path(f"{file.stem}-{what}")


def runner_of(processes: int, ray: str) -> Callable[[BatchPlan], Runner]:
    """Return what runs a study: processes of this machine, or a cluster."""
    if not 0 <= processes <= MAX_PROCESSES:
        raise Complaint(f"the number of processes must be 0 to {MAX_PROCESSES}, not {processes}")
    if ray:
        if processes:
            raise Complaint("--processes and --ray cannot be combined")
        if find_spec("ray") is None:
            raise Complaint("Ray is not installed: pip install 'gattai[cluster]'")
        from gattai.lab.runners.on_ray import OnRay

        return lambda plan: OnRay(plan, ray)
    from gattai.lab.runners.processes import Processes as Pool

    return lambda plan: Pool(plan, processes or os.cpu_count() or 1)


def _make(processes: int, ray: str) -> Callable[[BatchPlan], Runner]:
    """Return what runs many studies; a cluster is started or joined only once."""
    make = runner_of(processes, ray)
    if ray:
        from gattai.lab.runners.on_ray import join

        join(ray)
    elif processes == 1:
        from gattai.lab.runners.here import Here

        return Here
    return make


def _say_figures(head: str, figures: Iterable[tuple[str, Figure]]) -> None:
    rows = []
    for name, each in figures:
        ends = f"{each.low:.3f} to {each.high:.3f}" if isfinite(each.low) else "too few pairs"
        rows.append((name, f"{each.mean:.3f}", ends, f"{each.pairs}", "*" if each.surely else ""))
    say(table((head, "mean", "interval", "pairs", "sure"), rows))


def _say_worths(pieces: Iterable[UnitValue]) -> None:
    rows = []
    for each in pieces:
        stands_out = f"{each.stands_out:+.1f} errors"
        significant = "*" if each.surely else ""
        rows.append(
            (each.name, f"{each.price:g}", _score(each), stands_out, f"{each.played}", significant)
        )
    say(table(("piece", "price", "worth", "stands out", "pairs", "sure"), rows))
    say("intervals and certainty are corrected for all pieces together", style=QUIET)


def _score(piece: UnitValue) -> str:
    """Return what a piece is worth, in words, and as a multiple of its price if possible:
    forces of about the same price do not show what one more point adds.
    """
    if not piece.price:
        return f"{piece.score:.1%} of points ({piece.low:.1%} to {piece.high:.1%})"
    by, low, high = piece.excess
    if isfinite(low) and isfinite(high):
        return f"{'under' if by > 0 else 'over'}priced by {abs(by):.0%} ({low:.0%} to {high:.0%})"
    return f"{'more' if piece.stands_out > 0 else 'less'} than its price"
