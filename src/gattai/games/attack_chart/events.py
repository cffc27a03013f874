"""The events of a firefight. Each event computes the state after it."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.attack_chart.attack.needed import AUTOMATIC, Method
from gattai.games.attack_chart.state import State, UnitId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import RuleId
from gattai.kernel.tally import Term
from gattai.tabletop.hexes import Hex


class MethodChosen(Event, frozen=True, kw_only=True):
    """The players chose the Formula or the Chart."""

    method: Method

    def after(self, state: State) -> State:
        return replace(state, method=self.method, phase="roll-off")

    def describe(self, state: State) -> str:
        return f"numbers come from the {self.method.capitalize()} for the whole game"


class RollOffWon(Event, frozen=True, kw_only=True):
    """One side won the roll-off and begins."""

    template = "{seat} wins the roll-off and deploys first"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, first=self.seat, turn=self.seat, phase="deploying")


class UnitDeployed(Event, frozen=True, kw_only=True):
    """A unit was placed on the field."""

    template = "{unit} deploys at {at}"

    unit: UnitId
    at: Hex

    def after(self, state: State) -> State:
        return state.with_unit(self.unit, replace(state.units[self.unit], at=self.at))


class TurnPassed(Event, frozen=True, kw_only=True):
    """The turn passed to a side."""

    template = "{seat} to go"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, turn=self.seat)


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began: every unit may activate again."""

    template = "round {round}, {seat} begins"

    round: int
    seat: Seat

    def after(self, state: State) -> State:
        units = tuple(
            replace(unit, activated=False) if unit.activated else unit for unit in state.units
        )
        return replace(state, phase="fighting", round=self.round, turn=self.seat, units=units)


class UnitActivated(Event, frozen=True, kw_only=True):
    """A unit was activated."""

    template = "{unit} activates"

    unit: UnitId

    def after(self, state: State) -> State:
        return replace(state, acting=self.unit, moved=False, withdrew=False, fired=())


class UnitMoved(Event, frozen=True, kw_only=True):
    """The acting unit moved; if it was engaged, it withdrew."""

    template = "{unit} {withdrew?withdraws:moves} to {to}"

    unit: UnitId
    to: Hex
    withdrew: bool

    def after(self, state: State) -> State:
        moved = state.with_unit(self.unit, replace(state.units[self.unit], at=self.to))
        return replace(moved, moved=True, withdrew=self.withdrew)


class VolleyAimed(Event, frozen=True, kw_only=True):
    """ATTACK-CHART.SEQ.1-SELECT: a weapon and a target were named; the next dice belong to them."""

    only_logs = True
    heads = True

    unit: UnitId
    weapon: str
    target: UnitId

    def describe(self, state: State) -> str:
        weapon = state.weapon_name(self.unit, self.weapon)
        return f"{state.called(self.unit)}: {weapon} on {state.called(self.target)}"


class NumbersRead(Event, frozen=True, kw_only=True):
    """ATTACK-CHART.SEQ.3-COMPARE: what the dice of a pool and the saves need, and why."""

    only_logs = True

    unit: UnitId
    dice: int
    code: str
    power: int
    defence: int
    modifiers: tuple[Term, ...] = ()
    armour: tuple[Term, ...] = ()
    aegis: int = 0

    def describe(self, state: State) -> str:
        """Return every number with its terms."""
        dice = f"{self.dice} {'die' if self.dice == 1 else 'dice'}"
        against = f"Power {self.power} against Defence {self.defence}"
        parts = [f"{state.called(self.unit)}: {dice} needing {self.code} ({against})"]
        parts += [f"{term.amount:+d} {term.what}" for term in self.modifiers if term.amount]
        if self.armour:
            why = ", ".join(f"{term.amount} {term.what}" for term in self.armour)
            needed = sum(term.amount for term in self.armour)
            parts.append(f"Armour Save {f'{needed}+' if needed else 'none'} ({why})")
        if self.aegis:
            parts.append(f"AEGIS Save {self.aegis}+")
        return "; ".join(parts)


