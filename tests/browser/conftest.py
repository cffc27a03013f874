"""A browser, and a table for it. Without either these tests are skipped, with a word; they never pass."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.visitor import Visitor
    from tests.server.table import Table

HERE = Path(__file__).parent
if find_spec("playwright") is None:
    # The tests say what is missing; what they stand on cannot even be read without it.
    collect_ignore = [
        "chromium.py",
        "frames.py",
        "pictures.py",
        "pictures_mechastellar.py",
        "pictures_robot_empire.py",
        "quick.py",
        "visitor.py",
    ]


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
    from tests.browser.chromium import CHROMIUM, chromium

    if not CHROMIUM.exists():
        pytest.skip("there is no chromium here: apt-get install chromium")
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    from tests.server.table import opened

    with opened(tmp_path_factory.mktemp("browser") / "data") as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, table: Table) -> Iterator[Visitor]:
    """Somebody at a wide screen; whatever goes wrong in the page is found at the end."""
    from tests.browser.visitor import Visitor

    with Visitor.arrives(browser, table) as found:
        yield found
