"""Saved lists in the accounts of a site: the requests of a table at home, and each person sees their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
import msgspec
import pytest

from gattai.server.lists import SavedList
from gattai.server.online.store.lists import MAX_LISTS_GUEST, PersonLists
from tests.online.people.town import PASSWORD, Town, Visitor, whole_town

ARMY = "white-asura!, white-raven, jack-knife-iii*3"
LISTS = "/api/lists"


def run(database: str, test: Callable[[Town], Coroutine[Any, Any, None]], **more: Any) -> None:
    """Do this at a whole site."""

    async def whole() -> None:
        async with whole_town(database, **more) as here:
            await test(here)

    asyncio.run(whole())


def saved(answer: httpx.Response, status: int = 200) -> SavedList:
    assert answer.status_code == status, answer.text
    return msgspec.json.decode(answer.content, type=SavedList)


async def save(person: Visitor, **more: Any) -> SavedList:
    sent = {"game": "mechastellar", "title": "Mine", "text": ARMY, **more}
    return saved(await person.post(LISTS, json=sent), 200 if "id" in more else 201)


async def titles(person: Visitor, **query: str) -> list[str]:
    answer = await person.get(LISTS, params=query)
    return [each.title for each in msgspec.json.decode(answer.content, type=list[SavedList])]


def why(answer: httpx.Response) -> str:
    return str(answer.json()["reasons"][0]["text"])


def test_a_list_is_saved_renamed_changed_and_deleted(database: str) -> None:
    async def test(here: Town) -> None:
        anna = await here.account("List Maker")
        made = await save(anna, title="  First  list ")
        assert made.title == "First list" and made.judged and made.judged.is_legal
        sent = {"title": "Second"}
        renamed = saved(await anna.post(f"{LISTS}/{made.id}/rename", json=sent))
        assert (renamed.id, renamed.title, renamed.text) == (made.id, "Second", made.text)
        changed = await save(
            anna, id=made.id, text="white-asura, white-raven", settings={"points": "99"}
        )
        assert changed.settings == {"points": "99"}
        assert changed.judged and not changed.judged.is_legal, "it is saved all the same"
        assert saved(await anna.get(f"{LISTS}/{made.id}")) == changed
        await save(anna, title="Third")
        assert await titles(anna) == ["Third", "Mine"], "the last changed first"
        await save(anna, game="aegis", title="Squad", text="arc-buster-offensive")
        assert await titles(anna, game="mechastellar") == ["Third", "Mine"]
        gone = saved(await anna.post(f"{LISTS}/{made.id}/delete"))
        assert gone.text == changed.text
        for answer in (
            await anna.get(f"{LISTS}/{made.id}"),
            await anna.post(f"{LISTS}/{made.id}/delete"),
            await anna.post(f"{LISTS}/{made.id}/rename", json={"title": "x"}),
        ):
            assert answer.status_code == 404, answer.text

    run(database, test)


REFUSED: list[tuple[str, dict[str, Any], int, str]] = [
    ("", {"game": "chess", "title": "x", "text": ""}, 404, "chess"),
    ("", {"game": "aegis", "title": " ", "text": ""}, 400, "title"),
    ("", {"game": "aegis", "title": "x\x00y", "text": ""}, 400, "title"),
    ("", {"game": "aegis", "title": "x", "text": "\x00"}, 400, "printable"),
    ("", {"game": "aegis", "title": "x", "text": "x" * 4001}, 400, "4000"),
    ("", {"game": "aegis", "title": "x", "text": "", "settings": {"p": "1"}}, 400, "setting"),
    ("", {"game": "aegis", "title": "x", "text": "", "id": "../x"}, 404, "list"),
    ("", {"game": "aegis", "title": "x", "text": "", "person": "y"}, 400, "person"),
    ("/nothing-aaaaaaaa/rename", {"title": "x"}, 404, "list"),
    ("/nothing-aaaaaaaa/delete", {}, 404, "list"),
]


def test_what_cannot_be_is_refused_as_at_home(database: str) -> None:
    async def test(here: Town) -> None:
        guest = await here.guest()
        for path, sent, status, said in REFUSED:
            answer = await guest.post(LISTS + path, json=sent)
            assert answer.status_code == status, (sent, answer.text)
            assert said in why(answer)
        assert await titles(guest) == []
        made = await save(guest)
        sent = {"game": "aegis", "title": "x", "text": "+", "id": made.id}
        answer = await guest.post(LISTS, json=sent)
        assert answer.status_code == 400 and "mechastellar" in why(answer)

    run(database, test)


def test_nobody_reads_or_changes_the_list_of_somebody_else(database: str) -> None:
    async def test(here: Town) -> None:
        anna, bert = await here.account("Has Lists"), await here.account("Has None")
        host, stranger = await here.account("Any Host"), here.visitor()
        await here.tell("UPDATE person SET rank = 4 WHERE id = $1", await host.id())
        program = await here.program(bert, "read", "play", "challenge")
        made = await save(anna, title="Secret")
        own = await save(bert, title="Own")
        one = f"{LISTS}/{made.id}"
        for other in (bert, host, program, stranger):
            assert "Secret" not in await titles(other)
            assert (await other.get(one)).status_code == 404
        sent = {"game": "mechastellar", "title": "Taken", "text": "", "id": made.id}
        for other in (bert, host, here.visitor()):
            for answer in (
                await other.post(LISTS, json=sent),
                await other.post(f"{one}/rename", json={"title": "Taken"}),
                await other.post(f"{one}/delete"),
            ):
                assert answer.status_code == 404, answer.text
                assert "Secret" not in answer.text
        assert saved(await anna.get(one)) == made
        assert await titles(anna) == ["Secret"]
        assert await titles(bert) == ["Own"]
        # Even under the same name, each has their own.
        await here.tell("UPDATE saved_list SET id = $1 WHERE id = $2", made.id, own.id)
        assert saved(await bert.get(one)).title == "Own"
        await bert.post(f"{one}/delete")
        assert saved(await anna.get(one)) == made

    run(database, test)


def test_a_token_reads_lists_and_changes_none(database: str) -> None:
    async def test(here: Town) -> None:
        anna = await here.account("Has A Program")
        made = await save(anna)
        reads = await here.program(anna, "read")
        plays = await here.program(anna, "play")
        assert await titles(reads) == ["Mine"] and await titles(plays) == []
        for program in (reads, plays):
            answer = await program.post(f"{LISTS}/{made.id}/delete")
            assert answer.status_code == 403

    run(database, test)


def test_a_stranger_becomes_a_guest_and_keeps_the_lists_in_an_account(database: str) -> None:
    async def test(here: Town) -> None:
        visitor = here.visitor()
        assert await titles(visitor) == []
        assert not visitor.cookies, "looking creates nobody"
        made = await save(visitor)
        assert visitor.cookies
        said = {"name": "Was A Guest", "password": PASSWORD}
        assert (await visitor.post("/api/account", json=said)).status_code == 200
        assert saved(await visitor.get(f"{LISTS}/{made.id}")) == made
        elsewhere = here.visitor()
        assert await elsewhere.log_in("Was A Guest", PASSWORD) == 200
        assert await titles(elsewhere) == ["Mine"]

    run(database, test)


def test_a_person_has_so_many_lists_at_most(database: str) -> None:
    async def test(here: Town) -> None:
        guest = await here.guest()
        store = PersonLists(here.site.pool, await guest.id(), MAX_LISTS_GUEST)
        for number in range(MAX_LISTS_GUEST - 1):
            await store.add(f"aegis-{number}", "gattai list\ngame: aegis 1\nlist: +\n")
        sent = {"game": "aegis", "title": "One more", "text": "+"}
        answers = await asyncio.gather(*(guest.post(LISTS, json=sent) for _ in range(5)))
        assert sorted(answer.status_code for answer in answers) == [201, 400, 400, 400, 400]
        assert "20 lists are saved; delete some" in {
            why(answer) for answer in answers if answer.status_code == 400
        }
        assert len(await titles(guest)) == MAX_LISTS_GUEST
        made = next(saved(answer, 201) for answer in answers if answer.status_code == 201)
        sent = {"game": "aegis", "title": "Changed", "text": "+", "id": made.id}
        assert saved(await guest.post(LISTS, json=sent)).title == "Changed"
        said = {"name": "Has Room", "password": PASSWORD}
        assert (await guest.post("/api/account", json=said)).status_code == 200
        await save(guest)

    run(database, test)


def test_who_saves_too_often_waits(database: str) -> None:
    async def test(here: Town) -> None:
        here.site.limits._clock = lambda: 0.0  # a slow machine would earn more
        guest = await here.guest()
        sent = {"game": "chess", "title": "x", "text": ""}
        found = [(await guest.post(LISTS, json=sent)).status_code for _ in range(125)]
        assert {*found[:120]} == {404} and found[-1] == 429
        found = [(await guest.get(LISTS)).status_code for _ in range(35)]
        assert {*found[:30]} == {200} and found[-1] == 429

    run(database, test, rates=1.0)


def test_lists_are_exported_and_go_with_the_account(database: str) -> None:
    async def test(here: Town) -> None:
        anna, bert = await here.account("Takes Lists"), await here.account("Stays Here")
        id = await anna.id()
        made = await save(anna, title="To take along")
        await save(bert, title="To stay")
        [told] = (await anna.get("/api/me/export")).json()["lists"]
        assert made.judged
        assert (told["id"], told["body"]) == (made.id, made.judged.shared)
        answer = await anna.request("DELETE", "/api/me", json={"password": PASSWORD})
        assert answer.status_code == 200
        assert not await here.tell("SELECT 1 FROM saved_list WHERE person = $1", id)
        assert await titles(bert) == ["To stay"]
        late = PersonLists(here.site.pool, id)
        with pytest.raises(LookupError):
            await late.add("aegis-x", "gattai list\ngame: aegis 1\nlist: +\n")

    run(database, test)


def test_the_lists_of_a_guest_who_never_played_go_with_the_guest(database: str) -> None:
    async def test(here: Town) -> None:
        guest = await here.guest()
        id = await guest.id()
        await save(guest)
        await here.people.persons.sweep()
        assert await titles(guest) == ["Mine"]
        await here.tell("UPDATE person SET created = now() - interval '2 days' WHERE id = $1", id)
        await here.tell("UPDATE session SET expires = now() WHERE person = $1", id)
        await here.people.persons.sweep()
        assert not await here.tell("SELECT 1 FROM saved_list WHERE person = $1", id)

    run(database, test)


def test_a_match_begins_with_a_saved_list(database: str) -> None:
    async def test(here: Town) -> None:
        guest = await here.guest()
        asked = {"points": "60", "token": ""}  # as the page asks
        answer = await guest.get("/api/builder/mechastellar", params=asked)
        assert answer.status_code == 200, answer.text
        assert answer.json()["settings"]["points"] == "60"
        await save(guest, game="attack-chart", title="Ours", text="gunners, gunners, swarm")
        answer = await guest.get(LISTS, params={"game": "attack-chart"})
        [found] = msgspec.json.decode(answer.content, type=list[SavedList])
        sent = {"game": "attack-chart", "players": [], "options": {"blue": found.text}}
        begun = await guest.post("/api/matches", json=sent)
        assert begun.status_code == 201, begun.text

    run(database, test)
