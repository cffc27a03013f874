"""Blocks, reports, and what moderators do: to those below them, with a reason, in a log."""

from __future__ import annotations

import asyncio
from typing import Any

from gattai.server.online.caller import Rank
from gattai.server.online.people.desk import make
from tests.online.people.town import PASSWORD, Visitor, town, whole_town


async def does(by: Visitor, id: str, what: str, **more: Any) -> int:
    path = f"/api/moderation/people/{id}/{what}"
    return (await by.post(path, json={"why": "as a test", **more})).status_code


def test_those_who_blocked_each_other_do_not_meet(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, other, third = [await here.guest() for _ in range(3)]
            ids = [await each.id() for each in (one, other, third)]
            for _ in range(2):
                assert (await one.put(f"/api/me/blocks/{ids[1]}")).status_code == 200
            assert [who["id"] for who in (await one.get("/api/me/blocks")).json()] == [ids[1]]
            assert (await other.get("/api/me/blocks")).json() == []
            blocks = here.people.blocks
            assert await blocks.between(ids[0], ids) == await blocks.by(ids[0]) == {ids[1]}
            assert await blocks.between(ids[1], ids) == {ids[0]} and not await blocks.by(ids[1])
            assert not await blocks.between(ids[2], ids)
            for nobody in ("nobody", ids[0], "%00"):
                assert (await one.put(f"/api/me/blocks/{nobody}")).status_code == 404
            assert (await one.delete(f"/api/me/blocks/{ids[1]}")).status_code == 200
            assert not await blocks.between(ids[0], ids)

    asyncio.run(whole())


def test_a_report_reaches_moderators_and_is_settled_once(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, other = await here.guest(), await here.account("Reported")
            about = await other.id()
            said = {"about": about, "match": "m1", "what": "rude\u202e words\0"}
            made = (await one.post("/api/reports", json=said)).json()["id"]
            for wrong in ({"about": "nobody", "what": "x"}, {"about": await one.id(), "what": "x"}):
                assert (await one.post("/api/reports", json=wrong)).status_code == 404
            empty = {"about": about, "what": " \0 "}
            assert (await one.post("/api/reports", json=empty)).status_code == 400
            mod = await here.of_rank("Settles", Rank.MODERATOR)
            path = "/api/moderation/reports"
            [told] = [each for each in (await mod.get(path)).json() if each["id"] == made]
            assert (told["what"], told["match"], told["times"]) == ("rude words", "m1", 1)
            assert (told["about_name"], told["reporter"]) == ("Reported", await one.id())
            verdict = {"verdict": "upheld", "why": "it was rude"}
            assert (
                await mod.post(f"{path}/{made}", json={**verdict, "why": ""})
            ).status_code == 400
            assert (await mod.post(f"{path}/{made}", json=verdict)).status_code == 200
            assert (await mod.post(f"{path}/{made}", json=verdict)).status_code == 404
            assert made not in str((await mod.get(path)).json())
            assert made in str((await mod.get(path, params={"state": "upheld"})).json())
            assert (await mod.get(path, params={"state": "x"})).status_code == 400
            [action, *_] = (await mod.get("/api/moderation/log", params={"about": about})).json()
            assert (action["did"], action["why"], action["by_name"]) == (
                "upheld",
                "it was rude",
                "Settles",
            )

    asyncio.run(whole())


def test_a_moderator_sees_what_somebody_said_and_what_was_said_of_them(database: str) -> None:
    async def whole() -> None:
        async with whole_town(database) as here:
            rude, other = await here.account("Is Rude"), await here.guest()
            mod, about = await here.of_rank("Looks On", Rank.MODERATOR), await rude.id()
            said = [
                (await rude.post("/api/rooms/lobby", json={"text": text})).json()["number"]
                for text in ("hello", "you toaster")
            ]
            await other.post("/api/reports", json={"about": about, "what": "a rude word"})
            path = f"/api/moderation/people/{about}"
            told = (await mod.get(path)).json()
            assert [each["text"] for each in told["messages"]] == ["you toaster", "hello"]
            assert [each["what"] for each in told["reports"]] == ["a rude word"]
            assert (told["name"], told["kind"], told["rank"]) == ("Is Rude", "account", "account")
            assert (told["muted"], told["closed"]) == (None, None)
            assert (await mod.delete(f"/api/rooms/lobby/{said[1]}")).status_code == 200
            assert await does(mod, about, "mute", hours=1) == 200
            assert await does(mod, about, "close") == 200
            told = (await mod.get(path)).json()
            assert [each["is_hidden"] for each in told["messages"]] == [True, False]
            assert told["muted"] > told["closed"] > told["since"] > 0
            log = (await mod.get("/api/moderation/log", params={"about": about})).json()
            assert [action["did"] for action in log][-1] == "took away words"
            assert log[-1]["why"] == "you toaster"
            assert (await mod.get("/api/moderation/people/nobody")).status_code == 404

    asyncio.run(whole())


def test_a_warning_is_shown_until_it_is_confirmed(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            mod, one = await here.of_rank("Warns", Rank.MODERATOR), await here.account("Is Warned")
            other, id = await here.guest(), await one.id()
            path = f"/api/moderation/people/{id}/warn"
            for text in ("not so loud\u202e,\nplease", "once more"):
                assert (await mod.post(path, json={"text": text})).status_code == 200
            assert (await mod.post(path, json={"text": " \0"})).status_code == 400
            said = {"name": "Is Warned", "password": PASSWORD}
            again = here.visitor()
            for told in (
                (await one.get("/api/me")).json(),
                (await again.post("/api/session", json=said)).json(),
                (await one.post("/api/guest")).json(),
            ):
                assert [w["text"] for w in told["warnings"]] == [
                    "not so loud,\nplease",
                    "once more",
                ]
            first, second = told["warnings"]
            assert (await other.get("/api/me")).json()["warnings"] == []
            for warning, by in ((first["id"], other), ("nothing", one)):
                assert (await by.post(f"/api/me/warnings/{warning}")).status_code == 404
            for _ in range(2):  # its answer may get lost
                assert (await one.post(f"/api/me/warnings/{first['id']}")).status_code == 200
            assert (await one.get("/api/me")).json()["warnings"] == [second]
            seen = (await mod.get(f"/api/moderation/people/{id}")).json()["warnings"]
            assert [each["id"] for each in seen] == [second["id"], first["id"]]
            assert seen[0]["confirmed"] is None and seen[1]["confirmed"] >= seen[1]["at"]
            log = (await mod.get("/api/moderation/log", params={"about": id})).json()
            assert [(action["did"], action["why"], action["by_name"]) for action in log] == [
                ("warned", "once more", "Warns"),
                ("warned", "not so loud,\nplease", "Warns"),
            ]
            kept = (await one.get("/api/me/export")).json()["warnings"]
            assert [each["body"] for each in kept] == ["not so loud,\nplease", "once more"]
            assert kept[0]["confirmed"] and not kept[1]["confirmed"]

    asyncio.run(whole())


def test_a_bot_is_not_warned_for_it_reads_no_pages(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            mod, one = await here.of_rank("Warns Too", Rank.MODERATOR), await here.account("Owns")
            bot = (await one.post("/api/me/bots", json={"name": "Owned"})).json()["id"]
            said = {"text": "not so loud"}
            path = "/api/moderation/people/{}/warn"
            for about in (bot, "nobody", await mod.id()):
                assert (await mod.post(path.format(about), json=said)).status_code == 404
                log = await mod.get("/api/moderation/log", params={"about": about})
                assert not any(action["did"] == "warned" for action in log.json())

    asyncio.run(whole())


def test_somebody_is_silent_for_a_while(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            mod, one = await here.of_rank("Mutes", Rank.MODERATOR), await here.guest()
            id = await one.id()
            assert await does(mod, id, "mute", hours=2) == 200
            assert (await one.get("/api/me")).json()["is_muted"] is True
            found = await here.people.persons.find(id)
            assert found is not None and found.is_muted
            assert await does(mod, id, "mute", hours=0) == 200
            assert (await one.get("/api/me")).json()["is_muted"] is False
            for hours in (-1, 1.5, "x", 8_761, 10**30):
                assert await does(mod, id, "mute", hours=hours) == 400
            assert await does(mod, id, "mute", hours=8_760) == 200
            assert await does(mod, id, "mute", hours=1, why="") == 400

    asyncio.run(whole())


def test_a_closed_account_is_let_in_no_more(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            mod, one = await here.of_rank("Closes", Rank.MODERATOR), await here.account("Is Closed")
            program = await here.program(one, "read")
            id = await one.id()
            assert await does(mod, id, "close") == 200
            assert await does(mod, id, "close") == 404
            assert (await one.get("/api/me")).json()["person"] is None
            assert (await program.get("/api/me")).status_code == 401
            assert await here.visitor().log_in("Is Closed", PASSWORD) == 401
            said = {"name": "is closed", "password": PASSWORD}
            assert (await here.visitor().post("/api/account", json=said)).status_code == 400
            assert await does(mod, id, "reopen") == 200
            assert await here.visitor().log_in("Is Closed", PASSWORD) == 200
            log = (await mod.get("/api/moderation/log", params={"about": id})).json()
            assert [action["did"] for action in log] == ["reopened", "closed"]
            last = log[-1]["number"]
            older = {"about": id, "before": str(log[0]["number"])}
            assert [
                x["number"] for x in (await mod.get("/api/moderation/log", params=older)).json()
            ] == [last]

    asyncio.run(whole())


def test_nobody_is_moderated_by_their_equals(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one, other = [await here.of_rank(f"Equal {x}", Rank.MODERATOR) for x in "ab"]
            host = await here.of_rank("Equal Host", Rank.HOST)
            actions: dict[str, Any] = {"close": {}, "mute": {"hours": 1}, "warn": {"text": "no"}}
            for what, more in actions.items():
                assert await does(one, await other.id(), what, **more) == 404
                assert await does(one, await one.id(), what, **more) == 404
                assert await does(one, await host.id(), what, **more) == 404
            assert await does(host, await other.id(), "close") == 200

    asyncio.run(whole())


def test_the_host_makes_moderators(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            host, one = await here.of_rank("The Owner", Rank.HOST), await here.account("Promoted")
            id = await one.id()
            assert (await one.get("/api/moderation/reports")).status_code == 403
            assert await does(one, id, "rank", rank="moderator") == 403
            assert await does(host, id, "rank", rank="moderator") == 200
            assert (await one.get("/api/moderation/reports")).status_code == 200
            assert await does(one, id, "rank", rank="moderator") == 403
            assert await does(host, id, "rank", rank="host") == 400
            assert await does(host, await host.id(), "rank", rank="account") == 400
            assert (
                await does(host, await (await here.guest()).id(), "rank", rank="moderator") == 404
            )
            assert await does(host, id, "rank", rank="account") == 200
            assert (await one.get("/api/moderation/reports")).status_code == 403

    asyncio.run(whole())


def test_anyone_who_has_the_database_makes_the_first_host(database: str) -> None:
    async def whole() -> None:
        async with town(database) as here:
            one = await here.account("First Of All")
            made = await make(database, "first of all", Rank.HOST)
            assert made is not None and (made.id, made.rank) == (await one.id(), Rank.HOST)
            [action, *_] = (await one.get("/api/moderation/log", params={"about": made.id})).json()
            assert (action["did"], action["by"], action["why"]) == ("made host", "", "by the host")
            await one.post("/api/me/bots", json={"name": "Not A Host"})
            for name in ("nobody of this name", "Not A Host"):
                assert await make(database, name, Rank.HOST) is None

    asyncio.run(whole())


def test_one_person_reports_only_so_often(database: str) -> None:
    async def whole() -> None:
        async with town(database, rates=0.1) as here:  # 2 a day
            one, other = await here.guest(), await here.guest(address="192.0.2.77")
            said = {"about": await other.id(), "what": "again"}
            found = []
            for _ in range(4):
                here.site.limits._buckets.clear()
                found.append((await one.post("/api/reports", json=said)).status_code)
            assert found == [200, 200, 429, 429]

    asyncio.run(whole())
