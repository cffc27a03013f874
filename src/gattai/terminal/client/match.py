"""The match behind the screen: the same match and messages as in the browser, in this process.

It keeps the state that the messages describe. Odds, previews and reasons are computed
in threads and bots think elsewhere, so the screen never blocks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from gattai.bots.coach.coach import Coach
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.rulebook import Refused
from gattai.odds.reckoning import LuckLine
from gattai.scene.advice import NoAdvice, about_of, odds_of, preview_of
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import ListedOption, LogLine, OptionOdds, Preview, Reason, Scene, WhyNot
from gattai.scene.stage import reasons_of
from gattai.server.failures import ended
from gattai.server.messages import (
    AskUndo,
    Consent,
    Curtain,
    GiveAnswer,
    LuckShown,
    Rejected,
    Reveal,
    SceneUpdate,
    ToPage,
    UndoWanted,
)
from gattai.server.table.journal import WholeJournal
from gattai.server.table.match import TableMatch
from gattai.server.table.thinking import Thinkers
from gattai.server.table.viewer import NOWHERE, Viewer
from gattai.terminal.client.squares import on_squares, preview_on_squares

log = logging.getLogger(__name__)

ReasonsWhyNot = tuple[WhyNot, ...]


class Client:
    """The state of one match at this terminal, and the requests to it."""

    def __init__(
        self,
        record: Record[Struct],
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
        """A notice for the players, for example that a bot could not answer."""
        self.thinking = False
        self.curtain: int | None = None
        self.undo_wanted: UndoWanted | None = None
        self.refused: tuple[Reason, ...] = ()
        self.odds: dict[str, OptionOdds | tuple[Reason, ...]] = {}
        self.previews: dict[str, Preview] = {}
        self.about: dict[tuple[str, str | None, str | None], ReasonsWhyNot] = {}
        self._changed: Callable[[], None] = lambda: None
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: set[object] = set()
        self._answered = -1
        self._is_seated = False

    def start(self, changed: Callable[[], None]) -> None:
        """Join the match; `changed` is called whenever there is something new to show."""
        self._changed = changed
        self.thinkers = Thinkers(self.packs)
        journal = WholeJournal(self.record, self.save)
        self.match = TableMatch("here", self.record, self.maker, self.thinkers, journal, coach=True)
        persons = self.match.viewers.persons
        self.page: Viewer = self.match.viewers.join(persons[0] if persons else None)
        self.match.start()
        self._is_seated = True
        self._run(self._listen())

    async def stop(self) -> None:
        """Leave the match and stop all computations."""
        await ended(*self._tasks, what="the terminal")
        if self._is_seated:
            await self.match.stop()
            self.thinkers.close()

    def _run(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        while True:
            await self.page.wake.wait()
            self.page.wake.clear()
            for message in self.page.take():
                self._take(message)
            self._changed()

    def _take(self, message: ToPage) -> None:
        match message:
            case SceneUpdate():
                self._show(message)
            case Curtain(seat=seat):
                self.scene, self.log, self.luck, self.curtain = None, [], [], seat
                self._forget()
            case LuckShown(lines=lines):
                self.luck += lines
            case UndoWanted():
                self.undo_wanted = message
            case Rejected(reasons=reasons):
                self.refused = reasons
                self._answered = -1
            case _:
                pass  # messages for pages that show more

    def _show(self, shown: SceneUpdate) -> None:
        """Apply a scene: a complete one replaces everything, others keep the board and add cards and log."""
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

    # Answers and requests

    @property
    def number(self) -> int:
        """The number of the open question."""
        ask = self.scene.ask if self.scene else None
        return ask.number if ask else len(self.record.entries) + 1

    def answer(self, option: ListedOption) -> bool:
        """Choose an option, once; returns whether it was sent."""
        if self.scene is None or self.scene.ask is None or self._answered == self.number:
            return False
        self._answered = self.number
        self.match.inbox.say(self.page, GiveAnswer(self.number, option.text, self.match.epoch))
        return True

    def undo(self) -> bool:
        """Take the last answer back, or ask for consent; returns whether there is one."""
        if not self.can_undo:
            return False
        self.match.inbox.say(self.page, AskUndo(self.number))
        return True

    def consent(self, *, yes: bool) -> None:
        """Agree or decline on behalf of the others."""
        self.undo_wanted = None
        self.match.inbox.say(self.page, Consent(yes))

    def reveal(self) -> None:
        """Confirm that the player behind the curtain is ready."""
        if self.curtain is not None:
            self.match.inbox.say(self.page, Reveal(self.curtain))

    # Background requests

    def wonder(self, option: ListedOption) -> None:
        """Compute the preview of an option at once, and its odds if it has any."""
        if option.text not in self.previews:
            self._preview(option)
        if option.has_odds and option.text not in self._asked:
            self._asked.add(option.text)
            self._run(self._find_odds(option))

    def wonder_why_not(self, actor: str, cell: str | None, target: str | None) -> None:
        """Compute what a piece can do at a place, and why not."""
        key = (actor, cell, target)
        if key not in self._asked:
            self._asked.add(key)
            self._run(self._find_about(actor, cell, target))

    def ask_coach(self, show: Callable[[Coach], None]) -> None:
        """Ask the coach and pass on the advice, unless the question was answered meanwhile."""
        if "coach" not in self._asked:
            self._asked.add("coach")
            self._run(self._find_advice(show))

    async def _find_advice(self, show: Callable[[Coach], None]) -> None:
        try:
            show(await self.match.requests.coaching.ask(self._seat()))
        except NoAdvice as problem:
            show(Coach(none=str(problem)))
        finally:
            self._asked.discard("coach")

    def _preview(self, option: ListedOption) -> None:
        try:
            seat = self._seat()
            seen = self.match.history.seen(seat)
            action = self.match.answers.read(seat, option.text)
            rules = self.record.rules
            found = preview_of(rules, self.maker, seen, option.text, action)
            self.previews[option.text] = preview_on_squares(self.scene, found)
        except (NoAdvice, ValueError, LookupError, RecursionError):
            self.previews[option.text] = Preview(option.text)

    def _seat(self) -> Seat:
        seat = self.page.acts_as()
        if isinstance(seat, Rejected):
            raise NoAdvice(seat.reasons[0].text)
        return seat

    async def _find_odds(self, option: ListedOption) -> None:
        text, revision = option.text, self.match.revision
        found: OptionOdds | tuple[Reason, ...]
        try:
            seat = self._seat()
            seen, rules = self.match.history.seen(seat), self.record.rules
            action = self.match.answers.read(seat, text)
            found = await self.thinkers.aside(
                odds_of, rules, self.maker, seen, text, action, time.monotonic
            )
        except Refused as refused:
            found = reasons_of(self.record.rules, refused.refusals)
        except Exception as problem:  # the rules may fail on input that is no option
            found = (Reason(_why(problem), NOWHERE),)
        if revision == self.match.revision:
            self.odds[text] = found
            self._changed()

    async def _find_about(self, actor: str, cell: str | None, target: str | None) -> None:
        revision = self.match.revision
        found: ReasonsWhyNot = ()
        try:
            seen, rules = self.match.history.seen(self._seat()), self.record.rules
            found = await self.thinkers.aside(
                about_of, rules, self.maker, seen, actor, cell, target, time.monotonic
            )
        except Exception as problem:
            found = (WhyNot("", "", (Reason(_why(problem), NOWHERE),)),)
        if revision == self.match.revision:
            self.about[actor, cell, target] = found
            self._changed()


def _why(problem: Exception) -> str:
    if isinstance(problem, ValueError | LookupError) and str(problem):
        return str(problem)
    log.error("no advice", exc_info=problem)
    return "this cannot be answered"
