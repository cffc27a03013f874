"""A page that comes while the database is away is told to come back, and not that all is lost."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from starlette.websockets import WebSocket

from gattai.server.online.caller import Caller
from gattai.server.online.limits import Places, RateLimits
from gattai.server.online.play.sockets import CROWDED, Sockets
from gattai.server.table.journal import NotSaved


async def away(*_: Any) -> Any:
    raise NotSaved("nobody answers")


async def stranger(_: Any) -> Caller:
    return Caller()


async def held(socket: Any, caller: Any, work: Any) -> None:
    await work


def told(caller_of: Any, find: Any) -> list[Any]:
    """Whether a watcher is let in, and the code by which they are sent away."""
    settings = SimpleNamespace(most_sockets=10, proxies=())
    site: Any = SimpleNamespace(is_stopping=False, settings=settings, pool=None, welcome=None)
    site.caller_of, site.places = caller_of, Places(RateLimits())
    play: Any = SimpleNamespace(tables=SimpleNamespace(find=find))
    lines: Any = SimpleNamespace(hold=held)
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        said.append(message.get("code", message["type"]))

    place = {"match": "some-match", "seat": "watch"}
    scope = {"type": "websocket", "path_params": place, "query_string": b"", "headers": []}
    scope["client"] = ("127.0.0.1", 1)
    asyncio.run(Sockets(site, play, lines).serve(WebSocket(scope, receive, send)))
    return said


def test_who_cannot_be_looked_up_now_is_to_come_back() -> None:
    assert told(away, away) == ["websocket.accept", CROWDED]


def test_who_finds_no_match_for_the_database_is_away_is_to_come_back() -> None:
    assert told(stranger, away) == ["websocket.accept", CROWDED]
