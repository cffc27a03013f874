"""The room: all matches of this server, open or stored."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from gattai import games
from gattai.bots.puzzles.puzzle import puzzle_of
from gattai.bots.registry import PERSON
from gattai.kernel.question import Seat
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.text.transcript import Header
from gattai.server.film.replays import step_of
from gattai.server.local.by_link import in_link
from gattai.server.local.keys import KeyHolder, Keys
from gattai.server.local.ledger import Ledger
from gattai.server.local.linked import LinkedMatches, LinkedTable
from gattai.server.local.network import Network
from gattai.server.local.store import MatchStore, Summary
from gattai.server.messages import Glance, MatchCard, NewMatch, RematchMade
from gattai.server.table.analyses.beginning import analysed
from gattai.server.table.analyses.board import AnalysisBoard
from gattai.server.table.clock import TimeLimits, TimeSource
from gattai.server.table.lessons import Guide, lesson_of
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import LINK, again, opened
from gattai.server.table.puzzles.posed import PosedPuzzle
from gattai.server.table.seating import Seating
from gattai.server.table.thinking import Thinkers
from gattai.server.web.answering import NotYet
from gattai.server.web.examining import Examiner
from gattai.server.web.reading import MatchFile, begins_elsewhere, other_rules, read_match
from gattai.server.web.screening import Screening

log = logging.getLogger(__name__)

MAX_OPEN = 64
"""Matches kept in memory; beyond that, the least recently used ones without viewers are closed."""
MAX_LISTED = 100
MAX_FILMS = 8
"""Number of shared replay pages that are cached."""


class Room(Screening):
    """Opens, finds and creates matches."""

    def __init__(
        self,
        store: MatchStore,
        keys: Keys,
        *,
        network: Network | None = None,
        packs: Sequence[Path] = (),
        clock: TimeSource | None = None,
        thinkers: Thinkers | None = None,
        examiner: Examiner | None = None,
    ) -> None:
        super().__init__(packs, thinkers, examiner)
        self.store = store
        self.keys = keys
        self._by_link = LinkedMatches(store.folder, store.disk, self.packs)
        self.network = network or Network()
        self._clock = clock
        """The clock for time limits; without one, that of the event loop."""
        self._open: dict[str, TableMatch] = {}
        self._opening = asyncio.Lock()
        self._films: OrderedDict[str, bytes] = OrderedDict()
        """Cached pages of shared replays by match, the most recent last."""
        self._rematching = asyncio.Lock()

    async def make(self, wanted: NewMatch) -> TableMatch:
        """Create a match; it is saved before it begins. Raises ValueError or LookupError with the reason."""
        if LINK in wanted.players:
            return await self._take_in(self._linked(self._by_link.begin(wanted)))
        if wanted.transcript or wanted.position:
            await self.aside(self.examiner.begin(wanted))
        if wanted.bank_seconds:
            raise ValueError("a time bank for the whole match works only on a site, not here")
        if wanted.analysis:
            return await self._analyse(wanted)
        record, seating = await asyncio.to_thread(opened, wanted, self.packs)
        if seating.guests and not self.network.is_open:
            raise ValueError(
                "a guest must be able to reach this server: open it to the local network in the settings, or start it with --lan"
            )
        match = self.store.add(record.header.game, record.transcript().text(), seating)
        return await self._take_in(self._match(match, MatchFile(record), seating))

    async def _analyse(self, wanted: NewMatch) -> TableMatch:
        """Begin an analysis."""
        found = await asyncio.to_thread(analysed, wanted, self.packs)
        match = self.store.add(found.tree.header.game, found.tree.text(), Seating())
        return await self._take_in(
            self._match(match, MatchFile(found.record, analysis=found), Seating())
        )

    def _match(self, match: str, found: MatchFile, seating: Seating) -> TableMatch:
        record = found.record
        maker = games.scene_maker(record.header.game)
        lesson = lesson_of(record.rules) if seating.guided else None
        guide = Guide(lesson, record) if lesson else None
        asked = seating.puzzle and puzzle_of(record.header.game, seating.puzzle)
        puzzle = PosedPuzzle(asked, record, maker) if asked else None

        board = None
        if found.analysis is not None:
            board = AnalysisBoard(found.analysis, maker, partial(self.store.write, match))
        file = Ledger(self.store.path(match), record, found.size, disk=self.store.disk)

        def leave_lesson() -> None:
            self.store.seat(match, replace(self.store.seating(match), guided=False))

        made = TableMatch(
            match,
            record,
            maker,
            self.thinkers,
            board or file,
            seating.guests,
            clock=self._clock,
            limits=TimeLimits(seating.reaction_seconds, seating.turn_seconds),
            guide=guide,
            puzzle=puzzle,
            analysis=board,
            notice=found.notice or seating.damaged,
            shut=found.shut,
            why=found.why,
            coach=True,
        )

        def seated() -> None:
            now, here = self.store.seating(match), made.presence
            names = here.names_of(len(record.rules.seats))
            self.store.seat(
                match, replace(now, kept=tuple(sorted(here.opened_by_host)), names=names)
            )

        made.left_lesson, made.presence.changed = leave_lesson, seated
        made.aftermath.look_back = self.analysis_of
        made.presence.opened_by_host = frozenset(Seat(seat) for seat in seating.kept)
        made.presence.names = {Seat(s): name for s, name in enumerate(seating.names) if name}
        return made

    async def find(self, match: str) -> TableMatch:
        """Return a match, from disk if necessary. Raises LookupError if there is none."""
        found = self._open.get(match)
        if found is not None:
            self._open[match] = self._open.pop(match)
            return found
        async with self._opening:
            if match in self._open:
                return self._open[match]
            linked = await asyncio.to_thread(self._by_link.find, match)
            if linked is not None:
                return await self._take_in(self._linked(linked))
            read = await self._read(match)
            return await self._take_in(self._match(match, read, self.store.seating(match)))

    async def open_link(self, link: str) -> tuple[TableMatch, bool]:
        """Open a link of a match by link: join it, or continue the own copy; also return whether it was news.

        Raises `BadLink`. The pages of the match connect again and show what happened.
        """
        text = in_link(link)
        await self.aside(self.examiner.begin(NewMatch("", (), transcript=text)))
        async with self._opening:
            name = self._by_link.known(text)
            if not name:
                joined = await asyncio.to_thread(self._by_link.join, text)
                return await self._take_in(self._linked(joined)), True
            before = self._open.pop(name, None)
            if before is not None:
                await before.stop()
            try:
                linked, is_new = await asyncio.to_thread(self._by_link.go_on, text)
                return await self._take_in(self._linked(linked)), is_new
            finally:
                for page in before.viewers.pages if before else ():
                    page.dismiss()

    def _linked(self, linked: LinkedTable) -> TableMatch:
        record = linked.match.record
        maker = games.scene_maker(record.header.game)
        made = TableMatch(linked.name, record, maker, self.thinkers, linked.journal, by_link=linked)
        made.aftermath.look_back = self.analysis_of
        return made

    async def _read(self, match: str) -> MatchFile:
        content = self.store.content(match)
        if begins_elsewhere(content):
            await self.aside(self.examiner.file(content))
        return await asyncio.to_thread(
            read_match, content, self.packs, self.store.seating(match).secret
        )

    async def glance(self, match: str) -> Glance:
        """Return a preview of a match for the host, without opening it."""
        found = self._open.get(match)
        if found is None and self._by_link.has(match):
            found = await self.find(match)
        if found is not None:
            scene = found.history.scene(_viewer_of(found))
        else:
            record = (await self._read(match)).record
            viewer = _own_seat(record.header, self.store.seating(match).guests)
            scene = (await asyncio.to_thread(step_of, record, -1, viewer)).scene
        return Glance.at(scene)

    async def shared(self, name: str) -> bytes:
        """Return the page of a shared replay. Raises LookupError if there is none of that name."""
        match = self.keys.shared(name)
        if match is None:
            raise LookupError("there is no replay of that name")
        found = await self.find(match)
        if not found.is_over:
            raise NotYet(
                "this match is still being played: its replay is available when it is over"
            )
        if match not in self._films:
            self._films[match] = await self.film_of(found.record.transcript().text(), None)
            while len(self._films) > MAX_FILMS:
                self._films.popitem(last=False)
        self._films.move_to_end(match)
        return self._films[match]

    async def rematch(self, match: str, *, swap: bool) -> tuple[TableMatch, bool]:
        """Return the rematch of a match, created on the first request, and whether the seats are swapped."""
        found = await self.find(match)
        if not found.is_over:
            raise NotYet("a rematch is possible when the match is over")
        async with self._rematching:
            made, swapped = await self._rematch_of(found, swap=swap)
        for one in found.viewers.pages:
            if one.hands:
                one.send(RematchMade(self.link_after(found, one.hands[0], made, swapped)))
        return made, swapped

    async def _rematch_of(self, match: TableMatch, *, swap: bool) -> tuple[TableMatch, bool]:
        """Return the existing rematch, also after a restart, or create one."""
        seating = self.store.seating(match.id)
        if seating.rematch:
            with contextlib.suppress(LookupError):  # it was deleted: create another one
                return await self.find(seating.rematch), seating.swapped
        wanted = again(match.record.header, seating, swap=swap)
        if match.by_link is not None:
            seat = (match.by_link.seat + swap) % len(wanted.players)
            players = (PERSON if at == seat else LINK for at in range(len(wanted.players)))
            wanted = replace(wanted, players=tuple(players))
        made = await self.make(wanted)
        self.store.seat(match.id, replace(seating, rematch=made.id, swapped=swap))
        return made, swap

    def link_after(self, match: TableMatch, seat: int, made: TableMatch, swapped: bool) -> str:
        """Return the link to the player's seat in the rematch."""
        taken = (seat + swapped) % len(match.record.rules.seats)
        return self.link(made.id, taken, is_guest=taken in made.viewers.guests)

    async def repair(self, match: str) -> TableMatch:
        """Repair a match that could only be viewed, so that it can be continued; the old file is kept.

        ValueError if nothing is wrong with it.
        """
        found = await self.find(match)
        if not found.shut:
            raise ValueError("the file of this match is not damaged")
        if (
            not found.is_over
            and commitment_of(found.record.header.dice)
            and not found.record.secret
        ):
            raise ValueError("the secret of its dice is missing, so no further dice can be thrown")
        self.store.replace(match, found.record.transcript().text(), found.why)
        seating = self.store.seating(match)
        path, disk = self.store.path(match), self.store.disk
        found.reopen(Ledger(path, found.record, disk=disk), seating.damaged)
        return found

    async def _take_in(self, match: TableMatch) -> TableMatch:
        for name, other in [*self._open.items()]:
            if len(self._open) < MAX_OPEN:
                break
            if not other.viewers.pages and not other.thoughts.is_any:
                del self._open[name]
                await other.stop()
        self._open[match.id] = match
        match.start()
        return match

    async def close(self) -> None:
        """Stop everything. All answers are already saved."""
        for match in self._open.values():
            await match.stop()
        self._open.clear()
        self.end_screening()

    # For the list of matches

    def cards(self) -> list[MatchCard]:
        """Return all matches but puzzles, most recently played first. Damaged ones are listed as such."""
        stored = [self._listed(summary) for summary in self.store.last_played(MAX_LISTED)]
        linked = [self._now(card) for card in self._by_link.cards()]
        return sorted([*linked, *stored], key=lambda card: card.ago)[:MAX_LISTED]

    def _now(self, card: MatchCard) -> MatchCard:
        """Return the card of a match by link with its link, as it stands if it is open."""
        found = self._open.get(card.id)
        if found is not None:
            return self.card(found)
        link = self.link(card.id, card.players.index(PERSON), is_guest=False)
        return replace(card, links=(link,))

    def _listed(self, summary: Summary) -> MatchCard:
        found = self._open.get(summary.match)
        if found is not None:
            try:
                return self.card(found)
            except Exception:  # one broken match must not hide the others
                log.exception("match %s cannot be listed", found.id)
                return self._damaged_card(found.id, "the match cannot be shown")
        if summary.header is None:
            return self._damaged_card(summary.match, summary.problem)
        return self._card_of(summary, summary.header)

    def _damaged_card(self, match: str, problem: str) -> MatchCard:
        """Return a card for a match whose file cannot be read."""
        return MatchCard(
            id=match,
            game=match.rpartition("-")[0],
            players=(),
            answers=0,
            headline="damaged",
            damaged=problem,
            is_shut=True,
            ago=self.store.ago(match),
        )

    def card(self, match: TableMatch) -> MatchCard:
        """Return the card of a match, with a link for each person's seat."""
        transcript = match.record.transcript()
        headline = transcript.end.partition(" ; ")[0] or match.history.scene(None).headline
        return MatchCard(
            id=match.id,
            game=transcript.header.game,
            players=transcript.header.players,
            answers=len(match.analysis.tree.nodes) if match.analysis else len(transcript.entries),
            headline=headline,
            links=self._links_of(match),
            is_over=match.is_over and match.analysis is None,
            damaged=match.notice,
            is_lesson=match.guide is not None,
            addresses=self.network.addresses if match.viewers.guests else (),
            is_shut=match.shut,
            ago=self._by_link.ago(match.id) if match.by_link else self.store.ago(match.id),
            names=match.presence.names_of(len(match.record.rules.seats)),
            replay=self._replay(match.id) if match.is_over and match.analysis is None else "",
            is_analysis=match.analysis is not None,
        )

    def _card_of(self, summary: Summary, header: Header) -> MatchCard:
        seating = summary.seating
        other = other_rules(header, self.packs)
        return MatchCard(
            id=summary.match,
            game=header.game,
            players=header.players,
            answers=summary.answers,
            headline=summary.end or "in progress",
            links=self._links(summary.match, header, seating.guests),
            is_over=bool(summary.end),
            damaged=other or seating.damaged,
            is_lesson=seating.guided,
            addresses=self.network.addresses if seating.guests else (),
            is_shut=False,
            ago=self.store.ago(summary.match),
            names=seating.names,
            replay=self._replay(summary.match) if summary.end else "",
            is_analysis=summary.is_analysis,
        )

    def _links_of(self, match: TableMatch) -> tuple[str, ...]:
        if match.by_link is not None:
            return (self.link(match.id, match.by_link.seat, is_guest=False),)
        return self._links(match.id, match.record.header, match.viewers.guests)

    def _links(self, match: str, header: Header, guests: Sequence[int]) -> tuple[str, ...]:
        persons = [s for s, who in enumerate(header.players) if who == "person"]
        return tuple(self.link(match, seat, is_guest=seat in guests) for seat in persons) or (
            f"/?token={self.keys.host}#/match/{match}/watch",
        )

    def _replay(self, match: str) -> str:
        return f"/replay/{self.keys.replay(match)}"

    def link(self, match: str, seat: int, *, is_guest: bool) -> str:
        """Return the link to a seat: an invitation for a guest, otherwise a link for this screen."""
        token = self.keys.seat(match, seat) if is_guest else self.keys.host
        return f"/?token={token}#/match/{match}/{seat}"


