"""Who throws the dice of a match: a seed, or whoever plays it."""

from __future__ import annotations

import random
import re

from gattai.kernel.running.committed import COMMITTED
from gattai.kernel.running.source import Seeded, Source

BY_HAND = "by hand"
SEEDED = "seeded"
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


def seed_of(wanted: int | str | None) -> str:
    """A seed as transcripts write it; a new one where none is wanted.

    >>> seed_of(7)
    '7'
    >>> seed_of("a b")
    Traceback (most recent call last):
    ValueError: a seed is up to 64 letters, digits, dots and hyphens, not 'a b'
    """
    if wanted is None:
        return str(random.SystemRandom().randrange(1_000_000_000))
    seed = str(wanted)
    if not _SEED.fullmatch(seed):
        raise ValueError(f"a seed is up to 64 letters, digits, dots and hyphens, not {seed!r}")
    return seed


def source_of(dice: str) -> Source | None:
    """Who throws, by the line of a transcript; None where the faces have to be played."""
    word, _, seed = dice.partition(" ")
    return Seeded(random.Random, seed) if word == SEEDED and seed else None


def are_sealed(dice: str) -> bool:
    """Whether a secret that is not here decides how they fall."""
    return dice.partition(" ")[0] == COMMITTED
