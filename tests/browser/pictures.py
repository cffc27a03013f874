"""Takes the pictures of the documentation: `make pictures`, or `python -m tests.browser.pictures`.

Needs `cwebp` (Debian: webp). With names, only those whose name begins so: `... pictures home odds`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Locator

from tests.browser import aristeia_scenes
from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.pictures_crowds import crowds
from tests.browser.pictures_first import builder, first_minutes, rules, thinking
from tests.browser.pictures_inches import inches
from tests.browser.pictures_mechastellar import mechastellar
from tests.browser.pictures_robot_empire import robot_empire
from tests.browser.scenes import (
    about_to_combine,
    about_to_win,
    in_a_firefight,
)
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Table, opened

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def main() -> None:
    if not CHROMIUM.exists() or shutil.which("cwebp") is None:
        sys.exit("this needs chromium and cwebp: apt-get install chromium webp")
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "data") as table,
        chromium() as browser,
    ):
        first_minutes(browser, table, take)
        builder(browser, table, take)
        rules(browser, table, take)
        thinking(browser, table, take)
        guided(browser, table)
        wide(browser, table)
        victory(browser, table)
        light(browser, table)
        phone(browser, table)
        tablet(browser, table)
        firefight(browser, table)
        robot_empire(browser, take)
        aristeia(browser, table)
        mechastellar(browser, table, take)
        inches(browser, table, take)
        crowds(browser, table, partial(take, quality=50))


def wide(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        visitor.goes_to("/setup/aegis")
        visitor.page.locator("details").first.locator("summary").click()
        take(visitor, "set-up")
        found = visitor.stands_off(whole=False)
        enemy(visitor, found.target).hover()
        visitor.page.wait_for_selector(ODDS)
        take(visitor, "odds")
        visitor.sees_everything()
        enemy(visitor, found.hidden).hover()
        visitor.page.wait_for_selector(".blocked")
        take(visitor, "why-not")
        visitor.sits_down(about_to_combine(table))
        visitor.is_asked()
        combines(visitor)
        take(visitor, "combination")


def guided(browser: Browser, table: Table) -> None:
    """The home screen, and three moments of the guided game."""
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        page = visitor.page
        home(visitor, "home")
        visitor.starts_lesson()
        page.wait_for_selector("g.cell.lit")
        page.locator(".lesson .next").click()
        page.locator("g.cell.lit").hover()
        page.wait_for_selector("polyline.way")
        take(visitor, "lesson")
        visitor.follows_lesson(2)
        page.wait_for_selector(".ask .die, .slot .die")
        page.mouse.move(720, 880)
        take(visitor, "dice")
        visitor.follows_lesson(3)
        page.wait_for_selector("[data-option^=combine]", timeout=60_000)
        visitor.follows_lesson(3)
        page.wait_for_selector("[data-option^='move arly-100']")
        page.mouse.move(720, 880)
        take(visitor, "gattai")


def home(visitor: Visitor, name: str) -> None:
    visitor.goes_to("/")
    visitor.page.wait_for_selector(".games .poster")
    visitor.page.evaluate(HIDE_TOYS)
    take(visitor, name)


HIDE_TOYS = """() => {
  for (const item of document.querySelectorAll('.games li'))
    if (item.innerText.includes('a toy')) item.remove();
  for (const title of document.querySelectorAll('[role=heading]'))
    if (title.innerText.toLowerCase() === 'eight games') title.textContent = 'Five games';
}"""
ODDS = ".odds dd:visible"
TABLET = {"width": 820, "height": 1180}


def victory(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        match, answers = about_to_win(table)
        with table.page(match) as seat:
            for text in answers:
                seat.until_asked()
                seat.say(
                    "answer",
                    number=seat.scene["ask"]["number"],
                    text=text,
                    epoch=seat.shown["epoch"],
                )
                seat.scene = {}
            seat.until(lambda scene: bool(scene["ending"]))
        visitor.sits_down(match)
        visitor.page.wait_for_selector("dialog[open]")
        take(visitor, "victory")


def light(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, theme="light") as visitor:
        found = visitor.stands_off(whole=False)
        lit = visitor.page.locator("g.cell.lit")
        lit.nth(lit.count() // 3).hover()
        visitor.page.wait_for_selector("polyline.way")
        take(visitor, "move-light")
        visitor.goes_to(f"/replay/{found.match}?at=30")
        visitor.page.wait_for_selector(".replay .log li .amount")
        take(visitor, "replay")
        home(visitor, "home-light")


def phone(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        found = visitor.stands_off(whole=False)
        enemy(visitor, found.target).tap()
        visitor.page.wait_for_selector(ODDS)
        take(visitor, "phone")
        home(visitor, "home-phone")
        visitor.sits_down(table.begin("attack-chart", "person", "link")["id"])
        visitor.page.get_by_label("Link to send").wait_for()
        take(visitor, "by-link-phone")


def tablet(browser: Browser, table: Table) -> None:
    with Visitor.arrives(browser, table, size=TABLET, touch=True) as visitor:
        found = visitor.stands_off(whole=False)
        enemy(visitor, found.target).tap()
        visitor.page.wait_for_selector(ODDS)
        take(visitor, "table-tablet")


def firefight(browser: Browser, table: Table) -> None:
    """attack-chart: a shot and its odds."""
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        visitor.sits_down(in_a_firefight(table))
        visitor.is_asked()
        visitor.page.locator(".ask [data-option^=attack]").first.hover()
        visitor.page.wait_for_selector(ODDS)
        take(visitor, "attack-chart")


def aristeia(browser: Browser, table: Table) -> None:
    """Hidden plans, dice with symbols, Infirmary and States; and the same table on a phone."""
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        page = visitor.page
        for moment, name in (("planning", "planning"), ("roll", "roll"), ("infirmary", "table")):
            visitor.sits_down(aristeia_scenes.begun(table, moment))
            visitor.is_asked()
            if moment == "planning":
                for _ in range(2):
                    page.locator("[data-pick]").last.click()
            if moment == "infirmary":
                page.locator(".ask [data-option^=perform]").nth(1).hover()
                page.wait_for_selector(ODDS)
            take(visitor, f"aristeia-{name}")
    with Visitor.arrives(browser, table, size=PHONE, touch=True, theme="light") as visitor:
        visitor.sits_down(aristeia_scenes.begun(table, "infirmary"))
        visitor.is_asked()
        take(visitor, "aristeia-phone")


def enemy(visitor: Visitor, name: str) -> Locator:
    label = visitor.page.get_by_label(re.compile(f"blue's {name},"))
    return visitor.page.locator("g.cell").and_(label).first


def combines(visitor: Visitor) -> None:
    """Choose the first combination there is, and select whoever came of it."""
    page, number = visitor.page, visitor.number
    combine = page.locator("[data-option^=combine]")
    actors = page.locator(".ask .actor")
    for place in range(max(1, actors.count())):
        if combine.count():
            break
        if place:
            page.keyboard.press("Escape")
        actors.nth(place).click()
    into = (combine.first.get_attribute("data-option") or "").split()[-1].upper()
    combine.first.click()
    visitor.waits_after(number)
    visitor.is_asked()
    page.locator(".units .row", has_text=into).first.click()


def take(visitor: Visitor, name: str, quality: int = 72) -> None:
    if len(sys.argv) > 1 and not name.startswith(tuple(sys.argv[1:])):
        return
    visitor.page.wait_for_timeout(500)
    path = FOLDER / f"{name}.webp"
    with tempfile.NamedTemporaryFile(suffix=".png") as whole:
        visitor.page.screenshot(path=whole.name)
        smaller = ["cwebp", "-quiet", "-q", str(quality), "-m", "6", "-sharp_yuv", whole.name]
        subprocess.run([*smaller, "-o", str(path)], check=True)
    print(f"{path.relative_to(FOLDER.parents[1])}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
