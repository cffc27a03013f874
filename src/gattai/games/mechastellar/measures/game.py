"""Statistics of a whole battle: units brought and lost, damage, skills, Momentum, Victory Points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from gattai.games.mechastellar.events.attack import (
    AttackDeclared,
    DamageTaken,
    FinishingBlowStruck,
    SkillUsed,
    UnitDestroyed,
)
from gattai.games.mechastellar.events.flow import (
    CommandGiven,
    MomentumChanged,
    OwnerChanged,
    RoundBegan,
    ScoreChanged,
)
from gattai.games.mechastellar.state import State
from gattai.games.metrics import Metrics


class BattleMetrics(Metrics):
    """Statistics of one battle. MS.ROUND.SEQUENCE: the first side of the first round counts as first."""

    about: ClassVar[Mapping[str, str]] = {
        "brought.*": "models brought, by card",
        "lost.*": "models destroyed, by card",
        "attacks_by.*": "attacks made, by card",
        "damage": "damage to the other side",
        "damage_per_point": "damage to the other side for each VP of the own force",
        "attacks": "attacks made, Counters too",
        "counters": "attacks made in the other side's turn",
        "skills_used": "skills, reactions and the like that were used",
        "finishing_blows": "Finishing Blows struck",
        "momentum": "Momentum gained, less what was lost",
        "victory_points": "Victory Points scored",
        "points_taken": "Control Points taken",
        "commands": "Commands given",
    }

    def __init__(self, table: State, seats: int) -> None:
        super().__init__(table, seats)
        self.points = [0.0] * seats
        self.declare("damage", "damage_per_point", "attacks", "counters", "skills_used")
        self.declare("finishing_blows", "momentum", "victory_points", "points_taken", "commands")
        for unit in table.units:
            card = unit.card
            self.declare(f"brought.{card.id}", f"lost.{card.id}", f"attacks_by.{card.id}")
            self.add(f"brought.{card.id}", unit.seat)
            self.points[unit.seat] += card.vp
        self.watches = {
            RoundBegan: self._round,
            AttackDeclared: self._attack,
            DamageTaken: self._damage,
            FinishingBlowStruck: self._finished,
            SkillUsed: self._skill,
            UnitDestroyed: self._destroyed,
            MomentumChanged: self._momentum,
            ScoreChanged: self._score,
            OwnerChanged: self._owner,
            CommandGiven: self._command,
        }

    def _round(self, event: RoundBegan, before: State, after: State) -> None:
        self.begins(event.first)
        self.turns = event.number

    def _attack(self, event: AttackDeclared, before: State, after: State) -> None:
        unit = before.units[event.unit]
        self.add("attacks", unit.seat)
        self.add(f"attacks_by.{unit.card.id}", unit.seat)
        if not event.own_turn:
            self.add("counters", unit.seat)

    def _damage(self, event: DamageTaken, before: State, after: State) -> None:
        self.add("damage", 1 - before.units[event.unit].seat, event.damage)

    def _finished(self, event: FinishingBlowStruck, before: State, after: State) -> None:
        self.add("finishing_blows", 1 - before.units[event.target].seat)

    def _skill(self, event: SkillUsed, before: State, after: State) -> None:
        self.add("skills_used", before.units[event.unit].seat)

    def _destroyed(self, event: UnitDestroyed, before: State, after: State) -> None:
        unit = before.units[event.unit]
        self.add(f"lost.{unit.card.id}", unit.seat)

    def _momentum(self, event: MomentumChanged, before: State, after: State) -> None:
        self.add("momentum", event.seat, event.amount)

    def _score(self, event: ScoreChanged, before: State, after: State) -> None:
        self.add("victory_points", event.seat, event.amount)

    def _owner(self, event: OwnerChanged, before: State, after: State) -> None:
        if event.owner is not None:
            self.add("points_taken", event.owner)

    def _command(self, event: CommandGiven, before: State, after: State) -> None:
        self.add("commands", event.seat)

    def read(self, table: State) -> Mapping[str, Sequence[float]]:
        """Return all statistics, with damage per Victory Point of the force."""
        self.per("damage_per_point", "damage", self.points)
        return self.counts


METRICS = BattleMetrics
