"""Describes matches for lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from gattai.bots.registry import PERSON
from gattai.kernel.text.transcript import Header, parse
from gattai.server.messages import MatchCard
from gattai.server.online.play.sitting import MatchSitting, Sittings
from gattai.server.online.play.tables import Names
from gattai.server.online.store.pool import Database

STANDS = """
SELECT match.id, match.game, match.head, match.answers, match.waiting, match.over, match.winners,
       extract(epoch FROM clock_timestamp() - match.changed)::float8,
       extract(epoch FROM match.deadline - clock_timestamp())::float8
  FROM match
"""
THESE = f"{STANDS} WHERE match.id = ANY ($1)"
OWN = f"""
{STANDS}
 WHERE match.id IN (SELECT match FROM seat WHERE person = $1)
 ORDER BY (match.over <> ''), match.changed DESC, match.id LIMIT $2
"""
SEATS = "SELECT match, seat, person FROM seat WHERE match = ANY ($1) ORDER BY match, seat"

MAX_LISTED = 100


class MatchListed(msgspec.Struct, frozen=True):
    """A match in a list: its state and its players."""

    id: str
    game: str
    header: Header
    answers: int
    waiting: tuple[int, ...]
    over: str
    winners: tuple[int, ...]
    ago: float
    left: float | None
    """Seconds until someone's time is up."""
    seats: dict[int, str]
    """The ids of the persons, by seat."""
    names: tuple[str, ...]
    """The names of the players; empty for a free seat or a bot."""

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Return the seats of this person."""
        return tuple(seat for seat, who in self.seats.items() if who == person)


class MatchListing:
    """Finds matches and describes them."""

    def __init__(self, database: Database, people: Names) -> None:
        self._database = database
        self.people = people
        self.sittings = Sittings(database)

    async def own(self, person: str, most: int = MAX_LISTED) -> list[MatchListed]:
        """Return a person's matches, those in progress first, then by last change."""
        if not person:
            return []
        return await self.listed(await self._database.rows(OWN, person, most))

    async def these(self, matches: Sequence[str]) -> list[MatchListed]:
        """Return several matches in this order; missing ones are left out."""
        lines = await self._database.rows(THESE, list(matches))
        found = {each.id: each for each in await self.listed(lines)}
        return [found[match] for match in matches if match in found]

    async def one(self, match: str) -> MatchListed:
        """Return one match. Raises LookupError if there is none."""
        for found in await self.these([match]):
            return found
        raise LookupError(f"there is no match {match[:60]!r}")

    async def listed(self, lines: Iterable[Iterable[object]]) -> list[MatchListed]:
        """Return the matches in rows with the columns of `STANDS`, with their players."""
        rows = [tuple(line) for line in lines]
        seats: dict[str, dict[int, str]] = {}
        for match, seat, person in await self._database.rows(SEATS, [row[0] for row in rows]):
            seats.setdefault(match, {})[seat] = person
        people = await self.people.these({who for all_ in seats.values() for who in all_.values()})
        found = []
        for row in rows:
            id, game, head, answers, waiting, over, winners, ago, left = row
            assert isinstance(id, str) and isinstance(head, str)
            header = setting_of(head)
            sitting = seats.get(id, {})
            named = tuple(
                people[sitting[seat]].name if sitting.get(seat) in people else ""
                for seat in range(len(header.players))
            )
            found.append(
                MatchListed(
                    id,
                    str(game),
                    header,
                    int(str(answers)),
                    tuple(waiting),  # type: ignore[arg-type]
                    str(over),
                    tuple(winners),  # type: ignore[arg-type]
                    float(str(ago)),
                    left if isinstance(left, float) else None,
                    sitting,
                    named,
                )
            )
        return found

    async def cards(self, found: Sequence[MatchListed], person: str) -> list[MatchCard]:
        """Return cards of matches, with links for this person."""
        sittings = await self.sittings.these([each.id for each in found])
        return [card_of(each, person, sittings.get(each.id)) for each in found]


def setting_of(head: str) -> Header:
    """Return the head of a transcript."""
    text = head.removesuffix("\n")
    return parse(text if text.endswith("\nbegin") else f"{text}\nbegin").header


def link_to(match: str, seat: int | str, token: str = "") -> str:
    """Return the link to a seat, or to watch."""
    return f"/table{f'?token={token}' if token else ''}#/match/{match}/{seat}"


def card_of(
    listed: MatchListed,
    person: str,
    sitting: MatchSitting | None = None,
    invited: dict[int, str] | None = None,
    headline: str = "",
) -> MatchCard:
    """Return the card of a match, with links first to the caller's own seats, then open invitations."""
    own = listed.seats_of(person) if person else ()
    open_seats = {s: t for s, t in (invited or {}).items() if s not in listed.seats}
    links = (
        *(link_to(listed.id, seat) for seat in own),
        *(link_to(listed.id, seat, token) for seat, token in open_seats.items()),
    )
    ended = listed.over.partition(" ; ")[0]
    return MatchCard(
        id=listed.id,
        game=listed.game,
        players=listed.header.players,
        answers=listed.answers,
        headline=ended or headline or _whose(listed, own),
        links=links or (link_to(listed.id, "watch"),),
        is_over=bool(listed.over),
        is_lesson=bool(sitting and sitting.seating.guided),
        ago=round(listed.ago),
        names=listed.names,
        replay=f"/replay/{listed.id}" if listed.over else "",
    )


def _whose(listed: MatchListed, own: Sequence[int]) -> str:
    """Describe who is waited for."""
    if any(seat in own for seat in listed.waiting):
        return "your turn"
    empty = [
        seat
        for seat, player in enumerate(listed.header.players)
        if player == PERSON and seat not in listed.seats
    ]
    if empty:
        return "waits for a player to join"
    return "in progress"
