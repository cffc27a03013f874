"""Records an attack and a combination for the top of the README: `python -m tests.browser.recording`.

Chromium here is too slow to be filmed as it plays. So the page's own time is slowed down, pictures are
taken at leisure, and the film is put together at the pace a player sees. Needs `img2webp` (Debian: webp).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, FloatRect, Locator

from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.pictures import FOLDER, enemy
from tests.browser.scenes import in_the_open
from tests.browser.visitor import Visitor
from tests.server.table import Table, opened

SLOWER = 12
"""So many times slower than it is played is it filmed."""
FRAME = 80
"""Milliseconds of what a player sees, from one picture to the next."""
CLOSER = 330
"""So far is the wheel turned."""
SIZE = {"width": 1360, "height": 800}
MOST_BYTES = 2_000_000
SLOW_DOWN = f"""() => {{
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (what, after = 0, ...more) => wait(what, after * {SLOWER}, ...more);
}}"""


class Film:
    """Pictures of a page, one after the other."""

    def __init__(self, visitor: Visitor, folder: Path) -> None:
        self._page = visitor.page
        self._folder = folder
        self._clip: FloatRect | None = None
        self._animations = visitor.page.context.new_cdp_session(visitor.page)
        self.pictures: list[Path] = []

    def rolls(self, milliseconds: int) -> None:
        """Film so much of what a player sees."""
        for _ in range(milliseconds // FRAME):
            began = time.monotonic()
            picture = self._folder / f"{len(self.pictures):04}.png"
            self._page.screenshot(path=picture, clip=self._clip)
            self.pictures.append(picture)
            left = FRAME * SLOWER / 1000 - (time.monotonic() - began)
            if left > 0:
                time.sleep(left)

    def turns_to(self, what: Locator) -> None:
        """Only this is filmed."""
        box = what.bounding_box()
        assert box is not None
        self._clip = box

    def comes_closer(self, whom: Locator) -> None:
        """The board larger, and whom it is about a little left of its middle: its card needs room too."""
        assert self._clip is not None
        mouse, frame = self._page.mouse, self._clip
        whom.hover()
        mouse.wheel(0, -CLOSER)
        self._page.wait_for_timeout(300)
        box = whom.bounding_box()
        assert box is not None
        x, y = frame["x"] + 30, frame["y"] + frame["height"] / 2
        mouse.move(x, y)
        mouse.down()
        mouse.move(
            x + frame["x"] + frame["width"] * 0.42 - box["x"],
            y + frame["y"] + frame["height"] * 0.5 - box["y"],
            steps=6,
        )
        mouse.up()
        self._page.wait_for_timeout(300)

    def slows_down(self) -> None:
        """From now on the page's time runs slowly."""
        self._page.evaluate(SLOW_DOWN)
        self._animations.send("Animation.enable")
        self._animations.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})


def main() -> None:
    if not CHROMIUM.exists() or shutil.which("img2webp") is None:
        sys.exit("this needs chromium and img2webp: apt-get install chromium webp")
    with (
        tempfile.TemporaryDirectory() as data,
        tempfile.TemporaryDirectory() as shots,
        opened(Path(data) / "data") as table,
        chromium() as browser,
    ):
        pictures = [
            *filmed(browser, table, Path(shots) / "attack", attack),
            *filmed(browser, table, Path(shots) / "combination", combination),
        ]
        goal = FOLDER / "battle.webp"
        develop(pictures, goal)
        size = goal.stat().st_size
        print(f"{goal.name}: {len(pictures)} pictures, {size / 1000:.0f} kB")
        if size > MOST_BYTES:
            sys.exit(f"that is more than {MOST_BYTES / 1000:.0f} kB")


def filmed(
    browser: Browser, table: Table, folder: Path, play: Callable[[Visitor, Film], None]
) -> list[Path]:
    """The pictures of one scene, played on a page that may move."""
    folder.mkdir()
    context = browser.new_context(viewport=SIZE, color_scheme="dark")  # type: ignore[arg-type]
    visitor = Visitor(context.new_page(), table)
    film = Film(visitor, folder)
    play(visitor, film)
    context.close()
    return film.pictures


def attack(visitor: Visitor, film: Film) -> None:
    """The odds before, the dice, the hit."""
    found, page = in_the_open(visitor.table), visitor.page
    visitor.sits_down(found.match)
    visitor.is_asked()
    if page.locator(".ask .actor").count():
        page.get_by_role("button", name=f"Select {found.actor}").click()
    film.turns_to(page.locator("main"))
    film.comes_closer(enemy(visitor, found.target))
    enemy(visitor, found.target).hover()
    page.wait_for_timeout(1500)
    film.rolls(800)
    film.slows_down()
    enemy(visitor, found.target).click()
    if page.locator(".here button").count():
        page.locator(".here button").first.click()
    film.rolls(4200)


def combination(visitor: Visitor, film: Film) -> None:
    """Two robots become one, in the guided game: there are few others about."""
    page = visitor.page
    visitor.starts_lesson()
    combine = page.locator("[data-option^=combine]")
    while not combine.count():
        visitor.follows_lesson(1)
        page.wait_for_selector(".table[data-mine=true][data-playing=false]", timeout=60_000)
    while page.locator(".lesson .next").count():
        page.locator(".lesson .next").click()
    film.turns_to(page.locator("main"))
    film.comes_closer(page.locator("g.cell").and_(page.get_by_label(re.compile("red's ARK-150,"))))
    page.mouse.move(2, 2)
    film.rolls(480)
    film.slows_down()
    combine.first.click()
    film.rolls(2800)


def develop(pictures: list[Path], goal: Path) -> None:
    """One film of all pictures, that begins again when it is over."""
    frames = [str(picture) for picture in pictures]
    how = ["-loop", "0", "-min_size", "-d", str(FRAME), "-lossy", "-q", "50", "-m", "4"]
    subprocess.run(["img2webp", *how, *frames, "-o", str(goal)], check=True)


if __name__ == "__main__":
    main()
