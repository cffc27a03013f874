"""`gattai host`: a process that serves a site or runs its bots. All parts are assembled here."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from starlette.types import ASGIApp

from gattai.server.online.app import make_app
from gattai.server.online.bus.bus import Bus
from gattai.server.online.bus.nats import Nats
from gattai.server.online.bus.near import Near
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.lobby import addresses
from gattai.server.online.lobby.lobby import Lobby
from gattai.server.online.node import Node
from gattai.server.online.ops import logs
from gattai.server.online.ops.garbage import Garbage
from gattai.server.online.ops.health import HealthWatch
from gattai.server.online.people.desk import settle
from gattai.server.online.play.lines import OpenSockets
from gattai.server.online.play.play import PlayPart
from gattai.server.online.play.programs import Programs
from gattai.server.online.play.signing import Signing
from gattai.server.online.play.sockets import Sockets
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site
from gattai.server.online.store.migrating import migrate
from gattai.server.online.store.pool import Database
from gattai.server.online.store.site_secret import SiteSecret
from gattai.server.table.thinking import Thinkers
from gattai.server.web.screening import Screening
from gattai.server.web.serving import serve

BACKLOG = 2_048
PATIENCE = 10
"""Seconds that a stopping node waits for open requests."""


class Engines:
    """PostgreSQL and the bus: started before everything else, stopped last."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    async def start(self) -> None:
        """Connect to the database and the bus."""
        await self._database.open()
        if isinstance(self._bus, Nats):
            await self._bus.open()

    async def stop(self) -> None:
        """Close the connections to both."""
        await self._bus.close()
        await self._database.close()


class MatchPages:
    """The pages of matches, which reconnect elsewhere before anything else stops."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self, *sockets: Sockets | Programs) -> None:
        self._sockets = sockets

    async def start(self) -> None:
        """Do nothing: pages connect by themselves."""

    async def stop(self) -> None:
        """Tell all pages to reconnect elsewhere."""
        for each in self._sockets:
            await each.close()


class Bench:
    """The processes in which a worker's bots think."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    async def start(self) -> None:
        """Do nothing: the first question starts a process."""

    async def stop(self) -> None:
        """Stop the processes of the bots."""
        self._thinkers.close()


def make_site(settings: Settings) -> tuple[Site, ASGIApp]:
    """Assemble all parts of a node; nothing is connected yet."""
    database, bus, packs = _engines(settings)
    name = f"{socket.gethostname()}-{secrets.token_hex(3)}"
    site = Site(settings)
    site.pool = database
    site.parts.append(Engines(database, bus))
    people = settle(site, database)
    screening = Screening(packs)
    signing = Signing(database, settings)
    node = Node(
        database,
        bus,
        screening.thinkers,
        packs=packs,
        bots=settings.workers,
        look_back=screening.analysis_of,
        metrics=site.metrics,
        name=name,
        receipts=signing.receipt,
    )
    play = PlayPart(
        database,
        node,
        people.persons,
        screening,
        packs,
        lambda match, saved: signing.line(match, saved, node.now()),
    )
    lines = OpenSockets(people.standing)
    lobby = Lobby(database, site, play, people.persons, name, lines)
    lobby.endpoints = addresses.endpoints(lobby)
    sockets = Sockets(site, play, lines)
    site.metrics.sockets.set_function(lambda: sockets.count)
    programs = Programs(site, play, lines)
    lobby.also = programs.persons
    site.parts += [
        signing,
        play,  # before the node, so that it stops after it: matches use its processes
        node,
        lobby,
        lines,
        HealthWatch(database, node.now),
        Garbage(),
        MatchPages(sockets, programs),
    ]
    return site, make_app(site, (*sockets.routes, *programs.routes, *lobby.routes))


def make_worker(settings: Settings, bots: int) -> Site:
    """Assemble a node without pages: it runs up to this many bots at once, and expired clocks."""
    database, bus, packs = _engines(settings)
    site = Site(settings)
    site.pool = database
    thinkers = Thinkers(packs, bots)
    node = Node(database, bus, thinkers, packs=packs, bots=bots, metrics=site.metrics)
    site.parts += [Engines(database, bus), Bench(thinkers), node]
    return site


def _engines(settings: Settings) -> tuple[Database, Bus, tuple[Path, ...]]:
    database = Database(settings.database, size=settings.connections)
    secret = SiteSecret(database, "bus").value
    bus: Bus = Nats(settings.nats, secret=secret) if settings.nats else Near()
    return database, bus, tuple(Path(folder) for folder in settings.packs)


def host(settings: Settings) -> None:
    """Serve until a signal comes. Raises OSError if the port is taken or the database does not answer."""
    logs.set_up(settings.logs)
    listening = listen(settings)
    asyncio.run(migrate(settings.database))
    site, app = make_site(settings)
    if settings.metrics:
        site.metrics.serve(settings.metrics)
    port = listening.getsockname()[1]
    here = settings.origin if settings.port else f"http://{settings.listen}:{port}"
    print(f"{settings.name} is open: {here}/", flush=True)
    serve(app, listening, backlog=BACKLOG, proxy_headers=False, timeout_graceful_shutdown=PATIENCE)
    print("The site is closed.")


def work(settings: Settings, bots: int) -> None:
    """Run bots and expired clocks until a signal comes. Raises OSError if the database does not answer."""
    logs.set_up(settings.logs)
    asyncio.run(migrate(settings.database))
    site = make_worker(settings, bots)
    if settings.metrics:
        site.metrics.serve(settings.metrics)
    asyncio.run(_work(site, f"A worker of {settings.name}: at most {bots} bots at once."))
    print("The worker has stopped.")


async def _work(site: Site, ready: str) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(
            NotImplementedError
        ):  # on Windows, where Ctrl-C interrupts instead
            loop.add_signal_handler(each, stopped.set)
    async with site.running():
        print(ready, flush=True)
        await stopped.wait()


def listen(settings: Settings) -> socket.socket:
    """Return a bound socket. Raises OSError if the port is taken."""
    listening = socket.socket(socket.AF_INET6 if ":" in settings.listen else socket.AF_INET)
    if sys.platform != "win32":  # there it would let two nodes bind one port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((settings.listen, settings.port))
    listening.listen(BACKLOG)
    return listening
