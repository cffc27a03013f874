"""Handles answers: from a page, from a bot, or given by the server for a silent seat.

Each is judged in a draft together with the dice that it triggers, and then written to the journal.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from msgspec import Struct

from gattai.kernel.dice import Face
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Draft
from gattai.kernel.rulebook import Refused
from gattai.kernel.text.answers import read_answer
from gattai.scene.advice import read_text
from gattai.scene.maker import SceneMaker
from gattai.scene.stage import names_in, reasons_of
from gattai.server.messages import GiveAnswer, Rejected
from gattai.server.table.clock import Silence, StandIn
from gattai.server.table.inbox.recorder import Recorder
from gattai.server.table.inbox.thoughts import BotReply, Thoughts
from gattai.server.table.inbox.throwing import rests
from gattai.server.table.inbox.timeliness import out_of_time
from gattai.server.table.journal import Answered, TimedOut, TooLate
from gattai.server.table.lessons import LessonBroken
from gattai.server.table.opening import dice_of
from gattai.server.table.played import PlayedMatch
from gattai.server.table.thinking import any_option
from gattai.server.table.viewer import rejected

log = logging.getLogger(__name__)

MAX_KEY = 64
"""Maximum length of the key of an answer."""


class Answers:
    """Handles the answers of one match."""

    def __init__(
        self,
        match: PlayedMatch,
        maker: SceneMaker,
        recorder: Recorder,
        thoughts: Thoughts,
        *,
        go_on: Callable[[], Awaitable[None]],
        break_off: Callable[[str], None],
    ) -> None:
        """`go_on` is called after every answer; `break_off` ends a lesson that the rules no longer allow."""
        self._match = match
        self._maker = maker
        self._recorder = recorder
        self._thoughts = thoughts
        self._go_on = go_on
        self._break_off = break_off
        self._dice = dice_of(match.record.header, match.record.secret)

    # Sources

    async def from_page(self, seat: Seat, message: GiveAnswer) -> Rejected | None:
        """Handle a person's answer; returns a refusal if it is invalid."""
        match, text = self._match, message.text
        if self._recorder.has_key:
            return None  # a repeat of a written answer, after a lost connection
        if len(message.key) > MAX_KEY:
            return rejected(f"a key has at most {MAX_KEY} characters", text=text)
        refusal = out_of_time(match, seat, message)
        if refusal is not None:
            return refusal
        try:
            throws = isinstance(match.record.question, Roll)
            draft = self._drafted(self.read(seat, text), None if throws else seat)
        except Refused as refused:
            names = names_in(self._maker, match.history.seen(seat).state)
            return Rejected(reasons_of(match.record.rules, refused.refusals, names), text)
        except (ValueError, LookupError, RecursionError) as problem:
            return rejected(f"this is not a valid answer: {problem}", text=text)
        try:
            await self._recorder.write(Answered(draft.lines), draft, until=match.clocks.until(seat))
        except TooLate:
            self._recorder.renew_key()  # the next row is a different one
            await self.overdue()
            return rejected("too late: your time was up before this arrived", text=text)
        if self._thoughts.stands_in.pop(seat, None) is not None:
            self._thoughts.stop()
        await self._go_on()
        return None

    async def from_bot(self, reply: BotReply) -> None:
        """Handle a bot's answer; if it found none that the rules allow, the server answers for it."""
        match, record = self._match, self._match.record
        silence, instead = Silence(reply.seat, match.asked_since), reply.instead
        player = record.header.players[reply.seat]
        try:
            draft = self._drafted(reply.value, reply.seat, by_table=reply.by_table or bool(instead))
        except Refused as refused:
            if match.guide and match.guide.part is not None:
                self._break_off(str(refused))
                return
            log.warning("match %s: %s gave an invalid answer: %s", match.id, player, refused)
            instead = "its answer was invalid"
            value = any_option(record.step, reply.seat, f"{player}/{record.count + 1}")
            draft = self._drafted(value, reply.seat, by_table=True)
        if instead:
            log.warning("match %s: the server answers for %s: %s", match.id, player, instead)
            match.bot_notice = f"the server answered in place of {player}: {instead}"
        after = match.clocks.due(reply.seat) if reply.by_table else None
        await self._recorder.write(Answered(draft.lines), draft, after=after)
        if reply.by_table:
            match.clocks.answered_for(silence, draft.base + 1)

    async def for_silent(self, silence: Silence) -> None:
        """A seat's time is up: the server answers, has a bot answer, or ends the match."""
        clocks = self._match.clocks
        answer = clocks.answer_for(silence)
        if answer is None:
            return
        after = clocks.due(silence.seat)
        if isinstance(answer, TimedOut):
            await self._recorder.write(answer, after=after)
        elif isinstance(answer, StandIn):
            self._thoughts.stands_in[silence.seat] = silence.since
        else:
            draft = self._drafted(answer, silence.seat, by_table=True)
            await self._recorder.write(Answered(draft.lines), draft, after=after)
            clocks.answered_for(silence, draft.base + 1)
        await self._go_on()

    async def overdue(self) -> None:
        """Answer for everyone whose time is up."""
        for silence in self._match.clocks.overdue():
            await self.for_silent(silence)

    async def throw(self) -> None:
        """Roll the dice that are pending, if any, unless the match rests on them."""
        record, by_link = self._match.record, self._match.by_link
        while by_link is not None and by_link.throws():
            draft = record.draft()
            draft.answer(by_link.faces())
            await self._recorder.write(Answered(draft.lines), draft)
        if isinstance(record.question, Roll) and not rests(self._match, record.question):
            draft = self._thrown(record.draft())
            await self._recorder.write(Answered(draft.lines), draft)

    # Judging

    def read(self, seat: Seat, text: str) -> object:
        """Return the answer that a text stands for, in the words this seat may know."""
        match, record = self._match, self._match.record
        if isinstance(record.question, Roll) or not match.hides:
            return read_answer(record.rules, record.position, record.question, text, record.table)
        return read_text(record.rules, match.history.seen(seat), record.question, text)

    def _drafted(
        self, value: object, seat: Seat | None, *, by_table: bool = False
    ) -> Draft[Struct]:
        """Judge an answer and the dice rolls that follow, without applying them."""
        draft = self._match.record.draft()
        draft.answer(value, seat, by_table=by_table)
        return self._thrown(draft)

    def _thrown(self, draft: Draft[Struct]) -> Draft[Struct]:
        while isinstance(draft.question, Roll) and not rests(self._match, draft.question):
            draft.answer(self._faces(draft.question, draft))
        return draft

    def _faces(self, roll: Roll, draft: Draft[Struct]) -> tuple[Face, ...]:
        guide = self._match.guide
        if guide:
            try:
                faces = guide.faces(draft)
                if faces is not None:
                    return faces
            except LessonBroken as problem:
                self._break_off(str(problem))
        return self._dice.faces(roll, draft.count + 1)
