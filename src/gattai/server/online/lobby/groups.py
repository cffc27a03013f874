"""Offers for more than two: players join and leave one by one, and the match begins with the last."""

from __future__ import annotations

from gattai.kernel.running.committed import NO_SEED, check_seed
from gattai.server.online.lobby.messages import A_DAY
from gattai.server.online.lobby.seeks import (
    FIELDS,
    STAYS,
    THERE,
    Sought,
    sealed,
    sought_of,
)
from gattai.server.online.play.sitting import new_name
from gattai.server.online.store.pool import Database

# All rows are locked first, in one order: two players who join each other's offers cannot deadlock.
LOCK = f"""
SELECT id FROM seek
 WHERE id = $1 OR match IS NULL AND turn < {A_DAY} AND (
       person = $2 OR id IN (SELECT gathered.seek FROM gathered WHERE gathered.person = $2))
 ORDER BY id FOR UPDATE
"""
OPEN = f"""
SELECT {FIELDS} FROM seek
 WHERE id = $1 AND seats > 2 AND person <> $2 AND {THERE}
   AND NOT EXISTS (
       SELECT 1 FROM block WHERE $2 IN (block.person, block.other) AND (
           seek.person IN (block.person, block.other) OR EXISTS (
               SELECT 1 FROM gathered WHERE gathered.seek = seek.id AND gathered.person <> $2
                  AND gathered.person IN (block.person, block.other))))
"""
PLAYS = f"""
SELECT 1 FROM seek WHERE match IS NOT NULL AND turn < {A_DAY} AND (
       $1 IN (person, other)
       OR EXISTS (SELECT 1 FROM gathered WHERE gathered.seek = seek.id AND gathered.person = $1))
"""
GONE = f"""
DELETE FROM gathered USING seek
 WHERE gathered.seek = seek.id AND seek.id = $1 AND NOT {STAYS}
"""
ELSEWHERE = f"""
WITH left_ AS (
    DELETE FROM gathered USING seek
     WHERE gathered.seek = seek.id AND gathered.person = $2 AND seek.id <> $1
       AND seek.match IS NULL AND seek.turn < {A_DAY}
)
DELETE FROM seek WHERE person = $2 AND match IS NULL AND turn < {A_DAY}
"""
COME = """
INSERT INTO gathered (seek, person, seed) VALUES ($1, $2, $3)
ON CONFLICT (seek, person) DO UPDATE SET seen = clock_timestamp()
"""
FULL = """
UPDATE seek SET match = $2, paired = clock_timestamp()
 WHERE id = $1 AND seats <= 1 + (SELECT count(*) FROM gathered WHERE gathered.seek = $1)
"""
# The offer is locked first: it is not given up at this moment.
REVEALS = "SELECT id FROM seek WHERE id = $1 AND match IS NOT NULL AND own <> '' FOR UPDATE"
REVEAL = (
    "UPDATE gathered SET seed = $3 WHERE seek = $1 AND person = $2 AND seed = $4 RETURNING seek"
)
# The offer is locked first, so that nobody leaves while the last player joins.
LEAVE = """
WITH wanted AS MATERIALIZED (SELECT id FROM seek WHERE id = $1 AND match IS NULL FOR UPDATE)
DELETE FROM gathered USING wanted WHERE gathered.seek = wanted.id AND gathered.person = $2
RETURNING gathered.person
"""
LEAVE_ALL = f"""
WITH wanted AS MATERIALIZED (
    SELECT id FROM seek
     WHERE match IS NULL AND turn < {A_DAY}
       AND id IN (SELECT gathered.seek FROM gathered WHERE gathered.person = $1)
     ORDER BY id FOR UPDATE
)
DELETE FROM gathered USING wanted WHERE gathered.seek = wanted.id AND gathered.person = $1
"""


class Groups:
    """Who has joined which offer. The offers themselves are seeks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def join(self, id: str, person: str, game: str, seed: str = NO_SEED) -> Sought | None:
        """Join an offer with a seed as in `Sought.seed`; the last player starts its match.

        Returns None if it is gone, full, or not for this person. Joining an offer for one sitting cancels the person's
        other offers of that kind.
        """
        async with self._database.connection() as one, one.transaction():
            await one.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", f"gathered {person}"
            )
            await one.execute(LOCK, id, person)
            line = await one.fetchrow(OPEN, id, person)
            if line is None:
                return None
            if sought_of(line).turn < A_DAY:
                if await one.fetchval(PLAYS, person) is not None:
                    return None
                await one.execute(ELSEWHERE, id, person)
            await one.execute(GONE, id)
            await one.execute(COME, id, person, seed)
            await one.execute(FULL, id, new_name(game))
            line = await one.fetchrow(f"SELECT {FIELDS} FROM seek WHERE id = $1", id)
        return None if line is None else sought_of(line)

    async def reveal(self, id: str, person: str, seed: str) -> Sought | None:
        """Reveal the seed that a player who joined committed to; None if it is another, or too late."""
        async with self._database.connection() as one, one.transaction():
            if await one.fetchval(REVEALS, id) is None:
                return None
            if await one.fetchval(REVEAL, id, person, check_seed(seed), sealed(seed)) is None:
                return None
            line = await one.fetchrow(f"SELECT {FIELDS} FROM seek WHERE id = $1", id)
        return None if line is None else sought_of(line)

    async def leave(self, id: str, person: str) -> bool:
        """Leave an offer; False if the person has not joined it, or everyone is there already."""
        return await self._database.once(LEAVE, id, person) is not None

    async def leave_all(self, person: str) -> None:
        """Leave all offers for one sitting, because the person wants to play something else."""
        await self._database.row(LEAVE_ALL, person)
