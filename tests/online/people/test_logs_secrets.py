"""No line that the site writes about itself holds a secret, whatever goes wrong; no answer does either."""

from __future__ import annotations

import asyncio
import io
import logging
from typing import Any

import pytest
import structlog

from gattai.server.online.caller import Rank
from gattai.server.online.ops import logs
from tests.online.people.authenticator import Authenticator
from tests.online.people.town import HERE, Town, Visitor, town

PASSWORD, WRONG, OTHER = "a secret of Anna's", "a wrong secret of hers", "another secret of hers"


async def live(here: Town, name: str, found: set[str]) -> None:
    """Do everything that has to do with a secret, and collect the secrets."""
    visitor = await here.guest()
    found.add(visitor.secret)
    said = {"name": name, "password": PASSWORD}
    await visitor.post("/api/account", json=said)
    found.add(visitor.secret)
    await here.visitor().log_in(name, WRONG)
    for scopes in (["read"], ["play"]):
        made = await visitor.post("/api/me/tokens", json={"label": "x", "scopes": scopes})
        token = made.json()["token"]
        found.add(token)
        program = here.visitor(headers={"authorization": f"Bearer {token}"})
        await program.get("/api/me")
        await program.get("/api/me/sessions")
    await visitor.get("/api/me", headers={"authorization": "Bearer gattai_made_up_token"})
    telephone = Authenticator(HERE, "localhost")
    begun = (await visitor.post("/api/me/passkeys/begin", json={"password": PASSWORD})).json()
    credential = telephone.create(begun["options"])
    found |= {begun["options"]["challenge"], begun["ceremony"], str(credential["response"])}
    answer = {"ceremony": begun["ceremony"], "credential": credential}
    await visitor.post("/api/me/passkeys", json=answer)
    await visitor.post("/api/me/passkeys", json=answer)
    await visitor.post("/api/me/password", json={"old": WRONG, "new": OTHER})
    await visitor.post("/api/me/password", json={"old": PASSWORD, "new": OTHER})
    await visitor.request("DELETE", "/api/me", json={"password": WRONG})
    await visitor.post("/api/session", content=f'{{"password": "{PASSWORD}"')
    await visitor.post("/api/session", json={"name": 1, "password": PASSWORD})


async def stumble(here: Town, found: set[str], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The same with a site in which everything goes wrong at some place."""

    async def fails(*_: Any, **__: Any) -> Any:
        raise RuntimeError("something that nobody foresaw")

    visitor = await here.guest()
    found.add(visitor.secret)
    statuses = []
    for owner, name in (
        (here.people.passwords, "hashed"),
        (here.people.passwords, "whose"),
        (here.people.persons, "find"),
        (here.people.sessions, "begin"),
        (here.people.sessions, "find"),
        (here.people.tokens, "find"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, fails)
            said = {"name": "Stumbles Here", "password": PASSWORD}
            token = {"authorization": "Bearer gattai_made_up_token"}
            for answer in (
                await visitor.post("/api/account", json=said),
                await visitor.post("/api/session", json=said),
                await visitor.get("/api/me", headers=token),
                await visitor.get("/api/me"),
            ):
                statuses.append(answer.status_code)
                found.add(visitor.secret)
    return statuses


def test_no_line_holds_a_secret(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    found = {PASSWORD, WRONG, OTHER, "gattai_made_up_token"}
    lines = io.StringIO()

    async def whole() -> list[int]:
        async with town(database) as here:
            await live(here, "Tells Nobody", found)
            return await stumble(here, found, monkeypatch)

    with caplog.at_level(logging.DEBUG):
        logs.set_up("json", lines)
        try:
            statuses = asyncio.run(whole())
        finally:
            structlog.reset_defaults()  # else it writes where nobody listens any more
    out, err = capfd.readouterr()
    written = f"{lines.getvalue()}\n{out}\n{err}\n{caplog.text}"
    assert statuses.count(500) >= 6 and "nobody foresaw" in written  # lines there are
    found.discard("")
    assert len(found) > 10
    for secret in found:
        assert secret not in written


def test_no_answer_holds_a_secret_of_somebody(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            found: set[str] = set()
            await live(here, "Told By Nobody", found)
            owner: Visitor = await here.of_rank("Looks Everywhere", Rank.HOST)
            kept = await here.tell("SELECT hash FROM session UNION SELECT hash FROM token")
            found |= {line[0].hex() for line in kept}
            found |= {line[0] for line in await here.tell("SELECT hash FROM password")}
            for each in here.site.endpoints:
                if each.method == "GET":
                    path = each.path.replace("{id}", await owner.id())
                    answer = await owner.get(path, params={"name": "Told By Nobody"})
                    assert not [secret for secret in found if secret and secret in answer.text]
                    assert "argon2" not in answer.text

    asyncio.run(whole())


@pytest.mark.parametrize("path", ["/api/me", "/api/me/sessions", "/api/me/export"])
def test_nobody_in_between_stores_what_is_sent_to_one(database: str, path: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            answer = await (await here.account(f"Kept {path[-4:]}".replace("/", ""))).get(path)
            assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"

    asyncio.run(whole())
