"""Whose effect it is: the player, the Character the card belongs to, and whom it is aimed at."""

from __future__ import annotations

import msgspec

from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, Hex


class Source(msgspec.Struct, frozen=True):
    """Where an effect comes from and where it goes."""

    seat: Seat
    owner: CharacterId | None
    """`self` of the card; None where no Character is meant."""
    target: CharacterId | None = None
    spot: Hex | None = None
    """The Obstacle that was targeted."""
    name: str = ""
    damage: int = 0
    """The Damage that was just inflicted."""

    def whom(self, who: str) -> CharacterId | None:
        """The Character that `self` or `target` means here."""
        return self.owner if who == "self" else self.target

    def side_in(self, state: State) -> int | None:
        """The own side's place in the roll that is being made."""
        if state.rolling is None:
            return None
        sides = state.rolling.sides
        return next((n for n, side in enumerate(sides) if side.seat == self.seat), None)


def on_board(state: State, who: CharacterId | None) -> bool:
    """Whether somebody is meant, and is there."""
    return who is not None and state.characters[who].at is not None


def apart(state: State, one: CharacterId | None, two: CharacterId | None) -> int | None:
    """ARISTEIA.RANGE.COUNT: the distance of two Characters; None if one is not on the board."""
    if one is None or two is None:
        return None
    here, there = state.characters[one].at, state.characters[two].at
    return None if here is None or there is None else DISTANCE[there - here]
