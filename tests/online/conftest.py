"""What tests of the site are given: a database of their own, and a bus."""

import socket
from collections.abc import Iterator

import pytest

from tests.online.services import empty_database, nats_address, ready_database


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of a database with all tables, for all tests of this run; it is dropped at its end."""
    with ready_database() as address:
        yield address


@pytest.fixture
def bare_database() -> Iterator[str]:
    """The address of a database without any table, for this test."""
    with empty_database() as address:
        yield address


@pytest.fixture(scope="session")
def nats() -> str:
    """The address of NATS."""
    return nats_address()


@pytest.fixture
def unused_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
