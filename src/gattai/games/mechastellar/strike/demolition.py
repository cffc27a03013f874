"""Attacks on terrain: striking, pushing and holding on to pieces of it."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.actions import (
    PullSelf,
    RazeCover,
    Select,
    SlideTerrain,
    StrikeTerrain,
)
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.course.movement import STEPS
from gattai.games.mechastellar.course.moving import follow
from gattai.games.mechastellar.events.flow import UnitFaced
from gattai.games.mechastellar.events.strike import SupportDrawn, TerrainBroken, TerrainMoved
from gattai.games.mechastellar.events.turn import PointsSpent, UnitMoved
from gattai.games.mechastellar.figures import area_stops
from gattai.games.mechastellar.ground import pointing
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strike.aiming import target_refusals
from gattai.games.mechastellar.strike.attack import check_terrain
from gattai.games.mechastellar.strike.destruction import destroy_fallen
from gattai.games.mechastellar.strike.fighting import blindsides, each_in_turn, pay_for, weapon_of
from gattai.games.mechastellar.strike.pools import counted
from gattai.games.mechastellar.strike.pushing import collide, stops
from gattai.games.mechastellar.strike.terms import attack_dice
from gattai.kernel.question import Choose, Roll, Steps
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import Hex


def strike_terrain(
    table: Table[State], unit_id: UnitId, action: StrikeTerrain | RazeCover
) -> Steps[None]:
    """MS.TERRAIN.DIRECT: three checks; MS.RES.HAVOC: with Havoc it is a bonus attack.

    MS.TERRAIN.AOE: an area weapon goes on to units behind what it has destroyed; to several it is
    a sweep.
    """
    state = table.state
    weapon = weapon_of(state, unit_id, action.weapon)
    if isinstance(action, RazeCover):
        table.happens(PointsSpent(rule="MS.RES.HAVOC", unit=unit_id, points=1, why="cover"))
    else:
        pay_for(table, unit_id, weapon, None)
        _spend_use(table, unit_id, weapon)
    _turn_to(table, unit_id, weapon, action.piece)
    terrain, area = state.rules.terrain, says(weapon, "sweeps")
    checks = terrain.checks_aoe if area else terrain.checks_direct
    hid = action.piece in state.ground.opaque
    broken = yield from check_terrain(table, action.piece, weapon.dmg, checks, "MS.TERRAIN.DIRECT")
    if not broken or not area or isinstance(action, RazeCover):
        return
    aoe = state.rules.aoe
    kept = aoe.broken_blocker_def if hid else aoe.broken_cover_def
    chosen = yield from _choose_behind(table, unit_id, weapon, action.piece)
    strikes = [
        Strike(
            unit_id, weapon, target, broken_cover=kept,
            sweep=min(2, number) if len(chosen) > 1 else 0,
            blindside=number == 1 and blindsides(table.state, unit_id, weapon, target),
        )
        for number, target in enumerate(chosen, 1)
    ]  # fmt: skip
    yield from each_in_turn(table, strikes, uses=0)


def _choose_behind(
    table: Table[State], unit_id: UnitId, weapon: WeaponCard, piece: Hex
) -> Steps[list[UnitId]]:
    """MS.TERRAIN.AOE: any units behind the piece, named one after the other."""
    chosen: list[UnitId] = []
    behind = [*_behind(table.state, unit_id, weapon, piece)]
    while left := [Select(each) for each in behind if each not in chosen]:
        what = "go on to another unit behind it?" if chosen else "go on to a unit behind it?"
        seat = table.state.units[unit_id].seat
        answer = yield Choose(seat, (*left, PASS), "MS.TERRAIN.AOE", what, otherwise=PASS)
        if isinstance(answer, Pass):
            break
        chosen.append(answer.unit)
    return chosen


def _behind(state: State, unit_id: UnitId, weapon: WeaponCard, piece: Hex) -> Iterator[UnitId]:
    """Enemies behind the piece, but not behind a second one (MS.AOE.COVER, MS.ATTACK.LIMIT)."""
    unit = state.units[unit_id]
    assert unit.at is not None and state.act is not None
    most = state.rules.turn.max_attacks_per_target
    for foe_id, foe, at in state.foes(unit.seat):
        if sum(struck == foe_id for struck, _ in state.act.attacks) >= most:
            continue
        if area_stops(state, unit, foe, 1):
            continue
        if piece in state.ground.between(unit.at, at) or piece == at:
            against = target_refusals(state, unit_id, weapon, foe_id, "direct")
            if all(each.rule == "MS.TARGET.CLOSEST" for each in against):
                yield foe_id


def _spend_use(table: Table[State], unit_id: UnitId, weapon: WeaponCard) -> None:
    """MS.WEAPON.USES: an attack on terrain takes a use as well."""
    if table.state.units[unit_id].left_of(weapon.id) > 0:
        table.happens(SupportDrawn(rule="MS.WEAPON.USES", unit=unit_id, weapon=weapon.id, uses=1))


def _turn_to(table: Table[State], unit_id: UnitId, weapon: WeaponCard, at: Hex) -> None:
    unit = table.state.units[unit_id]
    assert unit.at is not None
    facing = pointing(unit.at, unit.facing, at)
    if facing != unit.facing and not says(weapon, "all_round"):
        table.happens(UnitFaced(rule="MS.TARGET.ROTATE", unit=unit_id, facing=facing))


def _hits_on_terrain(table: Table[State], unit_id: UnitId, weapon: WeaponCard) -> Steps[int]:
    """MS.PUSH.ON-TERRAIN: attack dice without a defence; every Hit is a failed save, five at most."""
    state = table.state
    dice, figures = state.rules.dice, state.rules.armor_save
    strike = Strike(unit_id, weapon, unit_id)
    count = min(dice.pool_cap, attack_dice(state, strike).total)
    seat = state.units[unit_id].seat
    thrown = counted(count, dice.success, dice.crit, dice.crit_value)
    rolled: int = yield Roll(thrown, "MS.PUSH.ON-TERRAIN", weapon.name, by=seat)
    return min(figures.cap, max(0, rolled + weapon.bonus_hits))


def slide_terrain(table: Table[State], unit_id: UnitId, action: SlideTerrain) -> Steps[None]:
    """MS.PUSH.ON-TERRAIN: a piece slides 4 in for each Hit and breaks on whom it reaches."""
    weapon = weapon_of(table.state, unit_id, action.weapon)
    pay_for(table, unit_id, weapon, None)
    _spend_use(table, unit_id, weapon)
    _turn_to(table, unit_id, weapon, action.piece)
    hits = yield from _hits_on_terrain(table, unit_id, weapon)
    at, rule = action.piece, "MS.PUSH.ON-TERRAIN"
    for _ in range(hits):
        state = table.state
        to = Hex(at + STEPS[action.direction])
        if to not in state.ground.field.hexes or to in state.ground.terrain:
            return
        standing = state.standing.get(to)
        if standing is not None:
            table.happens(TerrainBroken(rule=rule, at=at))
            yield from collide(table, standing, rule)
            yield from destroy_fallen(table, unit_id)
            return
        table.happens(TerrainMoved(rule=rule, at=at, to=to))
        at = to


def pull_self(table: Table[State], unit_id: UnitId, action: PullSelf) -> Steps[None]:
    """MS.PUSH.ON-TERRAIN: it draws itself 4 in for each Hit towards a piece that holds."""
    state = table.state
    weapon = weapon_of(state, unit_id, action.weapon)
    pay_for(table, unit_id, weapon, None)
    _spend_use(table, unit_id, weapon)
    _turn_to(table, unit_id, weapon, action.piece)
    rule = "MS.PUSH.ON-TERRAIN"
    if state.ground.terrain[action.piece].destructible:
        if (yield from check_terrain(table, action.piece, weapon.dmg, 1, "MS.TERRAIN.CHECK")):
            return
    hits = yield from _hits_on_terrain(table, unit_id, weapon)
    before = table.state
    for _ in range(hits):
        unit = table.state.units[unit_id]
        assert unit.at is not None
        way = table.state.ground.between(unit.at, action.piece)
        if not way or way[0] in table.state.standing or stops(table.state, unit, way[0]):
            break
        table.happens(
            UnitMoved(rule=rule, unit=unit_id, to=way[0], facing=unit.facing, why="is drawn")
        )
    if table.state.units[unit_id].at != before.units[unit_id].at:
        yield from follow(table, unit_id, before.squad(unit_id), before, 2 * hits + 2)
