"""Runs the database migrations of this version."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

log = logging.getLogger(__name__)

STEPS = Path(__file__).parent / "migrations"
LOCK = 0x6761747461  # any number not used elsewhere in this database
TARGET = "heads"  # all of them: parts of the site may have their own migrations


async def migrate(url: str) -> tuple[str, ...]:
    """Run all missing migrations, one process at a time; returns the migrations that are then applied.

    A database changed by a newer version is left alone: migrations only add, so this version can use it.
    """
    async with _connected(url) as connection:
        # A session lock, not a transaction lock: a migration may need its own transactions.
        await connection.execute(text(f"SELECT pg_advisory_lock({LOCK})"))
        await connection.commit()
        try:
            return await connection.run_sync(_upgrade)
        finally:
            await connection.rollback()
            await connection.execute(text(f"SELECT pg_advisory_unlock({LOCK})"))
            await connection.commit()


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[AsyncConnection]:
    """Open a connection. Raises OSError with PostgreSQL's own message on failure."""
    there = make_url(url).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(there, poolclass=NullPool)
    try:
        connection = await _reached(engine, there.host or "this machine")
        try:
            yield connection
        finally:
            await connection.close()
    finally:
        await engine.dispose()


async def _reached(engine: AsyncEngine, where: str) -> AsyncConnection:
    try:
        return await engine.connect()
    except DBAPIError as problem:
        cause = getattr(problem.orig, "__cause__", None) or problem
        raise OSError(f"PostgreSQL at {where}: {cause}") from problem


async def missing(url: str) -> tuple[str, ...]:
    """Return the migrations that the database still lacks, in order."""
    async with _connected(url) as connection:
        standing = await connection.run_sync(_standing)
    steps = _steps()
    if _unknown(standing):
        return ()  # a newer version has run all of ours
    there = {step.revision for step in steps.iterate_revisions(standing, "base")}
    every = [step.revision for step in steps.walk_revisions()]
    return tuple(step for step in reversed(every) if step not in there)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    config.set_main_option("version_locations", str(STEPS))
    config.set_main_option("path_separator", "os")
    return config


def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _standing(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection).get_current_heads()


def _unknown(standing: tuple[str, ...]) -> list[str]:
    """Return the applied migrations that this version does not know."""
    known = {step.revision for step in _steps().walk_revisions()}
    return [step for step in standing if step not in known]


def _upgrade(connection: Connection) -> tuple[str, ...]:
    steps = _steps()
    standing = _standing(connection)
    connection.rollback()  # reading began a transaction, and migrations use their own
    if unknown := _unknown(standing):
        log.warning("a newer version has changed the tables (%s): no migration is run", unknown)
        return standing

    def upgrade(standing: Any, context: MigrationContext) -> object:
        return steps._upgrade_revs(TARGET, standing)

    with EnvironmentContext(_config(), steps, fn=upgrade, destination_rev=TARGET) as environment:
        environment.configure(connection=connection, transaction_per_migration=True)
        with environment.begin_transaction():
            environment.run_migrations()
    return _standing(connection)
