"""The events before, between and after the turns of units."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.mechastellar.figures import captain_orders, stat
from gattai.games.mechastellar.ground import FACING_WORDS
from gattai.games.mechastellar.state import SIDES, Act, Fate, Phase, State, Unit, UnitId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex


def changed(state: State, unit_id: UnitId, **changes: object) -> State:
    """Return the state with one model changed."""
    return state.with_unit(unit_id, replace(state.units[unit_id], **changes))


def pair(values: tuple[int, int], seat: Seat, amount: int) -> tuple[int, int]:
    """A pair of numbers by seat with one of them changed."""
    return (values[0] + amount, values[1]) if seat == 0 else (values[0], values[1] + amount)


class PhaseBegan(Event, frozen=True, kw_only=True):
    """The next phase of the battle began, and this side is asked."""

    template = "{seat} {what}"

    phase: Phase
    seat: Seat
    waiting: tuple[UnitId, ...] = ()

    def after(self, state: State) -> State:
        return replace(state, phase=self.phase, turn=self.seat, waiting=self.waiting)

    @property
    def what(self) -> str:
        """The name of the phase for the log."""
        return PHASE_WORDS.get(self.phase, self.phase)


PHASE_WORDS = {
    "order": "is asked who deploys first",
    "deploying": "deploys",
    "facing": "may turn its models",
    "rolling": "rolls off for the first turn",
    "first": "has won the roll-off and chooses",
    "launching": "may launch",
    "challenging": "may issue a Challenge",
    "activating": "activates next",
}
"""The phases in words, for the log."""


class UnitDeployed(Event, frozen=True, kw_only=True):
    """A model was put on the table."""

    template = "{unit} is deployed on {at}"

    unit: UnitId
    at: Hex
    facing: int
    late: bool = False

    def after(self, state: State) -> State:
        return changed(
            state, self.unit, at=self.at, facing=self.facing, fate="", ship=None, late=self.late
        )


class UnitHeld(Event, frozen=True, kw_only=True):
    """A unit was held off the table: in reserve, or aboard a ship."""

    unit: UnitId
    fate: Fate
    ship: UnitId | None = None

    def after(self, state: State) -> State:
        for member in state.squad(self.unit):
            state = changed(state, member, at=None, fate=self.fate, ship=self.ship, submerged=False)
        return state

    def describe(self, state: State) -> str:
        name = state.units[self.unit].name
        if self.ship is None:
            return f"{name} is kept in reserve"
        return f"{name} is aboard {state.units[self.ship].name}"


class UnitFaced(Event, frozen=True, kw_only=True):
    """A unit was turned."""

    template = "{unit} faces {way}"

    unit: UnitId
    facing: int
    deploying: bool = False

    def after(self, state: State) -> State:
        if self.deploying:
            state = replace(state, faced=(*state.faced, self.unit))
        return changed(state, self.unit, facing=self.facing)

    @property
    def way(self) -> str:
        """The facing in words."""
        return FACING_WORDS[self.facing]


class MomentumSet(Event, frozen=True, kw_only=True):
    """MS.MOM.START: the Momentum before the first round was set."""

    momentum: tuple[int, int]

    def after(self, state: State) -> State:
        return replace(state, momentum=self.momentum)

    def describe(self, state: State) -> str:
        south, north = self.momentum
        return f"momentum: south {south}, north {north}"


class MomentumChanged(Event, frozen=True, kw_only=True):
    """Momentum was gained, lost or paid; MS.MOM.POOL: it stays between 0 and 10."""

    seat: Seat
    amount: int
    why: str
    shift: bool = False
    last: bool = False

    def after(self, state: State) -> State:
        limits = state.rules.momentum
        now = min(limits.max, max(limits.min, state.momentum[self.seat] + self.amount))
        momentum = pair(state.momentum, self.seat, now - state.momentum[self.seat])
        changes: dict[str, object] = {"momentum": momentum}
        if self.shift and state.act is not None:
            changes["act"] = replace(state.act, shifted=(*state.act.shifted, self.seat))
        if self.last:
            changes["last_shift"] = (*state.last_shift, self.seat)
        return replace(state, **changes)

    def describe(self, state: State) -> str:
        return self._text(state, self.amount)

    def describe_change(self, before: State, after: State) -> str:
        """The new value; gains and losses beyond the limits do not count."""
        return self._text(after, after.momentum[self.seat] - before.momentum[self.seat])

    def _text(self, state: State, amount: int) -> str:
        now = state.momentum[self.seat]
        of = "" if amount == self.amount else f" of {self.amount:+d}"
        return f"{SIDES[self.seat]}: momentum {amount:+d}{of} ({self.why}), now {now}"


class ScoreChanged(Event, frozen=True, kw_only=True):
    """Victory Points were gained."""

    template = "{seat} scores {amount} VP: {why}"

    seat: Seat
    amount: int
    why: str

    def after(self, state: State) -> State:
        return replace(state, scores=pair(state.scores, self.seat, self.amount))


class RoundBegan(Event, frozen=True, kw_only=True):
    """MS.ROUND.SEQUENCE: points return, barriers recover, orders are counted, no unit has activated."""

    template = "round {number} begins, {first} goes first"

    number: int
    first: Seat

    def after(self, state: State) -> State:
        """Effects that lasted until the end of the round are gone."""
        recover = state.rules.barrier.recover
        units = tuple(_refreshed(unit, recover) for unit in state.units)
        fresh = replace(
            state,
            units=units,
            round=self.number,
            first=self.first,
            turn=self.first,
            challenge=(),
            duty=(),
            aggressor=None,
            commands=(0, 0),
            last_shift=(),
            passed=(),
        )
        return replace(
            fresh, orders=(captain_orders(fresh, Seat(0)), captain_orders(fresh, Seat(1)))
        )


ROUNDLY = ("all-fire", "anti-air", "repaired", "steadied", "fire-once")
"""What is counted per round."""


def _refreshed(unit: Unit, recover: int) -> Unit:
    barrier = unit.barrier
    if unit.card.barrier is not None:
        barrier = min(unit.card.barrier.strength, barrier + recover)
    return replace(
        unit,
        activated=False,
        points=stat(unit),
        barrier=barrier,
        fired=(),
        support=(),
        spent=tuple(word for word in unit.spent if word.partition(":")[0] not in ROUNDLY),
    )


class SidePassed(Event, frozen=True, kw_only=True):
    """A side that could bring reinforcements passed for this turn."""

    template = "{seat} brings no reinforcements now"

    seat: Seat

    def after(self, state: State) -> State:
        """It lasts until a unit is activated; then the side is asked again (MS.REINFORCE.WHEN)."""
        return replace(state, passed=(*state.passed, self.seat))


class ChallengeIssued(Event, frozen=True, kw_only=True):
    """MS.CHALLENGE.ISSUE: two units became Challengers for this round, or for the rest of the game."""

    template = "{own} {for_good?swears revenge on:challenges} {foe}"

    doers = ("own",)

    own: UnitId
    foe: UnitId
    for_good: bool = False

    def after(self, state: State) -> State:
        if not self.for_good:
            return replace(state, challenge=((self.own, self.foe),))
        seat = state.units[self.own].seat
        return replace(
            state,
            revenge=(*state.revenge, (self.own, self.foe)),
            revenged=(*state.revenged, seat),
        )


class UnitActivated(Event, frozen=True, kw_only=True):
    """A unit began its turn."""

    act: Act

    def after(self, state: State) -> State:
        """Its duty to return fire ends; a side that passed on reinforcements is asked again."""
        begun = replace(state, act=self.act, phase="acting", duty=(), aggressor=None, passed=())
        if not self.act.arriving:
            for member in state.squad(self.act.unit):
                if state.units[member].late:
                    begun = changed(begun, member, late=False)
        return changed(begun, self.act.unit, activated=True, fell=False)

    def describe(self, state: State) -> str:
        return f"{state.units[self.act.unit].name} activates"

    def actor(self, before: State) -> Seat | None:
        return before.seat_of(self.act.unit)


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended, with its effects; the other side is next."""

    template = "the turn ends; {seat} is next"

    seat: Seat
    duty: tuple[UnitId, ...] = ()
    aggressor: UnitId | None = None

    def after(self, state: State) -> State:
        units = tuple(replace(u, effects=()) if u.effects else u for u in state.units)
        return replace(
            state,
            units=units,
            act=None,
            phase="activating",
            turn=self.seat,
            duty=self.duty,
            aggressor=self.aggressor,
        )

    def describe_change(self, before: State, after: State) -> str:
        """The state before shows whose turn ended."""
        whose = "" if before.act is None else f"{before.units[before.act.unit].name}: "
        return whose + self.describe(after)

    def actor(self, before: State) -> Seat | None:
        return before.turn if before.act is None else before.seat_of(before.act.unit)


