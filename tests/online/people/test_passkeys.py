"""Passkeys: an account made, entered and kept with one; whatever does not prove it is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.online.people.authenticator import PRESENT, Authenticator
from tests.online.people.town import HERE, PASSWORD, Town, Visitor, town


def device() -> Authenticator:
    return Authenticator(HERE, "localhost")


async def begin(visitor: Visitor, path: str, said: Any = None) -> tuple[str, dict[str, Any]]:
    answer = await visitor.post(f"{path}/begin", json=said)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    return told["ceremony"], told["options"]


async def finish(visitor: Visitor, path: str, ceremony: str, credential: Any) -> int:
    said = {"ceremony": ceremony, "credential": credential, "label": "my telephone"}
    return (await visitor.post(path, json=said)).status_code


async def register(visitor: Visitor, name: str, made_with: Authenticator) -> int:
    path = "/api/passkeys/register"
    ceremony, options = await begin(visitor, path, {"name": name})
    return await finish(visitor, path, ceremony, made_with.create(options))


async def log_in(visitor: Visitor, made_with: Authenticator) -> int:
    path = "/api/passkeys/login"
    ceremony, options = await begin(visitor, path)
    return await finish(visitor, path, ceremony, made_with.get(options))


def test_an_account_is_made_and_entered_with_a_passkey_alone(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, telephone = here.visitor(), device()
            assert await register(one, "Passkey Only", telephone) == 200
            other = await here.guest()
            assert await log_in(other, telephone) == 200
            assert await other.id() == await one.id()
            [listed] = (await one.get("/api/me/passkeys")).json()
            assert listed["label"] == "my telephone" and listed["used"] % 3_600 == 0
            assert await here.visitor().log_in("Passkey Only", "") == 401

    asyncio.run(whole())


def test_a_passkey_is_called_something_else_by_its_owner_alone(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, other = here.visitor(), await here.account("Not Its Owner")
            assert await register(one, "Calls It", device()) == 200
            [listed] = (await one.get("/api/me/passkeys")).json()
            path = f"/api/me/passkeys/{listed['id']}"
            assert (await other.put(path, json={"name": "mine"})).status_code == 404
            assert (await one.put(path, json={"name": " \u202e"})).status_code == 400
            assert (await one.put(path, json={"name": "the blue one"})).status_code == 200
            [listed] = (await one.get("/api/me/passkeys")).json()
            assert listed["label"] == "the blue one"

    asyncio.run(whole())


def test_a_guest_who_takes_a_passkey_stays_the_same_person(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            guest = await here.guest()
            id, secret = await guest.id(), guest.secret
            assert await register(guest, "Passkey Guest", device()) == 200
            assert await guest.id() == id and guest.secret != secret

    asyncio.run(whole())


def test_a_passkey_is_added_by_anyone_who_proves_who_they_are(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, telephone, path = await here.account("Adds Passkey"), device(), "/api/me/passkeys"
            wrong = await one.post(f"{path}/begin", json={"password": "not this one"})
            assert wrong.status_code == 403
            ceremony, options = await begin(one, path, {"password": PASSWORD})
            mallory = await here.account("Adds To Hers")
            made = telephone.create(options)
            assert await finish(mallory, path, ceremony, made) == 400
            ceremony, options = await begin(one, path, {"password": PASSWORD})
            made = telephone.create(options)
            assert await finish(one, path, ceremony, made) == 200
            assert options["excludeCredentials"] == []
            _, again = await begin(one, path, {"password": PASSWORD})
            assert [each["id"] for each in again["excludeCredentials"]] == [made["id"]]
            telephone.keys = {made["id"]: telephone.keys[made["id"]]}
            assert await log_in(here.visitor(), telephone) == 200
            assert (await mallory.delete(f"{path}/{made['id']}")).status_code == 404
            assert (await one.delete(f"{path}/{made['id']}")).status_code == 200
            assert await log_in(here.visitor(), telephone) == 401

    asyncio.run(whole())


def test_nobody_shuts_themselves_out(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = here.visitor()
            await register(one, "Last Passkey", device())
            [only] = (await one.get("/api/me/passkeys")).json()
            path = f"/api/me/passkeys/{only['id']}"
            assert (await one.delete(path)).status_code == 400
            first = {"new": PASSWORD}
            assert (await one.post("/api/me/password", json=first)).status_code == 200
            assert (await one.delete(path)).status_code == 200
            assert await here.visitor().log_in("Last Passkey", PASSWORD) == 200

    asyncio.run(whole())


def test_an_old_session_does_not_prove_who_it_is(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = here.visitor()
            await register(one, "Old Session", device())
            await here.tell("UPDATE session SET created = now() - interval '1 hour'")
            assert (await one.post("/api/me/password", json={"new": PASSWORD})).status_code == 403
            assert (await one.post("/api/me/passkeys/begin", json={})).status_code == 403
            assert (await one.request("DELETE", "/api/me", json={})).status_code == 403

    asyncio.run(whole())


async def cheating(here: Town, how: str) -> int:
    """The status of a log-in in which something is not as it should be."""
    visitor, telephone, path = here.visitor(), device(), "/api/passkeys/login"
    telephone.counts = how != "twice"  # else the count alone would give it away
    assert await register(visitor, f"Cheats {how}"[:24], telephone) == 200
    ceremony, options = await begin(visitor, path)
    if how == "with another site":
        telephone.origin, telephone.host = "https://evil.example", "evil.example"
    if how == "by a page elsewhere":
        telephone.origin = "https://evil.example"
    if how == "unverified":
        telephone.flags = PRESENT
    if how == "absent":
        telephone.flags = 0
    if how == "with a copy":
        telephone.count = 0
        await here.tell("UPDATE passkey SET count = 1000")
    if how == "with a challenge":
        options["challenge"] = options["challenge"][::-1]
    if how == "too late":
        await here.tell("UPDATE ceremony SET until = now() WHERE id = $1", ceremony)
    credential = telephone.get(options)
    if how == "twice":
        assert await finish(here.visitor(), path, ceremony, credential) == 200
    if how == "with a key":
        other = device()
        other.keys = {credential["id"]: (other_key(other), "x")}
        credential = other.get(options)
    if how == "by a challenge to register":
        ceremony, options = await begin(here.visitor(), "/api/passkeys/register", {"name": "Any"})
        credential = telephone.get(options)
    if how == "closed":
        await here.tell("UPDATE person SET closed = now() WHERE id = $1", await visitor.id())
    return await finish(here.visitor(), path, ceremony, credential)


def other_key(other: Authenticator) -> Any:
    other.create({"user": {"id": "x"}, "challenge": "x"})
    [(key, _)] = other.keys.values()
    return key


@pytest.mark.parametrize(
    "how",
    [
        "with another site", "by a page elsewhere", "unverified", "absent", "with a copy",
        "with a challenge", "too late", "twice", "with a key", "by a challenge to register", "closed",
    ],
)  # fmt: skip
def test_anyone_who_cheats_stays_outside(database: str, how: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            assert await cheating(here, how) == 401

    asyncio.run(whole())


def test_who_does_not_cheat_comes_in(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            assert await cheating(here, "not") == 200

    asyncio.run(whole())


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 1},
        {"id": "é"},
        {"id": "AAAA", "response": []},
        {"id": None, "rawId": {}},
        {"id": "A" * 5000},
    ],
)
def test_rubbish_proves_nothing(database: str, credential: Any) -> None:
    async def whole() -> None:
        async with town(database) as here:
            for kind, refused in (("register", 400), ("login", 401)):
                path = f"/api/passkeys/{kind}"
                ceremony, _ = await begin(here.visitor(), path, {"name": "Rubbish Maker"})
                assert await finish(here.visitor(), path, ceremony, credential) == refused
            one, telephone = here.visitor(), device()
            ceremony, options = await begin(one, "/api/passkeys/register", {"name": "Rubbish Two"})
            made = telephone.create(options)
            made["response"] = {**made["response"], **dict.fromkeys(made["response"], "AAAA")}
            assert await finish(one, "/api/passkeys/register", ceremony, made) == 400

    asyncio.run(whole())
