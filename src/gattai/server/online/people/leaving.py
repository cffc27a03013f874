"""One's data to take along, and going: what others played with somebody stays readable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from gattai.server.online.people.persons import Persons
from gattai.server.online.store.pool import Database, Line

Telling = Callable[[str], Awaitable[Any]]
"""Gives what a part of the site knows of a person, as something that becomes JSON."""
Forgetting = Callable[[str], Awaitable[None]]
"""Lets a part of the site forget a person."""

# Whatever stands in a table about a person, but nothing that opens anything.
TELL = {
    "person": """
        SELECT id, name, kind, rank, owner, mail, created, renamed, muted, closed FROM person WHERE id = $1""",
    "sessions": "SELECT id, device, created, seen, expires FROM session WHERE person = $1",
    "passkeys": "SELECT label, created, used FROM passkey WHERE person = $1",
    "password": "SELECT changed FROM password WHERE person = $1",
    "tokens": "SELECT id, label, scopes, created, used FROM token WHERE person = $1",
    "bots": "SELECT id, name, created, gone FROM person WHERE owner = $1",
    "blocked": "SELECT other AS id, created FROM block WHERE person = $1",
    "reports": "SELECT id, about, match, what, state, created FROM report WHERE reporter = $1",
    "moderation": "SELECT at, did, why FROM moderation WHERE about = $1 ORDER BY number",
    "warnings": "SELECT body, at, confirmed FROM warning WHERE person = $1 ORDER BY at",
    "ratings": "SELECT game, kind, rating, deviation, games, changed FROM rating WHERE person = $1",
    "rating_history": """
        SELECT game, kind, match, at, rating, change FROM rating_history WHERE person = $1 ORDER BY number""",
    "seeks": "SELECT game, made, rated FROM seek WHERE person = $1",
    "said": "SELECT room, body, at FROM said WHERE person = $1 ORDER BY number",
    "joined": "SELECT seek, came FROM gathered WHERE person = $1",
    "matches": """
        SELECT match.id, match.game, seat.seat, match.created, match.ended, match.over,
               seat.seat = ANY (match.winners) AND cardinality(match.winners) = 1 AS won
          FROM seat JOIN match ON match.id = seat.match WHERE seat.person = $1 ORDER BY match.created""",
}

STAYS = ("seat", "former_name")
"""Tables in which a person remains: seats, for the games are others' too; names that nobody else shall have."""
GOES = (
    "DELETE FROM password WHERE person = $1",
    "DELETE FROM passkey WHERE person = $1",
    "DELETE FROM ceremony WHERE person = $1",
    "DELETE FROM session WHERE person = $1",
    "DELETE FROM letter WHERE person = $1",
    "DELETE FROM token WHERE person = $1",
    "DELETE FROM block WHERE person = $1 OR other = $1",
    "DELETE FROM seek WHERE person = $1",
    "DELETE FROM said WHERE person = $1",
    "DELETE FROM gathered WHERE person = $1",
    "DELETE FROM warning WHERE person = $1",
    "DELETE FROM rating WHERE person = $1",
    "DELETE FROM rating_history WHERE person = $1",
    "UPDATE report SET reporter = '' WHERE reporter = $1",
)


class Leaving:
    """What is known of a person, and how it is forgotten. Parts of the site add what they know."""

    def __init__(self, database: Database, persons: Persons) -> None:
        self._database = database
        self._persons = persons
        self.telling: dict[str, Telling] = {}
        """By the name under which it stands in what a person takes along."""
        self.forgetting: list[Forgetting] = []

    async def told(self, person: str) -> dict[str, Any]:
        """Everything that the site knows of a person."""
        found: dict[str, Any] = {}
        for name, statement in TELL.items():
            lines = await self._database.rows(statement, person)
            found[name] = [_plain(line) for line in lines]
        for name, telling in self.telling.items():
            found[name] = msgspec.to_builtins(await telling(person))
        return found

    async def leave(self, person: str) -> None:
        """Forget a person and their bots. Their seats stay, under the name of somebody who left."""
        for bot in await self._persons.bots(person):
            await self.leave(bot.id)
        for forgetting in self.forgetting:
            await forgetting(person)
        async with self._database.connection() as one, one.transaction():
            for statement in GOES:
                await one.execute(statement, person)
            await self._persons.forget(person, one)


def _plain(line: Line) -> dict[str, Any]:
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in line.items()
    }
