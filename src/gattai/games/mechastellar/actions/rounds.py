"""The start of a round: turn order, launches, Challenges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gattai.games.mechastellar.events.flow import ChallengeIssued, PhaseBegan
from gattai.games.mechastellar.keywords.registry import highest
from gattai.games.mechastellar.phases.movement import can_stand
from gattai.games.mechastellar.phases.rounds import begin_round, duels, put_down, to_challenge
from gattai.games.mechastellar.phases.turns import advance_empty
from gattai.games.mechastellar.state import State, UnitId, other
from gattai.kernel.action import Action
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table
from gattai.tabletop.hexes import DISTANCE, Hex


class Begin(Action, frozen=True, tag="begin"):
    """Choose to go first or second."""

    says = "go {place}"
    place: Literal["first", "second"]

    @classmethod
    def candidates(cls, state: State) -> Iterator[Begin]:
        if state.phase == "first":
            yield from (cls("first"), cls("second"))

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.ROUND.ROLLOFF: only the side that won the roll-off."""
        if state.phase != "first":
            yield Refusal("MS.ROUND.ROLLOFF", "this is chosen after the roll-off of a round")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """MS.ROUND.SEQUENCE: begin the round."""
        begin_round(table, self.place)
        yield from advance_empty(table)


class Launching(Action, frozen=True):
    """The choice for a unit aboard when a round starts."""

    unit: UnitId

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.WARSHIP.LAUNCH: one unit after the other."""
        if self.unit not in state.waiting[:1]:
            reason = "units launch when a round starts, one after the other"
            yield Refusal("MS.WARSHIP.LAUNCH", reason)
        else:
            yield from self.against(state)

    def against(self, state: State) -> Iterator[Refusal]:
        return iter(())


class Launch(Launching, frozen=True, tag="launch"):
    """Launch a unit from its ship."""

    says = "launch {unit} on {at}"
    at: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterator[Launch]:
        if state.phase == "launching":
            for each in state.all_units:
                yield from (cls(each, at) for at in state.ground.field.hexes.cells)

    def against(self, state: State) -> Iterator[Refusal]:
        """MS.WARSHIP.LAUNCH: near its ship."""
        if self.at not in launch_places(state, self.unit):
            yield Refusal("MS.WARSHIP.LAUNCH", "too far from the ship, or not free")

    def resolve(self, table: Table[State]) -> Steps[None]:
        before = table.state
        yield from put_down(table, self.unit, self.at, "MS.WARSHIP.LAUNCH")
        yield from _who_launches_next(table, before)


class Stay(Launching, frozen=True, tag="stay"):
    """Keep a unit aboard."""

    says = "{unit} stays aboard"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Stay]:
        if state.phase == "launching":
            yield from map(cls, state.all_units)

    def resolve(self, table: Table[State]) -> Steps[None]:
        yield from _who_launches_next(table, table.state)


def launches(state: State) -> tuple[Action, ...]:
    """The choices of the unit in question; staying aboard comes last."""
    unit_id = state.waiting[0]
    return (*(Launch(unit_id, at) for at in launch_places(state, unit_id)), Stay(unit_id))


def launch_places(state: State, unit_id: UnitId) -> tuple[Hex, ...]:
    """MS.WARSHIP.LAUNCH: up to 8 in from the ship, or the range of its catapult."""
    unit = state.units[unit_id]
    ship = None if unit.ship is None else state.units[unit.ship]
    at = None if ship is None else ship.at
    if ship is None or at is None:
        return ()
    inches = max(state.rules.warship.launch_in, highest(ship, "launches_in"))
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


def _who_launches_next(table: Table[State], before: State) -> Steps[None]:
    """One unit after the other, first the first player's, then the second's."""
    rest = tuple(each for each in before.waiting[1:] if table.state.units[each].fate == "aboard")
    if rest:
        seat = before.units[rest[0]].seat
        event = PhaseBegan(rule="MS.WARSHIP.LAUNCH", phase="launching", seat=seat, waiting=rest)
        table.emit(event)
    else:
        to_challenge(table, before.first)
    yield from advance_empty(table)


class Challenge(Action, frozen=True, tag="challenge"):
    """Make one own Elite unit and an enemy Challengers for the round."""

    says = "{own} challenges {foe}"
    actor, aim = "own", "foe"
    own: UnitId
    foe: UnitId

    @classmethod
    def candidates(cls, state: State) -> Iterator[Challenge]:
        if state.phase == "challenging":
            yield from (cls(own, foe) for own in state.all_units for foe in state.all_units)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.CHALLENGE.ISSUE: an own Elite unit and an enemy, when a round starts."""
        rule = "MS.CHALLENGE.ISSUE"
        if state.phase != "challenging":
            yield _too_late()
            return
        leaders = {each: unit for each, unit, _ in state.leaders}
        own, foe = leaders.get(self.own), leaders.get(self.foe)
        if own is None or foe is None:
            yield Refusal(rule, "both have to be units on the table")
        elif own.seat != state.turn or foe.seat == state.turn:
            yield Refusal(rule, "one's own unit challenges an enemy")
        elif state.rules.challenge.issuer == "elite" and not own.card.is_elite:
            yield Refusal(rule, f"{own.name} is not Elite")

    def resolve(self, table: Table[State]) -> Steps[None]:
        first = table.state.first
        table.emit(ChallengeIssued(rule="MS.CHALLENGE.ISSUE", own=self.own, foe=self.foe))
        table.emit(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=first))
        yield from advance_empty(table)


def _too_late() -> Refusal:
    reason = "Challenges are issued when a round starts, first player first"
    return Refusal("MS.CHALLENGE.ISSUE", reason)


class Decline(Action, frozen=True, tag="decline"):
    """Decline to issue a Challenge."""

    says = "no Challenge"

    @classmethod
    def candidates(cls, state: State) -> Iterator[Decline]:
        if state.phase == "challenging":
            yield DECLINE

    def refusals(self, state: State) -> Iterator[Refusal]:
        """MS.CHALLENGE.ISSUE: only when a Challenge may be issued."""
        if state.phase != "challenging":
            yield _too_late()

    def resolve(self, table: Table[State]) -> Steps[None]:
        """Ask the second player next; after that the turns begin."""
        state = table.state
        if state.turn == state.first:
            to_challenge(table, other(state.first))
        else:
            table.emit(PhaseBegan(rule="MS.ACT.ALTERNATE", phase="activating", seat=state.first))
        yield from advance_empty(table)


DECLINE = Decline()


def challenges(state: State) -> tuple[Action, ...]:
    """Each own unit that may issue a Challenge with each enemy unit, or no Challenge."""
    return (*(Challenge(one, foe) for one, foe in duels(state, state.turn)), DECLINE)
