"""A match, composed of its parts.

    inbox      everything that arrives, handled one at a time
    answers    judges an answer together with the dice it triggers
    recorder   writes to the journal and applies its rows
    clocks     time limits
    viewers    the pages that show it
    requests   undo, draw, resignation, the coach
    analysing  the steps and variations of an analysis

What arrives is judged in a draft and then written to the journal; only then it has happened and
is shown. Bots think elsewhere and send their answers like everyone else. If another server
was faster, its rows are applied first and the message is judged again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import assert_never

from msgspec import Struct

from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat, Together
from gattai.kernel.record import Draft, Record
from gattai.kernel.ruleset import Outcome
from gattai.scene.maker import SceneMaker
from gattai.server.messages import (
    Analyse,
    AnswerDraw,
    Consent,
    GiveAnswer,
    LeaveLesson,
    Rejected,
    Reveal,
)
from gattai.server.receipts import Receipt
from gattai.server.table.aftermath import Aftermath
from gattai.server.table.analyses.board import NO_ANALYSIS, Analysing, AnalysisBoard
from gattai.server.table.clock import NO_LIMITS, Clocks, Silence, Timed, TimeLimits, TimeSource
from gattai.server.table.history import History, hides
from gattai.server.table.inbox.answers import Answers
from gattai.server.table.inbox.inbox import Inbox
from gattai.server.table.inbox.incoming import (
    Command,
    EndMatch,
    Incoming,
    NamesSeat,
    PageCommand,
    Request,
    Retry,
    RowsRead,
)
from gattai.server.table.inbox.recorder import Recorder, new_key
from gattai.server.table.inbox.rows import ending_of, redrafted
from gattai.server.table.inbox.thoughts import BotReply, Thoughts
from gattai.server.table.journal import (
    AlreadyWritten,
    Answered,
    Behind,
    DrawRow,
    EndRow,
    Journal,
    NotSaved,
    Row,
    Ruled,
    SeatNamed,
    TakenBack,
    TooSoon,
    UndoRow,
)
from gattai.server.table.lessons import Guide
from gattai.server.table.played import ByLink
from gattai.server.table.presence import Presence
from gattai.server.table.puzzles.posed import PosedPuzzle
from gattai.server.table.requests.requests import Requests
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import Viewer, rejected
from gattai.server.table.viewers import Viewers

log = logging.getLogger(__name__)

ONE_ANSWER = "a puzzle takes one answer and nothing else: begin it again, or the next one"
NOT_SAVED = "this could not be saved, so nothing was changed"


class TableMatch:
    """A match open on this server."""

    def __init__(
        self,
        id: str,
        record: Record[Struct],
        maker: SceneMaker,
        thinkers: Thinkers,
        journal: Journal,
        guests: Sequence[int] = (),
        *,
        clock: TimeSource | None = None,
        limits: TimeLimits = NO_LIMITS,
        guide: Guide | None = None,
        puzzle: PosedPuzzle | None = None,
        analysis: AnalysisBoard | None = None,
        by_link: ByLink | None = None,
        notice: str = "",
        shut: bool = False,
        why: str = "",
        bots_elsewhere: bool = False,
        coach: bool = False,
        keep_time: Callable[[Timed, Callable[[Silence], None]], Clocks] | None = None,
    ) -> None:
        self.id = id
        self.record = record
        self.maker = maker
        self.thinkers = thinkers
        self.history = History(record, maker)
        self.guide = guide
        self.puzzle = puzzle
        self.analysis = analysis
        self.by_link = by_link
        self.notice = notice
        self.bot_notice = ""
        """A notice about the match's bots: one could not answer, or thinks in another way than usual."""
        self.shut = shut
        """Whether the match can only be viewed, because its file is not what this server would have written."""
        self.why = why
        self.revision = 0
        self.epoch = 0
        """The number of undos since the match was opened."""
        self.named: dict[Seat, str] = {}
        """Names of players, as recorded in the journal."""
        self.left_lesson: Callable[[], None] = lambda: None
        """Called when the learner leaves the lesson."""
        self.lost: Callable[[], None] = lambda: None
        """Called when the match cannot be continued here."""
        self.receipt: Callable[[], Receipt | None] = lambda: None
        """Returns a signed receipt of the last row; only on a site."""
        self.inbox = Inbox(id, self._handle)
        self.viewers = Viewers(self, guests, self._shown)
        self.presence = Presence(self)
        clocks = keep_time or (lambda match, silent: Clocks(match, limits, clock, silent))
        self.clocks = clocks(self, self.inbox.put)
        self.recorder = Recorder(id, record, journal, self.clocks, self._apply)
        self.thoughts = Thoughts(self, thinkers, self.inbox.put, elsewhere=bots_elsewhere)
        self.answers = Answers(
            self, maker, self.recorder, self.thoughts, go_on=self._go_on, break_off=self._break_off
        )
        self.requests = Requests(self, maker, thinkers, coach=coach)
        self.aftermath = Aftermath(self, id, thinkers)
        self.analysing = Analysing(analysis, self.recorder) if analysis is not None else None
        self._refresh()

    # State

    def _refresh(self) -> None:
        """Compute what everything else needs to know about the current position."""
        record, question = self.record, self.record.question
        self.is_over = isinstance(question, Outcome)
        self.waiting = record.step.waiting
        asked = len(question.asks) if isinstance(question, Together) else len(self.waiting)
        self.asked_since = record.count - asked + len(self.waiting)
        """The number of answers before the open question, without answers of others who are asked at the same time."""
        self._hides: bool | None = None

    @property
    def hides(self) -> bool:
        """Whether anything is hidden now; computed on demand, because not every row needs it."""
        if self._hides is None:
            self._hides = hides(self.record)
        return self._hides

    def is_current(self, number: int) -> bool:
        """Whether this is the open question.

        If several seats are asked at once, the answer of one does not close the question of the others.
        """
        return self.asked_since < number <= self.record.count + 1

    def start(self) -> None:
        """Start from the current position."""
        self.inbox.start()

    async def stop(self) -> None:
        """Stop all tasks of the match."""
        self.clocks.stop()
        await self.inbox.stop()
        await self.thoughts.end()
        await self.requests.coaching.stop()
        await self.aftermath.stop()

    def reopen(self, journal: Journal, notice: str) -> None:
        """Continue with a repaired journal."""
        self.recorder.reopen(journal)
        self.notice, self.shut, self.why = notice, False, ""
        self.revision += 1
        self.inbox.ring()
        self.viewers.show()

    # Arrivals

    async def _handle(self, incoming: Incoming) -> None:
        try:
            while not await self._is_judged(incoming):
                pass
        except NotSaved as problem:
            self._not_saved(problem, incoming)
        except Diverged as problem:
            self._diverges(problem)

    async def _is_judged(self, incoming: Incoming) -> bool:
        """Judge a message against the current journal. Returns False if rows were missing, which are now applied."""
        key = self.recorder.key = _key_of(incoming)
        try:
            await self._judge(incoming)
        except AlreadyWritten:
            self._acknowledge(incoming)
            return True
        except TooSoon:  # our clock was fast: the next look for deadlines tries again
            return True
        except Behind as behind:
            self.recorder.enter_all(behind.rows)
            self._settle()
            if isinstance(incoming, PageCommand) and any(row.key == key for row in behind.rows):
                self._acknowledge(incoming)
                return True
            return False
        return True

    def _acknowledge(self, incoming: Incoming) -> None:
        """Send a page the receipt of its answer, which is in the journal."""
        if isinstance(incoming, PageCommand) and isinstance(incoming.command, GiveAnswer):
            incoming.page.acknowledge(self.receipt())

    async def _judge(self, incoming: Incoming) -> None:
        match incoming:
            case PageCommand(page=page, command=command):
                refusal = await self._command(page, command)
                if refusal is not None:
                    page.send(refusal)
                else:
                    self._acknowledge(incoming)
            case BotReply():
                await self._bot_replied(incoming)
            case Silence():
                await self.answers.for_silent(incoming)
            case Retry():
                await self.answers.overdue()
                await self._go_on()
            case RowsRead(rows=rows):
                if await self.recorder.read_on(rows):
                    self._settle()
            case NamesSeat(seat=seat, name=name):
                if self.named.get(seat) != name:
                    await self.write(SeatNamed(seat, name))
            case EndMatch(row=row):
                if not self.is_over:
                    await self.write(row)
            case _:
                assert_never(incoming)

    async def _command(self, page: Viewer, command: Command) -> Rejected | None:
        if isinstance(command, Reveal):
            return page.sit_down(command.seat)
        if self.shut:
            return rejected(self.notice)
        match command:
            case Consent(yes=yes):
                return await self.requests.undo.consents(page, yes=yes)
            case AnswerDraw(yes=yes):
                return await self.requests.draw.answers(page, yes=yes)
            case Analyse():
                return await self._analyse(page, command)
            case LeaveLesson():
                return await self._leave_lesson(page)
            case _:
                return await self._from_seat(page, command)

    async def _analyse(self, page: Viewer, wanted: Analyse) -> Rejected | None:
        if self.analysing is None:
            return rejected(NO_ANALYSIS)
        if not page.hands:
            return rejected("spectators cannot do this")
        refusal = await self.analysing.judge(wanted)
        if refusal is None:
            self.revision += 1  # a note changes nothing else
            await self._go_on()
        return refusal

    async def _from_seat(self, page: Viewer, command: GiveAnswer | Request) -> Rejected | None:
        seat = page.acts_as()
        if isinstance(seat, Rejected):
            return seat
        if self.puzzle is not None and (
            self.puzzle.is_answered or not isinstance(command, GiveAnswer)
        ):
            return rejected(ONE_ANSWER)
        if isinstance(command, GiveAnswer):
            return await self.answers.from_page(seat, command)
        return await self.requests.judge(page, seat, command)

    async def _bot_replied(self, reply: BotReply) -> None:
        if self.thoughts.is_newer(reply):
            return
        self.thoughts.is_over()
        if reply.broken:
            self._break_off(reply.broken)
        elif reply.revision == self.revision:
            await self.answers.from_bot(reply)
        await self._go_on()

    def _not_saved(self, problem: NotSaved, incoming: Incoming) -> None:
        """A row was not written. A page may send its answer again; everything else is retried."""
        why = problem.strerror or str(problem) or "nothing can be written"
        if isinstance(incoming, PageCommand):
            text = incoming.command.text if isinstance(incoming.command, GiveAnswer) else ""
            notice = f"{NOT_SAVED}: {why}. Please try again"
            incoming.page.send(rejected(notice, text=text))
            return
        for page in self.viewers.pages:
            page.send(rejected(f"the match cannot be saved: {why}. The server will try again"))
        self.inbox.retry_after(self.recorder.next_wait)

    def _diverges(self, problem: Diverged) -> None:
        """Rows of another server cannot be replayed here: from now on the match can only be viewed."""
        log.warning("match %s: %s", self.id, problem)
        self.shut, self.why = True, str(problem)
        self.notice = "The match continues with other rules: reload the page."
        self.thoughts.stop()
        self.clocks.stop()
        self.revision += 1
        self.viewers.show()
        self.lost()

    # Writing

    async def write(self, row: Row, after: float | None = None) -> None:
        """Write a row; only then it has happened."""
        await self.recorder.write(row, after=after)
        await self._go_on()

    def _apply(self, row: Row, draft: Draft[Struct] | None) -> None:
        """Apply a row of the journal."""
        match row:
            case Answered():
                self.record.enter(draft or redrafted(self.record, row))
                self._moved()
            case TakenBack():
                self._went_back(row)
            case SeatNamed(seat=seat, name=name):
                self.named[Seat(seat)] = self.presence.names[Seat(seat)] = name
            case Ruled():
                pass
            case _:
                if isinstance(row, UndoRow | DrawRow):
                    self.requests.enter(row)
                else:
                    self._ended(row)

    def _ended(self, row: EndRow) -> None:
        self.thoughts.stop()
        self.record.conclude(ending_of(row))
        self._moved()

    def _went_back(self, row: TakenBack) -> None:
        """Apply the row of an undo."""
        if row.to < self.record.base:
            raise Diverged(f"the first {self.record.base} answers are not here", place="undo")
        self.thoughts.stop()
        self.clocks.stop()
        self.thoughts.stands_in.clear()
        self.epoch += 1
        self.record.back_to(row.to)
        self._moved()
        self.clocks.forget(None if row.by is None else Seat(row.by))
        self.history.went_back()
        for page in self.viewers.pages:
            page.begin_anew()

    def _moved(self) -> None:
        self.revision += 1
        self.aftermath.forget()
        self.requests.forget()
        self.history.changed()
        self._refresh()

    # Continuing

    async def _go_on(self) -> None:
        """Roll pending dice, start the bot that is asked, and update all pages."""
        try:
            if not self.shut:
                await self.answers.throw()
        except NotSaved as problem:  # the answer is saved; the dice are rolled on the next attempt
            self._not_saved(problem, Retry())
        finally:
            self._settle()

    def _settle(self) -> None:
        """No dice are pending: start bots and clocks and update all pages."""
        if not self.shut:
            self.thoughts.begin()
            self.clocks.look()
        self.viewers.show()

    def _shown(self) -> None:
        if self.inbox.is_running and self.analysis is None:
            self.aftermath.go_on()

    # Lessons

    def _break_off(self, problem: str) -> None:
        log.warning("match %s: the lesson ends early: %s", self.id, problem)
        self.guide = None
        self.notice = "The lesson ends here because the rules have changed; you can play on freely."

    async def _leave_lesson(self, page: Viewer) -> Rejected | None:
        if not page.hands:
            return rejected("spectators cannot do this")
        if self.guide is None:
            return rejected("this match has no lesson")
        try:
            self.left_lesson()
        except OSError as problem:
            raise NotSaved(problem.errno, problem.strerror or "the disk refused") from problem
        self.guide = None
        self.revision += 1
        self.thoughts.stop()
        await self._go_on()
        return None


def _key_of(incoming: Incoming) -> str:
    """Return the key of a page's answer, unique to its seat; otherwise a new key."""
    if isinstance(incoming, PageCommand):
        command = incoming.command
        if isinstance(command, GiveAnswer) and command.key:
            seat = incoming.page.looks()
            return f"{'-' if isinstance(seat, str | None) else seat}/{command.key}"
    return new_key()
