"""One's data to take along, and going: nothing remains but an id at the seats where one sat."""

from __future__ import annotations

import asyncio
import re

from gattai.server.online.people.leaving import GOES, STAYS, TELL
from tests.online.people.town import PASSWORD, Town, Visitor, town

SECRETS = ("hash", "public", "challenge", "folded")


async def lived(here: Town, name: str) -> Visitor:
    """Somebody who has done everything there is to do."""
    one, other = await here.account(name), await here.guest()
    id = await one.id()
    await here.program(one, "read", "play")
    await one.post("/api/me/bots", json={"name": f"{name} Bot"})
    await one.put(f"/api/me/blocks/{await other.id()}")
    await other.put(f"/api/me/blocks/{id}")
    await one.post("/api/reports", json={"about": await other.id(), "what": "words of mine"})
    await here.tell(
        "INSERT INTO moderation (by, did, about, why) VALUES ('m', 'muted', $1, 'loud')", id
    )
    await here.tell(
        "INSERT INTO warning (id, person, body) VALUES ($1, $2, 'not so loud')", f"of {name}", id
    )
    await here.tell("UPDATE person SET mail = 'me@example.org' WHERE id = $1", id)
    match = f"match of {name}"
    await here.tell(
        "INSERT INTO match (id, game, head, digest, winners) VALUES ($1, 'aegis', '', '', '{0,1}')",
        match,
    )
    await here.tell("INSERT INTO seat VALUES ($1, 0, $2), ($1, 1, $3)", match, id, await other.id())
    await here.tell("INSERT INTO rating VALUES ($1, 'aegis', 'two', 1500, 350, 0.06, 1, now())", id)
    await here.tell(
        "INSERT INTO rating_history (person, game, kind, match, at, rating, deviation, change) "
        "VALUES ($1, 'aegis', 'two', $2, now(), 1500, 350, 0)",
        id,
        match,
    )
    await here.tell("INSERT INTO said (room, person, body) VALUES ('lobby', $1, 'hello')", id)
    await here.tell(
        "INSERT INTO seek (id, person, game, options, reaction, turn, rated, quick, rating, least, most) "
        "VALUES ($1, $2, 'aegis', '', 0, 0, false, false, 0, 0, 0)",
        f"seek of {name}",
        id,
    )
    await here.tell("INSERT INTO saved_list (person, id, body) VALUES ($1, 'a', 'b')", id)
    await here.tell("INSERT INTO gathered (seek, person, seed) VALUES ('some', $1, '-')", id)
    await here.tell("INSERT INTO open_match (match, person) VALUES ($1, $2)", match, id)
    return one


def test_everything_is_reported_and_nothing_that_opens_anything(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await lived(here, "Takes Along")

            async def more(person: str) -> list[str]:
                return [f"a talk of {person}"]

            here.people.leaving.telling["talk"] = more
            answer = await one.get("/api/me/export")
            assert 'filename="gattai.json"' in answer.headers["content-disposition"]
            assert answer.headers["cache-control"] == "no-store"
            told = answer.json()
            assert told["person"][0]["mail"] == "me@example.org"
            assert told["talk"] == [f"a talk of {await one.id()}"]
            (match,) = told["matches"]
            assert (match["id"], match["won"]) == ("match of Takes Along", False), "it was a draw"
            empty = {name for name, lines in told.items() if not lines}
            assert empty == {"passkeys"}  # all else has something to tell
            assert one.secret not in answer.text and "$argon2" not in answer.text
            assert not any(f'"{name}"' in answer.text for name in SECRETS)

    asyncio.run(whole())


def test_every_table_that_knows_people_is_reported_and_forgotten(database: str) -> None:
    """A table with persons in it that is not named was forgotten by us, not by the person."""

    async def whole() -> None:
        async with town(database) as here:
            lines = await here.tell(
                "SELECT table_name FROM information_schema.columns "
                "WHERE table_schema = 'public' AND column_name = 'person'"
            )
            tables = {line[0] for line in lines}
            assert tables >= {"password", "passkey", "session", "token", "block", "rating", "seat"}
            for table in tables - {*STAYS}:
                named = re.compile(rf"\b(FROM|JOIN|UPDATE) {table}\b")
                assert any(named.search(statement) for statement in GOES), table
                if table not in ("ceremony", "letter"):  # they last an hour at most
                    assert any(named.search(statement) for statement in TELL.values()), table

    asyncio.run(whole())


def test_a_player_who_goes_has_left(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await lived(here, "Goes Away")
            id, secret = await one.id(), one.secret
            forgotten = []

            async def forget(person: str) -> None:
                forgotten.append(person)

            here.people.leaving.forgetting.append(forget)
            wrong = await one.request("DELETE", "/api/me", json={"password": "not this one"})
            assert wrong.status_code == 403 and not forgotten
            answer = await one.request("DELETE", "/api/me", json={"password": PASSWORD})
            assert answer.status_code == 200 and one.secret == ""
            assert len(forgotten) == 2 and id in forgotten  # with the bot
            told = (await here.visitor().get(f"/api/people/{id}")).json()
            assert told["name"] == "somebody who left"
            [(left,)] = await here.tell("SELECT count(*) FROM seat WHERE person = $1", id)
            assert left == 1
            old = here.visitor(cookies={"gattai": secret})
            assert (await old.get("/api/me")).json()["person"] is None
            assert await here.visitor().log_in("Goes Away", PASSWORD) == 401
            found = await here.visitor().get("/api/people", params={"name": "Goes Away"})
            assert found.status_code == 404
            for table in (
                "password",
                "passkey",
                "session",
                "token",
                "block",
                "ceremony",
                "rating",
                "said",
                "gathered",
                "warning",
                "saved_list",
            ):
                assert not await here.tell(f"SELECT 1 FROM {table} WHERE person = $1", id)
            for line in await here.tell("SELECT * FROM person WHERE id = $1 OR owner = $1", id):
                assert "away" not in str(tuple(line)).lower() and "example" not in str(tuple(line))
            assert not await here.tell("SELECT 1 FROM report WHERE reporter = $1", id)
            said = {"name": "Goes Away", "password": PASSWORD}  # nobody is taken for them
            assert (await here.visitor().post("/api/account", json=said)).status_code == 400
            await here.tell("UPDATE former_name SET until = now()")
            assert (await here.visitor().post("/api/account", json=said)).status_code == 200

    asyncio.run(whole())


def test_a_guest_may_go_too(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            guest = await here.guest()
            assert (await guest.get("/api/me/export")).status_code == 200
            assert (await guest.request("DELETE", "/api/me", json={})).status_code == 200
            assert (await guest.get("/api/me")).json()["person"] is None
            assert (await here.visitor().request("DELETE", "/api/me", json={})).status_code == 401

    asyncio.run(whole())
