"""Whoever clicks twice, or while something is being shown, never answers twice."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, WebSocket
from playwright.sync_api import TimeoutError as TooLong

from tests.browser.visitor import Visitor
from tests.server.table import Table

GAMES = ("aegis", "robot-empire")
FEW, MANY = 25, 500
"""Gestures in each game; twice as many with both."""
PLACES = """() => [...document.querySelectorAll('.ask button, .ask .actor, g.cell.lit, .card.can, .rail button, [data-sure], #board')].flatMap((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const [left, top] = [x + width / 2, y + height / 2];
  const on = document.elementFromPoint(left, top);
  return width > 4 && height > 4 && !one.disabled && on && (one.contains(on) || one.closest('svg')) && !on.closest('a, header, [role=radio]') ? [[left, top]] : [];
})"""
"""Where to click. A standing order (a radio button) lets the page answer by itself."""
ANSWERS = """(chance) => {
  const found = [...document.querySelectorAll('[data-sure], .ask .actor, .ask [data-option]:not(:disabled), g.cell.lit, .card.can')];
  const one = document.querySelector('[data-sure]') ?? found[Math.floor(chance * found.length)];
  one?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}"""
"""Answers as a keyboard does, so that there is something to be shown."""
GATHERED = """([x, y]) => document.elementFromPoint(x, y)?.closest('[data-send]')
  ? [...document.querySelectorAll('.gathered li b')].flatMap((one) => one.textContent.split(', ')).length : 0"""
"""How many cards a button sends at once, each with an answer of its own; 0 for everything else."""
PLAYED = ".table[data-playing=true]"
OVER = "dialog[aria-labelledby=ending-title]"


class Answers:
    """The answers that a page sends; it gives none by itself."""

    def __init__(self, visitor: Visitor) -> None:
        self.sent: list[int] = []
        visitor.page.add_init_script(
            "try { localStorage['gattai-ask-all'] = 'yes'; localStorage['gattai-reactions'] = 'always' } catch { /* a blank page */ }"
        )
        visitor.page.on("websocket", self._listens)

    def _listens(self, socket: WebSocket) -> None:
        socket.on("framesent", self._hears)

    def _hears(self, frame: str | bytes) -> None:
        said: dict[str, Any] = json.loads(frame)
        # An order to be asked is sent by the page itself.
        if said["type"] == "answer" and not said["text"].startswith("ask-me"):
            self.sent.append(said["number"])


@pytest.mark.parametrize("game", GAMES)
def test_double_clicks_and_clicks_during_animations_never_answer_twice(
    browser: Browser, table: Table, game: str, request: pytest.FixtureRequest
) -> None:
    wanted = MANY if request.config.getoption("--long") else FEW
    chance = random.Random(f"clicks/{game}")
    done: Counter[str] = Counter()
    with Visitor.arrives(browser, table, speed="1", moves=True) as visitor:
        page, answers = visitor.page, Answers(visitor)
        seed = 0
        while done.total() < wanted:
            seed += 1
            visitor.begins(game, "person", "random", seed=str(seed))
            answers.sent.clear()
            quiet = 0
            while done.total() < wanted and quiet < 25 and not page.locator(OVER).count():
                double = chance.random() < 0.5
                page.wait_for_timeout(chance.choice((30, 150, 400)))
                if not double:
                    page.evaluate(ANSWERS, chance.random())
                    with suppress(TooLong):
                        page.wait_for_selector(PLAYED, timeout=800)
                playing = page.locator(PLAYED).count() > 0
                places = page.evaluate(PLACES)
                if page.locator("dialog[open]").count() or not places:
                    page.keyboard.press("Escape")
                    continue
                place = chance.choice(places)
                gathered = page.evaluate(GATHERED, place)
                before = len(answers.sent)
                (page.mouse.dblclick if double else page.mouse.click)(*place)
                page.wait_for_timeout(60 + 400 * gathered)
                new = answers.sent[before:]
                quiet = 0 if new else quiet + 1
                if double or playing:
                    done[f"{'double' if double else 'single'}{' while playing' * playing}"] += 1
                    assert len(new) <= max(1, gathered), (double, playing, gathered, new)
                assert len({*answers.sent}) == len(answers.sent), answers.sent
    print(game, dict(done))
    assert any("double" in kind for kind in done) and any("playing" in kind for kind in done), done
