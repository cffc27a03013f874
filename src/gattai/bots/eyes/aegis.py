"""A.E.G.I.S.: answers worth a closer look, a few of the hundreds that a side could give, best guess first.

A guess is the gain, in the points of `aegis_worth`, over doing nothing more this turn. It is made
without throwing a die or trying an answer, so that a search can ask for it at every step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gattai.bots.evaluations import Evaluation, Idea, declined
from gattai.bots.eyes.aegis_traits import TRAITS
from gattai.bots.eyes.aegis_worth import (
    NEXT,
    OUTPUT,
    Piece,
    attacks,
    card_worth,
    eagerness_to_advance,
    eagerness_to_close,
    gain,
    middle,
    perishes,
    pieces_of,
    standing_worth,
    strikes_of,
    successes,
    usual,
    wants_rest,
    worth,
)
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.course.standing import refusals
from gattai.games.aegis.deeds import END_TURN, EndTurn, Inherit, Move, Place, Select, Trigger, Use
from gattai.games.aegis.deeds.combining import combines, price
from gattai.games.aegis.deeds.moving import may_move_again
from gattai.games.aegis.figures import affordable_steps, movement, steps_for_one, where_to
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import attributes, includes_user, is_light, voices
from gattai.games.aegis.state import Act, State, UnitId, other
from gattai.games.aegis.strike.aiming import area, targets, targets_somebody
from gattai.kernel.question import Choose, Question, Seat

ENERGY = 0.35
"""What an energy is worth that another robot could spend."""
MOVES = 3
"""How many hexes of each robot are looked at."""
SUPPORT = 0.8
"""What helping an ally or hindering an enemy is thought to bring, each success of each robot."""
FEAR = 0.2 * NEXT
"""What of a blow that may come next turn is feared on a hex."""
EAGER = 1.4
"""How much more a blow is worth than what it takes: what is struck strikes back the less."""
IDLE = 2.0
"""What it is thought to cost to end the turn while something can still be done."""
COMBINED = 2.0
"""What a new robot brings beyond its worth: its coming into play."""


def promising(state: State, question: Question) -> list[Idea]:
    """Ideas for the standing question, best first; only answers that the rules allow."""
    if state.phase == "acting" and not state.owed:
        found = _acts(state)
    elif state.phase == "placing":
        found = _places(state)
    else:
        pieces = {piece.id: piece for piece in pieces_of(state)}
        options = getattr(question, "options", ())
        found = [
            (pieces[option.unit].value if isinstance(option, Select) else 0.0, option, 0.0)
            for option in options
        ]
    return sorted(found, key=_guess, reverse=True)


def _guess(idea: Idea) -> float:
    return idea[0]


def _acts(state: State) -> list[Idea]:
    seat, act = state.turn, state.act
    pieces = pieces_of(state)
    by_id = {piece.id: piece for piece in pieces}
    found: list[Idea] = []
    foes = [piece for piece in pieces if piece.unit.seat != seat]
    energy_price = _energy_price(state, pieces, foes)
    for piece in pieces:
        unit = piece.unit
        acting = act is not None and act.unit == piece.id
        if unit.seat != seat or (unit.acted and not acting):
            continue
        if state.energy[seat]:
            found += _uses(state, piece, by_id, energy_price)
            if not acting or may_move_again(unit, act):
                found += _moves(state, piece, foes, act if acting else None, energy_price)
        if not acting:
            for each in voices(unit.card, "offers"):
                found += [(-1.0, offer, 0.0) for offer in each.offers(state, piece.id)[:2]]
    if state.energy[seat] and state.pools[seat]:
        found += _combines(state, by_id)
    # None of these guesses knows all rules; those that break one are left out.
    legal = [idea for idea in found if next(refusals(state, idea[1]), None) is None]
    if not legal or state.first_actor is not None:
        legal.append((-IDLE, END_TURN, 0.0))
    return legal


def _energy_price(state: State, pieces: tuple[Piece, ...], foes: list[Piece]) -> float:
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
    state: State, piece: Piece, by_id: dict[UnitId, Piece], energy_price: float
) -> Iterator[Idea]:
    """Each Action on each target, with everybody in its area."""
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
            amount = sum([_effect(piece, action, by_id[unit_id]) for unit_id in reached])
            if amount > 0:
                lost = 0.0 if is_light(action) else stranded
                guess = EAGER * amount - lost - energy_price * action.dice
                mean = amount if action.type in ("damage", "repair") else 0.0
                yield guess, Use(piece.id, action.name, aim), mean


def _effect(user: Piece, action: ActionCard, struck: Piece) -> float:
    """What an Action is thought to do to one robot, in the user's points."""
    sign = -1.0 if struck.unit.seat == user.unit.seat else 1.0
    if action.type in ("damage", "drain"):
        return 0.0 if struck.hidden else sign * gain(user, action, struck)
    hits = successes(action, struck.unit.card, struck.evasion - user.aim)
    match action.type:
        case "repair":
            healed = min(struck.whole, struck.left + round(action.power * hits))
            return -sign * (
                standing_worth(struck.value, healed, struck.whole)
                - standing_worth(struck.value, struck.left, struck.whole)
            )
        case "boost":
            return -sign * hits * action.power * OUTPUT
        case "buff":
            return -sign * hits * SUPPORT
        case _:
            return sign * hits * SUPPORT


