"""How a site reads what is sent to it and answers: messages as JSON, every error in words."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.rulebook import Refused
from gattai.scene.stage import reasons_of
from gattai.server.film.page import POLICY
from gattai.server.messages import MOST_BYTES, NotSo
from gattai.server.table.retrospect import NotOver
from gattai.server.table.viewer import not_so
from gattai.server.web.examining import Busy

PLAIN = "text/plain; charset=utf-8"
JSON = "application/json"
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


class Forbidden(Exception):
    """Not for this caller."""


class NotYet(Exception):
    """Something that is told when the match is over, or not to this caller."""


class TooLong(Exception):
    """More was sent than is read."""


def answered(handler: Handler) -> Handler:
    """Whatever goes wrong is answered in words."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Exception as problem:
            return said_of(request, problem)

    return answer


async def received(request: Request, kind: type[T], most: int = MOST_BYTES) -> T:
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


class Wire:
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


def as_json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def as_text(text: str, name: str) -> Response:
    headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=PLAIN, headers=headers)


def as_page(content: bytes, policy: str = POLICY) -> Response:
    """A page that holds all it needs: it is let draw itself, and nothing else."""
    headers = {"content-security-policy": policy, "cache-control": "no-store"}
    return Response(content, media_type="text/html; charset=utf-8", headers=headers)


def words_of(problem: Exception) -> str:
    """What an error says; a LookupError by its words, not by its representation."""
    return str(problem.args[0]) if type(problem) is LookupError and problem.args else str(problem)


def said_of(request: Request, problem: Exception) -> Response:
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
            said, status = not_so(words_of(problem)), 404
        case Busy():
            said, status = not_so(str(problem)), 503
        case ValueError():
            said, status = not_so(str(problem)), 400
        case OverflowError():
            said, status = not_so("that number is larger than any that is meant"), 400
        case RecursionError():
            said, status = not_so("that is nested too deeply to be read"), 400
        case ClientDisconnect():  # nobody is there to read it
            said, status = not_so("what was sent broke off"), 400
        case OSError():
            said, status = not_so(f"the disk refused: {problem.strerror or 'no reason told'}"), 507
        case _:
            print(f"gattai: {request.url.path}: {problem!r}", file=sys.stderr)
            said, status = not_so("something went wrong at the table"), 500
    return as_json(said, status)


def _cited(prefix: str, problem: Refused) -> Any:
    for rules in games.all_rules():
        if rules.rulebook.game.prefix.lower() == prefix:
            return reasons_of(rules, problem.refusals)
    return not_so(str(problem)).reasons


async def nothing_there(_: Request, problem: Exception) -> Response:
    """No such address, or none that can be written to."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    return as_json(not_so("there is nothing at that address"), status)
