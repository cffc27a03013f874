"""The lobby as changes with consecutive numbers: the leader publishes them, nodes with pages follow.

They go through the database and may be lost: a node that misses one begins again with the latest whole state.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from gattai.server.online.lobby.messages import Hall, LiveMatch, Present, Seek
from gattai.server.online.lobby.service.describing import DescribedHall
from gattai.server.online.lobby.service.election import Deposed
from gattai.server.online.store.pool import Database, SqlRow

WHOLE_AFTER = 100
"""Changes after which the leader publishes the whole state again."""

# By the clock, so that numbers rise even if the table was emptied by a crash.
BEGINS = """
SELECT greatest(max(revision), (extract(epoch FROM clock_timestamp()) * 1000)::bigint) + 1
  FROM lobby_change
"""
PUT = """
INSERT INTO lobby_change (revision, is_whole, body) VALUES ($1, $2, $3)
ON CONFLICT DO NOTHING RETURNING revision
"""
SWEEP = "DELETE FROM lobby_change WHERE revision < $1"
SINCE = "SELECT revision, is_whole, body FROM lobby_change WHERE revision > $1 ORDER BY revision"
LATEST = """
SELECT revision, is_whole, body FROM lobby_change
 WHERE revision >= (SELECT max(revision) FROM lobby_change WHERE is_whole) ORDER BY revision
"""


class HallChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difference between two states of the lobby."""

    seeks: tuple[Seek, ...] = ()
    """New and changed offers."""
    gone: tuple[str, ...] = ()
    """The ids of offers that are no longer shown."""
    live: tuple[LiveMatch, ...] | UnsetType = UNSET
    here: Present | UnsetType = UNSET
    is_full: bool = False


NOTHING = DescribedHall(Hall((), (), Present(0, 0)))

_read = msgspec.json.Decoder(HallChange).decode
_write = msgspec.json.Encoder().encode


def change(before: DescribedHall, after: DescribedHall) -> HallChange:
    """Return what turns one state into another. The age of an offer is no change."""
    old = {seek.id: seek for seek in before.hall.seeks}
    new = {seek.id: seek for seek in after.hall.seeks}
    return HallChange(
        tuple(seek for seek in new.values() if not _is_same(seek, old.get(seek.id))),
        tuple(id for id in old if id not in new),
        UNSET if after.hall.live == before.hall.live else after.hall.live,
        UNSET if after.hall.here == before.hall.here else after.hall.here,
        after.is_full,
    )


def _is_same(one: Seek, other: Seek | None) -> bool:
    return other is not None and one == msgspec.structs.replace(other, ago=one.ago)


def changed(before: DescribedHall, change: HallChange) -> DescribedHall:
    """Return the state after a change; new offers come first."""
    remaining = {seek.id: seek for seek in before.hall.seeks if seek.id not in change.gone}
    given = {seek.id: seek for seek in change.seeks}
    seeks = {id: seek for id, seek in given.items() if id not in remaining} | remaining | given
    hall = Hall(
        tuple(seeks.values()),
        before.hall.live if change.live is UNSET else change.live,
        before.hall.here if change.here is UNSET else change.here,
    )
    return DescribedHall(hall, change.is_full)


class PublishedHalls:
    """The changes, for the leader."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._revision = 0
        self._until_whole = 0
        self._last = NOTHING

    async def begin(self) -> None:
        """Begin to lead: the first state to be published is a whole one."""
        line = await self._database.row(BEGINS)
        assert line is not None
        self._revision, self._until_whole, self._last = int(line[0]), 0, NOTHING

    async def publish(self, hall: DescribedHall) -> bool:
        """Publish a state unless nothing has changed. Raises `Deposed` if another process does this now."""
        is_whole = not self._until_whole
        difference = change(NOTHING if is_whole else self._last, hall)
        if not is_whole and difference == HallChange(is_full=self._last.is_full):
            return False
        body = _write(difference).decode()
        revision = self._revision + 1
        if await self._database.once(PUT, revision, is_whole, body) is None:
            raise Deposed("another process publishes the lobby")
        self._revision, self._last = revision, hall
        self._until_whole = WHOLE_AFTER if is_whole else self._until_whole - 1
        if is_whole:
            await self._database.row(SWEEP, revision)
        return True


class FollowedHalls:
    """The lobby as this node knows it from published changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._revision = 0
        self.latest: DescribedHall | None = None
        """None before the first state was read."""

    def forget(self) -> None:
        """Stop following; the next look begins with the latest whole state."""
        self._revision, self.latest = 0, None

    async def look(self) -> bool:
        """Apply what was published since the last call; returns whether anything changed."""
        began = self._revision
        if self._revision and self._apply(await self._database.rows(SINCE, self._revision)):
            return self._revision != began
        self._revision = 0
        self._apply(await self._database.rows(LATEST))
        return self._revision != began

    def _apply(self, lines: list[SqlRow]) -> bool:
        """Apply rows in order; returns False if one is missing."""
        for revision, is_whole, body in lines:
            if not is_whole and (self.latest is None or revision != self._revision + 1):
                return False
            before = NOTHING if is_whole or self.latest is None else self.latest
            self.latest, self._revision = changed(before, _read(body)), revision
        return True
