"""Chat in the lobby and at matches. Messages are stored; those removed by a moderator are kept but hidden."""

from __future__ import annotations

import unicodedata

import msgspec

from gattai.server.online.lobby.messages import MAX_SAID
from gattai.server.online.store.pool import Database

LOBBY = "lobby"
WATCHERS = "~watch"
"""Suffix of a match's name: the room of its spectators."""
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
# The moderation log keeps the text, so that the decision can be reviewed later.
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
    """A stored message with its room and author."""

    number: int
    room: str
    person: str
    body: str
    ago: float


def proper_words(text: str) -> str:
    r"""Return a message as it is shown: one line without invisible characters. Raises ValueError if it is empty.

    >>> proper_words("  well\n played \u202e ")
    'well played'
    """
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    seen = "".join(letter for letter in spaced if not unicodedata.category(letter).startswith("C"))
    words = " ".join(unicodedata.normalize("NFC", seen).split())
    if not words:
        raise ValueError("the message is empty")
    if len(words) > MAX_SAID:
        raise ValueError(f"a message has at most {MAX_SAID} characters")
    return words


class Rooms:
    """Stores messages by room."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def say(self, room: str, person: str, text: str) -> Spoken:
        """Post a message. Raises ValueError if the text is not allowed."""
        words = proper_words(text)
        line = await self._database.once(PUT, room, person, words)
        assert line is not None
        return Spoken(line[0], room, person, words, 0.0)

    async def last(self, room: str, listener: str, most: int = TAIL) -> list[Spoken]:
        """Return recent messages without authors whom the listener has blocked."""
        return [Spoken(*line) for line in await self._database.rows(LAST, room, listener, most)]

    async def hide(self, number: int, moderator: str) -> str | None:
        """Hide a message; returns its room, or None if there is no such message."""
        line = await self._database.row(HIDE, number, moderator)
        return None if line is None else str(line[0])

    async def blockers(self, person: str, listeners: list[str]) -> frozenset[str]:
        """Return the listeners who have blocked this person."""
        lines = await self._database.rows(BLOCKERS, person, listeners)
        return frozenset(line[0] for line in lines)