def _viewer_of(match: TableMatch) -> Seat | None:
    """Return the seat through which the host may preview an open match."""
    by_link = match.by_link
    return by_link.seat if by_link else _own_seat(match.record.header, match.viewers.guests)


def _own_seat(header: Header, guests: Sequence[int]) -> Seat | None:
    """Return the seat through which the host may preview a match that others might also see.

    Several players at one screen take turns behind a curtain, so the preview shows public information only.
    """
    persons = (Seat(seat) for seat, who in enumerate(header.players) if who == PERSON)
    own = [seat for seat in persons if seat not in guests]
    return own[0] if len(own) == 1 else None


def may_read(match: TableMatch, caller: KeyHolder, *, secrets_too: bool) -> None:
    """Raise `NotYet` with the reason if this would reveal hidden information to the caller.

    A transcript contains the seed and so all future dice; a position contains hidden hands.
    """
    if match.is_over or (match.by_link is not None and caller.is_host):
        return
    if secrets_too and not caller.is_host:
        raise NotYet(
            "the transcript would reveal future dice: it is available when the match is over"
        )
    if secrets_too and len(match.viewers.persons) > 1:
        raise NotYet(
            "the transcript would reveal future dice to one of several players: it is available when the match is over"
        )
    if match.hides and len(match.record.header.players) > 1:
        raise NotYet("this would reveal hidden information: it is available when the match is over")
