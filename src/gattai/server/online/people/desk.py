"""The part of a site that has to do with people: the addresses at which they say who they are."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from argon2 import Parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from gattai.server.online.caller import Person, Rank
from gattai.server.online.duty.logs import log
from gattai.server.online.endpoint import Endpoint
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
"""Seconds between two times that old sessions and the like are thrown away."""


class Desk:
    """Where people are let in, and moderators look after them."""

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
        """Begin to throw away, now and then, what has had its time."""
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Leave it to the other nodes."""
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
                log().warning("old sessions could not be thrown away", problem=repr(problem))


def settle(site: Site, database: Database, parameters: Parameters = RFC_9106_LOW_MEMORY) -> People:
    """Let a site know its people from now on."""
    people = People(database, site.settings, site.limits, parameters)
    site.caller_of = people.caller_of
    site.welcome = people.welcome
    site.parts.append(Desk(people))
    return people


async def make(address: str, name: str, rank: Rank, why: str = "by the host") -> Person | None:
    """Make an account a moderator, a host, or one as any other, by hand; None if nobody is called so.

    Whoever has the database may: the first host of a site is made so.
    """
    async with Database(address, size=1) as database:
        found = await Persons(database).called(name)
        if found is None or not await Moderation(database).set_rank(found.id, rank, "", why):
            return None
        return await Persons(database).find(found.id)
