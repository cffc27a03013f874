"""Weights that predict the results of games best: logistic regression, with optional hidden units.

The function is odd: if all features of a table change sign, so does the score, which is zero-sum.
So there is no constant, and the hidden units are hyperbolic tangents. A ridge penalty pulls the
weights towards the hand-tuned score alone.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Floats = NDArray[np.float64]

RIDGE = 1e-2
"""The ridge penalty. It is high because games are few; little tested."""
STEPS = 400
MIN_STEEP = 0.1
"""The minimum steepness of the hand-tuned score, because weights are divided by it."""


class Sample(msgspec.Struct, frozen=True):
    """Tables with their stages and results."""

    seen: Floats
    stage: NDArray[np.int64]
    score: Floats
    game: NDArray[np.int64]

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        """Return the selected tables."""
        return Sample(self.seen[chosen], self.stage[chosen], self.score[chosen], self.game[chosen])


class Fit(msgspec.Struct, frozen=True):
    """The fitted weights, in the original units of features."""

    plain: Floats
    hidden: Floats
    output: Floats

    def leads(self, sample: Sample) -> Floats:
        """Return the first seat's lead at each table: with 1 it wins about three games of four."""
        lead = np.einsum("nt,nt->n", sample.seen, self.plain[sample.stage])
        if len(self.hidden):
            loud = np.tanh(sample.seen @ self.hidden.T)
            lead = lead + np.einsum("nh,nh->n", loud, self.output[sample.stage])
        return np.asarray(lead)


def loss_of(lead: Floats, score: Floats) -> float:
    """Return the mean -log of the chance given to the actual result."""
    return float(np.mean(np.logaddexp(0.0, lead) - score * lead))


def steepness_of(lead: Floats, by_hand: Floats) -> float:
    """Return the average lead for a hand-tuned lead of 1; 1 if there is none."""
    square = float(np.mean(by_hand**2))
    return max(MIN_STEEP, float(np.mean(lead * by_hand)) / square) if square else 1.0


def fitted(sample: Sample, stages: int, hidden: int, seed: int, ridge: float = RIDGE) -> Fit:
    """Return the weights that predict these results best."""
    scale = np.sqrt((sample.seen**2).mean(axis=0))
    scale[scale == 0] = 1.0
    scale[0] = 1.0  # the hand-tuned score is a lead already
    form = _Form(sample.seen / scale, sample.stage, sample.score, stages, hidden, ridge)
    start = form.start(np.random.default_rng(seed))
    found = minimize(form.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    common, apart, units, output = form.parts(found.x)
    return Fit((common + apart) / scale, units / scale, output)


class _Form:
    """The loss and its gradient for common weights, stage weights and hidden units."""

    def __init__(
        self,
        seen: Floats,
        stage: NDArray[np.int64],
        score: Floats,
        stages: int,
        hidden: int,
        ridge: float,
    ) -> None:
        self.seen, self.score, self.ridge = seen, score, ridge
        self.stages, self.hidden, self.features = stages, hidden, seen.shape[1]
        self.rows = [np.flatnonzero(stage == each) for each in range(stages)]
        self.target = np.zeros(self.features)
        self.target[0] = 1.0

    def start(self, source: np.random.Generator) -> Floats:
        """Return the start: the hand-tuned score alone, and random hidden units with output 0."""
        units = source.normal(0, self.features**-0.5, (self.hidden, self.features))
        apart = np.zeros((self.stages, self.features))
        output = np.zeros((self.stages, self.hidden))
        return np.concatenate([self.target, apart.ravel(), units.ravel(), output.ravel()])

    def parts(self, x: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Return common and stage weights, hidden units, and their output weights."""
        t, s, h = self.features, self.stages, self.hidden
        a, b, c = t, t + s * t, t + s * t + h * t
        return x[:a], x[a:b].reshape(s, t), x[b:c].reshape(h, t), x[c:].reshape(s, h)

    def loss(self, x: Floats) -> tuple[float, Floats]:
        """Return the loss of weights and its gradient."""
        common, apart, units, output = self.parts(x)
        slope_apart, slope_output = np.zeros_like(apart), np.zeros_like(output)
        slope_units = np.zeros_like(units)
        total, count = 0.0, len(self.score)
        for at, rows in enumerate(self.rows):
            seen, score = self.seen[rows], self.score[rows]
            loud = np.tanh(seen @ units.T)
            lead = seen @ (common + apart[at]) + loud @ output[at]
            total += float(np.sum(np.logaddexp(0.0, lead) - score * lead))
            wrong = (1 / (1 + np.exp(-lead)) - score) / count
            slope_apart[at] = wrong @ seen
            slope_output[at] = wrong @ loud
            slope_units += ((wrong[:, None] * output[at]) * (1 - loud**2)).T @ seen
        away = common - self.target
        slopes = (slope_apart.sum(axis=0), slope_apart, slope_units, slope_output)
        drawn = (away, apart, units, output)
        flat = [(s + 2 * self.ridge * d).ravel() for s, d in zip(slopes, drawn, strict=True)]
        price = self.ridge * sum(float(np.sum(each**2)) for each in drawn)
        return total / count + price, np.concatenate(flat)
