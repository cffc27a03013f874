"""The pictures of Robot Empire: a table of four, a Mega Robot, an Agent in response, a gang of blockers, a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from tests.browser.robot_empire_tables import PEOPLE, four, position
from tests.browser.visitor import PHONE, WIDE, Visitor
from tests.games.robot_empire.table import Game
from tests.server.table import Table, opened

Take = Callable[[Visitor, str], None]


def robot_empire(browser: Browser, take: Take) -> None:
    """All of them, at a table of their own that people come to from elsewhere."""
    with TemporaryDirectory() as folder, opened(Path(folder) / "data", "--lan") as table:
        with Visitor.arrives(browser, table, size=WIDE) as visitor:
            sits(visitor, table, four().do("assemble titan-torso tread-base"), 0)
            hovers(visitor, "general")
            take(visitor, "robot-empire-table")
            sits(visitor, table, assembled(), 0)
            hovers(visitor, "titan-torso")
            take(visitor, "robot-empire-mega-robot")
            sits(visitor, table, four(), 0)
            carries(visitor, "rocket", "general")
            take(visitor, "robot-empire-carry")
            visitor.page.mouse.up()
            sits(visitor, table, sprung(), 0)
            take(visitor, "robot-empire-agent")
            sits(visitor, table, blocked(), 1)
            hovers(visitor, "scrap-sentry")
            take(visitor, "robot-empire-block")
            sits(visitor, table, divided(), 0)
            take(visitor, "robot-empire-damage")
        with Visitor.arrives(browser, table, size=PHONE, touch=True) as visitor:
            sits(visitor, table, blocked(), 1)
            take(visitor, "robot-empire-phone")


def assembled() -> Game:
    """A Mega Robot that was put together a turn ago, with a Rocket in it, and half of another one."""
    return four(
        cobalt={
            "vault": 8,
            "battery": 17,
            "hand": ["jump-jets", "wing-torso", "meteor-strike", "double-agent"],
            "units": [
                "titan-torso&tread-base as=titan-torso +rocket",
                "old-general as=general",
                "spider-frame",
                "coin-mint",
            ],
        }
    )


def attacked() -> Game:
    """Cobalt has assembled a Mega Robot, and attacks crimson with its Old General."""
    game = four().do("assemble titan-torso tread-base", ".. attackers")
    return game.do("attack general crimson", "next", "cobalt: pass")


def sprung() -> Game:
    """Crimson has sprung an Agent at the attacker; cobalt may cancel it."""
    return attacked().do("crimson: spring saboteur general")


def blocked() -> Game:
    """Two of crimson's fighters stand in the way, a third could."""
    game = sprung().do("cobalt: pass", "cobalt: pass", "crimson: pass")
    return game.do("block bastion general", "block brax-the-strong general")


def divided() -> Game:
    """Cobalt has to divide the damage."""
    return blocked().do("next", "cobalt: pass", "crimson: pass")


def sits(visitor: Visitor, table: Table, game: Game, seat: int) -> None:
    """Open the table as it stands, on this seat."""
    for_ever = {"reaction_seconds": 0, "turn_seconds": 0}
    links = table.begin("", *PEOPLE, position=position(game), **for_ever)["links"]
    visitor.page.goto("about:blank")
    visitor.page.goto(f"{table.address}{links[seat]}")
    assert visitor.is_asked()


def hovers(visitor: Visitor, card: str) -> None:
    """Point at a card, so that the question says what can be done with it."""
    visitor.page.locator(f".zones [data-card='{card}']").hover()


def carries(visitor: Visitor, card: str, onto: str) -> None:
    """Pull a card to where it goes, without letting go."""
    page = visitor.page
    page.locator(f".zones [data-card='{card}']").hover()
    page.mouse.down()
    page.mouse.move(600, 400)
    box = page.locator(f".zones [data-card='{onto}']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100, steps=3)
