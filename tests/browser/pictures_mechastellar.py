"""Pictures of MechaStellar: an attack and what each reaction would leave, arcs and engagement, and the same on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Browser

from gattai import games
from gattai.kernel.record import Record
from gattai.scene.parts import Scene
from gattai.scene.stage import make_scene
from tests.browser.scenes import played_by_bots
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.server.table import Table

SOUTH = 0
Take = Callable[[Visitor, str], None]


def mechastellar(browser: Browser, table: Table, take: Take) -> None:
    """All of them; `take` is told the name of each."""
    with Visitor.arrives(browser, table, size=WIDE) as visitor:
        sits_at(visitor, bracing())
        visitor.page.wait_for_selector(".choice .foot")
        take(visitor, "mechastellar-attack")
        sits_at(visitor, _aiming())
        visitor.sees_everything()
        visitor.page.locator("g.cell").and_(
            visitor.page.get_by_label(re.compile("north's [A-Z]"))
        ).nth(0).hover()
        take(visitor, "mechastellar-arcs")
    with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
        sits_at(visitor, bracing())
        visitor.page.wait_for_selector(".choice .foot")
        take(visitor, "mechastellar-phone")


def sits_at(visitor: Visitor, transcript: str) -> None:
    match = visitor.table.begin("mechastellar", "person", "rookie", transcript=transcript)["id"]
    visitor.sits_down(match)
    visitor.is_asked()


@cache
def bracing() -> str:
    """South is attacked and is asked before the dice."""
    return _played(lambda scene: scene.ask is not None and "brace" in scene.ask.what)


@cache
def _aiming() -> str:
    """A unit of south's that can attack several enemies or go somewhere."""
    return _played(
        lambda scene: (
            len({o.target for o in (scene.ask.options if scene.ask else ()) if o.has_odds}) > 2
            and any(o.kind == "move" for o in (scene.ask.options if scene.ask else ()))
        )
    )


def _played(wanted: Callable[[Scene], bool]) -> str:
    """The first game of two rookies in which it comes about, up to that moment."""
    rules, maker = games.load("mechastellar"), games.scene_maker("mechastellar")
    for seed in ("3", "4", "5", "6"):
        record: Record[Any] = Record(rules, players=("person", "rookie"), dice=f"seeded {seed}")
        for question in played_by_bots(record, ("rookie", "rookie"), seed):
            if question.seat == SOUTH:
                number = len(record.entries) + 1
                scene = make_scene(rules, maker, record.position, question.seat, number=number)
                if wanted(scene):
                    return record.transcript().text()
    raise AssertionError("the position that was wanted did not come about")
