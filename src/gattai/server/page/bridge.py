"""The table in the browser: the handlers of a local table, reached by messages instead of sockets.

A worker of the page runs this in Pyodide; `files/worker.js` is the other side. There is only one visitor, who is the host.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import pickle
import random
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol, TypeVar
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask
from gattai.bots.coach.coach import Coach, coach
from gattai.bots.worker import Thought, Where
from gattai.kernel.position import Seen
from gattai.kernel.text.transcript import parse
from gattai.server.failures import Gone
from gattai.server.local import disk
from gattai.server.local.app import SEAT, Api
from gattai.server.local.by_link import OwnCopies
from gattai.server.local.keys import HOST, Keys
from gattai.server.local.room import Room
from gattai.server.local.store import MAX_MATCHES, MatchStore
from gattai.server.messages import Door
from gattai.server.naming import NAME
from gattai.server.page.collection import packed, unpacked
from gattai.server.page.packs import OpenedPacks, SentPack, received, sent
from gattai.server.table.thinking import Thinkers
from gattai.server.web import static_files
from gattai.server.web.answering import Request, Response, answered, as_json
from gattai.server.web.examining import Examiner, ReplayedMatch, examined
from gattai.tabletop.problem import PackError

log = logging.getLogger(__name__)
T = TypeVar("T")
FOLDER = Path("/table")
HOME = "home.json"
"""The file of the page with its home page before the first match: reading five rulebooks takes seconds here."""

ROLLOUTS = {"attack-chart": 160, "aegis": 16}
USUAL_ROLLOUTS = 24
"""Rollouts per activation of bots that think for a time elsewhere: as in the published ladder of bots."""


class Buffer(Protocol):
    """Bytes that JavaScript holds."""

    def to_bytes(self) -> bytes: ...


Say = Callable[[int, str, str], None]
"""Sends a message to the page: number of the socket, kind, text."""
Save = Callable[[str, int, bytes], str]
"""Writes to the browser's storage: path, position, -1 for the whole file or -2 to delete it, content; returns why that
failed."""
Mind = Callable[[bytes], Awaitable[Buffer | None]]
"""Runs pickled work in the second worker. None: there is no second worker."""
Read = Callable[[str], Awaitable[Buffer]]
"""Reads a file of the page: a film contains the client that shows it."""
FILM, DICE = "/api/replay/film", "/dice/"


class BrowserStorage:
    """Writes every file to the browser's storage first, which lasts longer than the page."""

    def __init__(self, save: Save) -> None:
        self._save = save

    def write_whole(self, path: Path, content: bytes) -> None:
        self._saved(path, -1, content)
        disk.write_whole(path, content)

    def write_at(self, path: Path, place: int, content: bytes, length: int) -> None:
        self._saved(path, place, content)
        disk.write_at(path, place, content, length)

    def delete(self, path: Path) -> None:
        self._saved(path, -2, b"")
        disk.delete(path)

    def _saved(self, path: Path, place: int, content: bytes) -> None:
        if problem := self._save(str(path), place, content):
            raise OSError(errno.ENOSPC, problem)


class PageRoom(Room):
    """The room of a page: its links stay in the page."""

    def link(self, match: str, seat: int, *, is_guest: bool) -> str:
        """Return the link to a seat."""
        return f"#/match/{match}/{seat}"

    def is_open(self, match: str) -> bool:
        """Return whether the match is in memory, so that its file must not change."""
        return match in self._open

    async def read_again(self) -> None:
        """Close the matches that are not shown, so that they are read with the packs of now."""
        for match, found in [*self._open.items()]:
            if not found.viewers.pages:
                del self._open[match]
                await found.stop()

    def _replay(self, match: str) -> str:
        return ""  # no server has it: the client puts the whole match into the link


class PageStore(MatchStore):
    """Gives a match the name under which the page already shows it."""

    shown_as = ""

    def new_id(self, game: str) -> str:
        """Return an unused name for a match. Raises ValueError if there are too many."""
        wanted, self.shown_as = self.shown_as, ""
        is_free = NAME.fullmatch(wanted) and not self.path(wanted).exists()
        return wanted if is_free and wanted.startswith(game) else super().new_id(game)


