"""The application: which address does what. What is done is done elsewhere."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.types import ASGIApp

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.snapshot import position_text
from gattai.scene.stage import reasons_of
from gattai.server import library, pages
from gattai.server.guard import Guard
from gattai.server.keys import Caller
from gattai.server.messages import (
    MOST_BYTES,
    AskReplay,
    Builder,
    GameCard,
    MatchCard,
    NewMatch,
    NotSo,
    ReplayStep,
    RuleCard,
    SquadSaid,
    SquadText,
)
from gattai.server.page import not_so
from gattai.server.replays import Replays, step_of
from gattai.server.room import NotYet, Room, may_read
from gattai.server.socket import Connection, encoded

MOST_TEXT = 4_000_000
"""Transcripts may be long; nothing else is."""
MOST_CONNECTIONS = 200
PLAIN = "text/plain; charset=utf-8"
AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]
T = TypeVar("T")


class Forbidden(Exception):
    """Not with this token."""


def make_app(room: Room, port: int, *, names: tuple[str, ...] = ()) -> ASGIApp:
    """Everything behind one door."""
    replays = Replays(room.packs)
    sockets: set[AnySocket] = set()

    @get("/", sync_to_thread=False)
    def first_page() -> Response[bytes]:
        return _file("")

    @get("/{path:path}", sync_to_thread=False)
    def any_file(path: str) -> Response[bytes]:
        return _file(path)

    @get("/api/games")
    async def all_games() -> list[GameCard]:
        return await asyncio.to_thread(library.game_cards, room.packs, lan=room.lan)

    @get("/api/games/{game:str}")
    async def one_game(game: str) -> GameCard:
        rules = await asyncio.to_thread(_rules, room, game)
        return library.game_card(rules, lan=room.lan)

    @get("/api/rules/{game:str}", sync_to_thread=False)
    def all_rules(game: str) -> list[RuleCard]:
        return library.rule_cards(_rules(room, game))

    @get("/api/squad/{game:str}", sync_to_thread=False)
    def squad_builder(game: str) -> Builder:
        return library.builder(_rules(room, game))

    @post("/api/squad/{game:str}", status_code=200, sync_to_thread=False)
    def squad_check(game: str, request: AnyRequest, data: SquadText) -> SquadSaid:
        return library.squad_said(_rules(room, game), data.text)

    @get("/api/matches", sync_to_thread=False)
    def all_matches(request: AnyRequest) -> list[MatchCard]:
        _host_only(request)
        return room.cards()

    @post("/api/matches", request_max_body_size=MOST_TEXT)
    async def new_match(request: AnyRequest, data: NewMatch) -> MatchCard:
        _host_only(request)
        return room.card(await room.make(data))

    @get("/api/matches/{match:str}")
    async def one_match(request: AnyRequest, match: str) -> MatchCard:
        caller = _may_see(request, match)
        card = room.card(await room.find(match))
        if caller.is_host:
            return card
        own = f"/?token={room.keys.seat(match, caller.seat or 0)}"
        return msgspec.structs.replace(
            card, links=tuple(link for link in card.links if link.startswith(f"{own}#"))
        )

    @get("/api/matches/{match:str}/transcript")
    async def transcript(request: AnyRequest, match: str) -> Response[str]:
        opened = replays.find(match)
        if opened is not None:
            return _text(opened.transcript().text(), f"{match}.txt")
        caller = _may_see(request, match)
        found = await room.find(match)
        may_read(found, caller, secrets_too=True)
        return _text(found.record.transcript().text(), f"{match}.txt")

    @get("/api/matches/{match:str}/position")
    async def position(request: AnyRequest, match: str) -> Response[str]:
        caller = _may_see(request, match)
        found = await room.find(match)
        may_read(found, caller, secrets_too=False)
        record = found.record
        return _text(position_text(record.rules, record.position), f"{match}-position.json")

    @post("/api/replay", status_code=200, request_max_body_size=MOST_TEXT)
    async def replay(request: AnyRequest, data: AskReplay) -> ReplayStep:
        if data.transcript:
            name = await asyncio.to_thread(replays.read, data.transcript)
        else:
            name = data.match
        record = replays.find(name)
        if record is None:
            caller = _may_see(request, name)
            found = await room.find(name)
            may_read(found, caller, secrets_too=found.hides)
            record = found.record
        return step_of(record, data.at, data.seat, name)

    @websocket("/ws/{match:str}/{seat:str}")
    async def sit(socket: AnySocket, match: str, seat: str) -> None:
        await socket.accept()
        sockets.add(socket)
        try:
            await _serve(room, socket, match, seat, crowded=len(sockets) > MOST_CONNECTIONS)
        except WebSocketDisconnect:
            pass
        finally:
            sockets.discard(socket)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        yield
        await room.close()

    app = Litestar(
        route_handlers=[
            *(first_page, any_file, all_games, one_game, all_rules, squad_builder, squad_check),
            *(all_matches, new_match, one_match, transcript, position, replay, sit),
        ],
        lifespan=[lifespan],
        openapi_config=None,
        exception_handlers={Exception: _said, HTTPException: _said},
        request_max_body_size=MOST_BYTES,
        logging_config=None,
        debug=False,
    )
    return Guard(app, room.keys, port, lan=room.lan, names=names)


async def _serve(room: Room, socket: AnySocket, match: str, seat: str, *, crowded: bool) -> None:
    """Seat a page, or say why not and close."""
    try:
        if crowded:
            raise ValueError(f"{MOST_CONNECTIONS} pages are open at this table; close some")
        number = _seat_number(seat)
        caller = _caller(socket)
        if not caller.may_sit(match, number):
            raise Forbidden("this invitation is for another seat")
        found = await room.find(match)
        page = found.join(number)
    except (ValueError, LookupError, Forbidden) as problem:
        said = _words(problem)
        await socket.send_data(encoded(not_so(said)), "text")
        await socket.close(1013 if crowded else 4404, said.encode()[:120].decode(errors="ignore"))
        return
    await Connection(socket, page).run()


def _seat_number(seat: str) -> int | None:
    if seat == "watch":
        return None
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise LookupError("a seat is a number, or 'watch'")
    return int(seat)


def _caller(request: AnyRequest | AnySocket) -> Caller:
    caller = request.scope.get("caller")
    if not isinstance(caller, Caller):
        raise Forbidden("a token is missing")
    return caller


def _host_only(request: AnyRequest) -> None:
    if not _caller(request).is_host:
        raise Forbidden("only whoever started the table may do this")


def _may_see(request: AnyRequest, match: str) -> Caller:
    caller = _caller(request)
    if not caller.may_see(match):
        raise Forbidden("this invitation is for another match")
    return caller


def _rules(room: Room, game: str) -> AnyRuleset:
    return games.load(game, room.packs)


def _file(name: str) -> Response[bytes]:
    found = pages.file(name)
    if found is None:
        raise LookupError("there is no such page")
    keep = "public, max-age=31536000, immutable" if found.lasts else "no-cache"
    return Response(found.content, media_type=found.kind, headers={"cache-control": keep})


def _text(text: str, name: str) -> Response[str]:
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=PLAIN, headers=headers)


def _words(problem: Exception) -> str:
    """What an error says; a LookupError by its words, not by its representation."""
    return str(problem.args[0]) if type(problem) is LookupError and problem.args else str(problem)


def _said(request: AnyRequest, problem: Exception) -> Response[NotSo]:
    """Every error as a reason, and nothing of what is inside."""
    match problem:
        case Refused():
            book = problem.refusals[0].rule.partition(".")[0].lower() if problem.refusals else ""
            said = NotSo(_cited(book, problem))
            status = 400
        case Forbidden() | NotYet():
            said, status = not_so(str(problem)), 403
        case Diverged():
            said, status = not_so(f"the transcript does not hold: {problem}"), 400
        case HTTPException():
            said, status = not_so(*_http_words(problem)), problem.status_code
        case LookupError():
            said, status = not_so(_words(problem)), 404
        case ValueError():
            said, status = not_so(str(problem)), 400
        case _:
            print(f"gattai: {request.url.path}: {problem!r}", file=sys.stderr)
            said, status = not_so("something went wrong at the table"), 500
    return Response(said, status_code=status, media_type="application/json")


def _cited(prefix: str, problem: Refused) -> Any:
    for name in games.names():
        rules = games.load(name)
        if rules.rulebook.game.prefix.lower() == prefix:
            return reasons_of(rules, problem.refusals)
    return not_so(str(problem)).reasons


def _http_words(problem: HTTPException) -> list[str]:
    """What the framework refuses: in its words for what was sent, in ours for the rest."""
    if problem.status_code == 404:
        return ["there is nothing at that address"]
    if problem.status_code == 413:
        return ["that is longer than the table reads"]
    if problem.status_code >= 500:
        return ["something went wrong at the table"]
    extra = problem.extra if isinstance(problem.extra, list) else []
    told = [str(item.get("message", "")) for item in extra if isinstance(item, dict)]
    return [word for word in told if word] or [problem.detail]
