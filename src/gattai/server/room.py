"""The room: all matches of this table, those being played and those on the shelf."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.transcript import Record, Transcript
from gattai.server.keys import Caller, Keys
from gattai.server.lessons import Guide, lesson_of
from gattai.server.match import Match
from gattai.server.messages import MatchCard, NewMatch
from gattai.server.opening import opened, resumed, salvaged
from gattai.server.patience import Clock, Limits
from gattai.server.shelf import Seating, Shelf
from gattai.server.thinking import Thinkers

MOST_OPEN = 64
"""Matches kept in memory; of those at which nobody looks the longest unused are put back."""
MOST_LISTED = 100


class NotYet(Exception):
    """Something that is told when the match is over, or not to this caller."""


class Room:
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
        self.shelf = shelf
        self.keys = keys
        self.lan = lan
        self.packs = tuple(packs)
        self.thinkers = Thinkers(packs)
        self._clock = clock
        """What time it is, for those who are waited for; without one, the event loop knows."""
        self._open: dict[str, Match] = {}
        self._opening = asyncio.Lock()

    async def make(self, wanted: NewMatch) -> Match:
        """A new match, saved before it begins. ValueError or LookupError says what is wrong."""
        record, seating = await asyncio.to_thread(opened, wanted, self.packs)
        if seating.guests and not self.lan:
            raise ValueError("a guest needs a table that the network can reach: start with --lan")
        match = self.shelf.add(record.setting.game, record.transcript().text(), seating)
        return await self._take_in(self._match(match, record, seating))

    def _match(self, match: str, record: Record[Any], seating: Seating) -> Match:
        maker = games.scene_maker(record.setting.game)
        lesson = lesson_of(record.rules) if seating.guided else None
        guide = Guide(lesson, record) if lesson else None

        def save(text: str) -> None:
            self.shelf.write(match, text)

        def leave_lesson() -> None:
            self.shelf.seat(match, replace(seating, guided=False))

        found = Match(
            match,
            record,
            maker,
            self.thinkers,
            save,
            seating.guests,
            clock=self._clock,
            limits=Limits(seating.reaction_seconds, seating.turn_seconds),
            guide=guide,
            notice=seating.damaged,
        )
        found.left_lesson = leave_lesson
        return found

    async def find(self, match: str) -> Match:
        """A match by its name, from the shelf if need be. LookupError if there is none."""
        found = self._open.get(match)
        if found is not None:
            self._open[match] = self._open.pop(match)
            return found
        async with self._opening:
            if match in self._open:
                return self._open[match]
            record = await asyncio.to_thread(self._resumed, match)
            return await self._take_in(self._match(match, record, self.shelf.seating(match)))

    def _resumed(self, match: str) -> Record[Any]:
        """A match from its file; a damaged one as far as it holds. LookupError if nothing does."""
        try:
            return resumed(self.shelf.read(match), self.packs)
        except Diverged as problem:
            found = salvaged(self.shelf.text(match), self.packs)
            if found is None:
                raise LookupError(self.shelf.set_aside(match, str(problem))) from problem
            record, reason = found
            self.shelf.mend(match, record.transcript().text(), reason)
            return record

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
        self.thinkers.close()

    # For the list of matches

    def cards(self) -> list[MatchCard]:
        """The matches there are, the last played first."""
        return [*self._cards()][:MOST_LISTED]

    def _cards(self) -> Iterator[MatchCard]:
        for match, transcript in self.shelf.all():
            found = self._open.get(match)
            if found:
                yield self.card(found)
            elif isinstance(transcript, Diverged):
                yield _damaged_card(match, transcript)
            else:
                yield self._card_of(match, transcript)

    def card(self, match: Match) -> MatchCard:
        """A match in a few words, with an address for each seat that a person takes."""
        transcript = match.record.transcript()
        headline = transcript.end.partition(" ; ")[0] or match.chronicle.scene(None).headline
        return MatchCard(
            id=match.id,
            game=transcript.setting.game,
            players=transcript.setting.players,
            answers=len(transcript.entries),
            headline=headline,
            links=self._links(match.id, transcript, match.guests),
            is_over=match.is_over,
            damaged=match.notice,
            is_lesson=match.guide is not None,
        )

    def _card_of(self, match: str, transcript: Transcript) -> MatchCard:
        seating = self.shelf.seating(match)
        return MatchCard(
            id=match,
            game=transcript.setting.game,
            players=transcript.setting.players,
            answers=len(transcript.entries),
            headline=transcript.end.partition(" ; ")[0] or "to be continued",
            links=self._links(match, transcript, seating.guests),
            is_over=bool(transcript.end),
            damaged=seating.damaged,
            is_lesson=seating.guided,
        )

    def _links(self, match: str, transcript: Transcript, guests: Sequence[int]) -> tuple[str, ...]:
        persons = [s for s, who in enumerate(transcript.setting.players) if who == "person"]
        return tuple(self.link(match, seat, is_guest=seat in guests) for seat in persons) or (
            f"/?token={self.keys.host}#/match/{match}/watch",
        )

    def link(self, match: str, seat: int, *, is_guest: bool) -> str:
        """The address of a seat: an invitation for a guest, else for whoever is at this screen."""
        token = self.keys.seat(match, seat) if is_guest else self.keys.host
        return f"/?token={token}#/match/{match}/{seat}"


def _damaged_card(match: str, problem: Diverged) -> MatchCard:
    """A match whose file does not read: opening it saves what can be saved."""
    return MatchCard(
        id=match,
        game=match.rpartition("-")[0],
        players=(),
        answers=0,
        headline="damaged",
        damaged=f"its file is damaged ({problem})",
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