def _moves(
    state: State, piece: Piece, foes: list[Piece], act: Act | None, energy_price: float
) -> list[Idea]:
    """The best few hexes: what can be struck from there, and what strikes there."""
    unit = piece.unit
    steps = affordable_steps(state, unit)
    if steps <= 0:
        return []
    energy = state.energy[unit.seat]
    worth_of = _Ground(state, piece, foes, act, steps)
    here = worth_of(piece.at, energy, stays=True)
    if perishes(state, piece):
        here -= piece.value
    stride = steps_for_one(unit)
    found: list[Idea] = []
    for to, walked in where_to(state, unit, steps).items():
        cost = -(-walked // stride)
        there = worth_of(to, energy - cost, stays=False)
        found.append((there - here - energy_price * cost, to, 0.0))
    found.sort(key=_guess, reverse=True)
    return [(guess, Move(piece.id, to), 0.0) for guess, to, _ in found[:MOVES]]


Line = tuple[int, bool, bool, int, Spot, float]
"""Reach of an Action, whether it needs sight, whether it needs rest, its price, where, its gain."""


def _lines(
    state: State, piece: Piece, foes: list[Piece], act: Act | None, steps: int
) -> list[Line]:
    """What the robot could still strike this turn, if it stood right; the best first."""
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
            (reach, sighted, rests, action.dice, foe.at, share * gain(piece, action, foe))
            for foe in foes
            if not foe.hidden and gap(piece.at, foe.at) <= reach + steps
        ]
    found.sort(key=lambda line: -line[5])
    return found


class _Ground:
    """What it is worth to a robot to stand on a hex this turn and through the next of the enemy."""

    __slots__ = ("closing", "dangers", "eager", "foes", "gap", "goal", "lines", "sees")

    def __init__(
        self, state: State, piece: Piece, foes: list[Piece], act: Act | None, steps: int
    ) -> None:
        self.gap, self.sees = state.field.ground.gap, state.field.ground.sees
        self.goal = middle(state.field, other(piece.unit.seat))
        self.eager = eagerness_to_advance(state)
        own = [each for each in pieces_of(state) if each.unit.seat == piece.unit.seat]
        self.closing = eagerness_to_close(state, own, foes)
        self.foes = [foe.at for foe in foes]
        self.lines = _lines(state, piece, foes, act, steps)
        self.dangers = _dangers(state, piece, foes, steps)

    def __call__(self, at: Spot, energy: int, *, stays: bool) -> float:
        """Less if it is far back or in danger, more for the best blow that can be dealt there."""
        gap = self.gap
        total = -self.eager * max(0, gap(at, self.goal) - 5)
        if self.closing:
            total -= self.closing * min([gap(at, foe) for foe in self.foes])
        for reach, sighted, rests, dice, there, amount in self.lines:
            if gap(at, there) > reach or (rests and not stays):
                continue
            if not sighted or self.sees(at, there):
                total += amount if dice <= energy else NEXT * amount
                break
        for there, by_distance in self.dangers:
            away = gap(at, there)
            if away < len(by_distance):
                total -= by_distance[away]
        return total


