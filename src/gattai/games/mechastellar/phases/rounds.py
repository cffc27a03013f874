"""The start of a round (roll-off, launches, Challenge) and its end (Control Points and scores)."""

from __future__ import annotations

from gattai.games.mechastellar.attack.destruction import Land, landing_places
from gattai.games.mechastellar.attack.pools import D10
from gattai.games.mechastellar.events.flow import (
    GameEnded,
    MomentumChanged,
    OwnerChanged,
    PhaseBegan,
    RoundBegan,
    ScoreChanged,
    UnitDeployed,
)
from gattai.games.mechastellar.phases.anytime import Repair, aboard_units
from gattai.games.mechastellar.phases.movement import can_stand
from gattai.games.mechastellar.phases.moving import Follow
from gattai.games.mechastellar.state import SEATS, State, Unit, UnitId, other
from gattai.kernel.dice import Dice
from gattai.kernel.question import Seat, Steps, choose, may_choose
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex

AHEAD = (1, 4)
"""The facing of new models by seat: towards the other side."""


def opposed() -> Dice[tuple[int, int]]:
    """A roll-off: one d10 for each side, read separately."""
    south = D10.throw(1, lambda face: (int(face), 0))
    return south + D10.throw(1, lambda face: (0, int(face)))


ROLL_OFF = opposed()


def roll_off(table: Table[State], dice: tuple[int, int]) -> None:
    """MS.ROUND.ROLLOFF: the higher roll chooses who goes first; ties are rolled again.

    MS.DEPLOY.ORDER: before the battle the lower roll deploys first.
    """
    south, north = dice
    if south == north:
        return
    winner, loser = SEATS if south > north else (SEATS[1], SEATS[0])
    if table.state.phase == "rolling":
        table.emit(PhaseBegan(rule="MS.ROUND.ROLLOFF", phase="first", seat=winner))
    else:
        table.emit(PhaseBegan(rule="MS.DEPLOY.ORDER", phase="deploying", seat=loser))


def begin_round(table: Table[State], place: str) -> None:
    """MS.ROUND.SEQUENCE: refresh, barriers, orders; then launches and the Challenge."""
    state = table.state
    first = state.turn if place == "first" else other(state.turn)
    table.emit(RoundBegan(rule="MS.ROUND.SEQUENCE", number=state.round + 1, first=first))
    aboard = [
        unit_id for seat in (first, other(first)) for unit_id in aboard_units(table.state, seat)
    ]
    if aboard:
        seat = table.state.units[aboard[0]].seat
        table.emit(
            PhaseBegan(
                rule="MS.WARSHIP.LAUNCH", phase="launching", seat=seat, waiting=tuple(aboard)
            )
        )
    else:
        to_challenge(table, first)


def put_down(
    table: Table[State], unit_id: UnitId, at: Hex, rule: str, *, late: bool = False
) -> Steps[None]:
    """Place a unit on the table with the members of its squad next to it."""
    before = table.state
    for member in before.squad(unit_id):
        unit = before.units[member]
        facing = AHEAD[unit.seat]
        if member == unit_id:
            table.emit(UnitDeployed(rule=rule, unit=member, at=at, facing=facing, late=late))
            continue
        near = landing_places(table.state, unit, at, before.rules.hex.inches)
        options = tuple(Follow(h) for h in near)
        answer = options[0]
        if len(options) > 1:
            answer = yield from choose(
                unit.seat, options, "MS.SQUAD.COHESION", f"{unit.name} follows", otherwise=answer
            )
        table.emit(UnitDeployed(rule=rule, unit=member, at=answer.to, facing=facing, late=late))


def to_challenge(table: Table[State], seat: Seat) -> None:
    """MS.CHALLENGE.ISSUE: ask the first player, then, if it declines, the second."""
    state = table.state
    for each in (seat, other(seat)) if seat == state.first else (seat,):
        if duels(state, each):
            table.emit(PhaseBegan(rule="MS.CHALLENGE.ISSUE", phase="challenging", seat=each))
            return
    table.emit(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=state.first))


