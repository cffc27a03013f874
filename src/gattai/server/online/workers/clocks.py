"""Time limits computed from the rows of a journal: every node gets the same result, without timers.

Time always runs, whether or not anyone looks. A seat has some seconds per question; or a time bank for all
questions, with an increment per answer; or days. A player who has never come is waited for. Each row stores
a deadline in the database; the node that finds it expired acts here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from gattai.kernel.position import Step
from gattai.kernel.question import Choose, Seat, Together
from gattai.kernel.window import Pass
from gattai.scene.maker import SceneMaker
from gattai.server.messages import SeatClock
from gattai.server.online.workers.snapshot_body import Times
from gattai.server.table.clock import EARLY, Clocks, Late, Silence, StandIn, Timed, TimeLimits
from gattai.server.table.journal import Answered, Row, SeatNamed, TakenBack, TimedOut, Written
from gattai.server.table.seating import Seating

DAY = 86_400
CLAIM = 30.0
"""Seconds of absence after which the opponent may claim the win or a draw."""
ASKED = 30.0
"""Minimum seconds the match must wait for them: a player who is away during the opponent's turn holds up nobody."""
LEAST = 0.02
"""Minimum seconds until a deadline."""


class RowClocks(Clocks):
    """The clocks of one match on one of several nodes."""

    def __init__(
        self, match: Timed, maker: SceneMaker, seating: Seating, now: Callable[[], float]
    ) -> None:
        limits = TimeLimits(seating.reaction_seconds, seating.turn_seconds)
        super().__init__(match, limits, None, lambda silence: None)
        self._maker = maker
        self._seating = seating
        self._now = now
        """The time of the database."""
        self._asked: dict[Seat, tuple[int, float]] = {}
        self._first: dict[tuple[Seat, int], float] = {}
        """When each seat was first asked, by the number of answers before the question."""
        self._banks: dict[Seat, float] = {}
        self._turn: tuple[Step[Struct] | None, int | None] = None, None
        """The seat whose turn it is in the step looked at last."""

    @property
    def times(self) -> Times:
        """Return the state of the clocks for a snapshot."""
        return Times(
            tuple(sorted(self._come)),
            tuple((seat, since, at) for seat, (since, at) in sorted(self._asked.items())),
            tuple(sorted(self._banks.items())),
        )

    def restore(self, times: Times) -> None:
        """Restore the state from a snapshot."""
        self._come = {Seat(seat) for seat in times.come}
        self._asked = {Seat(seat): (since, at) for seat, since, at in times.asked}
        self._first = {(seat, since): at for seat, (since, at) in self._asked.items()}
        self._banks = {Seat(seat): left for seat, left in times.banks}

    # Effects of rows

    def entered(self, written: Written) -> None:
        """Apply a row: record who is asked since when, and the time used by an answer."""
        row, at, match = written.row, written.at, self._match
        if isinstance(row, SeatNamed):
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
                self._start(seat, since, written)
        self._first = {
            key: at for key, at in self._first.items() if key[1] > match.asked_since - 50
        }
        self.version += 1

    def _start(self, seat: Seat, since: int, written: Written) -> None:
        """Start a clock: now, or when the question was first asked if the seat took an answer back."""
        row, at = written.row, written.at
        again = isinstance(row, TakenBack) and row.by == seat
        begun = self._first.get((seat, since), at) if again else at
        self._asked[seat] = (since, begun)
        self._first[seat, since] = begun

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
        return max(LEAST, left - used) + self._seating.increment_seconds  # 0 would mean unlimited

    def _limit(self, seat: Seat, step: Step[Struct]) -> float:
        """Return the seconds a seat has for this question; 0 is unlimited."""
        seating = self._seating
        if seating.days:
            return float(DAY * seating.days)
        if seating.bank_seconds:
            return self._banks.get(seat, float(seating.bank_seconds))
        if seating.reaction_seconds == seating.turn_seconds or not self._reacts(seat, step):
            return float(seating.turn_seconds)
        return float(seating.reaction_seconds)

    def _reacts(self, seat: Seat, step: Step[Struct]) -> bool:
        question = step.question
        if not isinstance(question, Choose) or not isinstance(question.otherwise, Pass):
            return False
        if self._turn[0] is not step:  # every page asks, and the answer needs a whole scene
            self._turn = step, self._maker.layout(step.seen(None).state, None).turn
        return self._turn[1] != seat

    # Deadlines

    def deadline(self, row: Row, step: Step[Struct], count: int) -> float | None:
        """Return the seconds until someone's time is up if this row is written now."""
        match, now = self._match, self._now()
        come = self._come_with(row, step)
        question = step.question
        given = len(question.asks) - len(step.waiting) if isinstance(question, Together) else 0
        found: list[float] = []
        for seat in step.waiting:
            if seat not in match.viewers.persons or seat not in come:
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

    def _come_with(self, row: Row, step: Step[Struct]) -> set[Seat]:
        """Return the seats whose players have come once this row is written."""
        come = set(self._come)
        if isinstance(row, SeatNamed):
            come.add(Seat(row.seat))
        if isinstance(row, Answered):
            come |= {seat for seat in self._match.waiting if seat not in step.waiting}
        return come

    def until(self, seat: Seat) -> float | None:
        """Return the time until which this seat's answer may be written, by the database's clock."""
        if seat not in self._asked:
            return None
        limit = self._limit(seat, self._match.record.step)
        return self._asked[seat][1] + limit if limit else None

    def now(self) -> float:
        """Return the time of the database."""
        return self._now()

    def claim(self, seat: Seat, away: float) -> float | None:
        """Return when the win or a draw may be claimed: half a minute after the player left, if the match waits for them or the server has answered in their place."""
        if self._seating.days:
            return None
        given = [past for past in self._match.record.past if past.seat == seat]
        if given and given[-1].by_table:
            return away + CLAIM
        if seat in self._asked:
            return max(away + CLAIM, self._asked[seat][1] + ASKED)
        return None

    def left(self) -> float | None:
        """Return the seconds until someone's time is up; None if there is no deadline."""
        now = self._now()
        untils = [until for seat in self._asked if (until := self.until(seat)) is not None]
        return max(LEAST, min(untils) - now) if untils else None

    def overdue(self) -> list[Silence]:
        """Return the seats whose time is up and that were not answered for yet."""
        now = self._now()
        return [
            Silence(seat, since)
            for seat, (since, _) in self._asked.items()
            if self._is_up(seat, now)
        ]

    def _is_up(self, seat: Seat, now: float) -> bool:
        until = self.until(seat)
        return until is not None and now >= until - EARLY

    def answer_for(self, silence: Silence) -> object:
        """Return the answer in place of a silent seat, or the end of the match; None if it has more time."""
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

    # Not needed, because rows contain everything

    def look(self) -> None:
        """Do nothing: rows contain it."""

    def stop(self) -> None:
        """Do nothing: no timer is running."""

    def stirs(self, seats: Iterable[Seat]) -> None:
        """Do nothing: rows contain it."""

    def forget(self, by: Seat | None) -> None:
        """Do nothing: the row of the undo contains it."""

    def answered_for(self, silence: Silence, number: int) -> None:
        """Do nothing: the row of the answer contains it."""

    def has_come(self, seat: Seat) -> bool:
        """Whether the seat's player was ever there."""
        return seat in self._come

    def shown(self) -> tuple[SeatClock, ...]:
        """Return the public clocks: those that are running, and the time that others will have."""
        match, now = self._match, self._now() if self._asked else 0.0
        found = []
        for seat in () if match.is_over else sorted(self._come.intersection(match.viewers.persons)):
            runs = seat in self._asked
            limit = self._limit(seat, match.record.step) if runs else self._whole(seat)
            if limit:
                left = self._asked[seat][1] + limit - now if runs else limit
                found.append(SeatClock(seat, round(max(0.0, left), 1), round(limit), runs))
        return tuple(found)

    def _whole(self, seat: Seat) -> float:
        """Return the seconds that a seat will have in its own turn."""
        seating = self._seating
        if seating.bank_seconds and not seating.days:
            return self._banks.get(seat, float(seating.bank_seconds))
        return float(DAY * seating.days or seating.turn_seconds)
