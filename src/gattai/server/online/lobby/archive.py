"""What was played: found by player, game and result, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gattai.server.online.play.telling import STANDS, Telling, Told
from gattai.server.online.store.pool import Database

A_PAGE = 30
RESULTS = ("", "won", "lost", "drawn")


class Wanted(msgspec.Struct, frozen=True):
    """What is looked for."""

    game: str = ""
    person: str = ""
    result: str = ""
    """How it ended for the person, or for anybody: `won`, `lost`, `drawn`."""
    rated: bool = False
    """Only rated ones."""
    before: str = ""
    """What `next` said of the page before."""


class Kept(msgspec.Struct, frozen=True):
    """A match of the archive."""

    told: Told
    ended: float
    rated: bool


class Archives:
    """All matches that are over."""

    def __init__(self, database: Database, telling: Telling) -> None:
        self._database = database
        self._telling = telling

    async def page(self, wanted: Wanted, most: int = A_PAGE) -> tuple[list[Kept], str]:
        """A page of what was found, the last ended first, and what to ask with for the next."""
        statement, values = asked(wanted, most + 1)
        lines = await self._database.rows(statement, *values)
        more = len(lines) > most
        lines = lines[:most]
        told = await self._telling.told([tuple(line)[:9] for line in lines])
        found = [
            Kept(each, line[9] / 1_000_000, line[10])
            for each, line in zip(told, lines, strict=True)
        ]
        return found, f"{lines[-1][9]}~{lines[-1][0]}" if more else ""


def wanted_of(query: Mapping[str, str]) -> Wanted:
    """What is looked for, as an address says it; the player by id.

    >>> wanted_of({"game": "aegis", "rated": "yes"})
    Wanted(game='aegis', person='', result='', rated=True, before='')
    """
    return Wanted(
        query.get("game", ""),
        query.get("player", ""),
        query.get("result", ""),
        query.get("rated", "") in ("1", "true", "yes"),
        query.get("before", ""),
    )


def asked(wanted: Wanted, most: int) -> tuple[str, list[object]]:
    """The statement that finds it, with its values. ValueError for what nobody can ask for."""
    if wanted.result not in RESULTS:
        raise ValueError(f"a result is one of {', '.join(RESULTS[1:])}")
    values: list[object] = []

    def value(one: object) -> str:
        values.append(one)
        return f"${len(values)}"

    where = ["match.ended IS NOT NULL", "sitting.listed"]
    if wanted.game:
        where.append(f"match.game = {value(wanted.game)}")
    if wanted.person:
        person = value(wanted.person)
        where.append(
            f"match.id IN (SELECT seat.match FROM seat WHERE seat.person = {person}"
            f"{_as(wanted.result)})"
        )
    elif wanted.result == "drawn":
        where.append("cardinality(match.winners) <> 1")
    if wanted.rated:
        where.append("sitting.rated")
    if wanted.before:
        ended, _, id = wanted.before.partition("~")
        if not (ended.isascii() and ended.isdigit() and len(ended) < 18):
            raise ValueError("that is no place in the archive")
        at = f"timestamptz 'epoch' + {value(int(ended))}::bigint * interval '1 microsecond'"
        where.append(f"(match.ended, match.id) < ({at}, {value(id)}::text)")
    columns, _, _ = STANDS.partition("  FROM match\n")
    statement = f"""
{columns.rstrip()}, (extract(epoch FROM match.ended) * 1000000)::bigint, sitting.rated
  FROM match JOIN sitting ON sitting.match = match.id
 WHERE {" AND ".join(where)}
 ORDER BY match.ended DESC, match.id DESC LIMIT {value(most)}
"""
    return statement, values


def _as(result: str) -> str:
    """How it ended for whoever sits there."""
    if result == "won":
        return " AND seat.seat = ANY (match.winners) AND cardinality(match.winners) = 1"
    if result == "lost":
        return " AND NOT seat.seat = ANY (match.winners) AND cardinality(match.winners) = 1"
    return " AND cardinality(match.winners) <> 1" if result == "drawn" else ""
