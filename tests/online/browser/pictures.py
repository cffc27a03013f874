"""Takes the pictures of a host's site: part of `make pictures`, or `python -m tests.online.browser.pictures`.

Needs PostgreSQL (`make services`), and `cwebp` (Debian: webp). With names, only those.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from playwright.sync_api import Browser

from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.pictures import FOLDER, take
from tests.browser.visitor import PHONE, WIDE, Theme, Visitor
from tests.online.browser.crowd import Crowd, gathered
from tests.online.hosting import hosted
from tests.online.services import empty_database
from tests.server.table import Table


def main() -> None:
    if not CHROMIUM.exists() or shutil.which("cwebp") is None:
        sys.exit("this needs chromium and cwebp: apt-get install chromium webp")
    FOLDER.mkdir(exist_ok=True)
    with (
        empty_database() as database,
        hosted(database) as site,
        gathered(database, site) as crowd,
        chromium() as browser,
    ):
        for theme, size, kind, pages in VIEWS:
            touch = size is PHONE
            with _as(browser, crowd, "kestrel", size=size, theme=theme, touch=touch) as visitor:
                for name in pages:
                    picture(visitor, name, kind)


PAGES = {
    "lobby": ("/", ".seek"),
    "profile": ("/people/kestrel", ".ratings svg"),
    "live": ("/live", "a.live svg.mini >> nth=3"),
    "moderation": ("/moderation", ".report"),
    "account": ("/account", "[aria-label=Programs] li"),
}
"""Where each is, and what has to be there first."""
VIEWS: tuple[tuple[Theme, dict[str, int], str, tuple[str, ...]], ...] = (
    ("dark", WIDE, "", tuple(PAGES)),
    ("dark", PHONE, "-phone", ("lobby",)),
    ("light", WIDE, "-light", ("lobby",)),
    ("light", PHONE, "-phone-light", ("profile",)),
)
"""Which of them are shown by night and by day, on a screen and on a phone."""


def picture(visitor: Visitor, page: str, kind: str) -> None:
    """One of them, if it is wanted."""
    name = f"{page}{kind}"
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        return
    goes(visitor, *PAGES[page])
    if page == "moderation":
        visitor.page.get_by_role("button", name="wrecker").first.click()
        visitor.page.wait_for_selector(".talk")
    take(visitor, name)


def goes(visitor: Visitor, path: str, until: str) -> None:
    visitor.page.goto(f"{visitor.table.address}{path}")
    visitor.page.wait_for_selector(until, timeout=60_000)
    visitor.page.wait_for_timeout(700)


@contextmanager
def _as(browser: Browser, crowd: Crowd, name: str, **more: Any) -> Iterator[Visitor]:
    """A browser that is logged in."""
    with Visitor.arrives(browser, cast(Table, crowd.site), **more) as visitor:
        [cookie] = [*crowd.people[name].http.cookies.jar]
        made = {"name": cookie.name, "value": cookie.value or "", "url": crowd.site.address}
        visitor.page.context.add_cookies(cast(Any, [made]))
        yield visitor


if __name__ == "__main__":
    main()
