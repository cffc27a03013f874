"""What can happen in a firefight. Each event says what it makes of the table."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.attack_chart.needed import Method
from gattai.games.attack_chart.state import State, UnitId
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex, to_text

SIDES = ("blue", "red")


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

    seat: Seat

    def after(self, state: State) -> State:
        """It deploys first."""
        return replace(state, first=self.seat, turn=self.seat, phase="deploying")

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{SIDES[self.seat]} wins the roll-off and deploys first"


class UnitDeployed(Event, frozen=True, kw_only=True):
    """A unit came onto the field."""

    unit: UnitId
    at: Hex

    def after(self, state: State) -> State:
        """It stands there."""
        return state.with_unit(self.unit, replace(state.units[self.unit], at=self.at))

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.units[self.unit].card.name} deploys at {to_text(self.at)}"


class TurnPassed(Event, frozen=True, kw_only=True):
    """It is a side's turn."""

    seat: Seat

    def after(self, state: State) -> State:
        """That side is asked next."""
        return replace(state, turn=self.seat)

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{SIDES[self.seat]} to go"


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began: every unit may activate."""

    round: int
    seat: Seat

    def after(self, state: State) -> State:
        """Nobody has activated yet."""
        units = tuple(
            replace(unit, activated=False) if unit.activated else unit for unit in state.units
        )
        return replace(state, phase="fighting", round=self.round, turn=self.seat, units=units)

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"round {self.round}, {SIDES[self.seat]} begins"


class UnitActivated(Event, frozen=True, kw_only=True):
    """A unit was chosen to act."""

    unit: UnitId

    def after(self, state: State) -> State:
        """It has neither moved nor fired."""
        return replace(state, acting=self.unit, moved=False, withdrew=False, fired=())

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.units[self.unit].card.name} activates"


class UnitMoved(Event, frozen=True, kw_only=True):
    """The acting unit moved; if it was engaged, it withdrew."""

    unit: UnitId
    to: Hex
    withdrew: bool

    def after(self, state: State) -> State:
        """It stands there now."""
        moved = state.with_unit(self.unit, replace(state.units[self.unit], at=self.to))
        return replace(moved, moved=True, withdrew=self.withdrew)

    def tell(self, state: Any) -> str:
        """For the log."""
        how = "withdraws" if self.withdrew else "moves"
        return f"{state.units[self.unit].card.name} {how} to {to_text(self.to)}"


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

    def after(self, state: State) -> State:
        """ATTACK-CHART.SEQ.5-APPLY: the HP are lost; what exceeds the unit's HP is ignored."""
        target = state.units[self.target]
        return state.with_unit(self.target, replace(target, hp=max(0, target.hp - self.hp_lost)))

    def tell(self, state: Any) -> str:
        """For the log."""
        shooter, target = state.units[self.unit].card, state.units[self.target].card
        weapon = shooter.find_weapon(self.weapon)
        dice = f"{self.dice} {'die' if self.dice == 1 else 'dice'}"
        modified = f" {self.modifier:+d}" if self.modifier else ""
        saves = self.saved_by_armour + self.saved_by_aegis
        return (
            f"{shooter.name}: {weapon.name if weapon else self.weapon} on {target.name}, {dice} "
            f"needing {self.code}{modified}: {self.successes} succeed, {saves} saved, "
            f"{self.hp_lost} HP lost"
        )


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """ATTACK-CHART.SEQ.5-CASUALTY: a unit has no HP left and is removed."""

    unit: UnitId

    def after(self, state: State) -> State:
        """It stands nowhere."""
        return state.with_unit(self.unit, replace(state.units[self.unit], at=None))

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.units[self.unit].card.name} is destroyed"


class WeaponResolved(Event, frozen=True, kw_only=True):
    """A weapon of the acting unit is done for this activation."""

    unit: UnitId
    weapon: str

    def after(self, state: State) -> State:
        """The next weapon may follow."""
        return replace(state, fired=(*state.fired, self.weapon))

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.units[self.unit].card.name} has used its {self.weapon}"


class UnitFinished(Event, frozen=True, kw_only=True):
    """The acting unit is done for the round."""

    unit: UnitId

    def after(self, state: State) -> State:
        """Nobody acts; it does not act again this round."""
        done = state.with_unit(self.unit, replace(state.units[self.unit], activated=True))
        return replace(done, acting=None, moved=False, withdrew=False, fired=())

    def tell(self, state: Any) -> str:
        """For the log."""
        return f"{state.units[self.unit].card.name} is done"


class GameEnded(Event, frozen=True, kw_only=True):
    """The firefight is over."""

    def after(self, state: State) -> State:
        """Nothing more is asked."""
        return replace(state, phase="over", acting=None, moved=False, withdrew=False, fired=())

    def tell(self, state: Any) -> str:
        """For the log."""
        return "the firefight is over"


EVENTS = (
    MethodChosen,
    RollOffWon,
    UnitDeployed,
    TurnPassed,
    RoundBegan,
    UnitActivated,
    UnitMoved,
    VolleyFired,
    UnitDestroyed,
    WeaponResolved,
    UnitFinished,
    GameEnded,
)
