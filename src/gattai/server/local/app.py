"""The application: which address does what. What is done is done elsewhere."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import position_text
from gattai.scene.stage import reasons_of
from gattai.server.film.page import POLICY
from gattai.server.film.replays import Replays, step_of
from gattai.server.local import library
from gattai.server.local import static_files as pages
from gattai.server.local.access import Guard
from gattai.server.local.connection import Connection, encoded
from gattai.server.local.examining import Busy
from gattai.server.local.keys import Caller
from gattai.server.local.room import NotYet, Room, may_read
from gattai.server.local.warming import Warming
from gattai.server.messages import (
    MOST_BYTES,
    AskRematch,
    AskReplay,
    Door,
    LuckOf,
    NewMatch,
    NotSo,
    RematchMade,
    SquadText,
)
from gattai.server.table.retrospect import NotOver
from gattai.server.table.viewer import not_so

MOST_TEXT = 4_000_000
"""Transcripts may be long; nothing else is."""
MOST_CONNECTIONS = 200
LEAST_PACKED = 1_000
"""Bytes from which an answer is worth compressing."""
PLAIN = "text/plain; charset=utf-8"
JSON = "application/json"
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class Forbidden(Exception):
    """Not with this token."""


class TooLong(Exception):
    """More was sent than is read."""


def make_app(room: Room, port: int, *, names: tuple[str, ...] = ()) -> ASGIApp:
    """Everything behind one door."""
    replays = Replays()
    sockets: set[WebSocket] = set()

    async def any_file(request: Request) -> Response:
        name, version = request.path_params.get("path", ""), request.query_params.get("v", "")
        status, content, headers = pages.answer(name, version, request.headers)
        return Response(content, status, headers=headers)

    async def all_games(_: Request) -> Response:
        return _json(await asyncio.to_thread(library.game_cards, room.packs, lan=room.lan))

    async def door(request: Request) -> Response:
        cards = await asyncio.to_thread(library.game_cards, room.packs, lan=room.lan)
        is_host = _caller(request).is_host
        matches = tuple(room.cards()) if is_host else ()
        return _json(Door(tuple(cards), matches, library.broken(), is_host))

    async def glance(request: Request) -> Response:
        _host_only(request)
        return _json(await room.glance(_match(request)))

    async def one_game(request: Request) -> Response:
        rules = await asyncio.to_thread(_rules, room, request)
        return _json(await asyncio.to_thread(library.game_card, rules, lan=room.lan))

    async def all_rules(request: Request) -> Response:
        return _json(library.rule_cards(_rules(room, request)))

    async def all_terms(request: Request) -> Response:
        return _json(library.terms(_rules(room, request)))

    async def squad_builder(request: Request) -> Response:
        return _json(library.builder(_rules(room, request)))

    async def squad_check(request: Request) -> Response:
        sent = await _sent(request, SquadText)
        return _json(library.squad_said(_rules(room, request), sent.text))

    async def all_matches(request: Request) -> Response:
        _host_only(request)
        return _json(room.cards())

    async def new_match(request: Request) -> Response:
        _host_only(request)
        wanted = await _sent(request, NewMatch, MOST_TEXT)
        return _json(room.card(await room.make(wanted)), 201)

    async def one_match(request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        card = room.card(await room.find(match))
        if caller.is_host:
            return _json(card)
        own = f"/?token={room.keys.seat(match, caller.seat or 0)}"
        links = tuple(link for link in card.links if link.startswith(f"{own}#"))
        return _json(msgspec.structs.replace(card, links=links))

    async def repair(request: Request) -> Response:
        _host_only(request)
        return _json(room.card(await room.repair(_match(request))))

    async def transcript(request: Request) -> Response:
        match = _match(request)
        sent = replays.find(match)
        if sent is not None:
            return _text(sent, f"{match}.txt")
        caller = _may_see(request, match)
        found = await room.find(match)
        may_read(found, caller, secrets_too=True)
        text = room.shelf.text(match) if found.shut else found.record.transcript().text()
        return _text(text, f"{match}.txt")

    async def position(request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        found = await room.find(match)
        may_read(found, caller, secrets_too=False)
        record = found.record
        return _text(position_text(record.rules, record.position), f"{match}-position.json")

    async def replay(request: Request) -> Response:
        wanted = await _sent(request, AskReplay, MOST_TEXT)
        sent = wanted.transcript or replays.find(wanted.match)
        if sent:
            step = await room.replayed(sent, wanted.at, wanted.seat)
            replays.keep(sent)
            return Response(step, media_type=JSON)
        caller = _may_see(request, wanted.match)
        found = await room.find(wanted.match)
        may_read(found, caller, secrets_too=found.hides)
        return _json(step_of(found.record, wanted.at, wanted.seat, wanted.match))

    async def replay_luck(request: Request) -> Response:
        wanted = await _sent(request, AskReplay, MOST_TEXT)
        sent = wanted.transcript or replays.find(wanted.match)
        if sent:
            return _json(LuckOf(await room.luck_of(sent)))
        caller = _may_see(request, wanted.match)
        found = await room.find(wanted.match)
        may_read(found, caller, secrets_too=found.hides)
        return _json(LuckOf(await room.thinkers.all_luck(found.luck)))

    async def replay_course(request: Request) -> Response:
        wanted = await _sent(request, AskReplay, MOST_TEXT)
        sent = wanted.transcript or replays.find(wanted.match)
        if sent:
            return _json(await room.course_of(sent))
        _may_see(request, wanted.match)
        return _json(await (await room.find(wanted.match)).course())

    async def replay_film(request: Request) -> Response:
        wanted = await _sent(request, AskReplay, MOST_TEXT)
        text = wanted.transcript or replays.find(wanted.match)
        if not text:
            caller = _may_see(request, wanted.match)
            found = await room.find(wanted.match)
            may_read(found, caller, secrets_too=True)
            text = found.record.transcript().text()
        return _page(await room.film_of(text, wanted.seat))

    async def shared_replay(request: Request) -> Response:
        return _page(await room.shared(str(request.path_params["name"])))

    async def rematch(request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        wanted = await _sent(request, AskRematch)
        made, swapped = await room.rematch(match, swap=wanted.swap)
        before = await room.find(match)
        seat = caller.seat if caller.seat is not None else min(before.hands_here, default=None)
        if seat is None:
            return _json(RematchMade(room.card(made).links[0]))
        return _json(RematchMade(room.link_after(before, seat, made, swapped)))

    async def sit(socket: WebSocket) -> None:
        await socket.accept()
        sockets.add(socket)
        try:
            await _serve(room, socket, crowded=len(sockets) > MOST_CONNECTIONS)
        except WebSocketDisconnect:
            pass
        finally:
            sockets.discard(socket)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await room.close()

    app = Starlette(
        routes=[
            _get("/api/door", door),
            _get("/api/games", all_games),
            _get("/api/games/{game}", one_game),
            _get("/api/rules/{game}", all_rules),
            _get("/api/terms/{game}", all_terms),
            Route("/api/squad/{game}", _by_method(squad_builder, squad_check), methods=BOTH),
            Route("/api/matches", _by_method(all_matches, new_match), methods=BOTH),
            _get("/api/matches/{match}", one_match),
            _get("/api/matches/{match}/glance", glance),
            _post("/api/matches/{match}/repair", repair),
            _post("/api/matches/{match}/rematch", rematch),
            _get("/api/matches/{match}/transcript", transcript),
            _get("/api/matches/{match}/position", position),
            _post("/api/replay", replay),
            _post("/api/replay/luck", replay_luck),
            _post("/api/replay/course", replay_course),
            _post("/api/replay/film", replay_film),
            _get("/replay/{name}", shared_replay),
            WebSocketRoute("/ws/{match}/{seat}", sit),
            _get("/{path:path}", any_file),
        ],
        exception_handlers={HTTPException: _nothing_there},
        lifespan=lifespan,
    )
    warming = Warming(app, lambda: library.warm_up(room.packs))
    packing = GZipMiddleware(warming, minimum_size=LEAST_PACKED, compresslevel=6)
    return Guard(packing, room.keys, port, lan=room.lan, names=names)


BOTH = ["GET", "POST"]


def _get(path: str, handler: Handler) -> Route:
    return Route(path, _answered(handler), methods=["GET"])


def _post(path: str, handler: Handler) -> Route:
    return Route(path, _answered(handler), methods=["POST"])


def _by_method(get: Handler, post: Handler) -> Handler:
    """One address that is read from and written to."""

    async def either(request: Request) -> Response:
        return await (post if request.method == "POST" else get)(request)

    return _answered(either)


def _answered(handler: Handler) -> Handler:
    """Whatever goes wrong is answered in words."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Exception as problem:
            return _said(request, problem)

    return answer


