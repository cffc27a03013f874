"""One page, built once for all tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gattai.server.page.build import build

if TYPE_CHECKING:
    from tests.browser.page.host import Site

ROOT = Path(__file__).parents[3]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
WHEELS = ROOT / "build" / "page"
if find_spec("playwright") is None:
    collect_ignore = ["firefox.py", "host.py"]


@pytest.fixture(scope="session")
def builds() -> Callable[[Path], None]:
    """Return what builds a page into a folder."""
    from tests.browser.page.host import PATH

    wheel = next(WHEELS.glob("msgspec-*wasm32.whl"), None)
    if wheel is None or not PYODIDE.is_dir() or shutil.which("node") is None:
        pytest.skip("a page needs Pyodide, msgspec's wheel and Node: make page")
    return partial(build, pyodide=PYODIDE, wheel=wheel, base=f"/{PATH}/")


@pytest.fixture(scope="session")
def built(builds: Callable[[Path], None], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a page. The host serves a folder further up."""
    from tests.browser.page.host import PATH

    folder = tmp_path_factory.mktemp("host") / PATH
    builds(folder)
    return folder


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[Site]:
    from tests.browser.page.host import PATH, hosted

    with hosted(built.parents[PATH.count("/")]) as found:
        yield found
