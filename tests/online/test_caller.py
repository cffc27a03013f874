"""Access by rank and by token, and only from pages of the site."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from gattai.server.online.app import make_app
from gattai.server.online.caller import Caller, Person, Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site


async def _says(site: Site, call: Call) -> dict[str, Any]:
    return {"who": call.caller.id, "rank": call.caller.rank.name}


def _endpoints() -> tuple[Endpoint, ...]:
    paths = [(rank, f"/api/{rank.name.lower()}") for rank in Rank]
    return (
        *(Endpoint("GET", path, "to read", rank, _says, scope="read") for rank, path in paths),
        *(Endpoint("POST", path, "to change", rank, _says) for rank, path in paths),
    )


class _Part:
    endpoints: Sequence[Endpoint] = _endpoints()

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


async def _caller_of(connection: HTTPConnection) -> Caller:
    rank = connection.headers.get("x-rank")
    scopes = connection.headers.get("x-scopes")
    return Caller(
        Person("p", "P", Rank[rank]) if rank else None,
        scopes=tuple(scopes.split(",")) if scopes is not None else None,
    )


class Client:
    """Asks the application without a network in between."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, headers))

    def post(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, headers))

    async def _ask(self, method: str, path: str, headers: dict[str, str] | None) -> httpx.Response:
        through = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=through, base_url="http://127.0.0.1:8000") as client:
            return await client.request(method, path, headers=headers)


@pytest.fixture
def client() -> Client:
    site = Site(Settings())
    site.parts = [_Part()]
    site.caller_of = _caller_of
    return Client(make_app(site))


@pytest.mark.parametrize("wanted", Rank)
@pytest.mark.parametrize("rank", Rank)
def test_each_rank_may_what_those_below_it_may(client: Client, rank: Rank, wanted: Rank) -> None:
    headers = {"x-rank": rank.name} if rank else {}
    status = client.get(f"/api/{wanted.name.lower()}", headers=headers).status_code
    assert status == (200 if rank >= wanted else 403 if rank else 401)


def test_a_token_opens_only_what_it_says(client: Client) -> None:
    reads = {"x-rank": "ACCOUNT", "x-scopes": "read", "authorization": "Bearer x"}
    assert client.get("/api/account", headers=reads).status_code == 200
    assert client.get("/api/account", headers=reads | {"x-scopes": "play"}).status_code == 403
    assert client.post("/api/account", headers=reads).status_code == 403


def test_where_anybody_is_let_in_a_token_that_does_not_say_so_is_anybodys(client: Client) -> None:
    """Else a token that may only challenge could read somebody's list of matches."""
    plays = {"x-rank": "ACCOUNT", "x-scopes": "play", "authorization": "Bearer x"}
    assert client.get("/api/stranger", headers=plays).json() == {"who": "", "rank": "STRANGER"}
    reads = plays | {"x-scopes": "read,play"}
    assert client.get("/api/stranger", headers=reads).json()["who"] == "p"


def test_other_pages_may_not_change_anything(client: Client) -> None:
    mine = {"x-rank": "ACCOUNT", "origin": "http://127.0.0.1:8000"}
    assert client.post("/api/account", headers=mine).status_code == 200
    others = mine | {"origin": "http://elsewhere.example"}
    assert client.post("/api/account", headers=others).status_code == 403
    assert client.get("/api/account", headers=others).status_code == 403
    hidden = {"x-rank": "ACCOUNT", "sec-fetch-site": "cross-site"}
    assert client.post("/api/account", headers=hidden).status_code == 403


def test_addresses_describe_themselves(client: Client) -> None:
    told = client.get("/api/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    assert set(told["paths"]) == {f"/api/{rank.name.lower()}" for rank in Rank}


def test_every_answer_has_an_id_and_keeps_to_itself(client: Client) -> None:
    answer = client.get("/api/stranger")
    assert len(answer.headers["x-request-id"]) == 16
    assert answer.headers["x-frame-options"] == "DENY"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
