"""Offers for more than two: filled one by one by whoever comes, begun once, by the last."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import pytest

from gattai.kernel.running.committed import digest_of_seed
from gattai.server.online.lobby.groups import Groups
from gattai.server.online.lobby.messages import A_DAY, SeekWanted
from gattai.server.online.lobby.seeks import Seeks, Sought
from gattai.server.online.store.pool import Database
from tests.online.hosting import Hosted, hosted
from tests.online.lobby.test_seeks_seeds import hears, seeds_of
from tests.online.services import empty_database

T = TypeVar("T")
GAME = "robot-empire"
FOUR = SeekWanted(GAME, {"seats": "4"}, seats=4)


class Nodes:
    """Some nodes, as far as they have seeks."""

    def __init__(self, databases: list[Database]) -> None:
        self.databases = databases
        self.seeks = [Seeks(each) for each in databases]
        self.groups = [Groups(each) for each in databases]

    async def offers(self, wanted: SeekWanted = FOUR) -> tuple[str, str]:
        """Somebody offers a game; its id, and who."""
        person = somebody()
        return (await random.choice(self.seeks).put(person, wanted, 1500)).id, person

    async def joins(self, id: str, person: str, seed: str = "-") -> Sought | None:
        return await random.choice(self.groups).join(id, person, GAME, seed)

    async def found(self, id: str) -> Sought:
        sought = await self.seeks[0].find(id)
        assert sought is not None
        return sought


def somebody() -> str:
    return secrets.token_hex(5)


def run(address: str, work: Callable[[Nodes], Awaitable[T]]) -> T:
    """Have something done by several nodes."""

    async def whole() -> T:
        databases = [Database(address, size=8) for _ in range(3)]
        try:
            for each in databases:
                await each.open()
            await databases[0].row("DELETE FROM seek")
            return await work(Nodes(databases))
        finally:
            for each in databases:
                await each.close()

    return asyncio.run(whole())


def test_of_many_who_come_at_once_as_many_are_in_as_there_are_seats(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        id, maker = await nodes.offers()
        people = [somebody() for _ in range(20)]
        tried = await asyncio.gather(*(nodes.joins(id, each, f"of-{each}") for each in people))
        found = [sought for sought in tried if sought is not None]
        assert len(found) == 3, "the others come to nothing"
        (full,) = [sought for sought in found if sought.match is not None]
        assert len({*full.persons}) == 4 and maker in full.persons
        assert full.dice is not None
        for person, seed in zip(full.persons, full.dice.commitment.seeds, strict=True):
            assert seed == ("-" if person == maker else f"of-{person}")
        again = await nodes.found(id)
        assert again.persons == full.persons, "every node seats them alike"

    run(database, work)


def test_who_has_come_may_leave_until_it_is_full(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        id, maker = await nodes.offers()
        one, two, three = (somebody() for _ in range(3))
        await nodes.joins(id, one)
        await nodes.joins(id, one)  # the second time changes nothing
        await nodes.joins(id, two)
        assert (await nodes.found(id)).joined == (one, two)
        assert await nodes.groups[1].leave(id, one)
        assert not await nodes.groups[1].leave(id, one)
        assert not await nodes.groups[1].leave(id, maker)
        assert (await nodes.found(id)).joined == (two,)
        await nodes.joins(id, three)
        full = await nodes.joins(id, one)
        assert full is not None and full.match is not None
        assert not await nodes.groups[2].leave(id, two), "too late"

    run(database, work)


def test_leaving_while_the_last_one_comes_leaves_no_match_short_of_players(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        for _ in range(10):
            id, _ = await nodes.offers()
            one, two, three = (somebody() for _ in range(3))
            await nodes.joins(id, one)
            await nodes.joins(id, two)
            left, _ = await asyncio.gather(
                random.choice(nodes.groups).leave(id, one), nodes.joins(id, three)
            )
            sought = await nodes.found(id)
            assert (sought.match is None) == left
            assert len(sought.persons) == (3 if left else 4)

    run(database, work)


def test_who_waits_in_one_place_waits_in_no_other(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        first, maker = await nodes.offers()
        second, _ = await nodes.offers()
        slow, _ = await nodes.offers(SeekWanted(GAME, {"seats": "4"}, seats=4, turn_seconds=A_DAY))
        one = somebody()
        await nodes.joins(first, one)
        await nodes.joins(slow, one)
        await nodes.joins(second, one)
        assert (await nodes.found(first)).joined == ()
        assert (await nodes.found(second)).joined == (one,)
        assert (await nodes.found(slow)).joined == (one,), "by correspondence one may wait for many"
        await nodes.joins(second, maker)
        assert await nodes.seeks[0].find(first) is None, "what they offered is offered no more"
        await nodes.groups[0].leave_all(one)
        assert (await nodes.found(second)).joined == (maker,)

    run(database, work)


def test_two_who_come_to_each_others_offers_do_not_wait_for_each_other(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        for _ in range(10):
            (first, anna), (second, bert) = await nodes.offers(), await nodes.offers()
            async with asyncio.timeout(20):
                one, two = await asyncio.gather(nodes.joins(first, bert), nodes.joins(second, anna))
            assert (one is None) != (two is None), "one of them came to something that is gone"

    run(database, work)


def test_who_is_gone_keeps_no_seat(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        id, maker = await nodes.offers()
        one, two, three, four = (somebody() for _ in range(4))
        await nodes.joins(id, one)
        await nodes.databases[0].row("UPDATE gathered SET seen = seen - interval '1 minute'")
        assert (await nodes.found(id)).joined == ()
        await nodes.seeks[1].seen([one, maker])
        assert (await nodes.found(id)).joined == (one,), "here again"
        await nodes.databases[0].row("UPDATE gathered SET seen = seen - interval '1 minute'")
        *_, sought = [await nodes.joins(id, each) for each in (two, three, four)]
        assert sought is not None and {*sought.persons} == {maker, two, three, four}

    run(database, work)


def test_nodes_that_know_of_two_seats_only_pair_nobody_with_it(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        id, _ = await nodes.offers()
        one = somebody()
        assert await nodes.seeks[0].accept(id, one, 1500) is None
        quick = SeekWanted(GAME, {"seats": "4"}, quick=True)
        mine = await nodes.seeks[1].put(one, quick, 1500)
        assert await nodes.seeks[2].pair(mine.id, GAME) is None
        bounds = "SELECT 1 FROM seek WHERE id = $1 AND 1500 BETWEEN least AND most"
        assert await nodes.databases[0].row(bounds, id) is None, "as older nodes ask"

    run(database, work)


def test_who_is_blocked_by_one_of_them_is_not_in(database: str) -> None:
    async def work(nodes: Nodes) -> None:
        id, maker = await nodes.offers()
        one, two = somebody(), somebody()
        for person in (one, two, maker):
            await nodes.databases[0].row(
                "INSERT INTO person (id, name, kind, rank) VALUES ($1, $1, 'guest', 1)", person
            )
        await nodes.joins(id, one)
        await nodes.databases[0].row("INSERT INTO block (person, other) VALUES ($1, $2)", one, two)
        assert await nodes.joins(id, two) is None
        await nodes.groups[0].leave(id, one)
        assert await nodes.joins(id, two) is not None

    run(database, work)


@pytest.fixture(scope="module")
def site() -> Iterator[Hosted]:
    with empty_database() as address, hosted(address) as found:
        yield found


def test_three_come_one_by_one_and_the_last_one_makes_it_a_match(site: Hosted) -> None:
    anna, bert, carla = players = [site.player() for _ in range(3)]
    for player in players:
        player.post("/api/guest")
    wanted = {"game": GAME, "seats": 3, "with_seed": True, "bank_seconds": 600}
    with anna.socket("/ws/lobby") as hall, bert.socket("/ws/lobby") as other:
        offered = anna.post("/api/seeks", {**wanted, "increment_seconds": 5})
        own = f"/api/seeks/{offered['seek']}/seed"
        anna.post(f"{own}?digest={digest_of_seed('annas')}")
        address = f"/api/seeks/{offered['seek']}/accept"
        berts = f"{address}?digest={digest_of_seed('berts')}"
        assert bert.post(berts)["seek"] == offered["seek"]
        (seek,) = bert.get("/api/lobby")["seeks"]
        assert (seek["seats"], seek["is_joined"], seek["is_mine"]) == (3, True, False)
        assert seek["commitment"] == offered["commitment"] and len(seek["joined"]) == 1
        assert (seek["bank_seconds"], seek["increment_seconds"]) == (600, 5)
        assert bert.http.delete(f"/api/seeks/{offered['seek']}").status_code == 200
        assert anna.get("/api/lobby")["seeks"][0]["joined"] == []
        bert.post(berts)
        carla.post(f"{address}?digest={digest_of_seed('carlas')}")
        anna.post(f"{own}?seed=annas")
        bert.post(f"{own}?seed=berts")
        found = carla.post(f"{own}?seed=carlas")
        links = [hears(hall, "begun")["link"], hears(other, "begun")["link"], found["link"]]
    assert len({*links}) == 3 and all(found["match"] in link for link in links)
    ((commitment, seeds),) = seeds_of(site, found["match"]).items()
    assert commitment == offered["commitment"]
    by_seat = [seeds[int(link.rpartition("/")[2])] for link in links]
    assert by_seat == ["annas", "berts", "carlas"]
    with anna.sits(links[0]) as one, bert.sits(links[1]) as two, carla.sits(links[2]) as three:
        pages = (one, two, three)
        for page in pages:
            page.until(lambda scene: scene["ask"])
        clocks = {clock["limit"] for clock in three.shown["clocks"]}
        assert clocks == {600}, three.shown["clocks"]


def test_what_cannot_be_offered_to_several_is_refused_with_a_reason(site: Hosted) -> None:
    anna = site.player()
    anna.post("/api/guest")
    for wanted, why in (
        ({"game": "aegis", "seats": 3}, "seats"),
        ({"game": GAME, "seats": 7}, "2 to 6"),
        ({"game": GAME, "seats": 1}, "2 to 6"),
        ({"game": GAME, "seats": 4, "options": {"seats": "3"}}, "3 seats"),
        ({"game": GAME, "seats": 3, "quick": True}, "limited by rating"),
        ({"game": GAME, "seats": 3, "least": 1400}, "limited by rating"),
        ({"game": GAME, "bank_seconds": 600, "turn_seconds": A_DAY}, "one sitting"),
        (
            {"game": GAME, "bank_seconds": 600, "increment_seconds": 601},
            "larger than the time bank",
        ),
        ({"game": GAME, "bank_seconds": -5}, "a time limit is"),
    ):
        refused = anna.http.post("/api/seeks", json=wanted)
        assert refused.status_code == 400 and why in refused.text, (wanted, refused.text)
    assert anna.get("/api/lobby")["seeks"] == []
