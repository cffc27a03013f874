"""Creates and loads matches, and stores their state apart from the journal."""

from __future__ import annotations

import asyncio

import msgspec

from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.pool import Database
from gattai.server.online.store.snapshots import Snapshot, Snapshots
from gattai.server.table.journal import Awaited, Written

BEGIN = """
WITH begun AS (
    INSERT INTO match (id, game, head, digest, answers, waiting, deadline)
    VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7))
    ON CONFLICT (id) DO NOTHING RETURNING id
), asked AS (
    INSERT INTO job (match, seat, number)
    SELECT id, seat, 0 FROM begun, unnest($8::integer[]) AS seat
), seated AS (
    INSERT INTO seat (match, seat, person)
    SELECT id, seat, person FROM begun, unnest($9::integer[], $10::text[]) AS taken (seat, person)
)
SELECT id FROM begun
"""

STANDING = """
SELECT id, game, head, digest, number, answers, waiting, extract(epoch FROM deadline)::float8, over,
       winners, extract(epoch FROM created)::float8, extract(epoch FROM changed)::float8
  FROM match WHERE id = $1
"""

HEADS = "SELECT id, number FROM match WHERE id = ANY ($1)"


class ListedMatch(msgspec.Struct, frozen=True):
    """The state of a match. Times are seconds since 1970."""

    id: str
    game: str
    head: str
    """The head of its transcript."""
    digest: str
    """The digest of the rules and packs it began with."""
    number: int
    """The number of the last row of its journal."""
    answers: int
    waiting: tuple[int, ...]
    deadline: float | None
    over: str
    winners: tuple[int, ...]
    created: float
    changed: float


class StoredMatch(msgspec.Struct, frozen=True):
    """All that is needed to continue a match: a snapshot, if there is one, and the rows after it."""

    standing: ListedMatch
    snapshot: Snapshot | None
    rows: tuple[Written, ...]


class Matches:
    """Stores the matches of a site."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._snapshots = Snapshots(database)

    async def begin(
        self, id: str, game: str, head: str, digest: str, aim: Awaited, seats: dict[int, str]
    ) -> None:
        """Create a match with an empty journal. A second call with the same id changes nothing."""
        await self._database.row(
            BEGIN, id, game, head, digest, aim.answers, aim.waiting, aim.deadline, aim.bots,
            list(seats), list(seats.values()),
        )  # fmt: skip

    async def standing(self, id: str) -> ListedMatch | None:
        """Return the state of a match; None if there is none."""
        line = await self._database.row(STANDING, id)
        if line is None:
            return None
        id, game, head, digest, number, answers, waiting, deadline, over, winners, *times = line
        return ListedMatch(
            id, game, head, digest, number, answers, tuple(waiting), deadline, over, tuple(winners),
            *times,
        )  # fmt: skip

    async def load(self, id: str) -> StoredMatch | None:
        """Load a match from its last snapshot and later rows; None if there is none."""
        standing, snapshot = await asyncio.gather(self.standing(id), self._snapshots.last(id))
        if standing is None:
            return None
        rows = await MatchJournal(self._database, id).since(snapshot.number if snapshot else 0)
        return StoredMatch(standing, snapshot, rows)

    async def heads(self, ids: list[str]) -> dict[str, int]:
        """Return the number of the last row of each match, to detect missed rows."""
        return {line[0]: line[1] for line in await self._database.rows(HEADS, ids)}
