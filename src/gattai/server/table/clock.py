"""How long a table waits for somebody who says nothing, and what it does then.

A seat that is silent for too long is answered for: by the answer of which the rules say that it spends
nothing (`otherwise`), and where they name none by a bot that sees what the seat sees. How long is too long is told by whoever opens the match, and hangs on
nothing but the kind of question and on what a seat has said before: never on what it holds. So a
pause tells nobody anything.

Nobody is held up where nobody waits: time counts only while a page of another player is open. And who
has never come yet is waited for: a game does not begin without them.
Bots need no clock. Whoever takes back for nothing gets the question again, but not the time that has gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from gattai.kernel.position import Step
from gattai.kernel.question import Choose, Place, Seat, Together
from gattai.kernel.record import Record
from gattai.server.messages import SeatClock
from gattai.server.table.history import History
from gattai.server.table.journal import Row, Written
from gattai.server.table.lessons import Guide

REACTION_SECONDS = 30
TURN_SECONDS = 300
"""What is usual where people play over a network."""
STAND_IN = "rookie"
"""The bot that answers in the place of a silent seat where the rules name no answer."""
AWAY_SECONDS = 5
"""For whoever was answered for the last time and has not said a word since."""
EARLY = 0.1
"""A clock may ring a little before its time, where it counts in coarse steps."""
MOST_SPENT = 600
LEAST_SECONDS = 5
MOST_SECONDS = 14 * 86_400


class Limits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seconds that a seat has for an answer; 0 is no limit."""

    reaction: int = 0
    """To react in somebody else's turn."""
    turn: int = 0
    """For anything else."""


NO_LIMITS = Limits()


def limits_of(reaction: int | None, turn: int | None, guests: Sequence[int]) -> Limits:
    """The limits of a new match: as asked for, else what is usual. ValueError for what cannot be.

    >>> limits_of(None, None, guests=()), limits_of(20, None, guests=(1,))
    (Limits(reaction=0, turn=0), Limits(reaction=20, turn=300))
    """
    for seconds in (reaction, turn):
        if seconds and not LEAST_SECONDS <= seconds <= MOST_SECONDS:
            raise ValueError(
                f"a limit is {LEAST_SECONDS} to {MOST_SECONDS} seconds, or 0 for none; not {seconds}"
            )
    usual = (REACTION_SECONDS, TURN_SECONDS) if guests else (0, 0)
    return Limits(usual[0] if reaction is None else reaction, usual[1] if turn is None else turn)


class Timer(Protocol):
    """Something that is going to happen."""

    def cancel(self) -> None:
        """It is not to happen any more."""
        ...


class Clock(Protocol):
    """Tells the time and wakes people up. An event loop is one; tests have one that they move."""

    def time(self) -> float:
        """Now, in seconds since whenever."""
        ...

    def call_at(self, when: float, callback: Callable[..., Any], *args: Any) -> Timer:
        """Have something done then."""
        ...


class Silence(msgspec.Struct, frozen=True):
    """A seat has said nothing for as long as it had: to this question, counted in answers before it."""

    seat: Seat
    since: int


class StandIn(msgspec.Struct, frozen=True):
    """In place of an answer: a bot has to find one."""


class Late(msgspec.Struct, frozen=True):
    """The last answer that the table gave for a seat: to the question of these numbers."""

    first: int
    last: int
    seconds: int


class _Wait(msgspec.Struct):
    since: int
    limit: int
    begun: float
    until: float
    timer: Timer


class Watched(Protocol):
    """Who looks at a match: the seats they play for."""

    hands: tuple[Seat, ...]


