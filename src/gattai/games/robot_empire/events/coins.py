"""The events that only move coins: from the War Chest, between Vaults, to a Battery."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.robot_empire.state import State
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class CoinsTaken(Event, frozen=True, kw_only=True):
    """Coins went from the War Chest to a Vault."""

    template = "{seat} takes {coins:coin} from the War Chest"

    seat: Seat
    coins: int

    def after(self, state: State) -> State:
        vault = state.players[self.seat].vault + self.coins
        return replace(state.with_player(self.seat, vault=vault), chest=state.chest - self.coins)


class CoinsStolen(Event, frozen=True, kw_only=True):
    """Coins went from one Vault to another."""

    template = "{seat} takes {coins:coin} from {victim}"

    seat: Seat
    victim: Seat
    coins: int

    def after(self, state: State) -> State:
        theirs = state.players[self.victim].vault - self.coins
        mine = state.players[self.seat].vault + self.coins
        return state.with_player(self.victim, vault=theirs).with_player(self.seat, vault=mine)


class BatteryRecharged(Event, frozen=True, kw_only=True):
    """ROBOT-EMPIRE.AMB.BATTERY-MAX: coins went from the War Chest to a Battery, up to 20."""

    template = "{seat} charges the Battery by {coins}"

    seat: Seat
    coins: int

    def after(self, state: State) -> State:
        battery = state.players[self.seat].battery + self.coins
        changed = state.with_player(self.seat, battery=battery)
        return replace(changed, chest=state.chest - self.coins)


COIN_EVENTS: tuple[type[Event], ...] = (CoinsTaken, CoinsStolen, BatteryRecharged)
