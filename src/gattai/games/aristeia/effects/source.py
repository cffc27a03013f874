"""The source of an effect: its player, its Character, and its target."""

from __future__ import annotations

import msgspec

from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, Hex


class EffectSource(msgspec.Struct, frozen=True):
    """The origin and the target of an effect."""

    seat: Seat
    owner: CharacterId | None
    """`self` of the card; None if the effect has no Character."""
    target: CharacterId | None = None
    spot: Hex | None = None
    """The Obstacle that is the Target."""
    name: str = ""
    damage: int = 0
    """The Damage that was just inflicted."""

    def whom(self, who: str) -> CharacterId | None:
        """The Character that `self` or `target` means here."""
        return self.owner if who == "self" else self.target

    def side_in(self, state: State) -> int | None:
        """The index of the own side in the current roll."""
        if state.rolling is None:
            return None
        sides = state.rolling.sides
        return next((n for n, side in enumerate(sides) if side.seat == self.seat), None)


def on_board(state: State, who: CharacterId | None) -> bool:
    """Whether it is a Character on the board."""
    return who is not None and state.characters[who].at is not None


def apart(state: State, one: CharacterId | None, two: CharacterId | None) -> int | None:
    """ARISTEIA.RANGE.COUNT: the distance between two Characters; None if one is not on the board."""
    if one is None or two is None:
        return None
    here, there = state.characters[one].at, state.characters[two].at
    return None if here is None or there is None else DISTANCE[there - here]
