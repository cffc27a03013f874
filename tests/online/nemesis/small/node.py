"""A process of a site: a node that serves players, or a worker for bots. To be killed.

python -m tests.online.nemesis.small.node node|worker --database ADDRESS --nats ADDRESS [--port PORT] [--broken HOW]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import secrets
from typing import Any

from gattai.server.online.bus.nats import Nats
from gattai.server.online.store.jobs import Jobs
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from tests.online.nemesis.broken import BROKEN, BUSES, break_it
from tests.online.nemesis.small.copy import Copy
from tests.online.nemesis.small.play import BOT

HEADS_EACH, LEASE = 1.0, 2.0


class Site:
    """All copies that this process has."""

    def __init__(self, store: Database, bus: Nats) -> None:
        self.store, self.bus = store, bus
        self._copies: dict[str, asyncio.Task[Copy]] = {}

    async def copy(self, match: str) -> Copy:
        """The copy of a match, read once."""
        if match not in self._copies:
            self._copies[match] = asyncio.create_task(self._open(match))
        try:
            return await asyncio.shield(self._copies[match])
        except OSError:
            self._copies.pop(match, None)
            raise

    async def _open(self, match: str) -> Copy:
        copy = Copy(self.store, self.bus, match)
        await copy.open()
        return copy

    async def compare(self) -> None:
        """See now and then whether others have written what we have not heard of."""
        while True:
            await asyncio.sleep(HEADS_EACH)
            copies = {
                match: task.result()
                for match, task in self._copies.items()
                if task.done() and not task.cancelled() and task.exception() is None
            }
            with contextlib.suppress(OSError):
                heads = await Matches(self.store).heads(list(copies))
                for match, head in heads.items():
                    if head > copies[match].page.number:
                        await copies[match].catch_up()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One player: what they say, and all that happens at the match they look at."""
        watching: list[tuple[Copy, Any]] = []
        try:
            while line := await reader.readline():
                said = json.loads(line)
                try:
                    copy = await self.copy(said["match"])
                    if "watch" in said:
                        show = shown(copy, writer, said["watch"])
                        copy.watchers.add(show)
                        watching.append((copy, show))
                        show()
                        continue
                    number = await copy.say(said["seat"], said["text"], said["key"])
                    told: dict[str, Any] = {"key": said["key"], "number": number}
                except OSError as error:
                    told = {"error": str(error)}
                tell(writer, told)
        except (OSError, ValueError, asyncio.IncompleteReadError):
            pass
        finally:
            for copy, show in watching:
                copy.watchers.discard(show)
            writer.close()

    async def work(self) -> None:
        """As a worker: take jobs, and answer for bots."""
        jobs = Jobs(self.store)
        while True:
            try:
                for job in await jobs.claim(LEASE, 3):
                    copy = await self.copy(job.match)
                    await copy.catch_up()
                    if copy.page.number == job.number:
                        await asyncio.sleep(0.01)  # it thinks
                        await copy.say(BOT, f"bot{job.number}", secrets.token_hex(8))
                    else:
                        await jobs.done(job)
            except OSError:
                pass
            await asyncio.sleep(0.03)


def shown(copy: Copy, writer: asyncio.StreamWriter, since: int) -> Any:
    """Shows all pages after this one to whoever listens there."""
    at = since

    def show() -> None:
        nonlocal at
        while at < copy.page.number:
            at += 1
            tell(writer, {"page": [copy.match, at, copy.pages[at].digest]})

    return show


def tell(writer: asyncio.StreamWriter, what: dict[str, Any]) -> None:
    if not writer.is_closing():
        writer.write(json.dumps(what).encode() + b"\n")


async def process() -> tuple[argparse.Namespace, Database, Nats]:
    """What this process was started with; its database and its bus, which are open."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("node", "worker"))
    parser.add_argument("--database", required=True)
    parser.add_argument("--nats", required=True)
    parser.add_argument("--listen", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--broken", choices=BROKEN)
    given = parser.parse_args()
    if given.broken:
        break_it(given.broken)
    store = Database(given.database, size=4, patience=3.0, reply=1.5)
    bus = Nats(given.nats, site=f"nemesis{os.environ.get('GATTAI_NEMESIS', '')}")
    BUSES.append(bus)
    await bus.open(0.5)
    while True:
        try:
            await store.open()
            break
        except OSError:
            await asyncio.sleep(0.2)
    return given, store, bus


async def main() -> None:
    given, store, bus = await process()
    site = Site(store, bus)
    comparing = asyncio.create_task(site.compare())
    if given.kind == "worker":
        await asyncio.gather(comparing, site.work())
    server = await asyncio.start_server(site.serve, given.listen, given.port)
    await asyncio.gather(comparing, server.serve_forever())


if __name__ == "__main__":
    asyncio.run(main())
