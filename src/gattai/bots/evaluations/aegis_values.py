"""The score of an A.E.G.I.S. table for a side. No rule depends on it.

The score is in points; an undamaged Level 1 robot has about 12 of them and a squad about 60. It is
zero-sum (`score(state, RED) == -score(state, BLUE)`). The terms:

robots     OUTPUT for each energy a robot gives, ENDURANCE for each Integrity on its card, STRENGTH
           for each damage that its best Actions deal on average. Energy comes first, because a side
           below five has lost. TOGETHER for each Level above the first, because a combined
           robot does everything at once and undivided. A damaged robot keeps the share ALIVE until its last Integrity;
           the rest goes with the square root of what is left, so that the last points are dearer
           than the first: fire is focused, and what is nearly lost is protected.
margin     MARGIN for the square root of the production above five: the first energy above it has
           the highest value. A side below five has all but lost (DEPLETED).
now        NOW for what the side to move can still expect to destroy this turn with the energy and
           the robots that it has left. This is what makes a robot walk before it strikes.
next       NEXT for the same in the turn after, for both sides: own reach, and threatened robots.
advance    ADVANCE for each hex that a robot is nearer to the enemy's starting zone, and a little
           more each turn: without it two careful sides would wait for each other for ever. In a long
           game, after LONG turns, the enemy is elsewhere: this fades, and the leading side goes after
           the enemy, wherever that is: CHASE for each hex to the nearest, more with every turn. The
           lead that is needed for it is LEAD, and less with every turn.
combining  COMBINING for what a combination would bring, if its two robots stand together.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import msgspec

from gattai.bots.evaluation import WON
from gattai.games.aegis.actions.combining import fits
from gattai.games.aegis.actions.moving import may_move_again
from gattai.games.aegis.attack.effects import dealt
from gattai.games.aegis.attack.roll import (
    Hit,
    accuracy,
    face_kinds,
    hit,
    reading_dice,
    spoilt_faces,
)
from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.figures import integrity, max_integrity, movement, output, steps_for_one
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords import registry
from gattai.games.aegis.keywords.registry import CONDITIONS, attributes, hooks, is_light, reach_of
from gattai.games.aegis.state import SEATS, Act, State, Unit, UnitId, other
from gattai.games.aegis.victory import MINIMUM
from gattai.kernel.question import Seat
from gattai.kernel.tally import Term
from gattai.odds.floats import float_sum

OUTPUT, ENDURANCE, STRENGTH, ALIVE = 2.0, 0.5, 1.5, 0.35
MARGIN, DEPLETED = 4.0, 40.0
NOW, NEXT = 0.8, 0.45
ADVANCE, IMPATIENCE = 0.12, 0.015
CHASE, LONG, LEAD = 0.03, 24, 5.0
COMBINING = 0.3
TOGETHER = 3.0
PLAIN = UnitCard("plain", "plain", "", "", (), 1, 0, 0, 1, "grey", ())
"""A robot without modifiers against Actions."""
NOBODY = UnitId(-1)
"""The unit of a hit for which only the card matters."""
NOT_YET_THERE = 0.9
"""The share of a gain that counts if the robot has to walk first: others may be in the way."""


class RobotValues(msgspec.Struct, frozen=True, gc=False):
    """A robot on the field, with figures that the terms need repeatedly."""

    id: UnitId
    unit: Unit
    at: Spot
    left: int
    whole: int
    value: float
    """Its value without damage."""
    aim: int = 0
    evasion: int = 0
    harder: int = 0
    softer: int = 0
    exposed: bool = False
    disarmed: bool = False
    rooted: bool = False
    hidden: bool = False


def score(state: State, seat: Seat) -> float:
    """Return this side's lead over the other, in points."""
    if state.phase == "over":
        if len(state.lost) != 1:
            return 0.0
        return -WON if seat in state.lost else WON
    red, blue = (side_value(state, each) for each in SEATS)
    return red - blue if seat == SEATS[0] else blue - red


class Terms(msgspec.Struct, frozen=True, gc=False):
    """The unweighted terms of one side's score."""

    robots: float
    reserve: float
    combining: float
    advance: float
    production: int = 0
    stranded: float = 0.0
    now: float = 0.0
    next: float = 0.0


def terms_of(state: State, seat: Seat) -> Terms:
    """Return the terms of one side, cached per table."""
    kept: dict[Seat, Terms] = state.__dict__.setdefault("terms", {})
    if seat not in kept:
        kept[seat] = _terms(state, seat)
    return kept[seat]


