"""What a table is worth to a side, and which answers are worth a look: the eye of the bots.

No rule depends on it. Worth is counted in Victory Points, for these win the game, and what one side
has the other lacks (`worth(state, NORTH) == -worth(state, SOUTH)`). The terms:

scores     what has been scored already.
models     The share ALIVE of a model's VP lasts until its last HP, the rest goes with the HP left;
           below the share of them at which the rules give VP for it at the end (usually half) HALF of
           its VP is taken off, and LOST for each part given up. The Commander is worth more by what
           its loss would score.
momentum   MOMENTUM for each point, the first worth more than the last; POINT for each point of
           momentum that a Control Point brings in a round to come.
now        NOW for what the active unit can still expect to take with a Combat Action it has left:
           from where it stands, or WALKING of it from where it could walk.
next       NEXT for what each other unit could take in its next turn, LATER of it if it has
           activated: reach for the one side and danger for the other.
place      ADVANCE for every hex that a unit is nearer to an enemy, until its weapons reach; REAR for
           an enemy that stands behind it, and at deployment for the nearest one.

All figures of the rules are asked of the ruleset that is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from gattai.bots.evaluations import Evaluation, Idea, decided, declined
from gattai.bots.eyes.mechastellar_shots import CLOSE_IN, best_on, longest, mean_loss, unit_worth
from gattai.bots.eyes.mechastellar_traits import TRAITS
from gattai.games.mechastellar import deeds as do
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.deeds.turn import zeal_price
from gattai.games.mechastellar.figures import engaging, max_move
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.state import NORTH, SEATS, SOUTH, State, Unit, UnitId
from gattai.games.mechastellar.strike.aiming import shooting_fee
from gattai.games.mechastellar.strike.attack import braces
from gattai.games.mechastellar.strike.damage import (
    wound_of,
)
from gattai.games.mechastellar.strike.terms import attack_pool, defence_pool
from gattai.games.mechastellar.victory import judge
from gattai.kernel.question import Choose, Question, Seat
from gattai.kernel.window import Pass
from gattai.tabletop.hexes import DISTANCE, Hex, hex_at

COMMANDER = 0.6
LOST = 0.03
MOMENTUM, FADING = 1.5, 0.05
POINT = 0.45
NOW, NEXT, LATER = 0.8, 0.3, 0.5
ADVANCE, REAR = 0.5, 0.8
MOST_MOVES = 6
"""Of all moves, so many are thought of."""


def worth(state: State, seat: Seat) -> float:
    """How much better this side stands than the other, in Victory Points."""
    if state.phase == "over":
        return decided(judge(state).winners, seat)
    south, north = _side(state, SOUTH), _side(state, NORTH)
    return south - north if seat == SOUTH else north - south


def material(state: State, seat: Seat) -> float:
    """Scores and models alone: what dice change at once."""
    total = 0.0
    for each in SEATS:
        mine = state.scores[each] + sum(
            unit_worth(unit.card, unit.hp, state.rules.vp.half_below_percent)
            for unit in state.units
            if unit.seat == each
        )
        total += mine if each == seat else -mine
    return total


def _side(state: State, seat: Seat) -> float:
    total = float(state.scores[seat])
    vp = state.rules.vp
    for unit in state.units:
        if unit.seat == seat and unit.fate != "destroyed":
            total += unit_worth(unit.card, unit.hp, vp.half_below_percent)
            total -= LOST * unit.card.vp * len(unit.lost)
            if unit.commander:
                total += COMMANDER * vp.commander_per_round * max(1, state.round)
    m = state.momentum[seat]
    total += MOMENTUM * m - FADING * m * m
    left = state.rules.round.count - state.round
    held = sum(owner == seat for owner in state.owners)
    total += held * (POINT * state.rules.momentum.cp_gain * min(3, 1 + left) + vp.control_point)
    if state.phase == "facing":
        return total + sum(facing_worth(state, unit, at) for _, unit, at in state.friends(seat))
    if state.phase in ("order", "deploying"):
        return total
    act = state.act
    last = left <= 0
    for unit_id, unit, at in state.friends(seat):
        if act is not None and act.unit == unit_id:
            if act.combat > 0:
                walk = max_move(state, unit) if act.moves > 0 else 0
                total += NOW * prospects(state, unit_id, at, walk)
        elif not unit.activated or not last:
            share = NEXT * LATER if unit.activated else NEXT
            total += share * prospects(state, unit_id, at, max_move(state, unit))
        total += place_worth(state, unit, at)
    return total


def place_worth(state: State, unit: Unit, at: Hex) -> float:
    """Near enough to fight, and nobody behind."""
    foes = [(foe, there) for _, foe, there in state.leaders if foe.seat != unit.seat]
    if not foes:
        return 0.0
    near = min([DISTANCE[there - at] for _, there in foes])
    reach = max(1, longest(unit.card) // state.rules.hex.inches - 1)
    total = -ADVANCE * max(0, near - reach)
    close = state.rules.hexes(CLOSE_IN)
    behind = [
        there
        for _, there in foes
        if DISTANCE[there - at] <= close and not in_front(at, unit.facing, there)
    ]
    return total - REAR * len(behind)


def facing_worth(state: State, unit: Unit, at: Hex) -> float:
    """Before the battle: that the nearest enemy is in front, and of the others as many as can be."""
    foes = [there for _, foe, there in state.leaders if foe.seat != unit.seat]
    behind = [there for there in foes if not in_front(at, unit.facing, there)]
    if not behind:
        return 0.0
    near = min([DISTANCE[there - at] for there in foes])
    nearest = near in [DISTANCE[there - at] for there in behind]
    return -REAR * (nearest + len(behind) / len(foes))


def prospects(
    state: State, unit_id: UnitId, at: Hex, walk: int, facing: int | None = None
) -> float:
    """What a unit can expect to take with one attack: the best it has, from here or after a walk,
    as it faces now or would face.
    """
    unit = state.units[unit_id]
    facing = unit.facing if facing is None else facing
    held = engaging(state, unit_id)
    others = len(state.squad(unit_id)) - 1
    sees, levels, seat = state.ground.sees, state.ground.levels, unit.seat
    level = levels.get(at, 0)
    best = 0.0
    for foe_id, foe, there in state.leaders:
        if foe.seat == seat:
            continue
        gain = best_on(
            state.rules,
            unit.card,
            unit.uses,
            unit.lost,
            others,
            state.round,
            DISTANCE[there - at],
            sees(at, level, there, levels.get(there, 0)),
            walk,
            walk > 0 or in_front(at, facing, there),
            (0.4 if foe_id in held else 0.2) if held else 1.0,
            foe.card,
            foe.hp,
        )
        if gain > best:
            best = gain
    return best


def fee_worth(state: State, unit_id: UnitId, weapon: WeaponCard) -> float:
    """What the Momentum of an attack is worth."""
    fee = shooting_fee(state, unit_id, weapon)
    return fee * _last_momentum(state) if fee or says(weapon, "is_remote") else 0.0


def _last_momentum(state: State) -> float:
    """What a point of Momentum is worth to who has many."""
    return MOMENTUM - FADING * state.rules.momentum.max


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
        case "facing":
            found = [*_facings(state, options)]
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


def _facings(state: State, options: Any) -> Iterator[Idea]:
    """Only turns that bring more enemies to the front, or the nearest one."""
    for option in options:
        gain = 0.0
        if isinstance(option, do.Face):
            unit = state.units[option.unit]
            assert unit.at is not None
            turned = replace(unit, facing=option.facing)
            gain = facing_worth(state, turned, unit.at) - facing_worth(state, unit, unit.at)
        if gain > 0 or isinstance(option, do.Ready):
            yield gain, option, 0.0


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
                if act.combat > 0:
                    gain += prospects(state, act.unit, unit.at, 0, facing) - here
                # Whoever turns without need has nothing better to do, and will turn back.
                if gain > 0:
                    cost = 0.0 if isinstance(option, do.Spin) else 0.5
                    found.append((gain - cost, option, 0.0))
            case do.Zeal(actions=actions):
                price = zeal_price(state, act, actions) * _last_momentum(state)
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
    strike = option.aimed(state, unit_id)
    brace = braces(state, strike)[0]
    strike = replace(strike, guard=brace.bonus, guard_lock_on=brace.lock_on)
    target, weapon = state.units[option.target], strike.weapon
    gain = mean_loss(
        attack_pool(state, strike),
        defence_pool(state, strike),
        wound_of(state, strike),
        weapon.pen_suffix,
        target.card,
        target.hp,
        state.rules.vp.half_below_percent,
    )
    return gain - fee_worth(state, unit_id, weapon) + 0.05, option, gain


def steadily(state: State, question: Choose) -> Any:
    """Part after part is given up, guns last: one alone may not be enough to survive."""
    parts = [option for option in question.options if isinstance(option, do.Suffer)]
    if question.rule != "MS.BD.OPTION" or not parts:
        return declined(state, question)
    return min(parts, key=lambda part: part.loss.startswith(("trait:", "weapon:")))


EYE = Evaluation(
    worth=worth,
    material=material,
    ideas=promising,
    steadily=steadily,
    passing=(do.EndTurn, do.Ready),
    spent=spent,
    clicks=clicks,
    horizon=1,
    breadth=0.75,
    sway=60,
    tempo=9,
    traits=TRAITS,
)
