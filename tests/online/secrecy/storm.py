"""Clients that mean no good, at a real node: they send what a fuzzer makes, and look at whatever comes back."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.online.hosting import Hosted
from tests.online.secrecy.fuzz import Fuzzer
from tests.online.secrecy.pages import PATIENCE, Page, sitting
from tests.online.secrecy.twins import cookie_of

LEAKS = ("Traceback", 'File "', ".py", "asyncpg", "postgresql://", "gattai_session", "SELECT ")
"""What no message to a page has in it."""


class Place:
    """A socket that somebody may open: its address, what they show, and whether it is a page of a match."""

    def __init__(self, path: str, match: str, cookie: str = "", token: str = "") -> None:
        self.path = path
        self.match = match
        self.cookie = cookie
        self.token = token


class Camp:
    """People at a node, and a match that two of them play."""

    def __init__(self, node: Hosted) -> None:
        self.node = node
        self.origin = node.address

    def client(self) -> httpx.AsyncClient:
        """A browser that has never been here."""
        return httpx.AsyncClient(
            base_url=self.origin,
            headers={"origin": self.origin},
            timeout=PATIENCE,
            trust_env=False,
            limits=httpx.Limits(keepalive_expiry=1.0),
        )

    async def match(self, game: str) -> list[Place]:
        """A match of two guests: both their places, and a watcher's."""
        async with self.client() as one, self.client() as two:
            wanted = {"game": game, "players": ["person", "guest"]}
            made = await one.post("/api/matches", json=wanted)
            assert made.status_code == 201, made.text
            assert (await two.post("/api/guest")).status_code == 200
            match = made.json()["id"]
            token = made.json()["links"][1].partition("token=")[2].partition("#")[0]
            return [
                Place(f"/ws/{match}/0", match, cookie_of(one)),
                Place(f"/ws/{match}/1?token={token}", match, cookie_of(two)),
                Place(f"/ws/{match}/watch", match),
            ]

    async def program(self, name: str) -> Place:
        """The stream of an account's program."""
        async with self.client() as owner:
            said = {"name": name, "password": "correct horse"}
            assert (await owner.post("/api/account", json=said)).status_code == 200
            made = await owner.post("/api/me/tokens", json={"label": "x", "scopes": ["play"]})
            return Place("/ws/program", "-", token=made.json()["token"])

    def memory(self) -> float:
        """What the node takes, in megabytes."""
        lines = Path(f"/proc/{self.node.process.pid}/status").read_text("utf-8").splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024

    def sits(self, place: Place, **more: Any) -> Any:
        """A page at a place."""
        return sitting(self.origin, place.path, place.match, place.cookie, place.token, **more)


class Stormer:
    """One client that sends what it likes; opens its socket again when it is closed."""

    def __init__(self, camp: Camp, place: Place, seed: str, count: Counter[str]) -> None:
        self.camp = camp
        self.place = place
        self.fuzzer = Fuzzer(seed)
        self.count = count

    async def sends(self, many: int) -> None:
        """So many messages, one after the other; of what comes back nothing may tell too much."""
        left = many
        while left:
            try:
                async with self.camp.sits(self.place) as page:
                    left -= await self._at(page, left)
                    self._looks(page)
            except (ConnectionClosed, InvalidStatus, OSError, TimeoutError) as problem:
                self.count[f"not opened: {type(problem).__name__}"] += 1
                await asyncio.sleep(0.2)

    async def _at(self, page: Page, most: int) -> int:
        sent = 0
        while sent < most and not page.is_closed:
            await page.send(self.fuzzer.message(self._real(page)))
            sent += 1
            if not sent % 20:
                await asyncio.sleep(0.1)  # as much as a socket may, so that most are heard
        self.count["messages"] += sent
        with contextlib.suppress(AssertionError):
            async with asyncio.timeout(5):
                await page.fence()
        return sent

    def _real(self, page: Page) -> dict[str, Any]:
        scene = page.shown.get("scene")
        if not scene or not scene["ask"]:
            return self.fuzzer.real(1, 0, [], [])
        pieces = [piece["id"] for piece in scene["pieces"][:20]]
        number, epoch = scene["ask"]["number"], page.shown["epoch"]
        real = self.fuzzer.real(number, epoch, page.options[:50], pieces)
        return {**real, "match": self.place.match} if self.place.path == "/ws/program" else real

    def _looks(self, page: Page) -> None:
        self.count["heard"] += sum(page.counts.values())
        self.count["refused"] += page.counts.get("refused", 0)
        self.count[f"closed with {page.code}"] += page.code not in (0, 1000, 1005)
        for text in page.heard:
            found = [leak for leak in LEAKS if leak in text]
            assert not found, (found, text[:500])
            assert self.place.cookie == "" or self.place.cookie.partition("=")[2] not in text


class Honest:
    """Two who play and do nothing wrong: how long an answer takes until both have seen it."""

    def __init__(self, camp: Camp, places: list[Place]) -> None:
        self.camp = camp
        self.places = places

    async def plays(self, answers: int, most: float = 1e9) -> list[float]:
        """Seconds for each of so many answers, or for as many as there is time."""
        took: list[float] = []
        until = monotonic() + most
        while len(took) < answers and monotonic() < until:
            took += await self._plays_one(answers - len(took), until)
            self.places = await self.camp.match("aristeia")  # that one may have come to its end
        return took

    async def _plays_one(self, answers: int, until: float) -> list[float]:
        took: list[float] = []
        async with self.camp.sits(self.places[0]) as one, self.camp.sits(self.places[1]) as two:
            for page in (one, two):
                await page.is_shown()
                await page.fence()
            while one.shown["scene"]["ask"] and len(took) < answers and monotonic() < until:
                turn, other = (one, two) if one.options else (two, one)
                number, begun = turn.shown["scene"]["ask"]["number"], monotonic()
                await turn.say(
                    "answer", number=number, text=turn.options[0], epoch=turn.shown["epoch"]
                )
                for page in (turn, other):
                    await page.comes_to(number)
                took.append(monotonic() - begun)
                await asyncio.sleep(0.05)
        return took


def shown(count: Counter[str], **more: float) -> str:
    """Figures of a storm."""
    whole: dict[str, Any] = {**dict(sorted(count.items())), **more}
    return msgspec.json.encode(whole).decode()
