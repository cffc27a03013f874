"""Passwords are kept as argon2id, worked out a few at a time, and tell nothing by how long they take."""

from __future__ import annotations

import asyncio
import threading
from statistics import median
from time import perf_counter

import pytest
from argon2 import Parameters, extract_parameters
from argon2.low_level import Type
from argon2.profiles import CHEAPEST, RFC_9106_LOW_MEMORY

from gattai.server.online.people import passwords as module
from gattai.server.online.people.passwords import Passwords
from gattai.server.online.store.pool import Database
from gattai.server.web.examining import Busy
from tests.online.people.town import PASSWORD, town

DEARER = Parameters(Type.ID, 19, 8, 16, 2, 64, 1)


def test_they_are_kept_as_the_rfc_says(database: str) -> None:
    async def whole() -> str:
        async with Database(database) as store:
            return await Passwords(store).hashed(PASSWORD)

    kept = asyncio.run(whole())
    assert kept.startswith("$argon2id$") and PASSWORD not in kept
    assert extract_parameters(kept) == RFC_9106_LOW_MEMORY


def test_what_was_hashed_cheaply_is_hashed_anew_at_the_next_log_in(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            visitor = await here.account("Hashed Anew")
            read = "SELECT hash FROM password WHERE person = $1"
            id = await visitor.id()
            before = (await here.tell(read, id))[0][0]
            later = Passwords(here.database, DEARER)
            assert await later.whose("Hashed Anew", "not this one") is None
            assert (await here.tell(read, id))[0][0] == before
            assert await later.whose("Hashed Anew", PASSWORD) == id
            after = (await here.tell(read, id))[0][0]
            assert (extract_parameters(before), extract_parameters(after)) == (CHEAPEST, DEARER)
            assert await later.whose("Hashed Anew", PASSWORD) == id
            later.close()

    asyncio.run(whole())


def test_a_few_at_once_and_the_others_wait_or_are_sent_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, lock = threading.Event(), threading.Lock()
    at_once, most = 0, 0

    def slow(password: str) -> str:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        gate.wait(10)
        with lock:
            at_once -= 1
        return password

    monkeypatch.setattr(module, "_same", slow)

    async def whole() -> None:
        async with Database(database) as store:
            kept = Passwords(store, CHEAPEST, at_once=2, most_waiting=3)
            # `_same` is asked where it waits: inside the threads
            waiting = [asyncio.create_task(kept._fits("$x", PASSWORD)) for _ in range(5)]
            await asyncio.sleep(0.2)
            with pytest.raises(Busy):
                await kept._fits("$x", PASSWORD)
            gate.set()
            await asyncio.gather(*waiting)
            assert await kept._fits("$x", PASSWORD) is False
            kept.close()

    asyncio.run(whole())
    assert most == 2


def test_too_many_at_once_are_asked_to_come_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def whole() -> None:
        async with town(database) as here:
            await here.account("In A Crowd")
            monkeypatch.setattr(here.people.passwords, "_most", 0)
            assert await here.visitor().log_in("In A Crowd", PASSWORD) == 503

    asyncio.run(whole())


def test_a_name_that_nobody_has_takes_as_long_as_one_that_somebody_has(database: str) -> None:
    """With what a site uses the hash is nearly all of the time: without it a guess would be 50 times quicker."""

    async def whole() -> None:
        async with town(database) as here:
            here.people.passwords = Passwords(here.database, RFC_9106_LOW_MEMORY)
            await here.account("Takes Time")
            took: dict[str, list[float]] = {"Takes Time": [], "Takes No Time": []}
            await here.visitor().log_in(
                "Takes No Time", "wrong horse"
            )  # the first works out nobody's
            for _ in range(9):
                for name, times in took.items():
                    began = perf_counter()
                    assert await here.visitor().log_in(name, "wrong horse") == 401
                    times.append(perf_counter() - began)
            some, none = (median(times) for times in took.values())
            assert 0.5 < none / some < 2, (some, none)

    asyncio.run(whole())
