"""Three nodes on one database: two who play at different ones, somebody who watches at the third, a bot, a
clock that runs out, and a node that is killed in mid-attack.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

pytest.importorskip("playwright", reason="needs playwright: pip install playwright")

from playwright.sync_api import Browser, expect

from tests.browser.robot_empire_tables import position
from tests.browser.visitor import Visitor
from tests.games.robot_empire.table import Game
from tests.online.hosting import Hosted, Player, hosted
from tests.online.proxy import Proxy, proxied
from tests.online.services import empty_database, nats_address
from tests.terminal.conftest import run_here as run

if TYPE_CHECKING:
    from tests.server.table import Table

SIZE = {"width": 1280, "height": 800}
PATIENCE = 60_000
"""Milliseconds: a busy machine takes its time."""
SLOW = {"reaction_seconds": 900, "turn_seconds": 900}
LINES = "section.log > ol > li"
Site = tuple[str, list[Hosted]]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A database, and three nodes."""
    nats = nats_address()
    with empty_database() as database, ExitStack() as stack:
        nodes = [stack.enter_context(hosted(database, "--nats", nats)) for _ in range(3)]
        yield database, nodes


@contextmanager
def _at(
    browser: Browser, node: Hosted | Proxy, link: str, who: Player | None = None
) -> Iterator[Visitor]:
    """Somebody at a node, with the page of a match open."""
    with Visitor.arrives(browser, cast("Table", node), size=SIZE) as visitor:
        if who is not None:
            (cookie,) = who.http.cookies.jar
            visitor.page.context.add_cookies(
                [{"name": cookie.name, "value": cookie.value or "", "url": node.address}]
            )
        visitor.page.goto(f"{node.address}{link}")
        visitor.page.wait_for_selector(".table", timeout=PATIENCE)
        yield visitor


def _watching(link: str) -> str:
    """The same match for whoever only looks on."""
    return "/table#" + link.partition("#")[2].rpartition("/")[0] + "/watch"


def _same(*visitors: Visitor) -> None:
    """All come to see the same question, and to read the same of what has happened."""
    first = visitors[0]
    number = first.number
    for other in visitors[1:]:
        other.page.wait_for_selector(f".table[data-number='{number}']", timeout=PATIENCE)
        told = first.page.locator(LINES).all_text_contents()
        expect(other.page.locator(LINES)).to_have_text(told, timeout=PATIENCE)


