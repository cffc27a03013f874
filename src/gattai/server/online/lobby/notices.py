"""What pages are to be told, at whichever node they are. The database carries it, and may lose it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gattai.server.online.lobby.messages import Notice
from gattai.server.online.store.pool import Database

# A number is given before it can be seen: one that is lower may come later, so the last seconds are read again.
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
    """The topic of what concerns one person."""
    return f"person:{person}"


def to_room(room: str) -> str:
    """The topic of what is said somewhere."""
    return f"room:{room}"


class Notices:
    """Tells, and hears what all nodes tell."""

    def __init__(self, database: Database, hear: Hear) -> None:
        self._database = database
        self._hear = hear
        self._heard: set[int] = set()
        self._is_first = True

    async def put(self, *notices: tuple[str, Notice]) -> None:
        """Tell something to whoever listens to its topic."""
        if notices:
            bodies = [_write(notice).decode() for _, notice in notices]
            await self._database.row(PUT, [topic for topic, _ in notices], bodies)

    async def look(self) -> None:
        """Hear what was told since the last time; what was told before the first time is old."""
        lines = await self._database.rows(SINCE, AGAIN)
        new = [line for line in lines if line[0] not in self._heard]
        self._heard = {line[0] for line in lines}
        if self._is_first:
            self._is_first = False
            return
        for _, topic, body in new:
            self._hear(topic, _read(body))

    async def sweep(self) -> None:
        """Throw away what everybody has heard."""
        await self._database.row(SWEEP)
