"""The socket of a page of a match. Seats belong to persons, not to links."""

from __future__ import annotations

import contextlib
import logging
import re

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.messages import RematchMade
from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, UnknownCaller
from gattai.server.online.limits import TooOften
from gattai.server.online.play.lines import OpenSockets
from gattai.server.online.play.play import PlayPart
from gattai.server.online.play.programs import may_play
from gattai.server.online.ratings.leavers import Leavers
from gattai.server.online.site import Site
from gattai.server.online.workers.opening import Elsewhere
from gattai.server.table.match import TableMatch
from gattai.server.table.viewer import Viewer, rejected
from gattai.server.web.answering import Forbidden, words_of
from gattai.server.web.asgi import SocketWire
from gattai.server.web.connection import Budget, Connection, encoded

log = logging.getLogger(__name__)

GOING = 1012
"""The close code that tells a page to reconnect elsewhere because the node stops."""
CROWDED = 1013
NOT_NOW = "the database is not available; try again"
"""The close code if the database is not available or overloaded; the page reconnects by itself."""
KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")
"""Minimum length of a page's key, so that nobody can guess it."""
SEAT_TAKEN = "someone else has this seat; you may watch"
UNINVITED = "you need the invitation link for this seat, or log in if it is already yours"


class Sockets:
    """The sockets of matches on this node."""

    def __init__(self, site: Site, play: PlayPart, lines: OpenSockets) -> None:
        self._site = site
        self._play = play
        self._lines = lines
        self._leavers = Leavers(site.pool)
        self._open: set[WebSocket] = set()

    @property
    def routes(self) -> tuple[BaseRoute, ...]:
        """The route of a page of a match."""
        return (WebSocketRoute("/ws/{match}/{seat}", self.serve),)

    @property
    def count(self) -> int:
        """The number of open pages."""
        return len(self._open)

    async def close(self) -> None:
        """Tell all pages to reconnect elsewhere."""
        for socket in [*self._open]:
            try:
                await socket.close(GOING, "this node is stopping; reconnect")
            except (RuntimeError, WebSocketDisconnect):
                continue

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it disconnects."""
        address = address_of(socket, self._site.settings.proxies)
        try:
            with self._site.places.one(address, str(socket.path_params["match"])):
                await self._serve(socket)
        except TooOften as problem:
            await turned_away(socket, problem)

    async def _serve(self, socket: WebSocket) -> None:
        if self._site.is_stopping or len(self._open) >= self._site.settings.most_sockets:
            await socket.accept()
            await socket.close(CROWDED, "too many pages are open; try again")
            return
        try:
            caller, cookie = await self._caller(socket)
            if socket.path_params["seat"] != "watch":
                may_play(caller)
        except (UnknownCaller, Forbidden) as problem:
            await _refuse(socket, problem)
            return
        except OSError as problem:
            log.warning("callers cannot be identified: %s", problem)
            await socket.accept()
            await socket.close(CROWDED, NOT_NOW)
            return
        headers = [(b"set-cookie", cookie.encode())] if cookie else []
        await socket.accept(headers=headers)
        self._open.add(socket)
        try:
            await self._lines.hold(socket, caller, self._seat(socket, caller))
        except WebSocketDisconnect:
            pass
        finally:
            self._open.discard(socket)

    async def _caller(self, socket: WebSocket) -> tuple[Caller, str]:
        """Return the caller; a stranger who takes a seat by link becomes a guest."""
        caller = await self._site.caller_of(socket)
        invited = socket.path_params["seat"] != "watch" and "token" in socket.query_params
        if caller.person is None and invited and self._site.welcome is not None:
            return await self._site.welcome(caller, _word(socket))
        if caller.person is None and socket.path_params["seat"] != "watch":
            raise Forbidden(UNINVITED)
        return caller, ""

    async def _seat(self, socket: WebSocket, caller: Caller) -> None:
        try:
            match, page = await self._joined(socket, caller)
        except Elsewhere as problem:
            await socket.close(GOING, str(problem)[:120])
            return
        except (ValueError, LookupError, Forbidden, TooOften) as problem:
            await _say_no(socket, problem)
            return
        except OSError as problem:
            log.warning("matches cannot be opened: %s", problem)
            await socket.close(CROWDED, NOT_NOW)
            return
        seat = page.hands[0] if page.hands else None
        if seat is not None:
            await self._is_there(match, seat)
        try:
            budget = Budget(lambda: self._site.limits.hears(caller.address, caller.id))
            await Connection(SocketWire(socket), match, page, named=True, budget=budget).run()
        finally:
            if seat is not None:
                await self._is_there(match, seat)

    async def _is_there(self, match: TableMatch, seat: int) -> None:
        """Record whether someone looks from a seat: ratings forgive a lost connection."""
        with contextlib.suppress(OSError):
            if match.presence.is_here(seat):
                await self._leavers.comes(match.id, seat)
            elif not self._site.is_stopping:  # a page sent elsewhere has not left
                await self._leavers.goes(match.id, seat)

    async def _joined(self, socket: WebSocket, caller: Caller) -> tuple[TableMatch, Viewer]:
        name, seat = str(socket.path_params["match"]), str(socket.path_params["seat"])
        number = _number(seat)
        if number is None:
            match = await self._play.tables.find(name)
            return match, match.viewers.join(None)
        await self._sits(name, number, caller, socket.query_params.get("token", ""))
        match = await self._play.tables.find(name)
        links = await self._play.links_again(name) if match.is_over else {}
        page = match.viewers.join(number)
        if caller.person is not None:
            match.viewers.call(page, caller.person.name)
        if number in links:  # a returning page may have missed it
            page.send(RematchMade(links[number]))
        return match, page

    async def _sits(self, match: str, seat: int, caller: Caller, token: str) -> None:
        """Raise `Forbidden` unless the caller has this seat, or it is free and the token invites to it."""
        play = self._play
        taken = (await play.seats.of(match)).get(seat)
        if taken is None:
            if not token or not await play.sittings.opens(token, match, seat):
                raise Forbidden(UNINVITED)
            await play.quota.check(self._site.settings, caller, slow=False, makes=False)
            taken = await play.seats.take(match, seat, caller.id)
        if taken != caller.id:
            raise Forbidden(SEAT_TAKEN)


async def turned_away(socket: WebSocket, problem: TooOften) -> None:
    """Tell a page to try again later, before any database query."""
    await socket.accept()
    await socket.close(CROWDED, str(problem))


async def _refuse(socket: WebSocket, problem: Exception) -> None:
    await socket.accept()
    await _say_no(socket, problem)


async def _say_no(socket: WebSocket, problem: Exception) -> None:
    reason = words_of(problem)
    await socket.send_text(encoded(rejected(reason)))
    await socket.close(4404, reason.encode()[:120].decode(errors="ignore"))


def _word(socket: WebSocket) -> str:
    """Return the word that identifies a new guest if our response gets lost: the link, and a key of the page."""
    token, key = (socket.query_params.get(name, "") for name in ("token", "key"))
    return f"{token} {key}" if KEY.fullmatch(key) else ""


def _number(seat: str) -> int | None:
    if seat == "watch":
        return None
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise LookupError("a seat is a number, or 'watch'")
    return int(seat)
