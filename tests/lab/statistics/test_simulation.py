"""Simulated studies: equal rules are called equal, what is there is found, and early."""

from __future__ import annotations

import numpy as np
import pytest

from gattai.lab.statistics.betting import DIFFERENCE
from gattai.lab.statistics.population import Clusters
from gattai.lab.statistics.simulation import (
    MIRRORED,
    Superpopulation,
    Truth,
    fixed_number,
    population_errors,
    simulate,
)
from gattai.lab.statistics.stopping import StoppingRule
from gattai.lab.statistics.watch import Watch

ENDLESS = StoppingRule("won", 0.001)
"""So small a difference is not excluded within these pairs: every look may raise an alarm."""
EQUAL = {
    "mirrored": MIRRORED,
    "seldom different": Truth(np.array([-0.5, 0.0, 0.5]), np.array([0.01, 0.98, 0.01])),
    "always different": Truth(np.array([-1.0, 1.0]), np.array([0.5, 0.5])),
    "lopsided": Truth(np.array([-1.0, 0.0, 0.25]), np.array([0.1, 0.5, 0.4])),
}


def test_of_2000_studies_of_equal_rules_at_most_one_in_twenty_claims_a_difference() -> None:
    said = simulate(MIRRORED, ENDLESS, 2_000, 1_500, seed=16)
    assert said.share("same") == 0
    assert said.share("more", "less") <= 0.05


@pytest.mark.parametrize("kind", EQUAL)
def test_it_does_not_matter_how_pairs_are_distributed(kind: str) -> None:
    assert simulate(EQUAL[kind], ENDLESS, 500, 1_000, seed=17).share("more", "less") <= 0.05


def test_an_interval_for_one_look_would_raise_many_alarms() -> None:
    """What the watch is there for: the same 2000 studies, looked at every hundred pairs."""
    rng = np.random.default_rng(16)
    alarms = 0
    for _ in range(2_000):
        values = MIRRORED.drawn(1_500, rng)
        count = np.arange(1, 1_501)
        mean = np.cumsum(values) / count
        width = 1.96 * np.sqrt(np.cumsum(values**2) / count - mean**2) / np.sqrt(count)
        alarms += bool((abs(mean) > width)[99::100].any())
    assert alarms / 2_000 > 0.15


def test_what_is_there_is_found_and_sooner_the_larger_it_is() -> None:
    stop = StoppingRule("won", 0.04)
    said = {
        mean: simulate(MIRRORED.tilted(mean), stop, 200, 6_000, seed=18)
        for mean in (0.0, 0.04, 0.08, 0.16)
    }
    assert said[0.0].share("same") >= 0.95
    for mean in (0.04, 0.08, 0.16):
        assert said[mean].share("more") >= 0.95
    pairs = [float(each.pairs.mean()) for each in said.values()]
    assert pairs == sorted(pairs, reverse=True)


def test_stopping_early_saves_games_against_a_fixed_number_of_the_same_power() -> None:
    stop = StoppingRule("won", 0.04)
    equal = simulate(MIRRORED, stop, 200, 6_000, seed=19)
    twice = simulate(MIRRORED.tilted(0.08), stop, 200, 6_000, seed=19)
    once = fixed_number(MIRRORED, stop, equal.share("same"))
    assert equal.pairs.mean() < once
    assert twice.pairs.mean() < 0.25 * once


def test_a_metric_without_bounds_raises_few_alarms_however_skewed() -> None:
    """Exponential values, and something that happens in two pairs of a hundred."""
    rng = np.random.default_rng(20)
    stop = StoppingRule("length", 0.0001, percent=False)
    for draw in (
        lambda: rng.exponential(size=1_500) - 1,
        lambda: (rng.random(1_500) < 0.02) - 0.02,
    ):
        alarms = sum(Watch(stop, None).after(draw()).verdict is not None for _ in range(400))
        assert alarms / 400 <= 0.065, "5 % and what 400 studies may be off"


def test_a_mean_never_known_within_bounds_is_an_error() -> None:
    with pytest.raises(ValueError, match="not between -1 and 1"):
        Watch(ENDLESS, DIFFERENCE).after([0.0, 1.5])


POPULATIONS = {
    "three players": Superpopulation((1, 1, 1), 0, 0.15, 0.1),
    "players far apart": Superpopulation((1, 1, 1, 1), 0, 0.3, 0.2),
    "weights": Superpopulation((3, 2, 1, 1), 0, 0.15, 0.1),
    "openings used again": Superpopulation((1, 1, 1, 1, 1), 12, 0.1, 0.15),
}


@pytest.mark.parametrize("studies", [40, pytest.param(2_500, marks=pytest.mark.long)])
@pytest.mark.parametrize("population", POPULATIONS)
def test_with_drawn_players_and_openings_few_claims_are_false_and_intervals_cover(
    population: str, studies: int
) -> None:
    """Of few studies three more may be wrong by chance."""
    false, missed = population_errors(POPULATIONS[population], studies, 800, seed=21)
    by_chance = 3 / studies if studies < 100 else 0
    assert false <= 0.05 + by_chance and missed <= 0.06 + by_chance


def test_an_interval_of_pairs_alone_would_miss_most_populations() -> None:
    """What the groups are there for: the same studies, as if there were no other players."""
    drawn, rng = POPULATIONS["players far apart"], np.random.default_rng(21)
    missed = 0
    for _ in range(100):
        values, _ = drawn.drawn(800, rng)
        missed += abs(values.mean()) > 1.96 * values.std() / np.sqrt(len(values))
    assert missed > 50


def test_an_effect_on_which_all_players_agree_is_found() -> None:
    rng = np.random.default_rng(22)
    drawn = Superpopulation((1, 1, 1, 1), 0, 0.02, 0.1, mean=0.25)
    assert sum(drawn.studied(800, 0.05, rng)[-1][0] > 0 for _ in range(20)) >= 18


def test_pairs_of_players_who_disagree_are_as_informative_as_few() -> None:
    rng = np.random.default_rng(23)
    group = np.repeat(np.arange(4), 200)
    noise = rng.normal(0, 1, 800)
    apart = Clusters.empty([4]).plus([group], noise + np.array([-2.0, -1.0, 1.0, 2.0])[group])
    alike = Clusters.empty([4]).plus([group], noise)
    assert apart.effective() < 10 < 100 < alike.effective() <= 800


def test_a_player_with_four_pairs_is_too_few_and_with_five_enough() -> None:
    values = np.linspace(-1, 1, 15)
    few = Clusters.empty([2]).plus([np.repeat([0, 1], [4, 11])], values)
    enough = Clusters.empty([2]).plus([np.repeat([0, 1], [5, 10])], values)
    assert few.interval(0.05) == (-np.inf, np.inf)
    assert -np.inf < enough.interval(0.05)[0]
