"""How long the server waits for a silent player, and what it does then.

When a seat is silent for too long, the server gives the answer that costs nothing according to the rules
(`otherwise`); if the rules name none, a bot answers that sees what the seat sees. The limits are set when the match is created and
depend only on the kind of question and on the seat's earlier answers, never on its hidden information. So a
pause reveals nothing.

Time counts only while another player's page is open. A player who
has never come is waited for.
Bots have no clock. After an undo that needed no consent, the question returns but the time used does not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from gattai.kernel.position import Step
from gattai.kernel.question import Choose, Place, Seat, Together
from gattai.kernel.record import Record
from gattai.server.messages import SeatClock
from gattai.server.table.history import History
from gattai.server.table.journal import Row, Written
from gattai.server.table.lessons import Guide

REACTION_SECONDS = 30
TURN_SECONDS = 300
"""The default where people play over a network."""
STAND_IN = "rookie"
"""The bot that answers for a silent seat if the rules name no answer."""
AWAY_SECONDS = 5
"""The time of a player who was answered for and has been silent since."""
EARLY = 0.1
"""Tolerance in seconds for timers with coarse steps."""
MAX_SPENT = 600
MIN_SECONDS = 5
MAX_SECONDS = 14 * 86_400


class TimeLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seconds that a seat has for an answer; 0 is unlimited."""

    reaction: int = 0
    """For reactions in another player's turn."""
    turn: int = 0
    """For all other answers."""


NO_LIMITS = TimeLimits()


def limits_of(reaction: int | None, turn: int | None, guests: Sequence[int]) -> TimeLimits:
    """Return the limits of a new match: as requested, or the defaults. Raises ValueError for invalid ones.

    >>> limits_of(None, None, guests=()), limits_of(20, None, guests=(1,))
    (TimeLimits(reaction=0, turn=0), TimeLimits(reaction=20, turn=300))
    """
    for seconds in (reaction, turn):
        if seconds and not MIN_SECONDS <= seconds <= MAX_SECONDS:
            raise ValueError(
                f"a time limit is {MIN_SECONDS} to {MAX_SECONDS} seconds, or 0 for unlimited; not {seconds}"
            )
    usual = (REACTION_SECONDS, TURN_SECONDS) if guests else (0, 0)
    return TimeLimits(
        usual[0] if reaction is None else reaction, usual[1] if turn is None else turn
    )


class Timer(Protocol):
    """A call scheduled on a clock."""

    def cancel(self) -> None:
        """Cancel the call before its time."""
        ...


class TimeSource(Protocol):
    """A clock with timers. An event loop is one; tests have one that they control."""

    def time(self) -> float:
        """Return the time in seconds since any fixed moment."""
        ...

    def call_at(self, when: float, callback: Callable[..., object], *args: object) -> Timer:
        """Schedule a call at a time."""
        ...


class Silence(msgspec.Struct, frozen=True):
    """A seat's time for a question is up; the question is identified by the number of answers before it."""

    seat: Seat
    since: int


class StandIn(msgspec.Struct, frozen=True):
    """In place of an answer: a bot has to find one."""


class Late(msgspec.Struct, frozen=True):
    """The last answer that the server gave for a seat, and the numbers of its question."""

    first: int
    last: int
    seconds: int


class _Wait(msgspec.Struct):
    since: int
    limit: int
    begun: float
    until: float
    timer: Timer


class HasHands(Protocol):
    """A viewer: the seats it plays."""

    hands: tuple[Seat, ...]


