"""Connections are lent, waited for in order, and thrown away when they are of no more use."""

import asyncio

import asyncpg
import pytest

from gattai.server.online.store.pool import Database
from gattai.server.table.journal import NotSaved
from tests.online.services import tell

SLOW = "SELECT pg_sleep(0.1)"
SERVED = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1"


def test_there_are_never_more_than_allowed(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=3) as store:
            looking = asyncio.gather(*(store.row(SLOW) for _ in range(12)))
            most = 0
            watch = await asyncpg.connect(database)
            while not looking.done():
                most = max(most, await watch.fetchval(SERVED, "gattai"))
                await asyncio.sleep(0.01)
            await watch.close()
            assert most <= 3
            assert len(await looking) == 12

    asyncio.run(whole())


def test_anyone_who_waits_longest_is_next(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=1) as store:
            order: list[int] = []

            async def ask(number: int) -> None:
                await store.row("SELECT 1")
                order.append(number)

            async with store.connection():
                waiting = [asyncio.create_task(ask(number)) for number in range(5)]
                await asyncio.sleep(0.01)
            await asyncio.gather(*waiting)
            assert order == [0, 1, 2, 3, 4]

    asyncio.run(whole())


def test_who_gives_up_waiting_takes_nothing_along(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=1) as store:
            async with store.connection():
                waiting = [asyncio.create_task(store.row("SELECT 1")) for _ in range(4)]
                await asyncio.sleep(0.01)
                waiting[0].cancel()
            waiting[1].cancel()  # it has just been handed the connection
            await asyncio.gather(*waiting, return_exceptions=True)
            assert [task.cancelled() for task in waiting] == [True, True, False, False]
            assert await store.row("SELECT 1")

    asyncio.run(whole())


def test_one_that_was_cancelled_in_the_midst_is_thrown_away(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=1) as store:
            asking = asyncio.create_task(store.row("SELECT pg_sleep(30)"))
            await asyncio.sleep(0.05)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            async with asyncio.timeout(3):
                assert await store.row("SELECT 1")

    asyncio.run(whole())


def test_a_transaction_that_was_left_open_is_nobodys(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=1) as store:
            async with store.connection() as connection:
                await connection.execute("BEGIN")
                await connection.execute("CREATE TABLE never (x integer)")
            line = await store.row("SELECT to_regclass('never') IS NULL")
            assert line is not None and line[0]

    asyncio.run(whole())


def test_a_transaction_that_fails_is_undone_and_its_connection_kept(database: str) -> None:
    async def whole() -> None:
        async with Database(database, size=1) as store:
            before = await store.row("SELECT pg_backend_pid()")

            async def fail() -> None:
                async with store.connection() as connection, connection.transaction():
                    await connection.execute("CREATE TABLE undone (x integer)")
                    raise KeyError

            with pytest.raises(KeyError):
                await fail()
            line = await store.row("SELECT to_regclass('undone') IS NULL")
            assert line is not None and line[0]
            assert await store.row("SELECT pg_backend_pid()") == before

    asyncio.run(whole())


def test_who_waits_when_it_is_closed_is_informed(database: str) -> None:
    async def whole() -> None:
        store = Database(database, size=1)
        await store.open()
        asking = asyncio.create_task(store.row(SLOW))
        await asyncio.sleep(0.02)
        waiting = asyncio.create_task(store.row("SELECT 1"))
        await asyncio.sleep(0.02)
        await store.close()
        with pytest.raises(NotSaved):
            await waiting
        await asyncio.gather(asking, return_exceptions=True)
        with pytest.raises(NotSaved):
            await store.row("SELECT 1")

    asyncio.run(whole())


def test_a_statement_that_is_sent_once_is_not_sent_again(database: str) -> None:
    async def whole() -> None:
        await tell(database, "CREATE TABLE counted (x integer)")
        async with Database(database, size=1) as store:
            await store.once("INSERT INTO counted VALUES (1)")
            with pytest.raises(OSError):
                await store.once(
                    "WITH kept AS (SELECT pg_terminate_backend(pg_backend_pid())) SELECT * FROM kept, pg_sleep(5)"
                )
            assert len(await store.rows("SELECT * FROM counted")) == 1

    asyncio.run(whole())
