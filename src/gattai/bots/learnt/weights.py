"""What training found, as it stands in a file: small, readable, and with where it came from."""

from __future__ import annotations

from importlib import resources

import msgspec

BY_HAND = "by hand"
"""The first of all traits: the hand-set worth of the table, told in what decides three games of four."""


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

    def text(self) -> bytes:
        """As it stands in a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read(content: bytes) -> Weights:
    """What stands in a file."""
    return msgspec.json.decode(content, type=Weights)


def shipped(game: str) -> Weights | None:
    """The weights that come with gattai for a game; None if there are none."""
    file = resources.files("gattai.bots.learnt") / "shipped" / f"{game}.json"
    return read(file.read_bytes()) if file.is_file() else None
