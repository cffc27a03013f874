"""Opens a match on a node, from a snapshot and later rows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from gattai.kernel.record import Record, replay_entry
from gattai.kernel.text.transcript import read_entry
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.snapshots import NEWEST, Snapshots
from gattai.server.online.workers.snapshot_body import SnapshotBody, body_in, digest_of, record_at
from gattai.server.table.journal import Answered, TakenBack, Written, rules_of

TAIL = 20
"""Minimum number of rows to replay, so that their log is visible and they can be taken back.

Describing what happened in them is most of the cost of opening a match.
"""


class Elsewhere(LookupError):
    """The match is played by newer rules than this node has; ask another node."""


class LoadedMatch(msgspec.Struct, frozen=True):
    """A match ready to be continued, and the rows since its snapshot."""

    record: Record[Struct]
    snapshot: SnapshotBody
    head: int
    """The row of the snapshot."""
    rows: tuple[Written, ...]
    rules: str
    """The digest of the rules and packs by which it is played now."""
    is_mixed: bool
    """Whether other rules wrote some of these rows or what they build on."""
    start: str
    """The head of its transcript."""


class Opener:
    """Opens matches without writing anything."""

    def __init__(self, database: Database, packs: Sequence[Path] = ()) -> None:
        self._database = database
        self._packs = tuple(packs)
        self._matches = Matches(database)
        self._snapshots = Snapshots(database)

    async def load(self, match: str, *, newest: bool = False) -> LoadedMatch:
        """Load a match from a snapshot. Raises LookupError if there is none of that name."""
        standing = await self._matches.standing(match)
        if standing is None:
            raise LookupError(f"there is no match {match[:60]!r}")
        limit = NEWEST if newest else max(0, standing.number - TAIL)
        while True:
            snapshot = await self._snapshots.last(match, limit)
            if snapshot is None:
                raise LookupError(f"match {match} has an invalid head")
            rows = await MatchJournal(self._database, match).since(snapshot.number)
            body, head = body_in(snapshot.body), snapshot.number
            least = min(
                (w.row.to for w in rows if isinstance(w.row, TakenBack)), default=body.count
            )
            if least >= body.count or not head:
                break
            limit = head - 1
        head, rows = _without_taken_back(body, head, rows)
        record = await asyncio.to_thread(record_at, standing.head, body, self._packs)
        ruled = [found for written in rows if (found := rules_of(written.row))]
        rules = ruled[-1] if ruled else snapshot.digest
        mixed = bool(ruled) or digest_of(record.rules) != snapshot.digest
        return LoadedMatch(record, body, head, rows, rules, mixed, standing.head)

    async def whole(self, match: str) -> Record[Struct]:
        """Return a match with all its answers. Raises `Diverged` if other rules wrote it."""
        standing = await self._matches.standing(match)
        first = await self._snapshots.last(match, 0)
        if standing is None or first is None:
            raise LookupError(f"there is no match {match[:60]!r}")
        rows = await MatchJournal(self._database, match).since(0)
        return await asyncio.to_thread(
            _played, standing.head, body_in(first.body), rows, self._packs
        )


def _without_taken_back(
    body: SnapshotBody, head: int, rows: tuple[Written, ...]
) -> tuple[int, tuple[Written, ...]]:
    """Return the row of a snapshot and the rows since, later if all answers since were once taken back."""
    for place in range(len(rows) - 1, -1, -1):
        row = rows[place].row
        if isinstance(row, TakenBack) and row.to == body.count:
            return rows[place].number - 1, rows[place:]
    return head, rows


def _played(
    head: str, body: SnapshotBody, rows: Sequence[Written], packs: Sequence[Path]
) -> Record[Struct]:
    record = record_at(head, body, packs)
    for written in rows:
        row = written.row
        if isinstance(row, TakenBack):
            record.back_to(row.to)
        for line in row.lines if isinstance(row, Answered) else ():
            entry = read_entry(line, record.count + 1)
            if entry is None:
                raise ValueError(f"answer {record.count + 1} cannot be read")
            replay_entry(record, entry, record.count + 1, verify=True)
    return record
