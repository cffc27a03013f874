"""The words that cards, buttons and dice share. Each effect class has its own text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

SYMBOLS: dict[str, str] = {  # in the order of `roll.symbols.NAMES`
    "S": "success",
    "SC": "critical success",
    "B": "block",
    "BC": "critical block",
    "X": "special",
}


def symbols_in_words(symbols: Sequence[int]) -> str:
    """Symbols with their numbers, in words.

    >>> symbols_in_words((2, 1, 0, 0, 0)), symbols_in_words((0, 0, 0, 0, 0))
    ('2 successes, 1 critical success', 'nothing')
    """
    parts = [
        f"{many} {_plural(name, many)}" for name, many in zip(SYMBOLS, symbols, strict=True) if many
    ]
    return ", ".join(parts) or "nothing"


def _plural(name: str, many: int) -> str:
    word = SYMBOLS[name]
    if many == 1:
        return word
    return word + ("es" if word.endswith("s") else "s")


def zone_name(zone: str) -> str:
    """The display name of a zone.

    >>> zone_name("zone3"), zone_name("central")
    ('Zone 3', 'Central Zone')
    """
    number = zone.removeprefix("zone")
    return f"Zone {number}" if number.isdigit() else f"{zone.capitalize()} Zone"


class Named(Protocol):
    """A card with a name."""

    @property
    def name(self) -> str: ...


class Cast(msgspec.Struct, frozen=True):
    """The Characters named in a card's text (its owner and the other), and the names of States."""

    me: str = "this Character"
    them: str = "the Target"
    states: Mapping[str, Named] = {}

    def name(self, who: str) -> str:
        """The name for a `Who` of an effect."""
        return self.them if who == "target" else self.me

    @property
    def rival(self) -> str:
        """The opponent in the roll, which on a General Switch need not be a Target."""
        return "the other" if self.them == NOBODY.them else self.them

    def state(self, name: str) -> str:
        """The name on the token of a State."""
        return self.states[name].name if name in self.states else name


NOBODY = Cast()
