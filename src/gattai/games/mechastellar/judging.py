"""Why the active unit may not do something now: its actions, its duties, and each action's own rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.course.duty import nearer_moves, strays
from gattai.games.mechastellar.crash_judge import crash_refusals
from gattai.games.mechastellar.figures import (
    challengers,
    elevation,
    engaging,
    is_free_of_closest,
    resource,
)
from gattai.games.mechastellar.ground import RUBBLE, in_front
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.moving_judge import away_from_challenger, moving_refusals
from gattai.games.mechastellar.resource_judge import resource_refusals
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.games.mechastellar.strike.aiming import shooting_fee, target_refusals, weapon_refusals
from gattai.games.mechastellar.strike.fighting import (
    action_price,
    throw_price,
    thrown_enemy,
    thrown_terrain,
)
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, Hex, to_text

FIGHTING = (
    do.Attack, do.Sweep, do.Crash, do.ThrowEnemy, do.ThrowTerrain, do.StrikeTerrain, do.RazeCover,
    do.SlideTerrain, do.PullSelf,
)  # fmt: skip
MOVING = (do.Move, do.Rotate, do.Spin, do.Surface, do.Disengage)
BEFORE_STUN = (do.GiveUp, do.Zeal, do.ShakeOff, do.Transform, do.EndTurn)
"""MS.STUN.ACTIONS: what a unit may do before it has given up its actions."""


def act_refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Every reason against an action of the active unit."""
    act = state.act
    assert act is not None
    if act.owed and (act.combat or act.moves) and not isinstance(action, BEFORE_STUN):
        figures = (("to give up", act.owed),)
        yield Refusal("MS.STUN.ACTIONS", "stun takes its actions first", figures)
        return
    if isinstance(action, FIGHTING):
        yield from _fight_refusals(state, act, action)
    elif isinstance(action, MOVING):
        yield from moving_refusals(state, act, action)
        if isinstance(action, do.Disengage) and action.by == "action":
            yield from must_attack(state, act)
    elif isinstance(action, do.EndTurn):
        yield from _end_refusals(state, act)
    else:
        yield from resource_refusals(state, act, action)
        if isinstance(action, do.Accelerate):
            if action.actions:
                yield from must_attack(state, act)
            if action.unit == act.unit and strays(state, act, action.to, act.moves, flying=True):
                yield away_from_challenger()


def _fight_refusals(state: State, act: Act, action: Any) -> Iterator[Refusal]:
    unit_id = act.unit
    match action:
        case do.Attack():
            yield from attack_refusals(state, act, action)
        case do.Sweep():
            yield from _sweep_refusals(state, act, action)
        case do.Crash():
            yield from crash_refusals(state, act, action)
            if strays(state, act, action.to, act.moves - 1):
                yield away_from_challenger()
            for target in action.targets:
                if 0 <= target < len(state.units):
                    yield from _limits(state, act, target)
                    yield from _return_fire(state, act, target)
        case do.ThrowEnemy(target=target):
            yield from _price(act, 1)
            yield from _limits(state, act, target)
            weapon = thrown_enemy(state, state.units[unit_id])
            against = tuple(target_refusals(state, unit_id, weapon, target, "direct"))
            yield from against
            if not against:
                yield from _throw_price(state, unit_id, target)
                yield from _return_fire(state, act, target)
        case do.ThrowTerrain(piece=piece, target=target):
            yield from _price(act, 1)
            yield from _limits(state, act, target)
            yield from _ammunition(state, unit_id, piece)
            weapon = thrown_terrain(state, state.units[unit_id])
            yield from _fee(state, unit_id, weapon)
            yield from target_refusals(state, unit_id, weapon, target, "direct")
            yield from _return_fire(state, act, target)
        case _:
            yield from _terrain_refusals(state, act, action)