class PageWire:
    """A connection of the page."""

    def __init__(self, say: Say, number: int) -> None:
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._say = say
        self._number = number

    async def receive(self) -> str:
        """Return the next message."""
        text = await self.inbox.get()
        if text is None:
            raise Gone("closed by the page")
        return text

    async def send(self, text: str) -> None:
        """Send a message to the page."""
        self._say(self._number, "text", text)

    async def close(self, code: int, reason: str) -> None:
        """Tell the page that the connection is over."""
        self._say(self._number, "closed", f"{code} {reason}")


class PageTable:
    """The table of one page."""

    def __init__(self, say: Say, save: Save, mind: Mind, read: Read) -> None:
        self._say = say
        self._read = read
        storage = BrowserStorage(save)
        self._store = PageStore(FOLDER, disk=storage)
        self._packs = OpenedPacks(FOLDER, storage)
        self._packs.use()
        self._room = PageRoom(
            self._store,
            Keys(self._store.secret()),
            thinkers=Thinkers(pool=lambda _: WorkerPool(mind)),
            examiner=WorkerExaminer(mind),
        )
        self._api = Api(self._room)
        self._routes = [
            (_pattern(route.path), route)
            for route in self._api.routes()
            if route.path.startswith(("/api/", DICE))
        ]
        self._wires: dict[int, PageWire] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def fetch(self, method: str, address: str, body: str) -> tuple[int, str, bytes]:
        """Return status, type and content of the response to a request."""
        response = await self._response(method, address, body)
        return response.status, response.headers.get("content-type", ""), response.content

    async def _response(self, method: str, address: str, body: str) -> Response:
        if address.partition("?")[0] == "/api/door":
            home = msgspec.json.decode((await self._read(HOME)).to_bytes(), type=Door)
            return as_json(replace(home, matches=tuple(self._room.cards())))
        if address.partition("?")[0] == FILM:
            await self._lay_client()
        for pattern, route in self._routes:
            found = pattern.fullmatch(address.partition("?")[0])
            if found and method in route.methods:
                request = _request(method, address, found, body)
                self._store.shown_as = request.query_params.get("as", "")
                return await route.handler(request)
        return await answered(_no_such_address)(_request(method, address, None, body))

    async def _lay_client(self) -> None:
        """Put the client's files where a film takes them from."""
        for name in static_files.FOR_FILMS:
            path = static_files.FOLDER / name
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes((await self._read(name)).to_bytes())
        (static_files.FOLDER / static_files.INDEX).touch()  # it counts as built with this one

    def save_all(self) -> bytes:
        """Return all matches and packs as one file."""
        return packed(self._store, self._packs)

    def packs(self) -> bytes:
        """Return the opened packs, as JSON."""
        summaries = self._store.last_played(MAX_MATCHES)
        heads = [each.header for each in summaries if each.header]
        copies = OwnCopies(self._store.folder)
        for path in copies.folder.glob("*.json"):
            with contextlib.suppress(ValueError, OSError):
                heads.append(parse(copies.read(path).text).header)
        return msgspec.json.encode(self._packs.all(head.packs for head in heads))

    async def open_pack(self, name: str, content: Buffer) -> str:
        """Store a pack from a file; return what to tell the visitor."""
        try:
            pack, former = self._packs.add(name, content.to_bytes())
        except PackError as problem:
            return str(problem)
        except (ValueError, OSError) as problem:
            return f"The pack was not opened: {problem}."
        await self._room.read_again()
        before = f", instead of version {former}" if former else ""
        return f"Opened: {pack.title} {pack.version}, for {pack.game}{before}."

    async def remove_pack(self, key: str) -> str:
        """Delete a pack; return what to tell the visitor."""
        try:
            self._packs.remove(key)
        except (LookupError, OSError) as problem:
            return f"The pack was not removed: {problem.args[-1]}."
        await self._room.read_again()
        return "Removed."

    def load_all(self, content: Buffer) -> tuple[bool, str]:
        """Add the matches of a file; return whether there are new ones, and what to tell the visitor."""
        try:
            found = unpacked(self._store, self._packs, content.to_bytes(), self._room.is_open)
        except (ValueError, OSError) as problem:
            return False, f"Nothing was loaded: {problem}."
        return found.taken + found.packs > 0, str(found)

    async def close(self) -> None:
        """Stop all matches and their bots."""
        await self._room.close()

    def open(self, number: int, address: str) -> None:
        """Open a connection to a seat."""
        wire = self._wires[number] = PageWire(self._say, number)
        found = _pattern(SEAT).fullmatch(address.partition("?")[0])

        async def run() -> None:
            try:
                self._say(number, "open", "")
                if found:
                    await self._api.sit(_request("GET", address, found, ""), wire)
            finally:
                self._wires.pop(number, None)
                self._say(number, "closed", "1000 ")

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def hear(self, number: int, text: str | None) -> None:
        """Take a message of the page; None if it has closed the connection."""
        if number in self._wires:
            self._wires[number].inbox.put_nowait(text)


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path))


