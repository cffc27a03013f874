"""Push and pull: a unit is moved across the table, off High Ground, into terrain and into others."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from gattai.games.mechastellar.attack.destruction import forced_saves
from gattai.games.mechastellar.attack.pools import failing
from gattai.games.mechastellar.events.attack import DamageTaken, TerrainBroken
from gattai.games.mechastellar.events.flow import MomentumChanged
from gattai.games.mechastellar.events.turn import UnitMoved
from gattai.games.mechastellar.figures import elevation, flies, is_ship, swims
from gattai.games.mechastellar.ground import FACING_WORDS, FACINGS
from gattai.games.mechastellar.phases.movement import STEPS
from gattai.games.mechastellar.phases.moving import follow
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose, roll
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import Hex


class Shove(Option, frozen=True, tag="shove"):
    """The direction of a push."""

    says = "to the {way}"
    direction: int

    @property
    def way(self) -> str:
        """The direction in words."""
        return FACING_WORDS[self.direction]


class Collide(Option, frozen=True, tag="collide"):
    """Choose how to pay for a collision."""

    by: Literal["momentum", "damage"]

    def label(self, view: State) -> str:
        return "lose momentum" if self.by == "momentum" else "take the damage"


def push(table: Table[State], seat: Seat, target: UnitId, failed: int) -> Steps[None]:
    """MS.PUSH.MOVE: 4 in for each failed save, in one direction that the attacker chooses.

    MS.HEX.DISTANCE: the total distance is rounded down; each save moves the target by its share.
    """
    rules = table.state.rules
    due = [rules.hexes(saves * rules.push.step_in) for saves in range(failed + 1)]
    steps = due[-1]
    if not steps or table.state.units[target].at is None:
        return
    options = tuple(Shove(direction) for direction in FACINGS)
    answer = yield from choose(
        seat, options, "MS.PUSH.MOVE", "push in which direction?", otherwise=options[0]
    )
    before = table.state
    for before_it, after_it in pairwise(due):
        for _ in range(after_it - before_it):
            if not (yield from _step(table, target, answer.direction)):
                break  # MS.PUSH.COLLIDE: once for each save
    if before.units[target].at != table.state.units[target].at:
        squad = before.squad(target)
        yield from follow(table, target, squad, before, 2 * steps + 2)


def _step(table: Table[State], target: UnitId, direction: int) -> Steps[bool]:
    """Move one hex on or collide with what is there; return whether the unit moves on freely."""
    state = table.state
    unit = state.units[target]
    assert unit.at is not None
    to = Hex(unit.at + STEPS[direction])
    standing = state.standing.get(to)
    if to not in state.ground.field.hexes:
        # MS.PUSH.TERRAIN: the table edge counts as indestructible terrain.
        yield from collide(table, target, "MS.PUSH.TERRAIN")
    elif standing is not None and standing not in state.squad(target):
        yield from collide(table, target, "MS.PUSH.UNIT")
        yield from collide(table, standing, "MS.PUSH.UNIT")
    elif stops(state, unit, to):
        yield from _hit_terrain(table, target, to)
    elif standing is None:
        return (yield from _slide(table, target, to))
    return False


def stops(state: State, unit: Unit, to: Hex) -> bool:
    """MS.PUSH.TERRAIN: whether terrain stops a pushed unit: higher ground, walls, wrecks."""
    card = state.ground.terrain.get(to)
    if card is None:
        return False
    if card.level:
        return card.level > elevation(state, unit)
    return card.cover and not card.obscuring and not card.overhead


def _hit_terrain(table: Table[State], target: UnitId, to: Hex) -> Steps[None]:
    """Destructible terrain is destroyed; the unit stops and moves on with the next save."""
    state = table.state
    by = yield from collide(table, target, "MS.PUSH.TERRAIN")
    unit = table.state.units[target]
    if is_ship(unit):
        warship = state.rules.warship
        yield from forced_saves(
            table, target, warship.collide_saves, warship.collide_pen, "MS.WARSHIP.COLLIDE",
            "collision",
        )  # fmt: skip
    if not state.ground.terrain[to].destructible:
        return
    checked = state.rules.push.terrain == "one_check_unless_momentum"
    if checked or state.rulings.push_building == "checked":
        if by == "momentum":
            return
        need = -(-state.rules.push.collision_damage // 100)
        failed = yield from roll(failing(1, need, 0), "MS.TERRAIN.CHECK", "does the terrain hold?")
        if not failed:
            return
    table.emit(TerrainBroken(rule="MS.PUSH.TERRAIN", at=to))


def _slide(table: Table[State], target: UnitId, to: Hex) -> Steps[bool]:
    """The hex is free; MS.PUSH.COLLIDE: a fall from High Ground counts as a collision."""
    state = table.state
    unit = state.units[target]
    falls = elevation(state, unit) > state.ground.levels.get(to, 0) and not flies(unit)
    sinks = to in state.ground.water and not swims(unit)
    table.emit(
        UnitMoved(
            rule="MS.PUSH.MOVE", unit=target, to=to, facing=unit.facing,
            submerged=sinks or (unit.submerged and to in state.ground.water), why="is driven",
        )
    )  # fmt: skip
    if falls:
        yield from collide(table, target, "MS.PUSH.COLLIDE")
    return not falls


def collide(table: Table[State], unit_id: UnitId, rule: str) -> Steps[str]:
    """MS.PUSH.COLLIDE: each unit involved loses Momentum or takes damage, as its owner chooses."""
    state = table.state
    unit, push_rules = state.units[unit_id], state.rules.push
    by = "damage"
    if state.momentum[unit.seat] >= push_rules.collision_m:
        options = (Collide("momentum"), Collide("damage"))
        answer = yield from choose(
            unit.seat, options, rule, f"{unit.name} collides", otherwise=options[1]
        )
        by = answer.by
    if by == "momentum":
        loss = -push_rules.collision_m
        table.emit(MomentumChanged(rule=rule, seat=unit.seat, amount=loss, why="a collision"))
    else:
        table.emit(
            DamageTaken(
                rule=rule, unit=unit_id, damage=push_rules.collision_damage, why="a collision"
            )
        )
    return by
