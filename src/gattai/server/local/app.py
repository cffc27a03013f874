"""The application: routes requests to the room, over any transport."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import position_text
from gattai.server.failures import Gone
from gattai.server.film.dice import POLICY as DICE_POLICY
from gattai.server.film.dice import dice_page
from gattai.server.film.replays import Replays, step_of
from gattai.server.local.building import BuilderApi
from gattai.server.local.keys import KeyHolder
from gattai.server.local.network import Network
from gattai.server.local.room import Room, may_read
from gattai.server.messages import (
    AskRematch,
    AskReplay,
    Door,
    LinkOpened,
    LuckOf,
    NetworkCard,
    NewMatch,
    OpenLink,
    OpenNetwork,
    RematchMade,
)
from gattai.server.studies.api import LabApi, has_lab
from gattai.server.table.puzzles.posed import puzzle_cards
from gattai.server.table.viewer import rejected
from gattai.server.web import library
from gattai.server.web import static_files as pages
from gattai.server.web.answering import (
    JSON,
    Forbidden,
    Request,
    Response,
    Route,
    as_json,
    as_page,
    as_text,
    either,
    get,
    post,
    received,
    words_of,
)
from gattai.server.web.connection import Connection, Wire, encoded

if TYPE_CHECKING:
    from starlette.types import ASGIApp

log = logging.getLogger(__name__)

MAX_TEXT = 4_000_000
"""Maximum size of a transcript in bytes; other requests are smaller."""
MAX_CONNECTIONS = 200
SEAT = "/ws/{match}/{seat}"
"""The address of the sockets."""
MIN_PACKED = 1_000
"""Responses from this size in bytes are compressed."""


class Api:
    """The HTTP API of a local server."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._replays = Replays()
        self._builder = BuilderApi(room, _host_only)
        self._lab = LabApi(room.store.folder, room.packs, _host_only)
        self._sockets: set[Wire] = set()

    @property
    def _guest(self) -> str:
        return library.IN_THE_NETWORK if self._room.network.is_open else ""

    async def any_file(self, request: Request) -> Response:
        name, version = request.path_params.get("path", ""), request.query_params.get("v", "")
        status, content, headers = pages.answer(name, version, request.headers)
        return Response(content, status, headers=headers)

    async def all_games(self, _: Request) -> Response:
        return as_json(
            await asyncio.to_thread(
                library.game_cards, self._room.packs, guest=self._guest, by_link=True
            )
        )

    async def door(self, request: Request) -> Response:
        cards = await asyncio.to_thread(
            library.game_cards, self._room.packs, guest=self._guest, by_link=True
        )
        is_host = _caller(request).is_host
        matches = tuple(self._room.cards()) if is_host else ()
        return as_json(
            Door(tuple(cards), matches, library.broken(), is_host, is_host and has_lab())
        )

    async def glance(self, request: Request) -> Response:
        _host_only(request)
        return as_json(await self._room.glance(_match(request)))

    async def one_game(self, request: Request) -> Response:
        rules = await asyncio.to_thread(_rules, self._room, request)
        return as_json(
            await asyncio.to_thread(library.game_card, rules, guest=self._guest, by_link=True)
        )

    async def all_puzzles(self, _: Request) -> Response:
        return as_json(await asyncio.to_thread(puzzle_cards))

    async def all_rules(self, request: Request) -> Response:
        return as_json(library.rule_cards(_rules(self._room, request)))

    async def rule_contents(self, request: Request) -> Response:
        return as_json(library.rule_contents(_rules(self._room, request)))

    async def found_rules(self, request: Request) -> Response:
        question = request.query_params.get("words", "")
        return as_json(library.found_rules(_rules(self._room, request), question))

    async def all_terms(self, request: Request) -> Response:
        return as_json(library.terms(_rules(self._room, request)))

    async def all_matches(self, request: Request) -> Response:
        _host_only(request)
        return as_json(self._room.cards())

    async def new_match(self, request: Request) -> Response:
        _host_only(request)
        wanted = await received(request, NewMatch, MAX_TEXT)
        return as_json(self._room.card(await self._room.make(wanted)), 201)

    async def open_link(self, request: Request) -> Response:
        _host_only(request)
        wanted = await received(request, OpenLink, MAX_TEXT)
        match, is_new = await self._room.open_link(wanted.link)
        return as_json(LinkOpened(self._room.card(match), is_new))

    async def one_match(self, request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        card = self._room.card(await self._room.find(match))
        if caller.is_host:
            return as_json(card)
        own = f"/?token={self._room.keys.seat(match, caller.seat or 0)}"
        links = tuple(link for link in card.links if link.startswith(f"{own}#"))
        return as_json(msgspec.structs.replace(card, links=links))

    async def network(self, request: Request) -> Response:
        return as_json(_network_card(self._room.network, _caller(request)))

    async def switch_network(self, request: Request) -> Response:
        _host_only(request)
        wanted = await received(request, OpenNetwork)
        if not _caller(request).is_here:
            log.warning("a page at another machine asked to switch the local network, in vain")
            raise Forbidden("only a page at the machine of this table may do this")
        if wanted.is_open:
            await self._room.network.open()
        else:
            self._room.network.close()
        return as_json(_network_card(self._room.network, _caller(request)))

    async def repair(self, request: Request) -> Response:
        _host_only(request)
        return as_json(self._room.card(await self._room.repair(_match(request))))

    async def transcript(self, request: Request) -> Response:
        match = _match(request)
        sent = self._replays.find(match)
        if sent is not None:
            return as_text(sent, f"{match}.txt")
        caller = _may_see(request, match)
        found = await self._room.find(match)
        if found.analysis is not None:
            return as_text(found.analysis.tree.text(), f"{match}.txt")
        may_read(found, caller, secrets_too=True)
        text = self._room.store.text(match) if found.shut else found.record.transcript().text()
        return as_text(text, f"{match}.txt")

    async def position(self, request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        found = await self._room.find(match)
        may_read(found, caller, secrets_too=False)
        record = found.record
        return as_text(position_text(record.rules, record.position), f"{match}-position.json")

    async def replay(self, request: Request) -> Response:
        wanted = await received(request, AskReplay, MAX_TEXT)
        sent = wanted.transcript or self._replays.find(wanted.match)
        if sent:
            step = await self._room.replayed(sent, wanted.at, wanted.seat)
            self._replays.keep(sent)
            return Response(step, headers={"content-type": JSON})
        caller = _may_see(request, wanted.match)
        found = await self._room.find(wanted.match)
        may_read(found, caller, secrets_too=found.hides)
        return as_json(step_of(found.record, wanted.at, wanted.seat, wanted.match))

    async def replay_luck(self, request: Request) -> Response:
        wanted = await received(request, AskReplay, MAX_TEXT)
        sent = wanted.transcript or self._replays.find(wanted.match)
        if sent:
            return as_json(LuckOf(await self._room.luck_of(sent)))
        caller = _may_see(request, wanted.match)
        found = await self._room.find(wanted.match)
        may_read(found, caller, secrets_too=found.hides)
        return as_json(LuckOf(await self._room.thinkers.all_luck(found.aftermath.luck)))

    async def replay_analysis(self, request: Request) -> Response:
        wanted = await received(request, AskReplay, MAX_TEXT)
        sent = wanted.transcript or self._replays.find(wanted.match)
        if sent:
            return as_json(await self._room.analysis_of(sent))
        _may_see(request, wanted.match)
        return as_json(await (await self._room.find(wanted.match)).aftermath.analysis())

    async def replay_film(self, request: Request) -> Response:
        wanted = await received(request, AskReplay, MAX_TEXT)
        text = wanted.transcript or self._replays.find(wanted.match)
        if not text:
            caller = _may_see(request, wanted.match)
            found = await self._room.find(wanted.match)
            may_read(found, caller, secrets_too=True)
            text = found.record.transcript().text()
        return as_page(await self._room.film_of(text, wanted.seat))

    async def shared_replay(self, request: Request) -> Response:
        return as_page(await self._room.shared(request.path_params["name"]))

    async def dice(self, request: Request) -> Response:
        match = _match(request)
        _may_see(request, match)
        record = (await self._room.find(match)).record
        return as_page(await asyncio.to_thread(dice_page, record, match), DICE_POLICY)

    async def rematch(self, request: Request) -> Response:
        match = _match(request)
        caller = _may_see(request, match)
        wanted = await received(request, AskRematch)
        made, swapped = await self._room.rematch(match, swap=wanted.swap)
        before = await self._room.find(match)
        seat = (
            caller.seat if caller.seat is not None else min(before.viewers.hands_here, default=None)
        )
        if seat is None:
            return as_json(RematchMade(self._room.card(made).links[0]))
        return as_json(RematchMade(self._room.link_after(before, seat, made, swapped)))

    async def sit(self, request: Request, wire: Wire) -> None:
        self._sockets.add(wire)
        try:
            await _serve(self._room, request, wire, crowded=len(self._sockets) > MAX_CONNECTIONS)
        except Gone:
            pass
        finally:
            self._sockets.discard(wire)

    async def close(self) -> None:
        """Stop trials and studies, and close the room."""
        self._builder.close()
        self._lab.close()
        await self._room.close()

    def routes(self) -> list[Route]:
        return [
            get("/api/door", self.door),
            get("/api/games", self.all_games),
            get("/api/games/{game}", self.one_game),
            get("/api/puzzles", self.all_puzzles),
            get("/api/rules/{game}", self.all_rules),
            get("/api/rules/{game}/contents", self.rule_contents),
            get("/api/rules/{game}/search", self.found_rules),
            get("/api/terms/{game}", self.all_terms),
            *self._builder.routes(),
            *self._lab.routes(),
            either("/api/matches", self.all_matches, self.new_match),
            post("/api/links", self.open_link),
            either("/api/network", self.network, self.switch_network),
            get("/api/matches/{match}", self.one_match),
            get("/api/matches/{match}/glance", self.glance),
            post("/api/matches/{match}/repair", self.repair),
            post("/api/matches/{match}/rematch", self.rematch),
            get("/api/matches/{match}/transcript", self.transcript),
            get("/api/matches/{match}/position", self.position),
            post("/api/replay", self.replay),
            post("/api/replay/luck", self.replay_luck),
            post("/api/replay/course", self.replay_analysis),
            post("/api/replay/film", self.replay_film),
            get("/replay/{name}", self.shared_replay),
            get("/dice/{match}", self.dice),
            get("/{path:path}", self.any_file),
        ]


def make_app(room: Room) -> ASGIApp:
    """Return the application for a web server, with all its middleware."""
    from starlette.middleware.gzip import GZipMiddleware

    from gattai.server.local.access import AccessGuard
    from gattai.server.web.asgi import application
    from gattai.server.web.warming import Warming

    api = Api(room)
    app = application(api.routes(), SEAT, api.sit, api.close)
    warming = Warming(app, lambda: library.warm_up(room.packs))
    packing = GZipMiddleware(warming, minimum_size=MIN_PACKED, compresslevel=6)
    return AccessGuard(packing, room.keys, room.network)


async def _serve(room: Room, request: Request, wire: Wire, *, crowded: bool) -> None:
    """Connect a page, or close the socket with the reason."""
    match, seat = _match(request), request.path_params["seat"]
    try:
        if crowded:
            raise ValueError(f"{MAX_CONNECTIONS} pages are open on this server; close some")
        number = _seat_number(seat)
        caller = _caller(request)
        if not caller.may_sit(match, number):
            raise Forbidden("this invitation is for another seat")
        found = await room.find(match)
        page = found.viewers.join(number, by_keeper=caller.is_host)
    except (ValueError, LookupError, Forbidden, OSError) as problem:
        reason = words_of(problem)
        await wire.send(encoded(rejected(reason)))
        await wire.close(1013 if crowded else 4404, reason.encode()[:120].decode(errors="ignore"))
        return
    await Connection(wire, found, page).run()


def _seat_number(seat: str) -> int | None:
    if seat == "watch":
        return None
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise LookupError("a seat is a number, or 'watch'")
    return int(seat)


def _caller(request: Request) -> KeyHolder:
    if not isinstance(request.caller, KeyHolder):
        raise Forbidden("the token is missing")
    return request.caller


def _host_only(request: Request) -> None:
    if not _caller(request).is_host:
        raise Forbidden("only the person who started the server may do this")


def _network_card(network: Network, caller: KeyHolder) -> NetworkCard:
    can_switch = caller.is_host and caller.is_here and not network.is_fixed
    return NetworkCard(network.is_open, can_switch, network.addresses if caller.is_host else ())


def _may_see(request: Request, match: str) -> KeyHolder:
    caller = _caller(request)
    if not caller.may_see(match):
        raise Forbidden("this invitation is for another match")
    return caller


def _rules(room: Room, request: Request) -> AnyRuleset:
    return games.load_fitting(request.path_params["game"], room.packs)


def _match(request: Request) -> str:
    return request.path_params["match"]