def _terms(state: State, seat: Seat) -> Terms:
    pieces = pieces_of(state)
    own = [piece for piece in pieces if piece.unit.seat == seat]
    foes = [piece for piece in pieces if piece.unit.seat != seat]
    robots = _standing(own)
    reserve = _reserve(state, seat)
    combining = best_combination(state, own, seat)
    advance = _advance(state, own, seat) + _chase(state, own, foes)
    if state.phase != "acting":
        return Terms(robots, reserve, combining, advance)
    production = sum([output(state, piece.unit) for piece in own])
    stranded = now = 0.0
    if state.turn == seat:
        stranded = float_sum(
            [_stranded(state, piece) for piece in own if hooks(piece.unit.card, "perishes")]
        )
    strikes = strikes_of(state, own, foes)
    if state.turn == seat and state.energy[seat]:
        now = prospects(state, strikes, state.energy[seat], this_turn=True)
    later = prospects(state, strikes, production, this_turn=False)
    return Terms(robots, reserve, combining, advance, production, stranded, now, later)


def side_value(state: State, seat: Seat) -> float:
    """Return the weighted sum of all terms of one side."""
    terms = terms_of(state, seat)
    total = terms.robots + terms.reserve
    if state.phase == "acting":
        if terms.production < MINIMUM:
            total -= DEPLETED
        else:
            total += MARGIN * sqrt(terms.production - MINIMUM + 1)
        total += NOW * terms.now + NEXT * terms.next - terms.stranded
    return total + terms.combining + terms.advance


def _stranded(state: State, piece: RobotValues) -> float:
    """Return the loss for robots that have to move this turn and have not; all if they cannot."""
    if not perishes(state, piece):
        return 0.0
    unit, act = piece.unit, state.act
    running = act if act is not None and act.unit == piece.id else None
    free = not unit.acted or (running is not None and may_move_again(unit, running))
    begun = state.first_actor is not None
    if free and not piece.rooted and (state.energy[unit.seat] or not begun):
        return 0.5
    return health_value(piece.value, piece.left, piece.whole)


def _reserve(state: State, seat: Seat) -> float:
    """Robots that are not on the field yet, and will be."""
    return float_sum(
        [
            card_value(unit.card, unit.actions)
            for unit in state.units
            if unit.at is None and unit.seat == seat and unit.fate in ("", "waiting")
        ]
    )


@cache
def middle(field: FieldCard, seat: Seat) -> Spot:
    """The place of a side's starting zone that is nearest to all others of it."""
    zone, gap = field.ground.zone(seat), field.ground.gap
    return min(zone, key=lambda at: sum(gap(at, each) for each in zone))


def _advance(state: State, own: list[RobotValues], seat: Seat) -> float:
    eagerness = eagerness_to_advance(state)
    if not eagerness:
        return 0.0
    goal, gap = middle(state.field, other(seat)), state.field.ground.gap
    far = sum([max(0, gap(piece.at, goal) - 5) for piece in own])
    return -eagerness * far


def eagerness_to_advance(state: State) -> float:
    """Return the cost per hex of distance to the enemy's starting zone.

    It grows with every turn, and falls again in a long game, when the enemy is elsewhere.
    """
    turns = state.turn_count
    return (ADVANCE + IMPATIENCE * min(LONG, turns)) * (1.0 - _length(turns))


def eagerness_to_close(state: State, own: list[RobotValues], foes: list[RobotValues]) -> float:
    """Return the cost per hex of distance to the nearest enemy for a side ahead in a long game.

    The longer the game, the smaller the required lead; on a tie the first side advances.
    """
    turns = state.turn_count
    if turns <= LONG or not own or not foes:
        return 0.0
    lead = _standing(own) - _standing(foes)
    enough = LEAD * (1.0 - _length(turns))
    if lead < 0 or (lead == 0 and own[0].unit.seat != SEATS[0]):
        return 0.0
    return CHASE * min(100, turns - LONG) * (min(1.0, lead / enough) if enough else 1.0)


def _length(turns: int) -> float:
    """Return the length of a game: from 0 at LONG turns to 1 at three times as many."""
    return min(1.0, max(0.0, turns / LONG - 1.0) / 2.0)


def _chase(state: State, own: list[RobotValues], foes: list[RobotValues]) -> float:
    """Return the cost for the leader of a long game of staying away from the enemy."""
    eager = eagerness_to_close(state, own, foes)
    if not eager:
        return 0.0
    gap = state.field.ground.gap
    return -eager * sum([min([gap(piece.at, foe.at) for foe in foes]) for piece in own])


def best_combination(state: State, own: list[RobotValues], seat: Seat) -> float:
    """The best combination that two robots near each other could make."""
    best, gap = 0.0, state.field.ground.gap
    for card in state.pools[seat]:
        for number, one in enumerate(own):
            for two in own[number + 1 :]:
                far = max(1, gap(one.at, two.at))
                if far <= 3 and fits(
                    one.unit.card, one.unit.under, two.unit.card, two.unit.under, card
                ):
                    given = health_value(one.value, one.left, one.whole)
                    given += health_value(two.value, two.left, two.whole)
                    best = max(best, (card_value(card, card.action) - given + 4) / far)
    return COMBINING * best


