"""Records an attack and a combination for the top of the README: `python -m tests.browser.recording`.

Chromium here is too slow to be filmed as it plays. So the page's own time is slowed down, pictures are
taken at leisure, and the film is put together at the pace a player sees. Needs `img2webp` (Debian: webp).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.chromium import CHROMIUM, chromium
from tests.browser.pictures import FOLDER
from tests.browser.visitor import KNOWN, Visitor
from tests.server.table import Table, opened

SLOWER = 12
"""So many times slower than it is played is it filmed."""
FRAME = 80
"""Milliseconds of what a player sees, from one picture to the next."""
SIZE = {"width": 1280, "height": 800}
MAX_BYTES = 2_000_000
SLOW_DOWN = f"""() => {{
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (what, after = 0, ...more) => wait(what, after * {SLOWER}, ...more);
}}"""


class Film:
    """Pictures of a page, one after the other."""

    def __init__(self, visitor: Visitor, folder: Path) -> None:
        self._page = visitor.page
        self._folder = folder
        self._animations = visitor.page.context.new_cdp_session(visitor.page)
        self.pictures: list[Path] = []

    def rolls(self, milliseconds: int) -> None:
        """Film so much of what a player sees."""
        for _ in range(milliseconds // FRAME):
            began = time.monotonic()
            picture = self._folder / f"{len(self.pictures):04}.png"
            self._page.screenshot(path=picture)
            self.pictures.append(picture)
            left = FRAME * SLOWER / 1000 - (time.monotonic() - began)
            if left > 0:
                time.sleep(left)

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
        if size > MAX_BYTES:
            sys.exit(f"that is more than {MAX_BYTES / 1000:.0f} kB")


def filmed(
    browser: Browser, table: Table, folder: Path, play: Callable[[Visitor, Film], None]
) -> list[Path]:
    """The pictures of one scene, played on a page that may move."""
    folder.mkdir()
    context = browser.new_context(viewport=SIZE, color_scheme="dark")  # type: ignore[arg-type]
    context.add_init_script(f"localStorage['gattai-goals'] = '{KNOWN}'")
    visitor = Visitor(context.new_page(), table)
    film = Film(visitor, folder)
    play(visitor, film)
    context.close()
    return film.pictures


def attack(visitor: Visitor, film: Film) -> None:
    """In a crowd: the odds before, the dice, the hit, the log."""
    found, page = visitor.stands_off(whole=False), visitor.page
    target = page.locator(".ask [data-option]", has_text=found.target).first
    target.hover()
    page.wait_for_timeout(1500)
    film.rolls(800)
    film.slows_down()
    target.click()
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
