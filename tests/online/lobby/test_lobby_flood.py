"""Newcomers find each other while one person floods the lobby through the public API of a site of two nodes."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection

from gattai.server.online.lobby.messages import A_DAY
from tests.online.hosting import Hosted, Player, hosted
from tests.online.services import ready_database
from tests.server.table import PATIENCE, Json

SEEN_WITHIN, PAIRED_WITHIN = 2.0, 15.0
GAME = "attack-chart"
AT_ONCE = 16
"""Requests that the flood has open at once."""
Nodes = tuple[Hosted, Hosted]


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch, nats: str) -> Iterator[Nodes]:
    monkeypatch.setenv("GATTAI_PROXIES", "127.0.0.1")  # so that every visitor can have an address
    with (
        ready_database() as own,
        hosted(own, "--nats", nats) as one,
        hosted(own, "--nats", nats) as two,
    ):
        yield one, two


def _offer(number: int) -> Json:
    """An offer that nobody else can be paired with: by correspondence, to be accepted, or for quick pairing."""
    if number % 3 == 0:
        return {"game": GAME, "turn_seconds": A_DAY + number}
    return {"game": GAME, "turn_seconds": 301 + number, "quick": number % 3 == 1}


class _Flood:
    """Offers games as fast as the site takes them, from many guests at some addresses."""

    def __init__(self, nodes: Nodes, offers: int, guests: int, addresses: int) -> None:
        self.replies: Counter[int] = Counter()
        self.refusal = ""
        self._nodes = nodes
        self._offers = iter(range(offers))
        self._guests = [f"10.0.0.{number % addresses}" for number in range(guests)]
        self._cookies: dict[int, str] = {}
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))

    def __enter__(self) -> _Flood:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._offers = iter(())
        self._thread.join()

    @property
    def runs(self) -> bool:
        """Whether offers are still being made."""
        return self._thread.is_alive()

    async def _run(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(
                    httpx.AsyncClient(
                        base_url=node.address,
                        headers={"origin": node.address},
                        timeout=PATIENCE,
                        trust_env=False,
                    )
                )
                for node in self._nodes
            ]
            await asyncio.gather(*(self._offers_on(clients) for _ in range(AT_ONCE)))

    async def _offers_on(self, clients: list[httpx.AsyncClient]) -> None:
        for number in self._offers:
            guest = number % len(self._guests)
            headers = {"x-forwarded-for": self._guests[guest]}
            if guest in self._cookies:
                headers["cookie"] = self._cookies[guest]
            client = clients[number % len(clients)]
            client.cookies.clear()
            reply = await client.post("/api/seeks", json=_offer(number), headers=headers)
            if given := reply.headers.get("set-cookie"):
                self._cookies[guest] = given.partition(";")[0]
            self.replies[reply.status_code] += 1
            if reply.status_code == 429:
                self.refusal = reply.json()["reasons"][0]["text"]


def _newcomer(node: Hosted, address: str) -> Player:
    player = node.player()
    player.http.headers["x-forwarded-for"] = address
    player.post("/api/guest")
    return player


def _hears(socket: ClientConnection, found: Callable[[Json], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found(msgspec.json.decode(socket.recv(timeout=PATIENCE))):
            return
    raise TimeoutError


def _seen(nodes: Nodes, number: int) -> float:
    """Seconds until a newcomer's offer is in the lobby of another one, at the other node."""
    one = _newcomer(nodes[number % 2], f"192.0.2.{number}")
    other = _newcomer(nodes[1 - number % 2], f"198.51.100.{number}")
    with other.socket("/ws/lobby") as hall:
        _hears(hall, lambda said: said["type"] == "lobby")
        began = time.monotonic()
        seek = one.post("/api/seeks", {"game": GAME, "turn_seconds": 90})["seek"]
        _hears(
            hall,
            lambda said: said["type"] == "lobby" and seek in {each["id"] for each in said["seeks"]},
        )
        took = time.monotonic() - began
    assert seek in {each["id"] for each in one.get("/api/lobby")["seeks"] if each["is_mine"]}
    one.http.delete(f"/api/seeks/{seek}")
    return took


def _paired(nodes: Nodes, number: int) -> float:
    """Seconds until two newcomers at different nodes, who look for any opponent, know of their match."""
    players = [_newcomer(node, f"203.0.113.{number}") for node in nodes]
    with players[0].socket("/ws/lobby") as hall:
        began = time.monotonic()
        results = [p.post("/api/seeks", {"game": GAME, "quick": True}) for p in players]
        if not results[0]["match"]:
            _hears(hall, lambda said: said["type"] == "begun")
        took = time.monotonic() - began
    (first,), (second,) = (player.get("/api/turns")["turns"] for player in players)
    assert first["card"]["id"] == second["card"]["id"]
    return took


@pytest.mark.parametrize("addresses", [1, 50])
@pytest.mark.parametrize(
    ("offers", "guests"), [(600, 60), pytest.param(10_000, 500, marks=pytest.mark.long)]
)
def test_newcomers_see_and_meet_each_other_during_a_flood(
    nodes: Nodes, offers: int, guests: int, addresses: int
) -> None:
    seen: list[float] = []
    paired: list[float] = []
    number = 0
    began = time.monotonic()
    with _Flood(nodes, offers, guests, addresses) as flood:
        while flood.replies.total() < offers // 3:
            time.sleep(0.05)
        while flood.runs or not seen:
            number += 1
            seen.append(_seen(nodes, number))
            paired.append(_paired(nodes, number))
        took = time.monotonic() - began
    seen.append(_seen(nodes, number + 1))
    paired.append(_paired(nodes, number + 1))
    replies = dict(flood.replies)
    print(f"{offers} offers of {guests} guests at {addresses} addresses in {took:.0f} s: {replies}")
    print(
        f"seen after at most {max(seen):.2f} s, paired after at most {max(paired):.2f} s ({len(seen)} times)"
    )
    assert flood.replies.total() == offers and set(replies) <= {200, 429}
    if 429 in replies:
        assert "try again in" in flood.refusal or "withdraw one" in flood.refusal
    assert max(seen) < SEEN_WITHIN and max(paired) < PAIRED_WITHIN
