"""Sources of dice for a match: a seed, or the players."""

from __future__ import annotations

import random
import re

from gattai.kernel.running.committed import COMMITTED
from gattai.kernel.running.linked import LINKED
from gattai.kernel.running.source import Seeded, Source

BY_HAND = "by hand"
SEEDED = "seeded"
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


def seed_of(wanted: int | str | None) -> str:
    """Return a seed as written in transcripts; a new random one for None.

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
    """Return the source for a transcript's dice line; None if players enter the faces."""
    word, _, seed = dice.partition(" ")
    return Seeded(random.Random, seed) if word == SEEDED and seed else None


def are_sealed(dice: str) -> bool:
    """Return whether the dice follow from a secret that is not available here."""
    return dice.partition(" ")[0] in (COMMITTED, LINKED)