class VolleyFired(Event, frozen=True, kw_only=True):
    """One pool of attack dice was resolved against one target."""

    unit: UnitId
    weapon: str
    target: UnitId
    dice: int
    code: str
    needed_by: str
    modifier: int
    successes: int
    saved_by_armour: int
    saved_by_aegis: int
    hp_lost: int

    @property
    def cites(self) -> tuple[RuleId, ...]:
        """The line of the sheet that gave the number, and the rules that applied to the pool."""
        followed = {
            self.needed_by: True,
            "ATTACK-CHART.AUTO.NO-ROLL": self.code.startswith(AUTOMATIC),
            "ATTACK-CHART.MOD.APPLY": self.modifier != 0,
            "ATTACK-CHART.SEQ.4-PREVENT": self.saved_by_armour + self.saved_by_aegis > 0,
            "ATTACK-CHART.SEQ.4-ONE-HP": self.hp_lost > 0,
        }
        return tuple(rule for rule, was in followed.items() if was)

    def after(self, state: State) -> State:
        """ATTACK-CHART.SEQ.5-APPLY: the target loses HP; losses beyond its HP are ignored."""
        target = state.units[self.target]
        return state.with_unit(self.target, replace(target, hp=max(0, target.hp - self.hp_lost)))

    def describe(self, state: State) -> str:
        shooter, target = state.called(self.unit), state.called(self.target)
        weapon = state.weapon_name(self.unit, self.weapon)
        dice = f"{self.dice} {'die' if self.dice == 1 else 'dice'}"
        modified = f" {self.modifier:+d}" if self.modifier else ""
        saves = self.saved_by_armour + self.saved_by_aegis
        return (
            f"{shooter}: {weapon} on {target}, {dice} "
            f"needing {self.code}{modified}: {self.successes} succeed, {saves} saved, "
            f"{self.hp_lost} HP lost"
        )

    def describe_change(self, before: State, after: State) -> str:
        """Losses beyond the unit's HP are not shown."""
        lost = before.units[self.target].hp - after.units[self.target].hp
        if lost == self.hp_lost:
            return self.describe(after)
        unsaved = self.hp_lost
        return replace(self, hp_lost=lost).describe(after) + f" ({unsaved} to lose)"


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """ATTACK-CHART.SEQ.5-CASUALTY: a unit has no HP left and is removed."""

    template = "{unit} is destroyed"

    unit: UnitId

    def after(self, state: State) -> State:
        return state.with_unit(self.unit, replace(state.units[self.unit], at=None))


class WeaponResolved(Event, frozen=True, kw_only=True):
    """A weapon of the acting unit has been used in this activation."""

    unit: UnitId
    weapon: str

    def after(self, state: State) -> State:
        return replace(state, fired=(*state.fired, self.weapon))

    def describe(self, state: State) -> str:
        weapon = state.weapon_name(self.unit, self.weapon)
        return f"{state.called(self.unit)} has used its {weapon}"


class UnitFinished(Event, frozen=True, kw_only=True):
    """The acting unit has finished for this round."""

    template = "{unit} is done"

    unit: UnitId

    def after(self, state: State) -> State:
        """No unit is active; this one does not activate again this round."""
        done = state.with_unit(self.unit, replace(state.units[self.unit], activated=True))
        return replace(done, acting=None, moved=False, withdrew=False, fired=())


class GameEnded(Event, frozen=True, kw_only=True):
    """The game of a firefight ended."""

    template = "the firefight is over"

    def after(self, state: State) -> State:
        return replace(state, phase="over", acting=None, moved=False, withdrew=False, fired=())


EVENTS = (
    MethodChosen,
    RollOffWon,
    UnitDeployed,
    TurnPassed,
    RoundBegan,
    UnitActivated,
    UnitMoved,
    VolleyAimed,
    NumbersRead,
    VolleyFired,
    UnitDestroyed,
    WeaponResolved,
    UnitFinished,
    GameEnded,
)
