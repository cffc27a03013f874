"""Passes completed matches to the ratings, on whichever node sees them first."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.server.online.caller import Rank
from gattai.server.online.play.telling import MatchListing, setting_of
from gattai.server.online.ratings.judging import AWAY, Finished, RatedSide
from gattai.server.online.ratings.leavers import Leavers
from gattai.server.online.ratings.ratings import Ratings
from gattai.server.online.ratings.reading import finished
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.pool import Database
from gattai.server.table.opening import BY_HAND

# Only rated matches: a casual one changes no rating.
UNRATED = """
SELECT match.id, match.game, match.head, match.winners, extract(epoch FROM match.ended)::float8
  FROM sitting JOIN match ON match.id = sitting.match AND match.ended IS NOT NULL
 WHERE sitting.rated AND NOT sitting.scored ORDER BY match.ended LIMIT $1
"""
SCORED = "UPDATE sitting SET scored = true WHERE match = $1"


class Scoring:
    """Finds matches to rate."""

    def __init__(self, database: Database, telling: MatchListing, ratings: Ratings) -> None:
        self._database = database
        self._telling = telling
        self._ratings = ratings
        self._leavers = Leavers(database)

    async def look(self, most: int = 20) -> None:
        """Rate completed matches. A match is entered once, however many nodes try."""
        for line in await self._database.rows(UNRATED, most):
            match = line[0]
            await self._ratings.enter(await self._finished(*line))
            await self._database.row(SCORED, match)

    async def _finished(
        self, match: str, game: str, head: str, winners: list[int], at: float
    ) -> Finished:
        listed = await self._telling.one(match)
        people = await self._telling.people.these(listed.seats.values())
        sides = {
            seat: RatedSide(person.id, person.rank < Rank.ACCOUNT, person.owner)
            for seat, id in listed.seats.items()
            if (person := people.get(id)) is not None
        }
        header = setting_of(head)
        seats = [line.split(" ")[1] for line in head.splitlines() if line.startswith("player ")]
        rows = [each.row for each in await MatchJournal(self._database, match).since(0)]
        elsewhere = bool(header.start) or header.dice == BY_HAND
        started = Finished(match, game, at, True, (), tuple(winners), elsewhere=elsewhere)
        found = finished(started, seats, sides, rows)
        if found.leaver is None:
            return found
        away = (await self._leavers.since(match)).get(found.leaver)
        return replace(found, was_away=away is not None and away <= at - AWAY)