def perishes(state: State, piece: RobotValues) -> bool:
    """Return whether a robot would be lost if the turn ended now."""
    return any(each.perishes(state, piece.unit) for each in hooks(piece.unit.card, "perishes"))


def health_value(value: float, left: int, whole: int) -> float:
    """Return a robot's value with this share of its Integrity left."""
    return value * (ALIVE + (1 - ALIVE) * sqrt(left / whole)) if left > 0 else 0.0


def _standing(pieces: list[RobotValues]) -> float:
    """Return the current value of all these robots."""
    return float_sum([health_value(piece.value, piece.left, piece.whole) for piece in pieces])


def pieces_of(state: State) -> tuple[RobotValues, ...]:
    """Return the robots on the field, cached per table."""
    kept = state.__dict__.get("pieces")
    if kept is None:
        kept = tuple([_piece(state, unit_id, unit, at) for unit_id, unit, at in state.on_field])
        state.__dict__["pieces"] = kept
    return kept


def _piece(state: State, unit_id: UnitId, unit: Unit, at: Spot) -> RobotValues:
    left, whole = integrity(state, unit), max(1, max_integrity(state, unit))
    value = card_value(unit.card, unit.actions) + OUTPUT * unit.output_change
    value = max(1.0, value)
    if not unit.effects:
        return RobotValues(unit_id, unit, at, left, whole, value)
    kinds = [(CONDITIONS[effect.kind], effect) for effect in unit.effects]
    lasting = [kind for kind, effect in kinds if effect.until != unit.seat]
    return RobotValues(
        unit_id,
        unit,
        at,
        left,
        whole,
        value,
        aim=sum([kind.helps_aim(effect) for kind, effect in kinds]),
        evasion=sum([kind.evades(effect) for kind, effect in kinds]),
        harder=sum([kind.strengthens(effect) for kind, effect in kinds]),
        softer=sum([kind.softens(effect) for kind, effect in kinds]),
        exposed=any(kind.exposes for kind, _ in kinds),
        disarmed=any(kind.bars_actions for kind in lasting),
        rooted=any(kind.bars_moving for kind in lasting),
        hidden=any(kind.bars_targeting or kind.stops_damage for kind, _ in kinds),
    )


@cache
def card_value(card: UnitCard, actions: tuple[ActionCard, ...]) -> float:
    """Return the value of an undamaged robot: energy, endurance, and its best Actions."""
    main = [usual(action) for action in actions if not is_light(action)]
    light = [usual(action) for action in actions if is_light(action)]
    strength = max(main, default=0.0) + 0.25 * float_sum(sorted(main)[:-1]) + float_sum(light) / 2
    whole = OUTPUT * card.ep + ENDURANCE * card.integrity + STRENGTH * strength
    return whole + TOGETHER * (card.level - 1)


def usual(action: ActionCard) -> float:
    """Return the damage an Action usually does; Actions without damage count as one."""
    if action.type not in ("damage", "drain"):
        return 1.0
    hits = successes(action, PLAIN)
    far = 1.0 + 0.05 * min(8, reach_of(action)) + 0.15 * action.radius
    return hits * action.power * far


@cache
def hits_on(action: ActionCard, card: UnitCard, change: int) -> tuple[tuple[Hit, float], ...]:
    """What the dice of an Action come to against a robot with this card, and how often; rerolls
    apart. `change` is what passing states add to the number.
    """
    unit = Unit(card.id, card, SEATS[0], card.action, (card,))
    terms = [
        t for each in hooks(card, "raises_accuracy") for t in each.raises_accuracy(unit, action)
    ]
    terms.append(Term(change, "passing states", "AEGIS.DICE.ACCURACY"))
    kinds = face_kinds(((accuracy(action, terms).total, spoilt_faces(card)),))
    dice, _ = reading_dice(kinds, action.dice)
    return tuple(
        (hit(NOBODY, action, kinds, reading), outcomes / dice.total)
        for reading, outcomes in dice.outcomes()
        if isinstance(reading, tuple)
    )


@cache
def successes(action: ActionCard, card: UnitCard, change: int = 0) -> float:
    """How many successes an Action has against a robot with this card, on average."""
    return float_sum([found.successes * chance for found, chance in hits_on(action, card, change)])


