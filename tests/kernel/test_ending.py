"""Ends that no rule has made: told in the last line of a transcript, and read from it."""

import pytest

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.ending import Ending, read_ending
from gattai.kernel.text.transcript import Transcript, parse
from tests.kernel.test_undo import played
from tests.toy.parley import Parley

RULES = games.load("attack-chart")
LINES = {
    Ending("by resignation", Seat(1)): "blue wins: red resigned ; by resignation",
    Ending("on time", Seat(0)): "red wins: blue ran out of time ; on time",
    Ending("on time", Seat(0), drawn=True): "drawn: blue left and red called it a draw ; on time",
    Ending("by agreement"): "drawn: all agreed ; by agreement",
    Ending("broken off", why="red never came"): "nobody wins: red never came ; broken off",
}


def begun() -> Record:  # type: ignore[type-arg]
    return played(Record(RULES, dice="seeded 1"), 12)


@pytest.mark.parametrize("ending", LINES, ids=lambda ending: ending.way)
def test_an_end_stands_in_the_last_line_and_is_replayed(ending: Ending) -> None:
    record = begun()
    record.conclude(ending)
    text = record.transcript().text()
    assert text.endswith(f"\nend {LINES[ending]}\n")
    *_, again = replay(RULES, parse(text))
    assert again.transcript().text() == text and again.ending == ending
    assert isinstance(again.question, Outcome) and not again.step.waiting


def test_after_such_an_end_nothing_is_answered_and_taking_back_goes_on() -> None:
    record = begun()
    question, check = record.question, record.check
    record.conclude(Ending("by resignation", Seat(0)))
    with pytest.raises(Refused, match="blue resigned"):
        record.answer(getattr(question, "options", ((0,),))[0])
    with pytest.raises(ValueError, match="over"):
        record.conclude(Ending("by agreement"))
    record.back_to(record.count)
    assert (record.question, record.check, record.ending) == (question, check, None)
    played(record, 1)


@pytest.mark.parametrize(
    "end",
    [
        "red wins: red resigned ; by resignation",
        "green wins: red resigned ; by resignation",
        "drawn: most agreed ; by agreement",
        "drawn: blue left and blue called it a draw ; on time",
        "red wins: blue left and red called it a draw ; on time",
        "blue wins: red resigned ; ATTACK-CHART.HOUSE.VICTORY",
        "nobody wins: red never came",
    ],
)
def test_what_is_no_such_end_is_not_taken_for_one(end: str) -> None:
    record = begun()
    whole = record.transcript()
    assert read_ending(RULES, end) is None
    with pytest.raises(Diverged, match="end"):
        list(replay(RULES, Transcript(whole.header, whole.seats, whole.entries, end)))


def test_a_game_that_is_over_by_the_rules_did_not_end_otherwise() -> None:
    record = played_out()
    whole = record.transcript()
    other = "drawn: all agreed ; by agreement"
    with pytest.raises(Diverged, match="end"):
        list(replay(record.rules, Transcript(whole.header, whole.seats, whole.entries, other)))


def played_out() -> Record:  # type: ignore[type-arg]
    record: Record = Record(Parley())  # type: ignore[type-arg]
    while not isinstance(record.question, Outcome):
        played(record, 1, seed=record.count)
    return record
