"""The evaluation of Attack Chart: the score of a table, and candidate answers.

No rule depends on it. The score is in the Points of the cards, because Points win the game, and
zero-sum (`score(state, BLUE) == -score(state, RED)`). The terms:

units      The share ALIVE of a unit's Points lasts until its last HP, for only a unit that is
           destroyed completely counts in the end; the rest goes with the HP that are left. So the
           last HP of a unit count far more than the first, and fire is focused. In the last
           two rounds the share grows (LATE, LAST): what is only damaged then will not be destroyed.
now        NOW for what the acting unit can still expect to take with the weapons it has not used,
           from where it stands, or from where it could walk if it has not moved.
next       NEXT for what each side could take in its next activations: half for what a unit has to
           walk for. Units that have activated this round count LATER. This is reach for the one
           side and danger for the other. In the last round nothing comes next.
advance    ADVANCE for each inch that a unit is nearer to the nearest enemy than it was, until its
           best weapon reaches: a unit that never comes into range never wins.
"""

from __future__ import annotations

from gattai.bots.evaluation import Evaluation, Idea, decided
from gattai.bots.evaluations.attack_chart_features import FEATURES
from gattai.bots.evaluations.attack_chart_shots import (
    mean_loss,
    out_of_reach,
    plain_shot,
    unit_value,
)
from gattai.games.attack_chart.actions import (
    Activate,
    Attack,
    Deploy,
    Finish,
    Move,
)
from gattai.games.attack_chart.attack.attack import aim, pool
from gattai.games.attack_chart.figures import move_hexes
from gattai.games.attack_chart.state import BLUE, RED, State, Unit, UnitId
from gattai.games.attack_chart.victory import judge
from gattai.kernel.question import Question, Seat
from gattai.odds.floats import float_sum
from gattai.tabletop.hexes import DISTANCE, Hex

ALIVE = 0.45
LATE = 0.55
LAST = 0.8
NOW = 0.8
NEXT = 0.35
LATER = 0.5
WALKING = 0.5
ADVANCE = 0.3


def score(state: State, seat: Seat) -> float:
    """Return this side's lead over the other, in Points."""
    if state.phase == "over":
        return decided(judge(state).winners, seat)
    blue, red = _side(state, BLUE), _side(state, RED)
    return blue - red if seat == BLUE else red - blue


def material(state: State, seat: Seat) -> float:
    """Return the value of the units alone, which dice change at once."""
    total = 0.0
    alive = lasting_share(state)
    for unit in state.units:
        left = unit_value(unit.card, unit.hp, alive)
        total += left if unit.seat == seat else -left
    return total


def clicks(state: State) -> int:
    """Return the number of answers in the current activation."""
    return 0 if state.acting is None else 1 + state.moved + len(state.fired)


def _side(state: State, seat: Seat) -> float:
    alive = lasting_share(state)
    own = [unit for unit in state.units if unit.seat == seat]
    total = float_sum([unit_value(unit.card, unit.hp, alive) for unit in own])
    if state.phase != "fighting":
        return total + _advance(state, seat)
    last = state.round == state.rounds
    for unit_id, unit, at in state.on_field:
        if unit.seat != seat:
            continue
        if state.acting == unit_id:
            if not state.withdrew:
                walk = 0 if state.moved or state.fired else move_hexes(state, unit)
                total += NOW * _reach(state, unit, at, walk, state.fired)
        elif not unit.activated or not last:
            share = NEXT * LATER if unit.activated else NEXT
            total += share * _reach(state, unit, at, move_hexes(state, unit), ())
    return total + (0.0 if last else _advance(state, seat))


def lasting_share(state: State) -> float:
    """Return the share of Points that lasts until the last HP, by the rounds left."""
    left = state.rounds - state.round
    return LAST if left <= 0 else LATE if left == 1 else ALIVE


def _reach(state: State, unit: Unit, at: Hex, walk: int, fired: tuple[str, ...]) -> float:
    """Return the expected gain of a unit's weapons, each on its best target."""
    total = 0.0
    per_hex = state.field.inches_per_hex
    sees = state.field.sight.sees
    alive = lasting_share(state)
    for weapon in unit.card.weapon:
        if weapon.id in fired:
            continue
        best = 0.0
        hexes = weapon.range // per_hex or 1
        for _, foe, there in state.on_field:
            if foe.seat == unit.seat:
                continue
            away = DISTANCE[there - at]
            share = 1.0
            if away > hexes or not (away == 1 or sees(at, there)):
                if away - walk > hexes or not walk:
                    continue
                share = WALKING
            shot = plain_shot(state.method or "formula", weapon, foe.card, unit.models)
            best = max(best, share * mean_loss(shot, foe.card, foe.hp, alive))
        total += best
    return total


