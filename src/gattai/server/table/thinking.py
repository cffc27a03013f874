"""Runs bots beside the table: quick ones in a thread, the others in worker processes."""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import Struct

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask, Bot
from gattai.bots.coach.coach import Coach, coach
from gattai.bots.consider import offered
from gattai.bots.worker import Thought, Where, Workers
from gattai.kernel.position import Seen, Step
from gattai.kernel.question import Choose, Place, Seat, any_one, part_of
from gattai.kernel.ruleset import AnyRuleset
from gattai.odds.reckoning import LuckLine, Reckoning
from gattai.scene.advice import NoAdvice

log = logging.getLogger(__name__)

QUICK = ("random",)
AT_ONCE = 2
MAX_FAILED = 2
"""Failed starts of a worker process after which bots run inside this process."""
T = TypeVar("T")
P = ParamSpec("P")
PAUSE = 0.5
"""The pace in seconds: where the speed of an answer could reveal something, it takes a multiple of this."""
PATIENCE = 60.0
"""Seconds after which the server answers in a bot's place."""
COACH_PATIENCE = 60.0
"""Seconds to wait for the coach, including the start of a worker process."""
NO_TIME = "the coach ran out of time; ask again"


def pause_of(bot: str) -> float:
    """Return the pace of this bot: longer than its own time limit."""
    return PAUSE + registry.seconds_of(bot) if PAUSE else 0.0


class NoAnswer(Exception):
    """A bot has found no answer; the message gives the reason for players."""


class BotPool(Protocol):
    """Runs bots outside the table: `bots.worker.Workers` in processes, a browser in a Web Worker."""

    def think(
        self, name: str, seed: str, seen: Seen[Struct], ask: Ask, number: int, where: Where
    ) -> Thought[object]: ...

    def coach(self, seen: Seen[Struct], ask: Ask, number: int, where: Where) -> Thought[Coach]: ...

    def close(self) -> None: ...


