"""Protects a site: only its own name, only requests from its own pages; security headers."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gattai.server.online.settings import Settings
from gattai.server.table.viewer import rejected
from gattai.server.web.headers import kept_to_itself, policy, with_headers

_SAFE = ("GET", "HEAD", "OPTIONS")
_FIXED = kept_to_itself(b"same-origin")


class CsrfGuard:
    """Checks the origin of browser requests, gives each request an id, and adds headers to every response.

    A request with a token (`Authorization`) does not come from a tricked browser, so the origin
    only matters for the others.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._origin = settings.origin
        self._extra = [*_FIXED]
        if settings.is_secure:
            self._extra.append((b"strict-transport-security", b"max-age=31536000"))
        self._policy = policy(self._origin.replace("http", "ws", 1))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        scope["request_id"] = secrets.token_hex(8)
        if not self._is_ours(scope, headers):
            await _refuse(scope, send, "only pages of this site may do this")
            return

        extra = [*self._extra, (b"x-request-id", scope["request_id"].encode())]

        async def send_guarded(message: Message) -> None:
            await send(with_headers(message, extra, self._policy))

        await self._app(scope, receive, send_guarded)

    def _is_ours(self, scope: Scope, headers: dict[bytes, str]) -> bool:
        """Whether the request comes from our page, changes nothing, or comes from no browser."""
        if b"authorization" in headers:
            return True
        origin = headers.get(b"origin")
        if origin is not None:
            return origin == self._origin or _is_same(origin, headers.get(b"host", ""))
        if scope["type"] == "websocket":
            return True  # a browser always sends its origin here
        if scope["method"] in _SAFE:
            return True
        return headers.get(b"sec-fetch-site", "same-origin") in ("same-origin", "none")


def _is_same(origin: str, host: str) -> bool:
    """Whether a page and the requested address have the same name and port."""
    return bool(host) and urlsplit(origin).netloc == host


async def _refuse(scope: Scope, send: Send, reason: str) -> None:
    """Refuse with a reason, before the body is read."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4403, "reason": reason})
        return
    body = msgspec.json.encode(rejected(reason))
    headers = [(b"content-type", b"application/json"), *_FIXED]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
