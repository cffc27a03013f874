"""The evaluation of MechaStellar: the score of a table, and candidate answers.

No rule depends on it. The score is in Victory Points, which win the game, and zero-sum
(`score(state, NORTH) == -score(state, SOUTH)`). The terms:

scores     what has been scored already.
models     The share ALIVE of a model's VP lasts until its last HP, the rest goes with the HP left;
           below the share of them at which the rules give VP for it at the end (usually half) HALF of
           its VP is taken off, and LOST for each part given up. The Commander counts more by what
           its loss would score.
momentum   MOMENTUM for each point, the first more than the last; POINT for each point of
           momentum that a Control Point brings in a round to come.
now        NOW for what the active unit can still expect to take with a Combat Action it has left:
           from where it stands, or WALKING of it from where it could walk.
next       NEXT for what each other unit could take in its next turn, LATER of it if it has
           activated: reach for the one side and danger for the other.
place      ADVANCE for every hex that a unit is nearer to an enemy, until its weapons reach; REAR for
           an enemy that stands behind it, and at deployment for the nearest one.

All figures of the rules come from the ruleset of the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from gattai.bots.evaluation import Evaluation, Idea, decided, declined
from gattai.bots.evaluations.mechastellar_features import FEATURES
from gattai.bots.evaluations.mechastellar_shots import (
    CLOSE_IN,
    best_on,
    longest,
    mean_loss,
    unit_value,
)
from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.actions.turn import zeal_price
from gattai.games.mechastellar.attack.aiming import shooting_fee
from gattai.games.mechastellar.attack.attack import braces
from gattai.games.mechastellar.attack.damage import Wound, wound_of
from gattai.games.mechastellar.attack.pools import Pool
from gattai.games.mechastellar.attack.terms import attack_pool, defence_pool
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.figures import engaging, max_move
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.state import NORTH, SEATS, SOUTH, State, Unit, UnitId
from gattai.games.mechastellar.victory import judge
from gattai.kernel.question import Choose, Question, Seat
from gattai.kernel.window import Pass
from gattai.odds.floats import float_sum
from gattai.tabletop.hexes import DISTANCE, Hex, hex_at

COMMANDER = 0.6
LOST = 0.03
MOMENTUM, FADING = 1.5, 0.05
POINT = 0.45
NOW, NEXT, LATER = 0.8, 0.3, 0.5
ADVANCE, REAR = 0.5, 0.8
MAX_MOVES = 6
"""Maximum number of moves proposed."""


def score(state: State, seat: Seat) -> float:
    """Return this side's lead over the other, in Victory Points."""
    if state.phase == "over":
        return decided(judge(state).winners, seat)
    south, north = _side(state, SOUTH), _side(state, NORTH)
    return south - north if seat == SOUTH else north - south


