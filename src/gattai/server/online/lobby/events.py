"""Finds matches that wait for a player, for the players connected to this node."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gattai.server.online.store.pool import Database

WAITING = """
SELECT seat.person, seat.match, seat.seat, match.game, match.number
  FROM seat JOIN match ON match.id = seat.match
 WHERE seat.person = ANY ($1) AND match.over = '' AND seat.seat = ANY (match.waiting)
"""


class Waits(msgspec.Struct, frozen=True):
    """A match that waits for a seat since this row of its journal."""

    match: str
    seat: int
    game: str
    number: int


class Events:
    """Reports each waiting match once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[str, frozenset[Waits]] = {}

    async def waiting(self, persons: Iterable[str]) -> dict[str, list[Waits]]:
        """Return the matches that wait for these persons and did not at the last call.

        Nothing is reported for a new person: they have just been shown all their waiting matches.
        """
        wanted = frozenset(persons)
        found: dict[str, set[Waits]] = {person: set() for person in wanted}
        if wanted:
            for person, *rest in await self._database.rows(WAITING, list(wanted)):
                found[person].add(Waits(*rest))
        before, self._known = self._known, {who: frozenset(all_) for who, all_ in found.items()}
        return {
            person: sorted(new, key=lambda each: each.match)
            for person, waits in found.items()
            if person in before and (new := waits - before[person])
        }
