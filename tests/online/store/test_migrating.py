"""The tables are made from nothing, and again, and by many at once."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from gattai.server.online.store import migrating
from gattai.server.online.store.migrating import migrate, missing

TABLES = {"match", "entry", "snapshot", "job", "seat"}


async def tables(address: str) -> set[str]:
    connection = await asyncpg.connect(address)
    try:
        rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {row[0] for row in rows}
    finally:
        await connection.close()


def test_an_empty_database_gets_all_tables(bare_database: str) -> None:
    asyncio.run(migrate(bare_database))
    assert asyncio.run(tables(bare_database)) >= TABLES


def test_a_second_time_changes_nothing(bare_database: str) -> None:
    first = asyncio.run(migrate(bare_database))
    assert asyncio.run(migrate(bare_database)) == first


def test_many_at_once_make_each_step_once(bare_database: str) -> None:
    async def whole() -> None:
        ends = await asyncio.gather(*(migrate(bare_database) for _ in range(6)))
        assert len({*ends}) == 1

    asyncio.run(whole())
    assert asyncio.run(tables(bare_database)) >= TABLES


def test_missing_parts_are_named(bare_database: str) -> None:
    before = asyncio.run(missing(bare_database))
    assert before[0] == "0001_journal"
    asyncio.run(migrate(bare_database))
    assert asyncio.run(missing(bare_database)) == ()


def test_steps_are_numbered_in_the_order_in_which_they_are_made() -> None:
    steps = [*migrating._steps().walk_revisions()]
    files = {step.revision: Path(step.path).name for step in steps}
    numbers = [name.partition("_")[0] for name in files.values()]
    assert len({*numbers}) == len(numbers), "two steps with one number"
    for step in steps:
        before = step.down_revision or ()
        for earlier in (before,) if isinstance(before, str) else before:
            assert files[earlier] < files[step.revision]


def test_every_step_is_in_the_package() -> None:
    steps = [path for path in Path(migrating.STEPS).glob("m*.py") if path.is_file()]
    assert len(steps) == len([*migrating._steps().walk_revisions()]) > 0


def test_a_database_that_is_not_there_is_said_in_words(bare_database: str) -> None:
    nowhere = bare_database.rsplit("/", 1)[0] + "/no_such_database"
    for work in (migrate, missing):
        with pytest.raises(OSError, match=r'PostgreSQL at .*"no_such_database" does not exist'):
            asyncio.run(work(nowhere))
