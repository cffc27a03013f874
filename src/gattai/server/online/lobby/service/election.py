"""Elects one process of the site, by a lock in PostgreSQL that one connection holds.

The lock belongs to an open transaction, so it also works behind a pooler in transaction mode, and ends with the connection.
A leader that freezes or loses its network falls silent, and PostgreSQL ends its transaction: then another process leads.
For a moment two may believe that they lead, so whatever a leader does must be harmless when done twice.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial

import asyncpg

from gattai.server.online.store.pool import MISHAPS, Database, SqlConnection
from gattai.server.table.journal import InDoubt, NotSaved

log = logging.getLogger(__name__)

LOBBY = 0x6C6F626279
"""The number of the lock; any number not used elsewhere in this database."""
RETRY = 2.0
"""Seconds between two attempts to become the leader."""
SILENT = 5
"""Seconds of silence after which PostgreSQL deposes a leader."""

# Outside a transaction the lock is returned at once: this only asks whether there is a leader.
IS_FREE = "SELECT pg_try_advisory_xact_lock($1)"
TAKE = f"""
SELECT pg_try_advisory_xact_lock($1),
       set_config('idle_in_transaction_session_timeout', '{SILENT}s', true)
"""
STILL = "SELECT 1"

Still = Callable[[], Awaitable[None]]
"""Proves to PostgreSQL that the leader is alive. Raises `Deposed` if it leads no longer."""


class Deposed(RuntimeError):
    """Another process leads, or may lead."""


class Election:
    """The candidacy of this process."""

    def __init__(self, database: Database, lock: int = LOBBY) -> None:
        self._database = database
        self._lock = lock
        self.leads = False
        """Whether this process is the leader, as far as it knows."""

    async def run(self, lead: Callable[[Still], Awaitable[None]]) -> None:
        """Stand for election for ever; `lead` runs while this process is the leader, and calls `Still` every second."""
        while True:
            try:
                free = await self._database.row(IS_FREE, self._lock)
                if free is not None and free[0]:
                    await self._holds(lead)
            except (NotSaved, InDoubt, Deposed) as problem:
                log.warning("this process does not lead the lobby: %s", problem)
            except Exception:
                log.exception("leading the lobby failed")
            await asyncio.sleep(RETRY * (0.75 + 0.5 * random.random()))

    async def _holds(self, lead: Callable[[Still], Awaitable[None]]) -> None:
        # A connection of its own: with few in the pool, the others would wait for it.
        own = Database(self._database.url, size=1)
        await own.open()
        try:
            async with own.connection() as one, one.transaction():
                taken = await one.fetchrow(TAKE, self._lock)
                if taken is None or not taken[0]:
                    return
                self.leads = True
                log.info("this process leads the lobby")
                await lead(partial(_still, one))
        finally:
            self.leads = False
            await own.close()


async def _still(connection: SqlConnection) -> None:
    try:
        await connection.execute(STILL)
    except (*MISHAPS, asyncpg.InvalidTransactionStateError) as problem:
        raise Deposed("the connection that holds the lock is lost") from problem
