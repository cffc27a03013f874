"""The journal of a match in PostgreSQL. Any number of nodes write to it, and none owns it."""

from __future__ import annotations

import asyncpg
import msgspec

from gattai.server.online.store.pool import Database
from gattai.server.table.journal import (
    AlreadyWritten,
    Awaited,
    Behind,
    InDoubt,
    NotSaved,
    Row,
    TooLate,
    TooSoon,
    Written,
)

# One statement is one round trip and one transaction. Two nodes with the same head queue at the row of
# the match; the second finds another number there and writes nothing. The same holds for answers too late or too early:
# only the database's clock judges that.
APPEND = """
WITH head AS (
    UPDATE match
       SET number = number + 1, answers = $5, waiting = $6, over = $8, winners = $9,
           deadline = clock_timestamp() + make_interval(secs => $7), held = NULL,
           changed = clock_timestamp(),
           ended = CASE WHEN $8 <> '' THEN clock_timestamp() END
     WHERE id = $1 AND number = $2
       AND ($11::float8 IS NULL OR clock_timestamp() <= to_timestamp($11))
       AND ($12::float8 IS NULL OR clock_timestamp() >= to_timestamp($12))
    RETURNING number
), written AS (
    INSERT INTO entry (match, number, key, body)
    SELECT $1, number, $3, $4 FROM head
    RETURNING number, at
), idle AS (
    DELETE FROM job USING head WHERE match = $1 AND seat <> ALL ($10::integer[])
), asked AS (
    INSERT INTO job (match, seat, number)
    SELECT $1, seat, number FROM head, unnest($10::integer[]) AS seat
    ON CONFLICT (match, seat) DO UPDATE SET number = excluded.number, lease = excluded.lease
)
SELECT number, extract(epoch FROM at)::float8 FROM written
"""

SINCE = """
SELECT number, key, extract(epoch FROM at)::float8, body FROM entry
 WHERE match = $1 AND number > $2 ORDER BY number
"""

OURS = "SELECT number FROM entry WHERE match = $1 AND key = $2"

STANDS = """
SELECT extract(epoch FROM clock_timestamp())::float8 FROM match WHERE id = $1 AND number = $2
"""

_read = msgspec.json.Decoder(Row).decode
_write = msgspec.json.Encoder().encode


class NoSuchMatch(NotSaved):
    """There is no match of this name, or it has fewer rows."""


class MatchJournal:
    """The journal of one match, read up to its head."""

    def __init__(self, database: Database, match: str, head: int = 0) -> None:
        self._database = database
        self.match = match
        self._head = head

    @property
    def head(self) -> int:
        """The number of the last row that was appended or read here."""
        return self._head

    async def append(self, row: Row, aim: Awaited, key: str) -> Written:
        """Append one row after the head, which becomes the head; see the interface.

        If the connection is lost, the result is unknown: the same row is sent again with the same
        key, and exactly one of them is written.
        """
        head, body = self._head, _write(row).decode()
        values = (
            self.match, head, key, body, aim.answers, aim.waiting, aim.deadline, aim.over,
            aim.winners, aim.bots, aim.until, aim.after,
        )  # fmt: skip

        try:
            line = await self._database.again(lambda one: one.fetchrow(APPEND, *values))
        except asyncpg.UniqueViolationError:  # a row with this key exists, before our head
            line = None
        if line is None:
            return await self._found(head, key, row, aim)
        self._head = line[0]
        return Written(line[0], key, line[1], row)

    async def since(self, number: int) -> tuple[Written, ...]:
        """Return all rows after this one; the head becomes the last of them."""
        try:
            lines = await self._database.rows(SINCE, self.match, number)
        except InDoubt as error:
            raise NotSaved(str(error)) from error
        found = tuple(Written(line[0], line[1], line[2], _read(line[3])) for line in lines)
        if found:
            self._head = max(self._head, found[-1].number)
        return found

    def heard(self, number: int) -> None:
        """Move the head to this row, because the rows before it arrived another way."""
        self._head = max(self._head, number)

    async def _found(self, head: int, key: str, row: Row, aim: Awaited) -> Written:
        """Find what the journal contains instead of a row that could not be written after this head."""
        ours = await self._database.row(OURS, self.match, key)
        if ours is not None and ours[0] <= head:
            raise AlreadyWritten(ours[0])
        rows = await self.since(head)
        if not rows:
            stands = await self._database.row(STANDS, self.match, head)
            if stands is not None and aim.after is not None:
                raise TooSoon(stands[0])
            if stands is not None and aim.until is not None:
                raise TooLate(f"the time for row {head + 1} was over")
            raise NoSuchMatch(f"no match {self.match} with {head} rows")
        if len(rows) == 1 and rows[0].key == key and rows[0].row == row:
            return rows[0]  # our own row, whose acknowledgement was lost
        raise Behind(rows)
