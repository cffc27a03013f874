"""What is rated and what is not; what a journal says of it."""

import pytest
from msgspec.structs import replace

from gattai.server.online.ratings.judging import (
    Finished,
    How,
    RatedSide,
    may_forgive,
    places,
    refusal,
)
from gattai.server.online.ratings.reading import finished, how_it_ended, own_answers
from gattai.server.table.journal import (
    Aborted,
    Answered,
    DrawAgreed,
    DrawOffered,
    Resigned,
    Row,
    SeatNamed,
    TakenBack,
    TimedOut,
)

ANN, BOB = RatedSide("ann", answers=9), RatedSide("bob", answers=9)
MATCH = Finished("m", "aegis", 1e9, True, (ANN, BOB), (0,))


def test_a_match_of_two_accounts_that_was_played_is_rated() -> None:
    assert refusal(MATCH) == ""


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"wanted": False}, "casual"),
        ({"how": "aborted"}, "aborted"),
        ({"sides": (ANN,)}, "it had no opponent"),
        ({"sides": (ANN, RatedSide("", answers=9))}, "a bot of the server"),
        ({"sides": (ANN, replace(BOB, is_guest=True))}, "guests"),
        ({"sides": (replace(ANN, is_guest=True), replace(BOB, is_guest=True))}, "guests"),
        ({"sides": (ANN, ANN)}, "two seats"),
        ({"sides": (ANN, replace(BOB, owner="ann"))}, "their own bot"),
        ({"sides": (replace(ANN, owner="cat"), replace(BOB, owner="cat"))}, "their own bot"),
        ({"elsewhere": True}, "from the beginning"),
        ({"sides": (ANN, replace(BOB, answers=1))}, "2 answers"),
        ({"sides": (replace(ANN, answers=0), BOB)}, "2 answers"),
    ],
)
def test_what_is_not_rated_says_why(changed: dict[str, object], why: str) -> None:
    assert why in refusal(replace(MATCH, **changed))


@pytest.mark.parametrize(("how", "is_rated"), [
    ("resigned", True), ("timed-out", True), ("rules", False), ("agreed", False), ("aborted", False),
])  # fmt: skip
@pytest.mark.parametrize("answers", [0, 1])
def test_nobody_gets_out_of_a_poor_hand_by_going(how: How, is_rated: bool, answers: int) -> None:
    sides = (replace(ANN, answers=answers), replace(BOB, answers=answers))
    early = replace(MATCH, how=how, sides=sides, leaver=1 if how == "timed-out" else None)
    assert (refusal(early) == "") == is_rated


def test_another_ones_bot_is_an_opponent_like_others() -> None:
    assert refusal(replace(MATCH, sides=(ANN, replace(BOB, owner="cat")))) == ""


def test_only_a_lost_line_may_be_forgiven() -> None:
    late = replace(MATCH, how="timed-out", leaver=1, winners=(0,))
    assert may_forgive(late) == "" and may_forgive(MATCH) == ""
    assert may_forgive(replace(late, was_away=True)) == "bob"
    assert may_forgive(replace(MATCH, how="resigned", was_away=True)) == ""


def test_places() -> None:
    three = replace(MATCH, sides=(ANN, BOB, RatedSide("cat", answers=9)))
    assert places(MATCH) == (1, 2) and places(replace(MATCH, winners=(1,))) == (2, 1)
    assert places(replace(MATCH, winners=())) == (1, 1) == places(replace(MATCH, winners=(0, 1)))
    assert places(replace(three, winners=(2,))) == (2, 2, 1)
    assert places(replace(three, winners=(0, 2))) == (1, 2, 1)


ROWS: list[Row] = [
    SeatNamed(0, "Ann"),
    Answered(("1 blue go 2 ; S.GO #abcdef", "2 dice 6 ; S.DIE #abcdef")),
    Answered(("3 red go 2 ; S.GO #abcdef",)),
    Answered(("4 red go 3 ; S.GO #abcdef",)),
    TakenBack(3),
    Answered(("4 red stay ; S.GO #abcdef by the table",)),
    Answered(("5 blue wait ; S.GO #abcdef",)),
]


def test_own_answers_are_those_that_stand_and_nobody_gave_instead() -> None:
    assert own_answers(ROWS) == {"blue": 2, "red": 1}


@pytest.mark.parametrize(
    ("last", "how"),
    [
        ((), ("rules", None)),
        ((Resigned(1),), ("resigned", None)),
        ((DrawOffered(1), DrawAgreed()), ("agreed", None)),
        ((DrawAgreed(left=1),), ("agreed", None)),
        ((TimedOut(1), SeatNamed(1, "x")), ("timed-out", 1)),
        ((Aborted("nobody came"),), ("aborted", None)),
    ],
)
def test_how_it_ended_is_in_the_journal(last: tuple[Row, ...], how: tuple[str, int | None]) -> None:
    assert how_it_ended([*ROWS, *last]) == how
    assert how_it_ended([]) == ("rules", None)


def test_a_match_is_reported_from_its_journal() -> None:
    begun = Finished("m", "aegis", 1e9, True, (), (0,))
    people = {0: RatedSide("ann"), 1: RatedSide("bob", owner="cat")}
    found = finished(begun, ("blue", "red"), people, [*ROWS, TimedOut(1)])
    assert found.sides == (RatedSide("ann", answers=2), RatedSide("bob", owner="cat", answers=1))
    assert (found.how, found.leaver) == ("timed-out", 1)
    assert refusal(found) == ""
    over = finished(begun, ("blue", "red"), people, ROWS)
    assert "2 answers" in refusal(over)
    assert finished(begun, ("blue", "red"), {0: RatedSide("ann")}, ROWS).sides[1].person == ""
