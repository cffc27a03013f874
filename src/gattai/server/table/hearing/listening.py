"""One task that hears everything, in the order in which it was said, and is never stopped by any of it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence

from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat
from gattai.server.messages import Answer
from gattai.server.table.hearing.company import Company
from gattai.server.table.hearing.said import Calls, Ends, Heard, Read, Said, TryAgain
from gattai.server.table.hearing.thoughts import BotSaid
from gattai.server.table.journal import (
    Aborted,
    AlreadyWritten,
    Behind,
    NotSaved,
    TimedOut,
    TooSoon,
    Written,
)
from gattai.server.table.viewer import Viewer, not_so

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 0.25, 30.0
"""Seconds until the table tries again what could not be written."""


async def _may(seat: Seat) -> str:
    """At a table of one's own as often as one likes."""
    return ""


class Listening(Company):
    """A match as far as it listens. What it does about what it hears is told elsewhere."""

    id: str

    def __init__(self) -> None:
        self._said: asyncio.Queue[Heard] = asyncio.Queue()
        self.may_break_off: Callable[[Seat], Awaitable[str]] = _may
        """Asked before a seat breaks a match with others off: why it may not, or nothing."""
        self._key = ""
        """Of the next row that is written."""
        self._refused = 0
        """How often running nothing could be written."""
        self._again: asyncio.TimerHandle | None = None

    @abstractmethod
    async def _hear(self, said: Heard) -> None:
        """Do what is to be done about it."""

    @abstractmethod
    def _diverges(self, problem: Diverged) -> None:
        """What another table has written cannot be played here."""

    @abstractmethod
    def _enter_all(self, rows: Sequence[Written]) -> None:
        """What others have written, as far as it is new."""

    @abstractmethod
    def _settle(self) -> None:
        """Bots think, clocks run, and everybody sees it."""

    def say(self, page: Viewer, said: Said) -> None:
        """A page said something that has to wait its turn."""
        self._said.put_nowait((page, said))

    def read_on(self, rows: Sequence[Written] = ()) -> None:
        """Others have written: these rows, or as many as the journal has."""
        self._said.put_nowait(Read(tuple(rows)))

    def end(self, row: Aborted | TimedOut) -> None:
        """Break it off, or end it by the clock."""
        self._said.put_nowait(Ends(row))

    def ring(self) -> None:
        """Somebody's time is up, if it still is."""
        self._said.put_nowait(TryAgain())

    def name(self, seat: Seat, name: str) -> None:
        """Tell all tables of the match that somebody sits there, and how they are called."""
        self._said.put_nowait(Calls(seat, name))

    def bot_says(self, said: BotSaid) -> None:
        """A bot that thought elsewhere has found its answer."""
        self._said.put_nowait(said)

    async def _run(self) -> None:
        await self._heed(TryAgain())
        while True:
            await self._heed(await self._said.get())

    async def _heed(self, said: Heard) -> None:
        """Do what is to be done about it, once; whatever happens, the next is heard."""
        try:
            while not await self._is_heard(said):
                pass
        except NotSaved as problem:
            self._not_saved(problem, said)
        except Diverged as problem:
            self._diverges(problem)
        except Exception:  # one mistake of ours must not end everybody's match
            log.exception("match %s: an error while a message was handled", self.id)
            if isinstance(said, tuple):
                said[0].send(not_so("something went wrong at the table; nothing was changed"))

    async def _is_heard(self, said: Heard) -> bool:
        """Whether it was judged by what stands in the journal; else what was missing is now entered."""
        key = self._key = self._key_of(said)
        try:
            await self._hear(said)
        except AlreadyWritten:
            return True
        except TooSoon:  # a clock here was fast: whoever looks for deadlines rings again
            return True
        except Behind as behind:
            self._enter_all(behind.rows)
            self._settle()
            return isinstance(said, tuple) and any(row.key == key for row in behind.rows)
        return True

    def _key_of(self, said: Heard) -> str:
        """The key that a page has given its answer, as nobody else can give it; else a new one."""
        if isinstance(said, tuple) and isinstance(said[1], Answer) and said[1].key:
            seat = said[0].looks()
            return f"{'-' if isinstance(seat, str | None) else seat}/{said[1].key}"
        return secrets.token_hex(8)

    def _not_saved(self, problem: NotSaved, said: Heard) -> None:
        """Nothing was changed. Who answered is told so and may answer again; the rest is tried again."""
        why = problem.strerror or str(problem) or "nothing can be written"
        if isinstance(said, tuple):
            told = f"this could not be saved, so nothing was changed: {why}. Say it again"
            said[0].send(not_so(told, text=getattr(said[1], "text", "")))
            return
        for page in self.pages:
            page.send(not_so(f"the match cannot be saved: {why}. The table tries again"))
        self._try_again()

    def _try_again(self) -> None:
        """In a moment, and later and later while nothing can be written."""
        if self._again is None:
            loop = asyncio.get_running_loop()
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self._refused)
            self._again = loop.call_later(wait, self._said.put_nowait, TryAgain())
            self._refused = min(self._refused + 1, 16)