def material(state: State, seat: Seat) -> float:
    """Return the value of points scored and models alone, which dice change at once."""
    total = 0.0
    for each in SEATS:
        mine = state.scores[each] + float_sum(
            unit_value(unit.card, unit.hp, state.rules.vp.half_below_percent)
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
            total += unit_value(unit.card, unit.hp, vp.half_below_percent)
            total -= LOST * unit.card.vp * len(unit.lost)
            if unit.commander:
                total += COMMANDER * vp.commander_per_round * max(1, state.round)
    m = state.momentum[seat]
    total += MOMENTUM * m - FADING * m * m
    left = state.rules.round.count - state.round
    held = sum(owner == seat for owner in state.owners)
    total += held * (POINT * state.rules.momentum.cp_gain * min(3, 1 + left) + vp.control_point)
    if state.phase == "facing":
        return total + float_sum(
            facing_value(state, unit, at) for _, unit, at in state.friends(seat)
        )
    if state.phase in ("order", "deploying"):
        return total
    for unit_id, unit, at in state.friends(seat):
        total += _threat(state, unit_id, unit, at)
        total += place_value(state, unit, at)
    return total


def _threat(state: State, unit_id: UnitId, unit: Unit, at: Hex) -> float:
    """Return the value of the attacks that a unit can still make, now or in its next turn."""
    act = state.act
    if act is not None and act.unit == unit_id:
        if act.combat < 1:
            return 0.0
        walk = max_move(state, unit) if act.moves > 0 else 0
        return NOW * prospects(state, unit_id, at, walk)
    if unit.activated and state.round >= state.rules.round.count:
        return 0.0
    share = NEXT * LATER if unit.activated else NEXT
    return share * prospects(state, unit_id, at, max_move(state, unit))


def place_value(state: State, unit: Unit, at: Hex) -> float:
    """Return the value of a place: near enough to fight, and no enemy behind."""
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


def facing_value(state: State, unit: Unit, at: Hex) -> float:
    """Return the value of a facing at deployment: the nearest enemy and most others in front."""
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
    """Return the expected gain of a unit's best attack, from here or after a walk."""
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


def fee_value(state: State, unit_id: UnitId, weapon: WeaponCard) -> float:
    """Return the value of the Momentum paid for an attack."""
    fee = shooting_fee(state, unit_id, weapon)
    return fee * last_momentum(state) if fee or says(weapon, "is_remote") else 0.0


def last_momentum(state: State) -> float:
    """Return the value of a point of Momentum to a side with many."""
    return MOMENTUM - FADING * state.rules.momentum.max


def spent(state: State) -> State:
    """Return the table with nothing left to do for the active unit."""
    act = state.act
    return state if act is None else replace(state, act=replace(act, combat=0, moves=0))


def clicks(state: State) -> int:
    """Return the number of answers in the current turn."""
    act = state.act
    return 0 if act is None else 1 + act.moved + act.spins + len(act.attacks) + act.accelerates


def promising(state: State, question: Question) -> list[Idea]:
    """Return ideas for the next question, best first."""
    return proposals(state, getattr(question, "options", ()))


def proposals(state: State, options: Iterable[object]) -> list[Idea]:
    """Return ideas for a settled table with these options, best first."""
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


def _activation(state: State, option: object) -> Idea:
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


def _deployment(state: State, option: object) -> Idea:
    """Yield deployments: towards the middle, strong guns in front, no reserves."""
    if not isinstance(option, do.Deploy):
        return -5.0, option, 0.0
    unit = state.units[option.unit]
    middle = DISTANCE[option.at - hex_at(0, 0)]
    covered = any(h in state.ground.covers for h in state.ground.field.hexes.neighbours[option.at])
    first = -0.01 * option.unit if unit.leader == option.unit else 0.0
    return -0.2 * middle + 0.3 * covered + first, option, 0.0


def _facings(state: State, options: Iterable[object]) -> Iterator[Idea]:
    """Yield turns that bring more enemies, or the nearest one, to the front."""
    for option in options:
        gain = 0.0
        if isinstance(option, do.Face):
            unit = state.units[option.unit]
            assert unit.at is not None
            turned = replace(unit, facing=option.facing)
            gain = facing_value(state, turned, unit.at) - facing_value(state, unit, unit.at)
        if gain > 0 or isinstance(option, do.Ready):
            yield gain, option, 0.0


def _turn(state: State, options: Iterable[object]) -> list[Idea]:
    act = state.act
    assert act is not None
    unit = state.units[act.unit]
    assert unit.at is not None
    here = prospects(state, act.unit, unit.at, 0) if act.combat > 0 else 0.0
    stays = place_value(state, unit, unit.at)
    found: list[Idea] = []
    moves: list[Idea] = []
    for option in options:
        match option:
            case do.Attack():
                found.append(_attack(state, act.unit, option))
            case do.Move(to=to):
                gain = _standing(state, act.unit, to, act.combat > 0) - here - stays
                moves.append((gain + approach_value(state, act.unit, to), option, 0.0))
            case do.Spin(facing=facing) | do.Rotate(facing=facing):
                turned = replace(unit, facing=facing)
                gain = place_value(state, turned, unit.at) - stays
                if act.combat > 0:
                    gain += prospects(state, act.unit, unit.at, 0, facing) - here
                # A needless turn would be reversed later.
                if gain > 0:
                    cost = 0.0 if isinstance(option, do.Spin) else 0.5
                    found.append((gain - cost, option, 0.0))
            case do.Zeal(actions=actions):
                price = zeal_price(state, act, actions) * last_momentum(state)
                gain = prospects(state, act.unit, unit.at, 0) if actions == 1 else 0.0
                found.append((0.6 * gain - price, option, 0.0))
            case _:
                found.append((_habit(option, here), option, 0.0))
    moves.sort(key=lambda idea: -idea[0])
    return found + moves[:MAX_MOVES]


def _habit(option: object, here: float) -> float:
    """Return the value of what is judged by its kind alone."""
    match option:
        case do.EndTurn():
            return 0.0
        case do.Sweep() | do.CrashAttack() | do.ThrowEnemy() | do.ThrowTerrain():
            return 0.7 * here
        case do.GiveUp(what=what):
            return 1.0 if what == "move" else 0.5
        case do.ShakeOff():
            return 1.0
        case do.Disengage() | do.Surface():
            return -0.5
        case _:
            return -2.0


def _standing(state: State, unit_id: UnitId, to: Hex, armed: bool) -> float:
    unit = state.units[unit_id]
    moved = place_value(state, unit, to)
    return moved + (prospects(state, unit_id, to, 0) + REAR if armed else 0.0)


def approach_value(state: State, unit_id: UnitId, to: Hex) -> float:
    """Yield moves towards a Control Point that the side does not hold."""
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


def pools_of(
    state: State, unit_id: UnitId, option: do.Attack
) -> tuple[WeaponCard, Pool, Pool, Wound]:
    """Return an attack's weapon, both pools and its effect, with the choices that cost nothing."""
    strike = option.aimed(state, unit_id)
    brace = braces(state, strike)[0]
    strike = replace(strike, guard=brace.bonus, guard_lock_on=brace.lock_on)
    pools = attack_pool(state, strike), defence_pool(state, strike)
    return strike.weapon, *pools, wound_of(state, strike)


def _attack(state: State, unit_id: UnitId, option: do.Attack) -> Idea:
    weapon, attack, defence, wound = pools_of(state, unit_id, option)
    target = state.units[option.target]
    gain = mean_loss(
        attack,
        defence,
        wound,
        weapon.pen_suffix,
        target.card,
        target.hp,
        state.rules.vp.half_below_percent,
    )
    return gain - fee_value(state, unit_id, weapon) + 0.05, option, gain


def steadily(state: State, question: Choose) -> object:
    """Return the next part to give up, guns last: one alone may not be enough to survive."""
    parts = [option for option in question.options if isinstance(option, do.Suffer)]
    if question.rule != "MS.BD.OPTION" or not parts:
        return declined(state, question)
    return min(parts, key=lambda part: part.kind in ("trait", "weapon"))


EVALUATION = Evaluation(
    score=score,
    material=material,
    ideas=promising,
    steadily=steadily,
    passing=(do.EndTurn, do.Ready),
    spent=spent,
    clicks=clicks,
    horizon=1,
    breadth=0.75,
    scale=60,
    tempo=9,
    features=FEATURES,
)
