"""What the page of a table shows of crowds, measured in Chromium: the width of the board, what covers what, sizes of text and buttons.

    python -m bench.stage STREAMS [--tables 1000] [--games aegis ...] [--json]

STREAMS is a folder of recorded games (`python -m bench.streams`). Their scenes are shown one after the other, in three sizes of window,
the smallest with touch. Figures of a bar on another's body and of names come from what the page has drawn, so that two
versions of the client can be compared: run the script of each from its own folder.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, WebSocketRoute

from tests.browser.chromium import chromium
from tests.browser.visitor import Visitor
from tests.server.table import Table, opened

GAMES = ("aegis", "mechastellar", "aristeia", "attack-chart", "robot-empire")
SIZES = ((1440, 900), (1024, 768), (390, 844))
Json = dict[str, Any]
MEASURE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const all = (css) => [...document.querySelectorAll(css)];
  const boxes = (elements) => elements.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
  const union = (rects) => rects.length && { left: Math.min(...rects.map((r) => r.left)), right: Math.max(...rects.map((r) => r.right)), top: Math.min(...rects.map((r) => r.top)), bottom: Math.max(...rects.map((r) => r.bottom)) };
  const meet = (a, b, gap = 1.5) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > gap && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > gap;
  const board = document.querySelector('#board').getBoundingClientRect();
  const window_ = (document.querySelector('#board .window') ?? document.querySelector('#board')).getBoundingClientRect();
  const units = all('.unit[data-piece]').map((unit) => {
    const figure = unit.querySelector('[data-fig]');
    const matrix = (figure?.parentElement ?? unit).getScreenCTM();
    const [x, y, top] = [matrix.e, matrix.f, figure?.getBoundingClientRect().top ?? matrix.f];
    const high = y - top;
    const signs = document.querySelector(`.signs[data-piece="${CSS.escape(unit.dataset.piece)}"]`);
    return {
      x, y,
      torso: { left: x - 0.2 * high, right: x + 0.2 * high, top: y - 0.72 * high, bottom: y - 0.35 * high },
      bar: signs && union(boxes([...signs.querySelectorAll('.bed, .chip')])),
      name: signs && boxes([...signs.querySelectorAll('text.name')])[0],
    };
  }).filter(({ x, y }) => x > window_.left && x < window_.right && y > window_.top && y < window_.bottom);
  const names = units.flatMap(({ name }) => name ?? []);
  const sides = document.querySelector('.rail');
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.unseen, .skip, dialog:not([open])');
  const inWindow = ({ left, right, top, bottom }) => right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  const texts = [[], []];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, element = node.parentElement;
    if (!node.data.trim() || !element || element.matches('script, style, title') || !shown(element)) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || !inWindow(box)) continue;
    const scale = element instanceof SVGGraphicsElement ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1;
    texts[element.closest('.rail') ? 1 : 0].push([parseFloat(getComputedStyle(element).fontSize) * scale, `${element.tagName}.${element.getAttribute('class')}: ${node.data.trim().slice(0, 20)}`]);
  }
  const touch = all('button, a[href], input:not([readonly]), select, summary, [role=button]').filter((one) => shown(one) && !one.disabled && !one.closest('svg') && !one.closest('p, li, .lines, .caption')).map((one) => [(one.closest('label') ?? one).getBoundingClientRect(), one]).filter(([box]) => box.width > 0 && inWindow(box))
    .map(([box, one]) => [Math.min(box.width, box.height), `${one.tagName}.${one.className}: ${(one.ariaLabel ?? one.innerText).slice(0, 24)}`]);
  const least = (found) => found.sort(([a], [b]) => a - b)[0] ?? [null, ''];
  done({
    units: units.length,
    share: board.width / innerWidth,
    bars: units.reduce((sum, one) => sum + (one.bar ? units.filter((other) => other !== one && meet(one.bar, other.torso)).length : 0), 0),
    names: names.length,
    cut: names.filter((one) => one.left < window_.left - 1 || one.right > window_.right + 1 || one.top < window_.top - 1 || one.bottom > window_.bottom + 1).length,
    colliding: names.filter((one) => names.some((other) => other !== one && meet(one, other)) || units.some(({ name, bar }) => name !== one && bar && meet(one, bar))).length,
    text: least(texts[0]), rail: least(texts[1]), touch: least(touch),
  });
})))"""


def tables(folder: Path, game: str, wanted: int) -> list[Json]:
    """Scenes of recorded games, evenly spread, each with its board and all its cards."""
    found: list[Json] = []
    for path in sorted(folder.glob(f"{game}-*.json")):
        found += scenes(json.loads(path.read_bytes()))
    step = max(1, len(found) // wanted)
    return found[step // 2 :: step][:wanted]


def scenes(messages: list[Json]) -> Iterator[Json]:
    board: Json | None = None
    cards: dict[str, Json] = {}
    for message in messages:
        if message["type"] != "scene":
            continue
        scene = message["scene"]
        board = scene["board"] or board
        cards = {} if message["whole"] else cards
        cards |= {card["id"]: card for card in scene["cards"]}
        if scene["ask"] is not None and not scene["ending"]:
            whole = {**scene, "board": board, "cards": [*cards.values()], "log": scene["log"][-20:]}
            yield {**message, "whole": True, "scene": whole}


class Shown:
    """A page that is sent scenes of our own."""

    def __init__(self, visitor: Visitor, table: Table, game: str, seats: int) -> None:
        self._send: Callable[[str], None] = lambda _: None
        self._first: Json | None = None
        self.page = visitor.page
        self.page.route_web_socket(re.compile("/ws/"), self._joined)
        self._match = table.begin(game, *["person"] * seats, seed="1")["id"]
        self._visitor = visitor

    def _joined(self, socket: WebSocketRoute) -> None:
        self._send = socket.send
        socket.on_message(lambda _: None)
        if self._first:
            socket.send(json.dumps(self._first))

    def shows(self, message: Json) -> Json:
        if self._first is None:
            self._first = message
            self._visitor.sits_down(self._match)
        else:
            self._send(json.dumps(message))
        number = (message["scene"]["ask"] or {}).get("number", "")
        self.page.wait_for_selector(f".table[data-number='{number}']", state="attached")
        found: Json = self.page.evaluate(MEASURE)
        return found


def measured(browser: Browser, table: Table, game: str, found: list[Json], size: tuple[int, int]) -> Json:  # fmt: skip
    width, height = size
    touch = width < 500
    with Visitor.arrives(
        browser, table, size={"width": width, "height": height}, touch=touch
    ) as visitor:
        shown = Shown(visitor, table, game, len(found[0]["scene"]["seats"]))
        rows = [shown.shows(message) for message in found]
        visitor.complaints.clear()
    sums = {
        key: sum(row[key] for row in rows) for key in ("units", "bars", "names", "cut", "colliding")
    }
    smallest = {
        key: min((row[key] for row in rows if row[key][0] is not None), default=[None, ""])
        for key in ("text", "rail", *(("touch",) if touch else ()))
    }
    share = round(100 * sum(row["share"] for row in rows) / len(rows), 1)
    return {"game": game, "window": f"{width}x{height}", "tables": len(rows), "board %": share, **sums, **smallest}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("streams", type=Path)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--games", nargs="+", default=GAMES)
    wants = parser.parse_args()
    with TemporaryDirectory() as data, opened(Path(data) / "data") as table, chromium() as browser:
        for game in wants.games:
            found = tables(wants.streams, game, wants.tables)
            for size in SIZES:
                print(json.dumps(measured(browser, table, game, found, size)), flush=True)


if __name__ == "__main__":
    main()
