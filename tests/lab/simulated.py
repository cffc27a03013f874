"""A runner that plays nothing: who wins a game is drawn from a chance that the test knows."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import exp

from gattai.lab.batch import Batch, Span
from gattai.lab.plan import BatchPlan, PlannedGame
from gattai.lab.sitting import Row

Odds = Callable[[PlannedGame], float]
"""The log odds of the first seat in a game."""


class Simulated:
    """Rows as a study has them, of games that were never played."""

    width = 1

    def __init__(self, plan: BatchPlan, odds: Odds) -> None:
        self.plan = plan
        self.odds = odds
        self.waiting: list[Span] = []

    @property
    def open(self) -> int:
        return len(self.waiting)

    def submit(self, span: Span) -> None:
        self.waiting.append(span)

    def finished(self) -> list[Batch]:
        span = self.waiting.pop(0)
        pairs = range(span.start, span.stop)
        seatings = [each for pair in pairs for each in self.plan.seatings(pair)]
        return [Batch(span, tuple(map(self.row, seatings)), 0.001 * span.pairs)]

    def close(self) -> None:
        self.waiting.clear()

    def row(self, seating: PlannedGame) -> Row:
        drawn = random.Random(f"{seating.seed}-{seating.arm}-{seating.leg}").random()
        winner = 0 if drawn < 1 / (1 + exp(-self.odds(seating))) else 1
        won, first = float(winner == seating.own), float(winner == 0)
        told = {"won": won, "first_mover": first, "length": 10.0}
        return Row(
            pair=seating.pair,
            leg=seating.leg,
            arm=self.plan.arms[seating.arm].name,
            seed=seating.seed,
            seats=",".join(seating.seats),
            winner=winner,
            score=won if self.plan.kind == "versus" else first,
            first_mover=first,
            length=10,
            turns=None,
            digest="",
            metrics=tuple(told.get(name) for name in self.plan.metrics),
            fired=(),
        )


def simulated(odds: Odds) -> Callable[[BatchPlan], Simulated]:
    """Who makes such a runner for a plan."""
    return lambda plan: Simulated(plan, odds)
