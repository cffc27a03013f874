"""Before the first round: deployment, reserves and facing (MS.DEPLOY.*)."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.events.flow import (
    MomentumSet,
    PhaseBegan,
    UnitDeployed,
    UnitFaced,
    UnitHeld,
)
from gattai.games.mechastellar.figures import elite_level, is_ship
from gattai.games.mechastellar.ground import FACING_WORDS, FACINGS
from gattai.games.mechastellar.phases.movement import can_stand
from gattai.games.mechastellar.phases.rounds import AHEAD
from gattai.games.mechastellar.phases.turns import embark_refusals
from gattai.games.mechastellar.state import SEATS, State, Unit, UnitId, other
from gattai.kernel.action import Action
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


def unplaced(state: State, seat: Seat) -> list[UnitId]:
    """The models of a side that are neither on the table nor held back; squad models in their order."""
    return [
        UnitId(n)
        for n, unit in enumerate(state.units)
        if unit.seat == seat and unit.at is None and not unit.fate
    ]


def next_to_place(state: State, seat: Seat) -> list[UnitId]:
    """The units a side may place now: the rest of a squad it has begun, else any unit
    (MS.SQUAD.FORM).
    """
    left = unplaced(state, seat)
    begun = [each for each in left if state.units[state.units[each].leader].at is not None]
    return begun[:1] or [each for each in left if state.units[each].leader == each]


def places(state: State, unit_id: UnitId) -> dict[Hex, None]:
    """MS.DEPLOY.ZONE, MS.DEPLOY.ALTERNATE: where a model may be placed."""
    known: dict[Hex, None] | None = state.found.get(("places", unit_id))
    if known is None:
        known = dict.fromkeys(_places(state, unit_id))
        state.found["places", unit_id] = known
    return known


def _places(state: State, unit_id: UnitId) -> Iterator[Hex]:
    unit = state.units[unit_id]
    cells = state.ground.field.hexes
    zone = cells.cells if state.alternate else state.ground.field.zones[unit.seat]
    if unit.leader == unit_id:
        members = len(state.squad(unit_id)) - 1
        open_cells = {at: None for at in zone if _is_open(state, unit, at)}
        for at in open_cells:
            if not members or sum(h in open_cells for h in cells.neighbours[at]) >= members:
                yield at
        return
    beside = [state.units[each].at for each in state.squad(unit.leader)]
    for at in zone:
        close = any(h is not None and DISTANCE[h - at] == 1 for h in beside)
        if close and _is_open(state, unit, at):
            yield at


def _is_open(state: State, unit: Unit, at: Hex) -> bool:
    """Free ground, no High Ground; in alternate deployment also far from enemies or out of their
    sight.
    """
    if at in state.ground.levels or at in state.standing or not can_stand(state, unit, at):
        return False
    if not state.alternate:
        return True
    clear = state.rules.hexes(state.rules.alternate_deploy.clear_in)
    return all(
        DISTANCE[foe_at - at] > clear or not state.ground.sees(at, 0, foe_at, 0)
        for _, foe, foe_at in state.on_table
        if foe.seat != unit.seat
    )


class Placing(Action, frozen=True):
    """Place a unit that has to be deployed, or hold it back."""

    unit: UnitId

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.DEPLOY.ORDER: an own unit, when it is the side's turn."""
        if state.phase != "deploying":
            yield Refusal("MS.DEPLOY.ZONE", "this is not the time to deploy")
        elif not state.has(self.unit) or state.units[self.unit].seat != state.turn:
            yield Refusal("MS.DEPLOY.ORDER", "the other side deploys that")
        else:
            unit = state.units[self.unit]
            if self.unit not in next_to_place(state, state.turn):
                yield Refusal("MS.SQUAD.FORM", f"{unit.name} is not to be deployed now")
            else:
                yield from self.against(state, unit)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return iter(())


