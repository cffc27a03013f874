"""The match behind the screen: the same match, the same pages as in the browser, in this process.

What a page is sent is put together here into what is known now. Odds, ways and reasons are found
in threads, bots think elsewhere: the screen never waits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.rulebook import Refused
from gattai.odds.reckoning import LuckLine
from gattai.scene.advice import NoAdvice, about_of, odds_of, preview_of
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import LogLine, Odds, Option, Preview, Reason, Scene, WhyNot
from gattai.scene.stage import reasons_of
from gattai.server.messages import (
    Answer,
    AskUndo,
    Consent,
    Curtain,
    HintShown,
    LuckShown,
    NotSo,
    Reveal,
    Shown,
    ToPage,
    UndoWanted,
)
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import Match
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import NOWHERE, Viewer
from gattai.terminal.client.squares import on_squares, preview_on_squares

Told = tuple[WhyNot, ...]


class Client:
    """What is known of one match at this terminal, and what can be said to it."""

    def __init__(
        self,
        record: Record[Any],
        maker: SceneMaker,
        save: Callable[[str], None],
        packs: Sequence[Path] = (),
    ) -> None:
        self.record = record
        self.maker = maker
        self.save = save
        self.packs = tuple(packs)
        self.scene: Scene | None = None
        self.log: list[LogLine] = []
        self.luck: list[LuckLine] = []
        self.can_undo = ""
        self.notice = ""
        """What the table tells its players about itself, such as that a bot could not answer."""
        self.thinking = False
        self.curtain: int | None = None
        self.undo_wanted: UndoWanted | None = None
        self.refused: tuple[Reason, ...] = ()
        self.odds: dict[str, Odds | tuple[Reason, ...]] = {}
        self.previews: dict[str, Preview] = {}
        self.about: dict[tuple[str, str | None, str | None], Told] = {}
        self._changed: Callable[[], None] = lambda: None
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: set[object] = set()
        self._answered = -1
        self._is_seated = False

    def start(self, changed: Callable[[], None]) -> None:
        """Sit down at the match; `changed` is called whenever there is something new to see."""
        self._changed = changed
        self.thinkers = Thinkers(self.packs)
        journal = WholeJournal(self.record, self.save)
        self.match = Match("here", self.record, self.maker, self.thinkers, journal, hints=True)
        persons = self.match.persons
        self.page: Viewer = self.match.join(persons[0] if persons else None)
        self.match.start()
        self._is_seated = True
        self._run(self._listen())

    async def stop(self) -> None:
        """Stand up: nothing happens any more, and no thought goes on."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._is_seated:
            await self.match.stop()
            self.thinkers.close()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        while True:
            await self.page.wake.wait()
            self.page.wake.clear()
            for letter in self.page.take():
                self._take(letter)
            self._changed()

    def _take(self, letter: ToPage) -> None:
        match letter:
            case Shown():
                self._show(letter)
            case Curtain(seat=seat):
                self.scene, self.log, self.luck, self.curtain = None, [], [], seat
                self._forget()
            case LuckShown(lines=lines):
                self.luck += lines
            case UndoWanted():
                self.undo_wanted = letter
            case NotSo(reasons=reasons):
                self.refused = reasons
                self._answered = -1
            case _:
                pass

    def _show(self, shown: Shown) -> None:
        """A whole scene replaces everything; a later one keeps the board and adds to cards and log."""
        scene, before = shown.scene, self.scene
        if shown.whole or before is None:
            self.log, self.luck = [], []
        else:
            cards = {card.id: card for card in (*before.cards, *scene.cards)}
            scene = replace(scene, board=scene.board or before.board, cards=tuple(cards.values()))
        self.log += shown.scene.log
        self.scene, self.curtain = on_squares(scene), None
        self.can_undo, self.thinking = shown.can_undo, shown.thinking
        self.notice = shown.notice
        self.refused, self.undo_wanted = (), None
        self._answered = -1
        self._forget()

    def _forget(self) -> None:
        self.odds.clear()
        self.previews.clear()
        self.about.clear()
        self._asked.clear()

    # What is said

    @property
    def number(self) -> int:
        """The number of the question."""
        ask = self.scene.ask if self.scene else None
        return ask.number if ask else len(self.record.entries) + 1

    def answer(self, option: Option) -> bool:
        """Choose an option, once; whether it was sent."""
        if self.scene is None or self.scene.ask is None or self._answered == self.number:
            return False
        self._answered = self.number
        self.match.say(self.page, Answer(self.number, option.text, self.match.epoch))
        return True

    def undo(self) -> bool:
        """Take the last answer back, or ask whether one may; whether there is one."""
        if not self.can_undo:
            return False
        self.match.say(self.page, AskUndo(self.number))
        return True

    def consent(self, *, yes: bool) -> None:
        """The others agree, or do not."""
        self.undo_wanted = None
        self.match.say(self.page, Consent(yes))

    def reveal(self) -> None:
        """Whoever the curtain is drawn for has sat down."""
        if self.curtain is not None:
            self.match.say(self.page, Reveal(self.curtain))

    # What is asked before

    def wonder(self, option: Option) -> None:
        """Find the way of an option at once, and its odds if it has any."""
        if option.text not in self.previews:
            self._preview(option)
        if option.has_odds and option.text not in self._asked:
            self._asked.add(option.text)
            self._run(self._find_odds(option))

    def wonder_why_not(self, actor: str, cell: str | None, target: str | None) -> None:
        """Find what a piece could do there, and why it cannot."""
        key = (actor, cell, target)
        if key not in self._asked:
            self._asked.add(key)
            self._run(self._find_about(actor, cell, target))

    def ask_hint(self, tell: Callable[[HintShown], None]) -> None:
        """Find what a bot would answer, and tell it, unless the question was answered meanwhile."""
        if "hint" not in self._asked:
            self._asked.add("hint")
            self._run(self._find_hint(tell))

    async def _find_hint(self, tell: Callable[[HintShown], None]) -> None:
        try:
            tell(await self.match.hints.ask(self._seat()))
        except NoAdvice as problem:
            tell(HintShown(self.number, none=str(problem)))
        finally:
            self._asked.discard("hint")

    def _preview(self, option: Option) -> None:
        try:
            seat = self._seat()
            seen = self.match.history.seen(seat)
            action = self.match.read(seat, option.text)
            rules = self.record.rules
            found = preview_of(rules, self.maker, seen, option.text, action)
            self.previews[option.text] = preview_on_squares(self.scene, found)
        except (NoAdvice, ValueError, LookupError, RecursionError):
            self.previews[option.text] = Preview(option.text)

    def _seat(self) -> Seat:
        seat = self.page.acts_as()
        if isinstance(seat, NotSo):
            raise NoAdvice(seat.reasons[0].text)
        return seat

    async def _find_odds(self, option: Option) -> None:
        text, revision = option.text, self.match.revision
        found: Odds | tuple[Reason, ...]
        try:
            seat = self._seat()
            seen, rules = self.match.history.seen(seat), self.record.rules
            action = self.match.read(seat, text)
            work = (odds_of, rules, self.maker, seen, text, action)
            found = await self.thinkers.aside(*work, time.monotonic)
        except Refused as refused:
            found = reasons_of(self.record.rules, refused.refusals)
        except Exception as problem:  # the rules may stumble over what no option says
            found = (Reason(_why(problem), NOWHERE),)
        if revision == self.match.revision:
            self.odds[text] = found
            self._changed()

    async def _find_about(self, actor: str, cell: str | None, target: str | None) -> None:
        revision = self.match.revision
        found: Told = ()
        try:
            seen, rules = self.match.history.seen(self._seat()), self.record.rules
            work = (about_of, rules, self.maker, seen, actor, cell, target)
            found = await self.thinkers.aside(*work, time.monotonic)
        except Exception as problem:
            found = (WhyNot("", "", (Reason(_why(problem), NOWHERE),)),)
        if revision == self.match.revision:
            self.about[actor, cell, target] = found
            self._changed()


def _why(problem: Exception) -> str:
    known = isinstance(problem, NoAdvice | ValueError | LookupError)
    return str(problem) if known and str(problem) else "that cannot be told"
