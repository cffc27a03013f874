"""Matches in a few words: for lists, and for whoever has made one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from gattai.bots.registry import PERSON
from gattai.kernel.text.transcript import Setting, parse
from gattai.server.messages import MatchCard
from gattai.server.online.play.sitting import Sitting, Sittings
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

MOST_LISTED = 100


class Told(msgspec.Struct, frozen=True):
    """A match as lists know it: how it stands and who sits at it."""

    id: str
    game: str
    setting: Setting
    answers: int
    waiting: tuple[int, ...]
    over: str
    winners: tuple[int, ...]
    ago: float
    left: float | None
    """Seconds until somebody's time is up."""
    seats: dict[int, str]
    """Persons by their seats."""
    names: tuple[str, ...]
    """How those on the seats are called; empty for a seat that nobody has taken, or a bot."""

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Where this person sits."""
        return tuple(seat for seat, who in self.seats.items() if who == person)


class Telling:
    """Finds matches and says what is to be said of them."""

    def __init__(self, database: Database, people: Names) -> None:
        self._database = database
        self.people = people
        self.sittings = Sittings(database)

    async def own(self, person: str, most: int = MOST_LISTED) -> list[Told]:
        """Those of a person: what is still played first, then the last played."""
        if not person:
            return []
        return await self.told(await self._database.rows(OWN, person, most))

    async def these(self, matches: Sequence[str]) -> list[Told]:
        """Several by their names, in this order; those that are not there are left out."""
        lines = await self._database.rows(THESE, list(matches))
        found = {each.id: each for each in await self.told(lines)}
        return [found[match] for match in matches if match in found]

    async def one(self, match: str) -> Told:
        """One by its name. LookupError if there is none."""
        for found in await self.these([match]):
            return found
        raise LookupError(f"there is no match {match[:60]!r}")

    async def told(self, lines: Iterable[tuple[object, ...]]) -> list[Told]:
        """What lines of `STANDS` say, with those who sit there."""
        rows = [tuple(line) for line in lines]
        seats: dict[str, dict[int, str]] = {}
        for match, seat, person in await self._database.rows(SEATS, [row[0] for row in rows]):
            seats.setdefault(match, {})[seat] = person
        people = await self.people.these({who for all_ in seats.values() for who in all_.values()})
        found = []
        for row in rows:
            id, game, head, answers, waiting, over, winners, ago, left = row
            assert isinstance(id, str) and isinstance(head, str)
            setting = setting_of(head)
            sitting = seats.get(id, {})
            named = tuple(
                people[sitting[seat]].name if sitting.get(seat) in people else ""
                for seat in range(len(setting.players))
            )
            found.append(
                Told(
                    id,
                    str(game),
                    setting,
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

    async def cards(self, found: Sequence[Told], person: str) -> list[MatchCard]:
        """Cards for the door, as this person may have them."""
        sittings = await self.sittings.these([each.id for each in found])
        return [card_of(each, person, sittings.get(each.id)) for each in found]


def setting_of(head: str) -> Setting:
    """What the head of a transcript says."""
    text = head.removesuffix("\n")
    return parse(text if text.endswith("\nbegin") else f"{text}\nbegin").setting


def link_to(match: str, seat: int | str, token: str = "") -> str:
    """The address of a seat, or of a place to watch from."""
    return f"/table{f'?token={token}' if token else ''}#/match/{match}/{seat}"


def card_of(
    told: Told,
    person: str,
    sitting: Sitting | None = None,
    invited: dict[int, str] | None = None,
    headline: str = "",
) -> MatchCard:
    """The card of a match: the own seats first among its links, then invitations that are still open."""
    own = told.seats_of(person) if person else ()
    open_seats = {s: t for s, t in (invited or {}).items() if s not in told.seats}
    links = (
        *(link_to(told.id, seat) for seat in own),
        *(link_to(told.id, seat, token) for seat, token in open_seats.items()),
    )
    ended = told.over.partition(" ; ")[0]
    return MatchCard(
        id=told.id,
        game=told.game,
        players=told.setting.players,
        answers=told.answers,
        headline=ended or headline or _whose(told, own),
        links=links or (link_to(told.id, "watch"),),
        is_over=bool(told.over),
        is_lesson=bool(sitting and sitting.seating.guided),
        ago=round(told.ago),
        names=told.names,
        replay=f"/replay/{told.id}" if told.over else "",
    )


def _whose(told: Told, own: Sequence[int]) -> str:
    """Who is waited for, in a word."""
    if any(seat in own for seat in told.waiting):
        return "your turn"
    empty = [
        seat
        for seat, player in enumerate(told.setting.players)
        if player == PERSON and seat not in told.seats
    ]
    if empty:
        return "waits for somebody to sit down"
    return "to be continued"
