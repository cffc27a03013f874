"""Protects the local server: only this machine or network, only its own pages, only with a token.

It runs before the application, so that refused requests are not read any further.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gattai.server.local.keys import KeyHolder, Keys
from gattai.server.local.network import Network, is_loopback, is_number
from gattai.server.table.viewer import rejected
from gattai.server.web.headers import kept_to_itself, policy, with_headers

OPEN_NAMES = ("127.0.0.1", "localhost", "[::1]")
_GUARDED = ("/api", "/ws")
_FIXED = kept_to_itself(b"no-referrer")


class AccessGuard:
    """Checks Host, Origin and token, and adds security headers."""

    def __init__(self, app: ASGIApp, keys: Keys, network: Network) -> None:
        self._app = app
        self._keys = keys
        self._network = network
        self._cookie = f"gattai-{network.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._is_ours(host):
            await _refuse(scope, send, 421, "this server does not have that name")
            return
        origin = headers.get(b"origin")
        if origin is not None and origin != f"http://{host}":
            await _refuse(scope, send, 403, "only pages of this server may call it")
            return
        caller, fresh = self._caller(scope, headers.get(b"cookie", ""))
        if caller is None and scope["path"].startswith(_GUARDED):
            reason = "the token is missing or wrong: open the address that gattai printed"
            await _refuse(scope, send, 403, reason)
            return
        peer, _ = scope.get("client") or ("", 0)
        scope["caller"] = caller and msgspec.structs.replace(caller, is_here=is_loopback(peer))

        extra = [*_FIXED]
        if fresh:
            extra.append((b"set-cookie", self._set_cookie(fresh)))

        async def send_guarded(message: Message) -> None:
            await send(with_headers(message, extra, policy(f"ws://{host}")))

        await self._app(scope, receive, send_guarded)

    def _is_ours(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        if port != str(self._network.port):
            return False
        if name in OPEN_NAMES or name in self._network.names:
            return True
        # An IP address cannot be rebound to another host, unlike a name, so in a network only addresses are accepted.
        return self._network.is_open and is_number(name)

    def _caller(self, scope: Scope, cookies: str) -> tuple[KeyHolder | None, str]:
        """Return the holder of the token in the address or the cookie, and a token to store as a cookie."""
        cookie = ""
        try:
            morsel = SimpleCookie(cookies).get(self._cookie)
            cookie = morsel.value if morsel else ""
        except CookieError:
            pass
        known = self._keys.caller(cookie) if cookie else None
        query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=20)
        token = (query.get("token") or [""])[0]
        if not token:
            return known, ""
        named = self._keys.caller(token)
        # The host stays the host after opening a guest's invitation.
        keep = named is not None and named != known and not (known is not None and known.is_host)
        return named, token if keep else ""

    def _set_cookie(self, token: str) -> bytes:
        return f"{self._cookie}={token}; Path=/; HttpOnly; SameSite=Strict".encode()


async def _refuse(scope: Scope, send: Send, status: int, reason: str) -> None:
    """Refuse with a reason, before the body is read."""
    body = msgspec.json.encode(rejected(reason))
    kind = "http" if scope["type"] == "http" else "websocket.http"
    if kind == "websocket.http" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 4403, "reason": reason})
        return
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *_FIXED,
    ]
    start: Message = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    await send(start)
    rest: Message = {"type": f"{kind}.response.body", "body": body, "more_body": False}
    await send(rest)
