"""The course of a round: roll-off, launches, Challenge; and its end: Control Points and scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.course.deployment import AHEAD
from gattai.games.mechastellar.course.movement import can_stand
from gattai.games.mechastellar.events.flow import (
    ChallengeIssued,
    GameEnded,
    MomentumChanged,
    OwnerChanged,
    PhaseBegan,
    RoundBegan,
    ScoreChanged,
    UnitDeployed,
)
from gattai.games.mechastellar.events.turn import HealthRestored
from gattai.games.mechastellar.keywords.registry import highest
from gattai.games.mechastellar.resource_judge import repair_refusals
from gattai.games.mechastellar.state import SEATS, State, Unit, UnitId, other
from gattai.games.mechastellar.strike.destruction import landing_places
from gattai.kernel.question import Choose, Seat, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex


def roll_off(table: Table[State], dice: tuple[int, int]) -> None:
    """MS.ROUND.ROLLOFF: the higher chooses who goes first; a tie is rolled again."""
    south, north = dice
    if south != north:
        winner = SEATS[0] if south > north else SEATS[1]
        table.happens(PhaseBegan(rule="MS.ROUND.ROLLOFF", phase="first", seat=winner))


def begin_round(table: Table[State], place: str) -> None:
    """MS.ROUND.SEQUENCE: refresh, barriers, orders; then launches and the Challenge."""
    state = table.state
    first = state.turn if place == "first" else other(state.turn)
    table.happens(RoundBegan(rule="MS.ROUND.SEQUENCE", number=state.round + 1, first=first))
    aboard = [
        unit_id for seat in (first, other(first)) for unit_id in aboard_units(table.state, seat)
    ]
    if aboard:
        seat = table.state.units[aboard[0]].seat
        table.happens(
            PhaseBegan(
                rule="MS.WARSHIP.LAUNCH", phase="launching", seat=seat, waiting=tuple(aboard)
            )
        )
    else:
        _to_challenge(table, first)


def aboard_units(state: State, seat: Seat) -> list[UnitId]:
    """The units aboard ships that are on the table, each by its leader."""
    return [
        UnitId(n)
        for n, unit in enumerate(state.units)
        if unit.seat == seat
        and unit.fate == "aboard"
        and unit.leader == n
        and _ship_at(state, unit)
    ]


def _ship_at(state: State, unit: Unit) -> Hex | None:
    return None if unit.ship is None else state.units[unit.ship].at


def launch_places(state: State, unit_id: UnitId) -> tuple[Hex, ...]:
    """MS.WARSHIP.LAUNCH: up to 8 in from the ship, or as far as its catapult throws."""
    unit = state.units[unit_id]
    at = _ship_at(state, unit)
    if at is None or unit.ship is None:
        return ()
    inches = max(state.rules.warship.launch_in, highest(state.units[unit.ship], "launches_in"))
    far = state.rules.hexes(inches)
    cells = state.ground.field.hexes
    need = len(state.squad(unit_id)) - 1
    return tuple(
        h
        for h in cells.cells
        if DISTANCE[h - at] <= far
        and h not in state.ground.levels
        and can_stand(state, unit, h)
        and sum(can_stand(state, unit, near) for near in cells.neighbours[h]) >= need
    )


def launching_refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Why a unit may not launch now, or there."""
    rule = "MS.WARSHIP.LAUNCH"
    if state.phase != "launching":
        yield Refusal(rule, "units launch when a round starts")
    elif not state.waiting or action.unit != state.waiting[0]:
        yield Refusal(rule, "another unit is asked first")
    elif isinstance(action, do.Launch) and action.at not in launch_places(state, action.unit):
        yield Refusal(rule, "too far from the ship, or not free")


def launch(table: Table[State], action: Any) -> Steps[None]:
    """One unit after the other, the first player's before the second's."""
    state = table.state
    if isinstance(action, do.Launch):
        yield from put_down(table, action.unit, action.at, "MS.WARSHIP.LAUNCH")
    rest = tuple(each for each in state.waiting[1:] if table.state.units[each].fate == "aboard")
    if rest:
        seat = state.units[rest[0]].seat
        event = PhaseBegan(rule="MS.WARSHIP.LAUNCH", phase="launching", seat=seat, waiting=rest)
        table.happens(event)
    else:
        _to_challenge(table, state.first)


