"""Facts about a match that its transcript does not contain."""

from __future__ import annotations

import unicodedata

import msgspec

MAX_NAME = 24
"""Maximum length of a player's name."""


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """Facts about a match that its transcript does not contain."""

    guests: tuple[int, ...] = ()
    """The seats of guests."""
    guided: bool = False
    """Whether the match follows a lesson."""
    puzzle: str = ""
    """The id of the puzzle that it asks; empty for a game."""
    damaged: str = ""
    """What was wrong with its file before the repair."""
    reaction_seconds: int = 0
    """Seconds a person has to react in another player's turn; 0 is unlimited."""
    turn_seconds: int = 0
    """Seconds for all other answers."""
    bank_seconds: int = 0
    """The time bank of a seat in seconds; running out of it loses. 0 for none."""
    increment_seconds: int = 0
    """Seconds added to the bank after each answer."""
    days: int = 0
    """Days for each answer, after which the player loses; 0 for a match in one sitting."""
    kept: tuple[int, ...] = ()
    """The guests' seats that the host has opened."""
    names: tuple[str, ...] = ()
    """The names of persons; empty if they have not chosen one."""
    secret: str = ""
    """The secret of committed dice; the transcript contains it when the match is over."""
    rematch: str = ""
    """The rematch of this match."""
    swapped: bool = False
    """Whether the seats were swapped in it."""


def proper(name: str) -> str:
    r"""Return a name as it is shown to others: one line, limited length, no invisible characters.

    >>> proper("  Anna \u202e\n Bell "), len(proper("x" * 500))
    ('Anna Bell', 24)
    """
    whole = unicodedata.normalize("NFC", name[: 8 * MAX_NAME])
    spaced = "".join(" " if letter.isspace() else letter for letter in whole)
    seen = "".join(letter for letter in spaced if not unicodedata.category(letter).startswith("C"))
    return " ".join(seen.split())[:MAX_NAME].rstrip()