class Timed(Protocol):
    """What clocks have to know of the match they run for."""

    record: Record[Any]
    history: History
    guide: Guide | None
    shut: bool
    is_over: bool
    waiting: tuple[Seat, ...]
    asked_since: int

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that persons take."""
        ...

    @property
    def pages(self) -> Sequence[Watched]:
        """Everybody who looks on."""
        ...


class Clocks:
    """The clocks of one match."""

    def __init__(
        self,
        match: Timed,
        limits: Limits,
        clock: Clock | None,
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
        """Seconds that a seat has had for a question, counted in answers before it."""
        self.version = 0
        """Changes whenever a clock is set or stopped, so that pages are told."""

    @property
    def _clock(self) -> Clock:
        """The one that was handed in, else the event loop."""
        return self._given_clock or asyncio.get_running_loop()

    # What runs

    def look(self) -> None:
        """See who is asked now, start their clocks, and stop all others."""
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
        if len(self._spent) > MOST_SPENT:
            newest = sorted(self._spent.items(), key=lambda item: item[0][1])
            self._spent = dict(newest[-MOST_SPENT // 2 :])
        self.version += 1

    def stop(self) -> None:
        """No clock runs any more: what was asked is asked no longer, or the match is put away."""
        for seat in [*self._waits]:
            self._stop(seat)

    def _wanted(self) -> dict[Seat, tuple[int, int]]:
        """Whose clock is to run: for each seat the question, and its limit."""
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
        """Whether somebody was ever there: a page was open, or an answer was given before a restart."""
        if seat not in self._come:
            past = self._match.record.past
            if not any(each.seat == seat and not each.by_table for each in past):
                return False
            self._come.add(seat)
        return True

    def _asks(self) -> list[Choose | Place]:
        """What persons are asked just now."""
        question = self._match.record.question
        asks: Iterable[Choose | Place] = ()
        if isinstance(question, Together):
            asks = question.asks
        elif isinstance(question, Choose | Place):
            asks = (question,)
        persons, waiting = self._match.persons, self._match.waiting
        return [ask for ask in asks if ask.seat in persons and ask.seat in waiting]

    def _somebody_waits(self, seat: Seat) -> bool:
        return any(hand != seat for page in self._match.pages for hand in page.hands)

    # Who says something

    def stirs(self, seats: Iterable[Seat]) -> None:
        """Somebody on these seats is there: whoever was thought away has the whole time again."""
        for seat in seats:
            self._come.add(seat)
            if seat not in self._away:
                continue
            self._away.discard(seat)
            wait = self._waits.get(seat)
            if wait is not None:
                wait.timer.cancel()
                self._set(seat, wait.since, wait.limit, wait.begun)

    def answer_for(self, silence: Silence) -> Any:
        """The answer in place of a silent seat; None if it has spoken, or has more time by now.

        `StandIn` where the rules name no answer that spends nothing: then a bot answers.
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

    def deadline(self, row: Row, step: Step[Any], count: int) -> float | None:
        """These clocks ring by themselves: nobody else has to look after them."""
        return None

    def until(self, seat: Seat) -> float | None:
        """Until when an answer of this seat may be written: they answer for whoever is silent, and that is all."""
        return None

    def due(self, seat: Seat) -> float | None:
        """From when on this seat may be answered for, by the clock of whoever keeps the journal; None for any time."""
        until = self.until(seat)
        return None if until is None else until - EARLY

    def now(self) -> float:
        """The time by the clock of whoever keeps the journal; these need none."""
        return 0.0

    def claim(self, seat: Seat, away: float) -> float | None:
        """From when on the other one may claim the win, of a seat that was left at this moment; None for never.

        Here whoever is away is answered for so soon that nobody is held up.
        """
        return None

    def entered(self, written: Written) -> None:
        """A row was entered: these clocks look at who is asked, and at nothing else."""

    def overdue(self) -> list[Silence]:
        """Those whose time is up and for whom nothing was answered yet."""
        now = self._clock.time() if self._waits else 0.0
        return [
            Silence(seat, wait.since)
            for seat, wait in self._waits.items()
            if now >= wait.until - EARLY
        ]

    def answered_for(self, silence: Silence, number: int) -> None:
        """The table has given this answer: whoever comes too late is told so, and is thought away."""
        seat, wait = silence.seat, self._waits.get(silence.seat)
        if wait is not None:
            seconds = round(wait.until - wait.begun)
            self._late[seat] = Late(wait.since + 1, number, seconds)
        self._away.add(seat)

    def late(self, seat: Seat, number: int) -> Late | None:
        """Whether the table has answered this question already, in place of the seat."""
        late = self._late.get(seat)
        return late if late is not None and late.first <= number <= late.last else None

    def forget(self, by: Seat | None) -> None:
        """Something was taken back: clocks begin anew, and numbers mean other questions.

        Who took back `by` themselves, asking nobody, goes on with what time was left: else one could
        answer and take back for ever. Where the others agreed, the question is a new one.
        """
        self.stop()
        self._late.clear()
        since = self._match.asked_since
        used = sum(s for (seat, at), s in self._spent.items() if seat == by and at >= since)
        self._spent = {key: s for key, s in self._spent.items() if key[1] < since}
        if by is not None:
            self._spent[by, since] = used

    def shown(self) -> tuple[SeatClock, ...]:
        """The clocks that run, as everybody may see them."""
        now = self._clock.time() if self._waits else 0.0
        return tuple(
            SeatClock(
                seat=seat,
                left=round(max(0.0, wait.until - now), 1),
                limit=round(wait.until - wait.begun),
            )
            for seat, wait in sorted(self._waits.items())
        )
