"""Intervals cover what they are of, at every look; of many figures few are claimed by chance."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from gattai.lab.statistics.betting import DIFFERENCE, SHARE, evidence, interval
from gattai.lab.statistics.figures import ComparedFigure, difference_of, mean_of, several
from gattai.lab.statistics.pairs import fold, frequencies
from gattai.lab.statistics.simulation import MIRRORED


@pytest.mark.parametrize("share", [0.5, 0.9, 0.99])
def test_an_interval_of_a_share_covers_it_at_all_looks(share: float) -> None:
    rng = np.random.default_rng(6)
    missed = 0
    for _ in range(150):
        values = rng.random(400) < share
        rollouts = [interval(frequencies(values[:n]), SHARE) for n in (10, 20, 50, 100, 200, 400)]
        missed += any(not low <= share <= high for low, high in rollouts)
    assert missed / 150 <= 0.05


def test_an_interval_narrows_with_the_root_of_the_pairs() -> None:
    widths = []
    for times in (1, 100):
        low, high = interval(frequencies(np.tile(MIRRORED.drawn(400, _rng()), times)), DIFFERENCE)
        widths.append(high - low)
    assert 8 < widths[0] / widths[1] < 13


@pytest.mark.parametrize(("value", "low", "high"), [(0.0, 0.0, 0.13), (1.0, 0.87, 1.0)])
def test_who_always_wins_has_an_interval_at_the_end(value: float, low: float, high: float) -> None:
    found = interval(frequencies([value] * 50), SHARE)
    assert low <= found[0] and found[1] <= high and found[0] < found[1]


def test_of_nothing_nothing_is_known() -> None:
    assert interval(frequencies([]), SHARE) == (0.0, 1.0)
    assert (mean_of([]).low, mean_of([]).high) == (-inf, inf)


def test_the_evidence_is_beyond_the_error_where_the_interval_excludes() -> None:
    values = frequencies(MIRRORED.tilted(0.08).drawn(800, _rng()))
    low, high = interval(values, DIFFERENCE)
    assert low > 0
    assert evidence(values, DIFFERENCE, 0.0) > 20
    assert evidence(values, DIFFERENCE, (low + high) / 2) < 1


def test_the_interval_does_not_depend_on_the_order() -> None:
    values = MIRRORED.drawn(500, _rng())
    assert interval(frequencies(values), DIFFERENCE) == interval(
        frequencies(np.sort(values)), DIFFERENCE
    )


def test_arms_with_common_seeds_are_distinguished_by_fewer_pairs() -> None:
    """What the dice do to both falls out: matched differences are surer than two means apart."""
    rng = _rng()
    luck = rng.normal(40, 10, 1_000)
    numbers = np.arange(1_000)
    a, b = fold(numbers, luck, 1), fold(numbers, luck + rng.normal(1, 2, 1_000), 1)
    together = difference_of(a, b)
    apart = mean_of(a.value), mean_of(b.value)
    assert together.surely and together.low > 0
    assert apart[0].high > apart[1].low


def test_of_many_metrics_of_equal_rules_one_study_in_twenty_claims_any() -> None:
    rng = np.random.default_rng(8)
    claimed = 0
    for _ in range(40):
        shared = rng.normal(size=400)
        asked = {f"m.{k}": ComparedFigure(shared + rng.normal(size=400)) for k in range(10)}
        claimed += any(figure.surely for figure in several(asked).values())
    assert claimed / 40 <= 0.05


def test_among_many_metrics_what_differs_is_claimed_and_the_rest_is_not() -> None:
    rng = np.random.default_rng(9)
    asked = {f"m.{k}": ComparedFigure(rng.normal(size=2_000)) for k in range(9)}
    asked["won"] = ComparedFigure(MIRRORED.tilted(0.1).drawn(2_000, rng), DIFFERENCE)
    found = several(asked)
    assert [name for name, figure in found.items() if figure.surely] == ["won"]
    alone = mean_of(asked["won"].values, DIFFERENCE)
    assert found["won"].low < alone.low, "asked together each interval is wider"
    assert several({}) == {}


def _rng() -> np.random.Generator:
    return np.random.default_rng(7)
