"""One process of a site leads the lobby, and another one takes over."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import pytest

from gattai.server.online.lobby.messages import SeekWanted
from gattai.server.online.lobby.notices import Notices
from gattai.server.online.lobby.pairing import Pairer
from gattai.server.online.lobby.seeks import Seeks
from gattai.server.online.lobby.service import election
from gattai.server.online.lobby.service.election import LOBBY, RETRY, SILENT, Election, Still
from gattai.server.online.store.pool import Database
from tests.online.hosting import Hosted, hosted
from tests.online.services import ready_database

LEADERS = """
SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database AND datname = current_database()
 WHERE locktype = 'advisory' AND objid = $1::bigint & 4294967295
"""
STATEMENTS = """
SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()
"""
QUICK = SeekWanted("aegis", quick=True)


async def _never(person: str) -> None:
    raise AssertionError("nobody has committed to a seed")


@contextlib.asynccontextmanager
async def _opened(address: str, count: int) -> AsyncIterator[list[Database]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Database(address)) for _ in range(count)]


async def _soon(found: Any, seconds: float = 30.0) -> float:
    """Wait until something is true; returns how long it took."""
    began = time.monotonic()
    while not found():
        assert time.monotonic() < began + seconds, "it does not come true"
        await asyncio.sleep(0.02)
    return time.monotonic() - began


def test_exactly_one_leads_and_another_one_takes_over_at_once(database: str) -> None:
    async def run() -> None:
        async with _opened(database, 4) as nodes:
            elections = [Election(node, lock=1) for node in nodes]

            async def lead(still: Still) -> None:
                while True:
                    await still()
                    await asyncio.sleep(0.1)

            tasks = [asyncio.create_task(each.run(lead)) for each in elections]
            for _ in range(len(nodes)):
                await _soon(lambda: any(each.leads for each in elections))
                await asyncio.sleep(0.5)
                (leader,) = [number for number, each in enumerate(elections) if each.leads]
                tasks[leader].cancel()
                await asyncio.wait({tasks[leader]})
                assert not elections[leader].leads

    asyncio.run(run())


def test_a_leader_that_falls_silent_is_deposed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frozen process, or one behind a broken network: its connection stays open, and says nothing."""
    monkeypatch.setattr(election, "TAKE", election.TAKE.replace(f"{SILENT}s", "1s"))

    async def run() -> None:
        async with _opened(database, 2) as nodes:
            frozen, other = (Election(node, lock=2) for node in nodes)
            woken = asyncio.Event()

            async def freezes(still: Still) -> None:
                await woken.wait()
                await still()
                raise AssertionError("it still leads")

            async def leads(still: Still) -> None:
                await asyncio.Event().wait()

            first = asyncio.create_task(frozen.run(freezes))
            await _soon(lambda: frozen.leads)
            second = asyncio.create_task(other.run(leads))
            await _soon(lambda: other.leads)
            woken.set()
            await _soon(lambda: not frozen.leads)
            for task in (first, second):
                task.cancel()
                await asyncio.wait({task})

    asyncio.run(run())


class _Begins:
    """Takes down the matches that are begun."""

    def __init__(self) -> None:
        self.matches: dict[str, tuple[str, ...]] = {}

    async def begin(self, wanted: object, maker: str, **more: Any) -> str:
        await asyncio.sleep(0.001)
        persons = tuple(more["sits"].values())
        assert self.matches.setdefault(more["name"], persons) == persons
        return str(more["name"])


def test_under_two_leaders_nobody_gets_two_matches_from_one_offer(database: str) -> None:
    """A deposed leader may still be at it while the next one begins."""
    persons = [f"person{number}" for number in range(80)]

    async def run() -> Counter[str]:
        begins = _Begins()
        async with _opened(database, 3) as nodes:
            await nodes[0].row("DELETE FROM seek")
            for number, person in enumerate(persons):
                await Seeks(nodes[0]).put(person, QUICK, 1400 + 5 * (number % 20))
            leaders = [
                Pairer(Seeks(node), begins, Notices(node, lambda topic, notice: None), _never)
                for node in nodes[1:]
            ]
            for _ in range(4):
                await asyncio.gather(*(leader.look() for leader in leaders))
            assert await Seeks(nodes[0]).all() == []
        return Counter(person for pair in begins.matches.values() for person in pair)

    assert asyncio.run(run()) == Counter(persons)