def attack_refusals(state: State, act: Act, action: do.Attack) -> Iterator[Refusal]:
    """MS.ATTACK.SEQUENCE, 1: why this attack cannot be declared."""
    weapon = state.units[act.unit].card.find_weapon(action.weapon)
    if weapon is None:
        yield Refusal("MS.WEAPON.PROFILE", f"there is no weapon {action.weapon}")
        return
    yield from target_refusals(state, act.unit, weapon, action.target, action.how)
    yield from _use_refusals(state, act, weapon, action.target)
    if says(weapon, "rams"):
        yield Refusal("MS.CRASH.ACTION", f"{weapon.name} attacks along a move")
    if action.power:
        yield from _power_option(state.units[act.unit], weapon)
    if 0 <= action.target < len(state.units):
        yield from _limits(state, act, action.target)
        yield from _return_fire(state, act, action.target)


def _use_refusals(
    state: State, act: Act, weapon: WeaponCard, target: UnitId | None
) -> Iterator[Refusal]:
    """The price of using a weapon in its own turn; MS.WEAPON.FREE: Free weapons once a turn."""
    yield from weapon_refusals(state, act.unit, weapon)
    yield from _price(act, action_price(state, act.unit, weapon, target))
    yield from _fee(state, act.unit, weapon)
    if says(weapon, "is_free") and any(used == weapon.id for _, used in act.attacks):
        yield Refusal("MS.WEAPON.FREE", f"{weapon.name} has attacked this turn")


def _price(act: Act, combat: int) -> Iterator[Refusal]:
    if act.combat < combat:
        figures = (("needed", combat), ("left", act.combat))
        yield Refusal("MS.ACT.ACTIONS", "not enough Combat Actions", figures)


def _fee(state: State, unit_id: UnitId, weapon: WeaponCard) -> Iterator[Refusal]:
    fee, have = shooting_fee(state, unit_id, weapon), state.momentum[state.units[unit_id].seat]
    if fee > have:
        rule = "MS.REMOTE.FIRE" if says(weapon, "is_remote") else "MS.ENGAGE.SHOOT"
        yield Refusal(rule, "not enough Momentum", (("price", fee), ("momentum", have)))


def _power_option(unit: Unit, weapon: WeaponCard) -> Iterator[Refusal]:
    price = weapon.option.power + weapon.power_cost if weapon.option else 0
    have = unit.points if resource(unit) == "power" else 0
    if weapon.option is None:
        yield Refusal("MS.RES.POWER", f"{weapon.name} gains nothing from Power")
    elif have < price:
        yield Refusal("MS.RES.POWER", "not enough Power", (("price", price), ("power", have)))


def _limits(state: State, act: Act, target: UnitId) -> Iterator[Refusal]:
    """MS.ATTACK.LIMIT: at most two attacks on one target in a turn."""
    most = state.rules.turn.max_attacks_per_target
    done = sum(struck == target for struck, _ in act.attacks)
    if done >= most:
        yield Refusal("MS.ATTACK.LIMIT", "no further attack on this target", (("attacks", done),))


def bound_targets(state: State, act: Act) -> tuple[UnitId, ...] | None:
    """MS.RETURNFIRE.ATTACK: the targets among which a unit has to choose; None if it is free.

    The aggressor, if it can be attacked, or the closest that can.
    """
    if (
        act.aggressor is None
        or act.attacks
        or is_free_of_closest(state.rules, state.units[act.unit])
    ):
        return None
    if challengers(state, act.unit):
        return None
    known: tuple[UnitId, ...] | None = state.found.get("bound")
    if known is not None:
        return known
    unit = state.units[act.unit]
    assert unit.at is not None
    able = [foe for foe, _, _ in state.foes(unit.seat) if _can_attack(state, act, foe)]
    far = {foe: DISTANCE[at - unit.at] for foe, _, at in state.foes(unit.seat)}
    least = min((far[foe] for foe in able), default=0)
    known = tuple(foe for foe in able if far[foe] == least or foe == act.aggressor)
    if state.rules.return_fire.target == "aggressor_first" and act.aggressor in able:
        known = (act.aggressor,)
    state.found["bound"] = known
    return known


def _can_attack(state: State, act: Act, target: UnitId) -> bool:
    for weapon in state.units[act.unit].card.weapon:
        if says(weapon, "rams"):
            continue
        if next(_use_refusals(state, act, weapon, target), None) is not None:
            continue
        for how in ("direct", "indirect"):
            if next(target_refusals(state, act.unit, weapon, target, how), None) is None:
                return True
    return False


