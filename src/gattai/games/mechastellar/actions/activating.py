"""Between turns: activating units, reinforcements, forming and splitting squads."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.attack.attack import AtRisk
from gattai.games.mechastellar.events.attack import TerrainBroken
from gattai.games.mechastellar.events.flow import SidePassed
from gattai.games.mechastellar.events.turn import SquadReformed
from gattai.games.mechastellar.keywords.registry import has
from gattai.games.mechastellar.phases.movement import can_stand
from gattai.games.mechastellar.phases.rounds import put_down
from gattai.games.mechastellar.phases.turns import (
    advance,
    begin_turn,
    can_activate,
    end_turn,
    may_reinforce,
    reserves,
)
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.kernel.action import Action, Option
from gattai.kernel.question import Seat, Steps, may_choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.kernel.window import PASS, Pass
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


class Between(Action, frozen=True):
    """An action of a side while no unit is taking its turn."""

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.ACT.ALTERNATE: only when it is the side's turn."""
        if state.phase != "activating":
            yield not_between()
        else:
            yield from self.against(state, state.turn)

    def against(self, state: State, seat: Seat) -> Iterator[Refusal]:
        return iter(())


def not_between() -> Refusal:
    """MS.ACT.ALTERNATE: why nothing can be done between turns now."""
    return Refusal("MS.ACT.ALTERNATE", "a unit is taking its turn, or none can yet")


class Activate(Between, frozen=True, tag="activate"):
    """Begin a unit's turn."""

    says = "activate {unit}"
    unit: UnitId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Activate]:
        return map(cls, state.all_units)

    def against(self, state: State, seat: Seat) -> Iterator[Refusal]:
        """MS.ACT.ALTERNATE, MS.RETURNFIRE.ACTIVATE: a unit that has not activated, named by its
        leader.
        """
        rule = "MS.ACT.ALTERNATE"
        if not state.has(self.unit):
            yield Refusal("MS.UNIT.DEFINITION", "there is no such unit")
            return
        unit = state.units[self.unit]
        if unit.seat != seat:
            yield Refusal(rule, f"{unit.name} belongs to the other side")
        elif unit.at is None:
            yield Refusal(rule, f"{unit.name} is not on the table")
        elif unit.leader != self.unit:
            yield Refusal("MS.SQUAD.LEADER", f"{unit.name} acts with its squad")
        elif unit.activated:
            yield Refusal(rule, f"{unit.name} has activated this round")
        elif self.unit not in can_activate(state, seat):
            name = state.units[state.duty[0]].name
            yield Refusal("MS.RETURNFIRE.ACTIVATE", f"{name} was attacked and has to be activated")

    def perform(self, table: Table[State]) -> None:
        """MS.ACT.ACTIONS: begin the turn of the unit."""
        begin_turn(table, self.unit)


