"""A page of a match: who may sit where, by the person and not by the link."""

from __future__ import annotations

import contextlib
import logging
import re

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.server.messages import RematchMade
from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Unknown
from gattai.server.online.keeping.opening import Elsewhere
from gattai.server.online.limits import TooOften
from gattai.server.online.play.lines import Lines
from gattai.server.online.play.play import Play
from gattai.server.online.play.programs import may_play
from gattai.server.online.ratings.absences import Absences
from gattai.server.online.site import Site
from gattai.server.table.match import Match
from gattai.server.table.viewer import Viewer, not_so
from gattai.server.web.answering import Forbidden, Wire, words_of
from gattai.server.web.connection import Budget, Connection, encoded

log = logging.getLogger(__name__)

GOING = 1012
"""The code by which a page is told to come back, elsewhere perhaps: the node stops."""
CROWDED = 1013
NOT_NOW = "the site cannot look anything up just now; come back"
"""For a database that is away, or has too much to do: a page comes back by itself after this code."""
KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")
"""Long enough that nobody guesses it."""
UNINVITED = (
    "this seat is taken by invitation only: ask for the link, or log in if it is yours already"
)


class Sockets:
    """The pages of matches that are open at this node."""

    def __init__(self, site: Site, play: Play, lines: Lines) -> None:
        self._site = site
        self._play = play
        self._lines = lines
        self._absences = Absences(site.pool)
        self._open: set[WebSocket] = set()

    @property
    def routes(self) -> tuple[BaseRoute, ...]:
        """The address of a page of a match."""
        return (WebSocketRoute("/ws/{match}/{seat}", self.serve),)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._open)

    async def close(self) -> None:
        """Tell all pages to come back elsewhere."""
        for socket in [*self._open]:
            try:
                await socket.close(GOING, "this node stops; come back")
            except (RuntimeError, WebSocketDisconnect):
                continue

    async def serve(self, socket: WebSocket) -> None:
        """One page, until it goes."""
        address = address_of(socket, self._site.settings.proxies)
        try:
            with self._site.places.one(address, str(socket.path_params["match"])):
                await self._serve(socket)
        except TooOften as problem:
            await turned_away(socket, problem)

    async def _serve(self, socket: WebSocket) -> None:
        if self._site.is_stopping or len(self._open) >= self._site.settings.most_sockets:
            await socket.accept()
            await socket.close(CROWDED, "too many pages are open here just now; come back")
            return
        try:
            caller, cookie = await self._caller(socket)
            if socket.path_params["seat"] != "watch":
                may_play(caller)
        except (Unknown, Forbidden) as problem:
            await _refuse(socket, problem)
            return
        except OSError as problem:
            log.warning("nobody can be let in: %s", problem)
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
        """Who opens the page; whoever takes a seat by a link and is nobody yet becomes a guest."""
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
        except (ValueError, LookupError, Forbidden) as problem:
            await _say_no(socket, problem)
            return
        except OSError as problem:
            log.warning("no match can be opened: %s", problem)
            await socket.close(CROWDED, NOT_NOW)
            return
        seat = page.hands[0] if page.hands else None
        if seat is not None:
            await self._is_there(match, seat)
        try:
            budget = Budget(lambda: self._site.limits.hears(caller.address, caller.id))
            await Connection(Wire(socket), match, page, named=True, budget=budget).run()
        finally:
            if seat is not None:
                await self._is_there(match, seat)

    async def _is_there(self, match: Match, seat: int) -> None:
        """Note whether somebody looks from a seat: what is forgiven of a lost line hangs on it."""
        with contextlib.suppress(OSError):
            if match.presence.is_here(seat):
                await self._absences.comes(match.id, seat)
            elif not self._site.is_stopping:  # who is sent elsewhere has not gone
                await self._absences.goes(match.id, seat)

    async def _joined(self, socket: WebSocket, caller: Caller) -> tuple[Match, Viewer]:
        name, seat = str(socket.path_params["match"]), str(socket.path_params["seat"])
        number = _number(seat)
        if number is None:
            match = await self._play.tables.find(name)
            return match, match.join(None)
        await self._sits(name, number, caller, socket.query_params.get("token", ""))
        match = await self._play.tables.find(name)
        links = await self._play.links_again(name) if match.is_over else {}
        page = match.join(number)
        if caller.person is not None:
            match.call(page, caller.person.name)
        if number in links:  # who comes back may have missed it
            page.send(RematchMade(links[number]))
        return match, page

    async def _sits(self, match: str, seat: int, caller: Caller, token: str) -> None:
        """`Forbidden` unless the seat is the caller's, or is free and the token invites to it."""
        play = self._play
        taken = (await play.seats.of(match)).get(seat)
        if taken is None:
            if not token or not await play.sittings.opens(token, match, seat):
                raise Forbidden(UNINVITED)
            taken = await play.seats.take(match, seat, caller.id)
        if taken != caller.id:
            raise Forbidden("somebody else sits there; you may watch")


async def turned_away(socket: WebSocket, problem: TooOften) -> None:
    """Tell a page to come back later, before anything was asked of the database."""
    await socket.accept()
    await socket.close(CROWDED, str(problem))


async def _refuse(socket: WebSocket, problem: Exception) -> None:
    await socket.accept()
    await _say_no(socket, problem)


async def _say_no(socket: WebSocket, problem: Exception) -> None:
    said = words_of(problem)
    await socket.send_text(encoded(not_so(said)))
    await socket.close(4404, said.encode()[:120].decode(errors="ignore"))


def _word(socket: WebSocket) -> str:
    """By what a page that is nobody's yet is known again if our answer gets lost: its link, and a key of its own."""
    token, key = (socket.query_params.get(name, "") for name in ("token", "key"))
    return f"{token} {key}" if KEY.fullmatch(key) else ""


def _number(seat: str) -> int | None:
    if seat == "watch":
        return None
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise LookupError("a seat is a number, or 'watch'")
    return int(seat)
