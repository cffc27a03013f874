"""Activations that end in a course of answers, told by the tables that it comes to."""

from __future__ import annotations

from typing import Any

from gattai.bots.evaluations import Evaluation
from gattai.kernel.question import Seat


class Activations:
    """Counts those that are over; it is told of every choice at a settled table, and of every passing."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.running: Seat | None = None
        """Whose activation runs; None before the first, and where one was given up and the next has not begun."""
        self.over = 0

    def come_to(self, state: Any, asked: Seat) -> Seat:
        """Somebody is asked at a settled table: whose activation this is; if another's than before, that one is over."""
        turn = self.evaluation.turn_of(state, asked)
        if self.running is not None and turn != self.running:
            self.over += 1
        self.running = turn
        return turn

    def given_up(self) -> None:
        """Somebody passed: in most games that ends an activation, whoever has the next."""
        if self.evaluation.ends_by_passing:
            self.over += 1
            self.running = None
