"""Answers worth a closer look, best first: what bots think of before they reckon (see `evaluation`)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.attack import aims, braces
from gattai.games.mechastellar.damage import finish_threshold, pen_of
from gattai.games.mechastellar.evaluation import (
    FADING,
    MOMENTUM,
    REAR,
    fee_worth,
    material,
    mean_loss,
    place_worth,
    prospects,
    worth,
)
from gattai.games.mechastellar.fighting import blindsides
from gattai.games.mechastellar.figures import max_move
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.resource_judge import zeal_price
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strikes import attack_pool, defence_pool
from gattai.kernel.question import Question
from gattai.kernel.window import Pass
from gattai.tabletop.hexes import DISTANCE, Hex, hex_at

__all__ = ["PASSING", "clicks", "material", "promising", "spent", "worth"]

PASSING: tuple[type, ...] = (do.EndTurn,)
Idea = tuple[float, Any, float]
MOST_MOVES = 6
"""Of all moves, so many are thought of."""


def spent(state: State) -> State:
    """The table with nothing left for the active unit to do."""
    act = state.act
    return state if act is None else replace(state, act=replace(act, combat=0, moves=0))


def clicks(state: State) -> int:
    """How many answers the running turn has had."""
    act = state.act
    return 0 if act is None else 1 + act.moved + act.spins + len(act.attacks) + act.accelerates


def promising(state: State, question: Question) -> list[Idea]:
    """Ideas for the standing question, best first; each an option with a guess of its gain."""
    options = getattr(question, "options", ())
    match state.phase:
        case "acting":
            found = _turn(state, options)
        case "activating":
            found = [_activation(state, option) for option in options]
        case "deploying":
            found = [_deployment(state, option) for option in options]
        case "launching":
            found = [(float(isinstance(option, do.Launch)), option, 0.0) for option in options]
        case _:
            quiet = (do.Ready, do.Decline)
            found = [(float(isinstance(option, quiet)), option, 0.0) for option in options]
    return sorted(found, key=lambda idea: -idea[0])


def _activation(state: State, option: Any) -> Idea:
    match option:
        case do.Activate(unit=unit_id):
            unit = state.units[unit_id]
            assert unit.at is not None
            gain = prospects(state, unit_id, unit.at, 2 * max_move(state, unit))
            return 1.0 + gain, option, 0.0
        case do.Reinforce():
            return 1.0, option, 0.0
        case Pass():
            return 0.0, option, 0.0
        case _:
            return -1.0, option, 0.0


def _deployment(state: State, option: Any) -> Idea:
    """Towards the middle; strong guns to the front, nobody held back."""
    if not isinstance(option, do.Deploy):
        return -5.0, option, 0.0
    unit = state.units[option.unit]
    middle = DISTANCE[option.at - hex_at(0, 0)]
    covered = any(h in state.ground.covers for h in state.ground.field.hexes.neighbours[option.at])
    first = -0.01 * option.unit if unit.leader == option.unit else 0.0
    return -0.2 * middle + 0.3 * covered + first, option, 0.0


def _turn(state: State, options: Any) -> list[Idea]:
    act = state.act
    assert act is not None
    unit = state.units[act.unit]
    assert unit.at is not None
    here = prospects(state, act.unit, unit.at, 0) if act.combat > 0 else 0.0
    stays = place_worth(state, unit, unit.at)
    found: list[Idea] = []
    moves: list[Idea] = []
    for option in options:
        match option:
            case do.Attack():
                found.append(_attack(state, act.unit, option))
            case do.Move(to=to):
                gain = _standing(state, act.unit, to, act.combat > 0) - here - stays
                moves.append((gain + _points(state, act.unit, to), option, 0.0))
            case do.Spin(facing=facing) | do.Rotate(facing=facing):
                turned = replace(unit, facing=facing)
                gain = place_worth(state, turned, unit.at) - stays
                cost = 0.0 if isinstance(option, do.Spin) else 0.5
                found.append((gain - cost, option, 0.0))
            case do.Zeal(actions=actions):
                price = zeal_price(state, act, actions) * (MOMENTUM - FADING * 10)
                gain = prospects(state, act.unit, unit.at, 0) if actions == 1 else 0.0
                found.append((0.6 * gain - price, option, 0.0))
            case do.EndTurn():
                found.append((0.0, option, 0.0))
            case do.Sweep() | do.Crash() | do.ThrowEnemy() | do.ThrowTerrain():
                found.append((0.7 * here, option, 0.0))
            case do.GiveUp(what=what):
                found.append((1.0 if what == "move" else 0.5, option, 0.0))
            case do.ShakeOff():
                found.append((1.0, option, 0.0))
            case do.Disengage() | do.Surface():
                found.append((-0.5, option, 0.0))
            case _:
                found.append((-2.0, option, 0.0))
    moves.sort(key=lambda idea: -idea[0])
    return found + moves[:MOST_MOVES]


def _standing(state: State, unit_id: UnitId, to: Hex, armed: bool) -> float:
    unit = state.units[unit_id]
    moved = place_worth(state, unit, to)
    return moved + (prospects(state, unit_id, to, 0) + REAR if armed else 0.0)


def _points(state: State, unit_id: UnitId, to: Hex) -> float:
    """Nearer to a Control Point that somebody else holds."""
    unit = state.units[unit_id]
    assert unit.at is not None
    wanted = [
        point
        for point, owner in zip(state.ground.field.points, state.owners, strict=True)
        if owner != unit.seat
    ]
    if not wanted:
        return 0.0
    before = min(DISTANCE[point - unit.at] for point in wanted)
    after = min(DISTANCE[point - to] for point in wanted)
    return 0.3 * (before - after) + (1.5 if after <= 1 < before else 0.0)


def _attack(state: State, unit_id: UnitId, option: do.Attack) -> Idea:
    weapon = state.units[unit_id].find_weapon(option.weapon)
    assert weapon is not None
    extra = weapon.option.pen if option.power and weapon.option else 0
    strike = Strike(
        unit_id,
        weapon,
        option.target,
        how=option.how,
        blindside=blindsides(state, unit_id, weapon, option.target, option.how),
        extra_pen=extra,
    )
    aim = aims(state, strike)[0]
    strike = replace(strike, lock_on=aim.lock_on, bonus=aim.bonus)
    brace = braces(state, strike)[0]
    strike = replace(strike, guard=brace.bonus, guard_lock_on=brace.lock_on)
    target = state.units[option.target]
    gain = mean_loss(
        attack_pool(state, strike),
        defence_pool(state, strike),
        weapon,
        pen_of(state, strike),
        finish_threshold(state, strike),
        target.card,
        target.hp,
    )
    return gain - fee_worth(state, unit_id, weapon) + 0.05, option, gain
