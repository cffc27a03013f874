"""A player who is attacked sees the attack, and what each choice would leave."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.pictures_mechastellar import bracing, sits_at
from tests.browser.visitor import PHONE, Visitor
from tests.server.table import Table


def test_a_defender_sees_the_attack_and_what_each_choice_leaves(
    browser: Browser, table: Table, patience: float
) -> None:
    with Visitor.arrives(browser, table) as visitor:
        sits_at(visitor, bracing())
        panel = visitor.page.get_by_role("region", name="What you can do about it")
        expect(panel.locator(".who")).to_contain_text(" attacks ")
        expect(panel.locator("dl")).to_contain_text("range")
        choices = panel.locator("button.choice")
        expect(choices.first.locator(".through")).to_contain_text(
            "damage", timeout=15_000 * patience
        )
        expect(choices.first.locator(".foot")).to_contain_text("left on average")
        expect(panel.locator("button.pointed")).to_have_count(0)  # nothing is chosen beforehand
        spoken = " ".join(choices.first.inner_text().split())
        assert "damage not" in spoken and "left on average" in spoken
        widths = {round(choices.nth(n).bounding_box()["width"]) for n in range(choices.count())}  # type: ignore[index]
        assert len(widths) == 1
        expect(visitor.page.locator("g.declared .name")).to_be_visible()
        expect(panel.get_by_role("img")).to_be_visible()
        number = visitor.page.locator(".table").get_attribute("data-number")
        visitor.page.keyboard.press("1")
        expect(visitor.page.locator(f'.table[data-number="{number}"]')).to_have_count(0)


def test_on_a_phone_every_choice_is_a_row_for_a_finger(
    browser: Browser, table: Table, patience: float
) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        sits_at(visitor, bracing())
        choices = visitor.page.locator("button.choice")
        expect(choices.first.locator(".through")).to_be_visible(timeout=15_000 * patience)
        boxes = [choices.nth(n).bounding_box() for n in range(choices.count())]
        assert len(boxes) > 1 and all(box and box["height"] >= 44 for box in boxes)
        assert len({round(box["x"]) for box in boxes if box}) == 1
        visitor.page.locator(".ask .what").evaluate("(one) => one.append(' with a very long name')")
        past = "[...document.querySelectorAll('.ask > .who *')].filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"
        assert visitor.page.evaluate(past) == []
