"""What the active unit could do: more than is allowed, but quick to list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.course.movement import accelerations, disengagements, reach
from gattai.games.mechastellar.course.rounds import aboard_units
from gattai.games.mechastellar.figures import engaging, max_move, resource
from gattai.games.mechastellar.ground import FACINGS, RUBBLE
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.games.mechastellar.strike.aiming import fires_indirectly
from gattai.games.mechastellar.strike.fighting import action_price
from gattai.games.mechastellar.strike.support import has_support, switchable
from gattai.tabletop.hexes import DISTANCE, Hex, within


def act_candidates(state: State) -> list[Any]:
    """Everything worth asking about in the running turn."""
    act = state.act
    assert act is not None
    found: list[Any] = [do.END_TURN]
    if act.owed and (act.combat or act.moves):
        found += [do.GiveUp("combat"), do.GiveUp("move")]
    else:
        found += _moves(state, act)
        found += _fights(state, act)
    found += _rest(state, act)
    return found


def _moves(state: State, act: Act) -> Iterator[Any]:
    unit = state.units[act.unit]
    if act.moves > 0:
        water = state.ground.water
        for at in reach(state, act.unit):
            yield do.Move(at)
            if at in water:
                yield do.Move(at, submerge=True)
        for facing in FACINGS:
            yield do.Rotate(facing)
        if unit.submerged:
            yield do.Surface()
    if act.moved == 1:
        for facing in FACINGS:
            yield do.Spin(facing)
    if engaging(state, act.unit):
        for at in disengagements(state, act.unit, flying=True):
            yield do.Disengage(at)
            yield do.Disengage(at, "action")
            yield do.Disengage(at, "point")
    if act.combat > 0 or unit.points:
        yield from _accelerates(state, act.unit, act.combat)
    for other_id, other_unit, _ in state.friends(unit.seat):
        if other_id != act.unit and other_unit.points:
            yield from _accelerates(state, other_id, 0)


def _accelerates(state: State, unit_id: UnitId, combat: int) -> Iterator[Any]:
    unit = state.units[unit_id]
    points = unit.points if resource(unit) in ("boost", "power") else 0
    if not points and not combat:
        return
    for at, needed in accelerations(state, unit_id).items():
        for paid in range(min(points, needed) + 1):
            if needed - paid <= combat:
                yield do.Accelerate(unit_id, at, paid, needed - paid)


def _fights(state: State, act: Act) -> Iterator[Any]:
    unit = state.units[act.unit]
    assert unit.at is not None
    foes = [(foe, DISTANCE[at - unit.at]) for foe, _, at in state.foes(unit.seat)]
    for weapon in unit.card.weapon:
        reach_of = state.rules.hexes(weapon.range_in)
        if says(weapon, "rams"):
            if act.combat > 0 and act.moves > 0:
                yield from _crashes(state, act, unit, weapon)
            continue
        if action_price(state, act.unit, weapon, None) > act.combat:
            continue
        near = [foe for foe, far in foes if far <= reach_of]
        yield from _attacks(state, unit, weapon, near)
        yield from _on_terrain(state, unit, weapon, reach_of)
    if act.combat > 0:
        for foe, far in foes:
            if far == 1:
                yield do.ThrowEnemy(foe)
        yield from _hurls(state, unit, [foe for foe, _ in foes])


def _attacks(state: State, unit: Unit, weapon: WeaponCard, near: list[UnitId]) -> Iterator[Any]:
    indirect = fires_indirectly(state, weapon)
    powers = (False, True) if weapon.option is not None and unit.points else (False,)
    for power in powers:
        for foe in near:
            if not says(weapon, "is_remote"):
                yield do.Attack(weapon.id, foe, power=power)
            if indirect:
                yield do.Attack(weapon.id, foe, "indirect", power)
            if weapon.category == "E" and weapon.kind == "shooting":
                yield do.Attack(weapon.id, foe, "through", power)
        if says(weapon, "sweeps") and len(near) > 1 and state.rules.aoe.mode == "sweep":
            yield from _sweeps(
                weapon, near, power, max(weapon.aoe_targets, state.rules.aoe.sweep_targets)
            )


def _sweeps(weapon: WeaponCard, near: list[UnitId], power: bool, most: int) -> Iterator[Any]:
    chains: list[tuple[UnitId, ...]] = [(foe,) for foe in near]
    for _ in range(most - 1):
        chains = [(*chain, foe) for chain in chains for foe in near if foe not in chain]
        for chain in chains:
            yield do.Sweep(weapon.id, chain, power)


def _crashes(state: State, act: Act, unit: Unit, weapon: WeaponCard) -> Iterator[Any]:
    steps = max_move(state, unit)
    assert unit.at is not None
    cells = state.ground.field.hexes
    near = [(foe, at) for foe, _, at in state.foes(unit.seat) if DISTANCE[at - unit.at] < steps]
    pieces = [
        at
        for at, card in state.ground.terrain.items()
        if card.destructible and 0 < DISTANCE[at - unit.at] < steps
    ]
    ends = [h for h in within(unit.at, steps) if h in cells and h not in state.standing]
    for to in ends:
        for foe, at in near:
            if DISTANCE[at - unit.at] + DISTANCE[to - at] <= steps:
                yield do.Crash(weapon.id, (foe,), to)
                for second, there in near:
                    if second != foe and _on_the_way(unit.at, at, there, to) <= steps:
                        yield do.Crash(weapon.id, (foe, second), to)
                for piece in pieces:
                    if _on_the_way(unit.at, at, piece, to) <= steps:
                        yield do.Crash(weapon.id, (foe,), to, (piece,))
        for piece in pieces:
            if DISTANCE[piece - unit.at] + DISTANCE[to - piece] <= steps:
                yield do.Crash(weapon.id, (), to, (piece,))
                for second_piece in pieces:
                    if second_piece != piece:
                        if _on_the_way(unit.at, piece, second_piece, to) <= steps:
                            yield do.Crash(weapon.id, (), to, (piece, second_piece))


def _on_the_way(start: Hex, one: Hex, two: Hex, to: Hex) -> int:
    return DISTANCE[one - start] + DISTANCE[two - one] + DISTANCE[to - two]


def _on_terrain(state: State, unit: Unit, weapon: WeaponCard, reach_of: int) -> Iterator[Any]:
    assert unit.at is not None
    pushes, draws = weapon.pen_suffix == "P", says(weapon, "draws_user")
    havoc = resource(unit) == "havoc" and unit.points > 0
    if says(weapon, "is_remote"):
        return
    for at in state.ground.breakable:
        if 0 < DISTANCE[at - unit.at] <= reach_of:
            yield do.StrikeTerrain(weapon.id, at)
            if havoc:
                yield do.RazeCover(weapon.id, at)
            if pushes:
                for direction in FACINGS:
                    yield do.SlideTerrain(weapon.id, at, direction)
    if draws:
        for at, card in state.ground.terrain.items():
            if (card.cover or card.level) and 0 < DISTANCE[at - unit.at] <= reach_of:
                yield do.PullSelf(weapon.id, at)


def _hurls(state: State, unit: Unit, foes: list[UnitId]) -> Iterator[Any]:
    assert unit.at is not None
    for at in state.ground.field.hexes.neighbours[unit.at]:
        card = state.ground.terrain.get(at)
        if card is not None and (card.destructible or card.kind == RUBBLE.kind):
            for foe in foes:
                yield do.ThrowTerrain(at, foe)


def _rest(state: State, act: Act) -> Iterator[Any]:
    unit = state.units[act.unit]
    if act.fought or act.moved or act.owed:
        for actions in range(1, state.rules.skill.zeal.max + 1):
            yield do.Zeal(actions)
    if unit.card.transform is not None and not act.begun:
        yield do.Transform()
    for each, model, _ in state.friends(unit.seat):
        if has_support(state, model.card):
            for weapon in switchable(state, each):
                yield do.Support(each, weapon.id)
        if model.points and model.stun:
            yield do.ShakeOff(each)
        if model.points and model.card.barrier is not None:
            yield do.Recharge(each)
        if state.orders[unit.seat] or state.rules.orders.extra_order_cost_m:
            yield do.Order(each)
        if model.card.kind == "Warship":
            yield do.AntiAir(each)
    for each in aboard_units(state, unit.seat):
        for member in state.squad(each):
            yield do.Repair(member)


def every_conceivable(state: State) -> Iterator[Any]:
    """All that the active unit, or anybody in its place, could think of."""
    units = [UnitId(n) for n in range(len(state.units))]
    cells = state.ground.field.hexes.cells
    act = state.act
    assert act is not None
    unit = state.units[act.unit]
    yield do.END_TURN
    yield do.Surface()
    yield do.Transform()
    yield do.GiveUp("combat")
    yield do.GiveUp("move")
    for facing in FACINGS:
        yield do.Rotate(facing)
        yield do.Spin(facing)
    for actions in range(1, 5):
        yield do.Zeal(actions)
    for at in cells:
        yield do.Move(at)
        yield do.Move(at, submerge=True)
        for by in ("move", "action", "point"):
            yield do.Disengage(at, by)
    for each in units:
        yield from _conceivable_of(state, each)
        yield do.ThrowEnemy(each)
        for at in (p.at for p in state.ground.pieces):
            yield do.ThrowTerrain(at, each)
    for weapon in unit.card.weapon:
        yield from _conceivable_with(state, weapon, units, cells)


def _conceivable_of(state: State, each: UnitId) -> Iterator[Any]:
    unit = state.units[each]
    yield do.ShakeOff(each)
    yield do.Recharge(each)
    yield do.Order(each)
    yield do.AntiAir(each)
    yield do.Repair(each)
    for weapon in unit.card.weapon:
        yield do.Support(each, weapon.id)
    if unit.at is not None:
        far = max(1, state.rules.hexes(state.rules.accelerate.move_in))
        for at in within(unit.at, far):
            for points, actions in ((0, 1), (1, 0), (1, 1), (2, 0), (0, 2)):
                yield do.Accelerate(each, at, points, actions)


def _conceivable_with(
    state: State, weapon: WeaponCard, units: list[UnitId], cells: tuple[Hex, ...]
) -> Iterator[Any]:
    act = state.act
    assert act is not None
    for power in (False, True):
        for each in units:
            for how in ("direct", "indirect", "through"):
                yield do.Attack(weapon.id, each, how, power)
        if says(weapon, "sweeps"):
            yield from _sweeps(weapon, units, power, 3)
    if says(weapon, "rams"):
        unit = state.units[act.unit]
        yield from _crashes(state, act, unit, weapon)
    for piece in state.ground.pieces:
        yield do.StrikeTerrain(weapon.id, piece.at)
        yield do.RazeCover(weapon.id, piece.at)
        yield do.PullSelf(weapon.id, piece.at)
        for direction in FACINGS:
            yield do.SlideTerrain(weapon.id, piece.at, direction)
