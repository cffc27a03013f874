"""Guests: made by the first thing they do, known by a cookie that only the site can give."""

from __future__ import annotations

import asyncio
import hashlib

from tests.online.people.town import town


def test_looking_makes_nobody(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            visitor = here.visitor()
            answer = await visitor.get("/api/me")
            assert answer.json() == {
                "person": None,
                "is_muted": False,
                "scopes": None,
                "warnings": [],
            }
            assert "set-cookie" not in answer.headers and visitor.secret == ""

    asyncio.run(whole())


def test_the_first_action_makes_a_guest_who_stays_the_same(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            visitor = here.visitor()
            first = (await visitor.post("/api/guest")).json()["person"]
            assert first["kind"] == "guest" and first["name"].startswith("Guest ")
            assert (await visitor.post("/api/guest")).json()["person"] == first
            assert (await visitor.get("/api/me")).json()["person"] == first
            assert (await here.guest()).secret != visitor.secret

    asyncio.run(whole())


def test_the_cookie_is_for_this_site_and_no_script(database: str) -> None:
    async def cookie(**settings: str) -> str:
        async with town(database, **settings) as here:
            base = settings.get("public", "http://localhost:8000")
            visitor = here.visitor(base_url=base, headers={"origin": base})
            return str((await visitor.post("/api/guest")).headers["set-cookie"])

    plain = asyncio.run(cookie())
    assert plain.startswith("gattai=") and "HttpOnly" in plain and "SameSite=Lax" in plain
    assert "Secure" not in plain
    secure = asyncio.run(cookie(public="https://play.example.org"))
    assert secure.startswith("__Host-gattai=") and secure.endswith("; Secure")
    assert "; Path=/;" in secure and "Domain" not in secure


def test_the_database_has_only_a_hash_of_the_cookie(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            visitor = await here.guest()
            assert len(visitor.secret) == 43  # 32 bytes
            wanted = hashlib.sha256(visitor.secret.encode()).digest()
            assert await here.tell("SELECT 1 FROM session WHERE hash = $1", wanted)
            for line in await here.tell("SELECT * FROM session"):
                assert visitor.secret not in str(tuple(line))

    asyncio.run(whole())


def test_a_cookie_that_nobody_gave_is_nobodys(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            for made_up in ("x", "A" * 43, "A" * 100_000, "\xff", "a;b"):
                visitor = here.visitor()
                header = {b"cookie": f"gattai={made_up}".encode("latin-1")}
                answer = await visitor.get("/api/me", headers=header)
                assert answer.status_code == 200 and answer.json()["person"] is None
            visitor = here.visitor(cookies={"gattai": "A" * 43})
            await visitor.post("/api/guest")
            given = await here.tell("SELECT 1 FROM session WHERE hash = sha256($1)", b"A" * 43)
            assert not given  # nobody is let choose a secret for somebody else

    asyncio.run(whole())


def test_a_session_ends_when_nobody_came_for_long(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            visitor = await here.guest()
            id = (await visitor.get("/api/me")).json()["person"]["id"]
            await here.tell(
                "UPDATE session SET seen = now() - interval '9 days' WHERE person = $1", id
            )
            await visitor.get("/api/me")
            [(age,)] = await here.tell("SELECT now() - seen FROM session WHERE person = $1", id)
            assert age.total_seconds() < 3_600.5
            await here.tell("UPDATE session SET expires = now() WHERE person = $1", id)
            assert (await visitor.get("/api/me")).json()["person"] is None

    asyncio.run(whole())


def test_guests_who_never_played_are_forgotten(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            idle, player = await here.guest(), await here.guest()
            ids = [(await each.get("/api/me")).json()["person"]["id"] for each in (idle, player)]
            await here.tell("INSERT INTO seat VALUES ('of-sweeping', 0, $1)", ids[1])
            await here.tell("UPDATE person SET created = now() - interval '2 days'")
            await here.people.persons.sweep()
            assert len(await here.people.persons.these(ids)) == 2  # they can still come back
            await here.tell("UPDATE session SET expires = now()")
            await here.people.persons.sweep()
            assert {*await here.people.persons.these(ids)} == {ids[1]}

    asyncio.run(whole())


def test_a_site_may_have_no_guests(database: str) -> None:
    async def whole() -> None:
        async with town(database, guests=False) as here:
            answer = await here.visitor().post("/api/guest")
            assert answer.status_code == 401 and "set-cookie" not in answer.headers

    asyncio.run(whole())


def test_a_guest_who_logs_out_is_a_stranger(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            visitor = await here.guest()
            secret = visitor.secret
            await visitor.delete("/api/session")
            assert visitor.secret == ""
            again = here.visitor(cookies={"gattai": secret})
            assert (await again.get("/api/me")).json()["person"] is None
            assert (await here.visitor().delete("/api/session")).status_code == 401

    asyncio.run(whole())


def test_a_cookie_counts_for_nothing_beside_a_token(database: str) -> None:
    """Else a page of somebody else could pass the door by adding the header."""

    async def whole() -> None:
        async with town(database) as here:
            visitor = await here.guest()
            for said in ("Basic YTpi", "Bearer nothing", "Bearer gattai_" + "A" * 43, "x"):
                answer = await visitor.get("/api/me", headers={"authorization": said})
                assert answer.status_code == 401

    asyncio.run(whole())
