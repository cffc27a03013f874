"""Describes the lobby: open offers, matches in progress, how many people are here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from gattai.server.messages import MatchCard
from gattai.server.online.caller import Person, Rank
from gattai.server.online.lobby.live import LiveTables
from gattai.server.online.lobby.messages import Hall, ListedPlayer, LiveMatch, Seek
from gattai.server.online.lobby.seeks import Seeks, Sought
from gattai.server.online.people.persons import Persons
from gattai.server.online.play.sitting import Sittings
from gattai.server.online.play.telling import MatchListed, MatchListing, card_of
from gattai.server.online.ratings.ratings import Ratings

MAX_LIVE = 12
MAX_OFFERS = 200
"""Offers in the lobby; everybody also sees their own."""


class DescribedHall(msgspec.Struct, frozen=True):
    """The lobby as everybody sees it."""

    hall: Hall
    is_full: bool = False
    """Whether there are more offers than are shown."""


class HallDescriber:
    """Reads the lobby from the database."""

    def __init__(
        self,
        seeks: Seeks,
        live: LiveTables,
        listing: MatchListing,
        people: Persons,
        ratings: Ratings,
        sittings: Sittings,
    ) -> None:
        self._seeks = seeks
        self._live = live
        self._listing = listing
        self._people = people
        self._ratings = ratings
        self._sittings = sittings

    async def hall(self) -> DescribedHall:
        """Return the lobby as everybody sees it."""
        sought = await self._seeks.all(MAX_OFFERS)
        live = tuple(await self.playing())
        hall = Hall(await self.offers(sought), live, await self._live.count())
        return DescribedHall(hall, len(sought) >= MAX_OFFERS)

    async def own(self, persons: Iterable[str]) -> tuple[Seek, ...]:
        """Return the open offers of these persons."""
        return await self.offers(await self._seeks.of(persons))

    async def offers(self, sought: Iterable[Sought]) -> tuple[Seek, ...]:
        """Return offers as they are shown; those of people who have gone are left out."""
        every = [*sought]
        people = await self._people.these({who for each in every for who in each.persons})
        return tuple(seek_of(each, people) for each in every if each.person in people)

    async def playing(self, most: int = MAX_LIVE) -> list[LiveMatch]:
        """Return matches in progress."""
        watchers = {each.match: each.watchers for each in await self._live.list(most)}
        if not watchers:
            return []
        found = []
        sat = await self._sittings.these([*watchers])
        for each in await self._listing.these([*watchers]):
            sitting = sat.get(each.id)
            rated = sitting is not None and sitting.is_rated
            card = steady(card_of(each, "", sitting))
            found.append(LiveMatch(card, watchers[each.id], await self.players(each), rated))
        return found

    async def players(self, listed: MatchListed) -> tuple[ListedPlayer | None, ...]:
        """Return the players of a match by seat; None for a bot of the site or an empty seat."""
        people = await self._people.these(listed.seats.values())
        ratings = await self._ratings.these(listed.seats.values(), listed.game)
        return tuple(
            player_of(people[listed.seats[seat]], ratings.get(listed.seats[seat]))
            if listed.seats.get(seat) in people
            else None
            for seat in range(len(listed.header.players))
        )


def player_of(person: Person, rating: int | None = None) -> ListedPlayer:
    """Return a person as others see them."""
    guest = person.rank < Rank.ACCOUNT
    return ListedPlayer(person.id, person.name, person.is_bot, guest, None if guest else rating)


def seek_of(sought: Sought, people: Mapping[str, Person]) -> Seek:
    """Return an offer as it is shown."""
    return Seek(
        sought.id,
        player_of(people[sought.person], sought.rating),
        sought.game,
        sought.options,
        sought.reaction,
        sought.turn,
        sought.rated,
        sought.least if sought.seats == 2 else 0,
        sought.most if sought.seats == 2 else 9_999,
        round(sought.ago / 10) * 10,
        quick=sought.quick,
        commitment=sought.commitment,
        seats=sought.seats,
        joined=tuple(player_of(people[each]) for each in sought.joined if each in people),
        bank_seconds=sought.bank,
        increment_seconds=sought.increment,
    )


def steady(card: MatchCard) -> MatchCard:
    """Return a card without running times, so that it changes only when something happens."""
    return replace(card, ago=0)


def seen_by(hall: Hall, person: str, own: Iterable[Seek] = ()) -> Hall:
    """Return the lobby as one person sees it: with their own offers, all of them, marked."""
    shown = {seek.id for seek in hall.seeks}
    more = (seek for seek in own if seek.id not in shown)
    return replace(hall, seeks=tuple(_marked(seek, person) for seek in (*hall.seeks, *more)))


def _marked(seek: Seek, person: str) -> Seek:
    if person and seek.by.id == person:
        return replace(seek, is_mine=True)
    joined = person and any(each.id == person for each in seek.joined)
    return replace(seek, is_joined=True) if joined else seek
