"""Time, counted from the rows of a journal: every node comes to the same, and nothing hangs on a timer.

Time always counts, whoever looks. A seat has so many seconds for a question; or so many for all of its
questions, with some added after each answer; or days. Who has never come yet is waited for. A deadline
goes into the database with each row; whichever node finds that one has passed rings here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gattai.kernel.position import Step
from gattai.kernel.question import Choose, Seat, Together
from gattai.kernel.window import Pass
from gattai.scene.maker import SceneMaker
from gattai.server.messages import SeatClock
from gattai.server.online.keeping.kept import Times
from gattai.server.table.clock import EARLY, Clocks, Late, Limits, Silence, StandIn, Timed
from gattai.server.table.journal import Answered, Named, Row, TakenBack, TimedOut, Written
from gattai.server.table.seating import Seating

DAY = 86_400
CLAIM = 120.0
"""Seconds for which somebody has to be away until the other one may claim the win."""
ASKED = 30.0
"""Seconds for which they have to be waited for at least: who is away while the other one thinks holds nobody up."""
LEAST = 0.02
"""A deadline is at least so many seconds away."""


class RowClocks(Clocks):
    """The clocks of one match at one of several nodes."""

    def __init__(
        self, match: Timed, maker: SceneMaker, seating: Seating, now: Callable[[], float]
    ) -> None:
        limits = Limits(seating.reaction_seconds, seating.turn_seconds)
        super().__init__(match, limits, None, lambda silence: None)
        self._maker = maker
        self._seating = seating
        self._now = now
        """The time of the database."""
        self._asked: dict[Seat, tuple[int, float]] = {}
        self._first: dict[tuple[Seat, int], float] = {}
        """Since when a seat was asked first, by the answers before the question."""
        self._banks: dict[Seat, float] = {}
        self._turn: tuple[Step[Any] | None, int | None] = None, None
        """Whose turn it is in the step that was looked at last."""

    @property
    def times(self) -> Times:
        """What is to be kept of them."""
        return Times(
            tuple(sorted(self._come)),
            tuple((seat, since, at) for seat, (since, at) in sorted(self._asked.items())),
            tuple(sorted(self._banks.items())),
        )

    def restore(self, times: Times) -> None:
        """Go on from what was kept."""
        self._come = {Seat(seat) for seat in times.come}
        self._asked = {Seat(seat): (since, at) for seat, since, at in times.asked}
        self._first = {(seat, since): at for seat, (since, at) in self._asked.items()}
        self._banks = {Seat(seat): left for seat, left in times.banks}

    # What rows say

    def entered(self, written: Written) -> None:
        """Who is asked since when; whoever has answered has used up some time."""
        row, at, match = written.row, written.at, self._match
        if isinstance(row, Named):
            self._come.add(Seat(row.seat))
        elif isinstance(row, Answered):
            self._answered(row, at)
        asked = {}
        if not match.is_over:
            asked = {ask.seat: match.asked_since for ask in self._asks() if ask.seat in self._come}
        if isinstance(row, TakenBack):
            self._asked.clear()
            self._late.clear()
        for seat in [seat for seat, (since, _) in self._asked.items() if asked.get(seat) != since]:
            del self._asked[seat]
        for seat, since in asked.items():
            if seat not in self._asked:
                again = isinstance(row, TakenBack) and row.by == seat
                begun = self._first.get((seat, since), at) if again else at
                self._asked[seat] = (since, begun)
                self._first[seat, since] = begun
        self._first = {
            key: at for key, at in self._first.items() if key[1] > match.asked_since - 50
        }
        self.version += 1

    def _answered(self, row: Answered, at: float) -> None:
        record = self._match.record
        for number, past in enumerate(
            record.past[-len(row.lines) :], record.count - len(row.lines)
        ):
            if past.seat is None:
                continue
            since, begun = self._asked.pop(past.seat, (number, at))
            if past.by_table:
                self._late[past.seat] = Late(since + 1, number + 1, round(at - begun))
            else:
                self._come.add(past.seat)
            if self._seating.bank_seconds:
                self._banks[past.seat] = self._bank_after(past.seat, at - begun)

    def _bank_after(self, seat: Seat, used: float) -> float:
        left = self._banks.get(seat, float(self._seating.bank_seconds))
        return max(LEAST, left - used) + self._seating.increment_seconds  # 0 would be no limit

    def _limit(self, seat: Seat, step: Step[Any]) -> float:
        """Seconds that a seat has for this question; 0 for as many as it likes."""
        seating = self._seating
        if seating.days:
            return float(DAY * seating.days)
        if seating.bank_seconds:
            return self._banks.get(seat, float(seating.bank_seconds))
        if seating.reaction_seconds == seating.turn_seconds or not self._reacts(seat, step):
            return float(seating.turn_seconds)
        return float(seating.reaction_seconds)

    def _reacts(self, seat: Seat, step: Step[Any]) -> bool:
        question = step.question
        if not isinstance(question, Choose) or not isinstance(question.otherwise, Pass):
            return False
        if self._turn[0] is not step:  # every page asks, and a whole table has to be laid for it
            self._turn = step, self._maker.setting(step.seen(None).state, None).turn
        return self._turn[1] != seat

    # What is due

    def deadline(self, row: Row, step: Step[Any], count: int) -> float | None:
        """Seconds until somebody's time is up, if this is written now."""
        match, now = self._match, self._now()
        come = set(self._come)
        if isinstance(row, Named):
            come.add(Seat(row.seat))
        if isinstance(row, Answered):
            come |= {seat for seat in match.waiting if seat not in step.waiting}
        question = step.question
        given = len(question.asks) - len(step.waiting) if isinstance(question, Together) else 0
        found: list[float] = []
        for seat in step.waiting:
            if seat not in match.persons or seat not in come:
                continue
            limit = self._limit(seat, step)
            if not limit:
                continue
            since, begun = self._asked.get(seat, (-1, now))
            if since == count - given and not isinstance(row, TakenBack):
                found.append(begun + limit - now)
            elif isinstance(row, Answered) and seat in self._asked and self._seating.bank_seconds:
                found.append(self._bank_after(seat, now - begun))
            else:
                found.append(limit)
        return max(LEAST, min(found)) if found else None

    def until(self, seat: Seat) -> float | None:
        """Until when an answer of this seat may be written, by the clock of the database."""
        if seat not in self._asked:
            return None
        limit = self._limit(seat, self._match.record.step)
        return self._asked[seat][1] + limit if limit else None

    def now(self) -> float:
        """The time of the database."""
        return self._now()

    def claim(self, seat: Seat, away: float) -> float | None:
        """Two minutes after it was left, if the match has to wait for it or the table has answered in its place."""
        if self._seating.days:
            return None
        given = [past for past in self._match.record.past if past.seat == seat]
        if given and given[-1].by_table:
            return away + CLAIM
        if seat in self._asked:
            return max(away + CLAIM, self._asked[seat][1] + ASKED)
        return None

    def left(self) -> float | None:
        """Seconds until somebody's time is up; None if nobody's will be."""
        now = self._now()
        untils = [until for seat in self._asked if (until := self.until(seat)) is not None]
        return max(LEAST, min(untils) - now) if untils else None

    def overdue(self) -> list[Silence]:
        """Those whose time is up and for whom nothing was answered yet."""
        now = self._now()
        return [
            Silence(seat, since)
            for seat, (since, _) in self._asked.items()
            if self._is_up(seat, now)
        ]

    def _is_up(self, seat: Seat, now: float) -> bool:
        until = self.until(seat)
        return until is not None and now >= until - EARLY

    def answer_for(self, silence: Silence) -> Any:
        """The answer in place of a silent seat, or the end of the match; None if it has more time."""
        seat = silence.seat
        since, _ = self._asked.get(seat, (-1, 0.0))
        if since != silence.since or not self._is_up(seat, self._now()):
            return None
        loses = self._seating.days or self._seating.bank_seconds
        if loses and len(self._match.record.rules.seats) == 2:
            return TimedOut(seat)
        for ask in self._asks():
            if ask.seat == seat:
                otherwise = getattr(ask, "otherwise", None)
                return StandIn() if otherwise is None else otherwise
        return None

    # What a clock with timers does, and this one need not

    def look(self) -> None:
        """Rows have said it all."""

    def stop(self) -> None:
        """Nothing runs."""

    def stirs(self, seats: Iterable[Seat]) -> None:
        """Whoever is there has said so by a row."""

    def forget(self, by: Seat | None) -> None:
        """The row that took back has said it."""

    def answered_for(self, silence: Silence, number: int) -> None:
        """So has the row with the answer."""

    def has_come(self, seat: Seat) -> bool:
        """Whether somebody was ever there."""
        return seat in self._come

    def shown(self) -> tuple[SeatClock, ...]:
        """The clocks, as everybody may see them: those that run, and what others will have."""
        match, now = self._match, self._now() if self._asked else 0.0
        found = []
        for seat in () if match.is_over else sorted(self._come.intersection(match.persons)):
            runs = seat in self._asked
            limit = self._limit(seat, match.record.step) if runs else self._whole(seat)
            if limit:
                left = self._asked[seat][1] + limit - now if runs else limit
                found.append(SeatClock(seat, round(max(0.0, left), 1), round(limit), runs))
        return tuple(found)

    def _whole(self, seat: Seat) -> float:
        """Seconds that a seat has when it is asked the next time, in a turn of its own."""
        seating = self._seating
        if seating.bank_seconds and not seating.days:
            return self._banks.get(seat, float(seating.bank_seconds))
        return float(DAY * seating.days or seating.turn_seconds)
