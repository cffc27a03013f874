"""Stores ratings. A match is entered once, in one transaction, however often it is reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from gattai.server.online.ratings import glicko, several
from gattai.server.online.ratings.glicko import DRAWN, LOST, NEWCOMER, WON, GlickoSkill
from gattai.server.online.ratings.judging import (
    FORGIVEN,
    FORGIVEN_FOR,
    LOST_LINE,
    Finished,
    may_forgive,
    places,
    refusal,
)
from gattai.server.online.store.pool import Database, SqlConnection, SqlRow

UNSURE = 110.0
"""From this deviation, a rating is provisional."""
TWO, MORE = "two", "more"
Kind = Literal["two", "more"]
"""Matches of two and of more players have separate ratings with different formulas."""

# A second node waits here for the first, and then finds the match entered.
CLAIM = """
INSERT INTO rating_match (match, game, at, why) VALUES ($1, $2, to_timestamp($3), $4)
ON CONFLICT (match) DO NOTHING RETURNING match
"""
FORGAVE = """
SELECT count(*) FROM rating_match
 WHERE forgiven = $1 AND match <> $2 AND at > to_timestamp($3) - make_interval(secs => $4)
"""
FORGIVE = "UPDATE rating_match SET why = $2, forgiven = $3 WHERE match = $1"
# All transactions lock rows in the same order, so that they cannot deadlock.
NEW = """
INSERT INTO rating (person, game, kind, rating, deviation, volatility, games, changed)
SELECT person, $2, $3, $4, $5, $6, 0, to_timestamp($7) FROM unnest($1::text[]) AS person ORDER BY person
ON CONFLICT DO NOTHING
"""
HOLD = """
SELECT person, rating, deviation, volatility, games, extract(epoch FROM changed)::float8
  FROM rating WHERE person = ANY ($1) AND game = $2 AND kind = $3 ORDER BY person FOR UPDATE
"""
KEEP = """
UPDATE rating SET rating = $4, deviation = $5, volatility = $6, games = games + 1,
       changed = greatest(changed, to_timestamp($7))
 WHERE person = $1 AND game = $2 AND kind = $3
"""
NOTE = """
INSERT INTO rating_history (person, game, kind, match, at, rating, deviation, change)
VALUES ($1, $2, $3, $4, to_timestamp($5), $6, $7, $8)
"""
DONE = """
SELECT person, rating, change FROM rating_history WHERE match = $1 ORDER BY person
"""
WHY = "SELECT why FROM rating_match WHERE match = $1"
THESE = """
SELECT person, rating, deviation FROM rating WHERE person = ANY ($1) AND game = $2 AND kind = $3
"""
OF = """
SELECT game, kind, rating, deviation, volatility, games, extract(epoch FROM changed)::float8
  FROM rating WHERE person = $1 AND games > 0 ORDER BY game, kind DESC
"""
HISTORY = """
SELECT extract(epoch FROM at)::float8, rating, deviation, change, match FROM rating_history
 WHERE person = $1 AND game = $2 AND kind = $3 ORDER BY at DESC, number DESC LIMIT $4
"""

FORGET = """
WITH gone AS (DELETE FROM rating WHERE person = $1) DELETE FROM rating_history WHERE person = $1
"""


class RatingChange(msgspec.Struct, frozen=True):
    """The change of one player's rating by a match."""

    person: str
    rating: int
    """The rating after the match."""
    change: int


