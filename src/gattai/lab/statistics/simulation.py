"""Studies that were never played: what a study would say, and after how many pairs, if the truth were so."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from gattai.lab.statistics.betting import DIFFERENCE
from gattai.lab.statistics.pairs import Floats, Numbers
from gattai.lab.statistics.stopping import StoppingRule
from gattai.lab.statistics.watch import Watch


class Truth(msgspec.Struct, frozen=True):
    """How likely each difference between two arms is, pair by pair."""

    values: Floats
    chances: Floats

    @property
    def mean(self) -> float:
        """The difference that a study looks for."""
        return float(self.values @ self.chances)

    @property
    def deviation(self) -> float:
        """How far pairs lie from it."""
        return float(np.sqrt(self.values**2 @ self.chances - self.mean**2))

    def tilted(self, mean: float) -> Truth:
        """The same values with another mean, as near to these chances as can be."""

        def chances(tilt: float) -> Floats:
            weight = self.chances * np.exp(tilt * self.values)
            return np.asarray(weight / weight.sum())

        tilt = brentq(lambda tilt: float(self.values @ chances(tilt)) - mean, -50, 50)
        return Truth(self.values, chances(tilt))

    def drawn(self, pairs: int, rng: np.random.Generator) -> Floats:
        """The pairs of one study."""
        return np.asarray(rng.choice(self.values, pairs, p=self.chances))


MIRRORED = Truth(
    np.linspace(-1, 1, 9), np.array([0.005, 0.02, 0.08, 0.2, 0.39, 0.2, 0.08, 0.02, 0.005])
)
"""Equal rules: two arms with a mirrored pair of games each, and most games end alike under both."""


class Simulated(msgspec.Struct, frozen=True):
    """The verdicts of many studies of one truth."""

    answers: tuple[str, ...]
    """More, less, same, or "" where the pairs ran out."""
    pairs: Numbers

    def share(self, *answers: str) -> float:
        """Return the share of studies with one of these answers."""
        return sum(answer in answers for answer in self.answers) / len(self.answers)


def simulate(truth: Truth, stop: StoppingRule, studies: int, pairs: int, seed: int) -> Simulated:
    """Simulate this number of studies, each checked after every pair until decided or out of pairs."""
    rng = np.random.default_rng(seed)
    watched = [
        Watch(stop, DIFFERENCE).after(truth.drawn(pairs, rng)).verdict for _ in range(studies)
    ]
    return Simulated(
        tuple("" if verdict is None else verdict.answer for verdict in watched),
        np.array([pairs if verdict is None else verdict.pairs for verdict in watched]),
    )


def fixed_number(truth: Truth, stop: StoppingRule, power: float) -> int:
    """How many pairs a study looked at only once needs to be right about this truth that often.

    The usual interval of a mean: it has to lie within what matters if the truth is no difference,
    and to exclude nothing if there is one.
    """
    z = norm.isf(stop.error / 2)
    deviation = truth.deviation
    if abs(truth.mean) < 1e-9:
        far = norm.isf((1 - power) / 2)
        return int(np.ceil(((z + far) * deviation / stop.amount) ** 2))
    return int(np.ceil(((z + norm.isf(1 - power)) * deviation / truth.mean) ** 2))


def curve(
    truth: Truth, stop: StoppingRule, means: list[float], studies: int, pairs: int, seed: int
) -> Iterator[tuple[float, Simulated]]:
    """Studies of the same kind for one true difference after the other."""
    for mean in means:
        yield mean, simulate(truth.tilted(mean), stop, studies, pairs, seed)
