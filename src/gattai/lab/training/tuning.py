"""Tuning: finds the weights that play best from matches between weights alone.

Correlation with winning is not causation: an evaluation that predicts results better may play
worse. So nothing is predicted here. In each round two players use weights on either side of the
best guess so far, or on one side and at it, with other weights for each pair of games; the results
give the next guess (`bowl`).

    bouts.parquet   one row per pair of games: the weights of both players, and the score of the
    first curve.parquet per round the estimated gain of the guess; the score against the hand-tuned
    evaluation weights.json the last guess

Weights are normalized: a weight of 1 changes the score of answers as much as the hand-tuned score
does, independent of the feature's unit.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import polars as pl

from gattai.bots.consider import USUAL_OUTCOMES
from gattai.bots.learnt.features import Features
from gattai.bots.learnt.weights import Training, Weights
from gattai.lab.training.bowl import Bout, Floats, bowl_of
from gattai.lab.training.fitting import Fit, Sample, loss_of
from gattai.lab.training.pipeline import (
    CURVE,
    OPENING,
    WEIGHTS,
    Log,
    features_of,
    framed,
    parts_of,
    play_parts,
    proof_of,
    sample_of,
    weights_of,
)
from gattai.lab.training.self_play import Field

BOUTS = "bouts.parquet"


class Tune(msgspec.Struct, frozen=True):
    """The settings of a tuning."""

    game: str
    seed: str = "1"
    games: int = 600
    """Games in each round; two make a pair."""
    rounds: int = 4
    spread: float = 0.2
    """The spread of the players' weights around the guess."""
    only: tuple[str, ...] = ()
    """The features whose weights are tuned; all by default. Fewer features need fewer games."""
    sample: int = 20
    """Games of the hand-tuned evaluation against itself, to measure the scale of each feature."""
    opening: int = OPENING
    """Number of random first answers of every game."""
    outcomes: int = USUAL_OUTCOMES
    proof: int = 200
    workers: int = 1


class Guess(msgspec.Struct, frozen=True):
    """One point of the curve."""

    round: int
    games: int
    gain: float
    """Its estimated share of points above one half against the hand-tuned evaluation."""
    cpu_seconds: float
    score: float | None = None
    low: float | None = None
    high: float | None = None


def tune(wish: Tune, out: Path, log: Log) -> tuple[Weights, list[Guess]]:
    """Play and fit, round after round; all results are stored in the folder."""
    features = features_of(wish.game)
    out.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    log(f"{wish.sample} games by hand")
    field = Field(
        wish.game,
        f"{wish.seed}-sample",
        0,
        wish.sample,
        (None, None),
        blunder_rate=10,
        opening=wish.opening,
        outcomes=wish.outcomes,
    )
    sample = sample_of(framed(0, play_parts(parts_of(field), wish.workers), features), features)
    units = units_of(sample) * [not wish.only or name in wish.only for name in features.names]
    guess = np.zeros(len(units))
    weights = _weights(wish, features, units, guess, sample, 0)
    bouts: list[Bout] = []
    curve: list[Guess] = []
    for number in range(1, wish.rounds + 1):
        bouts += _round(wish, number, features, units, guess)
        bowl = bowl_of(bouts)
        guess = bowl.top
        weights = _weights(wish, features, units, guess, sample, number)
        point = Guess(number, 2 * len(bouts), bowl.gain, 0.0)
        if wish.proof and number == wish.rounds:
            log(f"round {number}: a match of {wish.proof} games against the hand-tuned evaluation")
            share, low, high = proof_of(
                wish.game, wish.seed, wish.proof, weights, wish.opening, wish.workers
            )
            point = msgspec.structs.replace(point, score=share, low=low, high=high)
        point = msgspec.structs.replace(point, cpu_seconds=round(time.process_time() - began, 1))
        curve.append(point)
        pl.DataFrame([msgspec.to_builtins(each) for each in bouts]).write_parquet(out / BOUTS)
        pl.DataFrame([msgspec.to_builtins(each) for each in curve]).write_parquet(out / CURVE)
        (out / WEIGHTS).write_bytes(weights.text())
        log(f"round {number}: {point.games} games, thought to gain {point.gain:.1%}")
    return weights, curve


def units_of(sample: Sample) -> Floats:
    """Return the unit weight of each feature but the first; 0 for a constant feature."""
    steps = np.diff(sample.seen, axis=0)[np.diff(sample.game) == 0]
    size = np.sqrt((steps**2).mean(axis=0))
    return np.array([size[0] / each if each else 0.0 for each in size[1:]])


def sides(pair: int, guess: Floats, away: Floats) -> tuple[Floats, Floats]:
    """Return the weights of both players: on either side of the guess, or one side and the guess.

    Two points equally far from the top of the bowl show a slope but not the bend.
    """
    return guess + away, guess if pair % 2 else guess - away


def _round(wish: Tune, number: int, features: Features, units: Floats, guess: Floats) -> list[Bout]:
    """Play a round of pairs, each between two sets of weights."""
    source = random.Random(f"{wish.seed}/{number}")
    either: list[tuple[Floats, Floats]] = []
    parts: list[Field] = []
    for pair in range(wish.games // 2):
        away = wish.spread * np.array([source.gauss(0, 1) for _ in units]) * (units > 0)
        either.append(sides(pair, guess, away))
        one, two = (_plain(wish, features, units, each) for each in either[-1])
        seed = f"{wish.seed}-{number}"
        parts.append(
            Field(
                wish.game,
                seed,
                2 * pair,
                2 * pair + 2,
                (one, two),
                opening=wish.opening,
                outcomes=wish.outcomes,
                mirrored=True,
            )
        )
    scores = [each.score for each in play_parts(parts, wish.workers)]
    return [
        Bout(tuple(one.tolist()), tuple(two.tolist()), (scores[2 * at] + scores[2 * at + 1]) / 2)
        for at, (one, two) in enumerate(either)
    ]


def _fit(features: Features, units: Floats, guess: Sequence[float] | Floats) -> Fit:
    """Return the hand-tuned score plus these weights, the same in every stage."""
    row = np.concatenate([[1.0], units * np.asarray(guess)])
    nothing = np.zeros((0, len(row)))
    return Fit(
        np.tile(row, (len(features.stages), 1)), nothing, np.zeros((len(features.stages), 0))
    )


def _plain(wish: Tune, features: Features, units: Floats, guess: Floats) -> Weights:
    training = Training(wish.seed, 0, 0, 0, 0, 0.0, 0.0)
    return weights_of(wish.game, features, _fit(features, units, guess), training)


def _weights(
    wish: Tune, features: Features, units: Floats, guess: Floats, sample: Sample, number: int
) -> Weights:
    fit = _fit(features, units, guess)
    loss, by_hand = (loss_of(lead, sample.score) for lead in (fit.leads(sample), sample.seen[:, 0]))
    training = Training(
        wish.seed,
        wish.games * number,
        len(sample.score),
        number,
        0,
        round(loss, 5),
        round(by_hand, 5),
        tuned=True,
        opening=wish.opening,
    )
    return weights_of(wish.game, features, fit, training)
