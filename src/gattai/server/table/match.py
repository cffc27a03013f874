"""A match: its record, its players and dice, and the pages that look at it.

One task hears everything that is said, in the order in which it came. What it is to lead to is judged
in a draft, with the dice that fall because of it; then it is written into the journal; and only then
it has happened, and anybody is shown it. Bots think elsewhere and hand their answers in like everybody
else. If another table was quicker, what was written there is entered first, and then judged again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from gattai.kernel.dice import Face
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Draft, Record
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer
from gattai.odds.reckoning import Reckoning
from gattai.scene.advice import read_text
from gattai.scene.maker import SceneMaker
from gattai.scene.stage import names_in, reasons_of
from gattai.server.messages import (
    Abort,
    Answer,
    AnswerDraw,
    Claim,
    Consent,
    Course,
    DrawOffer,
    LeaveLesson,
    LogShown,
    NotSo,
    OfferDraw,
    Resign,
    Reveal,
    TakeBack,
)
from gattai.server.table.aftermath import Aftermath
from gattai.server.table.clock import (
    NO_LIMITS,
    Clock,
    Clocks,
    Limits,
    Silence,
    StandIn,
    Timed,
)
from gattai.server.table.hearing import listening
from gattai.server.table.hearing.listening import Listening
from gattai.server.table.hearing.rows import aim_of, ending_of, redrafted
from gattai.server.table.hearing.said import Calls, Ends, Heard, Read, Said, TryAgain
from gattai.server.table.hearing.thoughts import BotSaid, Thoughts
from gattai.server.table.hearing.timeliness import out_of_time
from gattai.server.table.history import History, hides
from gattai.server.table.journal import (
    Aim,
    Answered,
    DrawRow,
    InDoubt,
    Journal,
    Named,
    NotSaved,
    Row,
    TakenBack,
    TimedOut,
    TooLate,
    UndoRow,
    Written,
    rules_of,
)
from gattai.server.table.lessons import Guide, LessonBroken
from gattai.server.table.opening import dice_of
from gattai.server.table.presence import Presence
from gattai.server.table.thinking import Thinkers, any_option
from gattai.server.table.viewer import Viewer, not_so
from gattai.server.table.wishes.claiming import claim_in, claims
from gattai.server.table.wishes.draw import Draw
from gattai.server.table.wishes.hint import Hints
from gattai.server.table.wishes.resigning import aborts, may_abort, may_resign, resigns
from gattai.server.table.wishes.undo import Undo

log = logging.getLogger(__name__)

MOST_KEY = 64
"""Letters that the key of an answer may have."""
KEYS = 200
"""So many of the last rows are known by their keys."""


class Match(Listening):
    """One match at this table."""

    def __init__(
        self,
        id: str,
        record: Record[Any],
        maker: SceneMaker,
        thinkers: Thinkers,
        journal: Journal,
        guests: Sequence[int] = (),
        *,
        clock: Clock | None = None,
        limits: Limits = NO_LIMITS,
        guide: Guide | None = None,
        notice: str = "",
        shut: bool = False,
        why: str = "",
        bots_elsewhere: bool = False,
        hints: bool = False,
        keep_time: Callable[[Timed, Callable[[Silence], None]], Clocks] | None = None,
    ) -> None:
        super().__init__()
        self.id = id
        self.record = record
        self.maker = maker
        self.history = History(record, maker)
        self.guests = tuple(guests)
        self.guide = guide
        self.notice = notice
        self.bot_notice = ""
        """What players are told about its bots: that one could not answer, or thinks otherwise than usual."""
        self.shut = shut
        """Whether it can only be looked at, for its file is not as this table would have written it."""
        self.why = why
        self.left_lesson: Callable[[], None] = lambda: None
        """What is to be done when the learner wants no more guiding."""
        self.pages: list[Viewer] = []
        self.revision = 0
        self.epoch = 0
        """How often something was taken back since it was opened."""
        self.presence = Presence(self)
        self.thinkers = thinkers
        self.aftermath = Aftermath(self, id, thinkers)
        self._journal = journal
        self.entered = journal.head
        """The last row of the journal that was entered here."""
        self.noticed: Callable[[Written], None] = lambda written: None
        """Who is to be told of every row that was entered."""
        self.lost: Callable[[], None] = lambda: None
        """What is to be done when it cannot be gone on with here."""
        self.named: dict[Seat, str] = {}
        """How those are called who have come, as far as that is a matter of the journal."""
        self.rules = ""
        """The digest of the rules by which it is played here; empty where no other table plays it."""
        self._keys: dict[str, int] = {}
        """The numbers of the last rows by their keys."""
        self._dice = dice_of(record.setting, record.secret)
        clocks = keep_time or (lambda match, silent: Clocks(match, limits, clock, silent))
        self.clocks = clocks(self, self._said.put_nowait)
        self._task: asyncio.Task[None] | None = None
        self._thoughts = Thoughts(self, thinkers, self._said.put_nowait, elsewhere=bots_elsewhere)
        self.hints = Hints(self, maker, thinkers, allowed=hints)
        """What a bot would answer, for whoever plays against bots alone."""
        self._undo = Undo(self)
        self._draw = Draw(self)
        self._refresh()

    def _refresh(self) -> None:
        """What everybody asks of the present position, found once."""
        record = self.record
        self.is_over = isinstance(record.question, Outcome)
        self.waiting = record.step.waiting
        asks = getattr(record.question, "asks", ())
        given = len(asks) - len(self.waiting) if asks else 0
        self.asked_since = record.count - given
        """The answers before the open question: those of others who are asked too do not count."""
        self._hides: bool | None = None

    @property
    def hides(self) -> bool:
        """Whether there is anything to hide just now; looked for when first asked, for not every row is."""
        if self._hides is None:
            self._hides = hides(self.record)
        return self._hides

    def _page(self, hands: Sequence[Seat]) -> Viewer:
        return Viewer(self, hands)

    def join(self, seat: int | None, *, by_keeper: bool = False) -> Viewer:
        """A new page for a seat, or for a watcher. `ValueError` says why not."""
        page = super().join(seat, by_keeper=by_keeper)
        self._reckon()
        return page

    # What happens, in order

    def start(self) -> None:
        """Let it go on from where it stands."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"match {self.id}")

    async def stop(self) -> None:
        """Let nothing more happen."""
        self.clocks.stop()
        if self._again is not None:
            self._again.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._thoughts.end()
        await self.hints.stop()
        await self.aftermath.stop()

    async def _hear(self, said: Heard) -> None:
        if isinstance(said, TryAgain):
            self._again = None
            for silence in self.clocks.overdue():
                await self._is_silent(silence)
            await self._go_on()
        elif isinstance(said, Silence):
            await self._is_silent(said)
        elif isinstance(said, BotSaid):
            if self._thoughts.is_newer(said):
                return
            self._thoughts.is_over()
            if said.broken:
                self._breaks_off(said.broken)
            elif said.revision == self.revision:
                await self._bot_answers(said)
            await self._go_on()
        elif isinstance(said, Read):
            await self._read_on(said.rows)
        elif isinstance(said, Calls):
            if self.named.get(said.seat) != said.name:
                await self.write(Named(said.seat, said.name))
        elif isinstance(said, Ends):
            if not self.is_over:
                await self.write(said.row)
        else:
            page, message = said
            refusal = await self._judged(page, message)
            if refusal is not None:
                page.send(refusal)

    async def _is_silent(self, silence: Silence) -> None:
        answer = self.clocks.answer_for(silence)
        if answer is None:
            return
        if isinstance(answer, TimedOut):
            await self._write(answer, after=self.clocks.due(silence.seat))
        elif isinstance(answer, StandIn):
            self._thoughts.stands_in[silence.seat] = silence.since
        else:
            draft = self._drafted(answer, silence.seat, by_table=True)
            await self._write(Answered(draft.lines), draft, after=self.clocks.due(silence.seat))
            self.clocks.answered_for(silence, draft.base + 1)
        await self._go_on()

    def _diverges(self, problem: Diverged) -> None:
        """What another table has written cannot be played here: this one only looks on from now."""
        log.warning("match %s: %s", self.id, problem)
        self.shut, self.why = True, str(problem)
        self.notice = "Another table plays this match by other rules: open the page again."
        self._thoughts.stop()
        self.clocks.stop()
        self.revision += 1
        self.show()
        self.lost()

    async def _judged(self, page: Viewer, message: Said) -> NotSo | None:
        if isinstance(message, Reveal):
            return page.sit_down(message.seat)
        if self.shut:
            return not_so(self.notice)
        if isinstance(message, Consent):
            return await self._undo.consents(page, yes=message.yes)
        if isinstance(message, AnswerDraw):
            return await self._draw.answers(page, yes=message.yes)
        if isinstance(message, LeaveLesson):
            return await self._leaves_lesson(page)
        seat = page.acts_as()
        if isinstance(seat, NotSo):
            return seat
        if isinstance(message, Answer):
            return await self._answers(seat, message)
        if isinstance(message, Resign):
            return await resigns(self, seat)
        if isinstance(message, Abort):
            return await aborts(self, seat)
        if isinstance(message, Claim):
            return await claims(self, seat)
        if isinstance(message, OfferDraw):
            return await self._draw.wants(page, seat)
        return await self._undo.wants(page.hands, message)

    def is_current(self, number: int) -> bool:
        """Whether this is the question that is open.

        Where several are asked at once, an answer of another does not make the question an old one.
        """
        return self.asked_since < number <= self.record.count + 1

    async def _answers(self, seat: Seat, message: Answer) -> NotSo | None:
        if self._key in self._keys:
            return None  # it was given; a page that has lost its connection says it again
        if len(message.key) > MOST_KEY:
            return not_so(f"a key has at most {MOST_KEY} letters", text=message.text)
        refusal = out_of_time(self, seat, message)
        if refusal is not None:
            return refusal
        try:
            draft = self._drafted(self.read(seat, message.text), seat)
        except Refused as refused:
            names = names_in(self.maker, self.history.seen(seat).state)
            return NotSo(reasons_of(self.record.rules, refused.refusals, names), message.text)
        except (ValueError, LookupError, RecursionError) as problem:
            return not_so(f"that cannot be read as an answer: {problem}", text=message.text)
        try:
            await self._write(Answered(draft.lines), draft, until=self.clocks.until(seat))
        except TooLate:
            self._key = secrets.token_hex(8)  # what comes instead is not what was said
            for silence in self.clocks.overdue():
                await self._is_silent(silence)
            return not_so("too late: your time was up before this came", text=message.text)
        if self._thoughts.stands_in.pop(seat, None) is not None:
            self._thoughts.stop()
        await self._go_on()
        return None

    def read(self, seat: Seat, text: str) -> Any:
        """The answer that a text stands for, by the words that this seat may know."""
        record = self.record
        if not self.hides:
            return read_answer(record.rules, record.position, record.question, text, record.table)
        return read_text(record.rules, self.history.seen(seat), record.question, text)

    def _drafted(self, value: Any, seat: Seat | None, *, by_table: bool = False) -> Draft[Any]:
        """An answer and the throws that follow from it, judged and not given yet."""
        draft = self.record.draft()
        draft.answer(value, seat, by_table=by_table)
        return self._thrown(draft)

    def _thrown(self, draft: Draft[Any]) -> Draft[Any]:
        while isinstance(draft.question, Roll):
            draft.answer(self._faces(draft.question, draft))
        return draft

    # What is written, and then so

    async def write(self, row: Row, after: float | None = None) -> None:
        """Have something written down that was done; only then it has happened."""
        await self._write(row, after=after)
        await self._go_on()

    async def _write(self, row: Row, draft: Draft[Any] | None = None, **when: float | None) -> None:
        """`when` says until or after which moment it may be written."""
        aim = aim_of(self.record, row, draft, self.clocks.deadline)
        written = await self._appended(row, replace(aim, **when))
        self._refused = 0
        self._key = secrets.token_hex(8)
        self._enter(written, draft)

    async def _appended(self, row: Row, aim: Aim) -> Written:
        """The row, written. While that is in doubt nobody sees anything of it, and nothing is judged."""
        wait = listening.FIRST_WAIT
        while True:
            try:
                return await self._journal.append(row, aim, self._key)
            except InDoubt as problem:
                log.warning("match %s: in doubt: %s", self.id, problem)
            await asyncio.sleep(wait)
            wait = min(listening.LONGEST_WAIT, 2 * wait)

    def _enter(self, written: Written, draft: Draft[Any] | None = None) -> None:
        """What stands in the journal has happened."""
        row = written.row
        if self.rules and rules_of(row) not in ("", self.rules):
            raise Diverged("it is played on by other rules, at other nodes")
        if isinstance(row, Answered):
            self.record.enter(draft or redrafted(self.record, row))
            self._moved()
        elif isinstance(row, TakenBack):
            self._went_back(row)
        elif isinstance(row, DrawRow):
            self._draw.enter(row)
        elif isinstance(row, UndoRow):
            self._undo.enter(row)
        elif isinstance(row, Named):
            self.named[Seat(row.seat)] = self.presence.names[Seat(row.seat)] = row.name
        elif (ending := ending_of(row)) is not None:
            self._thoughts.stop()
            self.record.conclude(ending)
            self._moved()
        self.clocks.entered(written)
        self.entered = written.number
        self._keys[written.key] = written.number
        if len(self._keys) > KEYS:
            del self._keys[next(iter(self._keys))]
        self.noticed(written)

    def catch_up(self, rows: Sequence[Written]) -> None:
        """Enter what was written before it is started. `Diverged` if other rules have written it."""
        self._enter_all(rows)
        self._journal.heard(self.entered)

    def _enter_all(self, rows: Sequence[Written]) -> None:
        """What others have written, as far as it is new."""
        for written in rows:
            if written.number == self.entered + 1:
                self._enter(written)

    async def _read_on(self, rows: Sequence[Written]) -> None:
        """Rows that came another way: with a gap before them, or none at all, the journal knows more."""
        before = self.entered
        if not rows or rows[0].number > self.entered + 1:
            try:
                rows = await self._journal.since(self.entered)
            except NotSaved:  # whoever compares the heads will say so again
                return
        self._enter_all(rows)
        if self.entered != before:
            self._journal.heard(self.entered)
            self._settle()

    def _moved(self) -> None:
        self.revision += 1
        self.aftermath.forget()
        self.hints.forget()
        self._undo.forget()
        self._draw.forget()
        self.history.changed()
        self._refresh()

    async def _go_on(self) -> None:
        """Throw what is to be thrown, set a bot to work that is asked, and show everybody."""
        try:
            if isinstance(self.record.question, Roll) and not self.shut:
                draft = self._thrown(self.record.draft())
                await self._write(Answered(draft.lines), draft)
        except NotSaved as problem:  # what led to the throw is saved; the dice fall a little later
            self._not_saved(problem, TryAgain())
        finally:
            self._settle()

    def _settle(self) -> None:
        """Nothing is to be thrown: bots think, clocks run, and everybody sees it."""
        if not self.shut:
            self._thoughts.begin()
            self.clocks.look()
        self.show()

    def _faces(self, roll: Roll, draft: Draft[Any]) -> tuple[Face, ...]:
        if self.guide:
            try:
                faces = self.guide.faces(draft)
                if faces is not None:
                    return faces
            except LessonBroken as problem:
                self._breaks_off(str(problem))
        return self._dice.faces(roll, draft.count + 1)

    def show(self) -> None:
        """Wake all pages."""
        for page in self.pages:
            page.wake.set()
        self._reckon()

    def _reckon(self) -> None:
        if self._task is not None:
            self.aftermath.go_on()

    # How it went

    @property
    def luck(self) -> Reckoning:
        """The luck of what is over."""
        return self.aftermath.luck

    async def earlier(self, eyes: Seat | None, before: int) -> LogShown:
        """What was told before this answer, the last of it, as whoever looks may know it."""
        await self.aftermath.whole()
        lines, is_all = await self.thinkers.aside(self.history.earlier, eyes, before)
        return LogShown(lines, is_all)

    @property
    def known_course(self) -> Course | None:
        """How it went, once that has been found; never while it is played."""
        return self.aftermath.known_course

    async def course(self) -> Course:
        """How it went, waited for. `NotOver` while it is played."""
        return await self.aftermath.course()

    # Bots

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is about to answer."""
        return self._thoughts.is_any

    def _breaks_off(self, problem: str) -> None:
        log.warning("match %s: the lesson breaks off: %s", self.id, problem)
        self.guide = None
        self.notice = "The lesson breaks off here, for the rules have changed; play on as you like."

    async def _leaves_lesson(self, page: Viewer) -> NotSo | None:
        if not page.hands:
            return not_so("who only watches does not answer")
        if self.guide is None:
            return not_so("nobody is guided here")
        try:
            self.left_lesson()
        except OSError as problem:
            raise NotSaved(problem.errno, problem.strerror or "the disk refused") from problem
        self.guide = None
        self.revision += 1
        self._thoughts.stop()
        await self._go_on()
        return None

    async def _bot_answers(self, said: BotSaid) -> None:
        silence, instead = Silence(said.seat, self.asked_since), said.instead
        player = self.record.setting.players[said.seat]
        try:
            draft = self._drafted(said.value, said.seat, by_table=said.by_table or bool(instead))
        except Refused as refused:
            if self.guide and self.guide.part is not None:
                self._breaks_off(str(refused))
                return
            log.warning("match %s: %s answered what it may not: %s", self.id, player, refused)
            instead = "its answer is against the rules"
            value = any_option(self.record.step, said.seat, f"{player}/{self.record.count + 1}")
            draft = self._drafted(value, said.seat, by_table=True)
        if instead:
            log.warning("match %s: the table answers for %s: %s", self.id, player, instead)
            self.bot_notice = f"the table answered in place of {player}: {instead}"
        after = self.clocks.due(said.seat) if said.by_table else None
        await self._write(Answered(draft.lines), draft, after=after)
        if said.by_table:
            self.clocks.answered_for(silence, draft.base + 1)

    def can_hint(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may ask what a bot would answer."""
        return self.hints.may(hands)

    # Giving up, leaving it at that, taking back

    def can_resign(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may give the match up."""
        return may_resign(self, hands)

    def can_abort(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may break it off."""
        return may_abort(self, hands)

    def claim_in(self, hands: Sequence[Seat]) -> float | None:
        """Seconds until these hands may claim the win, for the other one has left; None where they may not."""
        return claim_in(self, hands)

    @property
    def draw_offer(self) -> DrawOffer | None:
        """The draw that is offered now."""
        return self._draw.offer

    def can_draw(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may offer a draw."""
        return self._draw.may_offer(hands)

    def can_undo(self, hands: Sequence[Seat]) -> str:
        """What taking back takes: `free`, `consent` or nothing."""
        return self._undo.price(hands)

    def undone_by(self, hands: Sequence[Seat]) -> TakeBack | None:
        """What would be taken back, and who has to agree."""
        return self._undo.what(hands)

    def _went_back(self, row: TakenBack) -> None:
        """Everything after so many answers is taken back."""
        if row.to < self.record.base:
            raise Diverged(f"the first {self.record.base} answers are not here", place="undo")
        self._thoughts.stop()
        self.clocks.stop()
        self._thoughts.stands_in.clear()
        self.epoch += 1
        self.record.back_to(row.to)
        self._moved()
        self.clocks.forget(None if row.by is None else Seat(row.by))
        self.history.went_back()
        for page in self.pages:
            page.begin_anew()

    def reopen(self, journal: Journal, notice: str) -> None:
        """It was repaired, so it goes on."""
        self._journal, self.notice = journal, notice
        self.entered = journal.head
        self.shut, self.why = False, ""
        self.revision += 1
        self._said.put_nowait(TryAgain())
        self.show()
