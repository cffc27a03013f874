"""A bus tells those who listen, whichever it is."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest

from gattai.server.online.bus.bus import Bus
from gattai.server.online.bus.nats import Nats
from gattai.server.online.bus.near import Near
from gattai.server.table.journal import Answered, Resigned, Written
from tests.online.bus.servers import NatsServer
from tests.online.services import nats_address

Pair = Callable[[], AbstractAsyncContextManager[tuple[Bus, Bus]]]


@asynccontextmanager
async def near() -> AsyncIterator[tuple[Bus, Bus]]:
    """One node, twice."""
    bus = Near()
    yield bus, bus
    await bus.close()


@asynccontextmanager
async def by_nats() -> AsyncIterator[tuple[Bus, Bus]]:
    """Two nodes."""
    address = nats_address()
    ours, theirs = Nats(address), Nats(address)
    await asyncio.gather(ours.open(), theirs.open())
    yield ours, theirs
    await asyncio.gather(ours.close(), theirs.close())


@pytest.fixture(params=[near, by_nats], ids=["near", "nats"])
def pair(request: pytest.FixtureRequest) -> Pair:
    made: Pair = request.param
    return made


def row(number: int, text: str = "") -> Written:
    return Written(number, f"k{number}", 1.5, Answered((f"{number} {text}",)))


class Heard:
    """What somebody was told."""

    def __init__(self) -> None:
        self.rows: list[Written] = []

    def __call__(self, rows: tuple[Written, ...]) -> None:
        self.rows += rows

    async def so_many(self, number: int) -> None:
        async with asyncio.timeout(5):
            while len(self.rows) < number:
                await asyncio.sleep(0.005)


def there(bus: Nats) -> bool:
    return bus.is_connected


async def settled(bus: Bus) -> None:
    """Until NATS has taken in what was asked of it."""
    if isinstance(bus, Nats):
        assert bus._client is not None
        await bus._client.flush()


def test_who_listens_is_informed_and_others_are_not(pair: Pair) -> None:
    async def whole() -> None:
        async with pair() as (ours, theirs):
            match, other = secrets.token_urlsafe(8), secrets.token_urlsafe(8)
            heard, again, not_heard = Heard(), Heard(), Heard()
            await theirs.subscribe(match, heard)
            await theirs.subscribe(match, again)
            await theirs.subscribe(other, not_heard)
            await settled(theirs)
            rows = (row(1), Written(2, "b", 2.5, Resigned(1)))
            await ours.publish(match, rows)
            await heard.so_many(2)
            await again.so_many(2)
            assert {*heard.rows} == {*again.rows} == {*rows}
            assert not_heard.rows == []

    asyncio.run(whole())


def test_who_has_ended_is_informed_no_more(pair: Pair) -> None:
    async def whole() -> None:
        async with pair() as (ours, theirs):
            match, heard, stays = secrets.token_urlsafe(8), Heard(), Heard()
            subscription = await theirs.subscribe(match, heard)
            await theirs.subscribe(match, stays)
            await settled(theirs)
            await ours.publish(match, (row(1),))
            await heard.so_many(1)
            await subscription.end()
            await subscription.end()
            await settled(theirs)
            await ours.publish(match, (row(2),))
            await stays.so_many(2)
            assert heard.rows == [row(1)]

    asyncio.run(whole())


def test_the_publisher_waits_for_nobody(pair: Pair) -> None:
    async def whole() -> None:
        async with pair() as (ours, theirs):
            match, heard = secrets.token_urlsafe(8), Heard()

            def refuse(rows: tuple[Written, ...]) -> None:
                heard(rows)
                assert published

            published = False
            await theirs.subscribe(match, refuse)
            await settled(theirs)
            await ours.publish(match, (row(1),))
            published = True
            await heard.so_many(1)

    asyncio.run(whole())


def test_much_at_once_arrives(pair: Pair) -> None:
    async def whole() -> None:
        async with pair() as (ours, theirs):
            match, heard = secrets.token_urlsafe(8), Heard()
            await theirs.subscribe(match, heard)
            await settled(theirs)
            rows = tuple(row(number, "x" * 10_000) for number in range(1, 201))  # 2 MB
            await ours.publish(match, rows)
            await heard.so_many(200)
            assert {one.number for one in heard.rows} == {*range(1, 201)}

    asyncio.run(whole())


def test_a_name_that_would_hear_everything_is_refused(nats: str) -> None:
    async def whole() -> None:
        bus = Nats(nats)
        for name in ("*", ">", "a.b", "", "a b", "a\r\nSUB > 1"):
            with pytest.raises(ValueError):
                await bus.subscribe(name, Heard())
        await bus.close()

    asyncio.run(whole())


def test_nats_may_come_later_and_go_and_come_back() -> None:
    server = NatsServer()
    returned: list[int] = []

    async def whole() -> None:
        ours = Nats(server.address)
        theirs = Nats(server.address, back=lambda: returned.append(1))
        heard = Heard()
        await asyncio.gather(ours.open(0.2), theirs.open(0.2))
        await ours.publish("m", (row(1),))  # nobody hears it, and nobody minds
        await theirs.subscribe("m", heard)
        assert not there(ours)
        try:
            for turn in range(1, 4):
                await asyncio.to_thread(server.start)
                async with asyncio.timeout(20):
                    while not (there(ours) and there(theirs) and len(returned) >= turn):
                        await asyncio.sleep(0.02)
                await settled(theirs)
                heard.rows.clear()
                await ours.publish("m", (row(turn),))
                await heard.so_many(1)
                await asyncio.to_thread(server.kill)
                async with asyncio.timeout(5):
                    while there(ours) or there(theirs):
                        await asyncio.sleep(0.02)
                await ours.publish("m", (row(9),))
        finally:
            await asyncio.gather(ours.close(), theirs.close())

    try:
        asyncio.run(whole())
    finally:
        server.kill()


def test_without_any_nats_it_opens_and_closes(unused_port: int) -> None:
    async def whole() -> None:
        for patience in (0, 0.05, 1.2):
            bus = Nats(f"nats://127.0.0.1:{unused_port}")
            await bus.open(patience)
            subscription = await bus.subscribe("m", Heard())
            await bus.publish("m", (row(1),))
            assert bus.dropped == 1
            await subscription.end()
            await bus.close()

    asyncio.run(whole())


def test_what_nobody_of_the_site_has_signed_is_not_heard() -> None:
    """Whoever gets at NATS may say what they like: no page shows it."""

    async def whole() -> None:
        async def ours() -> bytes:
            return b"k" * 32

        async def another() -> bytes:
            return b"x" * 32

        address, match = nats_address(), f"aegis-{secrets.token_hex(5)}"
        node, other = Nats(address, secret=ours), Nats(address, secret=ours)
        forgers = [Nats(address), Nats(address, secret=another)]
        buses = [node, other, *forgers]
        await asyncio.gather(*(bus.open() for bus in buses))
        heard, elsewhere = Heard(), Heard()
        await node.subscribe(match, heard)
        await other.subscribe(f"{match}-2", elsewhere)
        await settled(node)
        await settled(other)
        resigned = Written(1, "forged", 1.5, Resigned(0))
        for forger in forgers:
            await forger.publish(match, (resigned,))
            await settled(forger)
        await other.publish(match, (row(1),))
        await heard.so_many(1)
        assert heard.rows == [row(1)], "only what a node of the site said"
        # What was signed for one match says nothing of another.
        taken: list[tuple[bytes, dict[str, str] | None]] = []
        tap = forgers[0]._client
        assert tap is not None

        async def note(message: Any) -> None:
            taken.append((message.data, message.headers))

        await tap.subscribe(f"gattai.match.{match}", cb=note)
        await tap.flush()
        await node.publish(match, (row(2),))
        await heard.so_many(2)
        async with asyncio.timeout(5):
            while not taken:
                await asyncio.sleep(0.005)
        await tap.publish(f"gattai.match.{match}-2", taken[0][0], headers=taken[0][1])
        await tap.flush()
        await node.publish(f"{match}-2", (row(1),))
        await elsewhere.so_many(1)
        assert elsewhere.rows == [row(1)]
        await asyncio.gather(*(bus.close() for bus in buses))

    asyncio.run(whole())
