"""The client is light, and comes from the table alone."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from tests.browser.visitor import Visitor

STATIC = Path(__file__).parents[2] / "src" / "gattai" / "server" / "static"
MOST = 150_000


def test_the_whole_client_is_at_most_150_kilobytes_compressed() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in STATIC.rglob("*.*")}
    assert "index.html" in sizes
    assert sum(sizes.values()) <= MOST, sizes


def test_nothing_is_asked_of_another_host(visitor: Visitor) -> None:
    visitor.begins("aegis", "person", "rookie")
    visitor.is_asked()
    visitor.goes_to("/rules/aegis")
    visitor.page.wait_for_selector("details")
    assert visitor.asked and visitor.foreign == []
