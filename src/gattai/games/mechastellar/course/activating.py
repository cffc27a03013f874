"""Between turns: which unit is next, reinforcements, squads that form and part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course.movement import can_stand
from gattai.games.mechastellar.keywords.registry import has
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def can_activate(state: State, seat: Seat) -> list[UnitId]:
    """MS.ACT.ALTERNATE: units that have not acted; MS.RETURNFIRE.ACTIVATE: those just attacked first."""
    free = [each for each, unit, _ in state.friends(seat) if not unit.activated]
    return [each for each in state.duty if each in free] or free


def reserves(state: State, seat: Seat) -> list[UnitId]:
    """Units in reserve, each by its leader."""
    return [
        UnitId(n)
        for n, unit in enumerate(state.units)
        if unit.seat == seat and unit.fate == "reserve" and unit.leader == n
    ]


def may_reinforce(state: State, seat: Seat) -> bool:
    """MS.REINFORCE.WHEN: from round 2 on, when nothing is left to activate."""
    return (
        not state.alternate
        and state.round >= state.rules.reinforce.from_round
        and seat not in state.passed
        and bool(reserves(state, seat))
        and not can_activate(state, seat)
    )


def arrivals(state: State, unit_id: UnitId) -> dict[Hex, bool]:
    """MS.REINFORCE.WHERE, MS.REINFORCE.AMBUSH: where a unit can arrive, and whether by Ambush."""
    known: dict[Hex, bool] | None = state.found.get(("arrivals", unit_id))
    if known is not None:
        return known
    unit, field = state.units[unit_id], state.ground.field
    known = {}
    for number, point in enumerate(field.points):
        if state.owners[number] == unit.seat and _fits(state, unit_id, unit, point):
            known[point] = False
    for at in field.edges[unit.seat]:
        if at not in state.ground.levels and _fits(state, unit_id, unit, at):
            known[at] = False
    if has(unit, "ambushes"):
        for at in field.border:
            if at not in known and at not in state.ground.levels:
                if _fits(state, unit_id, unit, at) and _is_hidden(state, unit, at):
                    known[at] = True
    state.found["arrivals", unit_id] = known
    return known


def _fits(state: State, unit_id: UnitId, unit: Unit, at: Hex) -> bool:
    need = len(state.squad(unit_id)) - 1
    near = state.ground.field.hexes.neighbours[at]
    room = not need or sum(can_stand(state, unit, h) for h in near) >= need
    return can_stand(state, unit, at) and room


def _is_hidden(state: State, unit: Unit, at: Hex) -> bool:
    """At least 20 in from every enemy, or out of its sight."""
    least = state.rules.hexes(state.rules.reinforce.ambush_in)
    levels = state.ground.levels
    return all(
        DISTANCE[there - at] >= least or not state.ground.sees(at, 0, there, levels.get(there, 0))
        for _, foe, there in state.on_table
        if foe.seat != unit.seat
    )


def activating_candidates(state: State) -> list[Any]:
    """What a side can do when it is its turn."""
    seat = state.turn
    found: list[Any] = [do.Activate(each) for each in can_activate(state, seat)]
    if may_reinforce(state, seat):
        for each in reserves(state, seat):
            found += [do.Reinforce(each, at) for at in arrivals(state, each)]
        found.append(PASS)
    if state.reforms[seat] < state.rules.squad.reforms_per_game:
        found += _reforms(state, seat)
    return found


def _reforms(state: State, seat: Seat) -> Iterator[Any]:
    own = state.friends(seat)
    for one, unit, at in own:
        if one in state.squads:
            yield do.Disband(one)
        for two, other_unit, there in own:
            if one != two and DISTANCE[there - at] <= 2 and unit.card.role == other_unit.card.role:
                yield do.Combine(one, two)


def activating_refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Why a side may not do this between turns."""
    if state.phase != "activating":
        yield Refusal("MS.ACT.ALTERNATE", "a unit is taking its turn, or none can yet")
        return
    seat = state.turn
    match action:
        case do.Activate(unit=unit_id):
            yield from _activate(state, seat, unit_id)
        case do.Reinforce(unit=unit_id, at=at):
            yield from _reinforce(state, seat, unit_id, at)
        case do.Combine() | do.Disband():
            yield from _reform(state, seat, action)
        case Pass():
            if not may_reinforce(state, seat):
                yield Refusal("MS.ACT.ALTERNATE", "a side with units to activate cannot pass")


