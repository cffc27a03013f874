"""A match: its record, its players and dice, and the pages that look at it.

One task applies everything that is said, in the order in which it came. Dice fall at once, bots think
elsewhere and hand their answers in like everybody else. Whatever was answered is in the file
before anybody is shown it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from gattai import games
from gattai.bots.registry import PERSON
from gattai.kernel.dice import Face
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer
from gattai.odds.reckoning import Reckoning
from gattai.scene.advice import read_text
from gattai.scene.maker import SceneMaker
from gattai.scene.stage import names_in, reasons_of
from gattai.server.messages import (
    Answer,
    AskUndo,
    Consent,
    Course,
    LeaveLesson,
    NotSo,
    Reveal,
    SeatHere,
    TakeBack,
)
from gattai.server.table.clock import (
    NO_LIMITS,
    STAND_IN,
    Clock,
    Clocks,
    Limits,
    Silence,
    StandIn,
)
from gattai.server.table.history import History, hides
from gattai.server.table.journal import Journal
from gattai.server.table.lessons import Guide, LessonBroken
from gattai.server.table.opening import bot_of, bots_seed, dice_of
from gattai.server.table.presence import Presence
from gattai.server.table.retrospect import NOT_YET, NotOver
from gattai.server.table.thinking import Thinkers, any_option, pause_of
from gattai.server.table.timeliness import out_of_time
from gattai.server.table.undo import Undo
from gattai.server.table.viewer import Viewer, not_so

FIRST_WAIT, LONGEST_WAIT = 0.25, 30.0
"""Seconds until the table tries again what the disk refused."""
MOST_PAGES = 16
"""Pages that may look through the eyes of one seat at once."""

Said = Answer | AskUndo | Consent | Reveal | LeaveLesson
"""What changes a match, or who looks at it; the rest only asks."""


class NotSaved(OSError):
    """An answer that could not be written down was not given."""


class _BotSaid(msgspec.Struct, frozen=True):
    seat: Seat
    value: Any
    revision: int
    by_table: bool = False
    """Whether it is in the place of a person who says nothing."""


class _TryAgain(msgspec.Struct, frozen=True):
    """The disk refused something that nobody says again by themselves: dice, a bot, a silent seat."""


_Heard = tuple[Viewer, Said] | _BotSaid | Silence | _TryAgain


class Match:
    """One match at this table."""

    def __init__(
        self,
        id: str,
        record: Record[Any],
        maker: SceneMaker,
        thinkers: Thinkers,
        pen: Journal,
        guests: Sequence[int] = (),
        *,
        clock: Clock | None = None,
        limits: Limits = NO_LIMITS,
        guide: Guide | None = None,
        notice: str = "",
        shut: bool = False,
        why: str = "",
    ) -> None:
        self.id = id
        self.record = record
        self.maker = maker
        self.history = History(record, maker)
        self.luck = Reckoning(record, games.measures(record.setting.game))
        self.guests = tuple(guests)
        self.guide = guide
        self.notice = notice
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
        self.look_back: Callable[[str], Awaitable[Course]] | None = None
        """Where it is found how the game went, beside the table; nowhere, if nothing is said."""
        self.thinkers = thinkers
        self._pen = pen
        self._dice = dice_of(record.setting)
        self._said: asyncio.Queue[_Heard] = asyncio.Queue()
        self._refused = 0
        """How often running the disk has refused."""
        self._again: asyncio.TimerHandle | None = None
        self.clocks = Clocks(self, limits, clock, self._said.put_nowait)
        self._thought: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None
        self._reckoning: asyncio.Task[None] | None = None
        self._looking_back: asyncio.Future[Course] | None = None
        self._stands_in: dict[Seat, int] = {}
        """The silent seats for which a bot answers, and the question: as many answers were before it."""
        self._undo = Undo(self)
        self._refresh()

    def _refresh(self) -> None:
        """What everybody asks of the present position, found once."""
        record = self.record
        self.is_over = isinstance(record.question, Outcome)
        self.waiting = record.step.waiting
        asks = getattr(record.question, "asks", ())
        given = len(asks) - len(self.waiting) if asks else 0
        self.asked_since = len(record.entries) - given
        """The answers before the open question: those of others who are asked too do not count."""
        self.hides = hides(record)

    # Who sits where

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that persons take."""
        players = enumerate(self.record.setting.players)
        return tuple(Seat(seat) for seat, player in players if player == PERSON)

    def hands_of(self, seat: int) -> tuple[Seat, ...]:
        """The seats that are played from where this one is: those at one screen share a page."""
        if seat not in self.persons:
            return ()
        if seat in self.guests:
            return (Seat(seat),)
        return self.hands_here

    @property
    def hands_here(self) -> tuple[Seat, ...]:
        """The seats of those who play at the screen of whoever keeps the table."""
        return tuple(person for person in self.persons if person not in self.guests)

    def join(self, seat: int | None, *, by_keeper: bool = False) -> Viewer:
        """A new page for a seat, or for a watcher. `ValueError` says why not.

        With the key of the table's keeper any seat can be had; on a guest's that is told everybody.
        """
        hands = () if seat is None else self.hands_of(seat)
        if seat is not None and not hands:
            raise LookupError(f"no person sits on seat {seat} of this match")
        if sum(page.hands == hands for page in self.pages) >= MOST_PAGES:
            raise ValueError(f"{MOST_PAGES} pages look at this seat already; close one of them")
        if by_keeper and seat is not None:
            self.presence.keeper_sits(seat)
        page = Viewer(self, hands)
        self.pages.append(page)
        self.stirs(page)
        self._came_or_went(page)
        self._reckon()
        return page

    def leave(self, page: Viewer) -> None:
        """The page was closed."""
        if page in self.pages:
            self.pages.remove(page)
            self.stirs()
            self._came_or_went(page)

    def _came_or_went(self, page: Viewer) -> None:
        page.wake.set()
        if self.guests:
            self.show()

    def here(self) -> tuple[SeatHere, ...]:
        """Where guests play: who is there."""
        return self.presence.here()

    def call(self, page: Viewer, name: str) -> None:
        """The player at a page wants to be called so."""
        if self.presence.call(page, name):
            self.show()

    def stirs(self, page: Viewer | None = None) -> None:
        """Somebody came, went, or said whatever: clocks run while somebody waits, and show it."""
        before = self.clocks.version
        self.clocks.stirs(page.hands if page else ())
        self.clocks.look()
        if self.clocks.version != before:
            self.show()

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
        for task in (self._task, self._thought, self._reckoning, self._looking_back):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    def say(self, page: Viewer, said: Said) -> None:
        """A page said something that has to wait its turn."""
        self._said.put_nowait((page, said))

    async def _run(self) -> None:
        self._go_on()
        while True:
            said = await self._said.get()
            try:
                self._hear(said)
            except NotSaved as problem:
                self._not_saved(problem, said)
            except Exception as problem:  # one mistake of ours must not end everybody's match
                print(f"gattai: match {self.id}: {problem!r}", file=sys.stderr)
                if isinstance(said, tuple):
                    said[0].send(not_so("something went wrong at the table; nothing was changed"))

    def _hear(self, said: _Heard) -> None:
        if isinstance(said, _TryAgain):
            self._again = None
            for silence in self.clocks.overdue():
                self._is_silent(silence)
            self._go_on()
        elif isinstance(said, Silence):
            self._is_silent(said)
        elif isinstance(said, _BotSaid):
            if said.revision != self.revision and self._thought and not self._thought.done():
                return  # said before it was stopped; another thought has begun since
            self._thought = None
            if said.revision == self.revision:
                self._bot_answers(said)
            self._go_on()
        else:
            page, message = said
            refusal = self._judged(page, message)
            if refusal is not None:
                page.send(refusal)

    def _is_silent(self, silence: Silence) -> None:
        answer = self.clocks.answer_for(silence)
        if answer is None:
            return
        if isinstance(answer, StandIn):
            self._stands_in[silence.seat] = silence.since
        else:
            self._give(answer, silence.seat, by_table=True)
            self.clocks.answered_for(silence)
        self._go_on()

    def _not_saved(self, problem: NotSaved, said: _Heard) -> None:
        """Nothing was changed. Who answered is told so and may answer again; the rest is tried again."""
        if isinstance(said, tuple):
            told = f"this could not be saved, so nothing was changed: {problem}. Say it again"
            said[0].send(not_so(told, text=getattr(said[1], "text", "")))
            return
        for page in self.pages:
            page.send(not_so(f"the match cannot be saved: {problem}. The table tries again"))
        self._try_again()

    def _try_again(self) -> None:
        """In a moment, and later and later while the disk goes on refusing."""
        if self._again is None:
            loop = asyncio.get_running_loop()
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self._refused)
            self._again = loop.call_later(wait, self._said.put_nowait, _TryAgain())
            self._refused = min(self._refused + 1, 16)

    def _judged(self, page: Viewer, message: Said) -> NotSo | None:
        if isinstance(message, Reveal):
            return page.sit_down(message.seat)
        if self.shut:
            return not_so(self.notice)
        if isinstance(message, Consent):
            return self._undo.consents(page, yes=message.yes)
        if isinstance(message, LeaveLesson):
            return self._leaves_lesson(page)
        seat = page.acts_as()
        if isinstance(seat, NotSo):
            return seat
        if isinstance(message, Answer):
            return self._answers(seat, message)
        return self._undo.wants(page.hands, message)

    def is_current(self, number: int) -> bool:
        """Whether this is the question that is open.

        Where several are asked at once, an answer of another does not make the question an old one.
        """
        return self.asked_since < number <= len(self.record.entries) + 1

    def _answers(self, seat: Seat, message: Answer) -> NotSo | None:
        refusal = out_of_time(self, seat, message)
        if refusal is not None:
            return refusal
        try:
            self._give(self.read(seat, message.text), seat)
            if self._stands_in.pop(seat, None) is not None:
                self._stop_thinking()
        except Refused as refused:
            names = names_in(self.maker, self.history.seen(seat).state)
            return NotSo(reasons_of(self.record.rules, refused.refusals, names), message.text)
        except NotSaved:
            raise
        except (ValueError, LookupError, RecursionError) as problem:
            return not_so(f"that cannot be read as an answer: {problem}", text=message.text)
        self._go_on()
        return None

    def read(self, seat: Seat, text: str) -> Any:
        """The answer that a text stands for, by the words that this seat may know."""
        record = self.record
        if not self.hides:
            return read_answer(record.rules, record.position, record.question, text, record.table)
        return read_text(record.rules, self.history.seen(seat), record.question, text)

    def _give(self, value: Any, seat: Seat | None, *, by_table: bool = False) -> None:
        """One answer: given, written into the file, or not given at all."""
        before = len(self.record.entries)
        self.record.answer(value, seat, by_table=by_table)
        try:
            self._pen.append(self.record)
        except OSError as problem:
            self.record.back_to(before)
            raise NotSaved(problem.strerror or "the disk refused") from problem
        self._refused = 0
        self._moved()

    def _moved(self) -> None:
        self.revision += 1
        if self._looking_back is not None:  # something was taken back: it is not over, or otherwise
            self._looking_back.cancel()
            self._looking_back = None
        self._undo.forget()
        self.history.changed()
        self._refresh()

    def _go_on(self) -> None:
        """Throw what is to be thrown, set a bot to work that is asked, and show everybody."""
        if self.shut:
            self.show()
            return
        record = self.record
        try:
            while isinstance(record.question, Roll):
                self._give(self._faces(record.question), None)
        except NotSaved as problem:  # what led to the throw is saved; the dice fall a little later
            self._not_saved(problem, _TryAgain())
        finally:
            self._set_to_work()
            self.clocks.look()
            self.show()

    def _faces(self, roll: Roll) -> tuple[Face, ...]:
        if self.guide and self.guide.throws():
            try:
                faces: tuple[Face, ...] = self.guide.recited()[1]
                return faces
            except LessonBroken as problem:
                self._breaks_off(problem)
        return self._dice.faces(roll, len(self.record.entries) + 1)

    def show(self) -> None:
        """Wake all pages."""
        for page in self.pages:
            page.wake.set()
        self._reckon()

    def _reckon(self) -> None:
        """Have the luck of what is over reckoned while somebody looks; nothing waits for it."""
        if self._task is None or not self.pages:
            return
        self._look_back()
        if self._reckoning is not None:
            return
        if self.luck.next() is not None:
            self._reckoning = asyncio.create_task(self._reckons(), name=f"luck {self.id}")

    async def _reckons(self) -> None:
        while self.pages and (work := self.luck.next()) is not None:
            found = await self.thinkers.in_the_back(self.luck.find, work)
            self.luck.enter(work, found)
            for page in self.pages:
                page.wake.set()
        self._reckoning = None

    # How it went

    @property
    def known_course(self) -> Course | None:
        """How it went, once that has been found; never while it is played."""
        found = self._looking_back
        if not self.is_over or found is None or not found.done() or found.cancelled():
            return None
        return None if found.exception() else found.result()

    async def course(self) -> Course:
        """How it went, waited for. `NotOver` while it is played."""
        self._look_back()
        if self._looking_back is None:
            raise NotOver(NOT_YET)
        return await asyncio.shield(self._looking_back)

    def _look_back(self) -> None:
        """Have it found how a game went that is over; nobody waits for it, and it may fail."""
        if not self.is_over or self.look_back is None or self._looking_back is not None:
            return
        work = self.look_back(self.record.transcript().text())
        self._looking_back = asyncio.ensure_future(work)
        self._looking_back.add_done_callback(self._looked_back)

    def _looked_back(self, found: asyncio.Future[Course]) -> None:
        if found.cancelled():
            return
        problem = found.exception()
        if problem is not None:
            print(
                f"gattai: match {self.id}: how it went is not known: {problem!r}", file=sys.stderr
            )
        for page in self.pages:
            page.wake.set()

    # Bots

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is about to answer."""
        return self._thought is not None

    def _set_to_work(self) -> None:
        if self._thought is not None:
            return
        if self.guide and self.guide.part is not None:
            if not self.guide.is_learners:
                self._thought = asyncio.create_task(self._recite(self.guide))
            return
        for seat in self.waiting:
            by_table = self._stands_in.get(seat) == self.asked_since
            setting = self.record.setting
            bot = (STAND_IN, bots_seed(setting)) if by_table else bot_of(setting, seat)
            if bot is not None:
                self._thought = asyncio.create_task(self._think(bot, seat, by_table=by_table))
                return

    async def _recite(self, guide: Guide) -> None:
        """Answer as the lesson says, at once: whoever looks on is shown it beat by beat, and reads meanwhile."""
        revision = self.revision
        try:
            seat, value = guide.recited()
        except LessonBroken as problem:
            self._breaks_off(problem)
            self._said.put_nowait(_BotSaid(Seat(0), None, -1))
            return
        assert seat is not None, "dice fall by themselves"
        self._said.put_nowait(_BotSaid(seat, value, revision))

    def _breaks_off(self, problem: LessonBroken) -> None:
        print(f"gattai: match {self.id}: the lesson breaks off: {problem}", file=sys.stderr)
        self.guide = None
        self.notice = "The lesson breaks off here, for the rules have changed; play on as you like."

    def _leaves_lesson(self, page: Viewer) -> NotSo | None:
        if not page.hands:
            return not_so("who only watches does not answer")
        try:
            self.left_lesson()
        except OSError as problem:
            raise NotSaved(problem.strerror or "the disk refused") from problem
        self.guide = None
        self.revision += 1
        self._stop_thinking()
        self._go_on()
        return None

    def _stop_thinking(self) -> None:
        """What a bot is thinking about is no longer asked."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

    async def _think(self, bot: tuple[str, str], seat: Seat, *, by_table: bool) -> None:
        record, revision = self.record, self.revision
        number = len(record.entries) + 1
        options = dict(record.setting.options)
        clock = asyncio.get_running_loop()
        began, beat = clock.time(), self._beat(bot[0])
        value = await self.thinkers.answer(record.rules, record.step, bot, seat, number, options)
        if beat:
            await asyncio.sleep(beat - (clock.time() - began) % beat)
        self._said.put_nowait(_BotSaid(seat, value, revision, by_table))

    def _beat(self, bot: str) -> float:
        """How regularly a bot answers here; 0 for as soon as it can.

        Who has nothing to react with has thought sooner. Where hands are hidden that must not be seen.
        """
        if not self.hides or not self.persons:
            return 0.0
        ask = self.history.scene(None).ask
        return pause_of(bot) if ask is not None and ask.kind == "react" else 0.0

    def _bot_answers(self, said: _BotSaid) -> None:
        silence = Silence(said.seat, self.asked_since)
        try:
            self._give(said.value, said.seat, by_table=said.by_table)
        except Refused as refused:
            if self.guide and self.guide.part is not None:
                self._breaks_off(LessonBroken(str(refused)))
                return
            player = self.record.setting.players[said.seat]
            print(f"gattai: {player} answered what it may not: {refused}", file=sys.stderr)
            record = self.record
            number = len(record.entries) + 1
            value = any_option(record.step, said.seat, f"{player}/{number}")
            self._give(value, said.seat, by_table=said.by_table)
        if said.by_table:
            self.clocks.answered_for(silence)

    # Taking back

    def can_undo(self, hands: Sequence[Seat]) -> str:
        """What taking back takes: `free`, `consent` or nothing."""
        return self._undo.price(hands)

    def undone_by(self, hands: Sequence[Seat]) -> TakeBack | None:
        """What would be taken back, and who has to agree."""
        return self._undo.what(hands)

    def go_back(self, number: int, by: Seat | None = None) -> None:
        """Take back everything after so many answers; `NotSaved` if nothing was.

        `by` whom, if that seat asked nobody: then it gets no time back.
        """
        try:
            self._pen.rewrite(self.record, number)
        except OSError as problem:
            raise NotSaved(problem.strerror or "the disk refused") from problem
        self._stop_thinking()
        self.clocks.stop()
        self._stands_in.clear()
        self.epoch += 1
        self.record.back_to(number)
        self._moved()
        self.clocks.forget(by)
        self.history.went_back()
        for page in self.pages:
            page.begin_anew()
        self._go_on()

    def reopen(self, pen: Journal, notice: str) -> None:
        """It was repaired, so it goes on."""
        self._pen, self.notice = pen, notice
        self.shut, self.why = False, ""
        self.revision += 1
        self._go_on()
