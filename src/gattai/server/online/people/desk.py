"""The accounts part of a site."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from argon2 import Parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from gattai.server.online.caller import Person, Rank
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.ops.logs import log
from gattai.server.online.people.api import (
    account,
    entry,
    mail,
    moderators,
    others,
    passkeys,
    programs,
)
from gattai.server.online.people.moderation import Moderation
from gattai.server.online.people.people import People
from gattai.server.online.people.persons import Persons
from gattai.server.online.site import Site
from gattai.server.online.store.pool import Database

SWEPT_EVERY = 3_600.0
"""Seconds between two clean-ups of expired sessions and the like."""


class Desk:
    """Runs registration, log-in and moderation."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.endpoints: Sequence[Endpoint] = (
            *entry.endpoints(people),
            *passkeys.endpoints(people),
            *account.endpoints(people),
            *mail.endpoints(people),
            *programs.endpoints(people),
            *others.endpoints(people),
            *moderators.endpoints(people),
        )
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to delete expired data now and then."""
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Stop; other nodes go on with it."""
        self.people.passwords.close()
        if self._sweeping is not None:
            self._sweeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeping

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEPT_EVERY)
            try:
                await self.people.sweep()
            except OSError as problem:
                log().warning("expired sessions could not be deleted", problem=repr(problem))


def settle(site: Site, database: Database, parameters: Parameters = RFC_9106_LOW_MEMORY) -> People:
    """Add the accounts part to a site."""
    people = People(database, site.settings, site.limits, parameters)
    site.caller_of = people.caller_of
    site.welcome = people.welcome
    site.parts.append(Desk(people))
    return people


async def make(address: str, name: str, rank: Rank, why: str = "by the host") -> Person | None:
    """Set the rank of an account by command; None if there is no such account.

    Anyone with access to the database may: this is how the first host is appointed.
    """
    async with Database(address, size=1) as database:
        found = await Persons(database).called(name)
        if found is None or not await Moderation(database).set_rank(found.id, rank, "", why):
            return None
        return await Persons(database).find(found.id)
