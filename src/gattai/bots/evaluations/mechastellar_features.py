"""MechaStellar: features of a table for learning.

Nearly all are shares of a side's average VP. The expected gain of weapons is counted separately for
the active unit, for those still to activate and for those that have, each from where it stands or
after a walk; and so is the total possible damage to each enemy. Other features are momentum,
Control Points, the Commander, and enemies behind units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gattai.bots.evaluations.mechastellar_shots import (
    CLOSE_IN,
    SCORED,
    best_on,
    longest,
    unit_value,
)
from gattai.bots.learnt.features import Features, soon
from gattai.games.mechastellar.figures import engaging, max_move
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.state import State, Unit, UnitId, other
from gattai.kernel.question import Seat
from gattai.odds.floats import float_sum
from gattai.tabletop.hexes import DISTANCE, Hex

WHEN = ("now", "now walking", "next", "next walking", "later", "later walking")
NAMES = (
    *(f"takes {when}" for when in WHEN), "pressed", "doomed", "scored", "alive", "endures", "low", "worth",
    "parts lost", "shots", "stunned", "barrier", "elite", "ready", "ready units", "engaged", "behind",
    "far", "in cover", "commander", "commander's health", "commander near", "reserve", "momentum", "much momentum",
    "points held", "points to come", "points near", "challenged", "turn", "acting",
)  # fmt: skip
STAGES = ("setting up", "early", "late", "last")
CLOCKS = ("left", "soon", "still to activate")
NOW, NEXT, LATER = 0, 2, 4
MUCH = 6
"""Momentum that is hard to use up."""


def count(state: State, seat: Seat) -> Sequence[float]:
    """Return a side's lead in each feature."""
    whole = sum([unit.card.vp for unit in state.units]) / 2 or 1.0
    own, foe = _side(state, seat, whole), _side(state, other(seat), whole)
    found = [one - two for one, two in zip(own, foe, strict=True)]
    found.append(1.0 if state.turn == seat else -1.0)
    act = state.act
    found.append(0.0 if act is None else 1.0 if state.units[act.unit].seat == seat else -1.0)
    return found


def stage(state: State) -> int:
    """Return the stage, by the rounds left."""
    if state.phase == "over":
        return -1
    if state.phase in ("order", "deploying", "facing", "rolling"):
        return 0
    left = state.rules.round.count - state.round
    return 3 if left <= 0 else 2 if left == 1 else 1


def clock(state: State) -> Sequence[float]:
    """Return the share of the game that is left, how soon it ends, and who may still activate."""
    placed = [unit for _, unit, _ in state.leaders]
    ready = sum([not unit.activated for unit in placed]) / max(1, len(placed))
    rounds = max(1, state.rules.round.count)
    left = 1.0 if not state.round else max(0, rounds - state.round + ready) / rounds
    return left, soon(left), ready


def _side(state: State, seat: Seat, whole: float) -> list[float]:
    momentum = state.momentum[seat]
    left = max(0, state.rules.round.count - state.round)
    held = sum([owner == seat for owner in state.owners])
    blows, pressed, doomed = _blows(state, seat)
    in_vp = [*blows, pressed, doomed, float(state.scores[seat]), *_models(state, seat)]
    return [
        *[each / whole for each in in_vp], *_places(state, seat), *_commander(state, seat),
        momentum / 10, max(0, momentum - MUCH) / 10, held / 3, held * min(3, left) / 3,
        _near_points(state, seat), _challengers(state, seat),
    ]  # fmt: skip


def _models(state: State, seat: Seat) -> list[float]:
    """Return what is left of a side's models, in VP."""
    half = state.rules.vp.half_below_percent
    alive = endures = low = score = parts = shots = stunned = barrier = elite = ready = 0.0
    for unit in state.units:
        if unit.seat != seat or unit.fate == "destroyed":
            continue
        card = unit.card
        vp = float(card.vp)
        alive += vp
        endures += vp * unit.hp / card.hp
        low += vp if unit.hp * 100 < card.hp * half else 0.0
        score += unit_value(card, unit.hp, half)
        parts += vp * len(unit.lost) / 4
        shots += vp * float_sum([uses != 0 for uses in unit.uses]) / max(1, len(unit.uses))
        stunned += vp * min(2, unit.stun)
        barrier += vp * min(3, unit.barrier) / 3
        elite += vp if card.is_elite else 0.0
        ready += vp if not unit.activated else 0.0
    return [alive, endures, low, score, parts, shots, stunned, barrier, elite, ready]


