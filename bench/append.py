"""What one append to a journal costs, beside the bare engine: rows a second, and CPU of both sides.

    python bench/append.py [--database ADDRESS] [--clients 8] [--seconds 5] [--rounds 5] [--apart]
                           [--set NAME=VALUE] [--json]

Four ways write into journals of their own, in turns, for machines are noisy; each client has a match of its own.
`pgbench` sends the very statement of `gattai.server.online.store.journal`, prepared, and does nothing else;
`asyncpg` sends it by that library and does nothing else either; `journal` is `MatchJournal.append`; all of them from one
process. `four statements` does the same by a transaction of four, as one would without a second thought. The ratio is of
rates, and the median of rounds. CPU is given for 1,000 rows: of the client, and of PostgreSQL if it runs on this
machine; flushes of its log for each row too. It needs a server that nobody else uses, and pgbench (Debian: in the
package postgresql-contrib or postgresql).

Where client and server share the cores, a client in Python takes from the server what one in C does not. With
`--apart` the server has one core and the clients have the others, so that the ratio tells what the statement costs the
server; it needs the right to say so of the server's processes. On a machine that is busy otherwise only the ratio of
the clients' CPU means anything.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import secrets
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import msgspec

from gattai.server.online.store.journal import APPEND, MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.migrating import migrate
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import Answered, Awaited

ROW = Answered(
    (
        "17 blue fire longbow at 7,4 ; ATTACK-CHART.SEQ.1-DECLARE #5b1e09",
        "18 dice 3 9 0 2 7 5 ; ATTACK-CHART.SEQ.3-ONE-DIE-PER-ATTACK #90c2aa",
    )
)
FAR = 4_102_444_800.0
"""An answer carries until when it may be written: here, for a long time to come."""
AIM = Awaited(answers=18, waiting=(1,), deadline=60.0, until=FAR)
BODY = msgspec.json.encode(ROW).decode()

FOUR = (
    "SELECT number FROM match WHERE id = $1 FOR UPDATE",
    "INSERT INTO entry (match, number, key, body) VALUES ($1, $2, $3, $4)",
    (
        "UPDATE match SET number = $2, answers = $3, waiting = $4, changed = clock_timestamp(), held = NULL,"
        " deadline = clock_timestamp() + make_interval(secs => $5) WHERE id = $1"
    ),
    "DELETE FROM job WHERE match = $1",
)


class Spent(msgspec.Struct):
    """The cost of writing a number of rows."""

    rows: int
    seconds: float
    client: float
    """CPU seconds of the writers."""
    server: float
    """CPU seconds of PostgreSQL; 0 if it runs elsewhere."""
    flushes: int = 0
    """Flushes of its log to disk."""

    @property
    def rate(self) -> float:
        return self.rows / self.seconds


def bench_script(clients_match: str) -> str:
    """The statement as pgbench wants it: named variables instead of numbered ones."""
    values = {
        1: f"('{clients_match}-' || :client_id)", 2: ":n", 3: ":n", 4: ":body", 5: ":answers", 6: ":waiting",
        7: ":deadline", 8: "''", 9: ":winners", 10: ":bots",
        11: ":until",
    }  # fmt: skip
    statement = re.sub(r"\$(\d+)", lambda found: values[int(found[1])], APPEND.strip())
    return f"{statement};\n\\set n :n + 1\n"


def by_pgbench(address: str, matches: str, clients: int, seconds: int) -> tuple[int, float]:
    """Rows, and how many seconds it took by its own account."""
    with TemporaryDirectory() as folder:
        script = Path(folder) / "append.sql"
        script.write_text(bench_script(matches))
        given = {
            "n": "0", "body": BODY, "answers": str(AIM.answers), "waiting": "{1}",
            "deadline": str(AIM.deadline), "winners": "{}", "bots": "{}",
            "until": str(FAR),
        }  # fmt: skip
        command = [
            "pgbench", "--no-vacuum", "--protocol=prepared", f"--client={clients}", "--jobs=1",
            f"--time={seconds}", f"--file={script}",
            *(f"--define={name}={value}" for name, value in given.items()), address,
        ]  # fmt: skip
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode:
        sys.exit(said.stderr)
    done = int(found[1]) if (found := re.search(r"actually processed: (\d+)", said.stdout)) else 0
    rate = float(found[1]) if (found := re.search(r"tps = ([\d.]+)", said.stdout)) else 0.0
    return done, done / rate if rate else seconds


async def begun(store: Database, clients: int) -> str:
    """Matches for all clients: what their names begin with."""
    name = secrets.token_hex(4)
    for client in range(clients):
        await Matches(store).begin(f"{name}-{client}", "toy", "head", "none", Awaited(), {})
    return name


async def by_clients(
    clients: int, seconds: int, write: Callable[[int, int], Awaitable[object]]
) -> tuple[int, float]:
    """Let each client write one row after the other until time is up."""
    began = monotonic()
    until = began + seconds

    async def one(client: int) -> int:
        rows = 0
        while monotonic() < until:
            await write(client, rows)
            rows += 1
        return rows

    rows = sum(await asyncio.gather(*(one(client) for client in range(clients))))
    return rows, monotonic() - began


async def by_journal(address: str, clients: int, seconds: int) -> tuple[int, float]:
    """As a node does."""
    async with Database(address, size=clients) as store:
        name = await begun(store, clients)
        journals = [MatchJournal(store, f"{name}-{client}") for client in range(clients)]
        # Connections are made when they are wanted, and the others' are there before the clock runs.
        await asyncio.gather(*(journal.append(ROW, AIM, "first") for journal in journals))
        return await by_clients(
            clients, seconds, lambda client, row: journals[client].append(ROW, AIM, str(row))
        )


async def by_asyncpg(address: str, clients: int, seconds: int) -> tuple[int, float]:
    """The statement alone, by the library that the site uses."""
    async with Database(address) as store:
        name = await begun(store, clients)
    connections = [
        await asyncpg.connect(address, server_settings={"jit": "off"}) for _ in range(clients)
    ]
    statements = [await connection.prepare(APPEND) for connection in connections]

    async def write(client: int, row: int) -> None:
        await statements[client].fetchrow(
            f"{name}-{client}", row, str(row), BODY, AIM.answers, AIM.waiting, AIM.deadline, AIM.over,
            AIM.winners, AIM.bots, AIM.until,
        )  # fmt: skip

    try:
        return await by_clients(clients, seconds, write)
    finally:
        for connection in connections:
            await connection.close()


async def by_four(address: str, clients: int, seconds: int) -> tuple[int, float]:
    """The same by four statements within a transaction."""
    async with Database(address, size=clients) as store:
        name = await begun(store, clients)

        async def write(client: int, row: int) -> None:
            match = f"{name}-{client}"
            async with store.connection() as connection, connection.transaction():
                head = await connection.fetchval(FOUR[0], match)
                assert head == row
                body = msgspec.json.encode(ROW).decode()
                await connection.execute(FOUR[1], match, head + 1, str(row), body)
                await connection.execute(
                    FOUR[2], match, head + 1, AIM.answers, AIM.waiting, AIM.deadline
                )
                await connection.execute(FOUR[3], match)

        return await by_clients(clients, seconds, write)


def cpu_of_server(postmaster: int | None) -> float:
    """CPU seconds of PostgreSQL so far, with all who have served and gone."""
    if postmaster is None:
        return 0.0
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == postmaster:
            ticks += sum(map(int, words[11:15]))
        elif int(words[1]) == postmaster:
            ticks += sum(map(int, words[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def postmaster_of(address: str) -> int | None:
    """The process that started the one that serves us, if it is on this machine."""
    connection = await asyncpg.connect(address)
    try:
        pid = await connection.fetchval("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or "postgres" not in stat.read_text():
            return None
        return int(stat.read_text().rpartition(")")[2].split()[1])
    finally:
        await connection.close()


async def flushed(address: str) -> int:
    """How often the server has flushed its log so far; those who write tell it when they have gone."""
    await asyncio.sleep(0.2)
    connection = await asyncpg.connect(address)
    try:
        return int(await connection.fetchval("SELECT wal_sync FROM pg_stat_wal"))
    finally:
        await connection.close()


def part(postmaster: int | None) -> None:
    """Use one core for the server, all others for the writers."""
    first, *others = sorted(os.sched_getaffinity(0))
    if postmaster is None or not others:
        sys.exit("the server is on another machine already, or this one has only one core")
    family = [
        int(stat.parent.name)
        for stat in Path("/proc").glob("[0-9]*/stat")
        if int(stat.read_text().rpartition(")")[2].split()[1]) == postmaster
    ]
    for pid in (postmaster, *family):
        os.sched_setaffinity(pid, {first})
    os.sched_setaffinity(0, others)


def client_cpu() -> float:
    """Of this process and those that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


