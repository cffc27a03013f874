"""What is said, in the lobby and at matches. It is kept; what a moderator takes away is kept too, unseen."""

from __future__ import annotations

import unicodedata

import msgspec

from gattai.server.online.lobby.messages import MOST_SAID
from gattai.server.online.store.pool import Database

LOBBY = "lobby"
WATCHERS = "~watch"
"""Behind the name of a match: where those talk who only watch it."""
TAIL = 50

PUT = "INSERT INTO said (room, person, body) VALUES ($1, $2, $3) RETURNING number"
LAST = """
SELECT number, room, person, body, extract(epoch FROM clock_timestamp() - at)::float8 FROM (
    SELECT * FROM said
     WHERE room = $1 AND hidden IS NULL
       AND NOT EXISTS (SELECT 1 FROM block WHERE block.person = $2 AND block.other = said.person)
     ORDER BY number DESC LIMIT $3
) AS last ORDER BY number
"""
# It stands in the moderators' log with the words, for those who ask later whether it was right.
HIDE = """
WITH hid AS (
    UPDATE said SET hidden = $2 WHERE number = $1 AND hidden IS NULL RETURNING room, person, body
), written AS (
    INSERT INTO moderation (by, did, about, why) SELECT $2, 'took away words', person, body FROM hid
)
SELECT room FROM hid
"""
BLOCKERS = "SELECT person FROM block WHERE other = $1 AND person = ANY ($2)"


class Spoken(msgspec.Struct, frozen=True):
    """Something said, as it is kept."""

    number: int
    room: str
    person: str
    body: str
    ago: float


def proper_words(text: str) -> str:
    r"""What somebody says, as it is shown: one line, nothing that cannot be seen. ValueError if nothing is left.

    >>> proper_words("  well\n played \u202e ")
    'well played'
    """
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    seen = "".join(letter for letter in spaced if not unicodedata.category(letter).startswith("C"))
    words = " ".join(unicodedata.normalize("NFC", seen).split())
    if not words:
        raise ValueError("nothing was said")
    if len(words) > MOST_SAID:
        raise ValueError(f"at most {MOST_SAID} letters at once")
    return words


class Rooms:
    """Where things are said."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def say(self, room: str, person: str, text: str) -> Spoken:
        """Have something said. ValueError for what is no proper speech."""
        words = proper_words(text)
        line = await self._database.once(PUT, room, person, words)
        assert line is not None
        return Spoken(line[0], room, person, words, 0.0)

    async def last(self, room: str, listener: str, most: int = TAIL) -> list[Spoken]:
        """What was said last, without those whom the listener has blocked."""
        return [Spoken(*line) for line in await self._database.rows(LAST, room, listener, most)]

    async def hide(self, number: int, moderator: str) -> str | None:
        """Take something away; the room in which it was said, or None if there is no such thing."""
        line = await self._database.row(HIDE, number, moderator)
        return None if line is None else str(line[0])

    async def blockers(self, person: str, listeners: list[str]) -> frozenset[str]:
        """Those among the listeners who do not want to hear this person."""
        lines = await self._database.rows(BLOCKERS, person, listeners)
        return frozenset(line[0] for line in lines)
