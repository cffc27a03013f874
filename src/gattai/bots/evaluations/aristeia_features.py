"""Aristeia!: features of a table for learning.

They cover Victory Points, the Scoring Zone and who could still change it, bodies, tokens, cards,
and expected damage: separately for the active Character, for those still to activate in this Round
and for those that have. Only public information is used: the size of hands, and no face-down
Initiative cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from gattai.bots.evaluations.aristeia_blows import (
    LATER,
    foes_of,
    points_left,
    reaching,
    steps_to,
    when_acts,
)
from gattai.bots.learnt.features import Features, soon
from gattai.games.aristeia.figures import hit_points_left
from gattai.games.aristeia.phases.objectives import in_zone
from gattai.games.aristeia.phases.rounds import TURNS
from gattai.games.aristeia.state import State, other
from gattai.games.aristeia.victory import ENOUGH, ROUNDS
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, Hex

WHEN = ("now", "next", "later")
NAMES = (
    "points", "near eight", "frags", "scores", "holds", "in zone", "in zone and ready", "stands alone",
    "on board", "health", "frail", "bench", "infirmary", "ready", "way", "way of ready", "can come",
    "helped", "hindered", "rooted", "cards", "actions", "movement", "beside foes",
    *(f"hurts {when}" for when in WHEN), *(f"fells {when}" for when in WHEN), "hurts in zone", "last turn", "acting",
)  # fmt: skip
STAGES = ("setting up", "early", "late", "last round early", "last round late")
CLOCKS = ("left", "soon", "turns left", "nearest eight")
LATE = 3
"""The Turn from which a Round counts as late."""


def count(state: State, seat: Seat) -> Sequence[float]:
    """Return a player's lead in each feature."""
    own, foe = _side(state, seat), _side(state, other(seat))
    found = [one - two for one, two in zip(own, foe, strict=True)]
    last = 0.0
    if len(state.waiting) == 1:
        last = 1.0 if state.characters[state.waiting[0]].seat == seat else -1.0
    found.append(last)
    active = state.active
    found.append(0.0 if active is None else 1.0 if state.characters[active].seat == seat else -1.0)
    return found


def stage(state: State) -> int:
    """Return the stage, by the Turns left in the Round, and whether it is the last one."""
    if state.phase == "over" or not state.characters:
        return -1
    if not state.zone or not state.round:
        return 0
    late = state.turn >= LATE
    return (3 if state.round >= ROUNDS else 1) + late


def clock(state: State) -> Sequence[float]:
    """Return the share of the game and of the Round that is left, and of the points to win."""
    turns = (TURNS - state.turn + (state.active is not None or bool(state.waiting))) / TURNS
    in_round = max(0.0, min(1.0, turns)) if state.round else 1.0
    left = (ROUNDS - max(1, state.round) + in_round) / ROUNDS
    missing = max(0, ENOUGH - max(state.points)) / ENOUGH
    return left, soon(min(left, missing)), in_round, missing


def _side(state: State, seat: Seat) -> list[float]:
    points = state.points[seat]
    return [
        points / 10, max(0, points - ENOUGH + 3) / 3, state.frags[seat] / 5, *_zone(state, seat),
        *_bodies(state, seat), len(state.hands[seat]) / 5, *_left(state, seat), *_blows(state, seat),
    ]  # fmt: skip


def _zone(state: State, seat: Seat) -> tuple[float, ...]:
    """What the Scoring Zone would give, and what it will, the surer the later it is."""
    if not state.zone:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    mine, theirs = in_zone(state, seat), in_zone(state, other(seat))
    scenario = state.box.scenario
    gives = 0
    if mine and mine >= theirs:
        gives = scenario.alone if not theirs else scenario.more if mine > theirs else scenario.equal
    spaces = state.box.zones[state.zone]
    ready = sum(
        [
            when_acts(state, n) != LATER
            for n, each in enumerate(state.characters)
            if each.seat == seat and each.at in spaces
        ]
    )
    sure = state.turn / TURNS
    return gives / 2, gives * sure / 2, mine / 2, ready / 2, float(bool(mine) and not theirs)


def _bodies(state: State, seat: Seat) -> list[float]:
    """Who is there, in what shape, and how far they have to go."""
    middle: Hex | None = state.box.zones[state.zone][0] if state.zone else None
    on_board = health = frail = bench = infirmary = ready = way = ready_way = can_come = 0.0
    helped = hindered = rooted = 0.0
    for number, each in enumerate(state.characters):
        if each.seat != seat:
            continue
        left = hit_points_left(each)
        acts = when_acts(state, number) != LATER
        if each.off == "infirmary":
            infirmary += 1
            continue
        bench += each.off == "bench"
        on_board += each.at is not None
        ready += acts
        health += left
        frail += left <= 2
        rooted += each.is_rooted
        for token in each.tokens:
            if token.side.initiative > 0:
                helped += 1
            else:
                hindered += 1.0 if token.is_red else 0.5
        if middle is not None:
            steps = steps_to(middle, each.at)
            way += steps
            ready_way += steps if acts else 0
            can_come += acts and not each.is_rooted and steps <= 2 * each.card.speed
    return [
        on_board / 4, health / 10, frail / 2, bench / 2, infirmary / 2, ready / 4, way / 10, ready_way / 10,
        can_come / 2, helped / 2, hindered / 2, rooted / 2,
    ]  # fmt: skip


def _left(state: State, seat: Seat) -> tuple[float, ...]:
    """What the active Character can still do, and how many of a player's stand beside enemies."""
    beside = 0
    for who, each, _ in state.on_board:
        if each.seat == seat and state.foes_beside(who):
            beside += 1
    if state.active is None or state.characters[state.active].seat != seat:
        return 0.0, 0.0, beside / 2
    return state.ap / 3, state.mp / 4, beside / 2


def _blows(state: State, seat: Seat) -> list[float]:
    """What Attacks could take, each Character's best: Damage, the chance to fell, Damage in the zone."""
    hurts, fells, zone = [0.0] * 3, [0.0] * 3, 0.0
    spaces = state.box.zones[state.zone] if state.zone else ()
    foes = foes_of(state, seat)
    for who, each, at in state.on_board:
        if each.seat != seat:
            continue
        when = when_acts(state, who)
        ap, walk = points_left(state, who, each)
        best = fell = 0.0
        in_it = 0.0
        for foe, there in foes:
            hurt = reaching(state.box, each.card, ap, walk, DISTANCE[there - at], foe.card)
            left = max(1.0, float(hit_points_left(foe)))
            hurt = min(hurt, left)
            if hurt > best:
                best = hurt
            fell = max(fell, min(1.0, hurt / left) ** 2)
            if there in spaces:
                in_it = max(in_it, hurt)
        hurts[when] += best / 3
        fells[when] += fell
        zone += in_it / 3 if when != LATER else 0.0
    return [*hurts, *fells, zone]


FEATURES = Features(NAMES, count, STAGES, stage, CLOCKS, clock)
