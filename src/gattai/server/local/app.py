"""The application: which address does what. What is done is done elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import position_text
from gattai.server.film.dice import POLICY as DICE_POLICY
from gattai.server.film.dice import dice_page
from gattai.server.film.replays import Replays, step_of
from gattai.server.local.access import Guard
from gattai.server.local.keys import Caller
from gattai.server.local.room import Room, may_read
from gattai.server.messages import (
    AskRematch,
    AskReplay,
    Door,
    LuckOf,
    NewMatch,
    RematchMade,
    SquadText,
)
from gattai.server.table.viewer import not_so
from gattai.server.web import library
from gattai.server.web import static_files as pages
from gattai.server.web.answering import (
    JSON,
    Forbidden,
    Handler,
    Wire,
    answered,
    as_json,
    as_page,
    as_text,
    nothing_there,
    received,
    words_of,
)
from gattai.server.web.connection import Connection, encoded
from gattai.server.web.warming import Warming

MOST_TEXT = 4_000_000
"""Transcripts may be long; nothing else is."""
MOST_CONNECTIONS = 200
LEAST_PACKED = 1_000
"""Bytes from which an answer is worth compressing."""


def make_app(room: Room, port: int, *, names: tuple[str, ...] = ()) -> ASGIApp:
    """Everything behind one door."""
    replays = Replays()
    sockets: set[WebSocket] = set()
    guest = library.IN_THE_NETWORK if room.lan else ""

    async def any_file(request: Request) -> Response:
        name, version = request.path_params.get("path", ""), request.query_params.get("v", "")
        status, content, headers = pages.answer(name, version, request.headers)
        return Response(content, status, headers=headers)

    async def all_games(_: Request) -> Response:
        return as_json(await asyncio.to_thread(library.game_cards, room.packs, guest=guest))

    async def door(request: Request) -> Response:
        cards = await asyncio.to_thread(library.game_cards, room.packs, guest=guest)
        is_host = _caller(request).is_host
        matches = tuple(room.cards()) if is_host else ()
        return as_json(Door(tuple(cards), matches, library.broken(), is_host))

    async def glance(request: Request) -> Response:
        _host_only(request)
        return as_json(await room.glance(_match(request)))

    async def one_game(request: Request) -> Response:
        rules = await asyncio.to_thread(_rules, room, request)
        return as_json(await asyncio.to_thread(library.game_card, rules, guest=guest))

    async def all_rules(request: Request) -> Response:
        return as_json(library.rule_cards(_rules(room, request)))

    async def all_terms(request: Request) -> Response:
        return as_json(library.terms(_rules(room, request)))

    async def squad_builder(request: Request) -> Response:
        return as_json(library.builder(_rules(room, request)))

    async def squad_check(request: Request) -> Response:
        sent = await received(request, SquadText)
        return as_json(library.squad_said(_rules(room, request), sent.text))

    async def all_matches(request: Request) -> Response:
        _host_only(request)
        return as_json(room.cards())

    async def new_match(request: Request) -> Response:
        _host_only(request)
        wanted = await received(request, NewMatch, MOST_TEXT)
        return as_json(room.card(await room.make(wanted)), 201)

    async def one_match(request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        card = room.card(await room.find(match))
        if caller.is_host:
            return as_json(card)
        own = f"/?token={room.keys.seat(match, caller.seat or 0)}"
        links = tuple(link for link in card.links if link.startswith(f"{own}#"))
        return as_json(msgspec.structs.replace(card, links=links))

    async def repair(request: Request) -> Response:
        _host_only(request)
        return as_json(room.card(await room.repair(_match(request))))

    async def transcript(request: Request) -> Response:
        match = _match(request)
        sent = replays.find(match)
        if sent is not None:
            return as_text(sent, f"{match}.txt")
        caller = _may_see(request, match)
        found = await room.find(match)
        may_read(found, caller, secrets_too=True)
        text = room.shelf.text(match) if found.shut else found.record.transcript().text()
        return as_text(text, f"{match}.txt")

    async def position(request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        found = await room.find(match)
        may_read(found, caller, secrets_too=False)
        record = found.record
        return as_text(position_text(record.rules, record.position), f"{match}-position.json")

    async def replay(request: Request) -> Response:
        wanted = await received(request, AskReplay, MOST_TEXT)
        sent = wanted.transcript or replays.find(wanted.match)
        if sent:
            step = await room.replayed(sent, wanted.at, wanted.seat)
            replays.keep(sent)
            return Response(step, media_type=JSON)
        caller = _may_see(request, wanted.match)
        found = await room.find(wanted.match)
        may_read(found, caller, secrets_too=found.hides)
        return as_json(step_of(found.record, wanted.at, wanted.seat, wanted.match))

    async def replay_luck(request: Request) -> Response:
        wanted = await received(request, AskReplay, MOST_TEXT)
        sent = wanted.transcript or replays.find(wanted.match)
        if sent:
            return as_json(LuckOf(await room.luck_of(sent)))
        caller = _may_see(request, wanted.match)
        found = await room.find(wanted.match)
        may_read(found, caller, secrets_too=found.hides)
        return as_json(LuckOf(await room.thinkers.all_luck(found.luck)))

    async def replay_course(request: Request) -> Response:
        wanted = await received(request, AskReplay, MOST_TEXT)
        sent = wanted.transcript or replays.find(wanted.match)
        if sent:
            return as_json(await room.course_of(sent))
        _may_see(request, wanted.match)
        return as_json(await (await room.find(wanted.match)).course())

    async def replay_film(request: Request) -> Response:
        wanted = await received(request, AskReplay, MOST_TEXT)
        text = wanted.transcript or replays.find(wanted.match)
        if not text:
            caller = _may_see(request, wanted.match)
            found = await room.find(wanted.match)
            may_read(found, caller, secrets_too=True)
            text = found.record.transcript().text()
        return as_page(await room.film_of(text, wanted.seat))

    async def shared_replay(request: Request) -> Response:
        return as_page(await room.shared(str(request.path_params["name"])))

    async def dice(request: Request) -> Response:
        match = _match(request)
        _may_see(request, match)
        record = (await room.find(match)).record
        return as_page(await asyncio.to_thread(dice_page, record, match), DICE_POLICY)

    async def rematch(request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        wanted = await received(request, AskRematch)
        made, swapped = await room.rematch(match, swap=wanted.swap)
        before = await room.find(match)
        seat = caller.seat if caller.seat is not None else min(before.hands_here, default=None)
        if seat is None:
            return as_json(RematchMade(room.card(made).links[0]))
        return as_json(RematchMade(room.link_after(before, seat, made, swapped)))

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
            _get("/dice/{match}", dice),
            WebSocketRoute("/ws/{match}/{seat}", sit),
            _get("/{path:path}", any_file),
        ],
        exception_handlers={HTTPException: nothing_there},
        lifespan=lifespan,
    )
    warming = Warming(app, lambda: library.warm_up(room.packs))
    packing = GZipMiddleware(warming, minimum_size=LEAST_PACKED, compresslevel=6)
    return Guard(packing, room.keys, port, lan=room.lan, names=names)


BOTH = ["GET", "POST"]


def _get(path: str, handler: Handler) -> Route:
    return Route(path, answered(handler), methods=["GET"])


def _post(path: str, handler: Handler) -> Route:
    return Route(path, answered(handler), methods=["POST"])


def _by_method(get: Handler, post: Handler) -> Handler:
    """One address that is read from and written to."""

    async def either(request: Request) -> Response:
        return await (post if request.method == "POST" else get)(request)

    return answered(either)


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
        said = words_of(problem)
        await socket.send_text(encoded(not_so(said)))
        await socket.close(1013 if crowded else 4404, said.encode()[:120].decode(errors="ignore"))
        return
    await Connection(Wire(socket), found, page).run()


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
