"""Background thinking for a match: its bots, the stand-in for a silent seat, and scripted lesson answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from gattai.kernel.question import Seat
from gattai.server.failures import ended
from gattai.server.table.clock import STAND_IN
from gattai.server.table.lessons import Guide, LessonBroken
from gattai.server.table.opening import bot_of, bots_seed
from gattai.server.table.played import PlayedMatch
from gattai.server.table.thinking import NoAnswer, Thinkers, any_option, pause_of


class BotReply(msgspec.Struct, frozen=True):
    """The result of thinking: an answer, or why there is none."""

    seat: Seat
    value: object
    revision: int
    by_table: bool = False
    """Whether it is in place of a silent person."""
    broken: str = ""
    """Why the lesson breaks off here."""
    instead: str = ""
    """Why the server answers in the bot's place; empty if the bot answers."""


class Thoughts:
    """Runs one thought at a time; its result arrives like any other message."""

    def __init__(
        self,
        match: PlayedMatch,
        thinkers: Thinkers,
        say: Callable[[BotReply], None],
        *,
        elsewhere: bool,
    ) -> None:
        self._match = match
        self._thinkers = thinkers
        self._say = say
        self._elsewhere = elsewhere
        """Whether bots run elsewhere, so that only stand-ins for persons run here."""
        self._task: asyncio.Task[None] | None = None
        self.stands_in: dict[Seat, int] = {}
        """Silent seats for which a bot answers, and the number of answers before the question."""

    @property
    def is_any(self) -> bool:
        """Whether a bot is about to answer."""
        if self._elsewhere:
            header = self._match.record.header
            return any(bot_of(header, seat) is not None for seat in self._match.waiting)
        return self._task is not None

    def is_newer(self, reply: BotReply) -> bool:
        """Whether this result was stopped and another thought has begun since."""
        is_old = reply.revision != self._match.revision
        return is_old and self._task is not None and not self._task.done()

    def is_over(self) -> None:
        """The current thought has delivered its result."""
        self._task = None

    def stop(self) -> None:
        """Stop the current thought, because its question is no longer open."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def end(self) -> None:
        """Stop thinking and wait for the task to end."""
        await ended(self._task, what="a bot's thought")

    def begin(self) -> None:
        """Start the bot that is asked, unless one is thinking."""
        match = self._match
        if self._task is not None or match.puzzle is not None:
            return
        if match.guide and match.guide.part is not None:
            if not match.guide.is_learners:
                self._task = asyncio.create_task(self._recite(match.guide))
            return
        for seat in match.waiting:
            by_table = self.stands_in.get(seat) == match.asked_since
            header, secret = match.record.header, match.record.secret
            stand_in = (STAND_IN, bots_seed(header, secret)) if by_table else None
            bot = stand_in or bot_of(header, seat, secret)
            if bot is not None and (by_table or not self._elsewhere):
                self._task = asyncio.create_task(self._think(bot, seat, by_table=by_table))
                return

    async def _recite(self, guide: Guide) -> None:
        """Answer as the lesson says, at once; the page plays it back step by step."""
        revision = self._match.revision
        try:
            seat, value = guide.recited()
        except LessonBroken as problem:
            self._say(BotReply(Seat(0), None, -1, broken=str(problem)))
            return
        assert seat is not None, "dice fall by themselves"
        self._say(BotReply(seat, value, revision))

    async def _think(self, bot: tuple[str, str], seat: Seat, *, by_table: bool) -> None:
        revision = self._match.revision
        pace = Pace(self._match, bot[0], now(), always=self._elsewhere)
        reply = await thought(self._match, self._thinkers, bot, seat, revision)
        await pace.keep()
        self._say(msgspec.structs.replace(reply, by_table=by_table))


async def thought(
    match: PlayedMatch, thinkers: Thinkers, bot: tuple[str, str], seat: Seat, revision: int
) -> BotReply:
    """Return the bot's answer for this seat as soon as it is found.

    If the bot finds none, the server picks any option and says so.
    """
    record, no = match.record, match.record.count + 1
    options = dict(record.header.options)
    try:
        value = await thinkers.answer(record.rules, record.step, bot, seat, no, options)
    except NoAnswer as problem:
        value = any_option(record.step, seat, f"{bot[1]}/{seat}/{no}")
        return BotReply(seat, value, revision, instead=str(problem))
    if thinkers.notice and not match.bot_notice:
        match.bot_notice = thinkers.notice
    return BotReply(seat, value, revision)


def now() -> float:
    """Return the current time of the bots' clock."""
    return asyncio.get_running_loop().time()


async def until(moment: float) -> None:
    """Wait for a time of that clock."""
    await asyncio.sleep(moment - now())


class Pace:
    """Delays a bot's answer so that its timing reveals nothing."""

    def __init__(self, match: PlayedMatch, bot: str, asked: float, *, always: bool) -> None:
        """`asked` is when the question was asked; without `always`, only questions about reactions are delayed.

        Waiting for other bots' thoughts is included, so it reveals nothing about those either.
        """
        self._asked = asked
        self._pace = pace_of(match, bot, always=always)

    async def keep(self) -> None:
        """Wait until a whole number of paces has passed since the question."""
        if self._pace:
            pace = (now() - self._asked) // self._pace + 1
            await until(self._asked + pace * self._pace)


def pace_of(match: PlayedMatch, bot: str, *, always: bool = False) -> float:
    """Return the pace of a bot in seconds; 0 for none.

    A player with few or no choices answers faster. Where hands are hidden that must not show:
    among friends not whether it could react, among strangers (`always`) nothing at all.
    """
    if not match.hides or not match.viewers.persons:
        return 0.0
    ask = match.history.scene(None).ask
    return pause_of(bot) if always or (ask is not None and ask.kind == "react") else 0.0
