"""Bots think beside the table, never on it: the quick ones in a thread, the others in a process."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask, Bot
from gattai.bots.consider import offered
from gattai.bots.hint import Weighed, hint
from gattai.bots.worker import Thought, Where, Workers
from gattai.kernel.position import Seen, Step
from gattai.kernel.question import Choose, Place, Seat, any_one, part_of
from gattai.kernel.ruleset import AnyRuleset
from gattai.odds.reckoning import LuckLine, Reckoning
from gattai.scene.advice import NoAdvice

log = logging.getLogger(__name__)

QUICK = ("random",)
AT_ONCE = 2
MOST_FAILED = 2
"""So often a worker process may fail to start; from then on bots think inside this process."""
T = TypeVar("T")
PAUSE = 0.5
"""Seconds that a bot takes at least, and always a whole number of times, where its haste would tell something."""
PATIENCE = 60.0
"""Seconds after which the table answers in a bot's place."""
HINT_PATIENCE = 15.0
"""Seconds that somebody waits for a hint, a process that has to be started included."""
NO_HINT = "the bot has found nothing in time; ask it again"


def pause_of(bot: str) -> float:
    """The beat to which this bot answers there: longer than it may think by the clock."""
    return PAUSE + registry.seconds_of(bot) if PAUSE else 0.0


class NoAnswer(Exception):
    """A bot has found no answer; why not, in words for a player."""


