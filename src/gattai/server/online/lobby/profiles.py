"""Public profiles: who a player is, their ratings and matches."""

from __future__ import annotations

from typing import Protocol

from gattai.server.online.caller import Caller, Person, Rank
from gattai.server.online.lobby.messages import Archive, GameRating, ListedPlayer, Profile
from gattai.server.online.ratings.ratings import Ratings
from gattai.server.online.store.pool import Database

SINCE = "SELECT extract(epoch FROM created)::float8 FROM person WHERE id = $1"
BLOCKED = "SELECT 1 FROM block WHERE person = $1 AND other = $2"


class PeopleLookup(Protocol):
    """Finds people by name or id."""

    async def called(self, name: str) -> Person | None:
        """Return the account or bot of this name."""
        ...

    async def find(self, id: str) -> Person | None:
        """Return a person by id."""
        ...


class Profiles:
    """The profiles of all players."""

    def __init__(self, database: Database, people: PeopleLookup, ratings: Ratings) -> None:
        self._database = database
        self._people = people
        self._ratings = ratings

    async def of(self, name: str, caller: Caller) -> Profile:
        """Return the profile of an account by name, or of a guest by id. Raises LookupError if there is none."""
        person = await self._person(name, caller)
        line = await self._database.row(SINCE, person.id)
        blocked = await self._database.row(BLOCKED, caller.id, person.id) if caller.id else None
        ratings = [
            GameRating(
                each.game,
                each.rating,
                each.deviation,
                each.games,
                each.is_provisional,
                tuple(
                    (point.at, point.rating)
                    for point in await self._ratings.history(person.id, each.game, each.kind)
                ),
            )
            for each in await self._ratings.of(person.id)
        ]
        guest = person.rank < Rank.ACCOUNT
        return Profile(
            ListedPlayer(person.id, person.name, person.is_bot, guest),
            line[0] if line is not None else 0.0,
            tuple(ratings),
            Archive(()),
            person.id == caller.id,
            blocked is not None,
        )

    async def _person(self, name: str, caller: Caller) -> Person:
        """Find the person. Guests are found by id, because their names may repeat."""
        if caller.person is not None and name in (caller.person.name, caller.id):
            return caller.person
        found = await self._people.called(name) or await self._people.find(name)
        if found is None:
            raise LookupError(f"nobody has the name {name[:40]!r}")
        return found
