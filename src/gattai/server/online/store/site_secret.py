"""Secrets that a site has made for itself: all its nodes have the same, and nobody else has them."""

from __future__ import annotations

import secrets

from gattai.server.online.store.pool import Database

KEEP = """
INSERT INTO site_secret (name, value) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING value
"""


class SiteSecret:
    """One of them, made by the node that asks for it first."""

    def __init__(self, database: Database, name: str) -> None:
        self._database = database
        self._name = name
        self._value = b""

    async def value(self) -> bytes:
        """The secret itself; read once."""
        if not self._value:
            line = await self._database.row(KEEP, self._name, secrets.token_bytes(32))
            assert line is not None
            self._value = line[0]
        return self._value
