"""How long a node takes to open a match: after 50, 500 and 5,000 answers, from PostgreSQL to the first scene.

    python -m bench.opening postgresql://postgres@127.0.0.1:5432/postgres [--answers 5000] [--rounds 9]

A database of its own is made and dropped. The rows before the last thousand are not playable: whoever
opens a match never reads them, and no game is so long. Each opening is one by a node that has never
seen the match; shown are the median of all, the quickest, and the median of what is spent computing.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Sequence
from typing import Any

import asyncpg

from gattai import games
from gattai.kernel.question import Roll, any_one, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.server.messages import NewMatch, SceneUpdate
from gattai.server.online.bus.near import Near
from gattai.server.online.node import EVERY, Node
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.migrating import migrate
from gattai.server.online.store.pool import Database
from gattai.server.online.store.snapshots import Snapshot, Snapshots
from gattai.server.online.workers.snapshot_body import (
    SnapshotBody,
    body_of,
    digest_of,
    head_of,
    position_of,
)
from gattai.server.table.journal import Answered, Awaited
from gattai.server.table.opening import dice_of, opened
from gattai.server.table.seating import Seating
from gattai.server.table.thinking import Thinkers

APART = Seating(guests=(0, 1))
REAL = 400
"""So many answers at the end can be played again."""


async def written(database: Database, game: str, answers: int, seed: int) -> str:
    """A match with so many answers, in the database as nodes would have left it."""
    options = {"seats": "2"} if game == "robot-empire" else {}
    record, _ = opened(NewMatch(game, ("person", "person"), options, str(seed)), ())
    match, digest = f"{game}-{answers}-{seed}", digest_of(record.rules)
    first: Record[Any] = record
    before = max(0, answers - REAL)
    rng = random.Random(f"{seed}/{answers}")
    if before:
        give(record, rng)  # a position of its own, so that it can be gone on from
        record.go_on_from(record.position, record.check, before)
    await Snapshots(database).put(match, Snapshot(0, digest, body_of(SnapshotBody(APART))))
    await Matches(database).begin(match, game, head_of(first), digest, Awaited(), {0: "a", 1: "b"})
    await database.row(
        "INSERT INTO entry (match, number, key, body) SELECT $1, n, n::text, "
        '\'{"type":"answered","lines":["long ago"]}\'::json FROM generate_series(1, $2::int) AS n',
        match,
        before,
    )
    await database.row("UPDATE match SET number = $2 WHERE id = $1", match, before)
    journal, number, kept_at = MatchJournal(database, match, before), before, -EVERY
    while record.count < answers and not isinstance(record.question, Outcome):
        if record.position.is_settled and record.count - kept_at >= EVERY and record.count:
            kept = SnapshotBody(APART, record.count, record.check, position_of(record))
            await Snapshots(database).put(match, Snapshot(number, digest, body_of(kept)))
            kept_at = record.count
        draft = record.draft()
        give(draft, rng)
        while isinstance(draft.question, Roll):
            draft.answer(dice_of(record.header).faces(draft.question, draft.count + 1))
        await journal.append(Answered(draft.lines), Awaited(draft.count), f"k{number}")
        record.enter(draft)
        number += 1
    return match


def give(record: Any, rng: random.Random) -> None:
    """One answer at random."""
    question, step = record.question, record.step
    if isinstance(question, Roll):
        record.answer(question.dice.faces(rng))
        return
    seat = step.waiting[0]
    record.answer(any_one(part_of(question, seat).options, rng), seat)


async def opened_by(database: Database, match: str) -> tuple[float, float, int]:
    """Seconds until a page that comes to a new node has its scene, those of computing, the answers."""
    node = Node(database, Near(), Thinkers(), bots=0)
    began, cpu = time.perf_counter(), time.process_time()
    found = await node.find(match)
    found.aftermath.load = None
    page = found.join(0)
    shown = [one for one in page.take() if isinstance(one, SceneUpdate)]
    took = time.perf_counter() - began, time.process_time() - cpu
    assert shown
    count = found.record.count
    await node.stop()
    return *took, count


async def measured(address: str, lengths: Sequence[int], rounds: int) -> None:
    """Print a line for each game and length."""
    async with Database(address) as database:
        for game in games.names():
            for answers in lengths:
                match = await written(database, game, answers, 1)
                await opened_by(database, match)
                found = [await opened_by(database, match) for _ in range(rounds)]
                wall = statistics.median(each[0] for each in found) * 1e3
                best = min(each[0] for each in found) * 1e3
                cpu = statistics.median(each[1] for each in found) * 1e3
                figures = f"{wall:6.1f} ms, {best:5.1f} at best, {cpu:5.1f} computing"
                size = await database.row(
                    "SELECT avg(octet_length(body::text))::int, avg(pg_column_size(body))::int "
                    "FROM snapshot WHERE match = $1 AND number > 0",
                    match,
                )
                kept = "no snapshot" if not size or size[0] is None else f"snapshots of {size[0]:,}"
                disk = "" if not size or size[1] is None else f" bytes, {size[1]:,} on the disk"
                print(f"{game:14} {found[0][2]:5} answers  {figures}; {kept}{disk}")


async def prepared(address: str, statement: str) -> None:
    """Have a server make or drop a database."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("server")
    parser.add_argument("--answers", type=int, nargs="*", default=[50, 500, 5_000])
    parser.add_argument("--rounds", type=int, default=9)
    wanted = parser.parse_args()
    name = f"gattai_bench_{random.SystemRandom().getrandbits(32):x}"
    asyncio.run(prepared(wanted.server, f"CREATE DATABASE {name}"))
    address = f"{wanted.server.rpartition('/')[0]}/{name}"
    try:
        asyncio.run(migrate(address))
        asyncio.run(measured(address, wanted.answers, wanted.rounds))
    finally:
        asyncio.run(prepared(wanted.server, f"DROP DATABASE {name} WITH (FORCE)"))


if __name__ == "__main__":
    main()
