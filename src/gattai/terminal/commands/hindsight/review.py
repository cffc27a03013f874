"""`gattai review FILE`: how a completed game went, what decided it, and which choices cost most."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from gattai.bots.registry import PERSON
from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat
from gattai.kernel.text.transcript import Transcript
from gattai.scene.advice import percent
from gattai.server.messages import Analysis, Choices, TurningPoint, TurnReport
from gattai.server.table.retrospect import NotOver, Retrospect
from gattai.terminal.client.story import Retelling
from gattai.terminal.client.words import capital, counted
from gattai.terminal.commands.replay import does_not_hold, read
from gattai.terminal.complaint import NO, Complaint, perhaps
from gattai.terminal.printing import QUIET, STRONG, print_json, say

BAR = 40
"""Width of the bar for certainty, in characters."""


def show(path: Path, seat: str, packs: tuple[Path, ...], *, as_json: bool) -> int:
    """Review a saved game; the exit code says whether it is valid and over."""
    rules, transcript, text = read(path, packs)
    try:
        retelling = Retelling(rules, transcript, verify=False)
        for _ in retelling.chapters():
            pass
        retelling.check_end()
    except Diverged as problem:
        return does_not_hold(path, problem, text, rules, as_json=as_json)
    seats = retelling.rules.seats
    if seat and seat not in seats:
        there = f"; there are {', '.join(seats)}"
        raise Complaint(f"there is no seat {seat!r}{perhaps(seat, seats) or there}")
    try:
        back = Retrospect(retelling.record, (Seat(seats.index(seat)),) if seat else None)
    except NotOver as problem:
        raise Complaint(f"{path}: {problem}", NO) from problem
    while not back.go_on(10):
        pass
    assert back.analysis is not None
    if as_json:
        print_json({"end": transcript.end, "seats": seats, "analysis": back.analysis})
    else:
        say(*_page(path, transcript, back.analysis, seats))
    return 0


def _page(
    path: Path, transcript: Transcript, analysis: Analysis, seats: tuple[str, ...]
) -> Iterator[Text]:
    sitting = ", ".join(
        f"{seat} is {who}" for seat, who in zip(seats, analysis.players, strict=True)
    )
    end = transcript.end.partition(" ; ")[0].removeprefix("end ")
    yield Text(f"{transcript.header.game}: {sitting}", STRONG)
    yield Text(capital(end))
    if len(analysis.turns) < 2:
        yield Text("No bot can evaluate this game, so there is no more to show.", QUIET)
        return
    yield from _curve(analysis, seats)
    yield Text("")
    yield Text("What decided it", STRONG)
    for number, point in enumerate(analysis.points, 1):
        yield from _point(number, point, analysis, seats)
    if not analysis.points:
        yield Text("  No turn changed much.", QUIET)
    for choices in analysis.choices:
        yield from _choices(choices, seats)
    if PERSON not in analysis.players and not analysis.choices:
        yield Text("No person played: use --seat NAME to judge a bot's choices.", QUIET)
    if analysis.best is not None:
        best = analysis.best
        gone = f", {counted(best.destroyed, 'unit')} destroyed" if best.destroyed else ""
        yield Text("")
        yield Text("Best unit  ", STRONG).append(
            f"{best.name} ({seats[best.owner]}): {best.amount} {analysis.unit}{gone}", "not bold"
        )
    yield Text("")
    yield Text(
        f"The chances are a bot's judgement. `gattai replay {path} --at N --board` shows the table "
        "after N answers.",
        QUIET,
    )


def _curve(analysis: Analysis, seats: tuple[str, ...]) -> Iterator[Text]:
    """Yield the chances after every turn; with two seats, only the first one's, with a bar."""
    names = [_turn(turn, seats) or "start" for turn in analysis.turns]
    width = max(map(len, names))
    two = len(seats) == 2
    yield Text("")
    yield Text(f"The chance of {seats[0] if two else 'each'} to win, turn by turn", STRONG)
    if not two:
        yield Text(f"  {'':{width}}  {'  '.join(seats)}", QUIET)
    for name, turn in zip(names, analysis.turns, strict=True):
        shown = zip(seats, turn.shares[:1] if two else turn.shares, strict=False)
        wide = [f"{percent(share):>{4 if two else max(4, len(seat))}}" for seat, share in shown]
        line = Text(f"  {name:{width}}  {'  '.join(wide)}")
        yield line.append(f"  {'#' * round(turn.shares[0] * BAR)}", QUIET) if two else line


def _turn(turn: TurnReport, seats: tuple[str, ...]) -> str:
    return turn.name if turn.seat is None else f"{turn.name}, {seats[turn.seat]}"


def _point(
    number: int, point: TurningPoint, analysis: Analysis, seats: tuple[str, ...]
) -> Iterator[Text]:
    turn = _turn(analysis.turns[point.turn], seats)
    gain = counted(round(point.change * 100), "point")
    head = Text(f"  {number}. {turn}, after {point.number} answers: ", QUIET)
    yield head.append(capital(point.title), f"not dim {STRONG}")
    if point.text:
        yield Text(f"     {capital(point.text)}")
    if point.chance is not None and point.unit:
        yield Text(
            f"     {point.came} {point.unit}, {point.expected:.2f} expected: "
            f"{percent(point.chance)} for as much or as little",
            QUIET,
        )
    yield Text(f"     {gain} for {seats[point.gained]} in that turn", QUIET)


def _choices(choices: Choices, seats: tuple[str, ...]) -> Iterator[Text]:
    yield Text("")
    total = choices.best + choices.good + choices.costly
    kinds = f"{choices.best} best, {choices.good} good, {choices.costly} costly"
    yield Text(f"The choices of {seats[choices.seat]}", STRONG).append(
        f"  {counted(total, 'choice')}: {kinds}", f"not bold {QUIET}"
    )
    for worst in choices.worst:
        yield Text(f"  {worst.turn}, after {worst.number} answers: ", QUIET).append(
            capital(worst.chosen), "not dim"
        )
        lost = counted(round(worst.lost * 100), "point")
        yield Text("     A bot would: ", QUIET).append(capital(worst.better), f"not dim {STRONG}")
        yield Text(f"     That was {lost} better.", QUIET)
    if not choices.worst:
        yield Text("  None cost much.", QUIET)
