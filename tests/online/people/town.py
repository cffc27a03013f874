"""A site with people and a database of its own, and visitors who come to it without a network between."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
from argon2.profiles import CHEAPEST

from gattai.server.online.app import make_app
from gattai.server.online.caller import Rank
from gattai.server.online.host import make_site
from gattai.server.online.ops.health import HealthWatch
from gattai.server.online.people.desk import Desk, settle
from gattai.server.online.people.people import People
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site
from gattai.server.online.store.pool import Database

PASSWORD = "correct horse battery"
HERE = "http://localhost:8000"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Visitor(httpx.AsyncClient):
    """A browser, with a cookie if it was given one."""

    def __init__(self, app: Any, **more: Any) -> None:
        address = more.pop("address", "192.0.2.1")
        super().__init__(
            transport=httpx.ASGITransport(app, client=(address, 50_000)),
            base_url=more.pop("base_url", HERE),
            headers={"origin": HERE, "user-agent": FIREFOX, **more.pop("headers", {})},
            **more,
        )

    @property
    def secret(self) -> str:
        """What its cookie holds; empty if it has none."""
        return next((str(cookie.value) for cookie in self.cookies.jar), "")

    async def id(self) -> str:
        """Who it is here."""
        return str((await self.get("/api/me")).json()["person"]["id"])

    async def log_in(self, name: str, password: str) -> int:
        """Try to log in; the status."""
        said = {"name": name, "password": password}
        return (await self.post("/api/session", json=said)).status_code


class Town:
    """One node of a site."""

    def __init__(self, site: Site, people: People, app: Any) -> None:
        self.site = site
        self.people = people
        self.database = people.database
        self.app = app

    @staticmethod
    def of_people(database: Database, settings: Settings) -> Town:
        """With people and nothing to play."""
        site = Site(settings)
        people = settle(site, database, CHEAPEST)
        site.parts.append(HealthWatch(database))
        return Town(site, people, make_app(site))

    @staticmethod
    def of_everything(settings: Settings) -> Town:
        """With all that a host serves."""
        site, app = make_site(settings)
        [desk] = [part for part in site.parts if isinstance(part, Desk)]
        return Town(site, desk.people, app)

    def visitor(self, **more: Any) -> Visitor:
        """Somebody who comes for the first time."""
        return Visitor(self.app, **more)

    async def guest(self, **more: Any) -> Visitor:
        """Somebody who has done something here."""
        visitor = self.visitor(**more)
        assert (await visitor.post("/api/guest")).status_code == 200
        return visitor

    async def account(self, name: str, password: str = PASSWORD, **more: Any) -> Visitor:
        """Somebody with an account, who is logged in."""
        visitor = self.visitor(**more)
        answer = await visitor.post("/api/account", json={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        return visitor

    async def of_rank(self, name: str, rank: Rank) -> Visitor:
        """Somebody whom the host has made something."""
        visitor = await self.account(name)
        await self.people.moderation.set_rank(await visitor.id(), rank, "", "for a test")
        return visitor

    async def program(self, owner: Visitor, *scopes: str) -> Visitor:
        """A program that has a token of this account."""
        answer = await owner.post("/api/me/tokens", json={"label": "x", "scopes": scopes})
        assert answer.status_code == 200, answer.text
        return self.visitor(headers={"authorization": f"Bearer {answer.json()['token']}"})

    async def tell(self, statement: str, *values: object) -> list[Any]:
        """What the database says to a statement."""
        return await self.database.rows(statement, *values)


def said(address: str, **more: Any) -> Settings:
    """Settings of a site in a test."""
    return Settings(**{"database": address, "public": HERE, "rates": 0.0, "workers": 0, **more})


@contextlib.asynccontextmanager
async def town(address: str, **more: Any) -> AsyncIterator[Town]:
    """A site with people that runs as long as the context lasts."""
    async with Database(address, size=4) as database:
        made = Town.of_people(database, said(address, **more))
        async with made.site.running():
            yield made


@contextlib.asynccontextmanager
async def whole_town(address: str, **more: Any) -> AsyncIterator[Town]:
    """All that a host serves, as long as the context lasts."""
    made = Town.of_everything(said(address, **more))
    async with made.site.running():
        yield made
