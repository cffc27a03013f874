"""Somebody who writes in a journal beside others, and keeps a diary of what was acknowledged.

python -m tests.online.store.writers ADDRESS MATCH NAME ROWS     a process of its own; prints number=key
"""

from __future__ import annotations

import asyncio
import sys

from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import AlreadyWritten, Behind
from tests.online.store.matches import NOTHING, said


async def write(store: Database, match: str, name: str, rows: int) -> dict[int, str]:
    """Write so many rows among others; returns the number and the key of each."""
    journal = MatchJournal(store, match)
    diary: dict[int, str] = {}
    for turn in range(rows):
        key = f"{name}-{turn}"
        while key not in diary.values():
            try:
                diary[(await journal.append(said(key), NOTHING, key)).number] = key
            except Behind as behind:
                diary.update({row.number: key for row in behind.rows if row.key == key})
            except AlreadyWritten as written:
                diary[written.number] = key
    return diary


async def main(address: str, match: str, name: str, rows: str) -> None:
    async with Database(address, size=2) as store:
        diary = await write(store, match, name, int(rows))
    print(*(f"{number}={key}" for number, key in diary.items()))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
