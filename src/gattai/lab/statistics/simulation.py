"""Studies that were never played: what a study would say, and after how many pairs, if the truth were so."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm

from gattai.lab.statistics import betting
from gattai.lab.statistics.betting import DIFFERENCE
from gattai.lab.statistics.pairs import Floats, Numbers, frequencies
from gattai.lab.statistics.population import Clusters, hull, looks
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


class Superpopulation(msgspec.Struct, frozen=True):
    """Players and openings that each study draws anew, and how far their effects lie apart."""

    players: tuple[float, ...]
    """The weights of the players of a study."""
    openings: int
    """The number of openings of a study; 0 if each pair has its own."""
    by_player: float
    """The standard deviation of the effect of players."""
    by_opening: float
    mean: float = 0.0
    """The effect over all players and openings that there are."""

    def drawn(self, pairs: int, rng: np.random.Generator) -> tuple[Floats, list[Numbers]]:
        """Return the pairs of one study, and their groups: by player, and by opening if used again."""
        weights = np.array(self.players)
        player = rng.choice(len(weights), pairs, p=weights / weights.sum())
        opening = rng.integers(self.openings, size=pairs) if self.openings else np.arange(pairs)
        effect = (
            self.mean
            + rng.normal(0, self.by_player, len(weights))[player]
            + rng.normal(0, self.by_opening, max(self.openings, pairs))[opening]
        )
        won = rng.random((4, pairs)) < 0.5 + np.clip(effect, -1, 1) / 2
        return won.sum(axis=0) / 2 - 1, [player, *([opening] if self.openings else [])]

    def studied(
        self, pairs: int, error: float, rng: np.random.Generator
    ) -> list[tuple[float, float]]:
        """Return the interval at each look of one study."""
        values, groups = self.drawn(pairs, rng)
        sizes = [len(self.players), *([self.openings] if self.openings else [])]
        found = []
        for until, share in looks(pairs):
            clusters = Clusters.empty(sizes).plus([each[:until] for each in groups], values[:until])
            of_pairs = betting.interval(frequencies(values[:until]), DIFFERENCE, error)
            found.append(hull(of_pairs, clusters.interval(share * error)))
        return found


def population_errors(
    drawn: Superpopulation, studies: int, pairs: int, seed: int, error: float = 0.05
) -> tuple[float, float]:
    """Return the shares of studies that claim a wrong difference, and whose last interval misses.

    A study stops at the first look whose interval excludes no difference.
    """
    rng = np.random.default_rng(seed)
    claimed = missed = 0
    for _ in range(studies):
        intervals = drawn.studied(pairs, error, rng)
        claimed += any(not low <= 0 <= high for low, high in intervals)
        missed += not intervals[-1][0] <= drawn.mean <= intervals[-1][1]
    return claimed / studies, missed / studies


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
