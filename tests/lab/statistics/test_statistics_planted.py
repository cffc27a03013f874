"""Planted effects are found: an overpowered piece, strengths of players, the number at a root."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from scipy.special import expit

from bench.intervals import CURVES, LEAGUES, missed_ratings, missed_roots
from gattai.lab.statistics.ratings import ELO, expected, ratings
from gattai.lab.statistics.roots import root
from gattai.lab.statistics.unit_value import worths

PRICES = {f"unit-{n}": 40.0 + 10 * n for n in range(8)}
Forces = list[tuple[list[str], list[str]]]


def mirrored(share: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Pairs of two games each, all with this chance."""
    return np.asarray((rng.random((2, len(share))) < share).mean(axis=0))


def mixed(pairs: int, rng: np.random.Generator, sizes: tuple[int, int] = (3, 6)) -> Forces:
    return [
        tuple([*rng.choice([*PRICES], rng.integers(*sizes))] for _ in range(2))  # type: ignore[misc]
        for _ in range(pairs)
    ]


def fought(forces: Forces, score: dict[str, float], rng: np.random.Generator) -> np.ndarray:
    odds = [sum(score[n] for n in one) - sum(score[n] for n in two) for one, two in forces]
    return mirrored(expit(np.array(odds)), rng)


def test_a_unit_15_percent_too_strong_is_ranked_first_and_surely() -> None:
    rng = np.random.default_rng(1)
    score = {name: 0.02 * price for name, price in PRICES.items()}
    score["unit-5"] *= 1.15
    forces = mixed(4_000, rng)
    found = worths(forces, fought(forces, score, rng), PRICES)
    assert found[0].name == "unit-5" and found[0].surely
    a_point = sum(score.values()) / sum(PRICES.values())
    for each in found:
        assert each.low < score[each.name] / a_point < each.high
    assert found[0].excess[1] > 0.03 > max(each.excess[0] for each in found[1:])


def test_a_larger_force_that_always_wins_hides_no_piece() -> None:
    rng = np.random.default_rng(4)
    prices = dict.fromkeys(("a", "b", "c", "d"), 50.0)
    adds = {"a": 0.0, "b": 0.0, "c": 0.5, "d": 0.0}
    sizes = rng.integers(2, 6, (2_000, 2))
    forces = [tuple([*rng.choice([*prices], size)] for size in two) for two in sizes]
    odds = [sum(adds[n] for n in one) - sum(adds[n] for n in two) for one, two in forces]
    certain = np.sign(sizes[:, 0] - sizes[:, 1])
    share = np.where(certain, (certain + 1) / 2, mirrored(expit(np.array(odds)), rng))
    found = worths(forces, share, prices)  # type: ignore[arg-type]
    assert found[0].name == "c" and found[0].surely
    assert [each.name for each in found if each.surely and each.stands_out > 0] == ["c"]
    assert all(each.low < each.score < each.high for each in found)


@pytest.mark.parametrize("studies", [20, pytest.param(400, marks=pytest.mark.long)])
def test_of_fair_prices_hardly_ever_one_is_called_wrong(studies: int) -> None:
    rng = np.random.default_rng(2)
    score = {name: 0.02 * price for name, price in PRICES.items()}
    wrong = 0
    for _ in range(studies):
        forces = mixed(200, rng)
        wrong += any(each.surely for each in worths(forces, fought(forces, score, rng), PRICES))
    assert wrong <= studies / 20


@pytest.mark.parametrize("pairs", [2, 10, 40])
def test_with_hardly_more_pairs_than_pieces_nothing_is_sure(pairs: int) -> None:
    """Nor does it fail where pairs cannot tell pieces apart at all."""
    wrong = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        prices = {f"unit-{n}": float(rng.integers(2, 9)) for n in range(25)}
        forces = [
            tuple([*rng.choice([*prices], rng.integers(3, 7))] for _ in range(2))
            for _ in range(pairs)
        ]
        share = mirrored(np.full(pairs, 0.5), rng)
        wrong += any(each.surely for each in worths(forces, share, prices))  # type: ignore[arg-type]
    assert wrong <= 1