class Audience(Protocol):
    """All viewers of a match."""

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of persons."""
        ...

    @property
    def pages(self) -> Sequence[HasHands]: ...


class Timed(Protocol):
    """What clocks need to know about their match."""

    record: Record[Struct]
    history: History
    guide: Guide | None
    shut: bool
    is_over: bool
    waiting: tuple[Seat, ...]
    asked_since: int

    @property
    def viewers(self) -> Audience: ...


class Clocks:
    """The clocks of one match."""

    def __init__(
        self,
        match: Timed,
        limits: TimeLimits,
        clock: TimeSource | None,
        silent: Callable[[Silence], None],
    ) -> None:
        self._match = match
        self.limits = limits
        self._given_clock = clock
        self._silent = silent
        self._waits: dict[Seat, _Wait] = {}
        self._come: set[Seat] = set()
        self._away: set[Seat] = set()
        self._late: dict[Seat, Late] = {}
        self._spent: dict[tuple[Seat, int], float] = {}
        """Seconds a seat has used for a question, by the number of answers before it."""
        self.version = 0
        """Changes whenever a clock starts or stops, so that pages are updated."""

    @property
    def _clock(self) -> TimeSource:
        """Return the given clock, or else the event loop."""
        return self._given_clock or asyncio.get_running_loop()

    # Running

    def look(self) -> None:
        """Start the clocks of the seats that are asked, and stop all others."""
        wanted = self._wanted()
        for seat, wait in [*self._waits.items()]:
            if wanted.get(seat) != (wait.since, wait.limit):
                self._stop(seat)
        for seat, (since, limit) in wanted.items():
            if seat not in self._waits:
                now = self._clock.time()
                self._set(seat, since, limit, now - self._spent.get((seat, since), 0.0))

    def _set(self, seat: Seat, since: int, limit: int, begun: float) -> None:
        until = begun + (min(limit, AWAY_SECONDS) if seat in self._away else limit)
        timer = self._clock.call_at(until, self._silent, Silence(seat, since))
        self._waits[seat] = _Wait(since, limit, begun, until, timer)
        self.version += 1

    def _stop(self, seat: Seat) -> None:
        wait = self._waits.pop(seat)
        wait.timer.cancel()
        self._spent[seat, wait.since] = self._clock.time() - wait.begun
        if len(self._spent) > MAX_SPENT:
            newest = sorted(self._spent.items(), key=lambda item: item[0][1])
            self._spent = dict(newest[-MAX_SPENT // 2 :])
        self.version += 1

    def stop(self) -> None:
        """Stop all clocks, because no question is open or the match is closed."""
        for seat in [*self._waits]:
            self._stop(seat)

    def _wanted(self) -> dict[Seat, tuple[int, int]]:
        """Return the question and its limit for each seat whose clock must run."""
        match = self._match
        if self.limits == NO_LIMITS or match.is_over or match.shut or match.guide is not None:
            return {}
        asks = self._asks()
        limit = self.limits.turn
        if asks and self.limits.reaction != limit:
            shown = match.history.scene(None).ask
            limit = self.limits.reaction if shown and shown.kind == "react" else limit
        if not limit:
            return {}
        since = match.asked_since
        return {
            ask.seat: (since, limit)
            for ask in asks
            if self.has_come(ask.seat) and self._somebody_waits(ask.seat)
        }

    def has_come(self, seat: Seat) -> bool:
        """Whether the seat's player was ever there: a page was open, or an answer was given before a restart."""
        if seat not in self._come:
            past = self._match.record.past
            if not any(each.seat == seat and not each.by_table for each in past):
                return False
            self._come.add(seat)
        return True

    def _asks(self) -> list[Choose | Place]:
        """Return the open questions to persons."""
        question = self._match.record.question
        asks: Iterable[Choose | Place] = ()
        if isinstance(question, Together):
            asks = question.asks
        elif isinstance(question, Choose | Place):
            asks = (question,)
        persons, waiting = self._match.viewers.persons, self._match.waiting
        return [ask for ask in asks if ask.seat in persons and ask.seat in waiting]

    def _somebody_waits(self, seat: Seat) -> bool:
        return any(hand != seat for page in self._match.viewers.pages for hand in page.hands)

    # Activity

    def stirs(self, seats: Iterable[Seat]) -> None:
        """Note that these seats' players are there: a player considered away gets the full time again."""
        for seat in seats:
            self._come.add(seat)
            if seat not in self._away:
                continue
            self._away.discard(seat)
            wait = self._waits.get(seat)
            if wait is not None:
                wait.timer.cancel()
                self._set(seat, wait.since, wait.limit, wait.begun)

    def answer_for(self, silence: Silence) -> object:
        """Return the answer in place of a silent seat; None if it has answered, or has more time by now.

        Returns `StandIn` if the rules name no free answer: then a bot answers.
        """
        seat = silence.seat
        wait = self._waits.get(seat)
        if wait is None or wait.since != silence.since:
            return None
        if self._clock.time() < wait.until - EARLY:
            return None
        for ask in self._asks():
            if ask.seat == seat:
                otherwise = getattr(ask, "otherwise", None)
                return StandIn() if otherwise is None else otherwise
        return None

    def deadline(self, row: Row, step: Step[Struct], count: int) -> float | None:
        """Return None: these clocks have their own timers."""
        return None

    def until(self, seat: Seat) -> float | None:
        """Return None: an answer is accepted until the server has answered instead."""
        return None

    def due(self, seat: Seat) -> float | None:
        """Return when this seat may be answered for, by the journal's clock; None for any time."""
        until = self.until(seat)
        return None if until is None else until - EARLY

    def now(self) -> float:
        """Return the time by the journal's clock, which these clocks do not need."""
        return 0.0

    def claim(self, seat: Seat, away: float) -> float | None:
        """Return when the opponent may claim the win or a draw over a seat left at this moment; None for never.

        Here the server answers for an absent player so soon that nobody is held up.
        """
        return None

    def entered(self, written: Written) -> None:
        """Do nothing: these clocks depend only on the open questions."""

    def overdue(self) -> list[Silence]:
        """Return the seats whose time is up and that were not answered for yet."""
        now = self._clock.time() if self._waits else 0.0
        return [
            Silence(seat, wait.since)
            for seat, wait in self._waits.items()
            if now >= wait.until - EARLY
        ]

    def answered_for(self, silence: Silence, number: int) -> None:
        """Record that the server gave this answer: a late player gets a message and counts as away."""
        seat, wait = silence.seat, self._waits.get(silence.seat)
        if wait is not None:
            seconds = round(wait.until - wait.begun)
            self._late[seat] = Late(wait.since + 1, number, seconds)
        self._away.add(seat)

    def late(self, seat: Seat, number: int) -> Late | None:
        """Return the server's answer if it has answered this question in place of the seat."""
        late = self._late.get(seat)
        return late if late is not None and late.first <= number <= late.last else None

    def forget(self, by: Seat | None) -> None:
        """Reset the clocks after an undo, because numbers now mean other questions.

        A player who took back without consent keeps only the remaining time; otherwise one could
        answer and take back forever. With consent, the question gets the full time.
        """
        self.stop()
        self._late.clear()
        since = self._match.asked_since
        used = sum(s for (seat, at), s in self._spent.items() if seat == by and at >= since)
        self._spent = {key: s for key, s in self._spent.items() if key[1] < since}
        if by is not None:
            self._spent[by, since] = used

    def shown(self) -> tuple[SeatClock, ...]:
        """Return the running clocks, which are public."""
        now = self._clock.time() if self._waits else 0.0
        return tuple(
            SeatClock(
                seat=seat,
                left=round(max(0.0, wait.until - now), 1),
                limit=round(wait.until - wait.begun),
            )
            for seat, wait in sorted(self._waits.items())
        )