class Reinforce(Between, frozen=True, tag="reinforce"):
    """Bring a unit in from reserve."""

    says = "{unit} arrives on {at}"
    unit: UnitId
    at: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterator[Reinforce]:
        if state.phase == "activating":
            for each in state.all_units:
                yield from (cls(each, at) for at in state.ground.field.hexes.cells)

    def against(self, state: State, seat: Seat) -> Iterator[Refusal]:
        """MS.REINFORCE.WHEN, MS.REINFORCE.WHERE, MS.REINFORCE.AMBUSH: when and where it may arrive."""
        rule = "MS.REINFORCE.WHEN"
        if self.unit not in reserves(state, seat):
            yield Refusal(rule, "that is no unit in reserve")
            return
        if state.alternate:
            yield Refusal("MS.DEPLOY.ALTERNATE", "it arrives by itself when the round ends")
        if state.round < state.rules.reinforce.from_round:
            figures = (("round", state.round), ("from round", state.rules.reinforce.from_round))
            yield Refusal(rule, "too early", figures)
        if can_activate(state, seat):
            yield Refusal(rule, "units are left to activate")
        if seat in state.passed:
            yield Refusal(rule, "the side has passed, and nobody has acted since")
        if self.at not in arrivals(state, self.unit):
            border = self.at in state.ground.field.border
            where = "MS.REINFORCE.AMBUSH" if border else "MS.REINFORCE.WHERE"
            yield Refusal(where, f"it cannot arrive on {to_text(self.at)}")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.REINFORCE.TURN: it arrives and takes a short turn at once."""
        at = self.at
        ambushed = arrivals(table.state, self.unit)[at]
        rule = "MS.REINFORCE.AMBUSH" if ambushed else "MS.REINFORCE.WHERE"
        yield from put_down(table, self.unit, at, rule, late=True)
        card = table.state.ground.terrain.get(at)
        if card is not None and card.destructible and at in table.state.ground.field.points:
            seat = table.state.units[self.unit].seat
            what = "destroy the terrain there?"
            answer = yield from may_choose(seat, (AtRisk(at),), PASS, rule, what)
            if not isinstance(answer, Pass):
                table.emit(TerrainBroken(rule="MS.REINFORCE.WHERE", at=at))
        begin_turn(table, self.unit, arriving=True, ambushed=ambushed)
        if not table.state.rules.reinforce.acts_on_arrival:
            yield from end_turn(table)


def arrivals(state: State, unit_id: UnitId) -> dict[Hex, bool]:
    """MS.REINFORCE.WHERE, MS.REINFORCE.AMBUSH: the hexes where a unit can arrive, and whether by
    Ambush.
    """
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
    """Return whether the hex is at least 20 in from every enemy, or out of its sight."""
    least = state.rules.hexes(state.rules.reinforce.ambush_in)
    levels = state.ground.levels
    return all(
        DISTANCE[there - at] >= least or not state.ground.sees(at, 0, there, levels.get(there, 0))
        for _, foe, there in state.on_table
        if foe.seat != unit.seat
    )


class Reform(Between, frozen=True):
    """MS.SQUAD.REFORM: change a squad, once per game."""

    leader: UnitId

    def against(self, state: State, seat: Seat) -> Iterator[Refusal]:
        """MS.SQUAD.REFORM: an own unit on the table."""
        if state.reforms[seat] >= state.rules.squad.reforms_per_game:
            yield Refusal("MS.SQUAD.REFORM", "squads were already changed once")
        own = [each for each, _, _ in state.friends(seat)]
        if self.leader not in own:
            yield Refusal("MS.SQUAD.REFORM", "that is not one of your units on the table")
        else:
            yield from self.unfit(state, own)

    def unfit(self, state: State, own: list[UnitId]) -> Iterator[Refusal]:
        """Why these units cannot form a squad, or leave one."""
        return iter(())


class Combine(Reform, frozen=True, tag="combine"):
    """Join a unit to another, so that they form one squad."""

    says = "{joining} joins the squad of {leader}"
    actor, aim = "leader", "joining"
    joining: UnitId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Combine]:
        if state.phase == "activating":
            for each in state.all_units:
                yield from (cls(each, joining) for joining in state.all_units)

    def unfit(self, state: State, own: list[UnitId]) -> Iterator[Refusal]:
        """MS.SQUAD.FORM: two or three models of one Role and Performance, next to each other."""
        if self.joining not in own or self.joining == self.leader:
            yield Refusal("MS.SQUAD.REFORM", "two different units combine")
            return
        both = self._both(state)
        if len(both) > state.rules.squad.max:
            figures = (("models", len(both)),)
            reason = "a squad has at most three models"
            if state.rules.squad.max < 2:
                reason = "this version of the rules has no squads"
            yield Refusal("MS.SQUAD.FORM", reason, figures)
        cards = [state.units[each].card for each in both]
        if len({(card.role, card.performance) for card in cards}) > 1:
            yield Refusal("MS.SQUAD.FORM", "Role and Performance have to be the same")
        if not _touch(state, state.squad(self.leader), state.squad(self.joining)):
            yield Refusal("MS.SQUAD.COHESION", "they have to stand side by side")

    def _both(self, state: State) -> tuple[UnitId, ...]:
        return (*state.squad(self.leader), *state.squad(self.joining))

    def resolve(self, table: Table[State]) -> Steps[None]:
        """The turn goes on if a unit is left to activate."""
        models = self._both(table.state)
        table.emit(SquadReformed(rule="MS.SQUAD.REFORM", models=models, together=True))
        yield from advance(table, table.state.turn)


def _touch(state: State, one: tuple[UnitId, ...], two: tuple[UnitId, ...]) -> bool:
    near = state.rules.hexes(state.rules.squad.cohesion_in)
    places = [(state.units[a].at, state.units[b].at) for a in one for b in two]
    return any(a is not None and b is not None and DISTANCE[b - a] <= near for a, b in places)


class Disband(Reform, frozen=True, tag="disband"):
    """Take a squad apart."""

    says = "disband the squad of {leader}"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Disband]:
        if state.phase == "activating":
            yield from map(cls, state.all_units)

    def unfit(self, state: State, own: list[UnitId]) -> Iterator[Refusal]:
        """It must lead other models."""
        if len(state.squad(self.leader)) < 2:
            yield Refusal("MS.SQUAD.REFORM", "it leads no squad")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """The turn goes on if a unit is left to activate."""
        models = table.state.squad(self.leader)
        table.emit(SquadReformed(rule="MS.SQUAD.REFORM", models=models, together=False))
        yield from advance(table, table.state.turn)


def pass_refusals(state: State) -> Iterator[Refusal]:
    """MS.REINFORCE.WHEN: only a side that could bring reinforcements may pass."""
    if state.phase != "activating":
        yield not_between()
    elif not may_reinforce(state, state.turn):
        yield Refusal("MS.ACT.ALTERNATE", "a side with units to activate cannot pass")


def bring_nobody(table: Table[State]) -> Steps[None]:
    """MS.REINFORCE.WHEN: bring no reinforcements in this turn."""
    table.emit(SidePassed(rule="MS.REINFORCE.WHEN", seat=table.state.turn))
    yield from advance(table, table.state.turn)


def activations(state: State) -> list[Option]:
    """The actions of a side whose turn it is."""
    seat = state.turn
    found: list[Option] = [Activate(each) for each in can_activate(state, seat)]
    if may_reinforce(state, seat):
        for each in reserves(state, seat):
            found += [Reinforce(each, at) for at in arrivals(state, each)]
        found.append(PASS)
    if state.reforms[seat] < state.rules.squad.reforms_per_game:
        found += _reforms(state, seat)
    return found


def _reforms(state: State, seat: Seat) -> Iterator[Reform]:
    own = state.friends(seat)
    for one, unit, at in own:
        if one in state.squads:
            yield Disband(one)
        for two, other_unit, there in own:
            if one != two and DISTANCE[there - at] <= 2 and unit.card.role == other_unit.card.role:
                yield Combine(one, two)
