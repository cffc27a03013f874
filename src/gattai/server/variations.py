"""The steps of an analysis as a page lists them."""

from __future__ import annotations

import msgspec


class VariationRow(msgspec.Struct, frozen=True):
    """A step in the list of an analysis."""

    id: str
    """Its place, as in the text of the analysis."""
    number: int
    depth: int
    """How many variations contain it."""
    text: str
    seat: int | None
    chance: float | None
    """The chance to win of the seat that acted; None in the middle of an action."""
    note: str
    is_dice: bool
    rolls: bool
    """Whether dice follow at once: who goes there goes on to what was thrown first."""
    is_here: bool


class VariationsShown(msgspec.Struct, frozen=True):
    """The game and the variations of an analysis, in the order in which they are listed."""

    rows: tuple[VariationRow, ...]
    note: str
    """The note about the start."""
    at_start: bool
