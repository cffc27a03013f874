"""The results of a roll, as environments for research list them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gattai.adapters.table import MAX_RESULTS, exact_results
from gattai.kernel.dice import Dice, Die, Shuffle, Throw

D10 = Die("d10", tuple(range(10)))


def pair() -> Dice[tuple[int, int]]:
    """Two players roll off, each result read for itself."""
    return D10.throw(1, lambda face: (int(face), 0)) + D10.throw(1, lambda face: (0, int(face)))


def test_two_d10_tie_with_exactly_one_chance_in_ten() -> None:
    results = exact_results(pair())
    assert results is not None
    ties = sum(ways for (first, second), ways in results if first == second)
    assert Fraction(ties, pair().total) == Fraction(1, 10)


@pytest.mark.parametrize(
    "dice", [pair(), D10.throw(6, lambda face: int(face) >= 7), D10.throw(0, int), Shuffle(4)]
)
def test_every_result_is_listed_once_by_faces_that_read_as_it(dice: Throw) -> None:
    results = exact_results(dice)
    assert results is not None
    assert [(dice.read(faces), ways) for faces, ways in results] == [*dice.outcomes()]
    assert all(dice.check(faces) == faces for faces, _ in results)
    assert sum(ways for _, ways in results) == dice.total


def test_seven_cards_are_listed_and_eight_are_not() -> None:
    listed = exact_results(Shuffle(7))
    assert listed is not None and len(listed) == 5_040 <= MAX_RESULTS
    assert exact_results(Shuffle(8)) is None, "40,320 orders"


def test_a_roll_that_tells_too_many_results_apart_is_not_listed() -> None:
    def in_place(place: int) -> Dice[tuple[int, ...]]:
        return D10.throw(1, lambda face: tuple(int(face) * (each == place) for each in range(5)))

    dice = sum(map(in_place, range(5)), Dice(()))
    assert dice.total == 100_000 and exact_results(dice) is None
