"""A browser at a site. Without a browser these tests are skipped, with a word; they never pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import browser as browser
from tests.browser.conftest import keep_for_a_browser
from tests.browser.conftest import pytest_configure as pytest_configure
from tests.online.hosting import Hosted, hosted
from tests.online.services import empty_database

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Browser

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    keep_for_a_browser(config, items, HERE)


@pytest.fixture(scope="module")
def site() -> Iterator[Hosted]:
    """A site that was just begun."""
    with empty_database() as database, hosted(database) as found:
        yield found
