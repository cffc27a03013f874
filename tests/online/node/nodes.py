"""Nodes on one database, in this process, as if they were in several."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from gattai import games
from gattai.kernel.record import Record, replay
from gattai.kernel.text.transcript import parse
from gattai.server.messages import NewMatch
from gattai.server.online.bus.bus import Bus
from gattai.server.online.bus.nats import Nats
from gattai.server.online.bus.near import Near
from gattai.server.online.node import Node
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.workers import worker
from gattai.server.table import thinking
from gattai.server.table.journal import Answered, TakenBack
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from gattai.server.table.seating import Seating
from gattai.server.table.thinking import Thinkers


class Nodes:
    """Some nodes, each with connections of its own."""

    def __init__(self, nodes: list[Node], databases: list[Database]) -> None:
        self.nodes = nodes
        self.databases = databases

    async def begin(self, game: str, *players: str, seed: str = "", **how: Any) -> str:
        """A new match between persons called after their seats, and bots; its name."""
        options = {"seats": str(len(players))} if game == "robot-empire" else {}
        record, seating = opened(NewMatch(game, players, options, seed), ())
        who = {seat: f"p{seat}" for seat, name in enumerate(players) if name == "person"}
        return await self.begin_with(record, seating, who, **how)

    async def begin_with(
        self, record: Record[Any], seating: Seating, who: dict[int, str], **how: Any
    ) -> str:
        match = f"{record.header.game}-{secrets.token_hex(5)}"
        await self.nodes[0].begin(match, record, replace(seating, **how), who)
        return match

    async def kept(self, match: str) -> str:
        """The transcript as the database has it."""
        standing = await Matches(self.databases[0]).standing(match)
        assert standing is not None
        lines: list[str] = []
        for written in await MatchJournal(self.databases[0], match).since(0):
            if isinstance(written.row, Answered):
                lines += written.row.lines
            elif isinstance(written.row, TakenBack):
                del lines[written.row.to :]
        end = [f"end {standing.over}"] if standing.over else []
        return "\n".join([standing.head, "begin", *lines, *end, ""])


@asynccontextmanager
async def running(
    address: str, bus: str = "near", count: int = 2, bots: int = 1
) -> AsyncIterator[Nodes]:
    """So many nodes; `bus` is `near`, `none` or the address of a NATS."""
    near = Near()
    thinkers = Thinkers()
    databases = [Database(address) for _ in range(count)]
    buses: list[Bus] = []
    site = f"test-{secrets.token_hex(4)}"
    for _ in range(count):
        if bus == "near":
            buses.append(near)
        elif bus == "none":
            buses.append(Near())
        else:
            buses.append(Nats(bus, site=site))
    for database, one in zip(databases, buses, strict=True):
        await database.open()
        if isinstance(one, Nats):
            await one.open()
    nodes = [
        Node(database, one, thinkers, bots=bots)
        for database, one in zip(databases, buses, strict=True)
    ]
    pause, thinking.PAUSE = thinking.PAUSE, 0.0
    poll, worker.POLL = worker.POLL, 0.02
    try:
        for node in nodes:
            await node.start()
        yield Nodes(nodes, databases)
    finally:
        thinking.PAUSE, worker.POLL = pause, poll
        for node in nodes:
            await node.stop()
        for one in buses:
            await one.close()
        for database in databases:
            await database.close()
        thinkers.close()


async def until(found: Callable[[], bool], seconds: float = 90.0) -> None:
    """Wait for something."""
    async with asyncio.timeout(seconds):
        while not found():
            await asyncio.sleep(0.005)


def replayed(text: str, secret: str = "") -> Record[Any]:
    """A transcript, played again and checked."""
    transcript = parse(text)
    *_, last = replay(games.load(transcript.header.game), transcript)
    return last


def scenes(match: TableMatch) -> list[Any]:
    """What everybody sees there."""
    return [match.history.scene(eyes) for eyes in (*range(len(match.record.rules.seats)), None)]
