"""Holm's correction, beside that of statsmodels."""

import random

import pytest
from statsmodels.stats.multitest import multipletests

from gattai.lab.statistics.holm import holm


@pytest.mark.parametrize("count", [1, 2, 5, 40])
def test_the_claims_that_hold_are_those_of_statsmodels(count: int) -> None:
    rng = random.Random(count)
    for _ in range(4):
        chances = [rng.random() ** rng.choice((1, 8)) for _ in range(count)]
        assert holm(chances, 0.05) == [*multipletests(chances, alpha=0.05, method="holm")[0]]


def test_a_chance_that_is_just_the_error_allowed_is_sure() -> None:
    assert holm([0.05], 0.05) == [True]
    assert holm([0.025, 0.05], 0.05) == [True, True]
    assert holm([0.026, 0.05], 0.05) == [False, False]


def test_nothing_is_claimed_of_nothing() -> None:
    assert holm([], 0.05) == []
