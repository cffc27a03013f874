"""Distributions: exact sums, merged results, means."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gattai.odds.distribution import Distribution

DIE: Distribution[int] = Distribution(dict.fromkeys(range(1, 7), 1), 6)


def test_chances_are_exact_fractions() -> None:
    assert DIE[3] == Fraction(1, 6)
    assert DIE.chance(lambda face: face >= 5) == Fraction(1, 3)
    assert DIE.mean() == Fraction(7, 2)
    assert DIE.is_whole


def test_a_result_that_cannot_be_has_no_entry() -> None:
    assert 7 not in DIE
    with pytest.raises(KeyError):
        DIE[7]


def test_equal_readings_of_results_are_merged() -> None:
    even = DIE.map(lambda face: face % 2 == 0)
    assert dict(even) == {True: Fraction(1, 2), False: Fraction(1, 2)}


def test_mixing_weighs_each_part_by_its_share() -> None:
    coin: Distribution[int] = Distribution({0: 1, 6: 1}, 2)
    mixed = Distribution.mixed([(1, DIE), (2, coin)])
    assert mixed[6] == Fraction(1, 3) * Fraction(1, 6) + Fraction(2, 3) * Fraction(1, 2)
    assert mixed[1] == Fraction(1, 18)
    assert mixed.is_whole


def test_equal_distributions_are_equal_whatever_their_weights() -> None:
    assert Distribution({"a": 2, "b": 4}, 6) == Distribution({"b": 2, "a": 1}, 3)
    assert Distribution({"a": 1}, 1) != Distribution({"a": 1, "b": 1}, 2)
    assert Distribution.certain("a") != "a"


def test_a_distribution_that_lost_something_is_not_whole() -> None:
    assert not Distribution({"a": 1}, 2).is_whole
    assert not Distribution({"a": 0.5}, 1.0).is_whole
    assert Distribution({"a": 0.1, "b": 0.2, "c": 0.7}, 1.0).is_whole


def test_the_mean_of_what_results_are_worth() -> None:
    names: Distribution[str] = Distribution({"win": 1, "lose": 3}, 4)
    assert names.mean(lambda name: 8 if name == "win" else 0) == 2


def test_sorting_changes_the_order_and_nothing_else() -> None:
    mixed: Distribution[int] = Distribution({3: 1, 1: 2}, 3)
    assert list(mixed.sorted()) == [1, 3]
    assert mixed.sorted() == mixed
