"""A place where distributions can be installed for one test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.plugins.distribution import install, looked_into
from tests.terminal.conftest import run as run

Installs = Callable[..., None]


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installs]:
    """Install a distribution here and now, by name, entry points and files."""
    with looked_into(tmp_path / "site") as site:
        yield partial(install, site)
