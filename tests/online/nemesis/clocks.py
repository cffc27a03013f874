"""What clocks did, judged by nothing but the times in the journal: nobody loses who has answered in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gattai.bots.registry import PERSON
from gattai.kernel.question import Together
from gattai.kernel.record import Record
from gattai.server.table.clock import EARLY
from gattai.server.table.journal import Answered, Row, SeatNamed, TimedOut
from gattai.server.table.seating import Seating

LEAST = 0.02
"""Seconds that are left at least to whoever has answered."""
MOST = 2.0
"""Seconds between the moment at which the statement judges an answer and the time that it notes, on a busy machine."""


class Umpire:
    """Reads the journal of one match with a watch: who was asked since when, and how long they had."""

    def __init__(self, seating: Seating, players: tuple[str, ...]) -> None:
        self._seating = seating
        self._persons = {seat for seat, who in enumerate(players) if who == PERSON}
        self._come: set[int] = set()
        self._asked: dict[int, tuple[int, float]] = {}
        """By seat: the answers before the question, and when it was asked."""
        self._left: dict[int, float] = {}
        self.rung = 0
        """How often somebody's time was up."""
        self.unjust: list[str] = []

    def sees(self, row: Row, at: float, given: Sequence[tuple[int | None, bool]]) -> None:
        """A row, written at this time; its answers, each with its seat and whether the table gave it."""
        if isinstance(row, SeatNamed):
            self._come.add(row.seat)
        elif isinstance(row, TimedOut):
            self._rings(row.seat, at, "lost on time")
        elif isinstance(row, Answered):
            for seat, by_table in given:
                if seat is None:
                    continue
                if by_table:
                    self._rings(seat, at, "was answered for")
                else:
                    self._answers(seat, at)
                _, since = self._asked.pop(seat, (0, at))
                spent = max(LEAST, self._limit(seat) - (at - since))
                self._left[seat] = spent + self._seating.increment_seconds

    def then(self, record: Record[Any], at: float) -> None:
        """What is asked after that row."""
        question, waiting = record.question, record.step.waiting
        given = len(question.asks) - len(waiting) if isinstance(question, Together) else 0
        before = record.count - given
        now = {seat for seat in waiting if seat in self._persons and seat in self._come}
        self._asked = {
            seat: asked
            for seat, asked in self._asked.items()
            if seat in now and asked[0] == before
        } | {
            seat: (before, at)
            for seat in now
            if self._asked.get(seat, (-1, 0.0))[0] != before
        }  # fmt: skip

    def _limit(self, seat: int) -> float:
        if self._seating.bank_seconds:
            return self._left.get(seat, float(self._seating.bank_seconds))
        return float(self._seating.turn_seconds)

    def _answers(self, seat: int, at: float) -> None:
        """Nor does anybody answer whose time was up."""
        self._come.add(seat)
        limit = self._limit(seat)
        if limit and seat in self._asked and (had := at - self._asked[seat][1]) > limit + MOST:
            self.unjust.append(f"seat {seat} answered after {had:.2f} s of {limit:.2f}")

    def _rings(self, seat: int, at: float, how: str) -> None:
        self.rung += 1
        if seat not in self._asked:
            self.unjust.append(f"seat {seat} {how}, and was not asked")
            return
        had, limit = at - self._asked[seat][1], self._limit(seat)
        if not limit or had < limit - EARLY - 0.01:
            self.unjust.append(f"seat {seat} {how} after {had:.2f} s of {limit:.2f}")
