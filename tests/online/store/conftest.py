"""Tests of the store leave matches and jobs behind that no node could go on with: they have their own database."""

from collections.abc import Iterator

import pytest

from tests.online.services import ready_database


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The address of a database with all tables, in which no other test starts a node."""
    with ready_database() as address:
        yield address
