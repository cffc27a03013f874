"""A connection is lost in the midst of an append: it was written or it was not, and never twice."""

import asyncio
import random

import asyncpg
import pytest

from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import InDoubt, NotSaved
from tests.online.store.cable import Cable
from tests.online.store.matches import NOTHING, begun, is_sound, said, stands
from tests.online.store.writers import write

KILL = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'gattai'
"""


async def killing(address: str, chance: random.Random, done: asyncio.Event) -> int:
    """End all connections again and again; how often."""
    connection, times = await asyncpg.connect(address), 0
    try:
        while not done.is_set():
            await asyncio.sleep(chance.uniform(0.05, 0.2))
            times += len(await connection.fetch(KILL))
    finally:
        await connection.close()
    return times


def test_connections_that_are_killed_lose_and_double_nothing(database: str) -> None:
    async def whole() -> None:
        done = asyncio.Event()
        async with Database(database, size=6) as store:
            match = await begun(store)
            nemesis = asyncio.create_task(killing(database, random.Random(1), done))
            diaries = await asyncio.gather(*(write(store, match, f"w{n}", 50) for n in range(6)))
            done.set()
            assert await nemesis > 5
        number, rows = await stands(database, match)
        assert number == 6 * 50 and is_sound(number, rows)
        assert {row[:2] for row in rows} == {told for diary in diaries for told in diary.items()}

    asyncio.run(whole())


def test_a_reply_that_never_came_is_found_by_its_key(database: str) -> None:
    """The row is written, the reply is lost: the second try finds the first one's row."""

    async def whole() -> None:
        async with Cable(database) as cable, Database(cable.address, reply=0.3) as store:
            match = await begun(store)
            journal = MatchJournal(store, match)
            await journal.append(said("one"), NOTHING, "a")
            cable.is_deaf = True
            appending = asyncio.create_task(journal.append(said("two"), NOTHING, "b"))
            while len((await stands(database, match))[1]) < 2:
                await asyncio.sleep(0.01)
            assert not appending.done()
            cable.is_deaf = False
            written = await appending
            assert (written.number, written.key) == (2, "b")
            assert is_sound(*await stands(database, match))

    asyncio.run(whole())


def test_if_no_reply_comes_at_all_nobody_knows_until_it_is_sent_again(database: str) -> None:
    async def whole() -> None:
        async with (
            Cable(database) as cable,
            Database(cable.address, patience=0.5, reply=0.2) as store,
        ):
            match = await begun(store)
            journal = MatchJournal(store, match)
            cable.is_deaf = True
            with pytest.raises(InDoubt):
                await journal.append(said("one"), NOTHING, "a")
            assert journal.head == 0
            cable.is_deaf = False
            assert (await journal.append(said("one"), NOTHING, "a")).number == 1
            number, rows = await stands(database, match)
            assert number == 1 and is_sound(number, rows)

    asyncio.run(whole())


def test_while_the_database_is_away_nothing_is_saved_and_it_is_said(database: str) -> None:
    async def whole() -> None:
        async with Cable(database) as cable, Database(cable.address, patience=0.5) as store:
            match = await begun(store)
            journal = MatchJournal(store, match)
            await cable.cut()
            await asyncio.sleep(0.05)
            with pytest.raises(NotSaved):
                await journal.append(said("one"), NOTHING, "a")
            with pytest.raises(NotSaved):
                await journal.since(0)
            await cable.mend()
            assert (await journal.append(said("one"), NOTHING, "a")).number == 1

    asyncio.run(whole())


def test_who_asks_while_it_is_away_is_answered_when_it_is_back(database: str) -> None:
    async def whole() -> None:
        async with Cable(database) as cable, Database(cable.address) as store:
            match = await begun(store)
            await cable.cut()
            writing = asyncio.gather(*(write(store, match, f"w{n}", 3) for n in range(5)))
            await asyncio.sleep(0.3)
            await cable.mend()
            await writing
            number, rows = await stands(database, match)
            assert number == 15 and is_sound(number, rows)

    asyncio.run(whole())


def test_nobody_answers(unused_port: int) -> None:
    async def whole() -> None:
        with pytest.raises(NotSaved):
            await Database(f"postgresql://nobody@127.0.0.1:{unused_port}/x", patience=0.3).open()

    asyncio.run(whole())


def test_a_value_that_fits_no_column_is_no_loss(database: str) -> None:
    async def whole() -> None:
        async with Database(database) as store:
            with pytest.raises(asyncpg.DataError):
                await store.row("SELECT $1::integer", "seven")
            assert await store.rows("SELECT 1")

    asyncio.run(whole())
