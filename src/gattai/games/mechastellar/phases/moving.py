"""Move a unit to a hex, followed by its squad."""

from __future__ import annotations

from gattai.games.mechastellar.events.turn import UnitMoved
from gattai.games.mechastellar.figures import moves_by_heading
from gattai.games.mechastellar.phases.movement import following, heading_to
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.action import Option
from gattai.kernel.question import Steps, choose
from gattai.kernel.rulebook import RuleId
from gattai.kernel.table import Table
from gattai.tabletop.hexes import Hex


class Follow(Option, frozen=True, tag="follow"):
    """The place where a member of a squad goes."""

    says = "to {to}"
    to: Hex


def go(
    table: Table[State],
    unit_id: UnitId,
    to: Hex,
    rule: RuleId,
    why: str,
    *,
    dives: bool = False,
    steps: int = 1,
) -> Steps[None]:
    """A unit moves to a hex; the members of a squad follow one by one (MS.SQUAD.COHESION).

    MS.MOVE.WARSHIP: ships and aircraft face in the direction of the move. MS.WATER.MOVE: a unit
    that stops in deep water without Fly or fins sinks.
    """
    state = table.state
    unit = state.units[unit_id]
    facing = heading_to(state, unit, to) if moves_by_heading(unit) else unit.facing
    squad = state.squad(unit_id)
    under = dives or unit.submerged
    moved = UnitMoved(rule=rule, unit=unit_id, to=to, facing=facing, submerged=under, why=why)
    table.emit(moved)
    yield from follow(table, unit_id, squad, state, steps)


def follow(
    table: Table[State], leader: UnitId, squad: tuple[UnitId, ...], before: State, steps: int
) -> Steps[None]:
    """MS.SQUAD.COHESION: each member moves to a hex next to a model of the squad."""
    lead = table.state.units[leader]
    assert lead.at is not None
    taken: tuple[Hex, ...] = (lead.at,)
    members = squad[1:]
    for number, member in enumerate(members):
        open_to = [
            at
            for at in following(before, leader, member, taken, steps)
            if _rest_fits(before, leader, members[number + 1 :], (*taken, at), steps)
        ]
        unit = table.state.units[member]
        if not open_to:
            continue
        options = tuple(Follow(at) for at in open_to)
        staying = next((each for each in options if each.to == unit.at), options[0])
        answer = staying
        if len(options) > 1:
            answer = yield from choose(
                unit.seat, options, "MS.SQUAD.COHESION", f"{unit.name} follows", otherwise=staying
            )
        taken = (*taken, answer.to)
        if answer.to != unit.at or unit.facing != lead.facing:
            table.emit(
                UnitMoved(
                    rule="MS.SQUAD.COHESION", unit=member, to=answer.to, facing=lead.facing,
                    submerged=lead.submerged and answer.to in table.state.ground.water,
                    why="follows",
                )
            )  # fmt: skip


def _rest_fits(
    state: State, leader: UnitId, members: tuple[UnitId, ...], taken: tuple[Hex, ...], steps: int
) -> bool:
    if not members:
        return True
    return any(
        _rest_fits(state, leader, members[1:], (*taken, at), steps)
        for at in following(state, leader, members[0], taken, steps)
    )
