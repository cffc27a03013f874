"""Events of coins alone: from the War Chest, from Vault to Vault, onto a Battery."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.events.setup import coins, seat_name
from gattai.games.robot_empire.state import State
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class CoinsTaken(Event, frozen=True, kw_only=True):
    """Coins go from the War Chest to a Vault."""

    seat: Seat
    coins: int

    def after(self, state: State) -> State:
        """As many as there were."""
        vault = state.players[self.seat].vault + self.coins
        return replace(state.with_player(self.seat, vault=vault), chest=state.chest - self.coins)

    def tell(self, state: State) -> str:
        """How many."""
        return f"{seat_name(state, self.seat)} takes {coins(self.coins)} from the War Chest"


class CoinsStolen(Event, frozen=True, kw_only=True):
    """Coins go from one Vault to another."""

    seat: Seat
    victim: Seat
    coins: int

    def after(self, state: State) -> State:
        """As many as there were."""
        theirs = state.players[self.victim].vault - self.coins
        mine = state.players[self.seat].vault + self.coins
        return state.with_player(self.victim, vault=theirs).with_player(self.seat, vault=mine)

    def tell(self, state: State) -> str:
        """Whose."""
        who, whose = seat_name(state, self.seat), seat_name(state, self.victim)
        return f"{who} takes {coins(self.coins)} from {whose}"


class BatteryRecharged(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.BATTERY-MAX: coins go from the War Chest to a Battery, up to 20."""

    seat: Seat
    coins: int

    def after(self, state: State) -> State:
        """As many as there were."""
        battery = state.players[self.seat].battery + self.coins
        changed = state.with_player(self.seat, battery=battery)
        return replace(changed, chest=state.chest - self.coins)

    def tell(self, state: State) -> str:
        """How many."""
        return f"{seat_name(state, self.seat)} charges the Battery by {self.coins}"


COIN_EVENTS: tuple[type[Event], ...] = (CoinsTaken, CoinsStolen, BatteryRecharged)
