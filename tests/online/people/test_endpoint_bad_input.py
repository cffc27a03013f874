"""Whatever is sent, the site answers in words: never with a mistake of its own."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from gattai.server.online.caller import Rank
from tests.online.people.served import served
from tests.online.people.town import HERE, town

EXAMPLES, MANY = 10, 300


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MANY, marks=pytest.mark.long)])
def test_what_the_description_allows_and_what_it_does_not(database: str, examples: int) -> None:
    """Every address as its description has it, asked by the host and by a stranger."""
    with served(database) as (origin, here):
        with httpx.Client(base_url=origin, headers={"origin": origin}) as owner:
            name = f"Schema Reader {'abc'[examples > EXAMPLES]}"
            said = {"name": name, "password": "correct horse"}
            assert owner.post("/api/account", json=said).status_code == 200
            asyncio.run(_make_host(database, name))
            cookies = dict(owner.cookies)
        schema = schemathesis.openapi.from_url(f"{origin}/api/openapi.json")
        tried, statuses = 0, Counter[int]()
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)  # else the description is none
            operation = found.ok()
            if (operation.method.lower(), operation.path) == ("delete", "/api/me"):
                continue  # else nobody were there to ask the rest; test_leaving tries it

            @settings(
                max_examples=examples, deadline=None, database=None, phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )  # fmt: skip
            @given(case=operation.as_strategy(), is_known=st.booleans())
            def ask(case: Any, is_known: bool) -> None:
                nonlocal tried
                headers = {**(case.headers or {}), "origin": origin}
                answer = case.call(
                    base_url=origin, headers=headers, cookies=cookies if is_known else {}
                )
                assert answer.status_code < 500, (case.method, case.path, answer.text)
                tried += 1
                statuses[answer.status_code] += 1

            ask()
        print(f"{tried} requests to {len(here.site.endpoints)} addresses: {dict(statuses)}")
        assert tried > examples * len(here.site.endpoints) / 4


async def _make_host(database: str, name: str) -> None:
    from gattai.server.online.people.desk import make

    assert await make(database, name, Rank.HOST)


RUBBISH: list[Any] = [
    None, True, 0, -1, 1.5, 10**30, "", "\0", "\ud800", "a" * 201, "a" * 100_000, [], {}, [[]],
    {"a": "b"}, "\u202e", "'; DROP TABLE person; --", "%00", "../../etc/passwd", "𝔘𝔫𝔦", "e\u0301" * 60,
]  # fmt: skip


def rubbish(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randrange(4 if depth < 3 else 2)
    if kind == 2:
        return [rubbish(chance, depth + 1) for _ in range(chance.randrange(3))]
    names = "name password new old ceremony credential label scopes about what match verdict why hours rank"
    if kind == 3:
        return {chance.choice(names.split()): rubbish(chance, depth + 1) for _ in range(4)}
    return chance.choice(RUBBISH)


@pytest.mark.parametrize("seed", range(3))
def test_rubbish_is_refused_in_words(database: str, seed: int) -> None:
    import json

    async def whole() -> None:
        chance = random.Random(seed)
        async with town(database) as here:
            owner = await here.of_rank(f"Rubbish {'abc'[seed]}", Rank.HOST)
            known = [
                each for each in here.site.endpoints if each.path not in ("/api/me", "/api/session")
            ]
            for _ in range(400):
                each = chance.choice(known)
                path = each.path
                for name in each.params:
                    part = chance.choice(
                        ["%00", "%F0%28", "..%2F", "%ff", "x" * 3_000, "ok", "%E2%80%AE"]
                    )
                    path = path.replace(f"{{{name}}}", part)
                body = json.dumps(rubbish(chance)).encode()
                if chance.random() < 0.2:
                    body = body[: len(body) // 2] + bytes(chance.randrange(256) for _ in range(9))
                query = chance.choice(
                    ["", "?name=%00", "?state=%ff&about=%00", "?before=9999999999999999999"]
                )
                answer = await owner.request(each.method, path + query, content=body)
                assert answer.status_code < 500, (each.method, path + query, body, answer.text)

    asyncio.run(whole())


def test_requests_over_the_limit_do_not_reach_the_database(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 3,000 requests most are answered before anything is asked; others are served all the while."""

    async def whole() -> None:
        async with town(database, rates=1.0) as here:
            other = await here.account("Not Flooded", address="192.0.2.200")
            flooder = await here.guest(address="192.0.2.66")
            asked = 0
            find = here.people.sessions.find

            async def counted(secret: str) -> Any:
                nonlocal asked
                asked += secret == flooder.secret
                return await find(secret)

            monkeypatch.setattr(here.people.sessions, "find", counted)
            statuses: list[int] = []
            for turn in range(100):
                answers = await asyncio.gather(
                    *(flooder.get("/api/me/blocks", headers={"origin": HERE}) for _ in range(30))
                )
                statuses += [answer.status_code for answer in answers]
                if turn % 10 == 0:
                    assert (await other.get("/api/me")).status_code == 200
            assert {*statuses} == {200, 429}
            assert 120 <= statuses.count(200) < 200
            assert asked < 120 * 8 * 1.2  # what an address may, if many share it

    asyncio.run(whole())