def put_down(
    table: Table[State], unit_id: UnitId, at: Hex, rule: str, *, late: bool = False
) -> Steps[None]:
    """A unit comes onto the table, and the members of a squad beside it."""
    before = table.state
    for member in before.squad(unit_id):
        unit = before.units[member]
        facing = AHEAD[unit.seat]
        if member == unit_id:
            table.happens(UnitDeployed(rule=rule, unit=member, at=at, facing=facing, late=late))
            continue
        near = landing_places(table.state, unit, at, before.rules.hex.inches)
        options = tuple(do.Follow(h) for h in near)
        answer = options[0]
        if len(options) > 1:
            answer = yield Choose(
                unit.seat, options, "MS.SQUAD.COHESION", f"{unit.name} follows", otherwise=answer
            )
        table.happens(UnitDeployed(rule=rule, unit=member, at=answer.to, facing=facing, late=late))


def _to_challenge(table: Table[State], seat: Seat) -> None:
    """MS.CHALLENGE.ISSUE: the first player, then, if it declines, the second."""
    state = table.state
    for each in (seat, other(seat)) if seat == state.first else (seat,):
        if challenge_candidates(state, each):
            table.happens(PhaseBegan(rule="MS.CHALLENGE.ISSUE", phase="challenging", seat=each))
            return
    table.happens(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=state.first))


def challenge_candidates(state: State, seat: Seat) -> list[do.Challenge]:
    """An own unit that may issue a Challenge, and any enemy unit."""
    anybody = state.rules.challenge.issuer == "any"
    own = [each for each, unit, _ in state.friends(seat) if anybody or unit.card.is_elite]
    return [do.Challenge(one, foe) for one in own for foe, _, _ in state.foes(seat)]


def challenge_refusals(state: State, action: Any) -> Iterator[Refusal]:
    """Why this Challenge may not be issued now."""
    rule = "MS.CHALLENGE.ISSUE"
    if state.phase != "challenging":
        yield Refusal(rule, "Challenges are issued when a round starts, first player first")
        return
    if isinstance(action, do.Decline):
        return
    leaders = {each: unit for each, unit, _ in state.leaders}
    own, foe = leaders.get(action.own), leaders.get(action.foe)
    if own is None or foe is None:
        yield Refusal(rule, "both have to be units on the table")
    elif own.seat != state.turn or foe.seat == state.turn:
        yield Refusal(rule, "one's own unit challenges an enemy")
    elif state.rules.challenge.issuer == "elite" and not own.card.is_elite:
        yield Refusal(rule, f"{own.name} is not Elite")


def challenge(table: Table[State], action: Any) -> None:
    """One Challenge a round."""
    state = table.state
    if isinstance(action, do.Challenge):
        table.happens(ChallengeIssued(rule="MS.CHALLENGE.ISSUE", own=action.own, foe=action.foe))
        table.happens(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=state.first))
    elif state.turn == state.first:
        _to_challenge(table, other(state.first))
    else:
        table.happens(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=state.first))


def holders(state: State, point: Hex) -> list[Seat]:
    """MS.CP.CAPTURE: the sides that have a unit within 4 in of a point; late arrivals do not count."""
    near = state.rules.hexes(state.rules.hex.inches)
    found = [u.seat for _, u, at in state.leaders if not u.late and DISTANCE[at - point] <= near]
    return [*dict.fromkeys(found)]


def capture(table: Table[State], unit_id: UnitId) -> None:
    """MS.CP.CAPTURE, MS.CP.CONTEST: when a unit begins or ends its turn near a point."""
    state = table.state
    unit = state.units[unit_id]
    if unit.at is None or unit.late:
        return
    near = state.rules.hexes(state.rules.hex.inches)
    for number, point in enumerate(state.ground.field.points):
        if DISTANCE[unit.at - point] > near:
            continue
        contested = len(holders(state, point)) > 1
        owner = None if contested else unit.seat
        if state.owners[number] != owner:
            rule = "MS.CP.CONTEST" if contested else "MS.CP.CAPTURE"
            table.happens(OwnerChanged(rule=rule, point=number, owner=owner))


