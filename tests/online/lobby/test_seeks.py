"""Who looks for an opponent is found once, whatever number of nodes pair."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar

from gattai.server.online.lobby.messages import A_DAY, SeekWanted
from gattai.server.online.lobby.seeks import Seeks, Sought
from gattai.server.online.store.pool import Database

T = TypeVar("T")
NODES = 4
QUICK = SeekWanted("aegis", quick=True)
OPEN = SeekWanted("aegis")


def _run(address: str, work: Callable[[list[Seeks]], Awaitable[T]]) -> T:
    """Have something done by several nodes, in a game of their own."""

    async def run() -> T:
        nodes = [Database(address) for _ in range(NODES)]
        try:
            for node in nodes:
                await node.open()
            await nodes[0].row("DELETE FROM seek")
            return await work([Seeks(node) for node in nodes])
        finally:
            for node in nodes:
                await node.close()

    return asyncio.run(run())


def _somebody() -> str:
    return secrets.token_hex(5)


def test_nobody_is_paired_twice(database: str) -> None:
    persons = [_somebody() for _ in range(60)]

    async def work(nodes: list[Seeks]) -> list[Sought]:
        found: list[Sought] = []

        async def one(person: str) -> None:
            node = random.choice(nodes)
            id = (await node.put(person, QUICK, 1500)).id
            for _ in range(200):
                sought = await node.pair(id, "aegis")
                if sought is not None:
                    found.append(sought)
                if sought is not None or await node.find(id) is None:
                    return
                await asyncio.sleep(random.random() / 50)

        await asyncio.gather(*map(one, persons))
        return found

    found = _run(database, work)
    met = Counter(person for sought in found for person in sought.persons)
    assert met == Counter(persons)
    assert all(len({*sought.persons}) == 2 for sought in found)
    assert len({sought.match for sought in found}) == len(persons) // 2


def test_the_nearest_by_rating_is_taken_and_nobody_far_away(database: str) -> None:
    async def work(nodes: list[Seeks]) -> tuple[Sought | None, Sought | None]:
        near, far, me = _somebody(), _somebody(), _somebody()
        await nodes[0].put(far, QUICK, 1390)
        await nodes[1].put(near, QUICK, 1480)
        first = await nodes[2].pair((await nodes[2].put(me, QUICK, 1500)).id, "aegis")
        assert first is not None and {*first.persons} == {near, me}
        alone = await nodes[3].pair((await nodes[3].put(_somebody(), QUICK, 2000)).id, "aegis")
        return first, alone

    assert _run(database, work)[1] is None


def test_other_games_clocks_and_options_are_not_mixed(database: str) -> None:
    async def work(nodes: list[Seeks]) -> list[Sought | None]:
        others = (
            SeekWanted("aristeia", quick=True),
            SeekWanted("aegis", {"squad": "x"}, quick=True),
            SeekWanted("aegis", turn_seconds=60, quick=True),
            SeekWanted("aegis", rated=True, quick=True),
            SeekWanted("aegis", bank_seconds=600, quick=True),
            SeekWanted("aegis", bank_seconds=600, increment_seconds=5, quick=True),
        )
        for wanted in others:
            await nodes[0].put(_somebody(), wanted, 1500)
        me = (await nodes[1].put(_somebody(), QUICK, 1500)).id
        return [await node.pair(me, "aegis") for node in nodes]

    assert _run(database, work) == [None] * NODES


def test_one_of_many_who_accept_gets_it(database: str) -> None:
    async def work(nodes: list[Seeks]) -> list[Sought]:
        id = (await nodes[0].put(_somebody(), OPEN, 1500)).id
        tries = [random.choice(nodes).accept(id, _somebody(), 1500) for _ in range(30)]
        return [sought for sought in await asyncio.gather(*tries) if sought is not None]

    (sought,) = _run(database, work)
    assert sought.other is not None


def test_who_accepts_while_their_own_is_accepted_gets_one_match(database: str) -> None:
    """Everybody offers a game and takes up the next one's, all at once."""

    async def work(nodes: list[Seeks]) -> list[Sought]:
        persons = [_somebody() for _ in range(24)]
        ids = [(await random.choice(nodes).put(person, OPEN, 1500)).id for person in persons]

        async def takes(at: int) -> Sought | None:
            await asyncio.sleep(random.random() / 100)
            own = persons[at - 1]
            return await random.choice(nodes).accept(ids[at], own, 1500)

        tried = await asyncio.gather(*map(takes, range(len(persons))))
        return [sought for sought in tried if sought is not None]

    found = _run(database, work)
    assert found
    met = Counter(person for sought in found for person in sought.persons)
    assert max(met.values()) == 1


def test_one_live_seek_a_person_and_several_by_correspondence(database: str) -> None:
    async def work(nodes: list[Seeks]) -> list[Sought]:
        me = _somebody()
        for node in nodes:
            await node.put(me, OPEN, 1500)
            await node.put(me, SeekWanted("aegis", turn_seconds=2 * A_DAY), 1500)
        return await nodes[0].all()

    turns = sorted(sought.turn for sought in _run(database, work))
    assert turns == [300] + [2 * A_DAY] * NODES


def test_a_seek_whose_person_is_gone_is_offered_to_nobody(database: str) -> None:
    async def work(nodes: list[Seeks]) -> list[Sought | None]:
        id = (await nodes[0].put(_somebody(), OPEN, 1500)).id
        await nodes[0]._database.row("UPDATE seek SET seen = seen - interval '1 minute'")
        assert await nodes[1].all() == []
        return [await nodes[1].accept(id, _somebody(), 1500)]

    assert _run(database, work) == [None]


def test_who_is_blocked_is_not_met(database: str) -> None:
    async def work(nodes: list[Seeks]) -> list[Sought | None]:
        me, other = _somebody(), _somebody()
        for person in (me, other):
            await nodes[0]._database.row(
                "INSERT INTO person (id, name, kind, rank) VALUES ($1, $1, 'guest', 1)", person
            )
        await nodes[0]._database.row("INSERT INTO block (person, other) VALUES ($1, $2)", other, me)
        theirs = (await nodes[0].put(other, QUICK, 1500)).id
        mine = (await nodes[1].put(me, QUICK, 1500)).id
        return [await nodes[2].pair(mine, "aegis"), await nodes[3].accept(theirs, me, 1500)]

    assert _run(database, work) == [None, None]
