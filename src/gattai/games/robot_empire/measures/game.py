"""Statistics of a whole game: cards played and lost, damage to Batteries and units, attacks, coins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gattai.games.metrics import Metrics
from gattai.games.robot_empire.events.battle import (
    AttackDeclared,
    BatteryHit,
    BlockDeclared,
    UnitDamaged,
    UnitDestroyed,
)
from gattai.games.robot_empire.events.cards import (
    CameHome,
    CardAnnounced,
    CardBroughtOut,
    ComponentInstalled,
    UpgradePaid,
)
from gattai.games.robot_empire.events.flow import TurnBegan
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.question import Seat


class WarMetrics(Metrics):
    """Statistics of one game. ROBOT-EMPIRE.TURN.ALL-PHASES: the player with the first turn counts
    as first.
    """

    about: ClassVar[Mapping[str, str]] = {
        "used.*": "cards played, by card",
        "lost.*": "units destroyed, by their first card",
        "cards_used": "cards played",
        "coins_spent": "coins paid for cards",
        "coins_mined": "coins brought home from Moons",
        "upgrades": "upgrades paid",
        "attacks": "attacks declared",
        "blocks": "fighters sent to block",
        "battery": "coins lost from the own Battery",
        "wounds": "damage that own units took",
        "units_lost": "own units destroyed",
    }

    def __init__(self, table: State, seats: int) -> None:
        super().__init__(table, seats)
        self.declare("cards_used", "coins_spent", "coins_mined", "upgrades", "attacks", "blocks")
        self.declare("battery", "wounds", "units_lost")
        for card in table.box.cards:
            if card.category != "moon":
                self.declare(f"used.{card.id}", f"lost.{card.id}")
        self.watches = {
            TurnBegan: self._turn,
            CardBroughtOut: self._brought,
            ComponentInstalled: self._brought,
            CardAnnounced: self._announced,
            UpgradePaid: self._upgrade,
            CameHome: self._home,
            AttackDeclared: self._attack,
            BlockDeclared: self._block,
            BatteryHit: self._battery,
            UnitDamaged: self._wounded,
            UnitDestroyed: self._destroyed,
        }

    def _turn(self, event: TurnBegan, before: State, after: State) -> None:
        self.begins(event.seat)
        self.turns = (self.turns or 0) + 1

    def _played(self, seat: Seat, card: CardId, price: int, table: State) -> None:
        self.add("cards_used", seat)
        self.add("coins_spent", seat, price)
        self.add(f"used.{table.card(card).id}", seat)

    def _brought(
        self, event: CardBroughtOut | ComponentInstalled, before: State, after: State
    ) -> None:
        self._played(event.seat, event.card, event.price, after)

    def _announced(self, event: CardAnnounced, before: State, after: State) -> None:
        self._played(event.announced.seat, event.announced.card, event.price, after)

    def _upgrade(self, event: UpgradePaid, before: State, after: State) -> None:
        self._counted("upgrades", event.unit, 1, before, after)

    def _home(self, event: CameHome, before: State, after: State) -> None:
        self._counted("coins_mined", event.unit, event.harvest + event.bonus, before, after)

    def _attack(self, event: AttackDeclared, before: State, after: State) -> None:
        self._counted("attacks", event.unit, 1, before, after)

    def _counted(self, name: str, unit: CardId, amount: float, before: State, after: State) -> None:
        """Counted for the owner of the unit, which may have appeared or disappeared with this answer."""
        seat = before.seat_of(unit)
        if seat is None:
            seat = after.seat_of(unit)
        if seat is not None:
            self.add(name, seat, amount)

    def _block(self, event: BlockDeclared, before: State, after: State) -> None:
        self.add("blocks", event.seat)

    def _battery(self, event: BatteryHit, before: State, after: State) -> None:
        self.add("battery", event.seat, event.coins)

    def _wounded(self, event: UnitDamaged, before: State, after: State) -> None:
        self.add("wounds", event.seat, event.damage)

    def _destroyed(self, event: UnitDestroyed, before: State, after: State) -> None:
        self.add("units_lost", event.seat)
        self.add(f"lost.{after.card(event.unit).id}", event.seat)


METRICS = WarMetrics
