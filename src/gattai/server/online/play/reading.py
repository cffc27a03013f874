"""Who may read a match: everyone when it is over, nobody what is hidden before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gattai import games
from gattai.bots.registry import PERSON
from gattai.kernel.secrecy import may_hide
from gattai.server.online.caller import Caller
from gattai.server.online.play.sitting import Sittings
from gattai.server.online.play.telling import MatchListed, MatchListing
from gattai.server.online.play.transcripts import SavedMatch, Transcripts
from gattai.server.online.store.pool import Database
from gattai.server.web.answering import NotYet

NOT_YET = "the transcript would reveal hidden information: it is available when the match is over"


class Reader:
    """Returns transcripts to those who may read them."""

    def __init__(
        self, database: Database, telling: MatchListing, packs: Sequence[Path] = ()
    ) -> None:
        self._telling = telling
        self._packs = tuple(packs)
        self._sittings = Sittings(database)
        self._transcripts = Transcripts(database)

    async def text(self, match: str, caller: Caller | None, *, secrets_too: bool) -> str:
        """Return a transcript; see `saved`."""
        return (await self.saved(match, caller)).text

    async def saved(self, match: str, caller: Caller | None) -> SavedMatch:
        """Return a match as a file. Raises `NotYet` while it is played, unless only this caller plays it."""
        listed = await self._telling.one(match)
        if not listed.over and not (caller is not None and await self.is_alone(listed, caller)):
            raise NotYet(NOT_YET)
        return await self._transcripts.saved(match)

    async def is_alone(self, listed: MatchListed, caller: Caller) -> bool:
        """Whether nobody else plays in this match and it is not rated.

        Games with hidden hands do not count: they would reveal the bots' hands.
        """
        if may_hide(games.load_fitting(listed.game, self._packs).state_type):
            return False
        persons = [s for s, player in enumerate(listed.header.players) if player == PERSON]
        if not persons or not caller.id or any(listed.seats.get(s) != caller.id for s in persons):
            return False
        sitting = await self._sittings.of(listed.id)
        return len(persons) == 1 and sitting is not None and not sitting.is_rated
