"""What a transcript does not say of a match, kept beside it."""

from __future__ import annotations

import msgspec


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a transcript does not say of a match."""

    guests: tuple[int, ...] = ()
    """The seats of those who play from a place of their own."""
    guided: bool = False
    """Whether a lesson leads it."""
    damaged: str = ""
    """What was found wrong with its file before it was repaired."""
    reaction_seconds: int = 0
    """How long a silent person is waited for who may react in somebody else's turn; 0 is for ever."""
    turn_seconds: int = 0
    """The same for everything else."""
    kept: tuple[int, ...] = ()
    """The seats of guests that were opened with the key of whoever keeps the table."""
