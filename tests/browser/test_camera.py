"""The camera shows those who act closely; the whole board is one key or one click away."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

HEX = "document.querySelector('g.cell .ground').getBoundingClientRect().width"


def test_the_board_is_seen_closely_and_as_a_whole(visitor: Visitor) -> None:
    page = visitor.page
    found = visitor.stands_off()
    overview = page.locator(".overview")
    expect(overview).to_have_count(0)
    whole = page.evaluate(HEX)
    number = visitor.number
    visitor.sits_down(found.match)
    visitor.is_asked()
    expect(overview).to_be_visible()
    assert page.evaluate(HEX) >= 79 > whole
    assert page.locator("[data-detail=whole]").count() == 1
    overview.click()
    expect(overview).to_have_count(0)
    assert page.evaluate(HEX) == whole
    assert visitor.number == number


def test_every_unit_is_clicked_at_its_base(visitor: Visitor) -> None:
    page = visitor.page
    visitor.stands_off()
    wrong = page.evaluate(
        """() => [...document.querySelectorAll('.board .unit')].flatMap((unit) => {
          const { x, y, width, height } = unit.querySelector('.ring').getBoundingClientRect();
          const on = document.elementFromPoint(x + width / 2, y + height / 2);
          const cell = on?.closest('[data-cell]');
          return cell?.querySelector('.base') ? [] : [unit.dataset.piece];
        })"""
    )
    assert wrong == []
