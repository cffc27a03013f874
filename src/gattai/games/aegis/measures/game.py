"""Statistics of a whole battle: units brought, lost and combined, damage, Actions, energy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gattai.games.aegis.events.attack import ActionUsed, DamageTaken, UnitDestroyed, UnitRepaired
from gattai.games.aegis.events.combining import UnitCombined
from gattai.games.aegis.events.flow import Recharged, TurnBegan, UnitMoved
from gattai.games.aegis.state import State
from gattai.games.metrics import Metrics


class BattleMetrics(Metrics):
    """Statistics of one battle. AEGIS.TURN.START: the side with the first turn counts as first."""

    about: ClassVar[Mapping[str, str]] = {
        "brought.*": "robots of the squad, by card",
        "lost.*": "robots destroyed, by card",
        "combined.*": "robots that came out of the Combine Pool, by card",
        "used.*": "Actions used, by the type of the Action",
        "used_by.*": "Actions used, by the card that used them",
        "damage": "damage to the other side",
        "repaired": "damage repaired",
        "energy": "energy from recharging",
        "moves": "moves",
        "combinations": "combinations",
        "retaliations": "Actions used in the other side's turn",
    }

    def __init__(self, table: State, seats: int) -> None:
        super().__init__(table, seats)
        self.declare("damage", "repaired", "energy", "moves", "combinations", "retaliations")
        pooled = [card for pool in table.pools for card in pool]
        for card in (*(unit.card for unit in table.units), *pooled):
            self.declare(f"lost.{card.id}", f"used_by.{card.id}")
            self.declare(*(f"used.{action.type}" for action in card.action))
        for card in pooled:
            self.declare(f"combined.{card.id}")
        for unit in table.units:
            self.declare(f"brought.{unit.card.id}")
            self.add(f"brought.{unit.card.id}", unit.seat)
        self.watches = {
            TurnBegan: self._turn,
            ActionUsed: self._used,
            DamageTaken: self._damage,
            UnitRepaired: self._repaired,
            UnitDestroyed: self._destroyed,
            UnitCombined: self._combined,
            UnitMoved: self._moved,
            Recharged: self._recharged,
        }

    def _turn(self, event: TurnBegan, before: State, after: State) -> None:
        self.begins(event.seat)
        self.turns = (self.turns or 0) + 1

    def _used(self, event: ActionUsed, before: State, after: State) -> None:
        unit = after.units[event.unit]
        self.add(f"used_by.{unit.card.id}", unit.seat)
        action = unit.find_action(event.action)
        if action is not None:
            self.add(f"used.{action.type}", unit.seat)
        if event.how == "retaliation":
            self.add("retaliations", unit.seat)

    def _damage(self, event: DamageTaken, before: State, after: State) -> None:
        self.add("damage", 1 - after.units[event.unit].seat, event.amount)

    def _repaired(self, event: UnitRepaired, before: State, after: State) -> None:
        self.add("repaired", after.units[event.unit].seat, event.amount)

    def _destroyed(self, event: UnitDestroyed, before: State, after: State) -> None:
        unit = after.units[event.unit]
        self.add(f"lost.{unit.card.id}", unit.seat)

    def _combined(self, event: UnitCombined, before: State, after: State) -> None:
        seat = after.units[event.unit].seat
        self.add("combinations", seat)
        self.add(f"combined.{event.into.id}", seat)

    def _moved(self, event: UnitMoved, before: State, after: State) -> None:
        self.add("moves", after.units[event.unit].seat)

    def _recharged(self, event: Recharged, before: State, after: State) -> None:
        self.add("energy", event.seat, event.energy)


METRICS = BattleMetrics
