"""Matches of no game at all, for tests of what keeps them."""

from __future__ import annotations

import secrets

import asyncpg

from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.table.journal import Answered, Awaited

NOTHING = Awaited()


def said(text: str) -> Answered:
    """A row that can be told from others."""
    return Answered((text,))


async def begun(database: Database, aim: Awaited = NOTHING) -> str:
    """A match without a row; its id."""
    id = secrets.token_hex(6)
    await Matches(database).begin(id, "toy", "gattai transcript 1", "none", aim, {})
    return id


async def stands(address: str, match: str) -> tuple[int, list[tuple[int, str, str]]]:
    """The number in the row of the match, and the rows of its journal: number, key, body."""
    connection = await asyncpg.connect(address)
    try:
        number = await connection.fetchval("SELECT number FROM match WHERE id = $1", match)
        rows = await connection.fetch(
            "SELECT number, key, body FROM entry WHERE match = $1 ORDER BY number", match
        )
        return number, [tuple(row) for row in rows]
    finally:
        await connection.close()


def is_sound(number: int, rows: list[tuple[int, str, str]]) -> bool:
    """Whether rows are numbered without a gap as far as the match says, and no key is there twice."""
    keys = [key for _, key, _ in rows]
    return [row[0] for row in rows] == list(range(1, number + 1)) and len({*keys}) == len(keys)
