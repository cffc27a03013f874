"""Matches in progress: every node reports every few seconds which matches people have open."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gattai.server.online.lobby.messages import Present
from gattai.server.online.store.pool import Database
from gattai.server.table.match import TableMatch

EVERY = 4.0
"""Seconds between two reports of a node."""
STALE = 12
"""Seconds without a report after which a node counts as dead."""

SAY = """
WITH here AS (
    SELECT * FROM unnest($2::text[], $3::integer[], $4::integer[]) AS here (match, players, watchers)
), gone AS (
    DELETE FROM live WHERE (node = $1 AND match NOT IN (SELECT match FROM here))
        OR seen < clock_timestamp() - interval '1 hour'
)
INSERT INTO live (match, node, players, watchers)
SELECT match, $1, players, watchers FROM here
ON CONFLICT (match, node) DO UPDATE
   SET players = excluded.players, watchers = excluded.watchers, seen = clock_timestamp()
"""
LIST = f"""
SELECT live.match, sum(live.watchers)::integer FROM live
  JOIN match ON match.id = live.match AND match.over = ''
  JOIN sitting ON sitting.match = live.match AND sitting.listed
 WHERE live.seen > clock_timestamp() - interval '{STALE} seconds' AND live.match <> ''
 GROUP BY live.match HAVING sum(live.players) > 0
 ORDER BY sum(live.watchers) DESC, max(live.players) DESC, live.match LIMIT $1
"""
COUNT = f"""
SELECT coalesce(sum(players) FILTER (WHERE match = ''), 0)::integer,
       count(DISTINCT match) FILTER (WHERE match <> '' AND players > 0)
  FROM live WHERE seen > clock_timestamp() - interval '{STALE} seconds'
"""


class WatchedTable(msgspec.Struct, frozen=True):
    """A match in progress, and its number of spectators."""

    match: str
    watchers: int


class LiveTables:
    """The matches in progress on all nodes."""

    def __init__(self, database: Database, node: str) -> None:
        self._database = database
        self._node = node

    async def say(self, matches: Iterable[TableMatch], people: int) -> None:
        """Report the matches open on this node, and how many people are connected."""
        rows = [("", people, 0)]
        for match in matches:
            players = {seat for page in match.viewers.pages for seat in page.hands}
            watchers = sum(not page.hands for page in match.viewers.pages)
            if match.viewers.pages and not match.is_over:
                rows.append((match.id, len(players), watchers))
        names, players_, watchers_ = (list(column) for column in zip(*rows, strict=True))
        await self._database.row(SAY, self._node, names, players_, watchers_)

    async def leave(self) -> None:
        """Report that this node has no matches any more."""
        await self._database.row("DELETE FROM live WHERE node = $1", self._node)

    async def list(self, most: int = 12) -> list[WatchedTable]:
        """Return the matches in progress, most watched first."""
        return [WatchedTable(*line) for line in await self._database.rows(LIST, most)]

    async def count(self) -> Present:
        """Return how much is going on."""
        line = await self._database.row(COUNT)
        assert line is not None
        return Present(*line)