def _places(state: State, seat: Seat) -> list[float]:
    """Return shares of units that may still act, are engaged, have enemies behind, are far off."""
    ready = engaged = behind = far = covered = 0.0
    close, inch = state.rules.hexes(CLOSE_IN), state.rules.hex.inches
    foes = [there for _, foe, there in state.leaders if foe.seat != seat]
    covers, neighbours = state.ground.covers, state.ground.field.hexes.neighbours
    for unit_id, unit, at in state.leaders:
        if unit.seat != seat:
            continue
        ready += not unit.activated
        engaged += bool(engaging(state, unit_id))
        covered += not covers.keys().isdisjoint(neighbours[at])
        if foes:
            near = min([DISTANCE[there - at] for there in foes])
            far += max(0, near - max(1, longest(unit.card) // inch - 1))
            behind += sum(
                [
                    DISTANCE[there - at] <= close and not in_front(at, unit.facing, there)
                    for there in foes
                ]
            )
    return [ready / 4, engaged / 4, behind / 4, far / 10, covered / 4]


def _commander(state: State, seat: Seat) -> list[float]:
    """Return the Commander's life, health and nearness to an enemy, and the models in reserve."""
    alive = health = near = 0.0
    waiting = 0
    for unit in state.units:
        if unit.seat != seat or unit.fate == "destroyed":
            continue
        waiting += unit.fate in ("reserve", "aboard")
        if unit.commander:
            alive += 1
            health += unit.hp / unit.card.hp
            if unit.at is not None:
                away = [
                    DISTANCE[there - unit.at] for _, foe, there in state.leaders if foe.seat != seat
                ]
                near += max(0, 8 - min(away, default=8)) / 8
    return [alive, health, near, waiting / 4]


def _challengers(state: State, seat: Seat) -> float:
    """Return what is left of a side's own Challengers."""
    left = 0.0
    for unit in [state.units[each] for pair in state.challenge for each in pair]:
        if unit.seat == seat:
            left += unit.hp / unit.card.hp
    return left


def _near_points(state: State, seat: Seat) -> float:
    """Return how near a side is to the Control Points that it does not hold."""
    total = 0.0
    for point, owner in zip(state.ground.field.points, state.owners, strict=False):
        if owner != seat:
            away = [DISTANCE[point - at] for _, unit, at in state.leaders if unit.seat == seat]
            total += max(0, 10 - min(away, default=10)) / 10
    return total / 3


def _blows(state: State, seat: Seat) -> tuple[list[float], float, float]:
    """Return each unit's best expected gain in VP, and the total threat to enemies."""
    found = [0.0] * len(WHEN)
    dealt: dict[UnitId, float] = {}
    for unit_id, unit, at, when, walk in _those_who_strike(state, seat):
        best, place = 0.0, when
        for foe_id, harm, walked in _harms(state, unit_id, unit, at, walk):
            if when != LATER:
                dealt[foe_id] = dealt.get(foe_id, 0.0) + harm
            if harm > best:
                best, place = harm, when + walked
        found[place] += best
    pressed = doomed = 0.0
    half = state.rules.vp.half_below_percent
    for foe_id, harm in dealt.items():
        foe = state.units[foe_id]
        share = min(1.0, harm / max(1.0, SCORED * unit_value(foe.card, foe.hp, half)))
        pressed += foe.card.vp * share
        doomed += foe.card.vp * share * share * share
    return found, pressed, doomed


def _those_who_strike(state: State, seat: Seat) -> Iterator[tuple[UnitId, Unit, Hex, int, int]]:
    """Yield the units that may still attack: place, when, and walking distance."""
    if state.phase in ("order", "deploying", "facing"):
        return
    act = state.act
    last = state.rules.round.count - state.round <= 0
    for unit_id, unit, at in state.leaders:
        if unit.seat != seat:
            continue
        if act is not None and act.unit == unit_id:
            if act.combat > 0:
                yield unit_id, unit, at, NOW, max_move(state, unit) if act.moves > 0 else 0
        elif not unit.activated:
            yield unit_id, unit, at, NEXT, max_move(state, unit)
        elif not last:
            yield unit_id, unit, at, LATER, max_move(state, unit)


def _harms(
    state: State, unit_id: UnitId, unit: Unit, at: Hex, walk: int
) -> Iterator[tuple[UnitId, float, int]]:
    """Return the expected gain on each enemy: 0 from where the unit stands, 1 after a walk."""
    held = engaging(state, unit_id)
    others = len(state.squad(unit_id)) - 1
    sees, levels = state.ground.sees, state.ground.levels
    level = levels.get(at, 0)
    for foe_id, foe, there in state.leaders:
        if foe.seat == unit.seat:
            continue
        far = DISTANCE[there - at]
        seen = sees(at, level, there, levels.get(there, 0))
        shooting = (0.4 if foe_id in held else 0.2) if held else 1.0
        ahead = in_front(at, unit.facing, there)
        rest = (shooting, foe.card, foe.hp)
        common = (state.rules, unit.card, unit.uses, unit.lost, others, state.round, far, seen)
        standing = best_on(*common, 0, ahead, *rest)
        if standing:
            yield foe_id, standing, 0
        elif walk:
            walking = best_on(*common, walk, True, *rest)
            if walking:
                yield foe_id, walking, 1


FEATURES = Features(NAMES, count, STAGES, stage, CLOCKS, clock)
