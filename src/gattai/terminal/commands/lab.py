"""`gattai lab`: studies, from a question in a file to games that can be replayed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from gattai.terminal.arguments import CommandGroup, Json, PackFolders, Processes
from gattai.terminal.commands.lab_asking import COMMANDS, Ray, runner_of
from gattai.terminal.complaint import INTERRUPTED, Complaint, need_lab
from gattai.terminal.printing import QUIET, STRONG, print_json, say

if TYPE_CHECKING:
    from gattai.lab.folder import Folder, Status
    from gattai.lab.running import Progress as Far

lab_app = CommandGroup(
    no_args_is_help=True,
    help="Measure what a change of rules does: thousands of games, with confidence intervals.",
)

for each in COMMANDS:
    lab_app.command()(each)

PILOT = 20
"""Number of pairs from which the length of a study is estimated."""
PILOT_SECONDS = 30.0
"""CPU time above which there is no pilot: its pairs are played by one process."""
Place = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a study.")]


@lab_app.command("open")
def open_lab(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to begin with.")] = "",
    packs: PackFolders = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; default: the last one.")
    ] = 0,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder of studies and matches.")
    ] = None,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Print the address without opening a browser.")
    ] = False,
) -> None:
    """Open the lab in the browser: change a card or a rule, and watch what it does."""
    need_lab("the lab")
    from gattai import games
    from gattai.server.local import play as table

    name = game or games.names()[0]
    if games.find(name) is None:
        raise games.UnknownGame(name)
    plan = table.PlayPlan(name, packs=tuple(packs or ()), lab=True)
    try:
        table.play(plan, port=port, data=data, opens=not no_open)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem


@lab_app.command()
def run(
    file: Annotated[Path, typer.Argument(help="A study, such as studies/soft-armour.toml.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="The folder of results; default: the study's name."),
    ] = None,
    processes: Processes = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Run or continue a study until its answer is certain or all pairs are played."""
    need_lab("a study")
    from gattai.lab import plan as planning
    from gattai.lab.folder import Folder
    from gattai.lab.study import Study

    study = Study.load(file)
    plan = planning.made(study)
    folder = Folder.create(out or Path(file.stem), study, plan, file.read_text("utf-8"))
    _play(folder, processes, ray, as_json=as_json)


@lab_app.command()
def resume(folder: Place, processes: Processes = 0, ray: Ray = "", as_json: Json = False) -> None:
    """Continue a study that was stopped; finished games are not played again."""
    _play(_found(folder), processes, ray, as_json=as_json)


@lab_app.command()
def status(folder: Place, as_json: Json = False) -> None:
    """Show the progress of a study."""
    _print(_found(folder).status(), as_json=as_json)


@lab_app.command()
def pack(
    folder: Place,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PACKS", help="A new folder for the pack; default: print it."),
    ] = None,
) -> None:
    """Turn the changes of a study's B into a pack, to play with it: `gattai play GAME --packs PACKS`."""
    from gattai.lab.plan import CHANGES, changed_pack

    text = changed_pack(_found(folder).plan())
    if not text:
        raise Complaint(f"{folder}: changes no numbers of cards or rules, so there is no pack")
    if out is None:
        sys.stdout.write(text)
        return
    if out.exists():
        raise Complaint(f"{out} already exists")
    out.mkdir(parents=True)
    (out / CHANGES).write_text(text, "utf-8")
    say(Text(f"written: {out / CHANGES}", QUIET))


@lab_app.command()
def game(
    folder: Place,
    number: Annotated[int, typer.Argument(metavar="N", help="The game: its row, counted from 0.")],
) -> None:
    """Print the transcript of one game, replayed from its seed: `| gattai replay -`."""
    found = _found(folder)
    from gattai.lab import plan as planning
    from gattai.lab.sitting import Sitting

    plan = found.plan()
    most = plan.pairs * plan.games_a_pair
    if not 0 <= number < most:
        raise Complaint(f"this study has games 0 to {most - 1}, not {number}")
    if not planning.current(plan):
        raise Complaint(f"{folder}: was played with different rules or packs")
    seating = plan.numbered(number)
    sitting = Sitting(plan, seating)
    sitting.play()
    packs = found.packs(seating.arm)
    if packs:
        needed = " ".join(f"--packs {each}" for each in packs)
        print(f"its packs: gattai replay - {needed}", file=sys.stderr)
    sys.stdout.write(sitting.transcript())


@lab_app.command()
def report(
    folder: Place,
    films: Annotated[bool, typer.Option(help="Also write the games it names as pages.")] = True,
    as_json: Json = False,
) -> None:
    """Write the report of a study as one offline page, and print its summary."""
    found = _found(folder)
    from gattai.lab import report as reports
    from gattai.terminal.commands import findings

    findings_of = reports.found(found)
    links = findings.films(found, findings_of) if films else {}
    path = reports.write(found, findings_of, links)
    if as_json:
        print_json({"report": str(path), "findings": findings_of})
    else:
        findings.print_short(findings_of)
        say(Text(f"written: {path}", QUIET))


