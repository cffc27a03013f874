"""The fit of a value: logistic regression on features whose weights change with the clocks.

Which ridge penalty is used and how confident the value may be follow from cross-validation: the
games are split into parts, both games of a pair into the same one, and each part is predicted by
what was fitted to the others.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

RIDGES = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1)
"""The ridge penalties that are tried."""
BY_CLOCK = 3.0
"""How much more a weight is penalized that changes with a clock."""
TRUSTED = 0.05
"""How much less the hand-tuned lead is penalized than other features."""
PARTS = 8
STEPS = 400
BINS = 10
DIGITS = 5
"""Significant digits of stored weights."""


class Sample(msgspec.Struct, frozen=True):
    """Positions as arrays, from the first seat's point of view."""

    features: Floats
    clock: Floats
    score: Floats
    pair: Ints
    estimate: Floats
    """The chance by the hand-tuned score alone."""

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        """Return the selected positions."""
        return Sample(
            self.features[chosen],
            self.clock[chosen],
            self.score[chosen],
            self.pair[chosen],
            self.estimate[chosen],
        )


class Fitted(msgspec.Struct, frozen=True):
    """What was found."""

    weights: Floats
    """For each feature its weight, and what each clock adds to it."""
    ridge: float
    loss: float
    """The mean loss at positions of games that were left out."""
    error: float
    """The mean difference between chances and results in a bin, at the same positions."""
    steepness: float

    def chances(self, sample: Sample) -> Floats:
        """Return the first seat's chance at each position."""
        return chance_by(self.weights, sample)


def chance_by(weights: Floats, sample: Sample) -> Floats:
    """Return the first seat's chance at each position by stored weights."""
    factors = np.hstack([np.ones((len(sample.score), 1)), sample.clock])
    lead = np.einsum("nf,nk,fk->n", sample.features, factors, weights)
    return np.asarray(1 / (1 + np.exp(-np.clip(lead, -500, 500))))


def loss_of(chance: Floats, score: Floats) -> float:
    """Return the mean -log of the chance given to the actual result; a draw is half of each."""
    sure = np.clip(chance, 1e-9, 1 - 1e-9)
    return float(-np.mean(score * np.log(sure) + (1 - score) * np.log(1 - sure)))


def fitted(sample: Sample) -> Fitted:
    """Return the weights that predict these results best."""
    tried = [(ridge, left_out(sample, sample, ridge)) for ridge in RIDGES]
    ridge, blind = min(tried, key=lambda found: loss_of(found[1], sample.score))
    lead = np.log(np.clip(blind, 1e-9, 1) / np.clip(1 - blind, 1e-9, 1))
    confidence = _confidence(lead, sample.score)
    chance = 1 / (1 + np.exp(-confidence * lead))
    weights = _short(confidence * _weights(sample, ridge))
    hand = sample.features[:, 0]
    found = chance_by(weights, sample)
    leads = np.log(np.clip(found, 1e-9, 1) / np.clip(1 - found, 1e-9, 1))
    steepness = max(0.1, float(np.mean(leads * hand)) / (float(np.mean(hand**2)) or 1.0))
    return Fitted(
        weights, ridge, loss_of(chance, sample.score), error_of(chance, sample.score), steepness
    )


def left_out(sample: Sample, asked: Sample, ridge: float) -> Floats:
    """Return the chances at positions of the same games, each by a fit without its pair of games."""
    part, of_asked = sample.pair % PARTS, asked.pair % PARTS
    chance = np.zeros(len(asked.score))
    for each in range(PARTS):
        if (of_asked == each).any():
            weights = _weights(sample.part(part != each), ridge)
            chance[of_asked == each] = chance_by(weights, asked.part(of_asked == each))
    return chance


def error_of(chance: Floats, score: Floats) -> float:
    """Return the mean difference between chances and results in a bin, weighted by positions."""
    inside = np.minimum(BINS - 1, (chance * BINS).astype(np.int64))
    return float(
        sum(
            abs(float(np.sum(chance[inside == each] - score[inside == each])))
            for each in range(BINS)
        )
        / max(1, len(score))
    )


def _confidence(lead: Floats, score: Floats) -> float:
    """Return the factor by which leads at games that were left out predict results best."""

    def loss(x: Floats) -> tuple[float, Floats]:
        scaled = x[0] * lead
        wrong = 1 / (1 + np.exp(-scaled)) - score
        return float(np.mean(np.logaddexp(0.0, scaled) - score * scaled)), np.array(
            [np.mean(wrong * lead)]
        )

    return float(minimize(loss, np.ones(1), jac=True, method="L-BFGS-B").x[0])


def _weights(sample: Sample, ridge: float) -> Floats:
    """Return the weights with one penalty, in the original units of features and clocks."""
    middle, spread = sample.clock.mean(axis=0), sample.clock.std(axis=0) + 1e-6
    factors = np.hstack([np.ones((len(sample.score), 1)), (sample.clock - middle) / spread])
    count, width = sample.features.shape[1], factors.shape[1]
    columns = np.einsum("nf,nk->nfk", sample.features, factors).reshape(len(factors), -1)
    scale = np.sqrt((columns**2).mean(axis=0)) + 1e-6
    columns /= scale
    penalty = np.full((count, width), ridge)
    penalty[:, 1:] *= BY_CLOCK
    penalty[0] *= TRUSTED
    price = penalty.ravel()

    def loss(x: Floats) -> tuple[float, Floats]:
        lead = columns @ x
        wrong = (1 / (1 + np.exp(-np.clip(lead, -500, 500))) - sample.score) / len(sample.score)
        total = float(np.mean(np.logaddexp(0.0, lead) - sample.score * lead))
        return total + float(price @ x**2), columns.T @ wrong + 2 * price * x

    start = np.zeros(count * width)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    weights = (found / scale).reshape(count, width)
    by_clock = weights[:, 1:] / spread
    return np.asarray(np.hstack([weights[:, :1] - (by_clock @ middle)[:, None], by_clock]))


def _short(weights: Floats) -> Floats:
    return np.array([[float(f"{one:.{DIGITS}g}") for one in row] for row in weights])
