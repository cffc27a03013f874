"""Accounts: made from guests or from nothing, entered by a password, never by anything that was known before."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.online.people.town import PASSWORD, Town, town


def test_a_guest_who_makes_an_account_stays_the_same_person(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            visitor = await here.guest()
            id, secret = await visitor.id(), visitor.secret
            said = {"name": "Keeps Games", "password": PASSWORD}
            made = (await visitor.post("/api/account", json=said)).json()["person"]
            assert made == {"id": id, "name": "Keeps Games", "kind": "account", "rank": "account"}
            assert visitor.secret not in ("", secret)
            before = here.visitor(cookies={"gattai": secret})
            assert (await before.get("/api/me")).json()["person"] is None

    asyncio.run(whole())


def test_an_account_is_entered_by_its_name_and_password(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            at_home = await here.account("Entered")
            elsewhere = here.visitor()
            assert await elsewhere.log_in("ENTERED", PASSWORD) == 200  # however it is written
            assert await elsewhere.id() == await at_home.id()
            for name, password in [("Entered", "wrong horse battery"), ("Nobody1", PASSWORD)]:
                stranger = here.visitor()
                answer = await stranger.post(
                    "/api/session", json={"name": name, "password": password}
                )
                assert answer.status_code == 401 and "set-cookie" not in answer.headers
                assert "the name or the password is wrong" in answer.text

    asyncio.run(whole())


def test_an_old_cookie_is_invalid_after_a_change(database: str) -> None:
    """Somebody puts a cookie of theirs into my browser, and waits until I have logged in."""

    async def whole() -> None:
        async with town(database) as here:
            await here.account("Not Fixed")
            mallory = await here.guest()
            victim = here.visitor(cookies={"gattai": mallory.secret})
            assert await victim.log_in("Not Fixed", PASSWORD) == 200
            assert (await mallory.get("/api/me")).json()["person"] is None
            assert (await victim.get("/api/me")).json()["person"]["name"] == "Not Fixed"

    asyncio.run(whole())


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Fine Name", "short"),
        ("Fine Name", "password123"),
        ("Fine Name", "aaaaaaaaaaaa"),
        ("Fine Name", "fine name"),
        ("Fine Name", "x" * 201),
        ("admin", PASSWORD),
        ("x" * 300, PASSWORD),
        ("", PASSWORD),
        ("a\0bc", PASSWORD),
    ],
)
def test_these_cannot_be(database: str, name: str, password: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            said = {"name": name, "password": password}
            answer = await here.visitor().post("/api/account", json=said)
            assert answer.status_code == 400, answer.text

    asyncio.run(whole())


def test_nobody_takes_a_name_that_looks_like_anothers(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            await here.account("Lookalike")
            for name in ("lookalike", "Look_alike", "Iookalike", "Lооkаlіkе"):
                said = {"name": name, "password": PASSWORD}
                assert (await here.visitor().post("/api/account", json=said)).status_code == 400

            async def race() -> int:
                said = {"name": "Wanted By All", "password": PASSWORD}
                return (await here.visitor().post("/api/account", json=said)).status_code

            got = await asyncio.gather(*(race() for _ in range(8)))
            assert sorted(got) == [200] + [400] * 7

    asyncio.run(whole())


def test_a_host_may_make_all_accounts(database: str) -> None:
    async def whole() -> None:
        async with town(database, registration=False) as here:
            said = {"name": "By Myself", "password": PASSWORD}
            assert (await here.visitor().post("/api/account", json=said)).status_code == 403

    asyncio.run(whole())


def test_sessions_are_listed_and_ended_one_by_one_and_all(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("Many Devices")
            others = [here.visitor(headers={"user-agent": "curl/8"}) for _ in range(3)]
            for other in others:
                assert await other.log_in("Many Devices", PASSWORD) == 200
            listed = (await one.get("/api/me/sessions")).json()
            assert len(listed) == 4 and {*listed[0]} == {
                "id", "device", "created", "seen", "expires", "is_this",
            }  # fmt: skip
            assert (
                sorted(each["device"] for each in listed)
                == ["Firefox on Linux"] + ["a program"] * 3
            )
            [this] = [each for each in listed if each["is_this"]]
            assert this["device"] == "Firefox on Linux"
            assert this["seen"] % 3_600 == 0  # nobody needs to know more exactly
            first = next(each["id"] for each in listed if not each["is_this"])
            assert (await one.delete(f"/api/me/sessions/{first}")).status_code == 200
            assert (await one.delete(f"/api/me/sessions/{first}")).status_code == 404
            stranger = await here.account("Other Devices")
            assert (await stranger.delete(f"/api/me/sessions/{this['id']}")).status_code == 404
            known = [(await each.get("/api/me")).json()["person"] for each in others]
            assert len([each for each in known if each]) == 2
            assert (await one.delete("/api/me/sessions")).status_code == 200
            assert not [each for each in others if (await each.get("/api/me")).json()["person"]]
            assert (await one.get("/api/me")).json()["person"]

    asyncio.run(whole())


def test_another_password_ends_all_other_sessions(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, other = await here.account("New Password"), here.visitor()
            await other.log_in("New Password", PASSWORD)
            wrong = {"old": "not this one", "new": "another long one"}
            assert (await one.post("/api/me/password", json=wrong)).status_code == 403
            assert (await other.get("/api/me")).json()["person"]
            right = {"old": PASSWORD, "new": "another long one"}
            assert (await one.post("/api/me/password", json=right)).status_code == 200
            assert (await one.get("/api/me")).json()["person"]
            assert (await other.get("/api/me")).json()["person"] is None
            assert await other.log_in("New Password", PASSWORD) == 401
            assert await other.log_in("New Password", "another long one") == 200

    asyncio.run(whole())


def test_a_name_is_changed_rarely_and_nobody_else_gets_the_old_one(database: str) -> None:
    async def rename(visitor: Any, name: str) -> int:
        return int((await visitor.post("/api/me/name", json={"name": name})).status_code)

    async def whole() -> None:
        async with town(database) as here:
            one, other = await here.account("First Name"), await here.account("Somebody Else")
            assert await rename(one, "somebody_else") == 400
            assert await rename(one, "Second Name") == 200
            assert (await one.get("/api/me")).json()["person"]["name"] == "Second Name"
            answer = await one.post("/api/me/name", json={"name": "Third Name"})
            assert answer.status_code == 400 and "30 days" in answer.text
            assert await rename(other, "First Name") == 400
            assert await here.visitor().log_in("First Name", PASSWORD) == 401
            assert await here.visitor().log_in("Second Name", PASSWORD) == 200
            await here.tell("UPDATE person SET renamed = now() - interval '31 days'")
            assert await rename(one, "First Name") == 200  # it was one's own
            await here.tell("UPDATE former_name SET until = now()")
            assert await rename(other, "Second Name") == 200

    asyncio.run(whole())


async def tries(here: Town, name: str, times: int, address: str) -> list[int]:
    visitor = here.visitor(address=address)
    return [await visitor.log_in(name, "wrong horse battery") for _ in range(times)]


def test_guessing_is_stopped_and_keeps_nobody_else_out(database: str) -> None:
    async def whole() -> None:
        async with town(database, rates=1.0) as here:
            await here.account("Guessed At", address="198.51.100.1")
            found = await tries(here, "Guessed At", 14, "198.51.100.2")
            assert found == [401] * 10 + [429] * 4
            guesser = here.visitor(address="198.51.100.2")
            said = {"name": "Guessed At", "password": PASSWORD}
            answer = await guesser.post("/api/session", json=said)
            assert answer.status_code == 429 and 1 <= int(answer.headers["retry-after"]) <= 900
            # At another address, and on another node, the owner comes in as ever.
            async with town(database, rates=1.0) as other:
                owner = other.visitor(address="198.51.100.1")
                assert await owner.log_in("Guessed At", PASSWORD) == 200
                assert await tries(other, "Guessed At", 1, "198.51.100.2") == [429]
            # A name that nobody has is counted the same, so that nothing is learnt from it.
            assert await tries(here, "Nobody At All", 14, "198.51.100.3") == found

    asyncio.run(whole())


def test_logging_in_rightly_is_not_counted(database: str) -> None:
    async def whole() -> None:
        async with town(database, rates=1.0) as here:
            await here.account("Comes Often", address="198.51.100.7")
            for _ in range(15):
                visitor = here.visitor(address="198.51.100.7")
                assert await visitor.log_in("Comes Often", PASSWORD) == 200

    asyncio.run(whole())


def test_one_address_makes_only_so_many_accounts(database: str) -> None:
    async def whole() -> None:
        async with town(database, rates=0.1) as here:  # 2 a day
            found = []
            for number in range(4):
                here.site.limits._buckets.clear()  # by memory it would be less still
                said = {"name": f"Factory {'abcd'[number]}", "password": PASSWORD}
                visitor = here.visitor(address="198.51.100.9")
                found.append((await visitor.post("/api/account", json=said)).status_code)
            assert found == [200, 200, 429, 429]
            kept = [tuple(line) for line in await here.tell("SELECT * FROM attempt")]
            assert "198.51.100.9" not in str(kept) and b"198.51" not in b"".join(x[0] for x in kept)

    asyncio.run(whole())
