"""What a transcript does not say of a match, kept beside it."""

from __future__ import annotations

import unicodedata

import msgspec

MOST_NAME = 24
"""Letters that a player's name may have."""


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
    bank_seconds: int = 0
    """How long a seat has for all its answers together; who has used it up has lost. 0 for no such limit."""
    increment_seconds: int = 0
    """What is added to that after each answer."""
    days: int = 0
    """Days for each answer, and who lets them go by has lost; 0 for a match that is played in one sitting."""
    kept: tuple[int, ...] = ()
    """The seats of guests that were opened with the key of whoever keeps the table."""
    names: tuple[str, ...] = ()
    """How the persons on the seats call themselves; empty where nobody has said."""
    secret: str = ""
    """That of dice which were committed to: the transcript tells it when the match is over."""
    rematch: str = ""
    """The match that the same players went on with."""
    swapped: bool = False
    """Whether they changed seats for it."""


def proper(name: str) -> str:
    r"""A name as it is shown to others: one line, not too long, nothing that could not be seen.

    >>> proper("  Anna \u202e\n Bell "), len(proper("x" * 500))
    ('Anna Bell', 24)
    """
    whole = unicodedata.normalize("NFC", name[: 8 * MOST_NAME])
    spaced = "".join(" " if letter.isspace() else letter for letter in whole)
    seen = "".join(letter for letter in spaced if not unicodedata.category(letter).startswith("C"))
    return " ".join(seen.split())[:MOST_NAME].rstrip()
