"""Questions: lazy options, one at random, parts, and who is asked."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.kernel.question import (
    ENTER,
    Choose,
    Options,
    Part,
    Place,
    Roll,
    Seat,
    Steps,
    Together,
    any_one,
    part,
    roll,
    seats_asked,
)
from gattai.kernel.rulebook import Refusal
from tests.kernel.small import ANN, BOB, ONE_DIE


class Judge:
    """Allows the multiples of a number, and counts how often it is asked."""

    def __init__(self, of: int) -> None:
        self.of = of
        self.asked = 0

    def __call__(self, candidate: int) -> Iterator[Refusal]:
        self.asked += 1
        if candidate % self.of:
            yield Refusal("S.MULTIPLE", "not a multiple", (("of", self.of),))
        if candidate < 0:
            yield Refusal("S.SIGN", "negative")


@given(st.lists(st.integers(-20, 20), unique=True), st.integers(1, 4))
def test_what_is_offered_is_what_has_no_refusal(candidates: list[int], of: int) -> None:
    options = Options(candidates, Judge(of))
    allowed = [number for number in candidates if number % of == 0 and number >= 0]
    assert bool(options) == bool(allowed)
    assert [number for number in range(-20, 21) if number in options] == sorted(allowed)
    assert [*options] == allowed
    assert len(options) == len(allowed)
    assert bool(options) == bool(allowed)
    assert options[:2] == tuple(allowed[:2])


def test_something_that_nobody_suggested_is_no_option() -> None:
    options: Options[object] = Options((2, 4), Judge(2))
    assert 6 not in options
    assert "2" not in options


def test_options_are_judged_only_as_far_as_somebody_looks() -> None:
    judge = Judge(1)
    options = Options(range(1000), judge)
    assert judge.asked == 0
    assert options
    assert judge.asked == 1
    assert 500 in options
    assert judge.asked == 2
    any_one(options, Random(1))
    assert judge.asked == 3


def test_each_candidate_is_judged_once_however_often_all_are_wanted() -> None:
    judge = Judge(2)
    options = Options(range(10), judge)
    assert len(options) == 5
    assert [*options, *options][-1] == options[-1] == 8
    assert judge.asked == 10


def test_every_refusal_is_there_for_who_asks_why_not() -> None:
    assert [reason.rule for reason in Options((-3,), Judge(2)).refusals(-3)] == [
        "S.MULTIPLE",
        "S.SIGN",
    ]


@pytest.mark.parametrize("of", [1, 3, 25])
@pytest.mark.parametrize("known", [False, True])
def test_one_option_at_random_is_each_as_likely(of: int, known: bool) -> None:
    source = Random(7)
    drawn: Counter[int] = Counter()
    for _ in range(4000):
        options = Options(range(50), Judge(of))
        if known:
            assert len(options) == 50 // of + (50 % of > 0)
        drawn[any_one(options, source)] += 1
    allowed = [*range(0, 50, of)]
    expected = 4000 / len(allowed)
    assert sorted(drawn) == allowed
    assert sum((drawn[n] - expected) ** 2 / expected for n in allowed) < 2 * len(allowed) + 10


def test_one_of_plain_options_is_each_as_likely() -> None:
    source = Random(7)
    drawn = Counter(any_one("abcd", source) for _ in range(4000))
    assert all(900 < drawn[letter] < 1100 for letter in "abcd")


def test_no_option_at_all_is_an_error_and_no_endless_search() -> None:
    options = Options(range(1, 5), Judge(10))
    assert not options
    with pytest.raises(IndexError):
        options.any_one(Random(1))


def double(number: int) -> Steps[int]:
    """A part that asks one question."""
    rolled = yield from roll(ONE_DIE, "S.DIE")
    return number * rolled


def test_a_part_that_is_entered_asks_its_own_questions() -> None:
    steps = part(double, 3)
    assert next(steps) == Part(double, (3,))
    question = steps.send(ENTER)
    assert question == Roll(ONE_DIE, "S.DIE")
    with pytest.raises(StopIteration) as ended:
        steps.send(4)
    assert ended.value.value == 12


def test_a_part_that_is_answered_is_not_played() -> None:
    steps = part(double, 3)
    next(steps)
    with pytest.raises(StopIteration) as ended:
        steps.send(99)
    assert ended.value.value == 99


def test_a_part_may_be_answered_with_nothing() -> None:
    steps = part(double, 3)
    next(steps)
    with pytest.raises(StopIteration) as ended:
        steps.send(None)
    assert ended.value.value is None


def test_a_part_takes_its_arguments_by_position() -> None:
    with pytest.raises(TypeError, match="by position"):
        next(part(double, number=3))


class Anywhere:
    def refusals(self, point: tuple[int, int]) -> Iterator[Refusal]:
        return iter(())

    def suggest(self) -> tuple[tuple[int, int], ...]:
        return ((0, 0),)


@pytest.mark.parametrize("seats", [(), (ANN, ANN), (ANN, BOB, ANN)])
def test_together_asks_each_seat_once(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(ValueError, match=r"each once.*\[S.T\]"):
        Together(tuple(Choose(seat, (1,), "S.A") for seat in seats), "S.T")


def test_the_seats_asked_are_those_whose_answer_is_wanted() -> None:
    choice = Choose(BOB, ("a",), "S.A")
    assert seats_asked(Roll(ONE_DIE, "S.DIE", by=ANN)) == ()
    assert seats_asked(choice) == (BOB,)
    assert seats_asked(Place(ANN, Anywhere(), "S.P")) == (ANN,)
    assert seats_asked(Together((choice, Choose(ANN, (1,), "S.A")), "S.T")) == (BOB, ANN)
