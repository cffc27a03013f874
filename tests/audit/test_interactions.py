"""The pages of the interaction audits say what the rules say, and every asymmetry is explained."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.parameters import Rulings
from tests.audit import mechastellar, mechastellar_tables
from tests.audit.grid import Audit, Permission, rules_of
from tests.audit.page import page, row
from tests.audit.pages import AUDITS, INDEX, PAGES, path

NAV = (PAGES.parents[1] / "mkdocs.yml").read_text("utf-8")
STALE = "the rules say something else now: run `make interactions` and read the difference"


@pytest.mark.parametrize("audit", AUDITS, ids=lambda audit: audit.game)
def test_every_asymmetry_is_explained_and_the_page_says_what_the_rules_say(audit: Audit) -> None:
    assert [*audit.faults()] == []
    assert path(audit).read_text("utf-8") == page(audit), STALE
    assert row(audit) in INDEX.read_text("utf-8"), STALE
    assert f"explanation/{path(audit).name}" in NAV


def test_the_index_is_listed_and_has_a_row_for_each_game() -> None:
    lines = INDEX.read_text("utf-8").splitlines()
    assert sum(line.startswith("| [") for line in lines) == len(AUDITS)
    assert f"explanation/{INDEX.name}" in NAV


def few(audit: Audit, conditions: tuple[str, ...], permissions: tuple[str, ...]) -> Audit:
    """The same audit of some conditions and permissions only."""
    return Audit(
        book=audit.book,
        conditions=tuple(each for each in audit.conditions if each.id in conditions),
        permissions=tuple(each for each in audit.permissions if each.id in permissions),
        own=(),
        ask=audit.ask,
        ask_own=audit.ask_own,
        about="",
    )


def unexplained(audit: Audit) -> list[str]:
    return [each for each in audit.faults() if each.startswith("no explanation")]


def test_a_unit_that_shells_and_cannot_be_shelled_back_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Indirect Fire once left the water and did not enter it."""
    shelling = (("open", "diving", "flying"), ("indirect", "remote"))
    assert unexplained(few(mechastellar.AUDIT, *shelling)) == []
    mechastellar.forget()
    monkeypatch.setattr(mechastellar_tables, "RULINGS", Rulings(water_idf="outwards"))
    found = unexplained(few(mechastellar.AUDIT, *shelling))
    mechastellar.forget()
    assert found and all("MS.WATER.SUBMERGED" in each for each in found)
    assert any("diving may act on open" in each for each in found)


def test_an_explanation_holds_for_its_own_conditions_only() -> None:
    """That Flyers are safe from Indirect Fire does not explain that others are."""
    (fly,) = [e for e in mechastellar.AUDIT.notes.explained if e.rule == "MS.IDF.FLY"]
    assert fly.covers("MS.IDF.FLY", "indirect", "open", "flying")
    assert not fly.covers("MS.IDF.FLY", "indirect", "flying", "open")
    assert not fly.covers("MS.IDF.FLY", "direct", "open", "flying")
    assert not fly.covers("MS.IDF.COVER", "indirect", "open", "flying")


@pytest.mark.parametrize("permission", [*mechastellar.FAR[:6], *mechastellar.NEAR[:3]])
def test_both_sides_of_a_table_get_the_same_answers(permission: Permission) -> None:
    """The tables are asked from the south; from the north they say the same."""
    plain, *others = mechastellar_tables.LAID
    for each in others:
        for one, two in ((plain, each), (each, plain)):
            north = mechastellar.ask(permission, one, two, north=True)
            south = mechastellar.ask(permission, one, two)
            assert (north is None) == (south is None)
            assert rules_of(north or ()) == rules_of(south or ()), f"{one.id} on {two.id}"
