"""Statistics of a whole firefight: units brought and lost, damage, volleys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from gattai.games.attack_chart.events import RoundBegan, UnitDestroyed, VolleyFired
from gattai.games.attack_chart.state import State
from gattai.games.metrics import Metrics


class FirefightMetrics(Metrics):
    """Statistics of one firefight. ATTACK-CHART.HOUSE.ROUNDS: the side that begins the first round
    counts as first.
    """

    about: ClassVar[Mapping[str, str]] = {
        "brought.*": "units brought, by card",
        "lost.*": "units lost, by card",
        "damage": "HP taken from the other side",
        "damage_by.*": "HP taken from the other side, by the card that took them",
        "damage_per_point": "HP taken from the other side for each point of the own army",
        "volleys": "volleys fired",
        "saved": "successes of the other side that own saves undid",
    }

    def __init__(self, table: State, seats: int) -> None:
        super().__init__(table, seats)
        self.points = [0.0] * seats
        self.declare("damage", "damage_per_point", "volleys", "saved")
        for unit in table.units:
            card = unit.card.id
            self.declare(f"brought.{card}", f"lost.{card}", f"damage_by.{card}")
            self.add(f"brought.{card}", unit.seat)
            self.points[unit.seat] += unit.card.points
        self.watches = {
            RoundBegan: self._round,
            VolleyFired: self._volley,
            UnitDestroyed: self._destroyed,
        }

    def _round(self, event: RoundBegan, before: State, after: State) -> None:
        self.begins(event.seat)
        self.turns = event.round

    def _volley(self, event: VolleyFired, before: State, after: State) -> None:
        shooter, target = before.units[event.unit], before.units[event.target]
        lost = min(event.hp_lost, target.hp)
        self.add("volleys", shooter.seat)
        self.add("saved", target.seat, event.saved_by_armour + event.saved_by_aegis)
        self.add("damage", shooter.seat, lost)
        self.add(f"damage_by.{shooter.card.id}", shooter.seat, lost)

    def _destroyed(self, event: UnitDestroyed, before: State, after: State) -> None:
        unit = before.units[event.unit]
        self.add(f"lost.{unit.card.id}", unit.seat)

    def read(self, table: State) -> Mapping[str, Sequence[float]]:
        """Return all statistics, with damage per army point."""
        self.per("damage_per_point", "damage", self.points)
        return self.counts


METRICS = FirefightMetrics