def _found(path: Path) -> Folder:
    need_lab("a study")
    from gattai.lab.folder import Folder

    folder = Folder(path)
    if not folder.exists():
        raise Complaint(f"{path}: contains no study")
    return folder


def _play(folder: Folder, processes: int, ray: str, *, as_json: bool) -> None:
    from gattai.lab.running import run as run_study

    _foretell(folder, processes)
    bar = _Bar(folder.plan().pairs, quiet=as_json)
    try:
        with bar.progress:
            run_study(folder, runner_of(processes, ray), bar.show)
    except KeyboardInterrupt:
        print(f"interrupted; continue with gattai lab resume {folder.path}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    _print(folder.status(), as_json=as_json)
    _warn(folder)


def _foretell(folder: Folder, processes: int) -> None:
    """Before a study begins, print warnings about it, and its cost and length estimated from its first pairs."""
    from gattai.lab import plan as planning
    from gattai.lab.batch import Span, play
    from gattai.lab.warnings import before

    plan = folder.plan()
    if folder.spans() or folder.ended() or not planning.current(plan):
        return
    for warning in before(folder.study(), plan):
        print(f"warning: {warning}", file=sys.stderr)
    first = play(plan, Span(0, 1))
    folder.add(plan, first)
    seconds = first.cpu_seconds * plan.pairs
    wait = seconds / (processes or os.cpu_count() or 1)
    print(
        f"the first pair took {first.cpu_seconds:.2g} CPU-seconds: all {plan.pairs} will take about "
        f"{seconds:.2g}, here {_wait(wait)}",
        file=sys.stderr,
    )
    if plan.pairs > PILOT and first.cpu_seconds * PILOT <= PILOT_SECONDS:
        folder.add(plan, play(plan, Span(1, PILOT)))
        _pilot(folder, wait / plan.pairs)


def _pilot(folder: Folder, a_pair: float) -> None:
    """Print what the first pairs of a study show: warnings, and after how many pairs it may stop."""
    from gattai.lab.watching import expected_pairs

    plan = folder.plan()
    pairs = expected_pairs(folder.study(), plan, folder.frame())
    if pairs is not None:
        words = f"after {PILOT} pairs: if nothing differs, about {pairs} pairs will decide it, here {_wait(pairs * a_pair)}"
        more = f"; that is more than the {plan.pairs} of the study" if pairs > plan.pairs else ""
        print(words + more, file=sys.stderr)
    _warn(folder, f"after {PILOT} pairs: ")


def _warn(folder: Folder, when: str = "") -> None:
    """Print warnings about the games played so far."""
    from gattai.lab.warnings import after

    if (verdict := folder.verdict()) is not None:
        for warning in after(folder.plan(), folder.scan(), verdict):
            print(f"warning: {when}{warning}", file=sys.stderr)


def _wait(seconds: float) -> str:
    """Return a duration in words.

    >>> _wait(40), _wait(600), _wait(9000)
    ('40 seconds', '10 minutes', '2.5 hours')
    """
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.1f} hours"


class _Bar:
    """Progress on the error stream, with the narrowing interval."""

    def __init__(self, pairs: int, *, quiet: bool) -> None:
        to = Console(stderr=True)
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("pairs"),
            TimeRemainingColumn(),
            console=to,
            disable=quiet or not to.is_terminal,
            transient=True,
        )
        self._task = self.progress.add_task("playing", total=pairs)

    def show(self, far: Far) -> None:
        """Show the current result."""
        self.progress.update(self._task, completed=far.pairs, description=_figure(far))


def _figure(far: Far) -> str:
    if far.value is None:
        return "playing"
    if far.low is None or far.high is None:
        return f"{far.metric} {far.value:.2%}"
    return f"{far.metric} {far.value:.2%} ({far.low:.2%} to {far.high:.2%})"


def _print(status: Status, *, as_json: bool) -> None:
    if as_json:
        print_json({"status": status})
        return
    say(Text(status.question or f"{status.game}, {status.kind}", STRONG))
    if status.verdict is not None:
        say(status.verdict.sentence)
        if status.verdict.population:
            say(Text(status.verdict.population, QUIET))
    done = f"{status.pairs} of {status.wanted} pairs, {status.games} games"
    spent = f"{status.cpu_seconds:.1f} CPU-seconds"
    if status.cpu_seconds:
        spent += f", {status.games / status.cpu_seconds:.1f} games each"
    say(Text(f"{done}; {spent}; {status.opened}", QUIET))
    say(Text(status.ended or "not finished", QUIET))
