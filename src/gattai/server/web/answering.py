"""Reads requests and writes responses, over any transport: messages as JSON, every error in words."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterable, Awaitable, Callable, Mapping
from typing import Protocol, TypeVar

import msgspec

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.rulebook import Refused
from gattai.scene.parts import Reason
from gattai.scene.stage import reasons_of
from gattai.server.failures import Gone
from gattai.server.film.page import POLICY
from gattai.server.messages import MAX_BYTES, Rejected
from gattai.server.table.retrospect import NotOver
from gattai.server.table.viewer import rejected
from gattai.server.web.examining import Busy

log = logging.getLogger(__name__)

PLAIN = "text/plain; charset=utf-8"
JSON = "application/json"
T = TypeVar("T")


class Streamed(Protocol):
    """Anything with a body that arrives in parts."""

    def stream(self) -> AsyncIterable[bytes]: ...


class Request(msgspec.Struct, frozen=True):
    """A request as handlers see it."""

    method: str
    path: str
    path_params: Mapping[str, str]
    query_params: Mapping[str, str]
    headers: Mapping[str, str]
    caller: object
    """The holder of a token, or None."""
    stream: Callable[[], AsyncIterable[bytes]]
    """Returns the body, which is read only if the handler wants it."""


class Response(msgspec.Struct):
    """The response of a handler."""

    content: bytes
    status: int = 200
    headers: dict[str, str] = {}


Handler = Callable[[Request], Awaitable[Response]]


class Route(msgspec.Struct, frozen=True):
    """An address, with `{name}` or `{name:path}` for what varies, and who answers there."""

    path: str
    handler: Handler
    methods: tuple[str, ...]


BOTH = ("GET", "POST")


class Forbidden(Exception):
    """The caller may not do this."""


class NotYet(Exception):
    """Not available until the match is over, or not to this caller."""


class TooLong(Exception):
    """The request is too long."""


def answered(handler: Handler) -> Handler:
    """Turn every error of a handler into a response in words."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Exception as problem:
            return said_of(request.path, problem)

    return answer


def get(path: str, handler: Handler) -> Route:
    """Return a route for reading."""
    return Route(path, answered(handler), ("GET",))


def post(path: str, handler: Handler) -> Route:
    """Return a route for writing."""
    return Route(path, answered(handler), ("POST",))


def either(path: str, read: Handler, write: Handler) -> Route:
    """Return one route for reading and writing."""

    async def by_method(request: Request) -> Response:
        return await (write if request.method == "POST" else read)(request)

    return Route(path, answered(by_method), BOTH)


async def received(request: Streamed, kind: type[T], most: int = MAX_BYTES) -> T:
    """Decode the body of a request. Raises ValueError if it is invalid."""
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > most:
            raise TooLong
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeError) as problem:
        raise ValueError(str(problem)) from problem


def as_json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"content-type": JSON})


def as_text(text: str, name: str) -> Response:
    shown = f'inline; filename="{name}"'
    headers = {"content-type": PLAIN, "content-disposition": shown, "cache-control": "no-store"}
    return Response(text.encode(), headers=headers)


def as_page(content: bytes, policy: str = POLICY) -> Response:
    """Return a self-contained page that may run its own script and nothing else."""
    headers = {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-store",
    }
    return Response(content, headers=headers)


def words_of(problem: Exception) -> str:
    """Return the message of an error; for a LookupError without quotes."""
    return str(problem.args[0]) if type(problem) is LookupError and problem.args else str(problem)


def said_of(path: str, problem: Exception) -> Response:
    """Return every error as a reason, without internal details."""
    match problem:
        case Refused():
            book = problem.refusals[0].rule.partition(".")[0].lower() if problem.refusals else ""
            refusal = Rejected(_cited(book, problem))
            status = 400
        case Forbidden() | NotYet() | NotOver():
            refusal, status = rejected(str(problem)), 403
        case Diverged():
            refusal, status = rejected(f"the transcript is invalid: {problem}"), 400
        case TooLong():
            refusal, status = rejected("the request is too long"), 413
        case LookupError():
            refusal, status = rejected(words_of(problem)), 404
        case Busy():
            refusal, status = rejected(str(problem)), 503
        case ValueError():
            refusal, status = rejected(str(problem)), 400
        case OverflowError():
            refusal, status = rejected("the number is too large"), 400
        case RecursionError():
            refusal, status = rejected("the request is nested too deeply"), 400
        case Gone():  # nobody reads the response
            refusal, status = rejected("the request was incomplete"), 400
        case OSError():
            refusal, status = (
                rejected(f"the disk refused: {problem.strerror or 'no reason given'}"),
                507,
            )
        case _:
            log.error("%s failed", path, exc_info=problem)
            refusal, status = rejected("an error occurred on the server"), 500
    return as_json(refusal, status)


def _cited(prefix: str, problem: Refused) -> tuple[Reason, ...]:
    for rules in games.all_rules():
        if rules.rulebook.game.prefix.lower() == prefix:
            return reasons_of(rules, problem.refusals)
    return rejected(str(problem)).reasons
