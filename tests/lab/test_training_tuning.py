"""Tuning of an eye by matches: it follows from its seed, it finds the top, and what it played is kept."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from gattai.bots.learnt.weights import read
from gattai.lab.training.bowl import Bout, bowl_of
from gattai.lab.training.fitting import Sample
from gattai.lab.training.pipeline import CURVE, WEIGHTS, features_of
from gattai.lab.training.tuning import BOUTS, Tune, sides, tune, units_of

SMALL = Tune("attack-chart", seed="7", games=4, rounds=2, sample=2, proof=2)


def quiet(line: str) -> None:
    assert line


def test_tuning_follows_from_its_seed_and_is_kept(tmp_path: Path) -> None:
    weights, curve = tune(SMALL, tmp_path / "one", quiet)
    again, _ = tune(SMALL, tmp_path / "two", quiet)
    assert weights == again == read((tmp_path / "one" / WEIGHTS).read_bytes())
    assert weights.training.tuned and weights.training.games == 8
    assert [guess.games for guess in curve] == [4, 8]
    assert curve[0].score is None and curve[1].score is not None
    assert pl.read_parquet(tmp_path / "one" / CURVE).height == 2
    assert pl.read_parquet(tmp_path / "one" / BOUTS).height == 4
    assert all(row[0] == 1 for row in weights.plain)


def test_traits_that_are_not_named_keep_their_weight(tmp_path: Path) -> None:
    chosen = features_of(SMALL.game).names[1]
    wish = replace(SMALL, games=2, rounds=1, proof=0, only=(chosen,))
    weights, _ = tune(wish, tmp_path, quiet)
    bouts = pl.read_parquet(tmp_path / BOUTS)
    assert any(weights.plain[0][2:3]) or bouts["score"][0] == 0.5
    assert not any(weights.plain[0][1:2] + weights.plain[0][3:])


def strength(weights: np.ndarray) -> float:
    """Of a game in which 0.6 of the first trait is best, and -0.3 of the second."""
    return -float((weights[0] - 0.6) ** 2 + (weights[1] + 0.3) ** 2) / 4


def test_the_top_is_found_from_who_wins() -> None:
    source = random.Random(1)
    bouts: list[Bout] = []
    guess = np.zeros(4)
    for _ in range(4):
        for pair in range(400):
            away = 0.2 * np.array([source.gauss(0, 1) for _ in guess])
            one, two = sides(pair, guess, away)
            chance = 0.5 + strength(one) - strength(two)
            score = sum(source.random() < chance for _ in range(2)) / 2
            bouts.append(Bout(tuple(one.tolist()), tuple(two.tolist()), score))
        guess = bowl_of(bouts).top
    assert guess == pytest.approx([0.6, -0.3, 0, 0], abs=0.2)
    assert strength(guess) - strength(np.zeros(4)) > 0.08
    assert bowl_of(bouts).gain > 0.05


def cliff(weights: np.ndarray) -> float:
    """Of a game in which all traits say the same, no more of it helps, and less of it is worse than more."""
    much = float(weights.sum())
    return -(much**2) * (0.5 if much > 0 else 1.0)


def test_a_sharp_top_is_not_left_for_a_slope_that_ends_there() -> None:
    source = random.Random(1)
    bouts: list[Bout] = []
    for pair in range(400):
        away = 0.2 * np.array([source.gauss(0, 1) for _ in range(6)])
        one, two = sides(pair, np.zeros(6), away)
        chance = min(1, max(0, 0.5 + cliff(one) - cliff(two)))
        score = sum(source.random() < chance for _ in range(2)) / 2
        bouts.append(Bout(tuple(one.tolist()), tuple(two.tolist()), score))
    found = bowl_of(bouts)
    assert cliff(found.top) > -0.05
    assert found.gain < 0.05


def test_few_games_move_little() -> None:
    lean = [Bout((0.2, 0.0), (-0.2, 0.0), 1.0)]
    assert abs(bowl_of(lean).top).max() < 0.1


def test_a_weight_is_measured_by_its_effect_on_the_value() -> None:
    seen = np.array([[0, 0, 5], [1, 10, 5], [3, 30, 5], [0, 99, 5]], dtype=np.float64)
    sample = Sample(seen, np.zeros(4, np.int64), np.zeros(4), np.array([1, 1, 1, 2]))
    assert units_of(sample) == pytest.approx([0.1, 0.0])