def _asked(*visitors: Visitor) -> Visitor:
    """Whoever has to answer."""
    for _ in range(PATIENCE // 50):
        for visitor in visitors:
            if visitor.is_asked_now():
                return visitor
        visitors[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_what_one_does_at_a_node_is_seen_at_the_others(browser: Browser, site: Site) -> None:
    _, (one, two, three) = site
    anna = one.player()
    mine, invitation = anna.makes("attack-chart", "person", "guest", **SLOW)["links"]
    with (
        _at(browser, one, mine, anna) as first,
        _at(browser, two, invitation) as second,
        _at(browser, three, _watching(mine)) as watcher,
    ):
        movers = []
        for _ in range(6):
            mover = _asked(first, second)
            mover.clicks_on()
            movers.append(mover)
            _same(mover, *({first, second, watcher} - {mover}))
        assert {first, second} == {*movers}
        assert not watcher.is_asked_now()


def test_a_match_with_a_bot_goes_on_at_any_node(browser: Browser, site: Site) -> None:
    _, nodes = site
    anna = nodes[0].player()
    (mine,) = anna.makes("attack-chart", "person", "rookie", **SLOW)["links"]
    number = -1
    for node in nodes:
        with _at(browser, node, mine, anna) as visitor:
            for _ in range(3):
                assert visitor.is_asked()
                assert int(visitor.number) > number, "what was answered elsewhere stands here too"
                number = int(visitor.number)
                visitor.clicks_on()


def test_a_clock_that_runs_out_ends_it_for_everybody(browser: Browser, site: Site) -> None:
    _, (one, two, three) = site
    anna = one.player()
    links = anna.makes("attack-chart", "person", "guest", bank_seconds=5)["links"]
    with (
        _at(browser, three, _watching(links[0])) as watcher,
        _at(browser, one, links[0], anna) as first,
        _at(browser, two, links[1]) as second,
    ):
        for visitor in (first, second, watcher):
            visitor.page.wait_for_selector("dialog[aria-labelledby=ending-title]", timeout=PATIENCE)
            expect(visitor.page.locator("dialog[open]")).to_contain_text("ran out of time")


@pytest.mark.long
@pytest.mark.parametrize("heard", [False, True], ids=["unheard", "written"])
def test_a_node_that_dies_in_mid_attack_costs_nothing(
    browser: Browser, site: Site, heard: bool, tmp_path: Path
) -> None:
    database, (one, two, three) = site
    anna = one.player()
    card = anna.makes("", "person", "guest", position=position(_fight()), **SLOW)
    with ExitStack() as stack:
        doomed = stack.enter_context(hosted(database, "--nats", nats_address()))
        proxy = stack.enter_context(proxied(doomed.address, two.address))
        cobalt = stack.enter_context(_at(browser, one, card["links"][0], anna))
        crimson = stack.enter_context(_at(browser, proxy, card["links"][1]))
        watcher = stack.enter_context(_at(browser, three, _watching(card["links"][0])))
        _says(cobalt, "next")
        assert cobalt.is_asked()
        cobalt.page.locator(".zones [data-card='general']").click()
        for option in ("attack general crimson", "next", "pass"):
            _says(cobalt, option)
        _says(crimson, "pass")
        # The attack waits for whoever steps in its way.
        assert crimson.is_asked()
        number = crimson.number
        block = crimson.page.locator(".zones [data-card='bastion']")
        if heard:  # it is written, and nobody tells the page so
            proxy.is_deaf = True
            block.click()
            cobalt.waits_after(number)
        else:  # it lies before the node, which never reads it
            os.kill(doomed.process.pid, signal.SIGSTOP)
            block.click()
            crimson.page.wait_for_timeout(200)
            assert cobalt.number == number
        os.kill(doomed.process.pid, signal.SIGKILL)
        doomed.process.wait()
        proxy.is_deaf = False
        # By itself the page comes back, to another node, and the attack goes on.
        crimson.waits_after(number)
        gang = cobalt.page.locator(".card", has_text="blocks Old General")
        expect(gang).to_have_count(1, timeout=PATIENCE)
        _same(crimson, cobalt, watcher)
        _says(crimson, "next")
        _same(crimson, cobalt, watcher)
        text = _ended(anna, card)
        assert text.count(f"\n{number} ") == 1 and text.count("block bastion") == 1, text
        file = tmp_path / "match.txt"
        file.write_text(text, "utf-8")
        checked = run("verify", file)
        assert checked.code == 0 and "Everything that can be checked is valid" in checked.out, (
            checked
        )


def _fight() -> Game:
    """Cobalt can attack, and of crimson's two can step in the way."""
    return Game.laid(
        seats=2,
        moons=["silver-moon", "crystal-moon"],
        chest=22,
        pile=["rivet-pup", "solar-lance"],
        cobalt={
            "vault": 6,
            "battery": 17,
            "ask": "attacked",
            "hand": ["double-agent", "volt-runner"],
            "units": ["old-general as=general", "iron-duelist recharging"],
        },
        crimson={
            "vault": 4,
            "battery": 12,
            "ask": "attacked",
            "hand": ["saboteur", "combat-coach"],
            "units": ["bastion", "brax-the-strong"],
        },
    )


def _says(visitor: Visitor, option: str) -> None:
    """Press a button of the question."""
    assert visitor.is_asked()
    number = visitor.number
    visitor.page.locator(f".ask [data-option='{option}']").first.click()
    visitor.waits_after(number)


def _ended(player: Player, card: dict[str, Any]) -> str:
    """Somebody gives up; all that was answered, as anybody may have it then."""
    with player.sits(card["links"][0]) as page:
        page.say("resign")
        page.until(lambda scene: bool(scene["ending"]), 60)
    return player.http.get(f"/api/matches/{card['id']}/transcript").text