def duels(state: State, seat: Seat) -> list[tuple[UnitId, UnitId]]:
    """MS.CHALLENGE.ISSUE: each own unit that may issue a Challenge, with each enemy unit."""
    anybody = state.rules.challenge.issuer == "any"
    own = [each for each, unit, _ in state.friends(seat) if anybody or unit.card.is_elite]
    return [(one, foe) for one in own for foe, _, _ in state.foes(seat)]


def holders(state: State, point: Hex) -> list[Seat]:
    """MS.CP.CAPTURE: the sides with a unit within 4 in of a point; late arrivals do not count."""
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
            table.emit(OwnerChanged(rule=rule, point=number, owner=owner))


def end_round(table: Table[State]) -> Steps[None]:
    """MS.CP.ROUND-END, MS.MOM.CP: capture points again, then Momentum; after the last round the
    score.

    MS.CP.CONTEST: a contested point that all units have left returns to its last owner.
    """
    for number, point in enumerate(table.state.ground.field.points):
        sides = holders(table.state, point)
        owner = (table.state.former or table.state.owners)[number]
        if len(sides) > 1:
            owner = None
        elif sides:
            owner = sides[0]
        if owner != table.state.owners[number]:
            table.emit(OwnerChanged(rule="MS.CP.ROUND-END", point=number, owner=owner))
    gain = table.state.rules.momentum.cp_gain
    for seat in SEATS:
        owned = sum(owner == seat for owner in table.state.owners)
        if owned and gain:
            table.emit(
                MomentumChanged(
                    rule="MS.MOM.CP", seat=seat, amount=owned * gain, why="Control Points"
                )
            )
    yield from _late_repairs(table)
    yield from _late_deployment(table)
    if table.state.round >= table.state.rules.round.count:
        finish(table, "MS.VP.END")
    else:
        table.emit(PhaseBegan(rule="MS.ROUND.ROLLOFF", phase="rolling", seat=SEATS[0]))


def _late_repairs(table: Table[State]) -> Steps[None]:
    """MS.WARSHIP.REPAIR: earlier versions repaired at the end of the round only."""
    if table.state.rules.warship.repair_when != "round_end":
        return
    for seat in SEATS:
        while True:
            state = table.state
            options = tuple(Repair.open_to(state, seat, state.all_units))
            if not options:
                break
            rule = "MS.WARSHIP.REPAIR"
            answer = yield from may_choose(seat, options, PASS, rule, "repair?")
            if isinstance(answer, Pass):
                break
            answer.perform(table)


def _late_deployment(table: Table[State]) -> Steps[None]:
    """MS.DEPLOY.ALTERNATE: units that could not be deployed arrive from their own edge at the end
    of the round.
    """
    if not table.state.alternate:
        return
    for number, unit in enumerate(table.state.units):
        if unit.fate != "reserve" or unit.leader != number:
            continue
        state = table.state
        edge = [at for at in state.ground.field.edges[unit.seat] if _edge_free(state, unit, at)]
        if edge:
            options = tuple(Land(at) for at in edge)
            answer = yield from choose(
                unit.seat, options, "MS.DEPLOY.ALTERNATE", f"{unit.name} arrives",
                otherwise=options[0],
            )  # fmt: skip
            yield from put_down(table, UnitId(number), answer.at, "MS.DEPLOY.ALTERNATE")


def _edge_free(state: State, unit: Unit, at: Hex) -> bool:
    return at not in state.ground.levels and can_stand(state, unit, at)


def finish(table: Table[State], rule: str) -> None:
    """MS.VP.HALF, MS.VP.CP: the score at the end of the battle."""
    state = table.state
    vp = state.rules.vp
    for unit in state.units:
        if unit.fate != "destroyed" and unit.hp * 100 < unit.card.hp * vp.half_below_percent:
            half = -(-unit.card.vp // 2)
            if half:
                table.emit(
                    ScoreChanged(
                        rule="MS.VP.HALF", seat=other(unit.seat), amount=half,
                        why=f"{unit.name} badly damaged",
                    )
                )  # fmt: skip
    for seat in SEATS:
        owned = sum(owner == seat for owner in state.owners) * vp.control_point
        if owned:
            table.emit(ScoreChanged(rule="MS.VP.CP", seat=seat, amount=owned, why="Control Points"))
    table.emit(GameEnded(rule=rule))
