"""Everything that arrives at a match, handled one at a time in the order of arrival."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from gattai.kernel.question import Seat
from gattai.server.failures import ended
from gattai.server.table.inbox.incoming import (
    Command,
    EndMatch,
    Incoming,
    NamesSeat,
    PageCommand,
    Retry,
    RowsRead,
)
from gattai.server.table.inbox.thoughts import BotReply
from gattai.server.table.journal import Aborted, TimedOut, Written
from gattai.server.table.viewer import Viewer, rejected

log = logging.getLogger(__name__)


class Inbox:
    """One task that handles everything. An error in one message does not block the next."""

    def __init__(self, match: str, handle: Callable[[Incoming], Awaitable[None]]) -> None:
        self._match = match
        self._handle = handle
        self._queue: asyncio.Queue[Incoming] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None

    # Arrivals

    def say(self, page: Viewer, command: Command) -> None:
        """Queue a command from a page."""
        self.put(PageCommand(page, command))

    def read_on(self, rows: Sequence[Written] = ()) -> None:
        """Queue rows that others have written; without rows, read them from the journal."""
        self.put(RowsRead(tuple(rows)))

    def end(self, row: Aborted | TimedOut) -> None:
        """Queue the end of the match, by the host or the clock."""
        self.put(EndMatch(row))

    def ring(self) -> None:
        """Queue a check for expired time limits."""
        self.put(Retry())

    def name(self, seat: Seat, name: str) -> None:
        """Queue a player's name for all tables of the match."""
        self.put(NamesSeat(seat, name))

    def bot_says(self, reply: BotReply) -> None:
        """Queue the answer of a bot."""
        self.put(reply)

    def put(self, incoming: Incoming) -> None:
        self._queue.put_nowait(incoming)

    def retry_after(self, wait: Callable[[], float]) -> None:
        """Retry after some seconds what could not be written, unless that is planned already."""
        if self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(wait(), self._retries)

    def _retries(self) -> None:
        self._retry = None
        self.put(Retry())

    # Handling

    @property
    def is_running(self) -> bool:
        return self._task is not None

    @property
    def is_empty(self) -> bool:
        return self._queue.empty()

    def start(self) -> None:
        """Start with what is left over, then handle arrivals."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"match {self._match}")

    async def stop(self) -> None:
        """Stop handling messages and end the task."""
        if self._retry is not None:
            self._retry.cancel()
        await ended(self._task, what=f"match {self._match}")

    async def _run(self) -> None:
        await self._guarded(Retry())
        while True:
            await self._guarded(await self._queue.get())

    async def _guarded(self, incoming: Incoming) -> None:
        try:
            await self._handle(incoming)
        except Exception:  # an internal error must not end the match
            log.exception("match %s: an error while a message was handled", self._match)
            if isinstance(incoming, PageCommand):
                incoming.page.send(rejected("an error occurred on the server; nothing was changed"))
