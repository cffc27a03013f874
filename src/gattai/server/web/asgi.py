"""Connects handlers and sockets to Starlette."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from starlette import requests, responses, routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.failures import Gone
from gattai.server.table.viewer import rejected
from gattai.server.web.answering import Handler, Request, Response, Route, as_json
from gattai.server.web.connection import Wire


def application(
    routes: Sequence[Route],
    seat: str,
    sit: Callable[[Request, Wire], Awaitable[None]],
    close: Callable[[], Awaitable[None]],
) -> Starlette:
    """Return an application of these routes, with sockets at the address `seat`."""

    async def socket(there: WebSocket) -> None:
        await there.accept()
        await sit(request_of(there), SocketWire(there))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await close()

    return Starlette(
        routes=[
            routing.WebSocketRoute(seat, socket),
            *(
                routing.Route(one.path, endpoint(one.handler), methods=one.methods)
                for one in routes
            ),
        ],
        exception_handlers={HTTPException: nothing_there},
        lifespan=lifespan,
    )


def endpoint(handler: Handler) -> Callable[[requests.Request], Awaitable[responses.Response]]:
    """Return a handler as an endpoint of Starlette."""

    async def answer(request: requests.Request) -> responses.Response:
        return sent(await handler(whole(request)))

    return answer


def whole(request: requests.Request) -> Request:
    """Return a request of Starlette, with its body, as handlers see it."""
    return request_of(request, request.method, _body(request))


def request_of(
    there: requests.HTTPConnection,
    method: str = "GET",
    body: Callable[[], AsyncIterator[bytes]] | None = None,
) -> Request:
    """Return a request of Starlette as handlers see it. A socket has no body."""
    return Request(
        method,
        there.scope["path"],
        there.path_params,
        there.query_params,
        there.headers,
        there.scope.get("caller"),
        body or _nothing,
    )


def _body(request: requests.Request) -> Callable[[], AsyncIterator[bytes]]:
    async def parts() -> AsyncIterator[bytes]:
        try:
            async for part in request.stream():
                yield part
        except requests.ClientDisconnect as problem:
            raise Gone from problem

    return parts


async def _nothing() -> AsyncIterator[bytes]:
    yield b""


def sent(response: Response) -> responses.Response:
    """Return a response for Starlette."""
    return responses.Response(response.content, response.status, response.headers)


class SocketWire:
    """Adapts a WebSocket for a connection: text or bytes in, text out."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone(f"code {message.get('code') or 1005}")
        text: str | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def send(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError) as problem:  # closed by the page or by us
            raise Gone(str(problem)) from problem

    async def close(self, code: int, reason: str) -> None:
        try:
            await self._socket.close(code, reason)
        except (WebSocketDisconnect, RuntimeError) as problem:
            raise Gone(str(problem)) from problem


async def nothing_there(_: requests.Request, problem: Exception) -> responses.Response:
    """Respond to an unknown address or method."""
    status = problem.status_code if isinstance(problem, HTTPException) else 500
    return sent(as_json(rejected("no such address"), status))
