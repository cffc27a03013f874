"""What a unit could do, listed without building it: made only where somebody looks.

A battle has hundreds of candidates at every moment, and a bot that picks one needs one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec

from gattai.games.aegis.aiming import targets_somebody
from gattai.games.aegis.attack import Use
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.combining import Combine, fits
from gattai.games.aegis.keywords.registry import includes_user, reach_of
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, Hex


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Move a unit: the shortest way, unless another is named hex by hex."""

    unit: UnitId
    to: Hex
    by: tuple[Hex, ...] = ()


Row: TypeAlias = tuple[UnitId, Hex, tuple[Hex, ...], tuple[tuple[str, int, bool], ...]]
"""A unit that may act, where it stands, hexes it might move to, and how far its Actions reach."""


class Candidates(Sequence[Any]):
    """Everything the side could do, by number; None where a number stands for nothing."""

    __slots__ = ("_ends", "_rest", "_rows", "_units")

    def __init__(
        self, units: tuple[tuple[UnitId, Unit, Hex], ...], rows: list[Row], rest: list[Any]
    ) -> None:
        self._units = units
        self._rows = rows
        self._rest = rest
        width = len(units) + 1
        end = 0
        ends: list[int] = []
        for _, _, hexes, reached in rows:
            end += len(hexes) + len(reached) * width
            ends.append(end)
        ends.append(end + len(rest))
        self._ends = ends

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, index: Any) -> Any:
        number = bisect_right(self._ends, index)
        local = index - (self._ends[number - 1] if number else 0)
        if number >= len(self._rows):
            return self._rest[local]
        unit, at, hexes, reached = self._rows[number]
        if local < len(hexes):
            return Move(unit, hexes[local])
        action, target = divmod(local - len(hexes), len(self._units) + 1)
        name, reach, alone = reached[action]
        if target == len(self._units):
            return Use(unit, name) if alone else None
        other, _, there = self._units[target]
        return Use(unit, name, other) if 0 < DISTANCE[there - at] <= reach else None

    def __iter__(self) -> Iterator[Any]:
        found = (self[index] for index in range(len(self)))
        return (candidate for candidate in found if candidate is not None)


@cache
def reaches(actions: tuple[ActionCard, ...]) -> tuple[tuple[str, int, bool], ...]:
    """Of each Action its name, how far it reaches for a target, and whether it can do without."""
    return tuple(
        (action.name, reach_of(action), includes_user(action) or not targets_somebody(action))
        for action in actions
    )


def combines(state: State, seat: Seat) -> list[Combine]:
    """The combines of a side's neighbouring units that some recipe allows."""
    own = [(unit_id, unit, at) for unit_id, unit, at in state.on_field if unit.seat == seat]
    acting = None if state.act is None else state.act.unit
    return [
        Combine(one_id, two_id, card.id)
        for one_id, one, at in own
        if not one.acted or one_id == acting
        for two_id, two, there in own
        if DISTANCE[there - at] == 1
        for card in state.pools[seat]
        if fits(one.card, one.under, two.card, two.under, card)
    ]
