"""Effects on players: coins of Batteries and Vaults, cards drawn, Agents cancelled."""

from __future__ import annotations

from gattai.games.robot_empire.battle.damage import bury, drain
from gattai.games.robot_empire.cards import CardAction
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
    """Take coins from one Battery, or from all."""

    targets = ("opponent", "everybody", "yourself")
    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        whose = {"opponent": "one enemy Battery", "everybody": "every Battery"}
        return f"{spec.amount} damage to {whose.get(spec.target, 'your own Battery')}."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        seats = table.state.in_order if spec.target == "everybody" else (aim[1],)
        for each in seats:
            drain(table, seat if each is None else each, spec.amount, rule)
        bury(table, seat)


@effect("gain")
class GainCoins(Effect):
    """Gain coins from the War Chest."""

    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        return f"Take up to {spec.amount} coins from the War Chest."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        gained = min(spec.amount, table.state.chest)
        table.emit(CoinsTaken(rule=rule, seat=seat, coins=gained))


@effect("steal")
class Steal(Effect):
    """Steal coins from an enemy Vault."""

    targets = ("opponent",)
    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        return f"Take up to {spec.amount} coins from an enemy Vault."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        victim = player_of(aim)
        if not table.state.players[victim].is_out:
            stolen = min(spec.amount, table.state.players[victim].vault)
            table.emit(CoinsStolen(rule=rule, seat=seat, victim=victim, coins=stolen))


@effect("charge")
class ChargeBattery(Effect):
    """Move coins from the War Chest to the own Battery (ROBOT-EMPIRE.AMB.BATTERY-MAX: up to 20)."""

    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        return f"Up to {spec.amount} coins from the War Chest to your Battery, 20 at most."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        room = FULL_BATTERY - table.state.players[seat].battery
        charged = max(0, min(spec.amount, room, table.state.chest))
        table.emit(BatteryRecharged(rule=rule, seat=seat, coins=charged))


@effect("draw")
class DrawMore(Effect):
    """Draw more cards from the deck."""

    needs = ("amount",)

    def says(self, spec: CardAction) -> str:
        return f"Draw {spec.amount} cards."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        table.emit(DrawsDue(rule=rule, seat=seat, count=spec.amount))


@effect("cancel")
class Cancel(Effect):
    """Cancel the Agent that was shown before this one."""

    targets = ("agent",)

    def says(self, spec: CardAction) -> str:
        return "Cancel an Agent as it is sprung; its price stays paid."

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        yield from ()
        for window in reversed(table.state.windows[:-1]):
            if window.announced is not None and window.announced.kind == "agent":
                table.emit(AgentCancelled(rule=rule, card=window.announced.card))
                return
