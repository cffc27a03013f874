"""Tokens and bots: a program may what its token says, for as long as nobody takes it away."""

from __future__ import annotations

import asyncio

from tests.online.people.town import town


def test_a_token_is_shown_once_and_stored_as_a_hash(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("Has Tokens")
            said = {"label": " my \0bot\u202e ", "scopes": ["play", "read", "play"]}
            made = (await one.post("/api/me/tokens", json=said)).json()
            assert made["token"].startswith("gattai_") and len(made["token"]) == 50
            [listed] = (await one.get("/api/me/tokens")).json()
            assert (listed["id"], listed["label"]) == (made["id"], "my bot")
            assert listed["scopes"] == ["read", "play"] and listed["used"] is None
            for line in await here.tell("SELECT * FROM token"):
                assert made["token"] not in str(tuple(line))

    asyncio.run(whole())


def test_a_token_opens_what_it_says_until_it_is_revoked(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("Gives Token")
            program = await here.program(one, "read")
            told = (await program.get("/api/me")).json()
            assert told["person"]["id"] == await one.id() and told["scopes"] == ["read"]
            for path in ("/api/me/sessions", "/api/me/tokens", "/api/me/export"):
                assert (await program.get(path)).status_code == 403
            [listed] = (await one.get("/api/me/tokens")).json()
            assert listed["used"] % 3_600 == 0
            stranger = await here.account("No Token Of Hers")
            assert (await stranger.delete(f"/api/me/tokens/{listed['id']}")).status_code == 404
            assert (await one.delete(f"/api/me/tokens/{listed['id']}")).status_code == 200
            assert (await program.get("/api/me")).status_code == 401

    asyncio.run(whole())


def test_a_token_wants_something(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("Wants Tokens")
            for scopes in ([], ["everything"], ["read", "host"]):
                said = {"label": "x", "scopes": scopes}
                assert (await one.post("/api/me/tokens", json=said)).status_code == 400
            said = {"label": "x", "scopes": ["read"]}
            found = [(await one.post("/api/me/tokens", json=said)).status_code for _ in range(21)]
            assert found == [200] * 20 + [400]

    asyncio.run(whole())


def test_a_bot_belongs_to_an_account(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, other = await here.account("Bot Author"), await here.account("No Author")
            bot = (await one.post("/api/me/bots", json={"name": "Deep Gray"})).json()
            assert (bot["kind"], bot["name"]) == ("bot", "Deep Gray")
            path = f"/api/me/bots/{bot['id']}"
            said = {"label": "x", "scopes": ["play"]}
            assert (await other.post(f"{path}/tokens", json=said)).status_code == 404
            assert (await other.get(f"{path}/tokens")).status_code == 404
            assert (await other.delete(path)).status_code == 404
            token = (await one.post(f"{path}/tokens", json=said)).json()
            program = here.visitor(headers={"authorization": f"Bearer {token['token']}"})
            assert (await program.get("/api/me")).json()["person"] == bot
            found = await here.people.persons.find(bot["id"])
            assert found is not None and found.is_bot and found.owner == await one.id()
            assert (await one.delete(f"{path}/tokens/{token['id']}")).status_code == 200
            assert (await program.get("/api/me")).status_code == 401
            assert await here.visitor().log_in("Deep Gray", "") == 401

    asyncio.run(whole())


def test_a_bot_goes_when_it_or_its_owner_goes(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("Bot Keeper")
            programs = []
            for name in ("Bot Aa", "Bot Bb"):
                bot = (await one.post("/api/me/bots", json={"name": name})).json()
                path, said = f"/api/me/bots/{bot['id']}", {"label": "x", "scopes": ["read"]}
                token = (await one.post(f"{path}/tokens", json=said)).json()["token"]
                programs.append((path, here.visitor(headers={"authorization": f"Bearer {token}"})))
            (first, program), (_, other) = programs
            assert (await one.delete(first)).status_code == 200
            assert (await program.get("/api/me")).status_code == 401
            assert (await other.get("/api/me")).status_code == 200
            assert [bot["name"] for bot in (await one.get("/api/me/bots")).json()] == ["Bot Bb"]
            await here.tell("UPDATE person SET closed = now() WHERE id = $1", await one.id())
            assert (await other.get("/api/me")).status_code == 401

    asyncio.run(whole())


def test_an_account_has_only_so_many_bots(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("Bot Factory")
            names = [f"Factory Bot {letter}" for letter in "abcdef"]
            found = [(await one.post("/api/me/bots", json={"name": n})).status_code for n in names]
            assert found == [200] * 5 + [400]

    asyncio.run(whole())
