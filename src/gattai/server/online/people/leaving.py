"""Export of a person's data, and deletion of a person. Games played with others stay readable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from gattai.server.online.people.persons import Persons
from gattai.server.online.store.pool import Database, SqlRow

DescribedEvent = Callable[[str], Awaitable[object]]
"""Returns what a part of the site knows about a person, as data for JSON."""
Forgetting = Callable[[str], Awaitable[None]]
"""Deletes what a part of the site knows about a person."""

# All tables about a person, without any secret.
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
    "lists": "SELECT id, body, changed FROM saved_list WHERE person = $1 ORDER BY changed",
    "ratings": "SELECT game, kind, rating, deviation, games, changed FROM rating WHERE person = $1",
    "rating_history": """
        SELECT game, kind, match, at, rating, change FROM rating_history WHERE person = $1 ORDER BY number""",
    "seeks": "SELECT game, made, rated FROM seek WHERE person = $1",
    "said": "SELECT room, body, at FROM said WHERE person = $1 ORDER BY number",
    "open_matches": "SELECT match, made FROM open_match WHERE person = $1",
    "joined": "SELECT seek, came FROM gathered WHERE person = $1",
    "matches": """
        SELECT match.id, match.game, seat.seat, match.created, match.ended, match.over,
               seat.seat = ANY (match.winners) AND cardinality(match.winners) = 1 AS won
          FROM seat JOIN match ON match.id = seat.match WHERE seat.person = $1 ORDER BY match.created""",
}

STAYS = ("seat", "former_name")
"""Tables that keep a person's id: seats, because games belong to the opponents too, and reserved names."""
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
    "DELETE FROM open_match WHERE person = $1",
    "DELETE FROM warning WHERE person = $1",
    "DELETE FROM saved_list WHERE person = $1",
    "DELETE FROM rating WHERE person = $1",
    "DELETE FROM rating_history WHERE person = $1",
    "UPDATE report SET reporter = '' WHERE reporter = $1",
)


class Leaving:
    """Exports and deletes a person's data. Parts of the site can register more."""

    def __init__(self, database: Database, persons: Persons) -> None:
        self._database = database
        self._persons = persons
        self.telling: dict[str, DescribedEvent] = {}
        """By the key of this data in the export."""
        self.forgetting: list[Forgetting] = []

    async def export(self, person: str) -> dict[str, object]:
        """Return everything the site knows about a person."""
        found: dict[str, object] = {}
        for name, statement in TELL.items():
            lines = await self._database.rows(statement, person)
            found[name] = [_plain(line) for line in lines]
        for name, telling in self.telling.items():
            found[name] = msgspec.to_builtins(await telling(person))
        return found

    async def leave(self, person: str) -> None:
        """Delete a person and their bots. Their seats stay, under the name of someone who left."""
        for bot in await self._persons.bots(person):
            await self.leave(bot.id)
        for forgetting in self.forgetting:
            await forgetting(person)
        async with self._database.connection() as one, one.transaction():
            # Whoever saves a list at this moment has finished, or finds that this person has gone.
            await one.execute("SELECT 1 FROM person WHERE id = $1 FOR NO KEY UPDATE", person)
            for statement in GOES:
                await one.execute(statement, person)
            await self._persons.forget(person, one)


def _plain(line: SqlRow) -> dict[str, object]:
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in line.items()
    }
