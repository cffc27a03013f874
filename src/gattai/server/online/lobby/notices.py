"""Notices to pages on any node. They go through the database and may be lost."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.server.online.lobby.messages import Notice
from gattai.server.online.store.pool import Database

# Numbers are assigned before a row becomes visible, so a lower one may appear later: the last seconds are read again.
PUT = "INSERT INTO notice (topic, body) SELECT * FROM unnest($1::text[], $2::text[])"
SINCE = """
SELECT number, topic, body FROM notice
 WHERE at > clock_timestamp() - make_interval(secs => $1) ORDER BY number
"""
SWEEP = "DELETE FROM notice WHERE at < clock_timestamp() - interval '1 minute'"
AGAIN = 4.0
"""Seconds that are read again."""

EVERYBODY = "lobby"
Hear = Callable[[str, Notice], None]

_read = msgspec.json.Decoder(Notice).decode
_write = msgspec.json.Encoder().encode


def to_person(person: str) -> str:
    """Return the topic of one person's notices."""
    return f"person:{person}"


def to_room(room: str) -> str:
    """Return the topic of a room."""
    return f"room:{room}"


class Notices:
    """Publishes notices and receives those of all nodes."""

    def __init__(self, database: Database, hear: Hear) -> None:
        self._database = database
        self._hear = hear
        self._heard: set[int] = set()
        self._is_first = True

    async def put(self, *notices: tuple[str, Notice]) -> None:
        """Publish notices to listening pages."""
        if notices:
            bodies = [_write(notice).decode() for _, notice in notices]
            await self._database.row(PUT, [topic for topic, _ in notices], bodies)

    async def look(self) -> None:
        """Receive the notices since the last call; those before the first call are skipped."""
        lines = await self._database.rows(SINCE, AGAIN)
        new = [line for line in lines if line[0] not in self._heard]
        self._heard = {line[0] for line in lines}
        if self._is_first:
            self._is_first = False
            return
        for _, topic, body in new:
            self._hear(topic, _read(body))

    async def skip(self) -> None:
        """Skip the notices so far; nobody here has listened."""
        self._is_first = True
        await self.look()

    async def sweep(self) -> None:
        """Delete notices that all nodes have received."""
        await self._database.row(SWEEP)
