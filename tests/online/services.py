"""The PostgreSQL and the NATS that tests of the site need. They are there, or the test fails and says so."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from gattai.server.online.store.migrating import migrate

POSTGRES = os.environ.get("GATTAI_TEST_DATABASE", "postgresql://postgres@127.0.0.1:5432/postgres")
NATS = os.environ.get("GATTAI_TEST_NATS", "nats://127.0.0.1:4222")


def same_path(first: Path | None = None) -> dict[str, str]:
    """The environment of a process that is to find the same packages as this one, or others first."""
    paths = [str(first or ""), *sys.path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def named(address: str, name: str) -> str:
    """The address of another database of the same server."""
    return urlunsplit(urlsplit(address)._replace(path=f"/{name}"))


async def tell(address: str, *statements: str) -> None:
    """Have a database do something, by a connection of its own."""
    connection = await asyncpg.connect(address, timeout=5)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


def _run(work: Coroutine[Any, Any, Any]) -> None:
    """Have it done in a thread of its own: a browser's test has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


@contextmanager
def empty_database(server: str = POSTGRES) -> Iterator[str]:
    """The address of a database of one's own without any table; it is dropped afterwards."""
    name = f"gattai_test_{secrets.token_hex(6)}"
    try:
        _run(tell(server, f"CREATE DATABASE {name}"))
    except OSError as error:
        pytest.fail(f"no PostgreSQL answers at {server} ({error}): `make services` starts one")
    try:
        yield named(server, name)
    finally:
        _run(tell(server, f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def ready_database(server: str = POSTGRES) -> Iterator[str]:
    """The address of a database of one's own with all tables, and nothing in them."""
    with empty_database(server) as address:
        _run(migrate(address))
        yield address


def nats_address() -> str:
    """The address of NATS, which answers."""
    place = urlsplit(NATS)
    try:
        socket.create_connection((place.hostname or "", place.port or 4222), timeout=5).close()
    except OSError as error:
        pytest.fail(f"no NATS answers at {NATS} ({error}): `make services` starts one")
    return NATS
