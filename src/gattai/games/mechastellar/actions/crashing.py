"""A Crash: an attack along a Move Action, its price, its targets, and the way through them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gattai.games.mechastellar.attack.aiming import (
    blindsides,
    limits,
    target_refusals,
    weapon_refusals,
)
from gattai.games.mechastellar.attack.attack import check_terrain
from gattai.games.mechastellar.attack.countering import pay_points
from gattai.games.mechastellar.attack.sequence import one_attack, sketched, weapon_in, weapon_of
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.events.turn import ActionsSpent
from gattai.games.mechastellar.figures import elevation, engaging, flies, max_move, size_of
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.phases.acting import OwnAction, stays_under
from gattai.games.mechastellar.phases.duty import away_from_challenger, return_fire, strays
from gattai.games.mechastellar.phases.momentum import Stance, shift
from gattai.games.mechastellar.phases.movement import can_stand, formation, zones
from gattai.games.mechastellar.phases.moving import go
from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.action import Highlight
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.tabletop.hexes import DISTANCE, Hex, to_text, within


class CrashAttack(OwnAction, frozen=True, tag="crash"):
    """Attack units and pieces of terrain along a Move Action."""

    opens_window = True

    weapon: str
    targets: tuple[UnitId, ...]
    to: Hex
    pieces: tuple[Hex, ...] = ()

    def label(self, view: State) -> str:
        names = " and ".join(map(view.called, self.targets)) or "terrain"
        weapon = weapon_in(view, self.weapon)
        return f"{weapon}: crash through {names} to {to_text(self.to)}"

    def target_in(self, view: State) -> UnitId | None:
        return self.targets[0] if self.targets else None

    def highlight(self, view: State) -> Highlight | None:
        return sketched(view, self.targets)

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterator[CrashAttack]:
        unit = state.units[act.unit]
        for weapon in unit.card.weapon:
            if says(weapon, "rams"):
                yield from crashes(state, unit, weapon)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.CRASH.ACTION; MS.CHALLENGE.DUTY, MS.ATTACK.LIMIT, MS.RETURNFIRE.ATTACK: when a Crash
        is allowed.
        """
        yield from self._barred(state, act)
        if strays(state, act, self.to, act.moves - 1):
            yield away_from_challenger()
        for target in self.targets:
            if state.has(target):
                yield from limits(state, act, target)
                yield from return_fire(state, act, target)

    def _barred(self, state: State, act: Act) -> Iterator[Refusal]:
        """MS.CRASH.ACTION: a Combat and a Move Action, through at most two targets, ending on free
        ground.
        """
        rule = "MS.CRASH.ACTION"
        unit = state.units[act.unit]
        weapon = unit.find_weapon(self.weapon)
        if weapon is None or not says(weapon, "rams"):
            yield Refusal(rule, "only a weapon with Crash attacks along a move")
            return
        yield from weapon_refusals(state, act.unit, weapon)
        if act.combat < 1:
            yield Refusal("MS.ACT.ACTIONS", "not enough Combat Actions", (("left", act.combat),))
        if act.moves < 1:
            yield Refusal("MS.ACT.ACTIONS", "no Move Action left")
        struck = len(self.targets) + len(self.pieces)
        if not 1 <= struck <= state.rules.crash.max_targets:
            yield Refusal(rule, "a crash takes one or two targets", (("targets", struck),))
            return
        if len({*self.targets}) + len({*self.pieces}) < struck:
            yield Refusal(rule, "the same target cannot be crashed into twice in one move")
            return
        missed = next(self._missed(state, act.unit, weapon), None)
        if missed is not None:
            yield missed
            return
        stood = [state.units[target].at for target in self.targets]
        places = (*(at for at in stood if at is not None), *self.pieces)
        yield from _way(state, act.unit, self.targets, places, self.to)

    def _missed(self, state: State, unit_id: UnitId, weapon: WeaponCard) -> Iterator[Refusal]:
        """Why a unit or a piece cannot be crashed into, apart from the way; MS.WATER.SUBMERGED,
        MS.TERRAIN.DIRECT.
        """
        ranged = ("MS.RANGE.MEASURE", "MS.LOS.NEED")
        dived = state.units[unit_id].submerged
        for target in self.targets:
            for each in target_refusals(state, unit_id, weapon, target, "direct"):
                if each.rule not in ranged:
                    yield each
            if state.has(target) and state.units[target].submerged != dived:
                yield Refusal("MS.WATER.SUBMERGED", "the surface of the water is between")
            if not state.has(target) or state.units[target].at is None:
                yield Refusal("MS.CRASH.ACTION", "there is no such target")
        for piece in self.pieces:
            card = state.ground.terrain.get(piece)
            if card is None or not card.destructible:
                yield Refusal("MS.TERRAIN.DIRECT", f"nothing to destroy on {to_text(piece)}")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.CRASH.ACTION: a Move Action through at most two units, which are attacked on the way.

        MS.CRASH.BONUS: bonus Hits for Size and for every Accelerate.
        """
        state = table.state
        unit_id = state.who_acts
        unit, weapon = state.units[unit_id], weapon_of(state, unit_id, self.weapon)
        table.emit(
            ActionsSpent(rule="MS.CRASH.ACTION", combat=1, moves=1, why=f"Crash: {weapon.name}")
        )
        pay_points(table, unit_id, weapon.power_cost + weapon.havoc_cost)
        act, figures = table.state.act, state.rules.crash
        assert act is not None
        size = size_of(state, unit_id)
        hits = size * figures.hits_per_size + act.accelerates * figures.hits_per_accelerate
        blind = [blindsides(state, unit_id, weapon, target) for target in self.targets]
        before = Stance(state, unit_id)
        steps = max_move(state, unit)
        yield from go(table, unit_id, self.to, "MS.CRASH.ACTION", "crashes through", steps=steps)
        shift(table, unit_id, before)
        for piece in self.pieces:
            checks = state.rules.terrain.checks_direct
            yield from check_terrain(table, piece, weapon.dmg, checks, "MS.TERRAIN.DIRECT")
        for target, from_behind in zip(self.targets, blind, strict=True):
            alive = table.state.units[target].at is not None
            if alive and table.state.units[unit_id].at is not None:
                yield from one_attack(
                    table,
                    Strike(unit_id, weapon, target, extra_hits=hits, blindside=from_behind),
                )


def _way(
    state: State, unit_id: UnitId, targets: tuple[UnitId, ...], places: tuple[Hex, ...], to: Hex
) -> Iterator[Refusal]:
    rule, unit = "MS.CRASH.ACTION", state.units[unit_id]
    assert unit.at is not None
    steps = sum(DISTANCE[b - a] for a, b in pairwise((unit.at, *places, to)))
    most = max_move(state, unit)
    below = tuple(stays_under(state, unit, to))
    yield from below
    if steps > most:
        yield Refusal(rule, "too far to crash", (("hexes", steps), ("Move", most)))
    elif not below and to not in crash_ends(state, unit_id, targets, places):
        if any(foe not in targets for foe in engaging(state, unit_id)):
            reason = f"{unit.name} is engaged by others than it crashes into"
            yield Refusal("MS.ENGAGE.STRAFE", reason)
        else:
            yield Refusal(rule, "the way leads past enemies that it does not crash into")
    if to in state.standing or not can_stand(state, unit, to):
        yield Refusal(rule, f"nobody can end on {to_text(to)}")
    elif not flies(unit) and state.ground.levels.get(to, 0) > elevation(state, unit):
        yield Refusal("MS.HIGH.CLIMB", "a crash does not climb")
    elif unit_id in state.squads and not formation(state, unit_id, to, most):
        yield Refusal("MS.SQUAD.COHESION", "its squad does not find room beside it")


def crash_ends(
    state: State, unit_id: UnitId, targets: tuple[UnitId, ...], places: tuple[Hex, ...]
) -> dict[Hex, int]:
    """The hexes where a Crash through these targets can end, with the length of the move.

    MS.CRASH.ACTION: it passes through its targets and through terrain. MS.HEX.OCCUPANCY,
    MS.ENGAGE.STRAFE: other enemies stop and engage it as in any move.
    """
    known: dict[Hex, int] | None = state.found.get(("crash", unit_id, targets, places))
    if known is not None:
        return known
    unit = state.units[unit_id]
    assert unit.at is not None
    most, at, done = max_move(state, unit), unit.at, 0
    known = {}
    for place in places:
        leg = _leg(state, unit_id, targets, at, most - done)
        if place not in leg:
            break
        at, done = place, done + leg[place]
    else:
        leg = _leg(state, unit_id, targets, at, most - done)
        known = {h: done + steps for h, steps in leg.items()}
    state.found["crash", unit_id, targets, places] = known
    return known


def _leg(
    state: State, unit_id: UnitId, targets: tuple[UnitId, ...], start: Hex, most: int
) -> dict[Hex, int]:
    """The hexes in reach from here, with the number of steps."""
    unit, zone, standing = state.units[unit_id], zones(state, unit_id), state.standing
    seat, water = unit.seat, state.ground.water
    neighbours = state.ground.field.hexes.neighbours
    found = {start: 0}
    edge = [start]
    for steps in range(1, most + 1):
        after: list[Hex] = []
        for h in edge:
            held = [foe for foe in zone.get(h, ()) if foe not in targets]
            for near in neighbours[h]:
                there = standing.get(near)
                model = None if there is None else state.units[there]
                hostile = model is not None and model.seat != seat and model.leader not in targets
                if near in found or hostile or (unit.submerged and near not in water):
                    continue
                if any(foe not in zone.get(near, ()) for foe in held):
                    continue
                found[near] = steps
                after.append(near)
        edge = after
    return found


Crossing = tuple[tuple[UnitId, ...], tuple[Hex, ...], Hex, int]
"""What is crashed into: the units, the pieces, the last hex of these and the way to it."""


def crashes(state: State, unit: Unit, weapon: WeaponCard) -> Iterator[CrashAttack]:
    """All Crashes through one or two units or pieces, as far as the unit can move."""
    most = max_move(state, unit)
    assert unit.at is not None
    cells = state.ground.field.hexes
    crossings = [each for each in _crossings(state, unit, unit.at, most) if each[-1] <= most]
    for to in within(unit.at, most):
        if to in cells and to not in state.standing:
            for targets, pieces, last, steps in crossings:
                if steps + DISTANCE[to - last] <= most:
                    yield CrashAttack(weapon.id, targets, to, pieces)


def _crossings(state: State, unit: Unit, start: Hex, most: int) -> Iterator[Crossing]:
    """One or two units, a unit and a piece, one or two pieces."""
    near = [(foe, at) for foe, _, at in state.foes(unit.seat) if DISTANCE[at - start] < most]
    pieces = [
        at
        for at, card in state.ground.terrain.items()
        if card.destructible and 0 < DISTANCE[at - start] < most
    ]
    for foe, at in near:
        steps = DISTANCE[at - start]
        yield (foe,), (), at, steps
        for second, there in near:
            if second != foe:
                yield (foe, second), (), there, steps + DISTANCE[there - at]
        for piece in pieces:
            yield (foe,), (piece,), piece, steps + DISTANCE[piece - at]
    for at in pieces:
        steps = DISTANCE[at - start]
        yield (), (at,), at, steps
        for piece in pieces:
            if piece != at:
                yield (), (at, piece), piece, steps + DISTANCE[piece - at]
