"""Weights that tell the ends of games best: logistic regression, with a few hidden units if wanted.

Everything is odd: if all traits of a table change their sign, so does what is learnt, and what one
side has the other lacks. So there is no constant, and the hidden units are hyperbolic tangents.
What is learnt is drawn towards the hand-set worth alone (ridge), and has to be paid for by games.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Floats = NDArray[np.float64]

RIDGE = 1e-2
"""What a weight away from the hand-set worth costs. High, for games are few; tried on little."""
STEPS = 400
LEAST_STEEP = 0.1
"""However little a few games say for the hand-set worth: what is learnt is divided by this."""


class Sample(msgspec.Struct, frozen=True):
    """Tables, with the stage and the end of each."""

    seen: Floats
    stage: NDArray[np.int64]
    score: Floats
    game: NDArray[np.int64]

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        """Some of them."""
        return Sample(self.seen[chosen], self.stage[chosen], self.score[chosen], self.game[chosen])


class Fit(msgspec.Struct, frozen=True):
    """What was found, in the traits as they are."""

    plain: Floats
    hidden: Floats
    heard: Floats

    def leads(self, sample: Sample) -> Floats:
        """How far ahead the first seat is at each table: 1 wins about three games of four."""
        lead = np.einsum("nt,nt->n", sample.seen, self.plain[sample.stage])
        if len(self.hidden):
            loud = np.tanh(sample.seen @ self.hidden.T)
            lead = lead + np.einsum("nh,nh->n", loud, self.heard[sample.stage])
        return np.asarray(lead)


def loss_of(lead: Floats, score: Floats) -> float:
    """The mean of -log of the chance that was given to what happened."""
    return float(np.mean(np.logaddexp(0.0, lead) - score * lead))


def steepness_of(lead: Floats, by_hand: Floats) -> float:
    """How far ahead on average those are who are ahead by 1 by hand; 1 where nobody ever is."""
    square = float(np.mean(by_hand**2))
    return max(LEAST_STEEP, float(np.mean(lead * by_hand)) / square) if square else 1.0


def fitted(sample: Sample, stages: int, hidden: int, seed: int, ridge: float = RIDGE) -> Fit:
    """The weights that tell these ends best."""
    scale = np.sqrt((sample.seen**2).mean(axis=0))
    scale[scale == 0] = 1.0
    scale[0] = 1.0  # the hand-set worth is told as a lead already
    form = _Form(sample.seen / scale, sample.stage, sample.score, stages, hidden, ridge)
    start = form.start(np.random.default_rng(seed))
    found = minimize(form.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    common, apart, units, heard = form.parts(found.x)
    return Fit((common + apart) / scale, units / scale, heard)


class _Form:
    """The loss of weights and its slope. Common weights, what each stage adds, hidden units."""

    def __init__(
        self, seen: Floats, stage: Any, score: Floats, stages: int, hidden: int, ridge: float
    ) -> None:
        self.seen, self.score, self.ridge = seen, score, ridge
        self.stages, self.hidden, self.traits = stages, hidden, seen.shape[1]
        self.rows = [np.flatnonzero(stage == each) for each in range(stages)]
        self.target = np.zeros(self.traits)
        self.target[0] = 1.0

    def start(self, source: np.random.Generator) -> Floats:
        """The hand-set worth alone; hidden units look anywhere, and nobody hears them yet."""
        units = source.normal(0, self.traits**-0.5, (self.hidden, self.traits))
        apart = np.zeros((self.stages, self.traits))
        heard = np.zeros((self.stages, self.hidden))
        return np.concatenate([self.target, apart.ravel(), units.ravel(), heard.ravel()])

    def parts(self, x: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Common and stages' weights, hidden units, how much each stage hears them."""
        t, s, h = self.traits, self.stages, self.hidden
        a, b, c = t, t + s * t, t + s * t + h * t
        return x[:a], x[a:b].reshape(s, t), x[b:c].reshape(h, t), x[c:].reshape(s, h)

    def loss(self, x: Floats) -> tuple[float, Floats]:
        """How badly weights tell the ends, and which way is down."""
        common, apart, units, heard = self.parts(x)
        slope_apart, slope_heard = np.zeros_like(apart), np.zeros_like(heard)
        slope_units = np.zeros_like(units)
        total, count = 0.0, len(self.score)
        for at, rows in enumerate(self.rows):
            seen, score = self.seen[rows], self.score[rows]
            loud = np.tanh(seen @ units.T)
            lead = seen @ (common + apart[at]) + loud @ heard[at]
            total += float(np.sum(np.logaddexp(0.0, lead) - score * lead))
            wrong = (1 / (1 + np.exp(-lead)) - score) / count
            slope_apart[at] = wrong @ seen
            slope_heard[at] = wrong @ loud
            slope_units += ((wrong[:, None] * heard[at]) * (1 - loud**2)).T @ seen
        away = common - self.target
        slopes = (slope_apart.sum(axis=0), slope_apart, slope_units, slope_heard)
        drawn = (away, apart, units, heard)
        flat = [(s + 2 * self.ridge * d).ravel() for s, d in zip(slopes, drawn, strict=True)]
        price = self.ridge * sum(float(np.sum(each**2)) for each in drawn)
        return total / count + price, np.concatenate(flat)
