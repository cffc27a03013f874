"""A place where distributions can be installed for one test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from gattai import plugins
from tests.plugins.distribution import Groups, install
from tests.terminal.conftest import run as run

Installs = Callable[..., None]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installs]:
    """Install a distribution here and now, by name, entry points and files."""
    site = tmp_path / "site"
    before = {*sys.modules}
    monkeypatch.syspath_prepend(str(site))

    def here(name: str, groups: Groups, modules: Mapping[str, str] | None = None) -> None:
        install(site, name, groups, modules)
        plugins.found.cache_clear()

    plugins.found.cache_clear()
    yield here
    monkeypatch.undo()
    plugins.found.cache_clear()
    for module in {*sys.modules} - before:
        if str(site) in str(getattr(sys.modules[module], "__file__", None)):
            del sys.modules[module]
