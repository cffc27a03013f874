"""A.E.G.I.S.: candidate answers, a few of the hundreds of options, best guess first.

A guess is the gain, in the points of `aegis_values`, over ending the turn now. It needs
neither dice nor trying the answer, so a search can compute it at every step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from gattai.bots.evaluation import Evaluation, Idea, declined
from gattai.bots.evaluations.aegis_features import FEATURES
from gattai.bots.evaluations.aegis_values import (
    NEXT,
    OUTPUT,
    RobotValues,
    attacks,
    card_value,
    eagerness_to_advance,
    eagerness_to_close,
    gain,
    health_value,
    middle,
    perishes,
    pieces_of,
    score,
    strikes_of,
    successes,
    usual,
    wants_rest,
)
from gattai.games.aegis.actions import (
    END_TURN,
    EndTurn,
    Inherit,
    Move,
    PlaceUnit,
    Select,
    Trigger,
    Use,
)
from gattai.games.aegis.actions.combining import combines, price
from gattai.games.aegis.actions.moving import may_move_again
from gattai.games.aegis.attack.aiming import area, targets, targets_somebody
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.figures import affordable_steps, movement, steps_for_one, where_to
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import attributes, hooks, includes_user, is_light
from gattai.games.aegis.phases.next_question import refusals
from gattai.games.aegis.state import Act, State, UnitId, other
from gattai.kernel.question import Choose, Question, Seat
from gattai.odds.floats import float_sum

ENERGY = 0.35
"""The value of an energy that another robot could spend."""
MOVES = 3
"""Number of destination hexes per robot."""
SUPPORT = 0.8
"""The guessed value of each success in helping an ally or hindering an enemy."""
FEAR = 0.2 * NEXT
"""The weight of a possible attack next turn on a hex."""
EAGER = 1.4
"""The factor on the gain of an attack: damaged enemies hit back less."""
IDLE = 2.0
"""The guessed cost of ending the turn while something can still be done."""
COMBINED = 2.0
"""The extra value of a new robot for entering play."""


def promising(state: State, question: Question) -> list[Idea]:
    """Return ideas for the next question, best first; only legal answers."""
    if state.phase == "acting" and not state.owed:
        found = _acts(state)
    elif state.phase == "placing":
        found = places(state)
    else:
        found = choices(state, getattr(question, "options", ()))
    return sorted(found, key=_guess, reverse=True)


def _guess(idea: Idea) -> float:
    return idea[0]


def _acts(state: State) -> list[Idea]:
    seat = state.turn
    pieces = pieces_of(state)
    by_id = {piece.id: piece for piece in pieces}
    found: list[Idea] = []
    foes = [piece for piece in pieces if piece.unit.seat != seat]
    energy_price = _energy_price(state, pieces, foes)
    for piece in pieces:
        unit, act = piece.unit, _act_of(state, piece)
        if unit.seat != seat or (unit.acted and act is None):
            continue
        found += _uses(state, piece, by_id, energy_price)
        if act is None or may_move_again(unit, act):
            found += _moves(state, piece, foes, act, energy_price)
        if act is None:
            found += _offers(state, piece)
    found += _combines(state, by_id)
    # The guesses ignore some rules; illegal ones are left out.
    legal = [idea for idea in found if next(refusals(state, idea[1]), None) is None]
    if not legal or state.first_actor is not None:
        legal.append((-IDLE, END_TURN, 0.0))
    return legal


def _act_of(state: State, piece: RobotValues) -> Act | None:
    """Return what the robot has done so far, if it is the acting one."""
    return state.act if state.act is not None and state.act.unit == piece.id else None


def _offers(state: State, piece: RobotValues) -> Iterator[Idea]:
    for each in hooks(piece.unit.card, "offers"):
        for offer in each.offers(state, piece.id)[:2]:
            yield -1.0, offer, 0.0


def _energy_price(state: State, pieces: tuple[RobotValues, ...], foes: list[RobotValues]) -> float:
    """ENERGY while the robots that can still strike could spend all there is; else next to nothing,
    for what is left at the end of the turn is lost.
    """
    act = state.act
    ready = [
        piece
        for piece in pieces
        if piece.unit.seat == state.turn
        and (not piece.unit.acted or (act is not None and act.unit == piece.id and not act.used))
    ]
    wanted: dict[UnitId, int] = {}
    for strike in strikes_of(state, ready, foes):
        wanted.setdefault(strike.user.id, strike.action.dice + strike.steps)
    return ENERGY if sum(wanted.values()) >= state.energy[state.turn] else ENERGY / 20


def _uses(
    state: State, piece: RobotValues, by_id: dict[UnitId, RobotValues], energy_price: float
) -> Iterator[Idea]:
    """Yield each Action on each target, with everybody in its area."""
    energy = state.energy[piece.unit.seat]
    stranded = perishes(state, piece) * piece.value
    for action in piece.unit.actions:
        if action.dice > energy:
            continue
        if targets_somebody(action):
            aims: list[UnitId | None] = [*targets(state, piece.id, action)]
            if includes_user(action):
                aims.append(None)
        else:
            aims = [None]
        hostile = action.type in ("damage", "drain", "debuff", "push", "pull")
        for aim in aims:
            if aim is not None and hostile == (by_id[aim].unit.seat == piece.unit.seat):
                if action.type not in ("push", "pull"):
                    continue
            reached = area(state, piece.id, action, aim)
            amount = float_sum([effect_on(piece, action, by_id[unit_id]) for unit_id in reached])
            if amount > 0:
                lost = 0.0 if is_light(action) else stranded
                guess = EAGER * amount - lost - energy_price * action.dice
                mean = amount if action.type in ("damage", "repair") else 0.0
                yield guess, Use(piece.id, action.name, aim), mean


def effect_on(user: RobotValues, action: ActionCard, struck: RobotValues) -> float:
    """Return the guessed effect of an Action on one robot, in the user's points."""
    sign = -1.0 if struck.unit.seat == user.unit.seat else 1.0
    if action.type in ("damage", "drain"):
        return 0.0 if struck.hidden else sign * gain(user, action, struck)
    hits = successes(action, struck.unit.card, struck.evasion - user.aim)
    match action.type:
        case "repair":
            healed = min(struck.whole, struck.left + round(action.power * hits))
            return -sign * (
                health_value(struck.value, healed, struck.whole)
                - health_value(struck.value, struck.left, struck.whole)
            )
        case "boost":
            return -sign * hits * action.power * OUTPUT
        case "buff":
            return -sign * hits * SUPPORT
        case _:
            return sign * hits * SUPPORT


