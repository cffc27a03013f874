"""Health checks: whether a node is alive, and whether it should receive traffic."""

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
"""Seconds in which the database must answer."""
OFTEN = Rate(600, 60)
"""Rate limit: a proxy checks often."""


class Health(msgspec.Struct, frozen=True):
    """The health of a node."""

    well: bool
    problem: str = ""


class HealthWatch:
    """Answers health checks of proxies, orchestrators and hosts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.endpoints: Sequence[Endpoint] = (
            Endpoint(
                "GET",
                "/health",
                "Whether this node is alive",
                Rank.STRANGER,
                self._lives,
                gives=Health,
                rate=OFTEN,
            ),
            Endpoint(
                "GET",
                "/ready",
                "Whether this node is ready for traffic",
                Rank.STRANGER,
                self._is_ready,
                gives=Health,
                rate=OFTEN,
            ),
        )

    async def start(self) -> None:
        """Do nothing: there is no background task."""

    async def stop(self) -> None:
        """Do nothing: there is no background task."""

    async def _lives(self, site: Site, call: Call) -> Health:
        return Health(True)

    async def _is_ready(self, site: Site, call: Call) -> Reply:
        problem = "it stops" if site.is_stopping else await self._database_problem()
        return Reply(Health(not problem, problem), 503 if problem else 200)

    async def _database_problem(self) -> str:
        """Return why the database is unusable; an empty text if it is fine."""
        try:
            async with asyncio.timeout(PATIENCE):
                line = await self._database.row(WRITES)
        except (OSError, TimeoutError):
            return "the database does not answer"
        if line is None or not line[0]:
            return "the database is read-only: it is a replica, or was set so"
        return ""
