"""Builds the transcript of a match from its journal, as `gattai replay` reads it."""

from __future__ import annotations

from msgspec import Struct

from gattai.kernel.event import witness
from gattai.kernel.record import Record
from gattai.server.online.play.sitting import Sittings
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import ListedMatch, Matches
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import TakenBack, standing_lines


class SavedMatch(Struct, frozen=True):
    """A match as a file."""

    text: str
    row: int
    """The number of the last row of its journal."""
    undone: tuple[tuple[int, int], ...] = ()
    """The row of each undo, and the answers after it."""

    def with_line(self, line: str) -> str:
        """Return the text with one more line at the end of its head."""
        return self.text.replace("\nbegin\n", f"\n{line}\nbegin\n", 1)


class HashedEvents(Struct, frozen=True):
    """The events of a match, as its digests contain them: with its transcript, anybody can compute every digest."""

    events: tuple[str, ...]
    """One text per answer."""

    @classmethod
    def of(cls, record: Record[Struct]) -> HashedEvents:
        return cls(tuple(witness(past.events) for past in record.past))


class Transcripts:
    """The transcripts of all matches."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._matches = Matches(database)
        self._sittings = Sittings(database)

    async def saved(self, match: str) -> SavedMatch:
        """Return a match as a file. Raises LookupError if there is no such match."""
        standing = await self._matches.standing(match)
        if standing is None:
            raise LookupError(f"there is no match {match[:60]!r}")
        return await self.of(standing)

    async def of(self, standing: ListedMatch) -> SavedMatch:
        """Return the match up to this state."""
        written = await MatchJournal(self._database, standing.id).since(0)
        rows = [each.row for each in written if each.number <= standing.number]
        head = standing.head.removesuffix("\n").removesuffix("begin").rstrip("\n")
        end = [f"end {standing.over}"] if standing.over else []
        sitting = await self._sittings.of(standing.id) if end else None
        if sitting is not None and sitting.seating.secret:
            end.append(f"secret {sitting.seating.secret}")
        text = "\n".join([head, "begin", *standing_lines(rows), *end, ""])
        undone = [
            (each.number, each.row.to)
            for each in written
            if each.number <= standing.number and isinstance(each.row, TakenBack)
        ]
        return SavedMatch(text, standing.number, tuple(undone))