class Thinkers:
    """Where bots find their answers. Their processes are started when the first slow bot is asked."""

    def __init__(self, packs: Sequence[Path] = (), processes: int = 1) -> None:
        self._packs = tuple(packs)
        self._processes = processes
        self._workers: Workers | None = None
        self._worked = False
        """Whether a worker process has ever answered: then they can be started here."""
        self._failed = 0
        self.notice = ""
        """What players are told about how bots think here; empty while workers do."""
        self._counting = asyncio.Semaphore(AT_ONCE)
        self._reckoning = asyncio.Semaphore(1)

    async def aside(self, work: Callable[..., T], *args: Any) -> T:
        """Work for the asker that takes time, such as odds: in a thread, a few at a time."""
        async with self._counting:
            return await asyncio.to_thread(work, *args)

    async def in_the_back(self, work: Callable[..., T], *args: Any) -> T:
        """Work that nobody waits for, such as luck: one at a time, whatever else is asked."""
        async with self._reckoning:
            return await asyncio.to_thread(work, *args)

    async def all_luck(self, luck: Reckoning) -> tuple[LuckLine, ...]:
        """The luck of everything that is over, reckoned in the back."""
        while (work := luck.next()) is not None:
            luck.enter(work, await self.in_the_back(luck.find, work))
        return luck.lines()

    async def answer(
        self,
        rules: AnyRuleset,
        step: Step[Any],
        bot: tuple[str, str],
        seat: Seat,
        no: int,
        options: Mapping[str, str] | None = None,
    ) -> Any:
        """The bot's answer to question `no`. `NoAnswer` if the bot fails or is far too slow.

        Where no worker process can be started the bot thinks inside this process, and `notice` says so.
        Whoever waits for it and is cancelled, because somebody took something back, cancels the
        thought as well. `options` are those of the table.
        """
        where = None if bot[0] in QUICK else Where.of(rules, self._packs, options)
        try:
            async with asyncio.timeout(PATIENCE):
                if where is None:
                    return await self._in_a_thread(rules, step, bot, seat, no)
                return await self._in_a_process(rules, step, bot, seat, no, where)
        except TimeoutError as problem:
            self.close()
            if not self._worked:
                self._cannot_start(problem)
            log.warning("%s has not answered within %g seconds", bot[0], PATIENCE)
            raise NoAnswer(f"it has not answered within {PATIENCE:g} seconds") from problem
        except NoAnswer:
            raise
        except Exception as problem:
            log.exception("%s could not answer", bot[0])
            raise NoAnswer(f"it failed: {type(problem).__name__}") from problem

    async def _in_a_process(
        self,
        rules: AnyRuleset,
        step: Step[Any],
        bot: tuple[str, str],
        seat: Seat,
        no: int,
        where: Where,
    ) -> Any:
        """The answer of a worker; of this process where none can be started.

        A worker that dies is replaced once. If the next one dies of the same question and workers are
        known to start here, it is the bot that ends them: it must not think inside this process.
        """
        seen, ask = problem_of(step, seat)
        for last in (False, True):
            thought = self._handed(lambda workers: workers.think(*bot, seen, ask, no, where))
            if thought is None:
                break
            try:
                return await self._heard(thought)
            except games.UnknownGame:  # one that was added here, and that only this process knows
                break
            except BrokenProcessPool as problem:
                self.close()
                if last and self._worked:
                    log.warning("%s ended its worker process twice", bot[0])
                    raise NoAnswer("its process ended") from problem
                if not self._worked:
                    self._cannot_start(problem)
        return await self._in_a_thread(rules, step, bot, seat, no)

    def _handed(self, hand: Callable[[Workers], Thought]) -> Thought | None:
        """A thought that a worker process has been handed; None where none can be started."""
        if self._failed >= MOST_FAILED:
            return None
        try:
            if self._workers is None:
                self._workers = Workers(self._processes)
            return hand(self._workers)
        except Exception as problem:  # whatever the platform says: see `_cannot_start`
            self.close()
            self._cannot_start(problem)
            return None

    async def _heard(self, thought: Thought) -> Any:
        """What a worker has found; `BrokenProcessPool` where it was ended, by itself or with all others."""
        try:
            found = await asyncio.wrap_future(thought.future)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if thought.future.cancelled() and not (task and task.cancelling()):
                raise BrokenProcessPool("the workers were ended") from None
            thought.cancel()
            raise
        except BrokenProcessPool:
            raise
        except Exception:
            self._worked = True
            raise
        self._worked = True
        self._failed, self.notice = 0, ""
        return found

    def _cannot_start(self, problem: BaseException) -> None:
        """No worker process can be started, as in sandboxes and browsers: say so, and how bots think now."""
        self._failed += 1
        reason = f"{type(problem).__name__}: {problem}".removesuffix(": ")
        self.notice = (
            "bots think inside the table's own process, because no worker process could be started "
            f"({reason}); the table may pause while they think"
        )
        log.warning("%s", self.notice)

    async def hint(
        self, rules: AnyRuleset, step: Step[Any], seat: Seat, no: int, options: Mapping[str, str]
    ) -> tuple[Weighed, ...]:
        """What a bot would answer to question `no` in a person's place, the best first.

        `NoAdvice` where it takes too long or cannot be told. Whoever waits for it and is cancelled, because
        the answer was given, cancels the thought as well.
        """
        seen, ask = problem_of(step, seat)
        where = Where.of(rules, self._packs, options)
        try:
            thought = where and self._handed(lambda workers: workers.hint(seen, ask, no, where))
            if thought:
                try:
                    return await _bounded(self._heard(thought), thought.cancel)
                except games.UnknownGame:  # one that only this process knows
                    pass
                except BrokenProcessPool as problem:
                    self.close()
                    if not self._worked:
                        self._cannot_start(problem)
            stop = threading.Event()
            thinking = asyncio.to_thread(
                hint, seen, ask, no, random.Random, rules=rules, stopped=stop.is_set
            )
            return await _bounded(thinking, stop.set)
        except Exception as problem:
            log.warning("no hint: %r", problem)
            raise NoAdvice(NO_HINT) from problem

    async def _in_a_thread(
        self, rules: AnyRuleset, step: Step[Any], bot: tuple[str, str], seat: Seat, no: int
    ) -> Any:
        stop = threading.Event()
        player = registry.make(*bot, rules=rules, stopped=stop.is_set)
        try:
            return await asyncio.to_thread(_answer, player, step, seat, no)
        finally:
            stop.set()

    def close(self) -> None:
        """Let the processes go."""
        if self._workers is not None:
            self._workers.close(wait=False)
            self._workers = None


async def _bounded(found: Awaitable[T], stop: Callable[[], None]) -> T:
    """What is found within the time that whoever asks is ready to wait; however that ends, it is stopped."""
    try:
        async with asyncio.timeout(HINT_PATIENCE):
            return await found
    finally:
        stop()


def any_option(step: Step[Any], seat: Seat, seed: str) -> Any:
    """One option at random."""
    ask = part_of(step.question, seat)
    options = ask.region.suggest() if isinstance(ask, Place) else tuple(ask.options)
    return any_one(options, random.Random(seed))


def problem_of(step: Step[Any], seat: Seat) -> tuple[Seen[Any], Ask]:
    """What a bot is handed: the view of its seat, and its options in full.

    Options that are found only as far as somebody looks are found by looking at the whole table, so
    they would be the whole table to whoever holds them.
    """
    seen, ask = step.seen(seat), part_of(step.question, seat)
    if isinstance(ask, Choose):
        ask = msgspec.structs.replace(ask, options=offered(seen, ask))
    return seen, ask


def _answer(bot: Bot, step: Step[Any], seat: Seat, number: int) -> Any:
    seen, ask = problem_of(step, seat)
    return bot.answer(seen, ask, number)
