"""The attacks that the document plays out with dice: what came of them, and on which page."""

from __future__ import annotations

import msgspec

from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import State


class Worked(msgspec.Struct, frozen=True):
    """One worked example, as far as its dice are printed."""

    unit: str
    weapon: str
    target: str
    page: str
    hits: int
    defence: int
    unblocked: int
    damage: int
    """What the Hits do by themselves; saves are not played out."""
    asks: str
    """How the same attack is asked for here, where it is not as usual."""


EXAMPLES = (
    Worked("argonaut", "machine-gun", "dervish", "p. 9", 12, 9, 3, 600, ""),
    Worked(
        "blue-djinn", "heat-sword", "white-asura", "p. 9", 14, 11, 3, 1500,
        "--aim none --brace none --no-traits",
    ),
)  # fmt: skip


def worked_example(state: State, strike: Strike) -> Worked | None:
    """The document's own example of this attack, if it has one."""
    names = (state.units[strike.unit].card.id, strike.weapon.id, state.units[strike.target].card.id)
    return next((e for e in EXAMPLES if (e.unit, e.weapon, e.target) == names), None)
