"""Matches are found and loaded, and a seat is one person's."""

import asyncio

from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.seats import Seats
from gattai.server.online.store.snapshots import Snapshot, Snapshots
from gattai.server.table.journal import Awaited
from tests.online.store.matches import NOTHING, begun, said


def test_a_match_is_begun_once(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            matches, seats = Matches(store), Seats(store)
            for digest, seated in (("one", {0: "ann", 1: "bob"}), ("two", {0: "eve"})):
                await matches.begin("begun-once", "toy", "head", digest, Awaited(bots=(1,)), seated)
            standing = await matches.standing("begun-once")
            assert standing is not None and standing.digest == "one"
            assert await seats.of("begun-once") == {0: "ann", 1: "bob"}
            assert await matches.standing("nowhere") is None

    asyncio.run(whole())


def test_it_is_loaded_from_its_last_snapshot_and_the_rest(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            matches, match = Matches(store), await begun(store)
            journal = MatchJournal(store, match)
            rows = [await journal.append(said(str(n)), NOTHING, f"k{n}") for n in range(8)]
            loaded = await matches.load(match)
            assert loaded is not None and loaded.snapshot is None and [*loaded.rows] == rows
            await Snapshots(store).put(match, Snapshot(5, "rules", "after five"))
            loaded = await matches.load(match)
            assert loaded is not None and loaded.snapshot == Snapshot(5, "rules", "after five")
            assert [*loaded.rows] == rows[5:]
            assert await matches.load("nowhere") is None
            other = await begun(store)
            assert await matches.heads([match, other, "nowhere"]) == {match: 8, other: 0}

    asyncio.run(whole())


def test_a_seat_belongs_to_the_first_who_sat_down(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=8) as store:
            seats, match = Seats(store), await begun(store)
            told = await asyncio.gather(*(seats.take(match, 0, f"p{n}") for n in range(12)))
            assert len({*told}) == 1
            assert await seats.take(match, 0, "late") == told[0]
            assert await seats.take(match, 1, "late") == "late"
            assert await seats.of(match) == {0: told[0], 1: "late"}

    asyncio.run(whole())