async def tell(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(statement)
    await connection.close()


def measured(address: str, clients: int, seconds: int, rounds: int) -> dict[str, list[Spent]]:
    """All ways in turns."""

    async def bench(address: str, clients: int, seconds: int) -> tuple[int, float]:
        async with Database(address) as store:
            name = await begun(store, clients)
            rows, took = await asyncio.to_thread(by_pgbench, address, name, clients, seconds)
            written = await store.row("SELECT sum(number) FROM match WHERE id LIKE $1", f"{name}-%")
            assert written is not None and written[0] == rows, "pgbench wrote something else"
            return rows, took

    outcomes: dict[str, Any] = {
        "pgbench": bench, "asyncpg": by_asyncpg, "journal": by_journal, "four statements": by_four,
    }  # fmt: skip
    found: dict[str, list[Spent]] = {way: [] for way in outcomes}
    postmaster = asyncio.run(postmaster_of(address))
    for turn in range(-1, rounds):  # the first one only to warm up
        for way, run in outcomes.items():
            flushes = asyncio.run(flushed(address))
            client, server = client_cpu(), cpu_of_server(postmaster)
            rows, took = asyncio.run(run(address, clients, seconds if turn >= 0 else 1))
            spent = Spent(rows, took, client_cpu() - client, cpu_of_server(postmaster) - server)
            spent.flushes = asyncio.run(flushed(address)) - flushes
            if turn >= 0:
                found[way].append(spent)
    return found


def main() -> None:
    default = os.environ.get(
        "GATTAI_TEST_DATABASE", "postgresql://postgres@127.0.0.1:5432/postgres"
    )
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--database", default=default)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--apart", action="store_true", help="a core for the server alone")
    parser.add_argument("--set", action="append", default=[], help="a setting of the database")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if shutil.which("pgbench") is None:
        sys.exit("there is no pgbench (Debian: apt-get install postgresql-contrib)")
    name = f"gattai_bench_{secrets.token_hex(4)}"
    asyncio.run(tell(given.database, f"CREATE DATABASE {name}"))
    try:
        address = urlunsplit(urlsplit(given.database)._replace(path=f"/{name}"))
        for setting in given.set:
            asyncio.run(tell(address, f"ALTER DATABASE {name} SET {setting.replace('=', ' = ')}"))
        asyncio.run(migrate(address))
        if given.apart:
            part(asyncio.run(postmaster_of(address)))
        found = measured(address, given.clients, given.seconds, given.rounds)
    finally:
        asyncio.run(tell(given.database, f"DROP DATABASE {name} WITH (FORCE)"))
    told = {}
    for way, rounds in found.items():
        ratios = [
            ours.rate / bare.rate for ours, bare in zip(rounds, found["pgbench"], strict=True)
        ]
        told[way] = {
            "rows a second": round(median(one.rate for one in rounds)),
            "beside pgbench": round(median(ratios), 2),
            "client CPU-s for 1,000": round(
                median(1000 * one.client / one.rows for one in rounds), 3
            ),
            "server CPU-s for 1,000": round(
                median(1000 * one.server / one.rows for one in rounds), 3
            ),
            "flushes a row": round(median(one.flushes / one.rows for one in rounds), 2),
        }
    if given.json:
        print(json.dumps(told))
        return
    print(f"{given.clients} clients, {given.rounds} rounds of {given.seconds} s in turns")
    for way, figures in told.items():
        print(f"{way:16}", *(f"{figure} {what}" for what, figure in figures.items()), sep="  ")


if __name__ == "__main__":
    main()
