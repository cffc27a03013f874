"""Training of an eye: it follows from its seed, it finds what is there, and what it learnt from is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from gattai.bots import kinds
from gattai.bots.evaluation import AnyEvaluation
from gattai.bots.learnt.weights import BY_HAND, NEXT, read
from gattai.bots.search import SearchBot
from gattai.lab.training import pipeline, self_play
from gattai.lab.training.fitting import MIN_STEEP, Sample, fitted, loss_of, steepness_of
from gattai.lab.training.pipeline import (
    CURVE,
    OPENING,
    TABLES,
    WEIGHTS,
    Wish,
    features_of,
    sample_of,
    train,
)
from gattai.lab.training.self_play import Field, SelfPlayGame

SMALL = Wish("attack-chart", seed="7", games=6, rounds=2, proof=2)


def quiet(line: str) -> None:
    assert line


def test_training_follows_from_its_seed_and_is_kept(tmp_path: Path) -> None:
    weights, curve = train(SMALL, tmp_path / "one", quiet)
    again, _ = train(SMALL, tmp_path / "two", quiet)
    assert weights == again == read((tmp_path / "one" / WEIGHTS).read_bytes())
    assert [point.games for point in curve] == [6, 12]
    assert curve[0].score is None and curve[1].score is not None
    assert pl.read_parquet(tmp_path / "one" / CURVE).height == 2
    tables = pl.read_parquet(tmp_path / "one" / TABLES / "round-2.parquet")
    assert tables["game"].n_unique() == 6
    assert weights.training.positions == sample_size(tmp_path / "one")


def test_every_game_begins_at_a_table_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Greedy sets up in the same way each time: what fits that one table is thought to be good play."""
    asked: list[Field] = []
    play_parts = pipeline.play_parts

    def watched(parts: Sequence[Field], workers: int) -> Iterator[SelfPlayGame]:
        asked.extend(parts)
        return play_parts(parts, workers)

    monkeypatch.setattr(pipeline, "play_parts", watched)
    wish = Wish("attack-chart", seed="7", games=8, rounds=1, blunder_rate=0, proof=2)
    weights, _ = train(wish, tmp_path, quiet)
    assert weights.training.opening == OPENING
    assert [each.opening for each in asked] == [OPENING, OPENING], "self-play and the proof"
    tables = pl.read_parquet(tmp_path / TABLES / "round-1.parquet")
    for army in (0, 1):
        begun = tables.filter(pl.col("game") % 2 == army, pl.col("stage") > 0)
        first = begun.group_by("game", maintain_order=True).first().drop("game", "score")
        assert first.n_unique() == 4


def test_for_the_ends_of_looks_only_ends_of_activations_teach(tmp_path: Path) -> None:
    """What a look ends with is all that it asks for; and the proof is played by bots that look ahead."""
    wish = replace(SMALL, games=2, rounds=1, opening=0, blunder_rate=0, ends=True)
    weights, curve = train(wish, tmp_path / "ends", quiet)
    assert weights.ends and weights.features[-1] == NEXT and curve[0].score is not None
    ends = pl.read_parquet(tmp_path / "ends" / TABLES / "round-1.parquet")
    train(replace(wish, ends=False, proof=0), tmp_path / "all", quiet)
    every = pl.read_parquet(tmp_path / "all" / TABLES / "round-1.parquet")
    features = (BY_HAND, *features_of(SMALL.game).names)
    seen = {(row["game"], *(row[each] for each in features)) for row in every.to_dicts()}
    assert 10 < ends.height < every.height / 2
    for row in ends.to_dicts():
        assert (row["game"], *(row[each] for each in features)) in seen
        assert row[NEXT] in (-1, 1)


