"""The lab in the browser: from a printed card to a verdict on a changed one, by mouse, keys and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")
pytest.importorskip("polars", reason="needs the lab: pip install 'gattai[lab]'")

from playwright.sync_api import Browser, Locator, expect

from tests.browser.visitor import AXE, PHONE, Visitor
from tests.server.table import Table, opened

VERDICT = 240_000
"""Milliseconds until a large difference is sure on a busy machine."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table of its own, for studies stay saved."""
    with opened(tmp_path_factory.mktemp("lab") / "data") as found:
        yield found


def opens(visitor: Visitor, game: str = "attack-chart") -> Locator:
    """Open the lab; the part where the study is put together."""
    visitor.goes_to(f"/lab/{game}")
    visitor.page.wait_for_selector(".lab .cards li")
    return visitor.page.get_by_role("region", name="Your change")


def test_a_verdict_on_a_changed_card_takes_four_clicks(visitor: Visitor) -> None:
    opens(visitor)
    page = visitor.page
    page.get_by_role("button", name="Gunners unit").click()
    more = page.get_by_role("button", name="hp + 1", exact=True)
    more.click()
    more.click()
    expect(page.get_by_role("region", name="Your change")).to_contain_text("1 → 3")
    page.get_by_role("button", name="Start").click()
    study = page.get_by_role("article").first
    expect(study.locator(".verdict")).to_contain_text("Player 1 wins less", timeout=VERDICT)
    expect(study).to_contain_text("Player 1: blue")
    with page.expect_popup(timeout=VERDICT) as shown:
        study.get_by_role("link", name="Report").click(timeout=VERDICT)
    expect(shown.value.locator("body")).to_contain_text("Player 1 wins less")
    with page.expect_download() as saved:
        study.get_by_role("link", name="Pack").click()
    assert "hp = 3" in Path(saved.value.path()).read_text("utf-8")
    page.reload()
    expect(page.get_by_role("article").first.locator(".verdict")).to_contain_text("less")
    page.get_by_role("article").first.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("article")).to_have_count(0)


def test_a_study_is_stopped_and_continued(visitor: Visitor) -> None:
    opens(visitor)
    page = visitor.page
    page.get_by_role("button", name="Gunners unit").click()
    page.get_by_label("move", exact=True).fill("7")
    page.get_by_label("move", exact=True).press("Enter")
    page.get_by_role("button", name="Start").click()
    study = page.get_by_role("article").first
    expect(study.get_by_role("progressbar")).to_be_visible()
    study.get_by_role("button", name="Stop").click()
    expect(study).to_contain_text("nothing is lost", timeout=VERDICT)
    study.get_by_role("button", name="Go on").click()
    expect(study.get_by_role("button", name="Stop")).to_be_visible()
    study.get_by_role("button", name="Stop").click()
    study.get_by_role("button", name="Delete").click(timeout=VERDICT)
    expect(page.get_by_role("article")).to_have_count(0)


def test_values_beyond_the_range_and_studies_without_a_change_are_refused(visitor: Visitor) -> None:
    ask = opens(visitor)
    page = visitor.page
    expect(ask.get_by_role("button", name="Start")).to_be_disabled()
    page.get_by_role("button", name="Gunners unit").click()
    models = page.get_by_label("models", exact=True)
    models.fill("13")  # 1 to 12
    models.press("Enter")
    expect(models).to_have_value("3")
    models.fill("12")
    models.press("Enter")
    expect(ask).to_contain_text("3 → 12")
    ask.get_by_role("button", name="Leave ").click()
    expect(ask.get_by_role("button", name="Start")).to_be_disabled()


def test_a_card_that_nobody_fields_says_so(visitor: Visitor) -> None:
    opens(visitor, "mechastellar")
    page = visitor.page
    page.get_by_role("searchbox").fill("iron castle")
    page.locator(".cards li button").first.click()
    expect(page.get_by_text("does not field this card")).to_be_visible()


def test_a_change_is_made_by_keys_alone(visitor: Visitor) -> None:
    ask = opens(visitor)
    page = visitor.page
    page.get_by_role("searchbox").focus()
    page.keyboard.type("oracle")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="models + 1", exact=True).focus()
    page.keyboard.press("Enter")
    expect(ask).to_contain_text("Oracle, models")
    expect(ask.get_by_role("button", name="Start")).to_be_enabled()


def test_the_lab_is_accessible_and_fits_a_phone(
    browser: Browser, table: Table, visitor: Visitor
) -> None:
    opens(visitor)
    visitor.page.get_by_role("button", name="Gunners unit").click()
    assert not AXE.exists() or visitor.violations_in_each_theme() == []
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as phone:
        opens(phone)
        phone.page.get_by_role("button", name="Gunners unit").tap()
        phone.page.get_by_role("button", name="hp + 1", exact=True).tap()
        expect(phone.page.get_by_role("region", name="Your change")).to_contain_text("1 → 2")
        assert phone.overflow() == []
        assert phone.hard_to_use() == []


def test_home_leads_to_the_lab(visitor: Visitor) -> None:
    visitor.goes_to("/")
    visitor.page.get_by_role("link", name="Lab").click()
    visitor.page.wait_for_selector(".lab .cards li")
