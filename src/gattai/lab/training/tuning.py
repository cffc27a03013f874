"""Tuning: weights that play best, found by matches between weights alone.

What goes with winning is not always what brings it about, and an eye that tells the ends of games better may
play worse. So nothing is told here: in each round two players judge by weights on either side of the
best guess so far, or on one side and at it, each pair of games by others, and from who wins the next guess is made (`bowl`).

    bouts.parquet   one row a pair of games: by what both players judged, and the score of the first
    curve.parquet   for each round what the guess was thought to gain; the score against the hand-set eye
    weights.json    the last guess

A weight is counted in what it sways: 1 changes the judgement of what an answer brings as much as the
hand-set worth does, whatever the trait is counted in.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import polars as pl

from gattai.bots.consider import USUAL_WAYS
from gattai.bots.learnt.traits import Traits
from gattai.bots.learnt.weights import Training, Weights
from gattai.lab.training.bowl import Bout, Floats, bowl_of
from gattai.lab.training.course import (
    CURVE,
    OPENING,
    WEIGHTS,
    Told,
    framed,
    parts_of,
    play_parts,
    proof_of,
    sample_of,
    traits_of,
    weights_of,
)
from gattai.lab.training.fitting import Fit, Sample, loss_of
from gattai.lab.training.harvest import Field

BOUTS = "bouts.parquet"


class Tune(msgspec.Struct, frozen=True):
    """What is to be tuned, and how long."""

    game: str
    seed: str = "1"
    games: int = 600
    """In each round; two make a pair."""
    rounds: int = 4
    spread: float = 0.2
    """How far from the guess the weights of both players are drawn."""
    only: tuple[str, ...] = ()
    """The traits whose weights are tuned; all, if nothing is said. Few are found with fewer games."""
    sample: int = 20
    """Games of the hand-set eye with itself, to see how much each trait changes by an answer."""
    opening: int = OPENING
    """First answers of every game that are drawn."""
    ways: int = USUAL_WAYS
    proof: int = 200
    workers: int = 1


class Guess(msgspec.Struct, frozen=True):
    """One point of the curve."""

    round: int
    games: int
    gain: float
    """What the guess is thought to have beyond half of the points, against the hand-set eye."""
    cpu_seconds: float
    score: float | None = None
    low: float | None = None
    high: float | None = None


def tune(wish: Tune, out: Path, told: Told) -> tuple[Weights, list[Guess]]:
    """Play and guess, round after round; everything is kept in the folder."""
    traits = traits_of(wish.game)
    out.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    told(f"{wish.sample} games by hand")
    field = Field(
        wish.game,
        f"{wish.seed}-sample",
        0,
        wish.sample,
        (None, None),
        slips=10,
        opening=wish.opening,
        ways=wish.ways,
    )
    sample = sample_of(framed(0, play_parts(parts_of(field), wish.workers), traits), traits)
    units = units_of(sample) * [not wish.only or name in wish.only for name in traits.names]
    guess = np.zeros(len(units))
    weights = _weights(wish, traits, units, guess, sample, 0)
    bouts: list[Bout] = []
    curve: list[Guess] = []
    for number in range(1, wish.rounds + 1):
        bouts += _round(wish, number, traits, units, guess)
        bowl = bowl_of(bouts)
        guess = bowl.top
        weights = _weights(wish, traits, units, guess, sample, number)
        point = Guess(number, 2 * len(bouts), bowl.gain, 0.0)
        if wish.proof and number == wish.rounds:
            told(f"round {number}: a match of {wish.proof} games against the hand-set eye")
            share, low, high = proof_of(
                wish.game, wish.seed, wish.proof, weights, wish.opening, wish.workers
            )
            point = msgspec.structs.replace(point, score=share, low=low, high=high)
        point = msgspec.structs.replace(point, cpu_seconds=round(time.process_time() - began, 1))
        curve.append(point)
        pl.DataFrame([msgspec.to_builtins(each) for each in bouts]).write_parquet(out / BOUTS)
        pl.DataFrame([msgspec.to_builtins(each) for each in curve]).write_parquet(out / CURVE)
        (out / WEIGHTS).write_bytes(weights.text())
        told(f"round {number}: {point.games} games, thought to gain {point.gain:.1%}")
    return weights, curve


def units_of(sample: Sample) -> Floats:
    """For each trait but the first the weight that sways as much as the hand-set worth; 0 for what never changes."""
    steps = np.diff(sample.seen, axis=0)[np.diff(sample.game) == 0]
    size = np.sqrt((steps**2).mean(axis=0))
    return np.array([size[0] / each if each else 0.0 for each in size[1:]])


def sides(pair: int, guess: Floats, away: Floats) -> tuple[Floats, Floats]:
    """By what the two of a pair judge: weights on either side of the guess, every second time one side and the
    guess itself. Two that are equally far from a sharp top tell a slope and nothing of how sharp it is.
    """
    return guess + away, guess if pair % 2 else guess - away


def _round(wish: Tune, number: int, traits: Traits, units: Floats, guess: Floats) -> list[Bout]:
    """A round of pairs, each between two sets of weights."""
    source = random.Random(f"{wish.seed}/{number}")
    either: list[tuple[Floats, Floats]] = []
    parts: list[Field] = []
    for pair in range(wish.games // 2):
        away = wish.spread * np.array([source.gauss(0, 1) for _ in units]) * (units > 0)
        either.append(sides(pair, guess, away))
        one, two = (_plain(wish, traits, units, each) for each in either[-1])
        seed = f"{wish.seed}-{number}"
        parts.append(
            Field(
                wish.game,
                seed,
                2 * pair,
                2 * pair + 2,
                (one, two),
                opening=wish.opening,
                ways=wish.ways,
                mirrored=True,
            )
        )
    scores = [each.score for each in play_parts(parts, wish.workers)]
    return [
        Bout(tuple(one.tolist()), tuple(two.tolist()), (scores[2 * at] + scores[2 * at + 1]) / 2)
        for at, (one, two) in enumerate(either)
    ]


def _fit(traits: Traits, units: Floats, guess: Sequence[float] | Floats) -> Fit:
    """The hand-set worth and what is added to it, the same in every stage."""
    row = np.concatenate([[1.0], units * np.asarray(guess)])
    nothing = np.zeros((0, len(row)))
    return Fit(np.tile(row, (len(traits.stages), 1)), nothing, np.zeros((len(traits.stages), 0)))


def _plain(wish: Tune, traits: Traits, units: Floats, guess: Floats) -> Weights:
    training = Training(wish.seed, 0, 0, 0, 0, 0.0, 0.0)
    return weights_of(wish.game, traits, _fit(traits, units, guess), training)


def _weights(
    wish: Tune, traits: Traits, units: Floats, guess: Floats, sample: Sample, number: int
) -> Weights:
    fit = _fit(traits, units, guess)
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
    return weights_of(wish.game, traits, fit, training)
