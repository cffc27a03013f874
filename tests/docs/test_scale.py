"""The tables of the page on scale are computed from the measurements."""

from __future__ import annotations

from msgspec.structs import replace

from bench.scale import PAGE, Site, figures, put


def test_the_tables_of_the_page_follow_from_the_figures() -> None:
    text = PAGE.read_text("utf-8")
    assert put(text, figures()) == text, "python -m bench.scale --write"


def test_other_figures_would_make_other_tables() -> None:
    text, found = PAGE.read_text("utf-8"), figures()
    other = replace(found, measured=replace(found.measured, node_ms=2 * found.measured.node_ms))
    assert put(text, other) != text
    cores = Site(1_000, found).node_cores
    assert abs(Site(1_000, other).node_cores - 2 * cores) < 1e-9


def test_every_unit_cost_is_reported_on_the_page() -> None:
    text, found = PAGE.read_text("utf-8"), figures()
    for name in found.measured.__struct_fields__:
        assert f"{getattr(found.measured, name):,}" in text, name
