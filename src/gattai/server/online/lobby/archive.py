"""Completed matches, searched by player, game and result, one page at a time."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gattai.server.online.play.telling import STANDS, MatchListed, MatchListing
from gattai.server.online.store.pool import Database

A_PAGE = 30
RESULTS = ("", "won", "lost", "drawn")


class ArchiveQuery(msgspec.Struct, frozen=True):
    """A search in the archive."""

    game: str = ""
    person: str = ""
    result: str = ""
    """The result for the player, or for anyone: `won`, `lost`, `drawn`."""
    rated: bool = False
    """Return rated matches only."""
    before: str = ""
    """The `next` of the previous page."""


class ArchivedMatch(msgspec.Struct, frozen=True):
    """A match of the archive."""

    listed: MatchListed
    ended: float
    rated: bool


class Archives:
    """Searches the completed matches of the site."""

    def __init__(self, database: Database, telling: MatchListing) -> None:
        self._database = database
        self._telling = telling

    async def page(
        self, wanted: ArchiveQuery, most: int = A_PAGE
    ) -> tuple[list[ArchivedMatch], str]:
        """Return a page of results, most recently ended first, and the `before` of the next page."""
        statement, values = asked(wanted, most + 1)
        lines = await self._database.rows(statement, *values)
        more = len(lines) > most
        lines = lines[:most]
        listed = await self._telling.listed([tuple(line)[:9] for line in lines])
        found = [
            ArchivedMatch(each, line[9] / 1_000_000, line[10])
            for each, line in zip(listed, lines, strict=True)
        ]
        return found, f"{lines[-1][9]}~{lines[-1][0]}" if more else ""


def wanted_of(query: Mapping[str, str]) -> ArchiveQuery:
    """Return the search of a query string; the player is given by id.

    >>> wanted_of({"game": "aegis", "rated": "yes"})
    ArchiveQuery(game='aegis', person='', result='', rated=True, before='')
    """
    return ArchiveQuery(
        query.get("game", ""),
        query.get("player", ""),
        query.get("result", ""),
        query.get("rated", "") in ("1", "true", "yes"),
        query.get("before", ""),
    )


def asked(wanted: ArchiveQuery, most: int) -> tuple[str, list[object]]:
    """Return the SQL statement of a search, with its values. Raises ValueError for an invalid search."""
    if wanted.result not in RESULTS:
        raise ValueError(f"the result must be one of {', '.join(RESULTS[1:])}")
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
            raise ValueError("`before` is not a position in the archive")
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
    """Return the SQL condition of a result for the player."""
    if result == "won":
        return " AND seat.seat = ANY (match.winners) AND cardinality(match.winners) = 1"
    if result == "lost":
        return " AND NOT seat.seat = ANY (match.winners) AND cardinality(match.winners) = 1"
    return " AND cardinality(match.winners) <> 1" if result == "drawn" else ""