class Entered(msgspec.Struct, frozen=True):
    """The result of entering a match: rating changes, or the reason why there are none."""

    changes: tuple[RatingChange, ...] = ()
    why: str = ""


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating in a game."""

    game: str
    kind: Kind
    rating: int
    deviation: int
    games: int
    is_provisional: bool


class RatingPoint(msgspec.Struct, frozen=True):
    """One match in the history of a rating."""

    at: float
    rating: int
    deviation: int
    change: int
    match: str


class Ratings:
    """The ratings of all players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def enter(self, finished: Finished) -> Entered:
        """Rate a match, or record why not. A second call changes nothing and returns the same.

        Raises `NotSaved` if the database is not available: call again later.
        """
        return await self._database.again(lambda one: self._entered(one, finished))

    async def _entered(self, connection: SqlConnection, finished: Finished) -> Entered:
        why = refusal(finished)
        async with connection.transaction():
            new = await connection.fetchval(CLAIM, finished.match, finished.game, finished.at, why)
            if new is not None and not why:
                why = await self._forgiven(connection, finished)
                if not why:
                    await _rate(connection, finished)
        return await _entered_in(connection, finished.match) or Entered()

    async def entered(self, match: str) -> Entered | None:
        """Return what a match changed, or why nothing; None if it was not entered yet."""
        return await self._database.again(lambda one: _entered_in(one, match))

    async def _forgiven(self, connection: SqlConnection, finished: Finished) -> str:
        leaver = may_forgive(finished)
        if not leaver:
            return ""
        # Two matches with lost connections at the same time are handled one after the other.
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext($1))", leaver)
        before = await connection.fetchval(
            FORGAVE, leaver, finished.match, finished.at, FORGIVEN_FOR
        )
        if before >= FORGIVEN:
            return ""
        await connection.execute(FORGIVE, finished.match, LOST_LINE, leaver)
        return LOST_LINE

    async def these(
        self, persons: Iterable[str], game: str, kind: Kind = "two"
    ) -> Mapping[str, int]:
        """Return these players' ratings in a game; players without one are left out."""
        lines = await self._database.rows(THESE, [*persons], game, kind)
        return {person: round(rating) for person, rating, _ in lines}

    async def of(self, person: str) -> tuple[PlayerRating, ...]:
        """Return all ratings of a player."""
        now = await self._database.row("SELECT extract(epoch FROM clock_timestamp())::float8")
        assert now is not None
        return tuple(_standing(line, now[0]) for line in await self._database.rows(OF, person))

    async def history(
        self, person: str, game: str, kind: Kind = "two", most: int = 500
    ) -> tuple[RatingPoint, ...]:
        """Return the history of a rating, the last match last."""
        lines = await self._database.rows(HISTORY, person, game, kind, most)
        return tuple(
            RatingPoint(at, round(rating), round(deviation), round(change), match)
            for at, rating, deviation, change, match in reversed(lines)
        )

    async def forget(self, person: str) -> None:
        """Delete a player's ratings. Other players' ratings stay."""
        await self._database.rows(FORGET, person)


async def _entered_in(connection: SqlConnection, match: str) -> Entered | None:
    changes = await connection.fetch(DONE, match)
    if changes:
        return Entered(tuple(RatingChange(who, round(now), round(by)) for who, now, by in changes))
    why = await connection.fetchval(WHY, match)
    return None if why is None else Entered(why=why)


def _standing(line: SqlRow, now: float) -> PlayerRating:
    game, kind, rating, deviation, volatility, games, changed = line
    skill = GlickoSkill(rating, deviation, volatility)
    if kind == TWO:
        skill = glicko.idle(skill, (now - changed) / glicko.PERIOD)
    is_provisional = skill.deviation >= UNSURE
    return PlayerRating(game, kind, round(rating), round(skill.deviation), games, is_provisional)


async def _rate(connection: SqlConnection, finished: Finished) -> None:
    """Lock the ratings of all players, compute the new ones and write them with their history."""
    persons = [side.person for side in finished.sides]
    kind = TWO if len(persons) == 2 else MORE
    key = (finished.game, kind)
    start = (NEWCOMER.rating, NEWCOMER.deviation, NEWCOMER.volatility)
    await connection.execute(NEW, persons, *key, *start, finished.at)
    held = {line[0]: line for line in await connection.fetch(HOLD, persons, *key)}
    before = [GlickoSkill(*held[person][1:4]) for person in persons]
    since = [finished.at - held[person][5] for person in persons]
    for person, was, skill in zip(persons, before, _after(finished, before, since), strict=True):
        await connection.execute(
            KEEP, person, *key, skill.rating, skill.deviation, skill.volatility, finished.at
        )
        change = skill.rating - was.rating
        await connection.execute(
            NOTE, person, *key, finished.match, finished.at, skill.rating, skill.deviation, change
        )


def _after(
    finished: Finished, before: list[GlickoSkill], since: list[float]
) -> tuple[GlickoSkill, ...]:
    came = places(finished)
    if len(before) > 2:
        return several.after(before, came)
    (one, other), (mine, theirs) = before, came
    score = DRAWN if mine == theirs else WON if mine < theirs else LOST
    return (
        glicko.after(one, _now(other, since[1]), score, since[0]),
        glicko.after(other, _now(one, since[0]), 1 - score, since[1]),
    )


def _now(opponent: GlickoSkill, seconds: float) -> GlickoSkill:
    """Return an opponent's rating now, after some time without a match."""
    return glicko.idle(opponent, max(0.0, seconds) / glicko.PERIOD)
