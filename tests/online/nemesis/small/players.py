"""Players at a site to which bad things happen. They keep diaries of what they were told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

import msgspec

LENGTH = 120
"""Rows after which a table begins another match."""


class Diary(msgspec.Struct):
    """What one player was told."""

    sent: set[str] = msgspec.field(default_factory=set)
    """Keys of all that was ever sent."""
    acknowledged: dict[tuple[str, str], int] = msgspec.field(default_factory=dict)
    """The numbers of rows that were said to be written, by match and key."""
    pages: dict[tuple[str, int], set[str]] = msgspec.field(default_factory=dict)
    """What was seen of a match after so many rows."""
    contradictions: list[str] = msgspec.field(default_factory=list)
    """Whatever was told twice, and not in the same way."""
    moves: int = 0
    """How often they went to another node."""

    def acknowledge(self, match: str, key: str, number: int) -> None:
        if self.acknowledged.setdefault((match, key), number) != number:
            self.contradictions.append(f"{match} {key}: row {number}, before another")

    def see(self, match: str, number: int, digest: str) -> None:
        self.pages.setdefault((match, number), set()).add(digest)


class Player:
    """One seat of a table: answers whenever it may, and if it hears nothing goes to another node."""

    def __init__(
        self, table: str, seat: int, nodes: list[tuple[str, int]], chance: random.Random
    ) -> None:
        self._table, self._seat, self._nodes, self._chance = table, seat, nodes, chance
        self.diary = Diary()
        self._round = 0
        self._seen = 0
        self._turn = 0
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def match(self) -> str:
        return f"{self._table}-{self._round}"

    async def play(self, done: asyncio.Event) -> None:
        """Until it is over; what was begun is finished."""
        while not done.is_set():
            await self._answer()
            await asyncio.sleep(self._chance.uniform(0, 0.05))
        self.leave()

    async def look(self, node: tuple[str, int], match: str, length: int) -> None:
        """See a whole match at one node."""
        self.leave()
        self._nodes, self._seen = [node], 0
        self._table, _, round_ = match.rpartition("-")
        self._round = int(round_)
        while self._seen < length:
            try:
                async with asyncio.timeout(5):
                    await self._arrive()
                    while self._seen < length:
                        await self._hear()
            except (OSError, EOFError, ValueError):
                self.leave()
                await asyncio.sleep(0.2)

    async def _answer(self) -> None:
        """Say one thing, until it is acknowledged."""
        if self._seen >= LENGTH:
            self._round, self._seen = self._round + 1, 0
            self.leave()
        self._turn += 1
        match, key = self.match, f"{self._seat}-{self._turn}"
        self.diary.sent.add(key)
        said = {"match": match, "seat": self._seat, "text": f"t{self._turn}", "key": key}
        while True:
            try:
                async with asyncio.timeout(4):
                    await self._arrive()
                    self._say(said)
                    told = await self._hear()
                    while told.get("key") != key and "error" not in told:
                        told = await self._hear()
            except (OSError, EOFError, ValueError):
                self.leave()
                await asyncio.sleep(self._chance.uniform(0.05, 0.3))
                continue
            if told.get("number") is not None:
                self.diary.acknowledge(match, key, told["number"])
                return
            if "error" in told and self._chance.random() < 0.5:
                self.leave()
            await asyncio.sleep(0.03)

    async def _arrive(self) -> None:
        if self._writer is None:
            self.diary.moves += 1
            where = self._chance.choice(self._nodes)
            self._reader, self._writer = await asyncio.open_connection(*where)
            self._say({"match": self.match, "watch": self._seen})

    def _say(self, what: dict[str, Any]) -> None:
        assert self._writer is not None
        self._writer.write(json.dumps(what).encode() + b"\n")

    async def _hear(self) -> dict[str, Any]:
        assert self._reader is not None
        line = await self._reader.readline()
        if not line:
            raise EOFError
        told: dict[str, Any] = json.loads(line)
        if "page" in told:
            match, number, digest = told["page"]
            self.diary.see(match, number, digest)
            if match == self.match:
                self._seen = max(self._seen, number)
        return told

    def leave(self) -> None:
        """Go without a word."""
        if self._writer is not None:
            with contextlib.suppress(OSError):
                self._writer.transport.abort()
        self._reader = self._writer = None
