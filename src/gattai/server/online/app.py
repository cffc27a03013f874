"""The ASGI application of a site: its declared endpoints behind one guard."""

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
from starlette.responses import Response as Sent
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Rank, UnknownCaller
from gattai.server.online.csrf import CsrfGuard
from gattai.server.online.endpoint import Call, Endpoint, Reply
from gattai.server.online.limits import TooOften
from gattai.server.online.openapi import describe
from gattai.server.online.ops.logs import log
from gattai.server.online.site import Site
from gattai.server.online.workers.opening import Elsewhere
from gattai.server.table.journal import InDoubt, NotSaved
from gattai.server.table.viewer import rejected
from gattai.server.web import library
from gattai.server.web import static_files as pages
from gattai.server.web.answering import Forbidden, Response, as_json, received, said_of
from gattai.server.web.asgi import nothing_there, sent, whole
from gattai.server.web.warming import Warming

PAGES = ("", "live", "archive", "people", "account", "moderation")
"""First path segments of the site's own pages."""
MIN_PACKED = 1_000
"""Responses from this size in bytes are compressed."""


def make_app(site: Site, sockets: Sequence[BaseRoute] = (), version: str = "") -> ASGIApp:
    """Return the application of a node."""
    described = msgspec.json.encode(describe(site.endpoints, site.settings.name, version))

    async def any_file(request: Request) -> Sent:
        name = page_of(request.path_params.get("path", ""), by_link="token" in request.query_params)
        tag = request.query_params.get("v", "")
        try:
            status, content, headers = pages.answer(name, tag, request.headers)
        except LookupError as problem:
            return sent(said_of(request.url.path, problem))
        return Sent(content, status, headers=headers)

    async def api(_: Request) -> Sent:
        return Sent(described, media_type="application/json")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        # Bots and clocks open matches as soon as they run; nothing else may load rules at that time.
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
    packing = GZipMiddleware(warming, minimum_size=MIN_PACKED, compresslevel=6)
    return CsrfGuard(packing, site.settings)


def page_of(path: str, *, by_link: bool = False) -> str:
    """Return the file for an address: matches and set-up are at /table, and so is an invitation.

    >>> page_of("table"), page_of("client.js"), page_of("", by_link=True)
    ('site/table.html', 'client.js', 'site/table.html')
    """
    first = path.strip("/").partition("/")[0]
    if first == "table" or (not first and by_link):
        return pages.TABLE if pages.file(pages.TABLE) is not None else ""
    return pages.SITE if first in PAGES and pages.file(pages.SITE) is not None else path


def _route(site: Site, endpoint: Endpoint) -> Route:
    async def answer(request: Request) -> Sent:
        began = time.perf_counter()
        cookies: list[str] = []
        try:
            found = await _answered(site, endpoint, request, cookies)
        except Exception as problem:
            found = _refused(request, problem)
            if found.status >= 500:
                _complain(site, endpoint, request, problem)
        response = sent(found)
        response.headers.setdefault(
            "cache-control", "no-store"
        )  # the response is for one caller only
        # Set the cookie even if the request was refused: otherwise they would be a new guest each time.
        for cookie in cookies:
            response.headers.append("set-cookie", cookie)
        took = time.perf_counter() - began
        status = str(response.status_code)
        site.metrics.requests.labels(endpoint.method, endpoint.path, status).observe(took)
        return response

    return Route(endpoint.path, answer, methods=[endpoint.method])


def _refused(request: Request, problem: Exception) -> Response:
    match problem:
        case UnknownCaller():
            return as_json(rejected(str(problem)), 401)
        case TooOften():
            response = as_json(rejected(str(problem)), 429)
            response.headers["retry-after"] = str(problem.seconds)
            return response
        case asyncpg.CharacterNotInRepertoireError():  # PostgreSQL cannot store a NUL character
            return as_json(rejected("the text contains a character that cannot be stored"), 400)
        case Elsewhere():
            return as_json(rejected(f"{problem}; try again, on another node"), 503)
        case NotSaved() | InDoubt():
            return as_json(rejected("the database is not available; try again in a moment"), 503)
        case _:
            return said_of(request.url.path, problem)


async def _answered(
    site: Site, endpoint: Endpoint, request: Request, cookies: list[str]
) -> Response:
    address = address_of(request, site.settings.proxies)
    site.limits.at_door(endpoint, address)  # before any database query
    caller = await site.caller_of(request)
    site.limits.inside(endpoint, address, caller.id)
    caller = await _let_in(site, endpoint, caller, cookies)
    body: object = None
    if endpoint.takes is not None:
        body = await received(whole(request), endpoint.takes, endpoint.most)
    values = (*request.path_params.values(), *request.query_params.values())
    if any("\0" in str(text) for text in values):
        raise LookupError("not found")  # the database can hold no such name
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
        response = Response(found.content, found.status, {"content-type": found.kind})
    else:
        response = as_json(found.value, found.status)
    for name, value in found.headers:
        if name.lower() == "set-cookie":
            cookies[:] = [value]  # there is one cookie: the last one wins
        else:
            response.headers[name] = value
    return response


async def _let_in(site: Site, endpoint: Endpoint, caller: Caller, cookies: list[str]) -> Caller:
    """Return the caller; a stranger who does something for the first time becomes a guest."""
    is_guests = endpoint.method == "POST" and endpoint.may == Rank.GUEST
    if is_guests and caller.person is None and site.welcome is not None:
        caller, cookie = await site.welcome(caller, "")
        cookies.append(cookie)
    let_in(endpoint, caller)
    if caller.scopes is not None and endpoint.scope and endpoint.scope not in caller.scopes:
        return Caller(address=caller.address, device=caller.device)  # the response is public
    return caller


def let_in(endpoint: Endpoint, caller: Caller) -> None:
    """Return if the caller may use the endpoint; otherwise raise `UnknownCaller` or `Forbidden`."""
    if caller.scopes is not None and endpoint.scope not in caller.scopes:
        if endpoint.may > Rank.STRANGER:
            wants = f"a token that allows {endpoint.scope!r}" if endpoint.scope else "a session"
            raise Forbidden(f"this endpoint needs {wants}")
    if caller.rank >= endpoint.may:
        return
    if caller.person is None:
        raise UnknownCaller("log in first, or play as a guest")
    raise Forbidden(f"this needs the rank {endpoint.may.name.lower()} or higher")


def _complain(site: Site, endpoint: Endpoint, request: Request, problem: Exception) -> None:
    """Log an error with the id that the error page shows."""
    site.metrics.faults.inc()
    log().error(
        "a request failed",
        path=endpoint.path,
        request=request.scope.get("request_id", ""),
        problem=repr(problem),
    )