def _return_fire(state: State, act: Act, target: UnitId) -> Iterator[Refusal]:
    bound = bound_targets(state, act)
    if bound and target not in bound:
        yield Refusal(
            "MS.RETURNFIRE.ATTACK", "Return Fire goes to the aggressor or to the closest target"
        )


def must_attack(state: State, act: Act) -> Iterator[Refusal]:
    """MS.RETURNFIRE.ATTACK: while it could attack, it may not do otherwise with its Combat Action."""
    if act.combat > 0 and bound_targets(state, act):
        yield Refusal("MS.RETURNFIRE.ATTACK", "Return Fire: it has to attack")


def _sweep_refusals(state: State, act: Act, action: do.Sweep) -> Iterator[Refusal]:
    """MS.AOE.SWEEP: two models near each other with nobody between."""
    rule, aoe = "MS.AOE.SWEEP", state.rules.aoe
    weapon = state.units[act.unit].card.find_weapon(action.weapon)
    if weapon is None or not says(weapon, "sweeps") or aoe.mode != "sweep":
        yield Refusal(rule, "only an area weapon sweeps")
        return
    targets = action.targets
    most = max(aoe.sweep_targets, weapon.aoe_targets)
    if not 2 <= len(targets) <= most or len(dict.fromkeys(targets)) < len(targets):
        figures = (("targets", len(targets)), ("most", most))
        yield Refusal(rule, "a sweep takes two targets, or as many as the weapon says", figures)
        return
    yield from _use_refusals(state, act, weapon, None)
    if action.power:
        yield from _power_option(state.units[act.unit], weapon)
    for number, target in enumerate(targets):
        against = target_refusals(state, act.unit, weapon, target, "direct")
        # Only the first has to be the closest; the sweep goes on from there.
        kept = [each for each in against if number == 0 or each.rule != "MS.TARGET.CLOSEST"]
        if kept:
            yield kept[0]
            return
        yield from _limits(state, act, target)
    yield from _return_fire(state, act, targets[0])
    for one, two in pairwise(targets):
        yield from _spread(state, one, two)


def _spread(state: State, one: UnitId, two: UnitId) -> Iterator[Refusal]:
    a, b = state.units[one].at, state.units[two].at
    assert a is not None and b is not None
    far, most = DISTANCE[b - a], state.rules.hexes(state.rules.aoe.sweep_spread_in)
    if far > most:
        figures = (("apart", far), ("most", most))
        yield Refusal("MS.AOE.SWEEP", "the targets are too far apart", figures)
    if any(h in state.standing for h in state.ground.between(a, b)):
        yield Refusal("MS.AOE.SWEEP", "somebody stands between the targets")


def _throw_price(state: State, unit_id: UnitId, target: UnitId) -> Iterator[Refusal]:
    unit = state.units[unit_id]
    price = throw_price(state, unit, state.units[target])
    have = unit.points if resource(unit) in ("power", "havoc") else 0
    if price > have:
        figures = (("price", price), ("Power or Havoc", have))
        yield Refusal("MS.THROW.LARGER", "the target is too large", figures)


def _ammunition(state: State, unit_id: UnitId, piece: Hex) -> Iterator[Refusal]:
    """MS.THROW.TERRAIN: a destructible piece or rubble beside it, on which nobody stands."""
    card, at = state.ground.terrain.get(piece), state.units[unit_id].at
    assert at is not None
    if card is None or not (card.destructible or card.kind == RUBBLE.kind):
        yield Refusal("MS.THROW.TERRAIN", f"nothing on {to_text(piece)} can be thrown")
    elif DISTANCE[piece - at] != 1 or piece in state.standing:
        yield Refusal("MS.THROW.TERRAIN", "the piece has to lie beside the unit, with nobody on it")