class Thinkers:
    """Runs bots. The pool for slow bots starts when the first one is needed."""

    def __init__(
        self,
        packs: Sequence[Path] = (),
        processes: int = 1,
        pool: Callable[[int], BotPool] = Workers,
    ) -> None:
        self._packs = tuple(packs)
        self._processes = processes
        self._start = pool
        self._workers: BotPool | None = None
        self._worked = False
        """Whether a worker process has ever answered, so that they are known to work here."""
        self._failed = 0
        self.notice = ""
        """A notice for players about how bots run here; empty while worker processes do."""
        self._counting = asyncio.Semaphore(AT_ONCE)
        self._reckoning = asyncio.Semaphore(1)

    async def aside(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Run something a player waits for, such as odds, in a thread; a few at a time."""
        async with self._counting:
            return await asyncio.to_thread(work, *args, **more)

    async def in_the_back(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Run something nobody waits for, such as luck; one at a time."""
        async with self._reckoning:
            return await asyncio.to_thread(work, *args, **more)

    async def all_luck(self, luck: Reckoning) -> tuple[LuckLine, ...]:
        """Compute the luck of the whole record in the background."""
        while (work := luck.next()) is not None:
            luck.enter(work, await self.in_the_back(luck.find, work))
        return luck.lines()

    async def answer(
        self,
        rules: AnyRuleset,
        step: Step[Struct],
        bot: tuple[str, str],
        seat: Seat,
        no: int,
        options: Mapping[str, str] | None = None,
    ) -> object:
        """Return the bot's answer to question `no`. Raises `NoAnswer` if the bot fails or is far too slow.

        If no worker process can be started, the bot runs inside this process and `notice` says so.
        Cancelling the caller, for example after an undo, cancels the bot too.
        `options` are the options of the match.
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
            raise NoAnswer(f"it did not answer within {PATIENCE:g} seconds") from problem
        except NoAnswer:
            raise
        except Exception as problem:
            log.exception("%s could not answer", bot[0])
            raise NoAnswer(f"it failed: {type(problem).__name__}") from problem

    async def _in_a_process(
        self,
        rules: AnyRuleset,
        step: Step[Struct],
        bot: tuple[str, str],
        seat: Seat,
        no: int,
        where: Where,
    ) -> object:
        """Return a worker's answer, or this process's if no worker can be started.

        A worker that dies is replaced once. If the next one dies of the same question although workers are
        known to work here, the bot is to blame: it must not run inside this process.
        """
        seen, ask = problem_of(step, seat)
        for last in (False, True):
            thought = self._handed(lambda workers: workers.think(*bot, seen, ask, no, where))
            if thought is None:
                break
            try:
                return await self._heard(thought)
            except games.UnknownGame:  # a game that was registered only in this process
                break
            except BrokenProcessPool as problem:
                self.close()
                if last and self._worked:
                    log.warning("%s ended its worker process twice", bot[0])
                    raise NoAnswer("its process ended") from problem
                if not self._worked:
                    self._cannot_start(problem)
        return await self._in_a_thread(rules, step, bot, seat, no)

    def _handed(self, hand: Callable[[BotPool], Thought[T]]) -> Thought[T] | None:
        """Return the task of a worker process; None if none can be started."""
        if self._failed >= MAX_FAILED:
            return None
        try:
            if self._workers is None:
                self._workers = self._start(self._processes)
            return hand(self._workers)
        except Exception as problem:  # depends on the platform: see `_cannot_start`
            self.close()
            self._cannot_start(problem)
            return None

    async def _heard(self, thought: Thought[T]) -> T:
        """Return a worker's result. Raises `BrokenProcessPool` if the worker was ended."""
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
        """Record that no worker process can be started, as in sandboxes and browsers, and how bots run instead."""
        self._failed += 1
        reason = f"{type(problem).__name__}: {problem}".removesuffix(": ")
        self.notice = (
            "bots run inside the server's process, because no worker process could be started "
            f"({reason}); the server may pause while they think"
        )
        log.warning("%s", self.notice, exc_info=problem)

    async def coach(
        self, rules: AnyRuleset, step: Step[Struct], seat: Seat, no: int, options: Mapping[str, str]
    ) -> Coach:
        """Return the coach's advice on question `no`.

        Raises `NoAdvice` if it takes too long or is impossible. Cancelling the caller
        cancels the bot too.
        """
        seen, ask = problem_of(step, seat)
        where = Where.of(rules, self._packs, options)
        try:
            thought = where and self._handed(lambda pool: pool.coach(seen, ask, no, where))
            if thought:
                try:
                    return await _bounded(self._heard(thought), thought.cancel)
                except games.UnknownGame:  # a game that only this process knows
                    pass
                except BrokenProcessPool as problem:
                    self.close()
                    if not self._worked:
                        self._cannot_start(problem)
            stop = threading.Event()
            thinking = asyncio.to_thread(
                coach, seen, ask, no, random.Random, rules=rules, stopped=stop.is_set
            )
            return await _bounded(thinking, stop.set)
        except Exception as problem:
            raise NoAdvice(NO_TIME) from problem

    async def _in_a_thread(
        self, rules: AnyRuleset, step: Step[Struct], bot: tuple[str, str], seat: Seat, no: int
    ) -> object:
        stop = threading.Event()
        player = registry.make(*bot, rules=rules, stopped=stop.is_set)
        try:
            return await asyncio.to_thread(_answer, player, step, seat, no)
        finally:
            stop.set()

    def close(self) -> None:
        """Stop the threads and worker processes."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None


async def _bounded(found: Awaitable[T], stop: Callable[[], None]) -> T:
    """Wait for a result within the time limit of the coach, and stop its computation in any case."""
    try:
        async with asyncio.timeout(COACH_PATIENCE):
            return await found
    finally:
        stop()


def any_option(step: Step[Struct], seat: Seat, seed: str) -> object:
    """Return a random option."""
    ask = part_of(step.question, seat)
    options = ask.region.suggest() if isinstance(ask, Place) else tuple(ask.options)
    return any_one(options, random.Random(seed))


def problem_of(step: Step[Struct], seat: Seat) -> tuple[Seen[Struct], Ask]:
    """Return what a bot receives: its seat's view of the position, and all its options.

    Lazy options are listed completely, because computing them needs the whole table, which would
    reveal hidden information to the bot.
    """
    seen, ask = step.seen(seat), part_of(step.question, seat)
    if isinstance(ask, Choose):
        ask = msgspec.structs.replace(ask, options=offered(seen, ask))
    return seen, ask


def _answer(bot: Bot, step: Step[Struct], seat: Seat, number: int) -> object:
    seen, ask = problem_of(step, seat)
    return bot.answer(seen, ask, number)
