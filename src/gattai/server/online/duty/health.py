"""Whether a node is alive, and whether people should be sent to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.site import Site
from gattai.server.online.store.pool import Database

WRITES = """
SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
"""
PATIENCE = 2.0
"""Seconds in which the database has to answer."""
OFTEN = Rate(600, 60)
"""A proxy asks again and again."""


class Health(msgspec.Struct, frozen=True):
    """How a node is."""

    well: bool
    said: str = ""


class Watch:
    """Answers whoever decides where people are sent: a proxy, an orchestrator, a host's own eyes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.endpoints: Sequence[Endpoint] = (
            Endpoint(
                "GET",
                "/health",
                "Whether this node lives",
                Rank.STRANGER,
                self._lives,
                gives=Health,
                rate=OFTEN,
            ),
            Endpoint(
                "GET",
                "/ready",
                "Whether people may be sent to this node",
                Rank.STRANGER,
                self._is_ready,
                gives=Health,
                rate=OFTEN,
            ),
        )

    async def start(self) -> None:
        """Nothing goes on beside."""

    async def stop(self) -> None:
        """Nothing did."""

    async def _lives(self, site: Site, call: Call) -> Health:
        return Health(True)

    async def _is_ready(self, site: Site, call: Call) -> Reply:
        said = "it stops" if site.is_stopping else await self._said_by_database()
        return Reply(Health(not said, said), 503 if said else 200)

    async def _said_by_database(self) -> str:
        """Why the database is of no use; nothing if it is."""
        try:
            async with asyncio.timeout(PATIENCE):
                line = await self._database.row(WRITES)
        except (OSError, TimeoutError):
            return "the database does not answer"
        if line is None or not line[0]:
            return "the database can be read and not written: it is a copy, or was made read-only"
        return ""