class Deploy(Placing, frozen=True, tag="deploy"):
    """Place a model on the table."""

    says = "deploy {unit} on {at}"
    at: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterator[Deploy]:
        if state.phase == "deploying":
            for each in state.all_units:
                yield from (cls(each, at) for at in state.ground.field.hexes.cells)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """MS.DEPLOY.ZONE: free ground on the near side of the home Control Point."""
        at = self.at
        if at in places(state, self.unit):
            return
        if at in state.ground.levels:
            yield Refusal("MS.DEPLOY.ZONE", f"{to_text(at)} is High Ground")
        elif at in state.standing:
            yield Refusal("MS.HEX.OCCUPANCY", f"somebody stands on {to_text(at)}")
        elif not state.alternate and at not in state.ground.field.zones[unit.seat]:
            yield Refusal("MS.DEPLOY.ZONE", f"{to_text(at)} is beyond the home Control Point")
        elif state.units[unit.leader] is not unit:
            yield Refusal("MS.SQUAD.COHESION", "a squad stays together")
        else:
            rule = "MS.DEPLOY.ALTERNATE" if state.alternate else "MS.DEPLOY.ZONE"
            yield Refusal(rule, f"{unit.name} cannot be deployed on {to_text(at)}")

    def perform(self, table: Table[State]) -> None:
        facing = AHEAD[table.state.units[self.unit].seat]
        rule = "MS.DEPLOY.ALTERNATE" if table.state.alternate else "MS.DEPLOY.ZONE"
        table.emit(UnitDeployed(rule=rule, unit=self.unit, at=self.at, facing=facing))
        _who_deploys_next(table)


class Hold(Placing, frozen=True, tag="reserve"):
    """Keep a unit in reserve."""

    says = "keep {unit} in reserve"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Hold]:
        if state.phase == "deploying":
            yield from map(cls, state.all_units)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """MS.DEPLOY.RESERVE; MS.DEPLOY.ALTERNATE: only a unit that cannot be deployed."""
        yield from _held(state, unit, self.unit)
        if state.alternate and places(state, self.unit):
            yield Refusal("MS.DEPLOY.ALTERNATE", f"{unit.name} can be deployed")

    def perform(self, table: Table[State]) -> None:
        table.emit(UnitHeld(rule="MS.DEPLOY.RESERVE", unit=self.unit, fate="reserve"))
        _who_deploys_next(table)


