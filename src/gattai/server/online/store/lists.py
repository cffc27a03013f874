"""The lists that people have saved in the builder."""

from __future__ import annotations

from gattai.server.online.store.pool import Database, SqlRow
from gattai.server.web.building import NO_LIST, StoredList, too_many

MAX_LISTS, MAX_LISTS_GUEST = 100, 20
"""Lists per person; fewer for a guest, because anyone can create many guests."""

STORED = "id, body, extract(epoch FROM changed)::bigint"
ALL = f"SELECT {STORED} FROM saved_list WHERE person = $1 ORDER BY changed DESC, id"
FIND = f"SELECT {STORED} FROM saved_list WHERE person = $1 AND id = $2"
# One of a person's lists is added at a time, so that the count is right, and none after they have left.
PERSON = "SELECT 1 FROM person WHERE id = $1 AND gone IS NULL FOR NO KEY UPDATE"
COUNT = "SELECT count(*) FROM saved_list WHERE person = $1"
ADD = f"INSERT INTO saved_list (person, id, body) VALUES ($1, $2, $3) RETURNING {STORED}"
REPLACE = f"""
UPDATE saved_list SET body = $3, changed = clock_timestamp() WHERE person = $1 AND id = $2
RETURNING {STORED}
"""
DELETE = f"DELETE FROM saved_list WHERE person = $1 AND id = $2 RETURNING {STORED}"


class PersonLists:
    """The lists of one person. No statement reads or writes those of another."""

    def __init__(self, database: Database, person: str, most: int = MAX_LISTS) -> None:
        self._database = database
        self._person = person
        self._most = most

    async def all(self) -> list[StoredList]:
        """Return all lists, the last changed first."""
        return [StoredList(*line) for line in await self._database.rows(ALL, self._person)]

    async def find(self, list_id: str) -> StoredList:
        """Return a list. Raises LookupError if there is none."""
        return _there(await self._database.row(FIND, self._person, list_id))

    async def add(self, list_id: str, content: str) -> StoredList:
        """Store a new list. Raises ValueError if there are too many."""
        async with self._database.connection() as one, one.transaction():
            if await one.fetchrow(PERSON, self._person) is None:
                raise LookupError("there is no such person")
            if await one.fetchval(COUNT, self._person) >= self._most:
                raise too_many(self._most)
            return _there(await one.fetchrow(ADD, self._person, list_id, content))

    async def replace(self, list_id: str, content: str) -> StoredList:
        """Store a list again. Raises LookupError if there is none."""
        return _there(await self._database.row(REPLACE, self._person, list_id, content))

    async def delete(self, list_id: str) -> StoredList:
        """Delete a list and return what it was. Raises LookupError if there is none."""
        return _there(await self._database.once(DELETE, self._person, list_id))


def _there(line: SqlRow | None) -> StoredList:
    if line is None:
        raise LookupError(NO_LIST)
    return StoredList(*line)
