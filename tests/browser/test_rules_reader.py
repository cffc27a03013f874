"""The rules in the browser: questions, chapters, links, keys, a phone."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from gattai import games
from gattai.games.rule_search import search
from tests.browser.visitor import PHONE, Visitor
from tests.server.table import Table


def shown(visitor: Visitor) -> list[str]:
    """The ids of the rules on the page."""
    found: list[str] = visitor.page.locator("[data-rule]").evaluate_all(
        "all => all.map(one => one.dataset.rule)"
    )
    return found


@pytest.mark.parametrize("game", games.names())
def test_a_question_is_answered_in_the_order_of_the_command_line(
    visitor: Visitor, game: str
) -> None:
    visitor.goes_to(f"/rules/{game}")
    visitor.page.get_by_role("searchbox").fill("how do I win")
    visitor.page.wait_for_selector("article.answers")
    assert shown(visitor) == [*search(games.load(game), "how do I win").rules]
    expect(visitor.page.locator("article.answers")).to_contain_text("Answer")


def test_found_words_are_marked(visitor: Visitor) -> None:
    visitor.goes_to("/rules/aegis")
    visitor.page.get_by_role("searchbox").fill("reroll")
    visitor.page.wait_for_selector("article.answers mark")
    assert visitor.page.locator("mark").first.inner_text().lower() == "reroll"


def test_words_that_no_rule_has_are_said_to_have_no_answer(visitor: Visitor) -> None:
    visitor.goes_to("/rules/aegis")
    visitor.page.get_by_role("searchbox").fill("zebra crossing")
    expect(visitor.page.get_by_role("status")).to_contain_text("No rule")
    assert shown(visitor) == []


def test_the_goal_comes_first_and_a_first_game_needs_fewer_rules(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/rules/aegis")
    page.wait_for_selector("article")
    assert shown(visitor)[0] == "AEGIS.VICTORY.ANNIHILATION"
    page.get_by_role("button", name="Effects", exact=False).first.click()
    few = shown(visitor)
    page.get_by_role("button", name="All rules").click()
    assert {*few} < {*shown(visitor)}
    assert all(rule.startswith("AEGIS.EFFECT.") for rule in shown(visitor))


def test_a_rule_has_a_link_with_its_ruling_and_related_rules(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/rules/attack-chart/ATTACK-CHART.SEQ.4-AP")
    rule = page.locator("[data-rule='ATTACK-CHART.SEQ.4-AP']")
    expect(rule).to_contain_text("ours, not printed")
    expect(rule).to_contain_text("Attack Sequence 4")
    expect(rule.locator("[data-title]")).to_be_focused()
    related = page.get_by_role("complementary").get_by_role("link").first
    name = related.inner_text()
    related.click()
    expect(page.locator("article.open")).to_contain_text(name)
    assert "ATTACK-CHART.SEQ.4-AP" not in page.url


def test_the_reader_is_used_by_keys_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.goes_to("/rules/aegis")
    page.wait_for_selector("article")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("can I combine")
    page.wait_for_selector("article.answers")
    page.keyboard.press("Enter")
    first, second, *_ = shown(visitor)
    expect(page.locator(f"[data-rule='{first}'] [data-title]")).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator(f"[data-rule='{second}'] [data-title]")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator(f"[data-rule='{first}'] [data-title]")).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator(f"article.open[data-rule='{second}']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_on_a_phone_the_chapters_unfold(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        page = visitor.page
        visitor.goes_to("/rules/robot-empire")
        page.wait_for_selector("article")
        moons = page.locator("nav li").filter(has_text="Moons")
        expect(moons).to_be_hidden()
        page.get_by_role("button", name="Chapters").click()
        moons.click()
        expect(moons).to_be_hidden()
        assert all(rule.startswith("ROBOT-EMPIRE.MOON.") for rule in shown(visitor))
        assert visitor.overflow() == []


def test_a_rule_is_pictured_by_a_moment_of_a_real_game_in_words(visitor: Visitor) -> None:
    visitor.goes_to("/rules/aegis/AEGIS.MOVE.BASIC")
    pictured = visitor.page.locator("[data-rule='AEGIS.MOVE.BASIC'] figure")
    expect(pictured.locator("svg text").first).to_be_visible()
    caption = pictured.locator("figcaption")
    expect(caption).to_contain_text("From a game:")
    assert not re.search(r"-?\d+,-?\d+", caption.inner_text())
    # Only the rule that is read has its picture open.
    expect(visitor.page.locator("figure")).to_have_count(1)
    assert not visitor.violations()


def test_a_rule_at_a_table_says_where_it_is_at_work_there(visitor: Visitor) -> None:
    page = visitor.page
    visitor.stands_off()
    page.get_by_role("button", name="All lines").first.click()
    moved = page.locator(".log li", has_text=" moves to ").first
    moved.get_by_role("button", name=re.compile("rule", re.I)).last.click()
    dialog = page.get_by_role("dialog")
    used = dialog.get_by_role("region", name="On your table").locator("li")
    expect(used.filter(has_text=" moves to ").first).to_be_visible()
    assert not visitor.violations()
