"""Health checks: whether a node is alive, and whether it should receive traffic."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

import msgspec

from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.site import Site
from gattai.server.online.store.pool import Database

WRITES = """
SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off',
       extract(epoch FROM clock_timestamp())::float8
"""
PATIENCE = 2.0
"""Seconds in which the database must answer."""
MAX_SKEW = 1.0
"""Seconds that a clock may differ from the database's."""
OFTEN = Rate(600, 60)
"""Rate limit: a proxy checks often."""


class Health(msgspec.Struct, frozen=True):
    """The health of a node."""

    well: bool
    problem: str = ""
    """Why it should receive no traffic."""
    warning: str = ""
    """Something that the host should repair, although the node works."""


class HealthWatch:
    """Answers health checks of proxies, orchestrators and hosts."""

    def __init__(self, database: Database, now: Callable[[], float] | None = None) -> None:
        """`now` is the time of the database as the node reckons it."""
        self._database = database
        self._now = now
        self.machine: Callable[[], float] = time.time
        """The clock of this machine, which nothing depends on but logs and certificates."""
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
        found = Health(False, "it stops") if site.is_stopping else await self._looks()
        return Reply(found, 200 if found.well else 503)

    async def _looks(self) -> Health:
        own, machine, began = self._now and self._now(), self.machine(), time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                line = await self._database.row(WRITES)
        except (OSError, TimeoutError):
            return Health(False, "the database does not answer")
        took = time.monotonic() - began
        if line is None or not line[0]:
            return Health(False, "the database is read-only: it is a replica, or was set so")
        if own is not None and (off := _off(own, took, line[1])):
            return Health(False, f"the clock of this node is {off} the database's")
        off = _off(machine, took, line[1])
        why = f"the clock of this machine is {off} the database's: synchronize both with NTP"
        return Health(True, warning=why if off else "")


def _off(clock: float, took: float, database: float) -> str:
    """Return by how much a clock is off; empty if hardly. The database's was read within so many seconds after it.

    >>> _off(10.0, 0.5, 10.4), _off(10.0, 0.5, 7.0), _off(10.0, 0.5, 12.0)
    ('', '3.0 s ahead of', '1.5 s behind')
    """
    if clock - database > MAX_SKEW:
        return f"{clock - database:.1f} s ahead of"
    behind = database - clock - took
    return f"{behind:.1f} s behind" if behind > MAX_SKEW else ""
