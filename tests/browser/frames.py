"""How smoothly an attack is shown on a board of 400 hexes, with a processor that is slowed down.

    python -m tests.browser.frames [--slower 4] [--cells 400] [--times 3]

A table of A.E.G.I.S. is opened in Chromium, its board replaced by a larger one; then an attack is played
(aim, dice, shot, hit, destroyed) while the page counts its own frames. `--slower` is Chromium's own
throttling of the page's thread. Drawn without a graphics card: with one it is quicker.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page, WebSocketRoute

from tests.browser.chromium import chromium
from tests.browser.scenes import standing_off
from tests.browser.visitor import Visitor
from tests.server.table import Json, opened

FRAME = 1000 / 60
COUNT = """() => new Promise((done) => {
  const frames = [];
  const look = (now) => {
    frames.push(now);
    if (document.querySelector('.table').dataset.playing === 'true') requestAnimationFrame(look);
    else done(frames);
  };
  requestAnimationFrame(look);
})"""


class Frames(NamedTuple):
    """What was counted of one attack."""

    per_second: float
    median: float
    late: float
    """The share of frames that came later than two of sixty a second would."""
    worst: float
    busy: float
    """CPU milliseconds of the page's thread for the whole attack, throttled: on a busy machine these can still be compared."""

    def __str__(self) -> str:
        return (
            f"{self.per_second:.1f} frames a second, median {self.median:.1f} ms,"
            f" {100 * self.late:.1f} % late, worst {self.worst:.0f} ms, {self.busy:.0f} ms CPU"
        )


def grid(cells: int) -> list[Json]:
    """About so many hexes, in rows."""
    side = round(math.sqrt(cells))
    terrain = {0: "rock"}
    return [
        {
            "id": f"{x},{y}",
            "x": round(math.sqrt(3) * (x + 0.5 * (y % 2)), 3),
            "y": 1.5 * y,
            "terrain": terrain.get((x * 7 + y * 13) % 17, ""),
            "zone": 1 if y < 2 else 0 if y >= side - 2 else None,
            "height": 0,
        }
        for y in range(side)
        for x in range(side)
    ]


def attack(scene: Json) -> list[Json]:
    """Two who stand there: one shoots at the other, which does not survive it."""
    one, other = (next(p for p in scene["pieces"] if p["owner"] == side) for side in (1, 0))
    hurt = {**other, "bar": {**other["bar"], "now": 0}}
    gone = {**hurt, "is_gone": True, "at": None, "fate": "destroyed"}
    hit = {"piece": other["id"], "amount": -5, "bar": other["bar"]["name"], "fate": ""}
    aimed = {**hit, "amount": 0}
    return [
        motion("attack", actor=one["id"], look="beam", hits=[aimed], line=[one["at"], other["at"]]),
        motion("dice"),
        motion("hit", hits=[hit], change=change(pieces=[hurt])),
        motion("destroyed", hits=[{**aimed, "fate": "destroyed"}], change=change(pieces=[gone])),
    ]


def motion(kind: str, **more: Any) -> Json:
    names = ("actor", "look", "name", "card", "source", "goal")
    empty: Json = {
        **dict.fromkeys(names, ""),
        **{n: [] for n in ("way", "line", "hits", "parts")},
    }
    return {"kind": kind, **empty, "change": None, **more}


def change(**more: Any) -> Json:
    return {"pieces": [], "gone": [], "zones": [], "order": [], "tracks": [], "turn": None, **more}


class LargeTable:
    """Between the page and its table: makes the board larger, and tells of attacks that nobody made."""

    def __init__(self, page: Page, cells: int) -> None:
        self.cells = grid(cells)
        self.whole: Json = {}
        self.send: Callable[[str], None] = lambda _: None
        page.route_web_socket(re.compile("/ws/"), self._joined)

    def _joined(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.send = socket.send
        server.on_message(lambda text: socket.send(self._larger(str(text))))
        socket.on_message(server.send)

    def _larger(self, text: str) -> str:
        said: Json = json.loads(text)
        if said["type"] == "scene" and said["whole"]:
            scene = said["scene"]
            scene["board"]["cells"] = self.cells
            for place, piece in enumerate(scene["pieces"]):
                row = 6 if piece["owner"] else 12
                piece["at"] = f"{4 + 2 * (place % 6)},{row + place % 3}"
            self.whole = said
        return json.dumps(said)

    def shows_attack(self) -> None:
        scene = self.whole["scene"]
        # A line as this table writes them, whatever else belongs to one, with nothing in it.
        line = {key: [] if isinstance(of, list) else of for key, of in scene["log"][-1].items()}
        dice = {"faces": ["4", "6", "2"], "counted": ["hit", "hit", ""]}
        lines = [
            {
                **line,
                **(dice if one["kind"] == "dice" else {}),
                "number": 900 + place,
                "text": one["kind"],
                "seat": 1,
                "motion": one,
            }
            for place, one in enumerate(attack(scene))
        ]
        # A table sends its board once.
        later = {**scene, "board": None, "cards": [], "log": lines}
        self.send(json.dumps({**self.whole, "whole": False, "scene": later}))


def measured(slower: float, cells: int, times: int) -> list[Frames]:
    with (
        TemporaryDirectory() as folder,
        opened(Path(folder) / "data") as table,
        chromium() as browser,
    ):
        transcript, _ = standing_off()
        match = table.begin("aegis", "person", "rookie", transcript=transcript)["id"]
        with Visitor.arrives(browser, table, speed="1", moves=True) as visitor:
            page = visitor.page
            large = LargeTable(page, cells)
            visitor.sits_down(match)
            visitor.is_asked()
            page.wait_for_selector("[data-piece]")
            tools = page.context.new_cdp_session(page)
            tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            tools.send("Performance.enable", {"timeDomain": "threadTicks"})
            found = []
            for _ in range(times):
                before = spent(tools)
                large.shows_attack()
                page.wait_for_selector(".table[data-playing=true]")
                stamps = page.evaluate(COUNT)
                found.append(counted(stamps, spent(tools) - before))
                page.wait_for_timeout(300)
            return found


def spent(tools: CDPSession) -> float:
    """CPU milliseconds of the page's thread so far."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


def counted(stamps: list[float], busy: float) -> Frames:
    gaps = [after - before for before, after in pairwise(stamps)]
    return Frames(
        1000 * len(gaps) / sum(gaps),
        median(gaps),
        sum(gap > 1.5 * FRAME for gap in gaps) / len(gaps),
        max(gaps),
        busy,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--cells", type=int, default=400)
    parser.add_argument("--times", type=int, default=3)
    wanted = parser.parse_args()
    for found in measured(wanted.slower, wanted.cells, wanted.times):
        print(found)
