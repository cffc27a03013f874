"""What may be read of a match by whom: everything when it is over, nothing that is hidden before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gattai import games
from gattai.bots.registry import PERSON
from gattai.kernel.secrecy import may_hide
from gattai.server.online.caller import Caller
from gattai.server.online.play.sitting import Sittings
from gattai.server.online.play.telling import Telling, Told
from gattai.server.online.play.transcripts import Transcripts
from gattai.server.online.store.pool import Database
from gattai.server.web.answering import NotYet

NOT_YET = "the transcript tells what is hidden: it is given when the match is over"


class Reader:
    """Hands out transcripts to those who may have them."""

    def __init__(self, database: Database, telling: Telling, packs: Sequence[Path] = ()) -> None:
        self._telling = telling
        self._packs = tuple(packs)
        self._sittings = Sittings(database)
        self._transcripts = Transcripts(database)

    async def text(self, match: str, caller: Caller | None, *, secrets_too: bool) -> str:
        """The transcript of a match. `NotYet` if it is still played, but for one that is this caller's alone."""
        told = await self._telling.one(match)
        if not told.over and not (caller is not None and await self.is_alone(told, caller)):
            raise NotYet(NOT_YET)
        return await self._transcripts.text(match)

    async def is_alone(self, told: Told, caller: Caller) -> bool:
        """Whether a match is this caller's own business: nobody else plays, and nothing hangs on it.

        Where hands are hidden it is not: the bots' would be told.
        """
        if may_hide(games.load(told.game, self._packs).state_type):
            return False
        persons = [s for s, player in enumerate(told.setting.players) if player == PERSON]
        if not persons or not caller.id or any(told.seats.get(s) != caller.id for s in persons):
            return False
        sitting = await self._sittings.of(told.id)
        return len(persons) == 1 and sitting is not None and not sitting.is_rated
