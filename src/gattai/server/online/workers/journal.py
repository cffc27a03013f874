"""The journal of a match on a node: rows go to the database first, then to the other nodes."""

from __future__ import annotations

from collections.abc import Callable

from gattai.server.online.bus.bus import Bus
from gattai.server.online.ops.metrics import NodeMetrics
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import Answered, Awaited, Behind, Row, TooSoon, Written


class SharedJournal:
    """The journal of one match, read up to its head."""

    def __init__(
        self,
        database: Database,
        bus: Bus,
        match: str,
        head: int,
        wrote: Callable[[Written, Awaited], None],
        metrics: NodeMetrics,
        game: str,
        server_time: Callable[[float], None],
    ) -> None:
        self._database = database
        self._bus = bus
        self._match = match
        self._wrote = wrote
        self._metrics = metrics
        self._game = game
        self._server_time = server_time
        self._journal = MatchJournal(database, match, head)
        self.own = 0
        """The last row written here."""

    @property
    def head(self) -> int:
        """The number of the last row appended or received."""
        return self._journal.head

    async def append(self, row: Row, aim: Awaited, key: str) -> Written:
        """Append one row after the head and send it to the other nodes."""
        try:
            with self._metrics.append.time():
                written = await self._journal.append(row, aim, key)
        except Behind:
            self._metrics.behind.inc()
            raise
        except TooSoon as problem:
            self._server_time(problem.now)
            raise
        if isinstance(row, Answered):
            self._metrics.answers.labels(self._game).inc()
        self.own = written.number
        self._wrote(written, aim)
        await self._bus.publish(self._match, (written,))
        return written

    async def since(self, number: int) -> tuple[Written, ...]:
        """Return all rows after this one."""
        return await self._journal.since(number)

    def heard(self, number: int) -> None:
        """Move the head to this row, because the rows up to it were applied."""
        if number > self._journal.head:
            self._journal = MatchJournal(self._database, self._match, number)
