"""Who is at a match, and that somebody wants a rematch, is known at every node."""

import asyncio
import time
from collections.abc import Callable

import pytest

from gattai.server.messages import RematchMade
from gattai.server.online import node as at_node
from gattai.server.online.bus.bus import NodeNotice
from gattai.server.online.ratings.leavers import Leavers
from gattai.server.online.workers import attendance
from gattai.server.online.workers.attendance import Attendance
from gattai.server.table.match import TableMatch
from tests.online.node.nodes import running, until


def is_here(table: TableMatch, *seats: int) -> Callable[[], bool]:
    """Whether these and nobody else are said to be there."""
    return lambda: tuple(each.seat for each in table.presence.here() if each.is_here) == seats


@pytest.mark.parametrize("bus", ["near", "nats"])
def test_who_is_at_another_node_is_there(bus: str, database: str, nats: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database, nats if bus == "nats" else "near") as site:
            match = await site.begin("attack-chart", "person", "person")
            one, two = [await node.find(match) for node in site.nodes]
            watcher = two.viewers.join(None)
            watcher.take()
            first, second = one.viewers.join(0), two.viewers.join(1)
            await until(is_here(one, 0, 1))
            await until(is_here(two, 0, 1))
            assert watcher.wake.is_set(), "whoever looks on is shown it"
            again = two.viewers.join(0)  # the same player, on the telephone
            one.viewers.leave(first)
            two.viewers.leave(second)
            await until(is_here(one, 0))
            two.viewers.leave(again)
            await until(is_here(one))
            assert is_here(two)()

    asyncio.run(at_the_nodes())


def test_a_node_that_opens_a_match_knows_at_once_who_is_there(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database, "none") as site:
            match = await site.begin("attack-chart", "person", "person")
            one = await site.nodes[0].find(match)
            for seat in (0, 1):
                one.viewers.call(one.viewers.join(seat), f"player {seat}")
            await until(lambda: all(each.has_come for each in one.presence.here()))
            await Leavers(site.databases[0]).goes(match, 1)
            two = await site.nodes[1].find(match)
            assert is_here(two, 0)(), "of whom it is not written that they have gone"

    asyncio.run(at_the_nodes())


def test_who_was_at_a_node_that_died_is_gone_after_a_while_and_that_is_written(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "HEARTBEAT", 0.05)
    monkeypatch.setattr(attendance, "STALE", 1.0)

    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person")
            one, two = [await node.find(match) for node in site.nodes]
            one.viewers.join(0)
            await until(is_here(two, 0))
            for task in site.nodes[0]._tasks:
                task.cancel()
            await until(is_here(two))
            leavers = Leavers(site.databases[1])
            async with asyncio.timeout(30):
                while [*await leavers.since(match)] != [0]:
                    await asyncio.sleep(0.01)

    asyncio.run(at_the_nodes())


def test_who_stops_takes_nobody_for_there(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database) as site:
            match = await site.begin("attack-chart", "person", "person")
            one, two = [await node.find(match) for node in site.nodes]
            one.viewers.join(0)
            await until(is_here(two, 0))
            await site.nodes[0].stop()
            await until(is_here(two))

    asyncio.run(at_the_nodes())


@pytest.mark.parametrize("bus", ["near", "nats"])
def test_a_rematch_reaches_the_other_at_another_node_once(
    bus: str, database: str, nats: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_node, "HEARTBEAT", 0.05)

    async def at_the_nodes() -> None:
        async with running(database, nats if bus == "nats" else "near") as site:
            match = await site.begin("attack-chart", "person", "person")
            one, two = [await node.find(match) for node in site.nodes]
            mine, theirs, watcher = one.viewers.join(0), two.viewers.join(1), two.viewers.join(None)
            began = time.monotonic()
            await site.nodes[0].call_again(match, {0: "/there/1", 1: "/there/0"})
            told: dict[str, list[str]] = {"mine": [], "theirs": [], "watcher": []}

            def outbox() -> bool:
                pages = zip(told.values(), (mine, theirs, watcher), strict=True)
                for heard, page in pages:
                    heard += [one.link for one in page.take() if isinstance(one, RematchMade)]
                return bool(told["theirs"]) and time.monotonic() - began > 0.5

            await until(outbox)
            assert told == {"mine": ["/there/1"], "theirs": ["/there/0"], "watcher": []}

    asyncio.run(at_the_nodes())


def test_a_word_that_was_heard_before_the_match_is_laid_counts(database: str) -> None:
    async def at_the_nodes() -> None:
        async with running(database, count=1) as site:
            match = await site.begin("attack-chart", "person", "person")
            table = await site.nodes[0].find(match)
            heard = Attendance("here")
            heard.hear(NodeNotice("there", (0, 1)))
            heard.hear(NodeNotice("here", ()))  # one's own word says nothing
            heard.begin(table, [])
            assert is_here(table, 0, 1)()
            heard.hear(NodeNotice("there", (1,), (0,)))
            assert is_here(table, 1)()

    asyncio.run(at_the_nodes())