def _request(method: str, address: str, found: re.Match[str] | None, body: str) -> Request:
    path, _, query = address.partition("?")

    async def stream() -> AsyncIterator[bytes]:
        yield body.encode()

    params = {name: unquote(value) for name, value in found.groupdict().items()} if found else {}
    return Request(method, path, params, dict(parse_qsl(query)), {}, HOST, stream)


async def _no_such_address(_: Request) -> Response:
    raise LookupError("no such address")


def read_everything() -> None:
    """Read all rules, so that a snapshot of this Python contains them."""
    for name in games.names():
        games.load(name)
        games.scene_maker(name)
    gc.collect()


# Slow work, in the second worker


class WorkerPool:
    """Runs bots in the second worker. A cancelled thought is finished there, and its result dropped."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._tasks: set[asyncio.Task[None]] = set()

    def think(
        self, name: str, seed: str, seen: Seen[Struct], ask: Ask, number: int, where: Where
    ) -> Thought[object]:
        """Let a bot think."""
        return self._submit(think, name, seed, seen, ask, number, where)

    def coach(self, seen: Seen[Struct], ask: Ask, number: int, where: Where) -> Thought[Coach]:
        """Find the coach's advice in the second worker."""
        return self._submit(_coach, seen, ask, number, where)

    def close(self) -> None:
        """Forget the work that still runs."""
        for task in self._tasks:
            task.cancel()

    def _submit(self, work: Callable[..., T], *arguments: object) -> Thought[T]:
        future: Future[T] = Future()

        async def ask() -> None:
            try:
                found = await _elsewhere(self._mind, work, *arguments)
            except Exception as problem:
                log.warning("work in the second worker failed", exc_info=True)
                if not future.cancelled():
                    future.set_exception(problem)
            else:
                if not future.cancelled():
                    future.set_result(found)

        task = asyncio.ensure_future(ask())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return Thought(future, [0], 0, 1)


class WorkerExaminer(Examiner):
    """Checks transcripts in the second worker."""

    def __init__(self, mind: Mind) -> None:
        super().__init__()
        self._mind = mind

    async def _exchange(self, what: bytes) -> bytes:
        return await _elsewhere(self._mind, _examine, what)


async def _elsewhere(mind: Mind, work: Callable[..., T], *arguments: object) -> T:
    answer = await mind(pickle.dumps((sent(), work, arguments)))
    if answer is None:
        await asyncio.sleep(0)  # what is already known is shown first
        return work(*arguments)
    found: T | Exception = pickle.loads(answer.to_bytes())
    if isinstance(found, Exception):
        raise found
    return found


def work(message: Buffer) -> bytes:
    """Do pickled work, in the second worker."""
    packs: tuple[SentPack, ...]
    packs, function, arguments = pickle.loads(message.to_bytes())
    received(packs)
    try:
        return pickle.dumps(function(*arguments))
    except Exception as problem:
        log.warning("work in the second worker failed", exc_info=True)
        return pickle.dumps(problem)


_cache: OrderedDict[str, ReplayedMatch] = OrderedDict()


def _examine(what: bytes) -> bytes:
    return examined(what, _cache)


def counted(name: str, game: str) -> str:
    """Return a bot with a number of rollouts instead of a clock, so that it is as strong on every device."""
    return registry.with_rollouts(name, ROLLOUTS.get(game, USUAL_ROLLOUTS))


def think(name: str, seed: str, seen: Seen[Struct], ask: Ask, number: int, where: Where) -> object:
    """Return a bot's answer."""
    bot = registry.make(counted(name, where.game), seed, rules=where.rules())
    return bot.answer(seen, ask, number)


def _coach(seen: Seen[Struct], ask: Ask, number: int, where: Where) -> Coach:
    return coach(seen, ask, number, random.Random, rules=where.rules())
