"""Builds the transcript of a match from its journal, as `gattai replay` reads it."""

from __future__ import annotations

from gattai.server.online.play.sitting import Sittings
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import ListedMatch, Matches
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import standing_lines


class Transcripts:
    """The transcripts of all matches."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._matches = Matches(database)
        self._sittings = Sittings(database)

    async def text(self, match: str) -> str:
        """Return the whole transcript. Raises LookupError if there is no such match."""
        standing = await self._matches.standing(match)
        if standing is None:
            raise LookupError(f"there is no match {match[:60]!r}")
        return (await self.of(standing))[0]

    async def of(self, standing: ListedMatch) -> tuple[str, int]:
        """Return the transcript up to this state, and the number of its last row."""
        written = await MatchJournal(self._database, standing.id).since(0)
        rows = [each.row for each in written if each.number <= standing.number]
        head = standing.head.removesuffix("\n").removesuffix("begin").rstrip("\n")
        end = [f"end {standing.over}"] if standing.over else []
        sitting = await self._sittings.of(standing.id) if end else None
        if sitting is not None and sitting.seating.secret:
            end.append(f"secret {sitting.seating.secret}")
        return "\n".join([head, "begin", *standing_lines(rows), *end, ""]), standing.number
