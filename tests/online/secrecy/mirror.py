"""A match as its journal has it, read from the database: by it a test knows what only the site may know."""

from __future__ import annotations

from typing import Any

from gattai.kernel.record import Record, replay_entry
from gattai.kernel.text.transcript import read_entry
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.snapshots import Snapshots
from gattai.server.online.workers.snapshot_body import body_in, record_at
from gattai.server.table.journal import Answered, TakenBack


class Mirror:
    """Goes on with every row that is written."""

    def __init__(self, database: Database, match: str) -> None:
        self._database = database
        self._match = match
        self._read = 0
        self._last: float | None = None
        self.waits: list[tuple[str, float]] = []
        """Who answered, and how long after what was answered before: by the clock of the database."""
        self.record: Record[Any]

    async def begin(self) -> Mirror:
        """From the first row on."""
        standing = await Matches(self._database).standing(self._match)
        first = await Snapshots(self._database).last(self._match, 0)
        assert standing is not None and first is not None
        self.record = record_at(standing.head, body_in(first.body))
        await self.look()
        return self

    async def look(self) -> None:
        """Enter what was written since."""
        for written in await MatchJournal(self._database, self._match).since(self._read):
            self._read, row = written.number, written.row
            if isinstance(row, TakenBack):
                self.record.back_to(row.to)
            if isinstance(row, Answered):
                first = read_entry(row.lines[0], self.record.count + 1)
                if self._last is not None and first is not None:
                    self.waits.append((first.who, written.at - self._last))
                self._last = written.at
            for line in row.lines if isinstance(row, Answered) else ():
                entry = read_entry(line, self.record.count + 1)
                assert entry is not None
                replay_entry(self.record, entry, self.record.count + 1, verify=True)
