"""The door of a local table: only this machine or network, only pages of ours, only with a token.

It stands before the application: whoever is refused here has not been read any further.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gattai.server.local.keys import Caller, Keys
from gattai.server.table.viewer import not_so
from gattai.server.web.headers import kept_to_itself, policy, with_headers

OPEN_NAMES = ("127.0.0.1", "localhost", "[::1]")
_GUARDED = ("/api", "/ws")
_FIXED = kept_to_itself(b"no-referrer")


class Guard:
    """Checks Host, Origin and token; adds the headers that keep a page to itself."""

    def __init__(
        self, app: ASGIApp, keys: Keys, port: int, *, lan: bool = False, names: Sequence[str] = ()
    ) -> None:
        self._app = app
        self._keys = keys
        self._port = port
        self._lan = lan
        self._names = (*OPEN_NAMES, *names)
        self._cookie = f"gattai-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._is_ours(host):
            await _refuse(scope, send, 421, "this table does not go by that name")
            return
        origin = headers.get(b"origin")
        if origin is not None and origin != f"http://{host}":
            await _refuse(scope, send, 403, "only pages of this table may speak to it")
            return
        caller, fresh = self._caller(scope, headers.get(b"cookie", ""))
        if caller is None and scope["path"].startswith(_GUARDED):
            reason = "a token is missing or wrong: open the address that gattai printed"
            await _refuse(scope, send, 403, reason)
            return
        scope["caller"] = caller

        extra = [*_FIXED]
        if fresh:
            extra.append((b"set-cookie", self._set_cookie(fresh)))

        async def send_guarded(message: Message) -> None:
            await send(with_headers(message, extra, policy(f"ws://{host}")))

        await self._app(scope, receive, send_guarded)

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        if port != str(self._port):
            return False
        if name in self._names:
            return True
        # A number cannot be made to point elsewhere, as a name can: in a network all numbers do.
        return self._lan and _is_number(name)

    def _caller(self, scope: Any, cookies: str) -> tuple[Caller | None, str]:
        """Who calls, by the address or else by the cookie; and a token to be kept as a cookie."""
        kept = ""
        try:
            morsel = SimpleCookie(cookies).get(self._cookie)
            kept = morsel.value if morsel else ""
        except CookieError:
            pass
        known = self._keys.caller(kept) if kept else None
        query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=20)
        token = (query.get("token") or [""])[0]
        if not token:
            return known, ""
        named = self._keys.caller(token)
        # Who is the host stays the host, also after a look at a guest's invitation.
        keep = named is not None and named != known and not (known is not None and known.is_host)
        return named, token if keep else ""

    def _set_cookie(self, token: str) -> bytes:
        return f"{self._cookie}={token}; Path=/; HttpOnly; SameSite=Strict".encode()


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _refuse(scope: Any, send: Send, status: int, reason: str) -> None:
    """Say no, and why, before anything is read."""
    body = msgspec.json.encode(not_so(reason))
    kind = "http" if scope["type"] == "http" else "websocket.http"
    if kind == "websocket.http" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 4403, "reason": reason})
        return
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *_FIXED,
    ]
    start: Any = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    await send(start)
    rest: Any = {"type": f"{kind}.response.body", "body": body, "more_body": False}
    await send(rest)
