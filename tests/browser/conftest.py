"""A browser, and a table for it. Without either these tests are skipped, with a word; they never pass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser

from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.visitor import Visitor
from tests.server.table import Table, opened

HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs a browser and runs with `make browser`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = any("browser" in str(word) for word in (*config.args, config.option.markexpr))
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not wanted:
                item.add_marker(pytest.mark.skip(reason="needs a browser; run with make browser"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("there is no chromium here: apt-get install chromium")
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with opened(tmp_path_factory.mktemp("browser") / "data") as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, table: Table) -> Iterator[Visitor]:
    """Somebody at a wide screen; whatever goes wrong in the page is found at the end."""
    with Visitor.arrives(browser, table) as found:
        yield found