@cache
def _damage_share(
    action: ActionCard, card: UnitCard, change: int, exposed: bool, more: int, left: int, whole: int
) -> float:
    """Return the expected share of its value that a robot loses; exact except for rerolls."""
    bonus = registry.exact_bonus(action) or int(exposed)
    before = health_value(1.0, left, whole)
    changes = (Term(more, "passing states", "AEGIS.EFFECT.DAMAGE"),)
    return float_sum(
        [
            chance * (before - _left_after(dealt(action, found, bonus, changes).total, left, whole))
            for found, chance in hits_on(action, card, change)
            if found.successes
        ]
    )


def _left_after(harm: int, left: int, whole: int) -> float:
    return health_value(1.0, left - harm, whole)


def gain(user: RobotValues, action: ActionCard, struck: RobotValues) -> float:
    """Return the expected loss of one robot by an Action, in points."""
    unit = struck.unit
    change = struck.evasion - user.aim
    if action.type == "damage":
        more = user.harder - struck.softer
        share = _damage_share(
            action, unit.card, change, struck.exposed, more, struck.left, struck.whole
        )
        return share * struck.value
    drained = action.power * successes(action, unit.card, change)
    return min(drained, unit.card.ep) * (OUTPUT + 1)


class PossibleAttack(msgspec.Struct, frozen=True, gc=False):
    """An Action that a robot could use on an enemy, this turn or the next."""

    user: RobotValues
    action: ActionCard
    struck: RobotValues
    steps: int
    """The energy for walking first."""
    gain: float
    rate: float
    """The gain per energy."""


@cache
def attacks(actions: tuple[ActionCard, ...]) -> tuple[tuple[ActionCard, int, bool], ...]:
    """The Actions that do harm, with their reach, and whether they come on top."""
    return tuple(
        (action, reach_of(action) or action.radius, is_light(action))
        for action in actions
        if action.type in ("damage", "drain")
    )


def strikes_of(
    state: State, own: list[RobotValues], foes: list[RobotValues]
) -> list[PossibleAttack]:
    """Return a side's possible attacks, best gain per energy first, including robots that acted."""
    found: list[PossibleAttack] = []
    gap, sees = state.field.ground.gap, state.field.ground.sees
    for piece in own:
        if piece.disarmed:
            continue
        unit, at = piece.unit, piece.at
        stride = steps_for_one(unit)
        walk = 0 if piece.rooted else movement(state, unit) * stride
        for action, reach, _ in attacks(unit.actions):
            rests: bool | None = None
            for foe in foes:
                away = gap(at, foe.at) - reach
                if away > walk or foe.hidden:
                    continue
                steps = 0
                if away > 0 or not sees(at, foe.at):
                    if rests is None:
                        rests = wants_rest(state, unit, action)
                    if rests or not walk:
                        continue
                    steps = max(1, -(-away // stride))
                amount = gain(piece, action, foe)
                if steps:
                    amount *= NOT_YET_THERE
                rate = amount / (action.dice + steps)
                found.append(PossibleAttack(piece, action, foe, steps, amount, rate))
    found.sort(key=_by_rate, reverse=True)
    return found


def _by_rate(strike: PossibleAttack) -> float:
    return strike.rate


def prospects(
    state: State, strikes: list[PossibleAttack], energy: int, *, this_turn: bool
) -> float:
    """Return the expected gain of a side in one turn with this much energy.

    The best gains per energy come first until the energy is spent: one for each robot, and one more
    for each light Action. No robot can be destroyed twice.
    """
    if this_turn and state.is_banned(state.turn):
        return 0.0
    act = state.act
    acted: dict[tuple[UnitId, str], None] = {}
    taken: dict[UnitId, float] = {}
    total = 0.0
    for strike in strikes:
        price = strike.action.dice + strike.steps
        if price > energy:
            continue
        light = is_light(strike.action)
        key = (strike.user.id, strike.action.name if light else "")
        if key in acted or (this_turn and _is_too_late(strike, act, light=light)):
            continue
        struck = strike.struck
        had = taken.get(struck.id, 0.0)
        more = min(strike.gain, health_value(struck.value, struck.left, struck.whole) - had)
        acted[key] = None
        taken[struck.id] = had + more
        total += more
        energy -= price
        if energy <= 0:
            break
    return total


def _is_too_late(strike: PossibleAttack, act: Act | None, *, light: bool) -> bool:
    """Return whether the robot has done too much this turn for this attack."""
    unit = strike.user.unit
    if strike.steps and unit.moved:
        return True
    if act is None or act.unit != strike.user.id:
        return unit.acted
    return strike.action.name in act.light if light else bool(act.used)


def wants_rest(state: State, unit: Unit, action: ActionCard) -> bool:
    """Return whether the Action cannot be used after a move."""
    marks = attributes(action)
    if not marks:
        return False
    moved = unit if unit.moved else msgspec.structs.replace(unit, moved=True)
    return any(next(iter(each.refusals(state, moved, action)), None) for each in marks)