def test_a_piece_stands_out_where_the_value_of_a_point_is_unknown() -> None:
    """Forces of one price: how many times its price a piece is worth cannot be said, that it is too much can."""
    rng = np.random.default_rng(7)
    prices = dict.fromkeys(PRICES, 50.0)
    score = dict.fromkeys(PRICES, 0.1) | {"unit-4": 0.6}
    forces = mixed(600, rng, (4, 5))
    forces[:15] = [(["unit-0", "unit-1"], ["unit-2"])] * 15
    found = worths(forces, fought(forces, score, rng), prices)
    assert found[0].name == "unit-4" and [each.surely for each in found] == [True] + [False] * 7
    assert (found[0].low, found[0].high) == (-inf, inf)


def test_without_prices_pieces_are_ranked_by_what_they_add() -> None:
    rng = np.random.default_rng(203)
    score = dict.fromkeys(PRICES, 0.0) | {"unit-2": 0.5, "unit-6": -0.5}
    forces = mixed(2_000, rng, (4, 5))
    found = worths(forces, fought(forces, score, rng), dict.fromkeys(PRICES, 0.0))
    assert (found[0].name, found[-1].name) == ("unit-2", "unit-6")
    assert found[0].low < expit(0.5) < found[0].high
    assert {each.name for each in found if each.surely} == {"unit-2", "unit-6"}


def test_ratings_are_those_that_were_planted() -> None:
    rng = np.random.default_rng(4)
    truth = {"ace": 200.0, "veteran": 50.0, "rookie": -250.0}
    names = [*truth]
    met = {
        (one, two): mirrored(np.full(600, expit((truth[one] - truth[two]) / ELO)), rng)
        for at, one in enumerate(names)
        for two in names[at + 1 :]
    }
    found = ratings(met)
    assert [each.name for each in found] == names
    for each in found:
        assert each.low < truth[each.name] < each.high
        assert each.high - each.low < 60 and each.pairs == 1_200
    assert abs(expected(found[0], found[1]) - expit(150 / ELO)) < 0.04


def test_who_won_everything_has_a_rating_with_an_end() -> None:
    found = ratings({("greedy", "random"): np.ones(200)})
    assert found[0].name == "greedy"
    assert 0 < found[0].low < found[0].high < inf


def test_the_number_at_which_an_advantage_vanishes_lies_within_its_interval() -> None:
    """Over 60 tunings: 19 of 20 intervals hold the true number."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(60):
        number = np.repeat(np.arange(3, 10), 120)
        shares = mirrored(expit(0.25 * (number - 5.7)), rng)
        found = root(number, shares, 0.5)
        held += found.known and found.rises and found.low < 5.7 < found.high
    assert held >= 53


def test_a_figure_that_does_not_follow_the_number_has_no_root() -> None:
    rng = np.random.default_rng(6)
    number = np.repeat(np.arange(3, 10), 60)
    assert not root(number, mirrored(np.full(len(number), 0.55), rng), 0.5).known


def test_a_root_of_what_is_no_share_is_found_as_well() -> None:
    rng = np.random.default_rng(300)
    number = np.repeat(np.arange(1, 6), 200)
    found = root(number, 20 + 8 * number + rng.normal(0, 10, len(number)), 45.0, share=False)
    assert found.known and found.low < 3.125 < found.high


@pytest.mark.parametrize("studies", [40, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("curve", CURVES)
def test_of_tuned_numbers_at_most_7_of_100_are_missed_whatever_the_curve(
    curve: str, studies: int
) -> None:
    """Of few studies three more may be missed by chance. A straight line misses up to all of them."""
    missed = missed_roots(curve, 1_000, studies)
    assert missed <= 0.07 + (3 / studies if studies < 100 else 0)


@pytest.mark.parametrize("studies", [40, pytest.param(400, marks=pytest.mark.long)])
@pytest.mark.parametrize("league", LEAGUES)
def test_of_ratings_at_most_7_of_100_are_missed_however_far_apart(
    league: str, studies: int
) -> None:
    """Standard errors miss up to one rating in four."""
    if studies < 100 and len(LEAGUES[league]) > 3:
        studies = 8
    missed = missed_ratings(league, 50, studies)
    assert missed <= 0.07 + (3 / studies if studies < 100 else 0)
