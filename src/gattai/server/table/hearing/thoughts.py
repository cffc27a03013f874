"""Who thinks beside a match: its bots, one that stands in for a silent seat, a lesson that is recited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from gattai.kernel.question import Seat
from gattai.server.table.clock import STAND_IN
from gattai.server.table.lessons import Guide, LessonBroken
from gattai.server.table.opening import bot_of, bots_seed
from gattai.server.table.played import Played
from gattai.server.table.thinking import NoAnswer, Thinkers, any_option, pause_of


class BotSaid(msgspec.Struct, frozen=True):
    """What was found; or that nothing can be."""

    seat: Seat
    value: Any
    revision: int
    by_table: bool = False
    """Whether it is in the place of a person who says nothing."""
    broken: str = ""
    """Why the lesson breaks off here."""
    instead: str = ""
    """Why the table answers in a bot's place; empty if the bot answers."""


class Thoughts:
    """One thought at a time; what is found is said like everything else."""

    def __init__(
        self, match: Played, thinkers: Thinkers, say: Callable[[BotSaid], None], *, elsewhere: bool
    ) -> None:
        self._match = match
        self._thinkers = thinkers
        self._say = say
        self._elsewhere = elsewhere
        """Whether bots are asked by somebody else; here only one that stands in for a person."""
        self._task: asyncio.Task[None] | None = None
        self.stands_in: dict[Seat, int] = {}
        """The silent seats for which a bot answers, and the question: as many answers were before it."""

    @property
    def is_any(self) -> bool:
        """Whether a bot is about to answer."""
        if self._elsewhere:
            setting = self._match.record.setting
            return any(bot_of(setting, seat) is not None for seat in self._match.waiting)
        return self._task is not None

    def is_newer(self, said: BotSaid) -> bool:
        """Whether this was said before it was stopped, and another thought has begun since."""
        is_old = said.revision != self._match.revision
        return is_old and self._task is not None and not self._task.done()

    def is_over(self) -> None:
        """What was thought has been said."""
        self._task = None

    def stop(self) -> None:
        """What a bot is thinking about is no longer asked."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def end(self) -> None:
        """Nothing is thought any more."""
        task = self._task
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def begin(self) -> None:
        """Set a bot to work that is asked, if none is."""
        match = self._match
        if self._task is not None:
            return
        if match.guide and match.guide.part is not None:
            if not match.guide.is_learners:
                self._task = asyncio.create_task(self._recite(match.guide))
            return
        for seat in match.waiting:
            by_table = self.stands_in.get(seat) == match.asked_since
            setting, secret = match.record.setting, match.record.secret
            stand_in = (STAND_IN, bots_seed(setting, secret)) if by_table else None
            bot = stand_in or bot_of(setting, seat, secret)
            if bot is not None and (by_table or not self._elsewhere):
                self._task = asyncio.create_task(self._think(bot, seat, by_table=by_table))
                return

    async def _recite(self, guide: Guide) -> None:
        """Answer as the lesson says, at once: whoever looks on is shown it beat by beat, and reads meanwhile."""
        revision = self._match.revision
        try:
            seat, value = guide.recited()
        except LessonBroken as problem:
            self._say(BotSaid(Seat(0), None, -1, broken=str(problem)))
            return
        assert seat is not None, "dice fall by themselves"
        self._say(BotSaid(seat, value, revision))

    async def _think(self, bot: tuple[str, str], seat: Seat, *, by_table: bool) -> None:
        revision = self._match.revision
        pace = Pace(self._match, bot[0], now(), always=self._elsewhere)
        said = await thought(self._match, self._thinkers, bot, seat, revision)
        await pace.keep()
        self._say(msgspec.structs.replace(said, by_table=by_table))


async def thought(
    match: Played, thinkers: Thinkers, bot: tuple[str, str], seat: Seat, revision: int
) -> BotSaid:
    """The answer of a bot to what this seat is asked, as soon as it is found.

    If the bot finds none the table takes any option in its place, and says so.
    """
    record, no = match.record, match.record.count + 1
    options = dict(record.setting.options)
    try:
        value = await thinkers.answer(record.rules, record.step, bot, seat, no, options)
    except NoAnswer as problem:
        value = any_option(record.step, seat, f"{bot[1]}/{seat}/{no}")
        return BotSaid(seat, value, revision, instead=str(problem))
    if thinkers.notice and not match.bot_notice:
        match.bot_notice = thinkers.notice
    return BotSaid(seat, value, revision)


def now() -> float:
    """The moment, by the clock to which bots answer."""
    return asyncio.get_running_loop().time()


async def until(moment: float) -> None:
    """Wait for a moment of that clock."""
    await asyncio.sleep(moment - now())


class Pace:
    """Kept, the answer of a bot comes at a moment that tells nobody anything."""

    def __init__(self, match: Played, bot: str, asked: float, *, always: bool) -> None:
        """`asked` is since when it is; `always`: whatever is asked, else only where somebody may react.

        That it had to wait until others had thought is within its beat, so it tells nothing of those either.
        """
        self._asked = asked
        self._beat = beat_of(match, bot, always=always)

    async def keep(self) -> None:
        """Until a beat is over since it was asked; the next one, for who has taken longer."""
        if self._beat:
            beats = (now() - self._asked) // self._beat + 1
            await until(self._asked + beats * self._beat)


def beat_of(match: Played, bot: str, *, always: bool = False) -> float:
    """How regularly a bot answers here; 0 for as soon as it can.

    Who has less to choose from, or nothing to react with, has thought sooner. Where hands are hidden that
    must not be seen: among friends not whether it could react, among strangers (`always`) nothing at all.
    """
    if not match.hides or not match.persons:
        return 0.0
    ask = match.history.scene(None).ask
    return pause_of(bot) if always or (ask is not None and ask.kind == "react") else 0.0