def _terrain_refusals(state: State, act: Act, action: Any) -> Iterator[Refusal]:
    """MS.TERRAIN.DIRECT, MS.RES.HAVOC, MS.PUSH.ON-TERRAIN: attacks on a piece of terrain."""
    unit = state.units[act.unit]
    weapon = unit.card.find_weapon(action.weapon)
    if weapon is None:
        yield Refusal("MS.WEAPON.PROFILE", f"there is no weapon {action.weapon}")
        return
    if isinstance(action, do.RazeCover):
        yield from weapon_refusals(state, act.unit, weapon)
        # It comes before an attack with the same weapon, so that has to be possible still.
        yield from _price(act, action_price(state, act.unit, weapon, None))
        if resource(unit) != "havoc" or not unit.points:
            yield Refusal("MS.RES.HAVOC", "this takes a point of Havoc")
    else:
        yield from _use_refusals(state, act, weapon, None)
        if action_price(state, act.unit, weapon, None):
            yield from must_attack(state, act)
        if challengers(state, act.unit):
            yield Refusal("MS.CHALLENGE.DUTY", "a Challenge leaves no attack for terrain")
    if says(weapon, "is_remote") or says(weapon, "rams"):
        yield Refusal("MS.TERRAIN.DIRECT", f"{weapon.name} is no weapon against terrain")
    card = state.ground.terrain.get(action.piece)
    if card is None:
        yield Refusal("MS.TERRAIN.DIRECT", f"nothing stands on {to_text(action.piece)}")
        return
    if isinstance(action, do.PullSelf):
        if not says(weapon, "draws_user"):
            yield Refusal("MS.PUSH.ON-TERRAIN", f"{weapon.name} does not draw its user")
        if not (card.cover or card.level):
            yield Refusal("MS.PUSH.ON-TERRAIN", "there is nothing to hold on to")
    elif not card.destructible:
        yield Refusal("MS.TERRAIN.DIRECT", f"{card.kind} cannot be destroyed")
    if isinstance(action, do.SlideTerrain):
        if weapon.pen_suffix != "P":
            yield Refusal("MS.PUSH.ON-TERRAIN", f"{weapon.name} does not push")
        if action.piece in state.standing:
            yield Refusal("MS.PUSH.ON-TERRAIN", "somebody stands on it")
    yield from _piece_in_reach(state, act.unit, weapon, action.piece)


def _piece_in_reach(
    state: State, unit_id: UnitId, weapon: WeaponCard, piece: Hex
) -> Iterator[Refusal]:
    unit = state.units[unit_id]
    assert unit.at is not None
    far, most = DISTANCE[piece - unit.at], state.rules.hexes(weapon.range_in)
    if far > most or far == 0:
        yield Refusal("MS.RANGE.MEASURE", "out of range", (("away", far), ("range", most)))
    ahead = weapon.kind == "melee" or says(weapon, "all_round")
    if not ahead and not in_front(unit.at, unit.facing, piece):
        yield Refusal("MS.TARGET.ARC", "the piece is in the rear arc")
    level = state.ground.levels.get(piece, 0)
    if unit.submerged or not state.ground.sees(unit.at, elevation(state, unit), piece, level):
        yield Refusal("MS.LOS.NEED", "the piece is out of sight")
    if says(weapon, "sweeps") and engaging(state, unit_id):
        yield Refusal("MS.AOE.LIMITS", "an area weapon cannot be fired while engaged")


def _end_refusals(state: State, act: Act) -> Iterator[Refusal]:
    """MS.RETURNFIRE.ATTACK, MS.CHALLENGE.DUTY: duties that are not done yet.

    MS.STUN.ACTIONS: what stun is still to take is gone before they are looked at, attacks first.
    """
    if act.owed:
        attacks = min(act.combat, act.owed)
        moves = max(0, act.moves - (act.owed - attacks))
        act = replace(act, combat=act.combat - attacks, moves=moves, owed=0)
    yield from must_attack(state, act)
    yield from closing_refusals(state, act)


def closing_refusals(state: State, act: Act) -> Iterator[Refusal]:
    """MS.CHALLENGE.DUTY: it ends nearer to its Challenger and in sight, as far as it can still move."""
    if nearer_moves(state, act):
        name = state.units[challengers(state, act.unit)[0]].name
        yield Refusal("MS.CHALLENGE.DUTY", f"it has to end closer to {name}, in sight")
