"""How good chances are: their loss on held-out games, and how often the predicted side won."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from bench.values.fitting import BINS, Floats, Sample, chance_by, left_out, loss_of
from bench.values.sampling import Sampled, SampledGame
from gattai.bots.learnt.value_weights import ValueWeights

FEWEST = 30
"""Bins with fewer positions are not judged."""
MOST_OFF = 0.10
"""The target: no judged bin is further off."""
TARGET = 0.60
"""The target for the loss at half-time."""


class Bin(msgspec.Struct, frozen=True):
    """The positions with chances in one tenth of the scale."""

    positions: int
    games: int
    chance: float
    """Their mean chance."""
    result: float
    """Their mean result."""


class Quality(msgspec.Struct, frozen=True):
    """The quality of one kind of chance."""

    loss: float
    at_half_time: float
    bins: tuple[Bin, ...]

    @property
    def worst(self) -> float:
        """Return by how much the worst bin with enough positions is off."""
        return max(
            [abs(b.chance - b.result) for b in self.bins if b.positions >= FEWEST], default=0.0
        )


class Measured(msgspec.Struct, frozen=True):
    """The figures of one game."""

    game: str
    seed: str
    players: str
    games: int
    positions: int
    learned: Quality
    by_hand: Quality
    better: tuple[float, float]
    """The 95 % interval of how much lower the loss of the learned value is, over pairs of games."""
    left_out: bool = False
    """Whether these are games of the training, each judged by a fit without its pair."""


def sample_of(played: Sequence[SampledGame], *, half: bool = False) -> Sample:
    """Return the positions of games as arrays: all that were drawn, or those at half-time."""
    rows: list[tuple[int, float, Sampled]] = []
    for game in played:
        chosen = ([game.half] if game.half else []) if half else game.positions
        rows.extend((game.number, game.score, each) for each in chosen)
    return Sample(
        np.array([each.features for _, _, each in rows]),
        np.array([each.clock for _, _, each in rows]),
        np.array([score for _, score, _ in rows]),
        np.array([number // 2 for number, _, _ in rows]),
        np.array([each.estimate for _, _, each in rows]),
    )


def bins_of(chance: Floats, score: Floats, game: Sequence[int]) -> tuple[Bin, ...]:
    """Return the bins that are not empty.

    >>> [
    ...     round(each.result, 2)
    ...     for each in bins_of(np.array([0.1, 0.12, 0.9]), np.array([0, 1, 1.0]), [1, 2, 2])
    ... ]
    [0.5, 1.0]
    """
    inside = np.minimum(BINS - 1, (chance * BINS).astype(np.int64))
    numbers = np.asarray(game)
    return tuple(
        Bin(int(here.sum()), len({*numbers[here].tolist()}), float(chance[here].mean()), float(score[here].mean()))
        for each in range(BINS)
        if (here := inside == each).any()
    )  # fmt: skip


def measured(
    seed: str,
    players: str,
    played: Sequence[SampledGame],
    weights: ValueWeights,
    *,
    cross: bool = False,
) -> Measured:
    """Return the figures for the learned value and for the estimate by the hand-tuned score.

    With `cross` these are the games of the training (see `Measured.left_out`).
    """
    every, half = sample_of(played), sample_of(played, half=True)
    numbers = [each.number for each in played for _ in each.positions]
    if cross:
        learned, at_half = (left_out(every, each, weights.training.ridge) for each in (every, half))
    else:
        table = np.array(weights.weights)
        learned, at_half = chance_by(table, every), chance_by(table, half)
    qualities = [
        Quality(loss_of(chance, every.score), loss_of(late, half.score), bins_of(chance, every.score, numbers))
        for chance, late in ((learned, at_half), (every.estimate, half.estimate))
    ]  # fmt: skip
    return Measured(
        weights.game, seed, players, len(played), len(numbers), qualities[0], qualities[1],
        _better(every, learned, numbers), cross,
    )  # fmt: skip


def _better(sample: Sample, learned: Floats, numbers: Sequence[int]) -> tuple[float, float]:
    """Return the interval of the gain in loss; pairs of games are what is independent."""
    gains: dict[int, list[float]] = {}
    for row, number in enumerate(numbers):
        one = slice(row, row + 1)
        gain = loss_of(sample.estimate[one], sample.score[one]) - loss_of(
            learned[one], sample.score[one]
        )
        gains.setdefault(number // 2, []).append(gain)
    means = np.array([sum(each) / len(each) for each in gains.values()])
    spread = (
        1.959964 * float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    )
    return float(means.mean()) - spread, float(means.mean()) + spread


def told(found: Measured) -> str:
    """Return the figures as text."""
    low, high = found.better
    kind = "left-out" if found.left_out else "held-out"
    lines = [
        f"{found.game}: {found.games} {kind} games ({found.players}), seed {found.seed}, {found.positions} positions",
        f"  log loss            learned {found.learned.loss:.3f}, by hand {found.by_hand.loss:.3f}, coin 0.693",
        f"  log loss, half-time learned {found.learned.at_half_time:.3f}, by hand {found.by_hand.at_half_time:.3f}",
        f"  learned is better by {(low + high) / 2:.3f} ({low:.3f} to {high:.3f})",
        f"  worst bin           learned {found.learned.worst:.1%} off, by hand {found.by_hand.worst:.1%}",
    ]
    lines += [
        f"    {b.chance:5.1%} predicted, {b.result:5.1%} won, {b.positions} positions of {b.games} games"
        for b in found.learned.bins
    ]
    return "\n".join(lines)
