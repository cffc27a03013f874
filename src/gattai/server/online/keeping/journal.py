"""The journal of a match as a node writes in it: first the database, then whoever listens."""

from __future__ import annotations

from collections.abc import Callable

from gattai.server.online.bus.bus import Bus
from gattai.server.online.duty.metrics import Metrics
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import Aim, Answered, Behind, Row, TooSoon, Written


class SharedJournal:
    """The journal of one match, read as far as its head."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        match: str,
        head: int,
        wrote: Callable[[Written, Aim], None],
        metrics: Metrics,
        game: str,
        told_time: Callable[[float], None],
    ) -> None:
        self._database = database
        self._bus = bus
        self._match = match
        self._wrote = wrote
        self._metrics = metrics
        self._game = game
        self._told_time = told_time
        self._journal = MatchJournal(database, match, head)
        self.own = 0
        """The last row that was written here."""

    @property
    def head(self) -> int:
        """The number of the last row that was appended, read or heard of."""
        return self._journal.head

    async def append(self, row: Row, aim: Aim, key: str) -> Written:
        """Write one row after the head, and tell the other nodes."""
        try:
            with self._metrics.append.time():
                written = await self._journal.append(row, aim, key)
        except Behind:
            self._metrics.behind.inc()
            raise
        except TooSoon as problem:
            self._told_time(problem.now)
            raise
        if isinstance(row, Answered):
            self._metrics.answers.labels(self._game).inc()
        self.own = written.number
        self._wrote(written, aim)
        await self._bus.publish(self._match, (written,))
        return written

    async def since(self, number: int) -> tuple[Written, ...]:
        """All rows after this one."""
        return await self._journal.since(number)

    def heard(self, number: int) -> None:
        """The rows up to this one have been entered."""
        if number > self._journal.head:
            self._journal = MatchJournal(self._database, self._match, number)
