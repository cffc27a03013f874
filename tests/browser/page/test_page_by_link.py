"""A match by link between a page without a server and a table: full links, and nothing lost by a reload."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.page.host import PageVisitor, Site
from tests.browser.test_by_link import begins_by_link, link_of, plays_until_a_link, takes
from tests.browser.visitor import Visitor
from tests.server.table import Table


def test_a_page_and_a_table_play_by_links_and_a_reload_loses_nothing(
    browser: Browser, site: Site, table: Table, patience: float
) -> None:
    with (
        PageVisitor.comes(browser, site, patience) as ann,
        Visitor.arrives(browser, table) as bob,
    ):
        ann.goes_to("/")
        ann.waits_until_ready()
        link = begins_by_link(ann)
        assert link.startswith(f"{site.address}/#/open/")
        ann.page.reload()
        expect(ann.page.get_by_role("heading", name="Send this invitation")).to_be_visible(
            timeout=60_000 * patience
        )
        assert link_of(ann) == link
        bob.goes_to(f"/open/{link.partition('#/open/')[2]}")
        back = plays_until_a_link(bob)
        # The link of a table at home, behind the address of the page: the page opens it, also anew.
        ann.page.goto("about:blank")
        ann.page.goto(f"{site.address}/{back}")
        ann.page.wait_for_selector(".table", timeout=60_000 * patience)
        link = plays_until_a_link(ann)
        takes(bob, link)
        assert plays_until_a_link(bob) != back
