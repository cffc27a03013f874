"""The order in which rule versions came to this site: nodes of different versions must agree on whose apply."""

from __future__ import annotations

from collections.abc import Iterable

from gattai.server.online.store.pool import Database

SEEN = """
INSERT INTO ruleset (digest) SELECT unnest($1::text[]) ON CONFLICT (digest) DO NOTHING
"""
NEWER = """
SELECT NOT EXISTS (
    SELECT 1 FROM ruleset AS theirs WHERE theirs.digest = $2
       AND theirs.number > (SELECT number FROM ruleset AS ours WHERE ours.digest = $1))
"""


class Rulesets:
    """The digests of all rules and packs that nodes of this site ever started with."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def seen(self, digests: Iterable[str]) -> None:
        """Record the digests of a node; the first time counts."""
        await self._database.rows(SEEN, list(digests))

    async def is_newer(self, ours: str, theirs: str) -> bool:
        """Whether our rules are newer. Unknown rules are older than all others."""
        line = await self._database.row(NEWER, ours, theirs)
        return line is not None and bool(line[0])
