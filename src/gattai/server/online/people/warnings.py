"""Moderators' warnings, shown on every page until the person confirms them."""

from __future__ import annotations

import msgspec

from gattai.server.online.store.pool import Database

MOST = 20
"""Warnings shown at a time, oldest first."""

# A bot reads no pages, but its owner does.
WARN = """
INSERT INTO warning (id, person, body)
SELECT $3, id, $4 FROM person WHERE id = $1 AND rank < $2 AND kind <> 'bot' AND gone IS NULL
RETURNING person
"""
WARNED = """
SELECT id, body, extract(epoch FROM at)::float8, extract(epoch FROM confirmed)::float8 FROM warning
"""
UNREAD = f"{WARNED} WHERE person = $1 AND confirmed IS NULL ORDER BY at, id LIMIT $2"
ALL = f"{WARNED} WHERE person = $1 ORDER BY at DESC, id LIMIT $2"
CONFIRM = """
UPDATE warning SET confirmed = coalesce(confirmed, clock_timestamp())
 WHERE id = $2 AND person = $1 RETURNING id
"""


class Warned(msgspec.Struct, frozen=True):
    """A warning. Times are seconds since 1970."""

    id: str
    text: str
    at: float
    confirmed: float | None = None
    """When the person confirmed that they have read it."""


class Warnings:
    """Stores the warnings of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unread(self, person: str) -> tuple[Warned, ...]:
        """Return the warnings this person has not confirmed."""
        return tuple(Warned(*line) for line in await self._database.rows(UNREAD, person, MOST))

    async def of(self, person: str) -> tuple[Warned, ...]:
        """Return this person's recent warnings, newest first."""
        return tuple(Warned(*line) for line in await self._database.rows(ALL, person, MOST))

    async def confirm(self, person: str, warning: str) -> bool:
        """Confirm a warning; False if this person has no such warning."""
        return await self._database.row(CONFIRM, person, warning) is not None
