"""A browser, and a table for it. Without either these tests are skipped, with a word; they never pass."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.browser.visitor import Visitor
    from tests.server.table import Table

HERE = Path(__file__).parent
if find_spec("playwright") is None:
    # The tests say what is missing; what they stand on cannot even be read without it.
    collect_ignore = [
        "chromium.py",
        "frames.py",
        "pictures.py",
        "pictures_inches.py",
        "pictures_mechastellar.py",
        "pictures_robot_empire.py",
        "quick.py",
        "recording.py",
        "visitor.py",
    ]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs a browser and runs with `make browser`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    keep_for_a_browser(config, items, HERE)


def keep_for_a_browser(config: pytest.Config, items: list[pytest.Item], folder: Path) -> None:
    """Mark the tests below a folder, and leave them out unless they are asked for."""
    wanted = any("browser" in str(word) for word in (*config.args, config.option.markexpr))
    for item in items:
        if folder in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not wanted:
                item.add_marker(pytest.mark.skip(reason="needs a browser; run with make browser"))


EXPECTED_WITHIN = 5_000
"""Milliseconds in which a page shows what a test expects of it."""
FOUND_WITHIN = 30_000
"""Milliseconds in which there is something to click on."""


@pytest.fixture(scope="session")
def browser(patience: float) -> Iterator[Browser]:
    from playwright.sync_api import expect

    from tests.browser.chromium import CHROMIUM, chromium

    expect.set_options(timeout=EXPECTED_WITHIN * patience)

    if not CHROMIUM.exists():
        pytest.skip("there is no chromium here: apt-get install chromium")
    with chromium() as found:
        yield waiting(found, FOUND_WITHIN * patience)


def waiting(browser: Browser, milliseconds: float) -> Browser:
    """The same browser, whose pages wait so long for what they are to click on."""
    new_context = browser.new_context

    def patient(**wishes: Any) -> BrowserContext:
        context = new_context(**wishes)
        context.set_default_timeout(milliseconds)
        return context

    browser.new_context = patient  # type: ignore[method-assign]
    return browser


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
