"""How often one may ask: so often, then no more for a while; others are not held up by it."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from gattai.server.online import limits as counting
from gattai.server.online.address import address_of
from gattai.server.online.app import make_app
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate
from gattai.server.online.limits import SHARED, Places, RateLimits, TooOften
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site


async def _says(site: Site, call: Call) -> str:
    return "yes"


RARE = Endpoint("POST", "/api/rare", "rarely", Rank.STRANGER, _says, rate=Rate(3, 60))


class Watch:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def often(limits: RateLimits, *args: Any) -> int:
    """How often in a row this is allowed, of at most 1,000 times."""
    for times in range(1_000):
        try:
            limits.inside(*args)
        except TooOften:
            return times
    return 1_000


def test_so_often_then_not_before_it_has_filled_again() -> None:
    watch = Watch()
    limits = RateLimits(clock=watch)
    assert often(limits, RARE, "192.0.2.1", "anna") == 3
    with pytest.raises(TooOften) as problem:
        limits.inside(RARE, "192.0.2.1", "anna")
    assert problem.value.seconds == 20
    watch.now = 20.0
    assert often(limits, RARE, "192.0.2.1", "anna") == 1
    watch.now = 10_000.0
    assert often(limits, RARE, "192.0.2.1", "anna") == 3


def test_each_person_and_each_strange_address_has_a_count_of_its_own() -> None:
    limits = RateLimits(clock=Watch())
    assert often(limits, RARE, "192.0.2.1", "anna") == 3
    assert often(limits, RARE, "192.0.2.1", "bea") == 3
    assert often(limits, RARE, "192.0.2.1", "") == 3
    assert often(limits, RARE, "192.0.2.2", "") == 3


def test_those_who_share_an_address_share_a_larger_count() -> None:
    limits = RateLimits(clock=Watch())
    for _ in range(3 * SHARED):
        limits.at_door(RARE, "192.0.2.1")
    with pytest.raises(TooOften):
        limits.at_door(RARE, "192.0.2.1")
    limits.at_door(RARE, "192.0.2.2")


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MAX_KEPT", 10)
    limits = RateLimits(clock=Watch())
    for number in range(100):
        limits.inside(RARE, "", f"person {number}")
    assert len(limits) == 10


def test_a_host_may_allow_more_or_anything() -> None:
    assert often(RateLimits(2.0, clock=Watch()), RARE, "", "anna") == 6
    assert often(RateLimits(0, clock=Watch()), RARE, "", "anna") == 1_000


class _Part:
    endpoints = (RARE,)

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


def test_clients_over_the_limit_get_a_retry_time_and_others_are_served() -> None:
    site = Site(Settings())
    site.parts = [_Part()]
    app = make_app(site)

    async def whole() -> None:
        async def ask(address: str) -> httpx.Response:
            through = httpx.ASGITransport(app, client=(address, 1))
            async with httpx.AsyncClient(transport=through, base_url="http://127.0.0.1") as client:
                return await client.post("/api/rare")

        answers = [await ask("192.0.2.1") for _ in range(50)]
        assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 47
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 20
        assert "too many requests" in answers[-1].text
        assert (await ask("192.0.2.2")).status_code == 200

    asyncio.run(whole())


@pytest.mark.parametrize(
    ("client", "said", "found"),
    [
        ("192.0.2.1", "198.51.100.9", "192.0.2.1"),  # no proxy of ours: anybody can write that
        ("10.0.0.1", "198.51.100.9", "198.51.100.9"),
        ("10.0.0.1", "203.0.113.5, 198.51.100.9", "198.51.100.9"),  # the first was made up
        ("10.0.0.1", "198.51.100.9, 10.0.0.2", "198.51.100.9"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "rubbish", ""),
        ("2001:db8::1", "", "2001:db8::"),
    ],
)
def test_a_header_is_believed_of_proxies_only(client: str, said: str, found: str) -> None:
    headers = [(b"x-forwarded-for", said.encode())] if said else []
    scope = {"type": "http", "client": (client, 1), "headers": headers}
    assert address_of(HTTPConnection(scope), ("10.0.0.1", "10.0.0.2")) == found


def test_one_address_does_not_take_all_sockets_of_a_node() -> None:
    watch = Watch()
    places = Places(RateLimits(clock=watch))
    with ExitStack() as held:
        for _ in range(counting.MAX_AT_ONE):
            held.enter_context(places.one("192.0.2.1", "a match"))
        with pytest.raises(TooOften):
            held.enter_context(places.one("192.0.2.1", "a match"))
        held.enter_context(places.one("192.0.2.2", "a match"))
        for number in range(counting.MAX_AT_ONE, counting.MAX_OPEN * SHARED):
            watch.now += 1
            held.enter_context(places.one("192.0.2.1", f"match {number}"))
        with pytest.raises(TooOften):
            held.enter_context(places.one("192.0.2.1"))
        held.enter_context(places.one("192.0.2.2"))
    with places.one("192.0.2.1", "a match"):
        assert len(places) == 2
    assert len(places) == 0


def test_who_opens_sockets_too_often_has_to_wait_and_others_have_not() -> None:
    watch = Watch()
    places = Places(RateLimits(clock=watch))

    def opens(address: str) -> None:
        with places.one(address):
            pass

    for _ in range(counting.OPENED.times * SHARED):
        opens("192.0.2.1")
    with pytest.raises(TooOften):
        opens("192.0.2.1")
    opens("192.0.2.2")
    watch.now = 60.0
    opens("192.0.2.1")


def test_what_one_may_say_is_counted_over_all_sockets_of_a_person() -> None:
    watch = Watch()
    limits = RateLimits(clock=watch)
    heard = sum(limits.hears("192.0.2.1", "anna") for _ in range(1_000))
    assert heard == counting.SAID.times
    assert limits.hears("192.0.2.1", "bert") and limits.hears("192.0.2.1", "")
    watch.now = 1.0
    assert sum(limits.hears("192.0.2.1", "anna") for _ in range(1_000)) == 40