def _advance(state: State, seat: Seat) -> float:
    """Return how far units have to walk before they reach an enemy."""
    far = sum([hexes for _, hexes in out_of_reach(state, seat)])
    return -ADVANCE * state.field.inches_per_hex * far


def promising(state: State, question: Question) -> list[Idea]:
    """Return ideas for the next question, best first."""
    options = getattr(question, "options", ())
    if state.phase == "deploying":
        found = deployments(state)
    elif state.acting is None:
        found = [(_promise(state, option), option, 0.0) for option in options]
    else:
        found = [_guess(state, state.acting, option) for option in options]
        # Firing is free: an activation is not done while a weapon can still do damage.
        if any(taken > 0 for _, _, taken in found):
            found = [idea for idea in found if not isinstance(idea[1], Finish)]
    return sorted(found, key=lambda idea: -idea[0])


def _promise(state: State, option: object) -> float:
    """Return the gain of activating a unit now: its damage, and its possible loss if it waits."""
    if not isinstance(option, Activate):
        return 0.0
    unit = state.units[option.unit]
    assert unit.at is not None
    return _reach(state, unit, unit.at, move_hexes(state, unit), ())


def _guess(state: State, acting: UnitId, option: object) -> Idea:
    unit = state.units[acting]
    match option:
        case Attack(weapon=name, aims=aims):
            weapon = unit.card.find_weapon(name)
            assert weapon is not None
            total = 0.0
            for each in aims:
                struck = state.units[each.target]
                shot = aim(state, acting, weapon, each.target, each.models)
                total += mean_loss(shot, struck.card, struck.hp, lasting_share(state))
            return total + 0.01, option, total  # firing costs nothing
        case Move(to=to):
            assert unit.at is not None
            here = _reach(state, unit, unit.at, 0, ())
            there = 0.0 if acting in state.melees else _reach(state, unit, to, 0, ())
            gained = there - here - _danger(state, unit, to) + _danger(state, unit, unit.at)
            nearer = _nearest(state, unit, unit.at) - _nearest(state, unit, to)
            return gained + ADVANCE * nearer, option, 0.0
        case _:
            return 0.0, option, 0.0


def _nearest(state: State, unit: Unit, at: Hex) -> int:
    away = [DISTANCE[there - at] for _, foe, there in state.on_field if foe.seat != unit.seat]
    return min(away, default=0)


def _danger(state: State, unit: Unit, at: Hex) -> float:
    """Return the possible loss of a unit there to enemies still to activate."""
    total = 0.0
    sees = state.field.sight.sees
    method = state.method or "formula"
    covered = at in state.field.thicket_hexes
    for _, foe, there in state.on_field:
        if foe.seat == unit.seat or foe.activated:
            continue
        walk = move_hexes(state, foe)
        for weapon in foe.card.weapon:
            hexes = weapon.range // state.field.inches_per_hex or 1
            if DISTANCE[there - at] <= hexes + walk:
                share = 1.0 if sees(there, at) else WALKING
                shot = pool(method, weapon, unit.card, foe.models, modifier=0, cover=covered)
                total += share * mean_loss(shot, unit.card, unit.hp, lasting_share(state))
    return NEXT * total


def deployments(state: State) -> list[Idea]:
    """Yield places for the next unit, near the middle, with long weapons behind."""
    waiting = [
        UnitId(number)
        for number, unit in enumerate(state.units)
        if unit.seat == state.turn and unit.at is None
    ]
    zone = state.field.zones[state.turn]
    goal = state.field.zones[RED if state.turn == BLUE else BLUE]
    middle = goal[len(goal) // 2]
    taken = {at: None for _, _, at in state.on_field}
    unit = state.units[waiting[0]]
    cover = 0.6 if unit.card.armour == 0 else 0.3
    return [
        (
            -0.1 * DISTANCE[middle - at] + (cover if at in state.field.thicket_hexes else 0.0),
            Deploy(waiting[0], at),
            0.0,
        )
        for at in zone
        if at not in taken
    ]


# Passing the turn does not change the score, so no other evaluation is needed after it.
EVALUATION = Evaluation(
    score=score,
    material=material,
    ideas=promising,
    clicks=clicks,
    replies=0,  # two ideas instead of the first: 45 % of 52 games
    prior_visits=6,
    scale=60,
    tempo=7,
    features=FEATURES,
)
