"""What a node costs through real sockets: answers a second, their parts, their way, memory, everybody coming back.

    python -m bench.sockets --database postgresql://postgres@127.0.0.1:5432/postgres --sockets 1000 [--json]

A database of its own is made and dropped. A real `gattai host` node is started on it, and from this process
come pages with real sockets: matches of all five games with two seats and two watchers each, every seat a guest of
its own, who take options at random, the same ones in every run. One after the other:

1. they come, in steps: memory for each match and each socket (the slope of what the node has in memory);
2. full load: everybody answers at once whenever asked. Answers for each CPU-second of the node, bytes, rows;
3. half load: half as many answers a second as one core could do. How long until an answer is seen opposite;
4. all connections are lost, and all come back at once, to the same node;
5. the node stops, and all come to another one that has never seen their matches: it has clocks around its
   parts (`bench/sockets/node.py`). Full load again: where the CPU time of an answer goes;
6. beside it: the rules alone playing the same answers, and a bare room of sockets by the same libraries
   that sends as many bytes to as many pages, at full and at the same half load.

CPU is of the node alone. Bytes of WAL, and CPU of PostgreSQL, are those of the whole server: right if nobody
else uses it. Ways include what the crowd takes to read, for it runs on the same machine: `load` says how busy it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import secrets
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from msgspec.json import encode

from bench.append import cpu_of_server, postmaster_of, tell
from bench.sockets.beside import rules_alone, sockets_alone
from bench.sockets.crowd import A_MATCH, GAMES, Counted, Crowd
from bench.sockets.processes import Served, served
from bench.sockets.telling import told
from gattai.server.online.store.pool import Database

STEPS = 4
Point = tuple[int, int, int]
"""Matches and sockets that were open, and the bytes that the node had then."""
TABLES = ("entry", "snapshot", "match", "seat", "job")


def parts(after: dict[str, Any], before: dict[str, Any], answers: int) -> dict[str, float]:
    """Milliseconds of CPU that each part took for an answer, and what no clock was around."""
    spent = {
        part: 1e3 * (value - before["spent"].get(part, 0.0)) / answers
        for part, value in after["spent"].items()
    }
    whole = 1e3 * (after["cpu"] - before["cpu"]) / answers
    spent["rest"] = whole - sum(spent.values())
    return {**{part: round(value, 3) for part, value in spent.items()}, "whole": round(whole, 3)}


def quantiles(outcomes: Sequence[float]) -> dict[str, float]:
    """Return quantiles in milliseconds."""
    found = statistics.quantiles(outcomes, n=100) if len(outcomes) > 1 else [0.0] * 99
    return {"p50": round(1e3 * found[49], 1), "p99": round(1e3 * found[98], 1), "of": len(outcomes)}


def slopes(seated: Sequence[Point], watched: Sequence[Point]) -> dict[str, float]:
    """Kilobytes for a match and for a socket: how memory grew with watchers, and with seats before."""
    socket, _ = statistics.linear_regression(*zip(*((s, m) for _, s, m in watched), strict=True))
    both, empty = statistics.linear_regression(*zip(*((n, m) for n, _, m in seated), strict=True))
    return {
        "node_mb": round(empty / 1e6, 1),
        "match_kb": round((both - 2 * socket) / 1e3, 1),
        "socket_kb": round(socket / 1e3, 1),
    }


class Bench:
    """One run of the benchmark."""

    def __init__(
        self, address: str, games: Sequence[str], sockets: int, seconds: float, folder: Path
    ) -> None:
        self._address = address
        self._matches = max(1, sockets // A_MATCH)
        self._seconds = seconds
        self._folder = folder
        self._crowd = Crowd(games)
        self.found: dict[str, Any] = {
            "matches": self._matches,
            "sockets": self._matches * A_MATCH,
            "seconds": seconds,
            "load_before": round(os.getloadavg()[0], 1),
        }

    async def run(self) -> None:
        """Run all phases of the benchmark."""
        host = ("host", "--database", self._address, "--port", "0")
        with served("gattai", *host) as node:
            await self._comes(node)
            self._say("memory")
            rate = await self._full(node)
            self._say("full", "wire", "disk")
            await self._half(node, rate)
            self._say("half")
            await self._again("reconnect", node, leaves=True)
            self._say("reconnect")
            await self._crowd.go()
        figures = self._folder / "figures"
        with served("bench.sockets.node", str(figures), *host, figures=figures) as node:
            await self._again("reconnect_elsewhere", node, leaves=False)
            self._say("reconnect_elsewhere")
            await self._parts(node)
            self._say("parts", "calls", "bus")
            await self._crowd.go()
        await self._beside(rate / 2)
        self.found["load_after"] = round(os.getloadavg()[0], 1)

    def _say(self, *names: str) -> None:
        """What was found just now: on a busy machine the rest takes its time."""
        load = f"load {os.getloadavg()[0]:.1f}"
        print(load, json.dumps({name: self.found[name] for name in names}), file=sys.stderr)

    async def _comes(self, node: Served) -> None:
        crowd = self._crowd
        await crowd.make(node.address, self._matches)
        step = max(1, self._matches // STEPS)
        points: dict[bool, list[Point]] = {False: [(0, 0, node.memory)], True: []}
        for watch in points:  # first those who sit down, then those who watch
            for begin in range(0, self._matches, step):
                some = crowd.matches[begin : begin + step]
                pages = [page for match in some for page in match.pages]
                await crowd.come(
                    node.address, [page for page in pages if (page.seat is None) == watch]
                )
                await asyncio.sleep(min(1.0, self._seconds / 10))
                sockets = sum(page.shown.is_set() for page in crowd.pages)
                opened = self._matches if watch else min(self._matches, begin + step)
                points[watch].append((opened, sockets, node.memory))
            if not watch:
                points[True].append(points[False][-1])
        self.found["memory"] = slopes(points[False], points[True])

    async def _full(self, node: Served) -> float:
        crowd, found = self._crowd, self.found
        await crowd.play(self._seconds / 5)  # warms up
        await crowd.rest()
        async with Database(self._address) as database:
            before = await self._written(database)
            memory, cpu, server = node.memory, node.cpu, await self._server()
            took = await crowd.play(self._seconds)
            in_time = len(crowd.outcomes)
            await crowd.rest()  # what is on its way has cost something too
            spent, answers = node.cpu - cpu, len(crowd.outcomes)
            after = await self._written(database)
            rows = after["rows"] - before["rows"]
            total = await self._server() - server
        found["full"] = {
            "answers": answers,
            "a_second": round(in_time / took, 1),
            "answers_per_cpu_second": round(answers / spent, 1),
            "ms_per_answer": round(1e3 * spent / answers, 3),
            "way": quantiles(crowd.outcomes),
            "postgres_ms_per_row": round(1e3 * total / rows, 3),
            "memory_kb_per_answer": round((node.memory - memory) / 1e3 / rows, 1),
            "refused": crowd.refused,
            "answers_by_game": crowd.by_game,
        }
        pages = answers * A_MATCH
        found["wire"] = {
            "letters_per_page": round(crowd.letters / pages, 2),
            "json_bytes_per_page": round(crowd.letters_bytes / pages),
            "sent_bytes_per_page": round(Counted.heard / pages),
        }
        found["disk"] = {
            "rows": rows,
            "wal_bytes_per_row": round((after["wal"] - before["wal"]) / rows),
            **{
                f"{name}_bytes_per_row": round((after[name] - before[name]) / rows)
                for name in TABLES
            },
            "entry_bytes": round(after["entry"] / after["rows"]),
            "entry_index_bytes": round(after["entry_index"] / after["rows"]),
            "body_bytes": round(after["body"]),
            "snapshot_bytes": round(after["snapshot_body"]),
        }
        return answers / spent

    async def _server(self) -> float:
        return cpu_of_server(await postmaster_of(self._address))

    async def _written(self, database: Database) -> dict[str, float]:
        """How much stands on the disk."""
        found: dict[str, float] = {}
        for name in TABLES:
            line = await database.row(f"SELECT pg_total_relation_size('{name}')")
            found[name] = line[0] if line else 0
        line = await database.row(
            "SELECT count(*), pg_indexes_size('entry'), coalesce(avg(octet_length(body::text)), 0)::float8,"
            " (SELECT coalesce(avg(octet_length(body::text)), 0)::float8 FROM snapshot WHERE number > 0),"
            " pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 FROM entry"
        )
        assert line is not None
        names = ("rows", "entry_index", "body", "snapshot_body", "wal")
        return found | dict(zip(names, line, strict=True))

    async def _half(self, node: Served, rate: float) -> None:
        cpu = node.cpu
        took = await self._crowd.play(self._seconds, rate / 2)
        spent = node.cpu - cpu
        await self._crowd.rest()
        outcomes = self._crowd.outcomes
        self.found["half"] = {
            "a_second": round(len(outcomes) / took, 1),
            "wanted": round(rate / 2, 1),
            "node_cores": round(spent / took, 2),
            "way": quantiles(outcomes),
        }

    async def _again(self, name: str, node: Served, *, leaves: bool) -> None:
        self._crowd.turned_away, cpu, begun = 0, node.cpu, perf_counter()
        if leaves:
            await self._crowd.go()
        pages = self._crowd.pages
        await self._crowd.come(node.address, pages, at_once=len(pages))
        took, spent = perf_counter() - begun, node.cpu - cpu
        await asyncio.sleep(self._seconds)
        self.found[name] = {
            "seconds": round(took, 2),
            "ms_per_socket": round(1e3 * spent / len(pages), 2),
            "turned_away": self._crowd.turned_away,
            "ms_per_socket_afterwards": round(1e3 * (node.cpu - cpu - spent) / len(pages), 2),
        }

    async def _parts(self, node: Served) -> None:
        await self._crowd.play(self._seconds / 5)
        await self._crowd.rest()
        before = node.figures()
        await self._crowd.play(self._seconds)
        await self._crowd.rest()
        answers, after = len(self._crowd.outcomes), node.figures()
        self.found["parts"] = parts(after, before, answers)
        calls = {
            part: after["calls"][part] - before["calls"].get(part, 0) for part in after["calls"]
        }
        self.found["calls"] = {part: round(count / answers, 2) for part, count in calls.items()}
        messages, size = (after["bus"][at] - before["bus"][at] for at in (0, 1))
        self.found["bus"] = {
            "messages_per_answer": round(messages / answers, 3),
            "bytes_per_message": round(size / max(1, messages)),
        }

    async def _beside(self, rate: float) -> None:
        found = self.found
        async with Database(self._address) as database:
            some = [match.id for match in self._crowd.matches]
            answers, spent = await rules_alone(database, some)
        found["rules_alone_ms"] = round(1e3 * spent / answers, 3)
        samples = self._folder / "samples"
        samples.write_bytes(encode(self._crowd.samples))
        with served("bench.sockets.echo", str(samples)) as echo:
            cpu = echo.cpu
            outcomes, _ = await sockets_alone(echo.address, self._matches, self._seconds)
            found["sockets_alone_ms"] = round(1e3 * (echo.cpu - cpu) / len(outcomes), 3)
            outcomes, _ = await sockets_alone(echo.address, self._matches, self._seconds, rate)
            found["sockets_alone_way"] = quantiles(outcomes)
        ours = found["full"]["ms_per_answer"]
        found["ratios"] = {
            "beside_rules": round(ours / found["rules_alone_ms"], 1),
            "beside_sockets": round(ours / found["sockets_alone_ms"], 1),
            "way_p50_beside_sockets": round(
                found["half"]["way"]["p50"] / max(0.1, found["sockets_alone_way"]["p50"]), 1
            ),
        }


def main() -> None:
    """Measure, and print the results."""
    default = os.environ.get(
        "GATTAI_TEST_DATABASE", "postgresql://postgres@127.0.0.1:5432/postgres"
    )
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--database", default=default)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--games", nargs="*", default=[*GAMES])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 3 * given.sockets + 200
    if hard != resource.RLIM_INFINITY and hard < wanted:
        sys.exit(f"{wanted} files have to be open at once, and {hard} may be: raise `ulimit -n`")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    name = f"gattai_bench_{secrets.token_hex(4)}"
    asyncio.run(tell(given.database, f"CREATE DATABASE {name}"))
    try:
        address = urlunsplit(urlsplit(given.database)._replace(path=f"/{name}"))
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(address, given.games, given.sockets, given.seconds, Path(folder))
            asyncio.run(bench.run())
    finally:
        asyncio.run(tell(given.database, f"DROP DATABASE {name} WITH (FORCE)"))
    print(json.dumps(bench.found, indent=1) if given.json else told(bench.found))


if __name__ == "__main__":
    main()