class OwnerChanged(Event, frozen=True, kw_only=True):
    """MS.CP.CAPTURE: a Control Point has a new owner, or none."""

    point: int
    owner: Seat | None

    def after(self, state: State) -> State:
        """It lasts until the next capture; MS.CP.CONTEST: the last owner is remembered."""
        owners = list(state.owners)
        former = list(state.former or state.owners)
        former[self.point] = owners[self.point] if self.owner is None else self.owner
        owners[self.point] = self.owner
        return replace(state, owners=tuple(owners), former=tuple(former))

    def describe(self, state: State) -> str:
        name = state.ground.field.control_point[self.point].id
        return f"{name} is owned by {'nobody' if self.owner is None else SIDES[self.owner]}"

    def actor(self, before: State) -> Seat | None:
        return self.owner


class CommandGiven(Event, frozen=True, kw_only=True):
    """MS.CMD.ONE: the Commander used a command."""

    template = "{seat}'s Commander: {command}!"

    seat: Seat
    command: str

    def after(self, state: State) -> State:
        return replace(state, commands=pair(state.commands, self.seat, 1))


class OrderGiven(Event, frozen=True, kw_only=True):
    """MS.ORDERS.OPS: a captain gave an order, or bought one."""

    template = "orders to {unit}"

    unit: UnitId
    bought: bool = False

    def after(self, state: State) -> State:
        unit = state.units[self.unit]
        orders = pair(state.orders, unit.seat, 0 if self.bought else -1)
        return changed(replace(state, orders=orders), self.unit, orders=unit.orders + 1)


class OrderUsed(Event, frozen=True, kw_only=True):
    """An order reduced a cost."""

    template = "the order to {unit} is carried out"

    unit: UnitId

    def after(self, state: State) -> State:
        return changed(state, self.unit, orders=state.units[self.unit].orders - 1)


class GameEnded(Event, frozen=True, kw_only=True):
    """MS.VP.END: the battle ended."""

    def after(self, state: State) -> State:
        return replace(state, phase="over", act=None, ended_by=self.rule, duty=(), waiting=())

    def describe(self, state: State) -> str:
        south, north = state.scores
        return f"the battle is over: south {south} VP, north {north} VP"


FLOW_EVENTS = (
    PhaseBegan, UnitDeployed, UnitHeld, UnitFaced, MomentumSet, MomentumChanged, ScoreChanged,
    RoundBegan, ChallengeIssued, UnitActivated, TurnEnded, OwnerChanged, CommandGiven, OrderGiven,
    OrderUsed, SidePassed, GameEnded,
)  # fmt: skip
