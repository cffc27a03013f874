"""The play part of a site: create, join, view and repeat matches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from gattai.bots.registry import PERSON
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.committed import Committed
from gattai.kernel.text.snapshot import position_text
from gattai.kernel.text.transcript import Header, parse
from gattai.server.film.dice import POLICY as DICE_POLICY
from gattai.server.film.dice import dice_page
from gattai.server.messages import (
    AskRematch,
    Door,
    Glance,
    MatchCard,
    NewMatch,
    RematchMade,
)
from gattai.server.online.caller import Caller, Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.limits import TooOften
from gattai.server.online.play import lists
from gattai.server.online.play.library import Library
from gattai.server.online.play.quota import Quota
from gattai.server.online.play.reading import Reader
from gattai.server.online.play.replaying import Replaying
from gattai.server.online.play.sitting import MatchSitting, Sittings, name_after, new_name
from gattai.server.online.play.tables import Names, Tables
from gattai.server.online.play.telling import MatchListed, MatchListing, card_of, link_to
from gattai.server.online.play.transcripts import HashedEvents, SavedMatch
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site
from gattai.server.online.store.jobs import Jobs
from gattai.server.online.store.pool import Database
from gattai.server.online.store.seats import Seats
from gattai.server.online.workers.opening import Elsewhere
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import GUEST, again, are_physical, committed, opened, resumed
from gattai.server.table.seating import Seating
from gattai.server.web import library
from gattai.server.web.answering import PLAIN, Forbidden, NotYet
from gattai.server.web.screening import Screening

log = logging.getLogger(__name__)

MAX_TEXT = 4_000_000
MAX_WATCHED = 3
"""Matches of bots only that one person may have in progress, because bots take CPU time."""
SHED = {"ace": 5.0, "search": 5.0, "veteran": 15.0}
"""Seconds that a person has waited for a worker above which no new match gets this bot: the most expensive go first."""
NOT_PHYSICAL = (
    "physical dice work only at a table of your own: here nobody sees what the others throw"
)
NEW_MATCHES = Rate(30, 60)
LOOKS = Rate(600, 60)


class PlayPart:
    """The endpoints for matches."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        people: Names,
        screening: Screening,
        packs: Sequence[Path] = (),
        sign: Callable[[TableMatch, SavedMatch], str] | None = None,
    ) -> None:
        """`sign` returns the line with which a saved match is signed."""
        self._sign = sign
        self.tables = tables
        self.telling = MatchListing(database, people)
        self.sittings = Sittings(database)
        self.quota = Quota(database)
        self.seats = Seats(database)
        self._jobs = Jobs(database)
        self.library = Library(packs)
        self.screening = screening
        self.reader = Reader(database, self.telling, packs)
        self.replaying = Replaying(self.reader, screening)
        self.packs = tuple(packs)
        read, play = "read", "play"
        anybody, guest = Rank.STRANGER, Rank.GUEST
        one = "/api/matches/{match}"
        self.endpoints: Sequence[Endpoint] = (
            *self.library.endpoints,
            *lists.endpoints(database, packs),
            Endpoint("GET", "/api/door", "The first screen.", anybody, self.door, None, Door, read),
            Endpoint(
                "GET",
                "/api/matches",
                "My matches, those in progress first.",
                anybody,
                self.own,
                None,
                list[MatchCard],
                read,
            ),
            Endpoint(
                "POST",
                "/api/matches",
                "Create a match: `person` is me, `guest` joins by link, other players are bots.",
                guest,
                self.make,
                NewMatch,
                MatchCard,
                play,
                NEW_MATCHES,
                MAX_TEXT,
            ),
            Endpoint("GET", one, "A match.", anybody, self.one, None, MatchCard, read, LOOKS),
            Endpoint(
                "GET",
                f"{one}/glance",
                "A preview of a match.",
                anybody,
                self.glance,
                None,
                Glance,
                read,
                LOOKS,
            ),
            Endpoint(
                "POST",
                f"{one}/rematch",
                "Create a rematch.",
                guest,
                self.rematch,
                AskRematch,
                RematchMade,
                play,
                NEW_MATCHES,
            ),
            Endpoint(
                "GET",
                f"{one}/transcript",
                "The transcript of a completed match.",
                anybody,
                self.transcript,
                scope=read,
            ),
            Endpoint(
                "GET",
                f"{one}/events",
                "The events of a completed match, to compute the digests of its transcript.",
                anybody,
                self.events,
                None,
                HashedEvents,
                read,
                LOOKS,
            ),
            Endpoint(
                "GET",
                f"{one}/position",
                "The current position, for saving.",
                anybody,
                self.position,
                scope=read,
            ),
            Endpoint(
                "GET",
                "/dice/{match}",
                "The dice of a match, for checking; until it is over, only the commitment.",
                anybody,
                self.dice,
                scope=read,
                rate=LOOKS,
            ),
            *self.replaying.endpoints,
        )

    async def dice(self, _: Site, call: Call) -> Reply:
        match = call.params["match"]
        if (
            await self.telling.one(match)
        ).over:  # the whole record: an open match may have only its last answers
            text = await self.reader.text(match, call.caller, secrets_too=True)
            page = await asyncio.to_thread(self._dice_of, text, match)
        else:
            page = await asyncio.to_thread(dice_page, (await self.tables.find(match)).record, match)
        headers = (("content-security-policy", DICE_POLICY), ("cache-control", "no-store"))
        return Reply(content=page, kind="text/html; charset=utf-8", headers=headers)

    def _dice_of(self, text: str, match: str) -> bytes:
        return dice_page(resumed(parse(text), self.packs), match)

    async def start(self) -> None:
        """Do nothing: there is no background task."""

    async def stop(self) -> None:
        """Stop the processes of bots and replays."""
        self.screening.end_screening()

    # Creating matches

    async def begin(
        self,
        wanted: NewMatch,
        maker: str,
        *,
        sits: dict[int, str] | None = None,
        name: str = "",
        rated: bool = False,
        listed: bool = True,
        days: int = 0,
        rematch: str | None = None,
        dice: Committed | None = None,
        count: Callable[[str], Awaitable[None]] | None = None,
    ) -> str:
        """Create a match, saved before it begins; returns its name. Raises ValueError or LookupError with the reason.

        `count` is called with its name first, and raises `TooOften` if there are too many.
        `sits` says who takes which seat; without it the creator takes all seats of persons who are not
        invited. A second call with the same name returns the first match.
        """
        if wanted.puzzle:
            raise ValueError("puzzles are played at a table of your own, not on a site")
        if wanted.analysis:
            raise ValueError("games are analysed at a table of your own, not on a site")
        if wanted.transcript or wanted.position:
            await self.screening.aside(self.screening.examiner.begin(wanted))
        dice = dice or _dice(wanted)
        record, seating = await self._opened(wanted, dice, days)
        persons = _seats_of_persons(record.header)
        taken = sits
        if taken is None:
            taken = {seat: maker for seat in persons if seat not in seating.guests}
        match = name or new_name(record.header.game)
        if count is not None:
            await count(match)
        invited = [seat for seat in persons if seat not in taken]
        sat = MatchSitting(match, maker, seating, rated, listed, days, rematch)
        await self.sittings.put(sat, invited)
        sitting = await self.sittings.of(match) if name else None
        if dice and sitting and sitting.seating.secret != seating.secret:
            # An earlier call got no further than this: use the dice whose secret was stored.
            seeds, are_committed = dice.commitment.seeds, dice.commitment.are_committed
            dice = Committed(sitting.seating.secret, seeds, are_committed=are_committed)
            record, seating = await self._opened(wanted, dice, days)
        await self.tables.begin(match, record, seating, taken)
        return match

    async def _opened(
        self, wanted: NewMatch, dice: Committed | None, days: int
    ) -> tuple[Record[Struct], Seating]:
        record, seating = await asyncio.to_thread(opened, wanted, self.packs, dice)
        if are_physical(record.header):
            raise ValueError(NOT_PHYSICAL)
        return record, replace(seating, days=days)

    async def make(self, site: Site, call: Call) -> Reply:
        wanted = call.sent(NewMatch)
        is_watched = bool(wanted.players) and not {PERSON, GUEST} & {*wanted.players}
        if (
            is_watched
            and site.settings.rates
            and await self.sittings.watched(call.caller.id) >= MAX_WATCHED
        ):
            raise TooOften(
                60,
                f"{MAX_WATCHED} of your bot matches are in progress, which is the maximum: "
                "wait until one of them is over",
            )
        if site.settings.rates:
            await self._may_think(wanted)
        count = partial(self.quota.open, site.settings, call.caller)
        match = await self.begin(wanted, call.caller.id, listed=not wanted.guided, count=count)
        return Reply(await self.card(match, call.caller), 201)

    async def _may_think(self, wanted: NewMatch) -> None:
        """Raise `TooOften` with advice if the workers have no time for bots as expensive as these."""
        bots = {player.partition(":")[0] for player in wanted.players} & SHED.keys()
        if not bots:
            return
        waited = await self._jobs.pressed()
        shed = sorted(bot for bot in bots if waited > SHED[bot])
        if shed:
            raise TooOften(
                60,
                f"the bots of this site are busy, and people wait for them: {' and '.join(shed)} can be played again "
                "when they have caught up; choose a rookie, or try again in 1 minute",
            )

    async def rematch(self, site: Site, call: Call) -> RematchMade:
        before = await self.telling.one(call.params["match"])
        own = before.seats_of(call.caller.id)
        if not own:
            raise Forbidden("only the players may ask for a rematch")
        if not before.over:
            raise NotYet("a rematch is possible when the match is over")
        made = await self.sittings.after(before.id)
        if made is None:
            made = await self._again(
                before, call.caller, site.settings, swap=call.sent(AskRematch).swap
            )
        links = await self._links_again(before.seats, made)
        await self.tables.call_again(before.id, links)
        mine = [links[seat] for seat in own if seat in links]
        return RematchMade(mine[0] if mine else link_to(made.match, "watch"))

    async def links_again(self, match: str) -> dict[int, str]:
        """Return the link for each seat's player to their seat in the rematch, if there is one."""
        made = await self.sittings.after(match)
        return {} if made is None else await self._links_again(await self.seats.of(match), made)

    async def _links_again(self, before: Mapping[int, str], made: MatchSitting) -> dict[int, str]:
        seats = await self.seats.of(made.match)
        there = {person: seat for seat, person in reversed(seats.items())}
        return {s: link_to(made.match, there[who]) for s, who in before.items() if who in there}

    async def _again(
        self, before: MatchListed, caller: Caller, settings: Settings, *, swap: bool
    ) -> MatchSitting:
        sitting = await self.sittings.of(before.id)
        if sitting is None:
            raise LookupError("nothing is known about the players of this match")
        wanted = again(before.header, sitting.seating, swap=swap)
        count = len(before.header.players)
        sits = {(seat + swap) % count: who for seat, who in before.seats.items()}
        await self.begin(
            wanted,
            caller.id,
            sits=sits,
            name=name_after(before.id),
            rated=sitting.is_rated,
            listed=sitting.is_listed,
            days=sitting.days,
            rematch=before.id,
            count=partial(self.quota.open, settings, caller, slow=sitting.days > 0),
        )
        made = await self.sittings.after(before.id)
        assert made is not None
        return made

    # Viewing matches

    async def card(self, match: str, caller: Caller) -> MatchCard:
        """Return the card of a match for this caller: its players see the invitations that are still open."""
        listed = await self.telling.one(match)
        sitting = await self.sittings.of(match)
        plays = bool(listed.seats_of(caller.id)) or (sitting and sitting.maker == caller.id)
        invited = await self.sittings.invited(match) if plays and caller.id else {}
        return card_of(listed, caller.id, sitting, invited)

    async def door(self, site: Site, call: Call) -> Door:
        cards = await self.library.cards()
        may = call.caller.rank >= Rank.GUEST or site.settings.guests
        return Door(cards, tuple(await self._own(call.caller)), library.broken(), may)

    async def own(self, _: Site, call: Call) -> list[MatchCard]:
        return await self._own(call.caller)

    async def _own(self, caller: Caller) -> list[MatchCard]:
        return await self.telling.cards(await self.telling.own(caller.id), caller.id)

    async def one(self, _: Site, call: Call) -> MatchCard:
        return await self.card(call.params["match"], call.caller)

    async def glance(self, _: Site, call: Call) -> Glance:
        match = await self.tables.find(call.params["match"])
        return Glance.at(match.history.scene(await self._viewer_of(match, call.caller)))

    async def _viewer_of(self, match: TableMatch, caller: Caller) -> Seat | None:
        """Return the seat through which the caller may look: their own if they have exactly one, else None."""
        if not caller.id:
            return None
        own = [s for s, who in (await self.seats.of(match.id)).items() if who == caller.id]
        return Seat(own[0]) if len(own) == 1 else None

    async def transcript(self, _: Site, call: Call) -> Reply:
        match = call.params["match"]
        sent = self.replaying.replays.find(match)
        text = sent or await self._signed(match, call.caller)
        return _file(text, f"{match}.txt")

    async def _signed(self, match: str, caller: Caller) -> str:
        """Return a transcript with the signature of the site, if its rules are still played here."""
        saved = await self.reader.saved(match, caller)
        if self._sign is None:
            return saved.text
        try:
            table = await self.tables.find(match)
        except (LookupError, Elsewhere) as problem:
            log.warning("match %s is saved without a signature: %s", match, problem)
            return saved.text
        if table.recorder.entered != saved.row:  # it goes on at this moment
            saved = await self.reader.saved(match, caller)
        is_same = table.recorder.entered == saved.row
        return saved.with_line(self._sign(table, saved)) if is_same else saved.text

    async def events(self, _: Site, call: Call) -> HashedEvents:
        saved = await self.reader.saved(call.params["match"], call.caller)
        record = (await self.tables.find(call.params["match"])).record
        if record.base or not isinstance(record.question, Outcome):
            record = await asyncio.to_thread(resumed, parse(saved.text), self.packs)
        return HashedEvents.of(record)

    async def position(self, _: Site, call: Call) -> Reply:
        match = await self.tables.find(call.params["match"])
        listed = await self.telling.one(match.id)
        if (
            not match.is_over
            and match.hides
            and not await self.reader.is_alone(listed, call.caller)
        ):
            raise NotYet(
                "this would reveal hidden information: it is available when the match is over"
            )
        text = position_text(match.record.rules, match.record.position)
        return _file(text, f"{match.id}-position.json")


def _dice(wanted: NewMatch) -> Committed | None:
    """Return dice with a commitment, because players cannot see the site roll them; a lesson sets its own dice."""
    if not wanted.players or wanted.guided or wanted.transcript or wanted.seed:
        return None
    return committed(len(wanted.players))


def _seats_of_persons(header: Header) -> list[int]:
    return [seat for seat, player in enumerate(header.players) if player == PERSON]


def _file(text: str, name: str) -> Reply:
    headers = (
        ("content-disposition", f'inline; filename="{name}"'),
        ("cache-control", "no-store"),
    )
    return Reply(content=text.encode(), kind=PLAIN, headers=headers)
