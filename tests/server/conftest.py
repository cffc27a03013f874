"""One table for all tests of a worker that only need some table."""

from collections.abc import Iterator

import pytest

from tests.server.table import Table, opened


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Open to a network as far as invitations go, though it listens on the loopback only."""
    with opened(tmp_path_factory.mktemp("table") / "data", "--lan") as table:
        yield table
