"""`gattai host check`: finds problems with a site before it starts, and says how to fix them."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import msgspec

from gattai.server.online.settings import Settings
from gattai.server.online.store.migrating import missing

OLDEST = 14
"""The oldest supported version of PostgreSQL."""
MAX_SKEW = 2.0
"""Maximum difference in seconds between two clocks: time limits use the database's clock."""
PATIENCE = 5.0


class Finding(msgspec.Struct, frozen=True):
    """The result of one check."""

    what: str
    well: bool
    advice: str = ""
    """What was found, and how to fix it."""


async def check(settings: Settings) -> AsyncIterator[Finding]:
    """Check everything that a node needs, one thing after another."""
    yield _address(settings)
    for finding in _packs(settings):
        yield finding
    async for finding in _database(settings):
        yield finding
    if settings.nats:
        yield await _nats(settings)


def _address(settings: Settings) -> Finding:
    where = f"listening at {settings.listen}:{settings.port}"
    try:
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind((settings.listen, settings.port))
    except OSError as problem:
        reason = (
            f"{problem.strerror}: choose another port with --port, or stop the program that uses it"
        )
        return Finding(where, False, reason)
    if not settings.public and settings.listen not in ("127.0.0.1", "localhost", "::1"):
        reason = "set `public` to the address that people use; passkeys need TLS"
        return Finding(where, False, reason)
    return Finding(where, True, f"the public address is {settings.origin}")


def _packs(settings: Settings) -> list[Finding]:
    return [
        Finding(
            f"packs in {folder}",
            Path(folder).is_dir(),
            "" if Path(folder).is_dir() else "there is no such folder",
        )
        for folder in settings.packs
    ]


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    place = urlsplit(settings.database)
    where = f"PostgreSQL at {place.hostname or 'its socket'}:{place.port or 5432}"
    try:
        connection = await asyncpg.connect(settings.database, timeout=PATIENCE)
    except (OSError, TimeoutError) as problem:
        yield Finding(where, False, f"no answer ({problem}): is it running?")
        return
    except asyncpg.InvalidCatalogNameError:
        name = place.path.strip("/")
        yield Finding(where, False, f"there is no database {name!r}: createdb {name}")
        return
    except asyncpg.PostgresError as problem:
        yield Finding(where, False, str(problem))
        return
    try:
        version = connection.get_server_version()
        well = version.major >= OLDEST
        yield Finding(
            where,
            well,
            f"version {version.major}" + ("" if well else f"; version {OLDEST} or later is needed"),
        )
        before = time.time()
        there = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())"))
        skew = abs(there - (before + time.time()) / 2)
        result = f"{skew * 1000:.0f} ms apart" + (
            "" if skew < MAX_SKEW else ": synchronize both with NTP"
        )
        yield Finding("clocks here and on the database", skew < MAX_SKEW, result)
        may = await connection.fetchval("SELECT has_schema_privilege(current_schema(), 'CREATE')")
        yield Finding(
            "tables may be created", bool(may), "" if may else "grant CREATE on the schema"
        )
    finally:
        await connection.close()
    steps = await missing(settings.database)
    result = f"{len(steps)} migrations are missing: run `gattai host migrate`" if steps else ""
    yield Finding("tables", not steps, result)


async def _nats(settings: Settings) -> Finding:
    place = urlsplit(settings.nats)
    where = f"NATS at {place.hostname}:{place.port or 4222}"
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(place.hostname, place.port or 4222)
            greeting = await reader.readline()
            writer.close()
    except (OSError, TimeoutError) as problem:
        return Finding(where, False, f"no answer ({problem}): is it running?")
    if not greeting.startswith(b"INFO "):
        return Finding(where, False, "the program at this address is not NATS")
    return Finding(where, True)
