"""Whatever is sent over a socket: no mistake of ours, nothing told, and who floods harms only themselves."""

from __future__ import annotations

import asyncio
import socket
import statistics
from collections import Counter
from contextlib import AsyncExitStack
from time import monotonic
from urllib.parse import urlsplit

import pytest

from gattai.server.online.limits import MAX_AT_ONE
from tests.online.hosting import hosted
from tests.online.secrecy.storm import Camp, Honest, Stormer, shown

FEW, MANY = 1_500, 100_000
MAX_MORE = 250.0
"""Megabytes that a node may take more after a storm: caches fill, and nothing else grows."""


@pytest.mark.parametrize("many", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_a_storm_of_messages_ends_nothing_and_learns_nothing(
    many: int, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATTAI_RATES", "0")  # else nearly all of it would be refused unread
    count: Counter[str] = Counter()

    async def storm(camp: Camp) -> float:
        places = [*await camp.match("aristeia"), *await camp.match("aegis")]
        places.append(await camp.program(f"Storms {'Much' if many > FEW else 'Little'}"))
        for place in places:  # whoever is invited sits down
            async with camp.sits(place):
                pass
        before = camp.memory()
        share = many // len(places) + 1
        async with asyncio.TaskGroup() as crowd:
            for number, place in enumerate(places):
                stormer = Stormer(camp, place, f"storm {number}", count)
                crowd.create_task(stormer.sends(share))
        honest = Honest(camp, await camp.match("aristeia"))
        assert len(await honest.plays(3)) == 3
        return camp.memory() - before

    begun = monotonic()
    with hosted(database) as node:  # which fails if there is a traceback in what it has written
        more = asyncio.run(storm(Camp(node)))
        assert node.process.poll() is None
    print(shown(count, megabytes=round(more, 1), seconds=round(monotonic() - begun, 1)))
    assert count["messages"] >= many and count["heard"] > many / 4
    assert more < MAX_MORE


def test_one_address_does_not_take_all_places_of_those_who_look_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATTAI_PROXIES", "127.0.0.1")

    async def watch(camp: Camp) -> None:
        place = (await camp.match("attack-chart"))[2]
        async with AsyncExitStack() as stack:
            for number in range(MAX_AT_ONE + 1):
                headers = {"x-forwarded-for": "192.0.2.1"}
                page = await stack.enter_async_context(camp.sits(place, headers=headers))
                if number == MAX_AT_ONE:
                    await page.is_sent_away()
                    assert page.code == 1013 and not page.shown
                else:
                    await page.is_shown()
            headers = {"x-forwarded-for": "192.0.2.2"}
            other = await stack.enter_async_context(camp.sits(place, headers=headers))
            await other.is_shown()

    with hosted(database) as node:
        asyncio.run(watch(Camp(node)))


def test_who_goes_in_the_midst_of_a_request_is_no_mistake_of_ours(database: str) -> None:
    with hosted(database) as node:  # which fails if it has written of a mistake
        at = urlsplit(node.address)
        for path in ("/api/guest", "/api/matches", "/api/account", "/api/replay"):
            head = f"POST {path} HTTP/1.1\r\nHost: {at.netloc}\r\nContent-Length: 999\r\n\r\n"
            for sent in (head, head + '{"game":'):
                with socket.create_connection((at.hostname or "", at.port or 80)) as one:
                    one.sendall(sent.encode())
        assert node.player().get("/api/me") is not None


HALF_OPEN, FLOODERS, LAZY = 60, 6, 6
MIN_ANSWERS, MAX_SECONDS = 5, 120
TURNED_AWAY = ("told that it is too much", "closed with 1008")


async def _floods(camp: Camp, over: asyncio.Event, count: Counter[str]) -> None:
    """As fast as it goes, from the seat of a match and from a watcher's place."""
    places = await camp.match("aristeia")
    text = '{"type":"answer","number":1,"text":"' + "x" * 500 + '","epoch":0}'

    async def one(place: int) -> None:
        while not over.is_set():
            try:
                async with camp.sits(places[place]) as page:
                    while not over.is_set() and not page.is_closed:
                        await page.send(text)
                        count["flooded"] += 1
                        if not count["flooded"] % 50:
                            await asyncio.sleep(0.01)  # who measures is in the same process
                    count["told that it is too much"] += page.counts.get("refused", 0)
                    count[f"closed with {page.code}"] += page.is_closed
            except Exception as problem:
                count[type(problem).__name__] += 1
            await asyncio.sleep(0.1)

    async with asyncio.TaskGroup() as crowd:
        for number in range(FLOODERS):
            crowd.create_task(one(number % 3))


async def _plays_beside(
    honest: Honest, seconds: float, over: asyncio.Event, count: Counter[str]
) -> list[float]:
    """What answers take for so many seconds, and on a slow machine until there is enough to judge by."""
    took: list[float] = []
    begun = monotonic()
    while monotonic() < begun + MAX_SECONDS:
        took += await honest.plays(10, 5)
        judged = len(took) >= MIN_ANSWERS and all(count[each] for each in TURNED_AWAY)
        if judged and monotonic() >= begun + seconds:
            break
    over.set()
    return took


def test_who_floods_harms_only_themselves(database: str, request: pytest.FixtureRequest) -> None:
    seconds = 40.0 if request.config.getoption("--long") else 8.0
    count: Counter[str] = Counter()

    async def flood(camp: Camp) -> tuple[list[float], list[float], float]:
        honest = Honest(camp, await camp.match("aristeia"))
        alone = await honest.plays(25, seconds)
        lazy = await camp.match("aegis")
        at = urlsplit(camp.origin)
        memory = camp.memory()
        async with AsyncExitStack() as stack:
            for _ in range(LAZY):  # who never reads
                page = await stack.enter_async_context(
                    camp.sits(lazy[0], max_queue=1, close_timeout=1)
                )
                page.reads_no_more()
            for number in range(HALF_OPEN):  # who opens and says nothing, or half of it
                one = socket.create_connection((at.hostname or "", at.port or 80))
                stack.enter_context(one)
                one.sendall(
                    b"GET /ws/x/watch HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"[: number * 2]
                )
            over = asyncio.Event()
            async with asyncio.TaskGroup() as crowd:
                crowd.create_task(_floods(camp, over, count))
                beside = crowd.create_task(_plays_beside(honest, seconds - 1, over, count))
            more = camp.memory() - memory
        return alone, beside.result(), more

    with hosted(database) as node:
        alone, beside, more = asyncio.run(flood(Camp(node)))
    before, during = statistics.median(alone), statistics.median(beside)
    print(
        shown(
            count,
            median_alone_ms=round(before * 1_000),
            median_beside_ms=round(during * 1_000),
            worst_beside_ms=round(max(beside) * 1_000),
            answers_beside=len(beside),
            megabytes=round(more, 1),
        )
    )
    assert all(count[each] for each in TURNED_AWAY)
    assert len(beside) >= MIN_ANSWERS and during < 5 * before + 0.5
    assert more < MAX_MORE
