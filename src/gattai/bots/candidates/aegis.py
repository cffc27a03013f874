"""A.E.G.I.S.: candidate answers with their features.

What the rest of a turn may still bring (`prospects`) is computed once for each robot left out and
each energy left, not once per table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.bots.evaluations.aegis import ENERGY, PlaceValue, choices, effect_on, places
from gattai.bots.evaluations.aegis_values import (
    NEXT,
    PossibleAttack,
    RobotValues,
    best_combination,
    card_value,
    health_value,
    hits_on,
    perishes,
    pieces_of,
    prospects,
    strikes_of,
)
from gattai.games.aegis.actions import END_TURN, Move, Use
from gattai.games.aegis.actions.combining import combines, fits, price
from gattai.games.aegis.actions.moving import may_move_again
from gattai.games.aegis.attack.aiming import area, targets, targets_somebody
from gattai.games.aegis.attack.effects import dealt
from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.figures import affordable_steps, output, steps_for_one, where_to
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import exact_bonus, hooks, includes_user, is_light
from gattai.games.aegis.state import State, UnitId
from gattai.games.aegis.victory import MINIMUM
from gattai.kernel.tally import Term
from gattai.odds.floats import float_sum

MOVES = 4
"""Number of places considered per robot."""
OFFERS = 2
"""Number of offers of an ability considered per robot."""
HOSTILE = ("damage", "drain", "debuff", "push", "pull")
USES = ("damage", "repair", "boost", "buff", "debuff", "push", "pull", "drain")
"""Types of Actions with weights of their own."""

USE = (
    "constant", "effect", "rest of the turn", "kills", "energy output killed by margin",
    "energy output killed if decisive", "effect on what is whole", "price", "stranded", "targets",
    "effect on the disarmed", "acting already", "light effect",
    "rest of the turn without this target", "kills by what the turn can take", "robots to act",
    "another Action is affordable", "moved",
)  # fmt: skip
FEATURES = {
    "other": ("constant", "guess"),
    "place": ("constant", "guess"),
    "offer": ("constant",),
    "combine": (
        "constant", "value gained", "price", "rest of the turn", "parts that have acted",
        "energy output gained", "Integrity given", "energy output",
    ),
    "end": ("constant", "now", "energy left", "robots to act", "now with little energy"),
    "move": (
        "constant", "advance", "rest of the turn", "attack now gained", "attack next gained",
        "danger gained", "worst danger gained", "price", "stranded", "value of the place gained",
        "Action used", "attack next gained after an Action", "danger gained after an Action",
        "nearer", "rest of the turn gained", "value", "combination gained", "energy", "robots to act",
        "rest of the turn missed", "acting already", "attack now",
    ),
    **dict.fromkeys((*USES, "use"), USE),
}  # fmt: skip


@cache
def _destroyed(
    action: ActionCard, card: UnitCard, change: int, exposed: bool, more: int, left: int
) -> float:
    """Return the chance that an Action destroys a robot; exact except for rerolls."""
    bonus = exact_bonus(action) or int(exposed)
    changes = (Term(more, "passing states", "AEGIS.EFFECT.DAMAGE"),)
    return float_sum(
        [
            chance
            for found, chance in hits_on(action, card, change)
            if found.successes and dealt(action, found, bonus, changes).total >= left
        ]
    )


def candidates(state: State, options: Sequence[object]) -> list[Candidate]:
    """Return the candidates for the next answer."""
    if state.phase == "acting" and not state.owed:
        return _Turn(state).candidates()
    if state.phase == "placing":
        return [Candidate("place", (1.0, guess), answer) for guess, answer, _ in places(state)]
    return [
        Candidate("other", (1.0, guess), answer) for guess, answer, _ in choices(state, options)
    ]


class PlaceTerms(NamedTuple):
    """What a place offers a robot, term by term."""

    advance: float
    now: float
    """The best attack from there that it can afford this turn."""
    next: float
    """The best attack from there, affordable or not."""
    danger: float
    worst: float
    """The greatest of the dangers."""
    dice: int
    """The price of the best attack this turn."""
    nearest: int
    """The distance to the nearest enemy."""

    @property
    def total(self) -> float:
        return self.advance + (self.now or NEXT * self.next) - self.danger


def _place(value: PlaceValue, at: Spot, energy: int, *, stays: bool) -> PlaceTerms:
    """Return the terms of a place, in the points of `PlaceValue`."""
    far = value.distances(at)
    now = later = danger = worst = 0.0
    dice = 0
    for reach, sighted, rests, cost, foe, amount in value.lines:
        if far[foe] > reach or (rests and not stays):
            continue
        if not sighted or value.sees(at, value.foes[foe]):
            later = max(later, amount)
            if cost <= energy:
                now, dice = amount, cost
                break
    for foe, by_distance in value.dangers:
        if far[foe] < len(by_distance):
            danger += by_distance[far[foe]]
            worst = max(worst, by_distance[far[foe]])
    nearest = min(far, default=0)
    return PlaceTerms(value.advance(at, far), now, later, danger, worst, dice, nearest)


class _Turn:
    """What the candidates of one decision in the Action Phase have in common."""

    def __init__(self, state: State) -> None:
        self.state, self.seat, self.act = state, state.turn, state.act
        pieces = pieces_of(state)
        self.by_id = {piece.id: piece for piece in pieces}
        self.foes = [piece for piece in pieces if piece.unit.seat != self.seat]
        self.own = [piece for piece in pieces if piece.unit.seat == self.seat]
        self.energy = state.energy[self.seat]
        self.strikes = strikes_of(state, self.own, self.foes)
        self.rests: dict[tuple[UnitId | None, int, UnitId | None], float] = {}
        self.now = self.rest(None, self.energy)
        self.enemy_output = sum([output(state, piece.unit) for piece in self.foes])
        self.margin = 1.0 / sqrt(max(1, self.enemy_output - MINIMUM + 1))
        self.output = sum([output(state, piece.unit) for piece in self.own])
        self.ready = float(sum([not piece.unit.acted for piece in self.own]))
        self.combination = best_combination(state, self.own, self.seat)
        self.partners = {
            piece.id
            for one, two in combinations(self.own, 2)
            for piece in (one, two)
            if any(
                fits(one.unit.card, one.unit.under, two.unit.card, two.unit.under, card)
                for card in state.pools[self.seat]
            )
        }

    def rest(self, without: UnitId | None, energy: int, spared: UnitId | None = None) -> float:
        """Return what the turn can still bring, without one robot and without one target."""
        if energy <= 0:
            return 0.0
        key = (without, energy, spared)
        found = self.rests.get(key)
        if found is None:
            strikes: list[PossibleAttack] = self.strikes
            if without is not None or spared is not None:
                strikes = [
                    each for each in strikes if each.user.id != without and each.struck.id != spared
                ]
            found = self.rests[key] = prospects(self.state, strikes, energy, this_turn=True)
        return found

    def candidates(self) -> list[Candidate]:
        """Return the candidates robot by robot, then combinations and the end of the turn."""
        state, found = self.state, list[Candidate]()
        for piece in self.own:
            found += self._of_robot(piece)
        if self.energy and state.pools[self.seat]:
            found += self._combinations()
        if state.first_actor is not None or not found:
            little = self.now if self.energy < 3 else 0.0
            features = (1.0, self.now, float(self.energy), self.ready, little)
            found.append(Candidate("end", features, END_TURN))
        return found

    def _of_robot(self, piece: RobotValues) -> list[Candidate]:
        unit, found = piece.unit, list[Candidate]()
        acting = self.act is not None and self.act.unit == piece.id
        if unit.acted and not acting:
            return found
        if self.energy:
            found += self._uses(piece, acting=acting)
            if not acting or may_move_again(unit, self.act):
                found += self._moves(piece, acting=acting)
        if not acting:
            for each in hooks(unit.card, "offers"):
                offers = each.offers(self.state, piece.id)[:OFFERS]
                found += [Candidate("offer", (1.0,), offer) for offer in offers]
        return found

    def _combinations(self) -> Iterator[Candidate]:
        pool = {card.id: card for card in self.state.pools[self.seat]}
        for answer in combines(self.state, self.seat):
            card, one, two = pool[answer.into], self.by_id[answer.unit], self.by_id[answer.partner]
            given = float_sum(
                [health_value(each.value, each.left, each.whole) for each in (one, two)]
            )
            cost = price(self.state, answer.unit, answer.partner)
            features = (
                1.0,
                card_value(card, card.action) - given,
                float(cost),
                self.rest(answer.unit, self.energy - cost),
                float(one.unit.acted) + float(two.unit.acted),
                float(card.ep - one.unit.card.ep - two.unit.card.ep),
                one.left / one.whole + two.left / two.whole,
                self.output / 10,
            )
            yield Candidate("combine", features, answer)

    def _uses(self, piece: RobotValues, *, acting: bool) -> Iterator[Candidate]:
        """Yield each affordable Action on each target that it helps against."""
        stranded = perishes(self.state, piece) * piece.value
        for action in piece.unit.actions:
            left = self.energy - action.dice
            if left < 0:
                continue
            hostile, light = action.type in HOSTILE, is_light(action)
            user = None if light else piece.id
            after = self.rest(user, left)
            other = any(each is not action and each.dice <= left for each in piece.unit.actions)
            kind = action.type if action.type in USES else "use"
            for target in self._aims(piece, action):
                effect = self._effect(piece, action, target)
                amount, kills, output_killed, whole, wasted, reached = effect
                if amount <= 0:
                    continue
                spared = self.rest(user, left, target) if hostile and target is not None else after
                decisive = self.enemy_output - output_killed < MINIMUM
                features = (
                    1.0, amount, after, kills, output_killed * self.margin,
                    output_killed if decisive else 0.0, whole, float(action.dice),
                    0.0 if light else stranded, float(reached), wasted, float(acting),
                    amount if light else 0.0, spared, kills * self.now / 10, self.ready,
                    float(other), float(piece.unit.moved),
                )  # fmt: skip
                yield Candidate(kind, features, Use(piece.id, action.name, target))

    def _aims(self, piece: RobotValues, action: ActionCard) -> Iterator[UnitId | None]:
        """Yield enemies for what harms, friends for what helps; None stands for no target."""
        if not targets_somebody(action):
            yield None
            return
        both, hostile = action.type in ("push", "pull"), action.type in HOSTILE
        for target in targets(self.state, piece.id, action):
            own = self.by_id[target].unit.seat == self.seat
            if both or hostile != own:
                yield target
        if includes_user(action):
            yield None

    def _effect(
        self, piece: RobotValues, action: ActionCard, target: UnitId | None
    ) -> tuple[float, float, float, float, float, int]:
        """Return the effect of an Action: in all, kills, output killed, on the whole, wasted."""
        amount = kills = killed = whole = wasted = 0.0
        reached = area(self.state, piece.id, action, target)
        for unit_id in reached:
            struck = self.by_id[unit_id]
            effect = effect_on(piece, action, struck)
            amount += effect
            chance = 0.0
            if action.type == "damage":
                chance = _destroyed(
                    action,
                    struck.unit.card,
                    struck.evasion - piece.aim,
                    struck.exposed,
                    piece.harder - struck.softer,
                    struck.left,
                )
            if struck.unit.seat == self.seat:
                kills -= chance * struck.value
            elif action.type in HOSTILE:
                kills += chance * struck.value
                killed += chance * struck.unit.card.ep
                whole += effect * struck.left / struck.whole
                wasted += effect if struck.disarmed else 0.0
        return amount, kills, killed, whole, wasted, len(reached)

    def _moves(self, piece: RobotValues, *, acting: bool) -> list[Candidate]:
        """Return the best few places, by targets and dangers there."""
        state, unit, energy = self.state, piece.unit, self.energy
        steps = affordable_steps(state, unit)
        if steps <= 0:
            return []
        act = self.act if acting else None
        value = PlaceValue(state, piece, self.foes, act, steps)
        stride, used = steps_for_one(unit), bool(act and act.used)
        here = _place(value, piece.at, energy, stays=True)
        found: list[tuple[float, int, Spot]] = []
        for to, walked in where_to(state, unit, steps).items():
            cost = -(-walked // stride)
            found.append((ENERGY * cost - value(to, energy - cost, stays=False), cost, to))
        found.sort(key=lambda each: each[0])
        dying = perishes(state, piece) * piece.value
        staying = self.rest(piece.id, energy)
        if here.now:
            staying = max(staying, here.now + self.rest(piece.id, energy - here.dice))
        made: list[Candidate] = []
        for _, cost, to in found[:MOVES]:
            there = _place(value, to, energy - cost, stays=False)
            rest = then = self.rest(piece.id, energy - cost)
            if there.now and not used:
                then = max(rest, there.now + self.rest(piece.id, energy - cost - there.dice))
            combination = 0.0
            if piece.id in self.partners:
                own = [replace(each, at=to) if each is piece else each for each in self.own]
                combination = best_combination(state, own, self.seat) - self.combination
            next_gained, danger = there.next - here.next, there.danger - here.danger
            features = (
                1.0, there.advance - here.advance, then, there.now - here.now, next_gained, danger,
                there.worst - here.worst, float(cost), dying, there.total - here.total, float(used),
                next_gained if used else 0.0, danger if used else 0.0,
                float(here.nearest - there.nearest), then - staying, piece.value / 10, combination,
                float(energy), self.ready, self.now - then, float(acting),
                0.0 if used else there.now,
            )  # fmt: skip
            made.append(Candidate("move", features, Move(piece.id, to)))
        return made


CANDIDATES = CandidateMaker(FEATURES, candidates)
