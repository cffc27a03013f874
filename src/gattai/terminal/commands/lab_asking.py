"""`gattai lab sweep`, `tune`, `balance`, `league`: questions that take many studies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gattai.terminal.arguments import MOST_PROCESSES, Json, Processes, RandomOpenings
from gattai.terminal.complaint import Complaint, need_lab
from gattai.terminal.printing import QUIET, STRONG, print_json, say, table

if TYPE_CHECKING:
    from gattai.lab.plan import Plan
    from gattai.lab.runners.runner import Runner
    from gattai.lab.statistics.figures import Figure
    from gattai.lab.statistics.worth import Worth
    from gattai.lab.study import Openings

StudyFile = Annotated[Path, typer.Argument(metavar="STUDY", help="The study that is asked with.")]
Out = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where all its studies go.")]
Ray = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, or auto."),
]
Metric = Annotated[str, typer.Option(help="What is looked at, such as won, first_mover, length.")]
Numbers = Annotated[
    list[str],
    typer.Option("--number", metavar="NAME=FROM..TO", help="Such as unit.gunners.hp=3..9."),
]


def sweep(
    file: StudyFile,
    number: Annotated[str, typer.Option(metavar="NAME=FROM..TO", help="unit.gunners.hp=3..9")],
    steps: Annotated[int, typer.Option(min=1, help="At most so many numbers of the range.")] = 9,
    metric: Metric = "first_mover",
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Play a study at one number after the other: a curve with intervals."""
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
    target: Annotated[float, typer.Option(help="What the metric should be.")] = 0.5,
    trials: Annotated[
        int, typer.Option(min=1, help="With several numbers: how many are tried.")
    ] = 30,
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Find the number at which a metric is what it should be; of several, numbers that do."""
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
            f"{metric} hardly follows {ranges[0].name} from {ranges[0].low:g} to {ranges[0].high:g}"
        )
    else:
        beyond = "" if found.inside else ", beyond the range that was played"
        told = f"{ranges[0].name} = {root.value:.2f} ({root.low:.2f} to {root.high:.2f}){beyond}"
        say(f"{metric} is {target:g} at {told}", style=STRONG)
    _say_figures(ranges[0].name, ((f"{each.number:g}", each.figure) for each in found.points))


def balance(
    file: StudyFile,
    over: Annotated[
        str,
        typer.Option(help="An option whose values take turns: field, map, field=open,hedge."),
    ] = "",
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="PIECE", help="Draw forces from these alone; may be repeated."),
    ] = None,
    squads: Annotated[bool, typer.Option(help="Ready squads against each other instead.")] = False,
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Tell what each piece is worth beside its price, from games between mixed forces."""
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
    game: Annotated[str, typer.Option(help="Which game they play.")],
    pairs: Annotated[int, typer.Option(min=1, help="Mirrored pairs of every two.")] = 100,
    seed: Annotated[str, typer.Option(help="All dice follow from it.")] = "1",
    openings: RandomOpenings = True,
    out: Out = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Let every bot play every other: ratings with intervals."""
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


COMMANDS: tuple[Callable[..., None], ...] = (sweep, tune, balance, league)


def _out(out: Path | None, file: Path, what: str) -> Path:
    return out or Path(f"{file.stem}-{what}")


def runner_of(processes: int, ray: str) -> Callable[[Plan], Runner]:
    """Who plays a study: processes of this machine, or a cluster."""
    if not 0 <= processes <= MOST_PROCESSES:
        raise Complaint(f"processes are 0 to {MOST_PROCESSES}, not {processes}")
    if ray:
        if processes:
            raise Complaint("--processes and --ray: which one?")
        if find_spec("ray") is None:
            raise Complaint("Ray is not installed: pip install 'gattai[cluster]'")
        from gattai.lab.runners.on_ray import OnRay

        return lambda plan: OnRay(plan, ray)
    from gattai.lab.runners.processes import Processes as Pool

    return lambda plan: Pool(plan, processes or os.cpu_count() or 1)


def _make(processes: int, ray: str) -> Callable[[Plan], Runner]:
    """Who plays many studies: a cluster is begun, or joined, once for all of them."""
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


def _say_worths(pieces: Iterable[Worth]) -> None:
    rows = []
    for each in pieces:
        stands_out = f"{each.stands_out:+.1f} errors"
        sure = "*" if each.surely else ""
        rows.append(
            (each.name, f"{each.price:g}", _worth(each), stands_out, f"{each.played}", sure)
        )
    say(table(("piece", "price", "worth", "stands out", "pairs", "sure"), rows))
    say("intervals, and what is sure, count all pieces together", style=QUIET)


def _worth(piece: Worth) -> str:
    """What a piece is worth, in words. How many times its price that is, is told where it can be known:
    forces of about one price do not tell what a point of it adds.
    """
    if not piece.price:
        return f"{piece.worth:.1%} of points ({piece.low:.1%} to {piece.high:.1%})"
    by, low, high = piece.excess
    if isfinite(low) and isfinite(high):
        return f"{'under' if by > 0 else 'over'}priced by {abs(by):.0%} ({low:.0%} to {high:.0%})"
    return f"{'more' if piece.stands_out > 0 else 'less'} than its price"
