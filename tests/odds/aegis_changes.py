"""What becomes of every unit of a table by one Action, with its exact chances: a finer reading of the
same odds than the card shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from gattai import games
from gattai.games.aegis.actions import Use
from gattai.games.aegis.attack.aiming import area
from gattai.games.aegis.state import Effect, State, UnitId
from gattai.kernel.position import GamePosition
from gattai.odds.distribution import Distribution
from gattai.odds.exact import after
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


class Change(msgspec.Struct, frozen=True, order=True):
    """What became of one unit."""

    lost: int = 0
    """Integrity; below 0 it was repaired."""
    gone: bool = False
    output: int = 0
    moved: int = 0
    """Hexes that it was pushed or pulled."""
    to: str = ""
    effects: tuple[tuple[str, int], ...] = ()


NOTHING = Change()


class Changes(msgspec.Struct, frozen=True, dict=True):
    """One Action of one unit on a table, everybody declining what they may."""

    state: State
    use: Use

    @cached_property
    def reached(self) -> tuple[UnitId, ...]:
        """Everybody in the area, the target first."""
        action = self.state.units[self.use.unit].find_action(self.use.action)
        assert action is not None
        return area(self.state, self.use.unit, action, self.use.target)

    @cached_property
    def whole(self) -> Distribution[tuple[Change, ...]]:
        """What becomes of all units together."""
        rules, before = games.load("aegis"), self.state
        return after(rules, GamePosition(before), self.use, lambda now: changes(before, now))

    def of_unit(self, unit_id: UnitId) -> Distribution[Change]:
        """What becomes of one unit."""
        return self.whole.map(lambda found: found[unit_id]).sorted()


def changes(before: State, now: State) -> tuple[Change, ...]:
    """What is different about each unit that was there before."""
    return tuple([_change(before, now, UnitId(number)) for number in range(len(before.units))])


def _change(before: State, now: State, unit_id: UnitId) -> Change:
    old, new = before.units[unit_id], now.units[unit_id]
    same = (old.damage, old.at, old.output_change, old.effects)
    if same == (new.damage, new.at, new.output_change, new.effects):
        return NOTHING
    gone = old.at is not None and new.at is None
    moved = 0 if old.at is None or new.at is None else DISTANCE[new.at - old.at]
    return Change(
        lost=new.damage - old.damage,
        gone=gone,
        output=0 if gone else new.output_change - old.output_change,
        moved=moved,
        to=to_text(Hex(new.at)) if moved and new.at is not None else "",
        effects=tuple(_gained(old.effects, new.effects)),
    )


def _gained(old: tuple[Effect, ...], new: tuple[Effect, ...]) -> Iterator[tuple[str, int]]:
    kept = [*old]
    for effect in new:
        if effect in kept:
            kept.remove(effect)
        else:
            yield effect.kind, effect.amount
