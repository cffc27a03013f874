"""`gattai host check`: what is wrong with a site before it is started, and what to do about it."""

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
"""The oldest PostgreSQL that all statements have been tried with in mind."""
MOST_SKEW = 2.0
"""Seconds by which two clocks may differ: clocks of players are counted by that of the database."""
PATIENCE = 5.0


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    well: bool
    said: str = ""
    """What was found; where something is wrong, what to do."""


async def check(settings: Settings) -> AsyncIterator[Finding]:
    """Look at everything that a node needs, one thing after the other."""
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
        said = f"{problem.strerror}: choose another with --port, or stop who has it"
        return Finding(where, False, said)
    if not settings.public and settings.listen not in ("127.0.0.1", "localhost", "::1"):
        said = "say with `public` how people reach it; without TLS, passkeys do not work"
        return Finding(where, False, said)
    return Finding(where, True, f"people come by {settings.origin}")


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
        yield Finding(where, False, f"nobody answers ({problem}): is it started?")
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
            where, well, f"version {version.major}" + ("" if well else f", {OLDEST} is needed")
        )
        before = time.time()
        there = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())"))
        skew = abs(there - (before + time.time()) / 2)
        said = f"{skew * 1000:.0f} ms apart" + ("" if skew < MOST_SKEW else ": set both by NTP")
        yield Finding("clocks here and there", skew < MOST_SKEW, said)
        may = await connection.fetchval("SELECT has_schema_privilege(current_schema(), 'CREATE')")
        yield Finding("tables may be made", bool(may), "" if may else "grant CREATE on the schema")
    finally:
        await connection.close()
    steps = await missing(settings.database)
    said = f"{len(steps)} steps are missing: `gattai host migrate` makes them" if steps else ""
    yield Finding("tables", not steps, said)


async def _nats(settings: Settings) -> Finding:
    place = urlsplit(settings.nats)
    where = f"NATS at {place.hostname}:{place.port or 4222}"
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(place.hostname, place.port or 4222)
            greeting = await reader.readline()
            writer.close()
    except (OSError, TimeoutError) as problem:
        return Finding(where, False, f"nobody answers ({problem}): is it started?")
    if not greeting.startswith(b"INFO "):
        return Finding(where, False, "something answers there that is not NATS")
    return Finding(where, True)