async def _sent(request: Request, kind: type[T], most: int = MOST_BYTES) -> T:
    """What was sent, read as this kind of message. ValueError for what is none."""
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > most:
            raise TooLong
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeError) as problem:
        raise ValueError(str(problem)) from problem


class _Wire:
    """A socket as a connection speaks through it: text or bytes come in, text goes out."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def send(self, text: str) -> None:
        await self._socket.send_text(text)

    async def close(self, code: int, reason: str) -> None:
        await self._socket.close(code, reason)


async def _serve(room: Room, socket: WebSocket, *, crowded: bool) -> None:
    """Seat a page, or say why not and close."""
    match, seat = _match(socket), str(socket.path_params["seat"])
    try:
        if crowded:
            raise ValueError(f"{MOST_CONNECTIONS} pages are open at this table; close some")
        number = _seat_number(seat)
        caller = _caller(socket)
        if not caller.may_sit(match, number):
            raise Forbidden("this invitation is for another seat")
        found = await room.find(match)
        page = found.join(number, by_keeper=caller.is_host)
    except (ValueError, LookupError, Forbidden, OSError) as problem:
        said = _words(problem)
        await socket.send_text(encoded(not_so(said)))
        await socket.close(1013 if crowded else 4404, said.encode()[:120].decode(errors="ignore"))
        return
    await Connection(_Wire(socket), found, page).run()


def _seat_number(seat: str) -> int | None:
    if seat == "watch":
        return None
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise LookupError("a seat is a number, or 'watch'")
    return int(seat)


def _caller(request: HTTPConnection) -> Caller:
    caller = request.scope.get("caller")
    if not isinstance(caller, Caller):
        raise Forbidden("a token is missing")
    return caller


def _host_only(request: Request) -> None:
    if not _caller(request).is_host:
        raise Forbidden("only whoever started the table may do this")


def _may_see(request: Request, match: str) -> Caller:
    caller = _caller(request)
    if not caller.may_see(match):
        raise Forbidden("this invitation is for another match")
    return caller


def _rules(room: Room, request: Request) -> AnyRuleset:
    return games.load(request.path_params["game"], room.packs)


def _match(request: HTTPConnection) -> str:
    return str(request.path_params["match"])


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def _text(text: str, name: str) -> Response:
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=PLAIN, headers=headers)


def _page(content: bytes) -> Response:
    """A page that holds all it needs: it is let draw itself, and nothing else."""
    headers = {"content-security-policy": POLICY, "cache-control": "no-store"}
    return Response(content, media_type="text/html; charset=utf-8", headers=headers)


def _words(problem: Exception) -> str:
    """What an error says; a LookupError by its words, not by its representation."""
    return str(problem.args[0]) if type(problem) is LookupError and problem.args else str(problem)


def _said(request: Request, problem: Exception) -> Response:
    """Every error as a reason, and nothing of what is inside."""
    match problem:
        case Refused():
            book = problem.refusals[0].rule.partition(".")[0].lower() if problem.refusals else ""
            said = NotSo(_cited(book, problem))
            status = 400
        case Forbidden() | NotYet() | NotOver():
            said, status = not_so(str(problem)), 403
        case Diverged():
            said, status = not_so(f"the transcript does not hold: {problem}"), 400
        case TooLong():
            said, status = not_so("that is longer than the table reads"), 413
        case LookupError():
            said, status = not_so(_words(problem)), 404
        case Busy():
            said, status = not_so(str(problem)), 503
        case ValueError():
            said, status = not_so(str(problem)), 400
        case RecursionError():
            said, status = not_so("that is nested too deeply to be read"), 400
        case OSError():
            said, status = not_so(f"the disk refused: {problem.strerror or 'no reason told'}"), 507
        case _:
            print(f"gattai: {request.url.path}: {problem!r}", file=sys.stderr)
            said, status = not_so("something went wrong at the table"), 500
    return _json(said, status)


def _cited(prefix: str, problem: Refused) -> Any:
    for rules in games.all_rules():
        if rules.rulebook.game.prefix.lower() == prefix:
            return reasons_of(rules, problem.refusals)
    return not_so(str(problem)).reasons


async def _nothing_there(_: Request, problem: Exception) -> Response:
    """No such address, or none that can be written to."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    return _json(not_so("there is nothing at that address"), status)
