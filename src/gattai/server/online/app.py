"""The application of a site: its declared addresses behind one door."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Rank, Unknown
from gattai.server.online.door import Door
from gattai.server.online.duty.logs import log
from gattai.server.online.endpoint import Call, Endpoint, Reply
from gattai.server.online.keeping.opening import Elsewhere
from gattai.server.online.limits import TooOften
from gattai.server.online.openapi import describe
from gattai.server.online.site import Site
from gattai.server.table.journal import InDoubt, NotSaved
from gattai.server.table.viewer import not_so
from gattai.server.web import library
from gattai.server.web import static_files as pages
from gattai.server.web.answering import Forbidden, as_json, nothing_there, received, said_of
from gattai.server.web.warming import Warming

PAGES = ("", "live", "archive", "people", "account", "moderation")
"""The addresses of the site's own pages, by their first word."""
LEAST_PACKED = 1_000
"""Bytes from which an answer is worth compressing."""


def make_app(site: Site, sockets: Sequence[BaseRoute] = (), version: str = "") -> ASGIApp:
    """Everything that a node serves."""
    described = msgspec.json.encode(describe(site.endpoints, site.settings.name, version))

    async def any_file(request: Request) -> Response:
        name = page_of(request.path_params.get("path", ""), by_link="token" in request.query_params)
        tag = request.query_params.get("v", "")
        try:
            status, content, headers = pages.answer(name, tag, request.headers)
        except LookupError as problem:
            return said_of(request, problem)
        return Response(content, status, headers=headers)

    async def api(_: Request) -> Response:
        return Response(described, media_type="application/json")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # Bots and clocks open matches as soon as they may, and nothing else may load rules at that time.
        await warming.ready()
        async with site.running():
            yield

    app = Starlette(
        routes=[
            *(_route(site, each) for each in site.endpoints),
            *sockets,
            Route("/api/openapi.json", api, methods=["GET"]),
            Route("/{path:path}", any_file, methods=["GET"]),
        ],
        exception_handlers={HTTPException: nothing_there},
        lifespan=lifespan,
    )
    warming = Warming(app, lambda: library.warm_up(()))
    packing = GZipMiddleware(warming, minimum_size=LEAST_PACKED, compresslevel=6)
    return Door(packing, site.settings)


def page_of(path: str, *, by_link: bool = False) -> str:
    """The file that is shown at an address: tables and set-ups at /table, and where an invitation leads.

    >>> page_of("table"), page_of("client.js"), page_of("", by_link=True)
    ('site/table.html', 'client.js', 'site/table.html')
    """
    first = path.strip("/").partition("/")[0]
    if first == "table" or (not first and by_link):
        return pages.TABLE if pages.file(pages.TABLE) is not None else ""
    return pages.SITE if first in PAGES and pages.file(pages.SITE) is not None else path


def _route(site: Site, endpoint: Endpoint) -> Route:
    async def answer(request: Request) -> Response:
        began = time.perf_counter()
        cookies: list[str] = []
        try:
            response = await _answered(site, endpoint, request, cookies)
        except Exception as problem:
            response = _refused(request, problem)
            if response.status_code >= 500:
                _complain(site, endpoint, request, problem)
        response.headers.setdefault("cache-control", "no-store")  # it was told to one caller
        # Also when it was refused: else they would be somebody new each time.
        for cookie in cookies:
            response.headers.append("set-cookie", cookie)
        took = time.perf_counter() - began
        status = str(response.status_code)
        site.metrics.requests.labels(endpoint.method, endpoint.path, status).observe(took)
        return response

    return Route(endpoint.path, answer, methods=[endpoint.method])


def _refused(request: Request, problem: Exception) -> Response:
    match problem:
        case Unknown():
            return as_json(not_so(str(problem)), 401)
        case TooOften():
            response = as_json(not_so(str(problem)), 429)
            response.headers["retry-after"] = str(problem.seconds)
            return response
        case asyncpg.CharacterNotInRepertoireError():  # PostgreSQL has no letter 0
            return as_json(not_so("that text cannot be kept"), 400)
        case Elsewhere():
            return as_json(not_so(f"{problem}; ask again, for another one"), 503)
        case NotSaved() | InDoubt():
            return as_json(not_so("the database is away; try again in a moment"), 503)
        case _:
            return said_of(request, problem)


async def _answered(
    site: Site, endpoint: Endpoint, request: Request, cookies: list[str]
) -> Response:
    address = address_of(request, site.settings.proxies)
    site.limits.at_door(endpoint, address)  # before anything is asked of the database
    caller = await site.caller_of(request)
    site.limits.inside(endpoint, address, caller.id)
    caller = await _let_in(site, endpoint, caller, cookies)
    body = None
    if endpoint.takes is not None:
        body = await received(request, endpoint.takes, endpoint.most)
    said = (*request.path_params.values(), *request.query_params.values())
    if any("\0" in str(text) for text in said):
        raise LookupError("there is no such thing")  # the database can hold no such name
    call = Call(
        caller,
        {name: str(value) for name, value in request.path_params.items()},
        dict(request.query_params),
        body,
        request.scope.get("request_id") or secrets.token_hex(8),
    )
    found = await endpoint.handler(site, call)
    if not isinstance(found, Reply):
        return as_json(found)
    if found.content is not None:
        response = Response(found.content, found.status, media_type=found.kind)
    else:
        response = as_json(found.value, found.status)
    for name, value in found.headers:
        if name.lower() == "set-cookie":
            cookies[:] = [value]  # there is one cookie: the later one holds
        else:
            response.headers[name] = value
    return response


async def _let_in(site: Site, endpoint: Endpoint, caller: Caller, cookies: list[str]) -> Caller:
    """The caller, or the guest that a stranger becomes by doing something for the first time."""
    is_guests = endpoint.method == "POST" and endpoint.may == Rank.GUEST
    if is_guests and caller.person is None and site.welcome is not None:
        caller, cookie = await site.welcome(caller, "")
        cookies.append(cookie)
    let_in(endpoint, caller)
    if caller.scopes is not None and endpoint.scope and endpoint.scope not in caller.scopes:
        return Caller(
            address=caller.address, device=caller.device
        )  # it tells what it tells anybody
    return caller


def let_in(endpoint: Endpoint, caller: Caller) -> None:
    """Nothing, if this caller may; else `Unknown` or `Forbidden` with the reason."""
    if caller.scopes is not None and endpoint.scope not in caller.scopes:
        if endpoint.may > Rank.STRANGER:
            wants = f"a token that allows {endpoint.scope!r}" if endpoint.scope else "a session"
            raise Forbidden(f"this address wants {wants}")
    if caller.rank >= endpoint.may:
        return
    if caller.person is None:
        raise Unknown("sign in first, or play as a guest")
    raise Forbidden(f"only for a {endpoint.may.name.lower()}")


def _complain(site: Site, endpoint: Endpoint, request: Request, problem: Exception) -> None:
    """Say to whoever runs the site what went wrong, with the id that the page of the error shows."""
    site.metrics.faults.inc()
    log().error(
        "a request ended in a mistake",
        path=endpoint.path,
        request=request.scope.get("request_id", ""),
        problem=repr(problem),
    )