@pytest.fixture(scope="module")
def own() -> Iterator[str]:
    with ready_database() as address:
        yield address


def _asked(address: str, statement: str, *values: object) -> list[Any]:
    async def ask() -> list[Any]:
        connection = await asyncpg.connect(address)
        try:
            return [line[0] for line in await connection.fetch(statement, *values)]
        finally:
            await connection.close()

    return asyncio.run(ask())


def _leader(address: str) -> list[int]:
    return _asked(address, LEADERS, LOBBY)


def _until(found: Any, seconds: float = 60.0) -> float:
    began = time.monotonic()
    while not found():
        assert time.monotonic() < began + seconds, "it does not come true"
        time.sleep(0.05)
    return time.monotonic() - began


def _offers(site: Hosted, address: str, rating: int) -> Any:
    """Somebody of this rating looks for an opponent."""
    player = site.player()
    player.post("/api/guest")
    seek = player.post("/api/seeks", {"game": "attack-chart", "quick": True})["seek"]
    _asked(address, "UPDATE seek SET rating = $2 WHERE id = $1", seek, rating)
    return player


def _statements(address: str) -> float:
    """Statements a second, once everything has started."""
    time.sleep(3.0)
    (before,), began = _asked(address, STATEMENTS), time.monotonic()
    time.sleep(8.0)
    (after,), ended = _asked(address, STATEMENTS), time.monotonic()
    return float(after - before) / (ended - began)


def test_another_node_asks_little_until_the_leader_is_killed_and_then_pairs_within_seconds(
    own: str,
) -> None:
    """A node that does not lead looks only for deadlines, for bots, and whether there is a leader."""
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(hosted(own))
        _until(lambda: _leader(own))
        leader = _statements(own)
        second = stack.enter_context(hosted(own))
        # The calmest of three: a node that has just begun, and a busy machine, ask for more at times.
        another = min(_statements(own) for _ in range(3)) - leader
        print(f"statements a second: {leader:.1f} of the leader, {another:.1f} of another node")
        assert another < 7.0
        (before,) = _leader(own)
        # Too far apart at first: only the leader, who looks again, finds them later.
        one, other = _offers(second, own, 1500), _offers(second, own, 1900)
        with one.socket("/ws/lobby"), other.socket("/ws/lobby"):
            first.process.kill()
            took = _until(lambda: _leader(own) not in ([], [before]))
            _asked(own, "UPDATE seek SET made = made - interval '1 minute'")
            paired = _until(lambda: one.get("/api/turns")["turns"])
        print(f"another leader after {took:.1f} s, a pair after another {paired:.1f} s")
        assert took < 2 * RETRY + 1


@pytest.mark.long
def test_a_frozen_leader_is_replaced_and_its_return_does_no_harm(own: str) -> None:
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(hosted(own))
        _until(lambda: _leader(own))
        second = stack.enter_context(hosted(own))
        (before,) = _leader(own)
        first.process.send_signal(signal.SIGSTOP)
        try:
            took = _until(lambda: _leader(own) not in ([], [before]))
            one, other = (second.player() for _ in range(2))
            for player in (one, other):
                player.post("/api/guest")
            with one.socket("/ws/lobby"), other.socket("/ws/lobby"):
                for player in (one, other):
                    player.post("/api/seeks", {"game": "attack-chart", "quick": True})
                os.kill(first.process.pid, signal.SIGCONT)
                _until(lambda: one.get("/api/turns")["turns"])
                time.sleep(2.0)
                assert len(one.get("/api/turns")["turns"]) == 1
                assert len(_leader(own)) == 1
        finally:
            os.kill(first.process.pid, signal.SIGCONT)
        print(f"another leader after {took:.1f} s of silence")
        assert took < SILENT + 2 * RETRY + 2
