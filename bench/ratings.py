"""How many matches can be rated in a second: the reckoning alone, and with PostgreSQL.

    python bench/ratings.py [--matches 2000] [--people 500] [--at-once 8] [--database ADDRESS]

A database of its own is made at the server and dropped again. One process; the server runs beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from time import perf_counter

from gattai.server.online.ratings import glicko, several
from gattai.server.online.ratings.judging import Finished, RatedSide
from gattai.server.online.ratings.ratings import Ratings
from gattai.server.online.store.pool import Database
from tests.online.services import POSTGRES, ready_database


def reckoned(times: int) -> None:
    """Compute the ratings without a database."""
    one, other = glicko.GlickoSkill(1600, 80), glicko.GlickoSkill(1500, 120)
    began = perf_counter()
    for _ in range(times):
        glicko.after(one, other, 1.0, 3600)
        glicko.after(other, one, 0.0, 3600)
    print(f"Glicko-2, two players:   {times / (perf_counter() - began):9.0f} matches a second")
    several.after([one, other, one], [1, 2, 2])
    began = perf_counter()
    for _ in range(times):
        several.after([one, other, one, other], [1, 2, 2, 2])
    print(f"openskill, four players: {times / (perf_counter() - began):9.0f} matches a second")


async def entered(address: str, matches: int, people: int, at_once: int) -> None:
    """Each match in a transaction of its own."""
    rng = random.Random(7)
    waiting = []
    for number in range(matches):
        sides = tuple(RatedSide(f"p{who}", answers=9) for who in rng.sample(range(people), 2))
        waiting.append(Finished(f"m{number}", "aegis", 1.8e9 + number, True, sides, (0,)))
    async with Database(address, size=at_once) as database:
        ratings = Ratings(database)
        for told in ("new", "told again"):
            left = iter(waiting)

            async def worker(left: object = left) -> None:
                for one in left:  # type: ignore[attr-defined]
                    await ratings.enter(one)

            began = perf_counter()
            await asyncio.gather(*(worker() for _ in range(at_once)))
            took = perf_counter() - began
            print(f"PostgreSQL, {told + ':':12} {matches / took:9.0f} matches a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--database", default=POSTGRES)
    given = parser.parse_args()
    reckoned(given.matches)
    with ready_database(given.database) as address:
        asyncio.run(entered(address, given.matches, given.people, given.at_once))


if __name__ == "__main__":
    main()