def _activate(state: State, seat: Seat, unit_id: UnitId) -> Iterator[Refusal]:
    rule = "MS.ACT.ALTERNATE"
    if not 0 <= unit_id < len(state.units):
        yield Refusal("MS.UNIT.DEFINITION", "there is no such unit")
        return
    unit = state.units[unit_id]
    if unit.seat != seat:
        yield Refusal(rule, f"{unit.name} belongs to the other side")
    elif unit.at is None:
        yield Refusal(rule, f"{unit.name} is not on the table")
    elif unit.leader != unit_id:
        yield Refusal("MS.SQUAD.LEADER", f"{unit.name} acts with its squad")
    elif unit.activated:
        yield Refusal(rule, f"{unit.name} has activated this round")
    elif unit_id not in can_activate(state, seat):
        name = state.units[state.duty[0]].name
        yield Refusal("MS.RETURNFIRE.ACTIVATE", f"{name} was attacked and has to be activated")


def _reinforce(state: State, seat: Seat, unit_id: UnitId, at: Hex) -> Iterator[Refusal]:
    rule = "MS.REINFORCE.WHEN"
    if unit_id not in reserves(state, seat):
        yield Refusal(rule, "that is no unit in reserve")
        return
    if state.alternate:
        yield Refusal("MS.DEPLOY.ALTERNATE", "it comes of itself when the round ends")
    if state.round < state.rules.reinforce.from_round:
        figures = (("round", state.round), ("from round", state.rules.reinforce.from_round))
        yield Refusal(rule, "too early", figures)
    if can_activate(state, seat):
        yield Refusal(rule, "units are left to activate")
    if seat in state.passed:
        yield Refusal(rule, "the side has passed, and nobody has acted since")
    if at not in arrivals(state, unit_id):
        border = at in state.ground.field.border
        where = "MS.REINFORCE.AMBUSH" if border else "MS.REINFORCE.WHERE"
        yield Refusal(where, f"it cannot arrive on {to_text(at)}")


def _reform(state: State, seat: Seat, action: do.Combine | do.Disband) -> Iterator[Refusal]:
    """MS.SQUAD.REFORM: once per game; MS.SQUAD.FORM: two or three of one Role and Performance."""
    rule, squad = "MS.SQUAD.REFORM", state.rules.squad
    if state.reforms[seat] >= squad.reforms_per_game:
        yield Refusal(rule, "squads have been changed once already")
    own = {each: unit for each, unit, _ in state.friends(seat)}
    if action.leader not in own:
        yield Refusal(rule, "that is no unit of one's own on the table")
        return
    models = state.squad(action.leader)
    if isinstance(action, do.Disband):
        if len(models) < 2:
            yield Refusal(rule, "it leads no squad")
        return
    if action.joining not in own or action.joining == action.leader:
        yield Refusal(rule, "two different units combine")
        return
    both = (*models, *state.squad(action.joining))
    if len(both) > squad.max:
        yield Refusal("MS.SQUAD.FORM", "a squad has at most three models", (("models", len(both)),))
    cards = [state.units[each].card for each in both]
    if len({(card.role, card.performance) for card in cards}) > 1:
        yield Refusal("MS.SQUAD.FORM", "Role and Performance have to be the same")
    if not _touch(state, models, state.squad(action.joining)):
        yield Refusal("MS.SQUAD.COHESION", "they have to stand side by side")


def _touch(state: State, one: tuple[UnitId, ...], two: tuple[UnitId, ...]) -> bool:
    near = state.rules.hexes(state.rules.squad.cohesion_in)
    places = [(state.units[a].at, state.units[b].at) for a in one for b in two]
    return any(a is not None and b is not None and DISTANCE[b - a] <= near for a, b in places)
