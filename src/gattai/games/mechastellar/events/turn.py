"""The events of a unit's turn apart from attacks: moves, actions spent, modes, points."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.mechastellar.events.flow import changed
from gattai.games.mechastellar.figures import resource
from gattai.games.mechastellar.ground import FACING_WORDS
from gattai.games.mechastellar.state import State, UnitId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex


class ActionsSpent(Event, frozen=True, kw_only=True):
    """The active unit used Combat or Move Actions, or gained some (negative)."""

    combat: int = 0
    moves: int = 0
    owed: int = 0
    why: str
    zeal: bool = False

    def after(self, state: State) -> State:
        act = state.act
        assert act is not None
        act = replace(
            act,
            combat=act.combat - self.combat,
            moves=act.moves - self.moves,
            owed=max(0, act.owed - self.owed),
            moved=act.moved + (self.moves if self.moves > 0 and not self.owed else 0),
            fought=act.fought or (self.combat > 0 and not self.owed),
            begun=True,
        )
        return replace(state, act=act)

    def describe(self, state: State) -> str:
        return f"{state.units[state.who_acts].name}: {self.why}"

    def actor(self, before: State) -> Seat | None:
        return None if before.act is None else before.seat_of(before.act.unit)


class UnitMoved(Event, frozen=True, kw_only=True):
    """A model moved, voluntarily or not."""

    template = "{unit} {why} to {to}{submerged? and dives:}"

    unit: UnitId
    to: Hex
    facing: int
    submerged: bool = False
    why: str = "moves"

    def after(self, state: State) -> State:
        return changed(state, self.unit, at=self.to, facing=self.facing, submerged=self.submerged)


class UnitSpun(Event, frozen=True, kw_only=True):
    """MS.MOVE.FREE-SPIN: the active unit changed its facing for free."""

    template = "{unit} spins to the {way}"

    unit: UnitId
    facing: int

    def after(self, state: State) -> State:
        act = state.act
        assert act is not None
        state = replace(state, act=replace(act, spins=act.spins + 1, begun=True))
        return changed(state, self.unit, facing=self.facing)

    @property
    def way(self) -> str:
        """The facing in words."""
        return FACING_WORDS[self.facing]


class UnitAccelerated(Event, frozen=True, kw_only=True):
    """MS.ACCEL.ACTION: Fly until the Turn ends; paid with points and Combat Actions."""

    unit: UnitId
    points: int
    actions: int

    def after(self, state: State) -> State:
        unit = state.units[self.unit]
        act = state.act
        if act is not None and act.unit == self.unit:
            act = replace(
                act,
                combat=act.combat - self.actions,
                accelerates=act.accelerates + self.points + self.actions,
                fought=act.fought or self.actions > 0,
                begun=True,
            )
            state = replace(state, act=act)
        effects = unit.effects if unit.effect("fly") else (*unit.effects, ("fly", 1))
        return changed(state, self.unit, points=unit.points - self.points, effects=effects)

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        paid = [f"{self.points} {resource(unit).capitalize()}"] * bool(self.points)
        paid += [f"{self.actions} Combat Action{'s' * (self.actions != 1)}"] * bool(self.actions)
        return f"{unit.name} spends {' and '.join(paid) or 'nothing'} to accelerate"


class PointsSpent(Event, frozen=True, kw_only=True):
    """Boost, Power or Havoc was spent."""

    unit: UnitId
    points: int
    why: str

    def after(self, state: State) -> State:
        return changed(state, self.unit, points=state.units[self.unit].points - self.points)

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        return f"{unit.name} spends {self.points} {resource(unit).capitalize()} ({self.why})"


class StunChanged(Event, frozen=True, kw_only=True):
    """Stun tokens were gained or removed."""

    unit: UnitId
    tokens: int

    def after(self, state: State) -> State:
        """At least 0; MS.STUN.SPEND: in its own turn the unit owes one action less for each token
        removed.
        """
        unit, act = state.units[self.unit], state.act
        if act is not None and act.unit == self.unit and self.tokens < 0:
            state = replace(state, act=replace(act, owed=max(0, act.owed + self.tokens)))
        return changed(state, self.unit, stun=max(0, unit.stun + self.tokens))

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        tokens = f"{self.tokens:+d} stun token{'s' * (abs(self.tokens) != 1)}"
        return f"{unit.name}: {tokens}, now {unit.stun}"


class BarrierChanged(Event, frozen=True, kw_only=True):
    """A barrier lost or recovered Strength."""

    unit: UnitId
    strength: int
    blocked: int = 0

    def after(self, state: State) -> State:
        unit = state.units[self.unit]
        most = unit.card.barrier.strength if unit.card.barrier else 0
        return changed(state, self.unit, barrier=min(most, max(0, unit.barrier + self.strength)))

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        blocked = f" blocks {self.blocked}," if self.blocked else ""
        return f"{unit.name}'s barrier{blocked} strength {unit.barrier}"


class UnitTransformed(Event, frozen=True, kw_only=True):
    """MS.TRANSFORM: a unit changed its mode."""

    unit: UnitId

    def after(self, state: State) -> State:
        return changed(state, self.unit, transformed=not state.units[self.unit].transformed)

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        other = unit.card.transform
        mode = other.name if unit.transformed and other else "its first mode"
        return f"{unit.name} transforms: {mode}"


class SupportSet(Event, frozen=True, kw_only=True):
    """MS.SUPPORT.MODE: a weapon supports for the rest of the round; each bonus takes a use."""

    unit: UnitId
    weapon: str

    def after(self, state: State) -> State:
        unit = state.units[self.unit]
        return changed(state, self.unit, support=(*unit.support, self.weapon))

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        weapon = unit.card.find_weapon(self.weapon)
        assert weapon is not None
        return f"{unit.name}'s {weapon.name} supports"


class HealthRestored(Event, frozen=True, kw_only=True):
    """A model regained HP, up to its maximum."""

    unit: UnitId
    hp: int
    repaired: bool = False
    ship: UnitId | None = None

    def after(self, state: State) -> State:
        """A ship repairs a limited number of units each round, and none twice."""
        unit = state.units[self.unit]
        hp = min(unit.card.hp, unit.hp + self.hp)
        spent = (*unit.spent, "repaired") if self.repaired else unit.spent
        state = changed(state, self.unit, hp=hp, spent=spent)
        if self.ship is None:
            return state
        words = (*state.units[self.ship].spent, "repaired:another")
        return changed(state, self.ship, spent=words)

    def describe(self, state: State) -> str:
        unit = state.units[self.unit]
        return f"{unit.name} regains up to {self.hp} HP, now {unit.hp}"


class SquadReformed(Event, frozen=True, kw_only=True):
    """MS.SQUAD.REFORM: models joined into a squad, or left one."""

    models: tuple[UnitId, ...]
    """The squad, leader first; a single model leads no others."""
    together: bool

    def after(self, state: State) -> State:
        seat = state.units[self.models[0]].seat
        lead = state.units[self.models[0]]
        for member in self.models:
            leader = self.models[0] if self.together else member
            activated = lead.activated
            state = changed(state, member, leader=leader, activated=activated, facing=lead.facing)
        south, north = state.reforms
        reforms = (south + 1, north) if seat == 0 else (south, north + 1)
        state = replace(state, reforms=reforms)
        return self._bound(state)

    def _bound(self, state: State) -> State:
        """MS.CHALLENGE.DUTY, MS.RETURNFIRE.ACTIVATE: what binds one member binds the whole squad."""

        def now(unit_id: UnitId) -> UnitId:
            return self.models[0] if unit_id in self.models else unit_id

        return replace(
            state,
            challenge=tuple((now(one), now(two)) for one, two in state.challenge),
            revenge=tuple((now(one), now(two)) for one, two in state.revenge),
            duty=tuple(dict.fromkeys(map(now, state.duty))),
            aggressor=None if state.aggressor is None else now(state.aggressor),
        )

    def describe(self, state: State) -> str:
        names = ", ".join(state.units[each].name for each in self.models)
        return f"{names} {'form a squad' if self.together else 'part'}"

    def actor(self, before: State) -> Seat | None:
        return before.seat_of(self.models[0])


TURN_EVENTS = (
    ActionsSpent, UnitMoved, UnitSpun, UnitAccelerated, PointsSpent, StunChanged, BarrierChanged,
    UnitTransformed, SupportSet, HealthRestored, SquadReformed,
)  # fmt: skip