def test_the_demonstration_of_learnt_ends_searches_as_a_veteran_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[AnyEvaluation] = []

    class Watched(SearchBot):
        def __init__(self, *args: Any, evaluation: AnyEvaluation, **settings: Any) -> None:
            made.append(evaluation)
            asked = ("iterations", "rollouts", "work", "width")
            assert [settings[name] for name in asked] == [
                kinds.VETERAN.settings[name] for name in asked
            ]
            super().__init__(*args, evaluation=evaluation, **settings)

    monkeypatch.setattr(self_play, "SearchBot", Watched)
    train(replace(SMALL, rounds=1, ends=True), tmp_path, quiet)
    assert [each.end_score is not None for each in made] == [True, False, False, True]


def sample_size(home: Path) -> int:
    frames = [pl.read_parquet(path) for path in sorted((home / TABLES).glob("*.parquet"))]
    return len(sample_of(pl.concat(frames), features_of("attack-chart")).score)


def drawn(count: int, seed: int) -> Sample:
    """Tables on which the second trait is what decides, and in the second stage the third."""
    source = np.random.default_rng(seed)
    seen = source.normal(0, 1, (count, 4))
    stage = source.integers(0, 2, count)
    lead = np.where(stage == 0, 2 * seen[:, 1], -3 * seen[:, 2])
    score = (source.random(count) < 1 / (1 + np.exp(-lead))).astype(np.float64)
    return Sample(seen, stage, score, np.arange(count))


def test_what_decides_games_is_found_in_each_stage() -> None:
    fit = fitted(drawn(8_000, 1), stages=2, hidden=0, seed=1, ridge=1e-6)
    assert fit.plain[0] == pytest.approx([0, 2, 0, 0], abs=0.2)
    assert fit.plain[1] == pytest.approx([0, 0, -3, 0], abs=0.3)


def test_the_gain_of_weights_over_the_hand_tuned_value_is_reported(tmp_path: Path) -> None:
    weights, _ = train(replace(SMALL, rounds=1, proof=0, ends=True), tmp_path, quiet)
    sample = sample_of(
        pl.read_parquet(tmp_path / TABLES / "round-1.parquet"), features_of(SMALL.game), ends=True
    )
    both = zip(sample.stage, sample.seen, strict=True)
    leads = np.array([weights.lead(int(stage), [*seen]) for stage, seen in both])
    slope = np.polyfit([*sample.seen[:, 0], *-sample.seen[:, 0]], [*leads, *-leads], 1)[0]
    assert weights.steepness == pytest.approx(slope, abs=1e-3) and weights.steepness != 1


def test_steepness_is_never_nothing() -> None:
    hand = np.array([1.0, -2.0, 3.0])
    assert steepness_of(2.5 * hand, hand) == pytest.approx(2.5)
    assert steepness_of(-hand, hand) == MIN_STEEP
    assert steepness_of(hand, 0 * hand) == 1


def test_hidden_units_find_what_no_sum_tells() -> None:
    source = np.random.default_rng(3)
    seen = source.normal(0, 1, (6_000, 3))
    lead = 4 * np.sign(seen[:, 1]) * np.minimum(1, abs(seen[:, 1])) ** 3
    score = (source.random(6_000) < 1 / (1 + np.exp(-lead))).astype(np.float64)
    sample = Sample(seen, np.zeros(6_000, np.int64), score, np.arange(6_000))
    losses = [
        loss_of(fitted(sample, 1, hidden, seed=1, ridge=1e-6).leads(sample), score)
        for hidden in (0, 4)
    ]
    assert losses[1] < losses[0] - 0.003


def test_little_is_believed_after_few_games() -> None:
    few = drawn(8_000, 2).part(np.arange(8_000) < 3)
    fit = fitted(few, stages=2, hidden=0, seed=1, ridge=10.0)
    assert fit.plain[0] == pytest.approx([1, 0, 0, 0], abs=0.1)


def test_a_game_that_counts_nothing_cannot_be_learnt() -> None:
    with pytest.raises(ValueError, match="has no features"):
        features_of("solitaire")
    assert BY_HAND not in features_of("attack-chart").names
