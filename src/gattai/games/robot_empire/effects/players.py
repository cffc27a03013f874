"""Effects on players: coins of Batteries and Vaults, cards drawn, Agents cancelled."""

from __future__ import annotations

from gattai.games.robot_empire.battle.damage import bury, drain
from gattai.games.robot_empire.cards import Deed
from gattai.games.robot_empire.effects.register import Effect, effect, player_of
from gattai.games.robot_empire.effects.targets import Aim
from gattai.games.robot_empire.events.cards import AgentCancelled
from gattai.games.robot_empire.events.coins import BatteryRecharged, CoinsStolen, CoinsTaken
from gattai.games.robot_empire.events.setup import DrawsDue
from gattai.games.robot_empire.state import FULL_BATTERY, State
from gattai.kernel.question import Seat, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


@effect("drain")
class Drain(Effect):
    """Coins off a Battery, or off all."""

    targets = ("opponent", "everybody", "yourself")
    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        whose = {"opponent": "one enemy Battery", "everybody": "every Battery"}
        return f"{deed.amount} damage to {whose.get(deed.target, 'your own Battery')}."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        seats = table.state.in_order if deed.target == "everybody" else (aim[1],)
        for each in seats:
            drain(table, seat if each is None else each, deed.amount, rule)
        bury(table, seat)


@effect("gain")
class GainCoins(Effect):
    """Coins from the War Chest."""

    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"Take up to {deed.amount} coins from the War Chest."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        gained = min(deed.amount, table.state.chest)
        table.happens(CoinsTaken(rule=rule, seat=seat, coins=gained))


@effect("steal")
class Steal(Effect):
    """Coins from an enemy Vault."""

    targets = ("opponent",)
    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"Take up to {deed.amount} coins from an enemy Vault."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        victim = player_of(aim)
        if not table.state.players[victim].is_out:
            stolen = min(deed.amount, table.state.players[victim].vault)
            table.happens(CoinsStolen(rule=rule, seat=seat, victim=victim, coins=stolen))


@effect("charge")
class ChargeBattery(Effect):
    """Coins from the War Chest onto one's Battery (ROBOT-EMPIRE.AMB.BATTERY-MAX: up to 20)."""

    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"Up to {deed.amount} coins from the War Chest onto your Battery, 20 at most."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        room = FULL_BATTERY - table.state.players[seat].battery
        charged = max(0, min(deed.amount, room, table.state.chest))
        table.happens(BatteryRecharged(rule=rule, seat=seat, coins=charged))


@effect("draw")
class DrawMore(Effect):
    """More cards."""

    needs = ("amount",)

    def says(self, deed: Deed) -> str:
        return f"Draw {deed.amount} cards."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.happens(DrawsDue(rule=rule, seat=seat, count=deed.amount))


@effect("cancel")
class Cancel(Effect):
    """The Agent that was shown before this one does nothing."""

    targets = ("agent",)

    def says(self, deed: Deed) -> str:
        return "Cancel an Agent as it is sprung; its price stays paid."

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        for window in reversed(table.state.windows[:-1]):
            if window.announced is not None and window.announced.kind == "agent":
                table.happens(AgentCancelled(rule=rule, card=window.announced.card))
                return