def _dangers(
    state: State, piece: Piece, foes: list[Piece], steps: int
) -> list[tuple[Spot, list[float]]]:
    """Where each enemy stands, and how hard it could strike the robot next turn, by distance."""
    gap = state.field.ground.gap
    found: list[tuple[Spot, list[float]]] = []
    for foe in foes:
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
            found.append((foe.at, by_distance))
    return found


def _combines(state: State, by_id: dict[UnitId, Piece]) -> Iterator[Idea]:
    pool = {card.id: card for card in state.pools[state.turn]}
    for idea in combines(state, state.turn):
        card = pool[idea.into]
        given = sum(
            [
                standing_worth(piece.value, piece.left, piece.whole)
                for piece in (by_id[idea.unit], by_id[idea.partner])
            ]
        )
        cost = price(state, idea.unit, idea.partner)
        yield card_worth(card, card.action) - given + COMBINED - ENERGY * cost / 2, idea, 0.0


def _places(state: State) -> list[Idea]:
    """The next robot, well forward and not far from the middle of the zone."""
    seat: Seat = state.turn
    waiting = [
        UnitId(number)
        for number, unit in enumerate(state.units)
        if unit.seat == seat and unit.at is None and not unit.fate
    ]
    ground = state.field.ground
    goal, home = middle(state.field, other(seat)), middle(state.field, seat)
    return [
        (-0.1 * ground.gap(at, goal) - 0.05 * ground.gap(at, home), Place(waiting[0], at), 0.0)
        for at in ground.zone(seat)
        if next(ground.zone_refusals(state, seat, at), None) is None
    ]


def material(state: State, seat: Seat) -> float:
    """The robots alone, without what they may yet do: what dice change at once."""
    total = 0.0
    for piece in pieces_of(state):
        left = standing_worth(piece.value, piece.left, piece.whole)
        total += left if piece.unit.seat == seat else -left
    return total


def spent(state: State) -> State:
    """The same table with nothing left to be done this turn: what ending it is measured by."""
    return msgspec.structs.replace(state, energy=(0, 0))


def clicks(state: State) -> int:
    """How many answers the act that is running has had; none once it can only be another's turn."""
    act = state.act
    if act is None or state.phase != "acting" or state.owed:
        return 0
    unit = state.units[act.unit]
    light = any(is_light(each) and each.name not in act.light for each in unit.actions)
    if act.used and not light and not may_move_again(unit, act):
        return 0
    return act.moves + len(act.used) + len(act.light)


def midway(state: State, question: Choose) -> Any:
    """In the middle of an action: whatever is inherited better, set off or hit is taken at once."""
    best, most = declined(state, question), 0.0
    for option in question.options:
        gained = _midway_gain(state, question.seat, option)
        if gained > most:
            best, most = option, gained
    return best


def _midway_gain(state: State, seat: Seat, option: Any) -> float:
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
            return sum([_effect(pieces[user], card, pieces[each]) for each in reached])
        case _:
            return 0.0


EYE = Evaluation(
    worth=worth,
    material=material,
    ideas=promising,
    midway=midway,
    passing=(EndTurn,),
    spent=spent,
    clicks=clicks,
    sway=20,
    tempo=1,
    breadth=3,
    traits=TRAITS,
)
