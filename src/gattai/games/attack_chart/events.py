"""What can happen in a firefight. Each event says what it makes of the table."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.attack_chart.state import State, UnitId
from gattai.games.attack_chart.strike.needed import AUTOMATIC, Method
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import RuleId
from gattai.kernel.tally import Term
from gattai.tabletop.hexes import Hex


class MethodChosen(Event, frozen=True, kw_only=True):
    """The players settled on the Formula or the Chart."""

    method: Method

    def after(self, state: State) -> State:
        """It holds for the whole game."""
        return replace(state, method=self.method, phase="roll-off")

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"numbers come from the {self.method.capitalize()} for the whole game"


class RollOffWon(Event, frozen=True, kw_only=True):
    """One side rolled higher and begins."""

    tells = "{seat} wins the roll-off and deploys first"

    seat: Seat

    def after(self, state: State) -> State:
        """It deploys first."""
        return replace(state, first=self.seat, turn=self.seat, phase="deploying")


class UnitDeployed(Event, frozen=True, kw_only=True):
    """A unit came onto the field."""

    tells = "{unit} deploys at {at}"

    unit: UnitId
    at: Hex

    def after(self, state: State) -> State:
        """It stands there."""
        return state.with_unit(self.unit, replace(state.units[self.unit], at=self.at))


class TurnPassed(Event, frozen=True, kw_only=True):
    """It is a side's turn."""

    tells = "{seat} to go"

    seat: Seat

    def after(self, state: State) -> State:
        """That side is asked next."""
        return replace(state, turn=self.seat)


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began: every unit may activate."""

    tells = "round {round}, {seat} begins"

    round: int
    seat: Seat

    def after(self, state: State) -> State:
        """Nobody has activated yet."""
        units = tuple(
            replace(unit, activated=False) if unit.activated else unit for unit in state.units
        )
        return replace(state, phase="fighting", round=self.round, turn=self.seat, units=units)


class UnitActivated(Event, frozen=True, kw_only=True):
    """A unit was chosen to act."""

    tells = "{unit} activates"

    unit: UnitId

    def after(self, state: State) -> State:
        """It has neither moved nor fired."""
        return replace(state, acting=self.unit, moved=False, withdrew=False, fired=())


class UnitMoved(Event, frozen=True, kw_only=True):
    """The acting unit moved; if it was engaged, it withdrew."""

    tells = "{unit} {withdrew?withdraws:moves} to {to}"

    unit: UnitId
    to: Hex
    withdrew: bool

    def after(self, state: State) -> State:
        """It stands there now."""
        moved = state.with_unit(self.unit, replace(state.units[self.unit], at=self.to))
        return replace(moved, moved=True, withdrew=self.withdrew)


class VolleyAimed(Event, frozen=True, kw_only=True):
    """ATTACK-CHART.SEQ.1-SELECT: a weapon and a target were named; the dice that follow are theirs."""

    only_tells = True
    heads = True

    unit: UnitId
    weapon: str
    target: UnitId

    def tell(self, state: Any) -> str:
        """For the log."""
        weapon = state.weapon_name(self.unit, self.weapon)
        return f"{state.called(self.unit)}: {weapon} on {state.called(self.target)}"


class NumbersRead(Event, frozen=True, kw_only=True):
    """ATTACK-CHART.SEQ.3-COMPARE: what the dice of a pool and the saves against it need, and why."""

    only_tells = True

    unit: UnitId
    dice: int
    code: str
    power: int
    defence: int
    modifiers: tuple[Term, ...] = ()
    armour: tuple[Term, ...] = ()
    aegis: int = 0

    def tell(self, state: Any) -> str:
        """Every figure with what it is made of."""
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
        """The line that gave the number, and what the pool met on its way."""
        followed = {
            self.needed_by: True,
            "ATTACK-CHART.AUTO.NO-ROLL": self.code.startswith(AUTOMATIC),
            "ATTACK-CHART.MOD.APPLY": self.modifier != 0,
            "ATTACK-CHART.SEQ.4-PREVENT": self.saved_by_armour + self.saved_by_aegis > 0,
            "ATTACK-CHART.SEQ.4-ONE-HP": self.hp_lost > 0,
        }
        return tuple(rule for rule, was in followed.items() if was)

    def after(self, state: State) -> State:
        """ATTACK-CHART.SEQ.5-APPLY: the HP are lost; what exceeds the unit's HP is ignored."""
        target = state.units[self.target]
        return state.with_unit(self.target, replace(target, hp=max(0, target.hp - self.hp_lost)))

    def tell(self, state: Any) -> str:
        """For the log."""
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

    def told(self, before: Any, after: Any) -> str:
        """What exceeds the unit's HP is not lost."""
        lost = before.units[self.target].hp - after.units[self.target].hp
        if lost == self.hp_lost:
            return self.tell(after)
        unsaved = self.hp_lost
        return replace(self, hp_lost=lost).tell(after) + f" ({unsaved} to lose)"


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """ATTACK-CHART.SEQ.5-CASUALTY: a unit has no HP left and is removed."""

    tells = "{unit} is destroyed"

    unit: UnitId

    def after(self, state: State) -> State:
        """It stands nowhere."""
        return state.with_unit(self.unit, replace(state.units[self.unit], at=None))


class WeaponResolved(Event, frozen=True, kw_only=True):
    """A weapon of the acting unit is done for this activation."""

    unit: UnitId
    weapon: str

    def after(self, state: State) -> State:
        """The next weapon may follow."""
        return replace(state, fired=(*state.fired, self.weapon))

    def tell(self, state: Any) -> str:
        """For the log."""
        weapon = state.weapon_name(self.unit, self.weapon)
        return f"{state.called(self.unit)} has used its {weapon}"


class UnitFinished(Event, frozen=True, kw_only=True):
    """The acting unit is done for the round."""

    tells = "{unit} is done"

    unit: UnitId

    def after(self, state: State) -> State:
        """Nobody acts; it does not act again this round."""
        done = state.with_unit(self.unit, replace(state.units[self.unit], activated=True))
        return replace(done, acting=None, moved=False, withdrew=False, fired=())


class GameEnded(Event, frozen=True, kw_only=True):
    """The firefight is over."""

    tells = "the firefight is over"

    def after(self, state: State) -> State:
        """Nothing more is asked."""
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
