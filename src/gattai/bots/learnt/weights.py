"""The weights found by training, as a small readable file with their origin."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from math import tanh
from operator import mul
from typing import Any

import msgspec

from gattai.odds.floats import float_sum

BY_HAND = "by hand"
"""The first feature: the hand-tuned score, in units of the lead that wins three games of four."""
NEXT = "comes next"
"""The last feature of a table after an activation: whose activation comes next."""


class Training(msgspec.Struct, frozen=True):
    """How weights were trained, in enough detail to repeat it."""

    seed: str
    games: int
    positions: int
    rounds: int
    blunder_rate: int
    loss: float
    """The mean -log of the chance given to the actual result, on games not used for training."""
    loss_by_hand: float
    """The same for the hand-tuned score, converted to a chance."""
    tuned: bool = False
    """Whether they were tuned by matches between weights instead of fitted to results."""
    opening: int = 0
    """Number of first answers of each game drawn at random, for varied openings."""


class Weights(msgspec.Struct, frozen=True):
    """The weight of each feature in each stage, and a few hidden units that combine features."""

    game: str
    version: str
    """The version of the rules that they were trained on."""
    packs: str
    features: tuple[str, ...]
    stages: tuple[str, ...]
    plain: tuple[tuple[float, ...], ...]
    """Weights per stage and feature."""
    training: Training
    hidden: tuple[tuple[float, ...], ...] = ()
    """Weights per hidden unit and feature."""
    output: tuple[tuple[float, ...], ...] = ()
    """Weights per stage and hidden unit."""
    ends: bool = False
    """Whether they score the tables at which rollouts end, not those after an answer."""
    steepness: float = 1.0
    """The average lead by these weights for a hand-tuned lead of 1; better weights are steeper."""
    also: tuple[str, ...] = ()
    """Later versions of the rules for which these weights are still valid."""

    def lead(self, stage: int, seen: Sequence[float]) -> float:
        """Return the lead for these features: with 1 a side wins about three games of four."""
        lead: float = float_sum(map(mul, self.plain[stage], seen))
        for unit, loud in zip(self.hidden, self.output[stage] if self.output else (), strict=True):
            lead += loud * tanh(float_sum(map(mul, unit, seen)))
        return lead

    def text(self) -> bytes:
        """Return the weights as the text of a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


FORMER = {"traits": "features", "heard": "output", "slips": "blunder_rate"}
"""The names of fields until version 0.2."""


def read(content: bytes) -> Weights:
    """Return the weights in a file, also in one written by gattai 0.2."""
    found = msgspec.json.decode(content, type=dict[str, Any])
    for part in (found, found.get("training", {})):
        for former, name in FORMER.items():
            if former in part:
                part[name] = part.pop(former)
    return msgspec.convert(found, Weights)


def shipped(game: str, *, ends: bool = False) -> Weights | None:
    """Return the weights that come with gattai for a game; None if there are none."""
    name = f"{game}-ends.json" if ends else f"{game}.json"
    file = resources.files("gattai.bots.learnt") / "shipped" / name
    return read(file.read_bytes()) if file.is_file() else None
