"""What follows from attacks in a unit's own turn: plain, sweeping, thrown, crashing, on terrain."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.mechastellar.actions import (
    Attack,
    Crash,
    Sweep,
    ThrowEnemy,
    ThrowTerrain,
)
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.course.momentum import Stance, pay, shift
from gattai.games.mechastellar.course.moving import go
from gattai.games.mechastellar.events.strike import TerrainBroken, TerrainMoved
from gattai.games.mechastellar.events.turn import ActionsSpent, PointsSpent
from gattai.games.mechastellar.figures import area_stops, away, max_move, size_of
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import has, says, total
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.games.mechastellar.strike.aiming import shooting_fee
from gattai.games.mechastellar.strike.attack import check_terrain, strike_out
from gattai.games.mechastellar.strike.countering import after_attack, declare, pay_points
from gattai.games.mechastellar.strike.exchange import Clash
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import DISTANCE, Hex


def action_price(state: State, unit_id: UnitId, weapon: WeaponCard, target: UnitId | None) -> int:
    """MS.ACT.ACTIONS: Combat Actions for an attack. MS.WEAPON.FREE, MS.REMOTE.FIRE: none for some."""
    if says(weapon, "is_free") or says(weapon, "is_remote"):
        return 0
    act, rules = state.act, state.rules
    if rules.turn.melee_is_free and weapon.kind == "melee":
        return 0
    again = act is not None and target is not None and (target, weapon.id) in act.attacks
    return rules.skill.zeal.repeat_same_weapon_cost if again else 1


def blindsides(
    state: State, unit_id: UnitId, weapon: WeaponCard, target_id: UnitId, how: str = "direct"
) -> bool:
    """MS.TA.BLINDSIDE: from behind, once a target and turn; MS.BD.HEAD: always without a head.

    MS.IDF.NO-BONUS: indirect fire never does, but for remote weapons (MS.REMOTE.FIRE).
    """
    if how == "indirect" and not says(weapon, "is_remote"):
        return False
    if "head" in state.units[target_id].lost:
        return True
    act = state.act
    if act is None or act.unit != unit_id:
        return False
    fresh = act.blindsided.count(target_id) < state.rules.tactical.blindside_per_turn
    return fresh and (target_id in act.behind or says(weapon, "is_remote"))


def pay_for(
    table: Table[State], unit_id: UnitId, weapon: WeaponCard, target: UnitId | None
) -> None:
    """MS.ATTACK.SEQUENCE, 1: actions, Momentum and points."""
    state = table.state
    combat = action_price(state, unit_id, weapon, target)
    if combat:
        table.happens(ActionsSpent(rule="MS.ACT.ACTIONS", combat=combat, why=weapon.name))
    fee = shooting_fee(state, unit_id, weapon)
    rule = "MS.REMOTE.FIRE" if says(weapon, "is_remote") else "MS.ENGAGE.SHOOT"
    pay(table, state.units[unit_id].seat, fee, weapon.name, rule)
    pay_points(table, unit_id, weapon.power_cost + weapon.havoc_cost)


def _upgraded(table: Table[State], unit_id: UnitId, weapon: WeaponCard, power: bool) -> int:
    """MS.RES.POWER: what a weapon gains in PEN for Power spent on this attack."""
    if not power or weapon.option is None:
        return 0
    table.happens(
        PointsSpent(rule="MS.RES.POWER", unit=unit_id, points=weapon.option.power, why=weapon.name)
    )
    return weapon.option.pen


def attack(table: Table[State], unit_id: UnitId, action: Attack) -> Steps[None]:
    """MS.ATTACK.SEQUENCE: one weapon on one unit."""
    weapon = weapon_of(table.state, unit_id, action.weapon)
    pay_for(table, unit_id, weapon, action.target)
    pen = _upgraded(table, unit_id, weapon, action.power)
    blind = blindsides(table.state, unit_id, weapon, action.target, action.how)
    strike = Strike(unit_id, weapon, action.target, how=action.how, blindside=blind, extra_pen=pen)
    if says(weapon, "sweeps") and table.state.rules.aoe.mode == "line_or_circle":
        yield from _line(table, strike)
    else:
        yield from one_attack(table, strike)


def one_attack(table: Table[State], strike: Strike) -> Steps[None]:
    """Declared, resolved, countered."""
    declare(table, strike, own_turn=True)
    near = is_near(table.state, strike)
    done, _, clash = yield from strike_out(table, strike)
    yield from after_attack(table, done, clash, was_near=near)


def is_near(state: State, strike: Strike) -> bool:
    """Whether attacker and target stand within engagement range."""
    far = away(state.units[strike.unit], state.units[strike.target])
    return far <= state.rules.hexes(state.rules.engage.range_in)


def weapon_of(state: State, unit_id: UnitId, name: str) -> WeaponCard:
    """A weapon that the unit still has."""
    weapon = state.units[unit_id].find_weapon(name)
    assert weapon is not None
    return weapon


def sweep(table: Table[State], unit_id: UnitId, action: Sweep) -> Steps[None]:
    """MS.AOE.SWEEP: several units, each by itself; MS.AOE.COUNTER: then each may counter."""
    weapon = weapon_of(table.state, unit_id, action.weapon)
    pay_for(table, unit_id, weapon, None)
    pen = _upgraded(table, unit_id, weapon, action.power)
    strikes = [
        Strike(
            unit_id, weapon, target, sweep=min(2, number), extra_pen=pen,
            blindside=number == 1 and blindsides(table.state, unit_id, weapon, target),
        )
        for number, target in enumerate(action.targets, 1)
    ]  # fmt: skip
    yield from each_in_turn(table, strikes)


def each_in_turn(table: Table[State], strikes: list[Strike], uses: int = 1) -> Steps[None]:
    """MS.AOE.COVER: the attack stops at a barrier that lets no Hit through."""
    done: list[tuple[Strike, Clash, bool]] = []
    for number, strike in enumerate(strikes):
        if table.state.units[strike.target].at is None:
            continue
        if table.state.units[strike.unit].at is None:
            break
        declare(table, strike, own_turn=True, uses=0 if number else uses)
        near = is_near(table.state, strike)
        made, landed, clash = yield from strike_out(table, strike)
        done.append((made, clash, near))
        if landed.stopped and table.state.units[strike.target].card.barrier is not None:
            break
    for strike, clash, near in done:
        yield from after_attack(table, strike, clash, was_near=near)


def _line(table: Table[State], strike: Strike) -> Steps[None]:
    """MS.AOE.LINE: everything on a line as long as the range, nearest first, friend or foe."""
    state = table.state
    unit, target = state.units[strike.unit], state.units[strike.target]
    assert unit.at is not None and target.at is not None
    reach = state.rules.hexes(strike.weapon.range_in)
    stride = target.at - unit.at
    end = Hex(unit.at + stride * -(-reach // DISTANCE[stride]))  # the target's line, prolonged
    hexes = [
        h for h in (*state.ground.between(unit.at, end), end) if DISTANCE[h - unit.at] <= reach
    ]
    hit = dict.fromkeys(
        state.units[state.standing[h]].leader
        for h in hexes
        if h in state.standing and state.units[state.standing[h]].leader != strike.unit
    )
    ordered = sorted(hit, key=lambda each: (_far(state, unit, each), each))
    strikes = [
        replace(strike, target=each, sweep=0 if each == strike.target else 2, blindside=False)
        for each in ordered
        if state.units[each].at is not None and not area_stops(state, unit, state.units[each])
    ]
    yield from each_in_turn(table, strikes)


def _far(state: State, unit: Unit, other_id: UnitId) -> int:
    return 99 if state.units[other_id].at is None else away(unit, state.units[other_id])


def thrown_enemy(state: State, unit: Unit) -> WeaponCard:
    """MS.THROW.ENEMY: 5d10, PEN by Size, no DMG, with the Hits of its best melee weapon."""
    throw = state.rules.throw
    return WeaponCard(
        id="throw", name="Throw", category="K", kind="melee", range_in=state.rules.hex.inches,
        dice=throw.dice, bonus_hits=best_bonus(unit, "melee"), dmg=0,
        pen=unit.card.size + throw.enemy_pen_base, pen_suffix="P",
    )  # fmt: skip


def thrown_terrain(state: State, unit: Unit) -> WeaponCard:
    """MS.THROW.TERRAIN: 5d10, 16 in, PEN and DMG by Size, with the Hits of its best gun."""
    throw = state.rules.throw
    return WeaponCard(
        id="hurl", name="Thrown terrain", category="K", kind="shooting",
        range_in=throw.terrain_range_in, dice=throw.dice,
        bonus_hits=best_bonus(unit, "shooting") + total(unit, "throw_hits"),
        dmg=(unit.card.size + throw.terrain_dmg_base) * 100,
        pen=unit.card.size + throw.terrain_pen_base, pen_suffix="P",
    )  # fmt: skip


def best_bonus(unit: Unit, kind: str) -> int:
    """The highest printed bonus Hits of a kind of weapon; 0 without one."""
    return max((weapon.bonus_hits for weapon in unit.card.weapon if weapon.kind == kind), default=0)


def throw_price(state: State, unit: Unit, target: Unit) -> int:
    """MS.THROW.LARGER: Power or Havoc for every Size that the target is larger."""
    return max(0, target.card.size - unit.card.size)


def throw_enemy(table: Table[State], unit_id: UnitId, action: ThrowEnemy) -> Steps[None]:
    """MS.THROW.ENEMY: a melee attack that drives the enemy away."""
    state = table.state
    unit = state.units[unit_id]
    table.happens(ActionsSpent(rule="MS.THROW.ENEMY", combat=1, why="Throw"))
    pay_points(table, unit_id, throw_price(state, unit, state.units[action.target]))
    weapon = thrown_enemy(state, unit)
    blind = blindsides(state, unit_id, weapon, action.target)
    yield from one_attack(
        table, Strike(unit_id, weapon, action.target, made_up=True, blindside=blind)
    )


def throw_terrain(table: Table[State], unit_id: UnitId, action: ThrowTerrain) -> Steps[None]:
    """MS.THROW.TERRAIN: a piece from the next hex, which is gone then."""
    state = table.state
    unit = state.units[unit_id]
    table.happens(ActionsSpent(rule="MS.THROW.TERRAIN", combat=1, why="Throw terrain"))
    fee = shooting_fee(state, unit_id, thrown_terrain(state, unit))
    pay(table, unit.seat, fee, "shooting while engaged", "MS.ENGAGE.SHOOT")
    weapon = thrown_terrain(state, unit)
    if has(unit, "keeps_thrown"):
        table.happens(TerrainBroken(rule="MS.TERRAIN.DESTROYED", at=action.piece))
    else:
        table.happens(TerrainMoved(rule="MS.THROW.TERRAIN", at=action.piece, to=None))
    blind = blindsides(state, unit_id, weapon, action.target)
    yield from one_attack(
        table, Strike(unit_id, weapon, action.target, made_up=True, blindside=blind)
    )


def crash(table: Table[State], unit_id: UnitId, action: Crash) -> Steps[None]:
    """MS.CRASH.ACTION: a Move Action through up to two units, each attacked on the way.

    MS.CRASH.BONUS: Hits by Size and for every Accelerate.
    """
    state = table.state
    unit, weapon = state.units[unit_id], weapon_of(state, unit_id, action.weapon)
    table.happens(
        ActionsSpent(rule="MS.CRASH.ACTION", combat=1, moves=1, why=f"Crash: {weapon.name}")
    )
    pay_points(table, unit_id, weapon.power_cost + weapon.havoc_cost)
    act, figures = table.state.act, state.rules.crash
    assert act is not None
    size = size_of(state, unit_id)
    hits = size * figures.hits_per_size + act.accelerates * figures.hits_per_accelerate
    blind = [blindsides(state, unit_id, weapon, target) for target in action.targets]
    before = Stance(state, unit_id)
    steps = max(1, max_move(state, unit))
    yield from go(table, unit_id, action.to, "MS.CRASH.ACTION", "crashes through", steps=steps)
    shift(table, unit_id, before)
    for piece in action.pieces:
        checks = state.rules.terrain.checks_direct
        yield from check_terrain(table, piece, weapon.dmg, checks, "MS.TERRAIN.DIRECT")
    for target, from_behind in zip(action.targets, blind, strict=True):
        alive = table.state.units[target].at is not None
        if alive and table.state.units[unit_id].at is not None:
            yield from one_attack(
                table,
                Strike(unit_id, weapon, target, extra_hits=hits, blindside=from_behind),
            )
