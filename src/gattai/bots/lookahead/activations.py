"""Detects the ends of activations during a rollout."""

from __future__ import annotations

import msgspec

from gattai.bots.evaluation import AnyEvaluation
from gattai.kernel.question import Seat


class Activations:
    """Counts finished activations; call it for every choice at a settled table and every pass."""

    def __init__(self, evaluation: AnyEvaluation) -> None:
        self.evaluation = evaluation
        self.running: Seat | None = None
        """The seat of the current activation; None before the first, and after a pass."""
        self.over = 0

    def come_to(self, state: msgspec.Struct, asked: Seat) -> Seat:
        """Note a choice at a settled table; another seat's activation ends the last one."""
        turn = self.evaluation.turn_of(state, asked)
        if self.running is not None and turn != self.running:
            self.over += 1
        self.running = turn
        return turn

    def given_up(self) -> None:
        """Note a pass, which in most games ends an activation."""
        if self.evaluation.ends_by_passing:
            self.over += 1
            self.running = None