class Embark(Placing, frozen=True, tag="embark"):
    """Let a unit start aboard a ship."""

    says = "{unit} begins aboard {ship}"
    aim = "ship"
    ship: UnitId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Embark]:
        if state.phase == "deploying":
            yield from (cls(each, ship) for each in state.all_units for ship in state.all_units)

    def against(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """MS.DEPLOY.RESERVE, MS.WARSHIP.BOARD: which units may start aboard."""
        yield from _held(state, unit, self.unit)
        yield from embark_refusals(state, self.unit, self.ship)

    def perform(self, table: Table[State]) -> None:
        rule = "MS.DEPLOY.RESERVE"
        table.emit(UnitHeld(rule=rule, unit=self.unit, fate="aboard", ship=self.ship))
        _who_deploys_next(table)


def _held(state: State, unit: Unit, unit_id: UnitId) -> Iterator[Refusal]:
    """MS.DEPLOY.RESERVE: only whole units, and at least one unit is deployed."""
    if unit.leader != unit_id:
        yield Refusal("MS.SQUAD.FORM", "a squad is deployed together")
    others = [
        each
        for n, each in enumerate(state.units)
        if each.seat == unit.seat and each.leader == n and n != unit_id
    ]
    if not any(each.at is not None or not each.fate for each in others):
        yield Refusal("MS.DEPLOY.RESERVE", "at least one unit has to be deployed")


def _who_deploys_next(table: Table[State]) -> None:
    """One model after the other; then the other side, or the facings of all units."""
    state = table.state
    seat = state.turn
    mid_squad = any(
        state.units[state.units[each].leader].at is not None for each in unplaced(state, seat)
    )
    if mid_squad:
        return
    if state.alternate and unplaced(state, other(seat)):
        table.emit(PhaseBegan(rule="MS.DEPLOY.ALTERNATE", phase="deploying", seat=other(seat)))
    elif unplaced(state, seat):
        return
    elif unplaced(state, other(seat)):
        table.emit(PhaseBegan(rule="MS.DEPLOY.ORDER", phase="deploying", seat=other(seat)))
    else:
        table.emit(PhaseBegan(rule="MS.DEPLOY.FACING", phase="facing", seat=SEATS[0]))


def deployments(state: State) -> list[Action]:
    """The actions of the side that deploys."""
    seat = state.turn
    found: list[Action] = []
    ships = [each for each, unit, _ in state.on_table if unit.seat == seat and is_ship(unit)]
    for unit_id in next_to_place(state, seat):
        found += [Deploy(unit_id, at) for at in places(state, unit_id)]
        if state.units[unit_id].leader == unit_id:
            found.append(Hold(unit_id))
            found += [Embark(unit_id, ship) for ship in ships]
    return found


class Face(Action, frozen=True, tag="face"):
    """Set the facing of a model after deployment."""

    says = "{unit} faces {way}"
    unit: UnitId
    facing: int

    @property
    def way(self) -> str:
        """The facing in words."""
        return FACING_WORDS[self.facing]

    def facing_in(self, view: State) -> int:
        return self.facing

    @classmethod
    def candidates(cls, state: State) -> Iterator[Face]:
        if state.phase == "facing":
            yield from (cls(each, facing) for each in state.all_units for facing in FACINGS)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.DEPLOY.FACING: each unit once."""
        rule = "MS.DEPLOY.FACING"
        if state.phase != "facing":
            yield _not_now()
            return
        if not state.has(self.unit):
            yield Refusal(rule, "there is no such unit")
            return
        unit = state.units[self.unit]
        if unit.seat != state.turn or unit.at is None or unit.leader != self.unit:
            yield Refusal(rule, f"{unit.name} is not to be turned by this side")
        elif self.unit in state.faced or self.facing not in FACINGS or self.facing == unit.facing:
            yield Refusal(rule, f"{unit.name} is turned once, to another facing")

    def perform(self, table: Table[State]) -> None:
        rule = "MS.DEPLOY.FACING"
        table.emit(UnitFaced(rule=rule, unit=self.unit, facing=self.facing, deploying=True))


def _not_now() -> Refusal:
    return Refusal("MS.DEPLOY.FACING", "this is not the time to turn models")


class Ready(Action, frozen=True, tag="ready"):
    """Finish the setup of this side."""

    says = "ready"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Ready]:
        if state.phase == "facing":
            yield READY

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.DEPLOY.FACING: only after deployment."""
        if state.phase != "facing":
            yield _not_now()

    def perform(self, table: Table[State]) -> None:
        """The other side sets its facings; then MS.MOM.START and the first round."""
        state = table.state
        if state.turn == SEATS[0]:
            table.emit(PhaseBegan(rule="MS.DEPLOY.FACING", phase="facing", seat=SEATS[1]))
            return
        table.emit(MomentumSet(rule="MS.MOM.START", momentum=starting_momentum(state)))
        table.emit(PhaseBegan(rule="MS.ROUND.ROLLOFF", phase="rolling", seat=SEATS[0]))


READY = Ready()


def facings(state: State) -> list[Action]:
    """MS.DEPLOY.FACING: each unit may be turned once, then the side is ready."""
    found: list[Action] = [READY]
    for unit_id, unit, _ in state.friends(state.turn):
        if unit_id not in state.faced:
            found += [Face(unit_id, facing) for facing in FACINGS if facing != unit.facing]
    return found


def starting_momentum(state: State) -> tuple[int, int]:
    """MS.MOM.START: the side with the lower Elite level has 10 Momentum, the other less, but at
    least 5.
    """
    figures = state.rules.momentum
    south, north = (
        sum(elite_level(state.rules, unit) for unit in state.units if unit.seat == seat)
        for seat in SEATS
    )
    less = max(figures.start_floor, figures.start - abs(south - north))
    less = min(less, figures.start)
    return (
        less if south > north else figures.start,
        less if north > south else figures.start,
    )