def end_round(table: Table[State]) -> Steps[None]:
    """MS.CP.ROUND-END, MS.MOM.CP: points once more, then Momentum; after the last round the score.

    MS.CP.CONTEST: a point that was contested and that everybody has left is its last owner's again.
    """
    for number, point in enumerate(table.state.ground.field.points):
        sides = holders(table.state, point)
        owner = (table.state.former or table.state.owners)[number]
        if len(sides) > 1:
            owner = None
        elif sides:
            owner = sides[0]
        if owner != table.state.owners[number]:
            table.happens(OwnerChanged(rule="MS.CP.ROUND-END", point=number, owner=owner))
    gain = table.state.rules.momentum.cp_gain
    for seat in SEATS:
        owned = sum(owner == seat for owner in table.state.owners)
        if owned and gain:
            table.happens(
                MomentumChanged(
                    rule="MS.MOM.CP", seat=seat, amount=owned * gain, why="Control Points"
                )
            )
    yield from _late_repairs(table)
    yield from _late_deployment(table)
    if table.state.round >= table.state.rules.round.count:
        finish(table, "MS.VP.END")
    else:
        table.happens(PhaseBegan(rule="MS.ROUND.ROLLOFF", phase="rolling", seat=SEATS[0]))


def _late_repairs(table: Table[State]) -> Steps[None]:
    """MS.WARSHIP.REPAIR: earlier versions repaired at the end of the round only."""
    if table.state.rules.warship.repair_when != "round_end":
        return
    for seat in SEATS:
        while True:
            state = table.state
            fitting = [
                UnitId(n)
                for n in range(len(state.units))
                if next(repair_refusals(state, seat, UnitId(n)), None) is None
            ]
            if not fitting:
                break
            options = (*(do.Repair(each) for each in fitting), PASS)
            answer = yield Choose(seat, options, "MS.WARSHIP.REPAIR", "repair?", otherwise=PASS)
            if isinstance(answer, Pass):
                break
            repair(table, answer.unit)


def repair(table: Table[State], unit_id: UnitId) -> None:
    """MS.WARSHIP.REPAIR: a unit aboard regains the ship's Repair in HP."""
    unit = table.state.units[unit_id]
    assert unit.ship is not None
    hp = table.state.units[unit.ship].card.repair
    table.happens(
        HealthRestored(rule="MS.WARSHIP.REPAIR", unit=unit_id, hp=hp, repaired=True, ship=unit.ship)
    )


def _late_deployment(table: Table[State]) -> Steps[None]:
    """MS.DEPLOY.ALTERNATE: what could not be deployed comes from its own edge when the round ends."""
    if not table.state.alternate:
        return
    for number, unit in enumerate(table.state.units):
        if unit.fate != "reserve" or unit.leader != number:
            continue
        state = table.state
        edge = [at for at in state.ground.field.edges[unit.seat] if _edge_free(state, unit, at)]
        if edge:
            options = tuple(do.Land(at) for at in edge)
            answer = yield Choose(
                unit.seat, options, "MS.DEPLOY.ALTERNATE", f"{unit.name} arrives",
                otherwise=options[0],
            )  # fmt: skip
            yield from put_down(table, UnitId(number), answer.at, "MS.DEPLOY.ALTERNATE")


def _edge_free(state: State, unit: Unit, at: Hex) -> bool:
    return at not in state.ground.levels and can_stand(state, unit, at)


def finish(table: Table[State], rule: str) -> None:
    """MS.VP.HALF, MS.VP.CP: what is scored when the battle is over."""
    state = table.state
    vp = state.rules.vp
    for unit in state.units:
        if unit.fate != "destroyed" and unit.hp * 100 < unit.card.hp * vp.half_below_percent:
            half = -(-unit.card.vp // 2)
            if half:
                table.happens(
                    ScoreChanged(
                        rule="MS.VP.HALF", seat=other(unit.seat), amount=half,
                        why=f"{unit.name} badly damaged",
                    )
                )  # fmt: skip
    for seat in SEATS:
        owned = sum(owner == seat for owner in state.owners) * vp.control_point
        if owned:
            table.happens(
                ScoreChanged(rule="MS.VP.CP", seat=seat, amount=owned, why="Control Points")
            )
    table.happens(GameEnded(rule=rule))