def _moves(
    state: State, piece: RobotValues, foes: list[RobotValues], act: Act | None, energy_price: float
) -> list[Idea]:
    """Return the best few hexes, by targets and dangers there."""
    unit = piece.unit
    steps = affordable_steps(state, unit)
    if steps <= 0:
        return []
    energy = state.energy[unit.seat]
    value_of = PlaceValue(state, piece, foes, act, steps)
    here = value_of(piece.at, energy, stays=True)
    if perishes(state, piece):
        here -= piece.value
    stride = steps_for_one(unit)
    found: list[tuple[float, Spot, float]] = []
    for to, walked in where_to(state, unit, steps).items():
        cost = -(-walked // stride)
        there = value_of(to, energy - cost, stays=False)
        found.append((there - here - energy_price * cost, to, 0.0))
    found.sort(key=lambda idea: idea[0], reverse=True)
    return [(guess, Move(piece.id, to), 0.0) for guess, to, _ in found[:MOVES]]


Line = tuple[int, bool, bool, int, int, float]
"""Reach of an Action, whether it needs sight, whether it needs rest, its price, which enemy, its gain."""


def _lines(
    state: State, piece: RobotValues, foes: list[RobotValues], act: Act | None, steps: int
) -> list[Line]:
    """Return the attacks the robot could still make this turn from a suitable hex, best first."""
    if piece.disarmed or state.is_banned(piece.unit.seat):
        banned = 0.5  # it cannot strike yet, but the place will still be a good one next turn
    else:
        banned = 1.0
    used = act.used if act is not None else ()
    gap = state.field.ground.gap
    found: list[Line] = []
    for action, reach, _ in attacks(piece.unit.actions):
        if action.name in used:
            continue
        share = banned * (NEXT if used else 1.0)
        sighted = all(each.needs_sight for each in attributes(action))
        rests = wants_rest(state, piece.unit, action)
        found += [
            (reach, sighted, rests, action.dice, number, share * gain(piece, action, foe))
            for number, foe in enumerate(foes)
            if not foe.hidden and gap(piece.at, foe.at) <= reach + steps
        ]
    found.sort(key=lambda line: -line[5])
    return found


class PlaceValue:
    """The value of a hex for a robot this turn and through the enemy's next."""

    __slots__ = (
        "back",
        "closing",
        "dangers",
        "eager",
        "far",
        "foes",
        "gap",
        "goal",
        "lines",
        "sees",
    )

    def __init__(
        self, state: State, piece: RobotValues, foes: list[RobotValues], act: Act | None, steps: int
    ) -> None:
        self.gap, self.sees = state.field.ground.gap, state.field.ground.sees
        self.goal = middle(state.field, other(piece.unit.seat))
        self.eager = eagerness_to_advance(state)
        own = [each for each in pieces_of(state) if each.unit.seat == piece.unit.seat]
        self.closing = eagerness_to_close(state, own, foes)
        self.foes = tuple([foe.at for foe in foes])
        self.far, self.back = _known(state.field.ground.is_countable, self.foes, self.goal)
        self.lines = _lines(state, piece, foes, act, steps)
        self.dangers = _dangers(state, piece, foes, steps)

    def __call__(self, at: Spot, energy: int, *, stays: bool) -> float:
        """Return less if it is far back or in danger, more for the best attack from there."""
        far = self.far.get(at) or self.distances(at)
        total = self.advance(at, far)
        for reach, sighted, rests, dice, foe, amount in self.lines:
            if far[foe] > reach or (rests and not stays):
                continue
            if not sighted or self.sees(at, self.foes[foe]):
                total += amount if dice <= energy else NEXT * amount
                break
        for foe, by_distance in self.dangers:
            if far[foe] < len(by_distance):
                total -= by_distance[far[foe]]
        return total

    def distances(self, at: Spot) -> list[int]:
        """Return the distance to each enemy."""
        far = self.far.get(at)
        if far is None:
            gap = self.gap
            far = self.far[at] = [gap(at, foe) for foe in self.foes]
        return far

    def advance(self, at: Spot, far: list[int]) -> float:
        """Return the cost of being far back, and far from the enemy if it has to be chased."""
        back = self.back.get(at)
        if back is None:
            back = self.back[at] = max(0, self.gap(at, self.goal) - 5)
        total = -self.eager * back
        return total - self.closing * min(far) if self.closing else total


@lru_cache(maxsize=64)
def _known(
    countable: bool, foes: tuple[Spot, ...], goal: Spot
) -> tuple[dict[Spot, list[int]], dict[Spot, int]]:
    """Return the distances from each place to the enemies and beyond the goal, computed so far.

    The robots of a side have them in common, and enemies stand still for most of a turn. On the open
    table, where steps are not countable, the same places have other distances.
    """
    return {}, {}


def _dangers(
    state: State, piece: RobotValues, foes: list[RobotValues], steps: int
) -> list[tuple[int, list[float]]]:
    """Return the number of each dangerous enemy, and its possible damage next turn by distance."""
    gap = state.field.ground.gap
    found: list[tuple[int, list[float]]] = []
    for number, foe in enumerate(foes):
        if foe.disarmed:
            continue
        walk = 0 if foe.rooted else min(4, movement(state, foe.unit) * steps_for_one(foe.unit))
        by_distance: list[float] = []
        for action, reach, _ in attacks(foe.unit.actions):
            far = reach if wants_rest(state, foe.unit, action) else reach + walk
            if gap(piece.at, foe.at) > far + steps:
                continue
            harm = FEAR * gain(foe, action, piece)
            nearer = [max(harm, each) for each in by_distance[: far + 1]]
            by_distance = nearer + [harm] * (far + 1 - len(nearer)) + by_distance[far + 1 :]
        if by_distance:
            found.append((number, by_distance))
    return found


def _combines(state: State, by_id: dict[UnitId, RobotValues]) -> Iterator[Idea]:
    if not (state.energy[state.turn] and state.pools[state.turn]):
        return
    pool = {card.id: card for card in state.pools[state.turn]}
    for idea in combines(state, state.turn):
        card = pool[idea.into]
        given = float_sum(
            [
                health_value(piece.value, piece.left, piece.whole)
                for piece in (by_id[idea.unit], by_id[idea.partner])
            ]
        )
        cost = price(state, idea.unit, idea.partner)
        yield card_value(card, card.action) - given + COMBINED - ENERGY * cost / 2, idea, 0.0


def choices(state: State, options: Iterable[object]) -> list[Idea]:
    """Return the options outside the Action Phase: a robot by its value."""
    pieces = {piece.id: piece for piece in pieces_of(state)}
    return [
        (pieces[option.unit].value if isinstance(option, Select) else 0.0, option, 0.0)
        for option in options
    ]


def places(state: State) -> list[Idea]:
    """Return places for the next robot, well forward and near the middle of the zone."""
    seat: Seat = state.turn
    waiting = [
        UnitId(number)
        for number, unit in enumerate(state.units)
        if unit.seat == seat and unit.at is None and not unit.fate
    ]
    ground = state.field.ground
    goal, home = middle(state.field, other(seat)), middle(state.field, seat)
    return [
        (-0.1 * ground.gap(at, goal) - 0.05 * ground.gap(at, home), PlaceUnit(waiting[0], at), 0.0)
        for at in ground.zone(seat)
        if next(ground.zone_refusals(state, seat, at), None) is None
    ]


def material(state: State, seat: Seat) -> float:
    """Return the value of the robots alone, which dice change at once."""
    total = 0.0
    for piece in pieces_of(state):
        left = health_value(piece.value, piece.left, piece.whole)
        total += left if piece.unit.seat == seat else -left
    return total


def spent(state: State) -> State:
    """Return the table with nothing left to do this turn, for scoring the end of the turn."""
    return msgspec.structs.replace(state, energy=(0, 0))


def clicks(state: State) -> int:
    """Return the number of answers in the current act; 0 once only another's turn can follow."""
    act = state.act
    if act is None or state.phase != "acting" or state.owed:
        return 0
    unit = state.units[act.unit]
    light = any(is_light(each) and each.name not in act.light for each in unit.actions)
    if act.used and not light and not may_move_again(unit, act):
        return 0
    return act.moves + len(act.used) + len(act.light)


def midway(state: State, question: Choose) -> object:
    """Return the assumed answer within an action: inherit, trigger or hit whenever it helps."""
    best, most = declined(state, question), 0.0
    for option in question.options:
        gained = _midway_gain(state, question.seat, option)
        if gained > most:
            best, most = option, gained
    return best


def _midway_gain(state: State, seat: Seat, option: object) -> float:
    match option:
        case Inherit(slot=slot, unit=given, action=name):
            made = state.units[-1]
            action = next(each for each in state.units[given].card.action if each.name == name)
            return usual(action) - usual(made.actions[slot])
        case Trigger():
            return 0.1
        case Use(unit=user, action=name, target=target):
            pieces = {piece.id: piece for piece in pieces_of(state)}
            card = state.units[user].find_action(name)
            if card is None or user not in pieces:
                return 0.0
            reached = area(state, user, card, target)
            return float_sum([effect_on(pieces[user], card, pieces[each]) for each in reached])
        case _:
            return 0.0


EVALUATION = Evaluation(
    score=score,
    material=material,
    ideas=promising,
    midway=midway,
    passing=(EndTurn,),
    spent=spent,
    clicks=clicks,
    scale=20,
    tempo=1,
    breadth=3,
    features=FEATURES,
)
