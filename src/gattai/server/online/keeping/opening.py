"""How a match is opened at a node: from a snapshot and what was written after it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from gattai.kernel.record import Record, replay_entry
from gattai.kernel.text.transcript import read_entry
from gattai.server.online.keeping.kept import Kept, digest_of, kept_in, record_at
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.snapshots import NEWEST, Snapshots
from gattai.server.table.journal import Answered, TakenBack, Written, rules_of

TAIL = 20
"""So many rows at least are played again where there are as many: their log can be seen, and taken back.

Telling what happened in them is most of what it costs to open a match.
"""


class Elsewhere(LookupError):
    """A match is played by newer rules than there are here: whoever wants it is to ask another node."""


class Loaded(msgspec.Struct, frozen=True):
    """A match as it can be gone on from, and what was written since."""

    record: Record[Any]
    kept: Kept
    head: int
    """The row after which it stood so."""
    rows: tuple[Written, ...]
    rules: str
    """The digest of the rules and packs by which it is played now."""
    is_mixed: bool
    """Whether some of these rows, or what they follow, were written by others."""
    start: str
    """The head of its transcript."""


class Opener:
    """Opens matches. Nothing is written by it."""

    def __init__(self, database: Database, packs: Sequence[Path] = ()) -> None:
        self._database = database
        self._packs = tuple(packs)
        self._matches = Matches(database)
        self._snapshots = Snapshots(database)

    async def load(self, match: str, *, newest: bool = False) -> Loaded:
        """A match from a snapshot. LookupError if there is none of that name."""
        standing = await self._matches.standing(match)
        if standing is None:
            raise LookupError(f"there is no match {match[:60]!r}")
        limit = NEWEST if newest else max(0, standing.number - TAIL)
        while True:
            snapshot = await self._snapshots.last(match, limit)
            if snapshot is None:
                raise LookupError(f"match {match} was not begun as it should have been")
            rows = await MatchJournal(self._database, match).since(snapshot.number)
            kept, head = kept_in(snapshot.body), snapshot.number
            least = min(
                (w.row.to for w in rows if isinstance(w.row, TakenBack)), default=kept.count
            )
            if least >= kept.count or not head:
                break
            limit = head - 1
        for place in range(len(rows) - 1, -1, -1):  # what was taken back need not be played
            row = rows[place].row
            if isinstance(row, TakenBack) and row.to == kept.count:
                head, rows = rows[place].number - 1, rows[place:]
                break
        record = await asyncio.to_thread(record_at, standing.head, kept, self._packs)
        ruled = [found for written in rows if (found := rules_of(written.row))]
        rules = ruled[-1] if ruled else snapshot.digest
        mixed = bool(ruled) or digest_of(record.rules) != snapshot.digest
        return Loaded(record, kept, head, rows, rules, mixed, standing.head)

    async def whole(self, match: str) -> Record[Any]:
        """A match with all its answers, from its first row. `Diverged` if other rules have written it."""
        standing = await self._matches.standing(match)
        first = await self._snapshots.last(match, 0)
        if standing is None or first is None:
            raise LookupError(f"there is no match {match[:60]!r}")
        rows = await MatchJournal(self._database, match).since(0)
        return await asyncio.to_thread(
            _played, standing.head, kept_in(first.body), rows, self._packs
        )


def _played(head: str, kept: Kept, rows: Sequence[Written], packs: Sequence[Path]) -> Record[Any]:
    record = record_at(head, kept, packs)
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
