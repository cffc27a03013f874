"""Every socket with every role, and every message that a page can send: as docs/reference/who-may-what.md says.

The page is the decision, as it is for addresses. A kind of message that is not on it fails here.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from secrets import token_hex
from time import monotonic
from typing import Any, get_args

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from gattai.server.online.caller import Rank
from gattai.server.online.people.desk import make
from gattai.server.online.people.tokens import SCOPES
from gattai.server.saying import FromPage
from tests.architecture.source import ROOT
from tests.online.people.served import served
from tests.online.people.town import Town
from tests.online.people.town import said as settings_of
from tests.online.secrecy.pages import PATIENCE, Page, sitting
from tests.online.secrecy.twins import cookie_of
from tests.online.services import tell

PAGE = ROOT / "docs" / "reference" / "who-may-what.md"
SOCKET = re.compile(r"\| `(/ws/[^`]*)` \| (\w+) \| ?(\w*) ?\|")
MESSAGE = re.compile(r"\| `([a-z-]+)` \| (\w+) \| (\w+) \| (\w+) \|")
KINDS = [each.__struct_config__.tag for each in get_args(FromPage)]
PLAY = ("player", "other player", "account", "token to read")
"""Those who have a match of their own, and may know it."""
TURNED_AWAY = (4403, 4404)


def sockets() -> dict[str, tuple[str, str]]:
    """Who may open it at least, and what a token has to allow."""
    rows = [SOCKET.match(line) for line in PAGE.read_text("utf-8").splitlines()]
    return {row[1]: (row[2], row[3]) for row in rows if row}


def messages() -> dict[str, tuple[str, str, str]]:
    """For who is meant, for another who plays and for who watches: `yes`, `no`, or `nothing` comes of it."""
    rows = [MESSAGE.match(line) for line in PAGE.read_text("utf-8").splitlines()]
    return {row[1]: (row[2], row[3], row[4]) for row in rows if row}


class Role:
    """Somebody with something to show."""

    def __init__(self, cookie: str = "", token: str = "") -> None:
        self.cookie = cookie
        self.token = token


class Crowd:
    """One of each kind, and a match that two of them play."""

    def __init__(self, origin: str, database: str) -> None:
        self.origin = origin
        self.database = database
        self.roles: dict[str, Role] = {"stranger": Role()}
        self.match = ""
        self.links: list[str] = []
        self._clients: list[httpx.AsyncClient] = []

    async def _somebody(self, role: str, path: str, **said: str) -> httpx.AsyncClient:
        http = httpx.AsyncClient(
            base_url=self.origin,
            headers={"origin": self.origin},
            timeout=PATIENCE,
            trust_env=False,
        )
        self._clients.append(http)
        assert (await http.post(path, json=said or None)).status_code == 200
        self.roles[role] = Role(cookie_of(http))
        return http

    async def _account(self, role: str) -> tuple[httpx.AsyncClient, str]:
        name = f"May Say {token_hex(4)}"
        http = await self._somebody(role, "/api/account", name=name, password="correct horse")
        return http, name

    async def gather(self) -> Crowd:
        await self._somebody("player", "/api/guest")
        await self._somebody("other player", "/api/guest")
        await self._somebody("guest", "/api/guest")
        account, _ = await self._account("account")
        for rank in (Rank.MODERATOR, Rank.HOST):
            _, name = await self._account(rank.name.lower())
            assert await make(self.database, name, rank)
        for scope in SCOPES:
            made = await account.post("/api/me/tokens", json={"label": "x", "scopes": [scope]})
            self.roles[f"token to {scope}"] = Role(token=made.json()["token"])
        bot = await account.post("/api/me/bots", json={"name": f"May Bot {token_hex(3)}"})
        assert bot.status_code == 200, bot.text
        made = await account.post(
            f"/api/me/bots/{bot.json()['id']}/tokens", json={"label": "x", "scopes": [*SCOPES]}
        )
        self.roles["bot"] = Role(token=made.json()["token"])
        made = await account.post("/api/me/tokens", json={"label": "x", "scopes": [*SCOPES]})
        self.roles["revoked token"] = Role(token=made.json()["token"])
        assert (await account.delete(f"/api/me/tokens/{made.json()['id']}")).status_code == 200
        _, closed = await self._account("closed account")
        await tell(self.database, f"UPDATE person SET closed = now() WHERE name = '{closed}'")
        gone = await self._somebody("logged out", "/api/guest")
        assert (await gone.delete("/api/session")).status_code == 200
        alone = {"game": "attack-chart", "players": ["person", "random"]}
        assert (await account.post("/api/matches", json=alone)).status_code == 201
        for each in self._clients:
            await each.aclose()
        return self

    async def begins(self) -> None:
        """Another match of the two who play."""
        headers = {"origin": self.origin, "cookie": self.roles["player"].cookie}
        wanted = {"game": "attack-chart", "players": ["person", "guest"]}
        async with httpx.AsyncClient(
            base_url=self.origin, headers=headers, timeout=PATIENCE, trust_env=False
        ) as http:
            card = (await http.post("/api/matches", json=wanted)).json()
        self.match, self.links = card["id"], card["links"]

    @asynccontextmanager
    async def at(self, role: str, path: str) -> AsyncIterator[Page]:
        """A socket, opened by this role."""
        who = self.roles[role]
        async with sitting(self.origin, path, self.match, who.cookie, who.token) as page:
            yield page

    @asynccontextmanager
    async def table(self) -> AsyncIterator[tuple[Page, Page]]:
        """Both players at their pages."""
        token = self.links[1].partition("token=")[2].partition("#")[0]
        async with (
            self.at("player", f"/ws/{self.match}/0") as one,
            self.at("other player", f"/ws/{self.match}/1?token={token}") as two,
        ):
            for page in (one, two):
                await page.is_shown()
                await page.until(partial(is_settled, page), "that both have come")
                await page.fence()
            yield one, two


def is_settled(page: Page) -> bool:
    """Whether everybody has come, and their clocks are set."""
    return page.have_all_come and len(page.shown["clocks"]) == len(page.shown["here"])


def said(kind: str, page: Page) -> dict[str, Any]:
    """A message of this kind that makes sense where this page is."""
    scene = page.shown["scene"]
    number = scene["ask"]["number"]
    text = (page.options or ["finish"])[0]
    return {
        "answer": {"number": number, "text": text, "epoch": page.shown["epoch"]},
        "odds": {"number": number, "text": text},
        "preview": {"number": number, "text": text},
        "reaction": {"number": number},
        "about": {"number": number, "actor": "nobody"},
        "coach": {"number": number},
        "undo": {"number": number},
        "consent": {"yes": True},
        "log": {"before": number},
        "answer-draw": {"yes": True},
        "reveal": {"seat": 0},
        "analyse": {"do": "go", "place": "0"},
        "name": {"name": "The Moderator"},
    }.get(kind, {})


async def settle(*pages: Page) -> None:
    """Until everything has come."""
    for page in pages:
        await page.fence()


async def outcome(page: Page, kind: str, what: dict[str, Any], patience: float = 1.2) -> str:
    """`yes`, `no` or `nothing`: what came of it at the page that said it."""
    await page.fence()  # what comes of earlier words is not what comes of these
    before, until = len(page.heard), monotonic() + patience
    await page.say(kind, **what)
    await page.fence()
    while len(page.heard) == before and monotonic() < until:
        await asyncio.sleep(0.05)  # odds and the like are found beside the table
    new = [msgspec.json.decode(text)["type"] for text in page.heard[before:]]
    return "no" if "refused" in new else "yes" if new else "nothing"


@pytest.fixture(scope="module")
def people(database: str) -> Iterator[Crowd]:
    """A site and everybody who comes to it."""
    with served(database) as (origin, _):
        yield asyncio.run(Crowd(origin, database).gather())


async def _whole(crowd: Crowd, work: Callable[[Crowd], Awaitable[None]]) -> None:
    await crowd.begins()
    await work(crowd)


def test_every_kind_of_message_and_every_socket_is_decided_upon(database: str) -> None:
    assert [*messages()] == KINDS
    app = Town.of_everything(settings_of(database)).app
    while not isinstance(app, Starlette):  # what guards its door
        app = getattr(app, "_app", None) or app.app
    there = {route.path for route in app.routes if isinstance(route, WebSocketRoute)}
    assert {re.sub("/watch$", "/{seat}", path) for path in sockets()} == there


async def ventured(page: Page, other: Page, table: dict[str, str]) -> dict[str, str]:
    """What comes of every kind of message, said one after the other.

    Where nothing should come of it, that is looked at once more when all are said: odds and the
    like are found beside the table, and come late.
    """
    found = {}
    for kind in KINDS:
        patience = 0.0 if table[kind] == "nothing" else PATIENCE
        found[kind] = await outcome(page, kind, said(kind, other), patience)
    await asyncio.sleep(LATE)
    await page.fence()
    replies = [text for text in page.heard if not text.startswith('{"type":"scene"')]
    assert len(replies) == sum(row != "nothing" for row in table.values()), replies
    return found


LATE = 0.8
"""Seconds in which whatever is found beside the table has come."""


def parted(one: set[str], other: set[str]) -> str:
    """What only one of two has heard."""
    return " | ".join(text[:300] for text in sorted(one ^ other))


def test_who_only_watches_says_nothing_no_matter_who_they_are(people: Crowd) -> None:
    async def work(crowd: Crowd) -> None:
        heard: dict[str, set[str]] = {}
        table = {kind: row[2] for kind, row in messages().items()}
        async with crowd.table() as (one, two):
            open_question = one.shown["scene"]["ask"]["number"]
            for role in crowd.roles:
                if role == "revoked token":
                    continue
                async with crowd.at(role, f"/ws/{crowd.match}/watch") as page:
                    await page.is_shown()
                    assert await ventured(page, one, table) == table, role
                    heard[role] = set(page.heard)
            first = next(iter(heard.values()))
            for role, each in heard.items():
                assert each == first, f"{role} is told otherwise: {parted(each, first)}"
            assert len(heard) == len(crowd.roles) - 1 >= 12
            for page in (one, two):
                await page.fence()
                assert page.shown["scene"]["ask"]["number"] == open_question
                assert not page.shown["draw"]

    asyncio.run(_whole(people, work))


def test_nobody_sits_where_somebody_else_does(people: Crowd) -> None:
    async def work(crowd: Crowd) -> None:
        token = crowd.links[1].partition("token=")[2].partition("#")[0]
        async with crowd.table():
            for role in crowd.roles:
                for seat, owner in enumerate(("player", "other player")):
                    for more in ("", "?token=", "?token=made-up", f"?token={token}"):
                        if role == owner:
                            continue
                        async with crowd.at(role, f"/ws/{crowd.match}/{seat}{more}") as page:
                            await page.is_sent_away()
                            assert page.code in TURNED_AWAY, (role, seat, more, page.code)
                            assert not page.shown, (role, seat, more)

    asyncio.run(_whole(people, work))


def test_who_plays_says_what_is_theirs_to_say(people: Crowd) -> None:
    async def work(crowd: Crowd) -> None:
        table, found = messages(), dict[str, tuple[str, str]]()
        async with crowd.table() as (one, two):
            asked = [one, two] if one.shown["scene"]["ask"]["is_mine"] else [two, one]

            async def both(kind: str, meant: Page, another: Page) -> None:
                """The one who is not meant first: nothing may come of it."""
                what = said(kind, meant)
                turned_down = await outcome(another, kind, what)
                found[kind] = await outcome(meant, kind, what), turned_down

            me, you = asked
            asks = ("log", "odds", "preview", "about", "coach", "reaction")
            for kind in ("reveal", "leave-lesson", "name", "claim", "analyse", *asks, "answer"):
                await both(kind, me, you)
            await both("undo", me, you)
            for _ in range(40):  # until something is known that is not taken back for nothing
                await settle(me, you)
                turn = me if me.options else you
                await outcome(turn, "answer", said("answer", turn))
                if turn is me and me.shown["can_undo"] == "consent":
                    break
            await settle(me, you)
            before = you.counts.get("undo-wanted", 0)
            await me.say("undo", **said("undo", me))
            await you.until(lambda: you.counts.get("undo-wanted", 0) > before, "asked to agree")
            await both("consent", you, me)
            found["offer-draw"] = (await outcome(you, "offer-draw", {}),) * 2
            await me.fence()
            await both("answer-draw", me, you)
            assert me.shown["scene"]["ending"], "they have agreed"
        odds = found.pop("odds")  # where nothing is thrown there are none, for nobody
        assert odds[0] == odds[1] and table["odds"] == table["preview"]
        elsewhere = ("resign", "abort", "odds")
        assert found == {kind: table[kind][:2] for kind in KINDS if kind not in elsewhere}

    asyncio.run(_whole(people, work))


def test_either_player_may_resign_and_offer_a_draw(people: Crowd) -> None:
    async def work(crowd: Crowd) -> None:
        async with crowd.table() as (one, two):
            assert await outcome(one, "offer-draw", {}) == messages()["offer-draw"][0]
            await settle(one, two)
            assert await outcome(two, "resign", {}) == messages()["resign"][0]
            assert two.shown["scene"]["ending"]

    asyncio.run(_whole(people, work))


def test_either_player_may_break_off_what_not_everybody_has_played(people: Crowd) -> None:
    async def work(crowd: Crowd) -> None:
        async with crowd.table() as (one, two):
            waiting = two if one.shown["scene"]["ask"]["is_mine"] else one
            assert await outcome(waiting, "abort", {}) == messages()["abort"][1]
            await settle(one, two)
            assert one.shown["scene"]["ending"] and two.shown["scene"]["ending"]

    asyncio.run(_whole(people, work))


@pytest.mark.parametrize("path", ["/ws/program", "/ws/lobby"])
def test_streams_are_opened_by_whom_they_are_for(people: Crowd, path: str) -> None:
    async def work(crowd: Crowd) -> None:
        who, scope = sockets()[path]
        async with crowd.table():
            for role in crowd.roles:
                is_nobody = role in ("stranger", "closed account", "logged out", "revoked token")
                allowed = role.removeprefix("token to ") == scope or not role.startswith("token to")
                is_let_in = allowed and not is_nobody if who == "guest" else role != "revoked token"
                async with crowd.at(role, path) as page:
                    if is_let_in and path == "/ws/lobby":
                        await page.hears("turns")
                        turns = next(t for t in page.heard if '"type":"turns"' in t)
                        assert bool(msgspec.json.decode(turns)["turns"]) == (role in PLAY), role
                    elif is_let_in:
                        await page.say("answer", match=crowd.match, number=1, text="finish")
                        await page.hears("refused")
                        is_own = role in ("player", "other player")
                        wrong = [t for t in page.heard if "do not play this match" in t]
                        assert is_own or wrong, role
                    else:
                        await page.is_sent_away()
                        assert page.code == 4403, (role, page.code)
                        assert not page.heard

    asyncio.run(_whole(people, work))
