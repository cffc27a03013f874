"""Every address of the site with every role: let in or turned away as docs/reference/who-may-what.md says.

The page is the decision. An address that stands in the site and not on the page fails here, and so does one
whose declaration says something else.
"""

from __future__ import annotations

import asyncio
import re
from secrets import token_hex
from typing import Any

import httpx
import pytest

from gattai.server.online.caller import Person, Rank
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.people.tokens import SCOPES
from tests.architecture.source import ROOT
from tests.online.people.town import Town, whole_town

PAGE = ROOT / "docs" / "reference" / "who-may-what.md"
ROW = re.compile(r"\| `(\w+) (/[^`]*)` \| (\w+) \| ?(\w*) ?\|")
RANKS = {rank.name.lower(): rank for rank in Rank}
OUTSIDE = (401, 403)


def decided() -> dict[tuple[str, str], tuple[Rank, str]]:
    """Who may, at least, and what a token has to allow, by method and path."""
    rows = [ROW.match(line) for line in PAGE.read_text("utf-8").splitlines()]
    return {(row[1], row[2]): (RANKS[row[3]], row[4]) for row in rows if row}


def row_of(each: Endpoint) -> str:
    """The line of the page that would stand for an address as it is declared."""
    return (
        f"| `{each.method} {each.path}` | {each.may.name.lower()} | {each.scope} | {each.summary} |"
    )


class Crowd:
    """One of each kind."""

    def __init__(self, here: Town) -> None:
        self.here = here
        self.persons: dict[str, Person] = {}
        self.tokens: dict[str, str] = {}

    async def gather(self) -> Crowd:
        people = self.here.people
        names = {"account": "Of The Crowd", "moderator": "Crowd Control", "host": "Crowd Owner"}
        self.persons["guest"] = await people.persons.make_guest()
        for role, name in names.items():
            made = await people.persons.make_account(f"{name} {token_hex(4)}")
            await people.moderation.set_rank(made.id, RANKS[role], "", "for a test")
            found = await people.persons.find(made.id)
            assert found is not None and found.rank == RANKS[role]
            self.persons[role] = found
        bot = await people.persons.make_bot(f"Crowd Bot {token_hex(4)}", self.persons["account"].id)
        for scope in SCOPES:
            _, self.tokens[f"token to {scope}"] = await people.tokens.make(
                self.persons["account"].id, "x", [scope]
            )
        _, self.tokens["moderator's token"] = await people.tokens.make(
            self.persons["moderator"].id, "x", SCOPES
        )
        _, self.tokens["bot"] = await people.tokens.make(bot.id, "x", SCOPES)
        return self

    async def ask(self, each: Endpoint, role: str, **headers: str) -> httpx.Response:
        """Ask with nothing sensible to say, so that whoever is let in is told so and nothing is done."""
        if role in self.tokens:
            headers["authorization"] = f"Bearer {self.tokens[role]}"
        visitor = self.here.visitor(headers=headers)
        if role in self.persons:  # anew each time: they may just have logged out
            secret, _ = await self.here.people.sessions.begin(self.persons[role], "")
            visitor.cookies.set(self.here.people.cookie.name, secret)
        path = re.sub(r"{\w+}", "nothing-of-this-name", each.path)
        said: Any = {"json": []} if each.takes is not None else {}
        return await visitor.request(each.method, path, **said)


def expected(each: Endpoint, role: str) -> str:
    """`in`, or why not."""
    may, scope = decided()[each.method, each.path]
    if role in RANKS:
        becomes_guest = each.method == "POST" and may == Rank.GUEST
        if RANKS[role] >= may or (role == "stranger" and becomes_guest):
            return "in"
        return "unknown" if role == "stranger" else "forbidden"
    if may == Rank.STRANGER:
        return "in"
    allowed = [role.removeprefix("token to ")] if role.startswith("token to ") else [*SCOPES]
    rank = Rank.MODERATOR if role == "moderator's token" else Rank.ACCOUNT
    return "in" if scope in allowed and rank >= may else "forbidden"


def test_every_address_is_decided_upon_and_every_decision_is_about_an_address(
    database: str,
) -> None:
    async def whole() -> None:
        async with whole_town(database) as here:
            there = {(each.method, each.path): each for each in here.site.endpoints}
            missing = [row_of(there[key]) for key in there if key not in decided()]
            assert not missing, f"{PAGE.name} does not say who may:\n" + "\n".join(missing)
            assert {*decided()} == {*there}
            for key, each in there.items():
                assert decided()[key] == (each.may, each.scope), row_of(each)

    asyncio.run(whole())


def test_every_address_lets_in_whom_it_should_and_nobody_else(database: str) -> None:
    async def whole() -> None:
        async with whole_town(database) as here:
            crowd = await Crowd(here).gather()
            wrong, tried = [], 0
            for each in here.site.endpoints:
                for role in ("stranger", *crowd.persons, *crowd.tokens):
                    answer = await crowd.ask(each, role)
                    found = {401: "unknown", 403: "forbidden"}.get(answer.status_code, "in")
                    if answer.status_code >= 500 and each.path != "/ready":
                        found = "broken"
                    tried += 1
                    if found != expected(each, role):
                        wrong.append(
                            (each.method, each.path, role, answer.status_code, answer.text)
                        )
            assert not wrong, wrong
            assert tried == len(here.site.endpoints) * 10

    asyncio.run(whole())


@pytest.mark.parametrize("elsewhere", ["https://evil.example", "null", "http://localhost:8001"])
def test_no_other_page_asks_for_anything_in_somebodys_name(database: str, elsewhere: str) -> None:
    async def whole() -> None:
        async with whole_town(database) as here:
            crowd = await Crowd(here).gather()
            for each in here.site.endpoints:
                answer = await crowd.ask(each, "host", origin=elsewhere)
                assert answer.status_code == 403, (each.method, each.path)
                assert "set-cookie" not in answer.headers

    asyncio.run(whole())


def test_a_closed_account_is_nobody_anywhere(database: str) -> None:
    async def whole() -> None:
        async with whole_town(database) as here:
            crowd = await Crowd(here).gather()
            await here.tell("UPDATE person SET closed = now() WHERE rank > 1")
            for each in here.site.endpoints:
                if each.may > Rank.GUEST:
                    for role in ("account", "moderator", "host", *crowd.tokens):
                        answer = await crowd.ask(each, role)
                        assert answer.status_code == 401, (each.method, each.path, role)

    asyncio.run(whole())
