"""The room: all matches of this table, those being played and those on the shelf."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from gattai import games
from gattai.bots.registry import PERSON
from gattai.kernel.question import Seat
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.text.transcript import Setting
from gattai.server.film.replays import step_of
from gattai.server.local.keys import Caller, Keys
from gattai.server.local.ledger import Ledger
from gattai.server.local.shelf import Shelf, Summary
from gattai.server.messages import Glance, MatchCard, NewMatch, RematchMade
from gattai.server.table.clock import Clock, Limits
from gattai.server.table.lessons import Guide, lesson_of
from gattai.server.table.match import Match
from gattai.server.table.opening import again, opened
from gattai.server.table.seating import Seating
from gattai.server.web.answering import NotYet
from gattai.server.web.reading import Found, begins_elsewhere, other_rules, read_match
from gattai.server.web.screening import Screening

log = logging.getLogger(__name__)

MOST_OPEN = 64
"""Matches kept in memory; of those at which nobody looks the longest unused are put back."""
MOST_LISTED = 100
MOST_FILMS = 8
"""Pages of shared replays that are kept ready."""


class Room(Screening):
    """Opens matches, and finds them again."""

    def __init__(
        self,
        shelf: Shelf,
        keys: Keys,
        *,
        lan: bool = False,
        packs: Sequence[Path] = (),
        clock: Clock | None = None,
    ) -> None:
        super().__init__(packs)
        self.shelf = shelf
        self.keys = keys
        self.lan = lan
        self.addresses: tuple[str, ...] = ()
        """Where others in this network find the table, the likeliest first."""
        self._clock = clock
        """What time it is, for those who are waited for; without one, the event loop knows."""
        self._open: dict[str, Match] = {}
        self._opening = asyncio.Lock()
        self._films: OrderedDict[str, bytes] = OrderedDict()
        """The pages of replays that were shared, by match: those asked for last."""
        self._rematching = asyncio.Lock()

    async def make(self, wanted: NewMatch) -> Match:
        """A new match, saved before it begins. ValueError or LookupError says what is wrong."""
        if wanted.transcript or wanted.position:
            await self.aside(self.examiner.begin(wanted))
        if wanted.bank_seconds:
            raise ValueError(
                "time for all answers together is counted at a site, not at this table"
            )
        record, seating = await asyncio.to_thread(opened, wanted, self.packs)
        if seating.guests and not self.lan:
            raise ValueError("a guest needs a table that the network can reach: start with --lan")
        match = self.shelf.add(record.setting.game, record.transcript().text(), seating)
        return await self._take_in(self._match(match, Found(record), seating))

    def _match(self, match: str, found: Found, seating: Seating) -> Match:
        record = found.record
        maker = games.scene_maker(record.setting.game)
        lesson = lesson_of(record.rules) if seating.guided else None
        guide = Guide(lesson, record) if lesson else None

        def leave_lesson() -> None:
            self.shelf.seat(match, replace(self.shelf.seating(match), guided=False))

        made = Match(
            match,
            record,
            maker,
            self.thinkers,
            Ledger(self.shelf.path(match), record, found.size),
            seating.guests,
            clock=self._clock,
            limits=Limits(seating.reaction_seconds, seating.turn_seconds),
            guide=guide,
            notice=found.notice or seating.damaged,
            shut=found.shut,
            why=found.why,
            hints=True,
        )

        def seated() -> None:
            now, here = self.shelf.seating(match), made.presence
            names = here.names_of(len(record.rules.seats))
            self.shelf.seat(match, replace(now, kept=tuple(sorted(here.kept)), names=names))

        made.left_lesson, made.presence.changed = leave_lesson, seated
        made.aftermath.look_back = self.course_of
        made.presence.kept = frozenset(Seat(seat) for seat in seating.kept)
        made.presence.names = {Seat(s): name for s, name in enumerate(seating.names) if name}
        return made

    async def find(self, match: str) -> Match:
        """A match by its name, from the shelf if need be. LookupError if there is none."""
        found = self._open.get(match)
        if found is not None:
            self._open[match] = self._open.pop(match)
            return found
        async with self._opening:
            if match in self._open:
                return self._open[match]
            read = await self._read(match)
            return await self._take_in(self._match(match, read, self.shelf.seating(match)))

    async def _read(self, match: str) -> Found:
        content = self.shelf.content(match)
        if begins_elsewhere(content):
            await self.aside(self.examiner.file(content))
        return await asyncio.to_thread(
            read_match, content, self.packs, self.shelf.seating(match).secret
        )

    async def glance(self, match: str) -> Glance:
        """A match as whoever keeps the table would find it. One that nobody has open stays unopened."""
        found = self._open.get(match)
        if found is not None:
            scene = found.history.scene(_eyes(found.record.setting, found.guests))
        else:
            record = (await self._read(match)).record
            eyes = _eyes(record.setting, self.shelf.seating(match).guests)
            scene = (await asyncio.to_thread(step_of, record, -1, eyes)).scene
        return Glance.at(scene)

    async def shared(self, name: str) -> bytes:
        """The replay of a match for whoever has its name. LookupError if there is none of that name."""
        match = self.keys.shared(name)
        if match is None:
            raise LookupError("there is no replay of that name")
        found = await self.find(match)
        if not found.is_over:
            raise NotYet("this match is still played: its replay can be seen when it is over")
        if match not in self._films:
            self._films[match] = await self.film_of(found.record.transcript().text(), None)
            while len(self._films) > MOST_FILMS:
                self._films.popitem(last=False)
        self._films.move_to_end(match)
        return self._films[match]

    async def rematch(self, match: str, *, swap: bool) -> tuple[Match, bool]:
        """The same players again, made once for all who want it; and whether the seats were swapped."""
        found = await self.find(match)
        if not found.is_over:
            raise NotYet("a rematch begins when the match is over")
        async with self._rematching:
            made, swapped = await self._rematch_of(found, swap=swap)
        for one in found.pages:
            if one.hands:
                one.send(RematchMade(self.link_after(found, one.hands[0], made, swapped)))
        return made, swapped

    async def _rematch_of(self, match: Match, *, swap: bool) -> tuple[Match, bool]:
        """The rematch that was made already, found again after a restart; or a new one."""
        seating = self.shelf.seating(match.id)
        if seating.rematch:
            with contextlib.suppress(LookupError):  # somebody deleted it: then there is another
                return await self.find(seating.rematch), seating.swapped
        made = await self.make(again(match.record.setting, seating, swap=swap))
        self.shelf.seat(match.id, replace(seating, rematch=made.id, swapped=swap))
        return made, swap

    def link_after(self, match: Match, seat: int, made: Match, swapped: bool) -> str:
        """Where who sat on this seat sits in the rematch."""
        taken = (seat + swapped) % len(match.record.rules.seats)
        return self.link(made.id, taken, is_guest=taken in made.guests)

    async def repair(self, match: str) -> Match:
        """Have a match played on that could only be looked at; the old file is kept beside.

        ValueError if nothing is wrong with it.
        """
        found = await self.find(match)
        if not found.shut:
            raise ValueError("nothing is wrong with the file of this match")
        if (
            not found.is_over
            and commitment_of(found.record.setting.dice)
            and not found.record.secret
        ):
            raise ValueError("the secret of its dice is not here, so no others may be thrown")
        self.shelf.replace(match, found.record.transcript().text(), found.why)
        seating = self.shelf.seating(match)
        found.reopen(Ledger(self.shelf.path(match), found.record), seating.damaged)
        return found

    async def _take_in(self, match: Match) -> Match:
        for name, other in [*self._open.items()]:
            if len(self._open) < MOST_OPEN:
                break
            if not other.pages and not other.is_thinking:
                del self._open[name]
                await other.stop()
        self._open[match.id] = match
        match.start()
        return match

    async def close(self) -> None:
        """Stop everything; all that was answered is in the files already."""
        for match in self._open.values():
            await match.stop()
        self._open.clear()
        self.end_screening()

    # For the list of matches

    def cards(self) -> list[MatchCard]:
        """The matches there are, the last played first. One that is in trouble is shown as such."""
        return [self._listed(summary) for summary in self.shelf.last_played(MOST_LISTED)]

    def _listed(self, summary: Summary) -> MatchCard:
        found = self._open.get(summary.match)
        if found is not None:
            try:
                return self.card(found)
            except Exception:  # one match must not hide all others
                log.exception("match %s cannot be listed", found.id)
                return _damaged_card(found.id, "it cannot be shown")
        if summary.setting is None:
            return _damaged_card(summary.match, summary.problem)
        return self._card_of(summary, summary.setting)

    def card(self, match: Match) -> MatchCard:
        """A match in a few words, with an address for each seat that a person takes."""
        transcript = match.record.transcript()
        headline = transcript.end.partition(" ; ")[0] or match.history.scene(None).headline
        return MatchCard(
            id=match.id,
            game=transcript.setting.game,
            players=transcript.setting.players,
            answers=len(transcript.entries),
            headline=headline,
            links=self._links(match.id, transcript.setting, match.guests),
            is_over=match.is_over,
            damaged=match.notice,
            is_lesson=match.guide is not None,
            addresses=self.addresses if match.guests else (),
            is_shut=match.shut,
            ago=self.shelf.ago(match.id),
            names=match.presence.names_of(len(match.record.rules.seats)),
            replay=self._replay(match.id) if match.is_over else "",
        )

    def _card_of(self, summary: Summary, setting: Setting) -> MatchCard:
        seating = summary.seating
        other = other_rules(setting, self.packs)
        return MatchCard(
            id=summary.match,
            game=setting.game,
            players=setting.players,
            answers=summary.answers,
            headline=summary.end or "to be continued",
            links=self._links(summary.match, setting, seating.guests),
            is_over=bool(summary.end),
            damaged=other or seating.damaged,
            is_lesson=seating.guided,
            addresses=self.addresses if seating.guests else (),
            is_shut=False,
            ago=self.shelf.ago(summary.match),
            names=seating.names,
            replay=self._replay(summary.match) if summary.end else "",
        )

    def _links(self, match: str, setting: Setting, guests: Sequence[int]) -> tuple[str, ...]:
        persons = [s for s, who in enumerate(setting.players) if who == "person"]
        return tuple(self.link(match, seat, is_guest=seat in guests) for seat in persons) or (
            f"/?token={self.keys.host}#/match/{match}/watch",
        )

    def _replay(self, match: str) -> str:
        return f"/replay/{self.keys.replay(match)}"

    def link(self, match: str, seat: int, *, is_guest: bool) -> str:
        """The address of a seat: an invitation for a guest, else for whoever is at this screen."""
        token = self.keys.seat(match, seat) if is_guest else self.keys.host
        return f"/?token={token}#/match/{match}/{seat}"


def _eyes(setting: Setting, guests: Sequence[int]) -> Seat | None:
    """Through whose eyes whoever keeps the table may look at a match while others look on.

    Several at one screen have a curtain between them: then it is what is open to all.
    """
    persons = (Seat(seat) for seat, who in enumerate(setting.players) if who == PERSON)
    own = [seat for seat in persons if seat not in guests]
    return own[0] if len(own) == 1 else None


def _damaged_card(match: str, problem: str) -> MatchCard:
    """A match of whose file nothing can be read."""
    return MatchCard(
        id=match,
        game=match.rpartition("-")[0],
        players=(),
        answers=0,
        headline="damaged",
        damaged=problem,
        is_shut=True,
    )


def may_read(match: Match, caller: Caller, *, secrets_too: bool) -> None:
    """`NotYet`, with the reason, if this would tell somebody what they are not to know.

    A transcript tells the seed, and so every die to come; a position tells hidden hands.
    """
    if match.is_over:
        return
    if secrets_too and not caller.is_host:
        raise NotYet("the transcript tells the dice to come: it is given when the match is over")
    if secrets_too and len(match.persons) > 1:
        raise NotYet("the transcript tells the dice to come: several play, so it waits for the end")
    if match.hides and len(match.record.setting.players) > 1:
        raise NotYet("this would tell what is hidden: it is given when the match is over")
