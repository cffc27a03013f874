"""One run: a site of several machines, players, a nemesis, and what was found afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
from asyncio import FIRST_COMPLETED
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic

import httpx
import msgspec

from gattai.server.online.store.migrating import migrate
from gattai.server.online.store.pool import Database
from tests.online.nemesis.checking import Verdict, journals, judged
from tests.online.nemesis.faults import Nemesis
from tests.online.nemesis.guests import Guest, Watcher
from tests.online.nemesis.machines import (
    HostMachine,
    Machine,
    NatsMachine,
    Network,
    NodeMachine,
    Postgres,
    answers,
)
from tests.online.nemesis.replays import kept_of, notary_of, really_judged
from tests.online.nemesis.small.players import Player
from tests.online.nemesis.tables import KINDS, Table

TABLES, SEATS, NODES, WORKERS = 3, 3, 3, 2
LONGEST = 300.0
"""Seconds for which players are waited for who have not said enough."""
ANSWERS = "SELECT id, answers FROM match WHERE id = ANY ($1)"
LATE = "SELECT 1 FROM match WHERE deadline < clock_timestamp() - interval '2 seconds' LIMIT 1"


class Outcome(msgspec.Struct):
    """What was done, and what was found."""

    verdict: Verdict
    faults: Counter[str]
    seconds: float
    is_real: bool
    """Whether cables were cut, and not only processes stopped."""
    moves: int
    refusals: Counter[str] = msgspec.field(default_factory=Counter)
    """What players were told instead."""

    def text(self) -> str:
        cables = "in namespaces" if self.is_real else "without namespaces: cables could not be cut"
        told = ", ".join(f"{count} x {name}" for name, count in self.faults.most_common())
        return (
            f"{self.faults.total()} faults in {self.seconds:.0f} s, {cables}: {told}\n"
            f"players went to a node {self.moves} times\n{self.verdict.text()}"
            + "".join(f"\n  {count} x {why}" for why, count in self.refusals.most_common())
        )


class Site(msgspec.Struct):
    """All machines of one run."""

    network: Network
    postgres: Postgres
    nats: Machine
    nodes: list[Machine]
    workers: list[Machine]

    @property
    def sites(self) -> list[str]:
        return [f"http://{node.host}:{node.port}" for node in self.nodes]

    @property
    def places(self) -> list[tuple[str, int]]:
        return [(node.host, node.port) for node in self.nodes]


@asynccontextmanager
async def site(
    broken: str = "", machine: type[NodeMachine | HostMachine] = NodeMachine
) -> AsyncIterator[Site]:
    """Machines that run; they are gone afterwards."""
    network = Network()
    machines: list[Machine] = []
    try:
        postgres = await asyncio.to_thread(Postgres, network, "pg")
        machines.append(postgres)
        nats = NatsMachine(network, "nats")
        machines.append(nats)
        await asyncio.to_thread(postgres.start)
        nats.start()
        await ready(postgres.address)
        names = [("node", f"n{number}") for number in range(NODES)]
        names += [("worker", f"w{number}") for number in range(WORKERS)]
        made = [
            machine(network, name, kind, postgres.address, nats.address, broken)
            for kind, name in names
        ]
        machines += made
        for each in made:
            each.start()
        nodes: list[Machine] = [*made[:NODES]]
        async with asyncio.timeout(180):
            while not all(answers(node) for node in nodes):
                await asyncio.sleep(0.1)
            if machine is HostMachine:
                await asyncio.gather(*map(is_open, nodes))
        yield Site(network, postgres, nats, nodes, [*made[NODES:]])
    finally:
        for one in reversed(machines):
            one.close()
        network.close()


async def is_open(node: Machine) -> None:
    """Until it says so itself."""
    async with httpx.AsyncClient(timeout=5, trust_env=False) as http:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if (await http.get(f"http://{node.host}:{node.port}/ready")).status_code == 200:
                    return
            await asyncio.sleep(0.2)


async def ready(address: str) -> None:
    """Make the tables as soon as PostgreSQL lets us."""
    for _ in range(100):
        try:
            await migrate(address)
            return
        except Exception:
            await asyncio.sleep(0.1)
    await migrate(address)


async def run(
    seconds: float,
    seed: int,
    pause: float = 1.0,
    broken: str = "",
    patience: float = 60,
    least: int = 0,
) -> Outcome:
    """Play for so long while the nemesis rages, then mend everything and look."""
    chance = random.Random(seed)
    os.environ["GATTAI_NEMESIS"] = str(os.getpid())
    began = monotonic()
    async with site(broken) as one:
        nemesis = Nemesis(one.network, chance, one.postgres, one.nats, one.nodes, one.workers)
        players = [
            Player(f"table{table}", seat, one.places, random.Random(chance.random()))
            for table in range(TABLES)
            for seat in range(SEATS)
        ]
        stuck = await raged(one, nemesis, players, seconds, pause, patience, least=least)
        bots = asyncio.create_task(finished(one.postgres.address))
        stuck += await in_time([bots], patience, "a bot")
        found, heads = await journals(one.postgres.address)
        newest = {match: head for match, head in heads.items() if head}
        visitors = [Player("", 0, [place], random.Random(0)) for place in one.places]
        looks = [  # every node shows every match as it stands
            asyncio.create_task(look_at_all(visitor, place, newest))
            for visitor, place in zip(visitors, one.places, strict=True)
        ]
        stuck += await in_time(looks, patience, "a visitor")
        for player in (*players, *visitors):
            player.leave()
        diaries = [player.diary for player in (*players, *visitors)]
        verdict = judged(found, heads, diaries)
        verdict.stuck += stuck
        moves = sum(diary.moves for diary in diaries)
        return Outcome(verdict, nemesis.done, monotonic() - began, one.network.is_real, moves)


async def run_games(
    seconds: float,
    seed: int,
    pause: float = 1.0,
    broken: str = "",
    patience: float = 60,
    hands: int = 1,
    only: Sequence[str] = (),
    restless: float = 0.02,
    least: int = 0,
) -> Outcome:
    """The same with the nodes that ship, with games as they are, and with guests who come by HTTP."""
    chance = random.Random(seed)
    began = monotonic()
    async with site(broken, HostMachine) as one:
        nemesis = Nemesis(one.network, chance, one.postgres, one.nats, one.nodes, one.workers)
        tables = [Table(kind, one.postgres.address) for kind in KINDS]
        guests = [
            Guest(table, seat, one.sites, random.Random(chance.random()), restless)
            for table in tables
            for seat in table.kind.seats
        ]
        watchers = [Watcher(table, one.sites, random.Random(chance.random())) for table in tables]
        players: list[Guest | Watcher] = [*guests, *watchers]
        stuck = await raged(one, nemesis, players, seconds, pause, patience, hands, only, least)
        address = one.postgres.address
        stuck += await in_time([asyncio.create_task(finished(address))], patience, "a bot")
        stuck += await in_time([asyncio.create_task(rung(address))], patience, "a clock")
        newest = [table.rounds[-1].match for table in tables if table.rounds]
        async with Database(address) as store:
            answers = {line[0]: line[1] for line in await store.rows(ANSWERS, newest)}
        looked = await asyncio.gather(*(looks(name, answers, patience) for name in one.sites))
        stuck += [line for _, waiting in looked for line in waiting]
        diaries = [player.diary for player in (*players, *(visitor for visitor, _ in looked))]
        took = monotonic() - began
        kept = await kept_of(address)  # all that anybody can have seen
        verdict = await asyncio.to_thread(really_judged, kept, diaries, await notary_of(address))
        verdict.stuck += stuck
        moves = sum(diary.moves for diary in diaries)
        refusals = sum((diary.refusals for diary in diaries), Counter())
        return Outcome(verdict, nemesis.done, took, one.network.is_real, moves, refusals)


async def looks(name: str, answers: dict[str, int], patience: float) -> tuple[Watcher, list[str]]:
    """What a node shows of these matches when all is mended."""
    visitor = Watcher(Table(KINDS[0], ""), [name], random.Random(0))

    async def all_of_them() -> None:
        for match, count in answers.items():
            await visitor.look(name, match, count)

    return visitor, await in_time([asyncio.create_task(all_of_them())], patience, "a visitor")


async def rung(address: str) -> None:
    """Until no clock that has run out is still to ring."""
    async with Database(address) as store:
        while await store.rows(LATE):
            await asyncio.sleep(0.2)


async def raged(
    one: Site,
    nemesis: Nemesis,
    players: Sequence[Player | Guest | Watcher],
    seconds: float,
    pause: float,
    patience: float,
    hands: int = 1,
    only: Sequence[str] = (),
    least: int = 0,
) -> list[str]:
    """Let people play for so long while bad things happen; then mend everything. Those who still wait.

    On a machine that is busy otherwise it goes on until so many answers were acknowledged.
    """
    done, mended = asyncio.Event(), asyncio.Event()
    raging = asyncio.create_task(nemesis.rage(done, pause, hands, only))
    keeping = asyncio.create_task(nemesis.keep())
    telling = asyncio.create_task(tell(nemesis, players))
    playing = [asyncio.create_task(player.play(mended)) for player in players]
    # It ends before only if something is wrong with it, or with those who play.
    everything = {raging, keeping, *playing}
    await asyncio.wait(everything, timeout=seconds, return_when=FIRST_COMPLETED)
    latest = monotonic() + LONGEST
    while taken(players) < least and monotonic() < latest:
        await asyncio.wait(everything, timeout=1, return_when=FIRST_COMPLETED)
    done.set()
    await raging
    for machine in (one.postgres, one.nats, *one.nodes, *one.workers):
        await asyncio.to_thread(machine.start)
    mended.set()
    stuck = await in_time(playing, patience, "a player")
    keeping.cancel()
    telling.cancel()
    for player in players:
        player.leave()
    return stuck


async def tell(nemesis: Nemesis, players: Sequence[Player | Guest | Watcher]) -> None:
    """How far it is, every minute."""
    while True:
        await asyncio.sleep(60)
        said = f"{nemesis.done.total()} faults, {taken(players)} acknowledged"
        print(said, file=sys.stderr, flush=True)


def taken(players: Sequence[Player | Guest | Watcher]) -> int:
    """How many answers have been acknowledged."""
    return sum(len(player.diary.acknowledged) for player in players)


async def in_time(tasks: list[asyncio.Task[None]], seconds: float, who: str) -> list[str]:
    """Wait for all of them, but not for longer than this; those who are not done."""
    done, waiting = await asyncio.wait(tasks, timeout=seconds)
    for task in done:
        task.result()
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return [f"{who} after {seconds:.0f} s"] * len(waiting)


async def look_at_all(visitor: Player, place: tuple[str, int], heads: dict[str, int]) -> None:
    """What a node shows of all matches."""
    for match, head in heads.items():
        await visitor.look(place, match, head)


async def finished(address: str) -> None:
    """Until no bot is asked any more: a job that got lost would be waited for in vain."""
    async with Database(address) as store:
        while await store.rows("SELECT 1 FROM job LIMIT 1"):
            await asyncio.sleep(0.1)
