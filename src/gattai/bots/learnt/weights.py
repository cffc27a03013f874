"""What training found, as it stands in a file: small, readable, and with where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from math import tanh
from operator import mul

import msgspec

BY_HAND = "by hand"
"""The first of all traits: the hand-set worth of the table, told in what decides three games of four."""
NEXT = "comes next"
"""The last trait of a table at which an activation has ended: whose comes next."""


class Training(msgspec.Struct, frozen=True):
    """How weights were found: enough to find them again."""

    seed: str
    games: int
    positions: int
    rounds: int
    slips: int
    loss: float
    """On games that were not trained on: the mean of -log of the chance given to what happened."""
    loss_by_hand: float
    """The same of the hand-set worth, told as a chance."""
    tuned: bool = False
    """Whether they were found by matches between weights, not by telling how games end."""
    opening: int = 0
    """First answers of each game that were drawn, so that games begin at different tables."""


class Weights(msgspec.Struct, frozen=True):
    """What each trait is worth in each stage, and a few hidden units that see traits together."""

    game: str
    version: str
    """Of the rules that they were trained on."""
    packs: str
    traits: tuple[str, ...]
    stages: tuple[str, ...]
    plain: tuple[tuple[float, ...], ...]
    """For each stage, for each trait."""
    training: Training
    hidden: tuple[tuple[float, ...], ...] = ()
    """For each hidden unit, for each trait."""
    heard: tuple[tuple[float, ...], ...] = ()
    """For each stage, for each hidden unit."""
    ends: bool = False
    """Whether they judge the tables at which looks ahead end, not those after an answer."""
    steepness: float = 1.0
    """So far ahead by these weights, on average, is a side that is ahead by 1 by hand: who knows better is surer."""
    also: tuple[str, ...] = ()
    """Later versions of the rules that differ too little from the first to need training anew."""

    def lead(self, stage: int, seen: Sequence[float]) -> float:
        """How far ahead a side is that has these traits: 1 wins about three games of four."""
        lead: float = sum(map(mul, self.plain[stage], seen))
        for unit, loud in zip(self.hidden, self.heard[stage] if self.heard else (), strict=True):
            lead += loud * tanh(sum(map(mul, unit, seen)))
        return lead

    def text(self) -> bytes:
        """As it stands in a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read(content: bytes) -> Weights:
    """What stands in a file."""
    return msgspec.json.decode(content, type=Weights)


def shipped(game: str, *, ends: bool = False) -> Weights | None:
    """The weights that come with gattai for a game; None if there are none."""
    name = f"{game}-ends.json" if ends else f"{game}.json"
    file = resources.files("gattai.bots.learnt") / "shipped" / name
    return read(file.read_bytes()) if file.is_file() else None
