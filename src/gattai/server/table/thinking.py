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
from gattai.bots.worker import Where, Workers
from gattai.kernel.position import Seen, Step
from gattai.kernel.question import Choose, Place, Seat, any_one, part_of
from gattai.kernel.ruleset import AnyRuleset
from gattai.odds.reckoning import LuckLine, Reckoning
from gattai.scene.advice import NoAdvice

log = logging.getLogger(__name__)

QUICK = ("random",)
AT_ONCE = 2
MOST_FAILED = 2
"""Where processes cannot be had, threads have to do."""
T = TypeVar("T")
PAUSE = 0.5
"""Seconds that a bot takes at least, and always a whole number of times, where its haste would tell something."""
PATIENCE = 60.0
"""Seconds after which any option is taken in a bot's place."""
HINT_PATIENCE = 15.0
"""Seconds that somebody waits for a hint, a process that has to be started included."""
NO_HINT = "the bot has found nothing in time; ask it again"


def pause_of(bot: str) -> float:
    """The beat to which this bot answers there: longer than it may think by the clock."""
    return PAUSE + registry.seconds_of(bot) if PAUSE else 0.0


class Thinkers:
    """Where bots find their answers. Their processes are started when the first slow bot is asked."""

    def __init__(self, packs: Sequence[Path] = (), processes: int = 1) -> None:
        self._packs = tuple(packs)
        self._processes = processes
        self._workers: Workers | None = None
        self._failed = 0
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
        """The bot's answer to question `no`; any option, if the bot fails or is far too slow.

        Whoever waits for it and is cancelled, because somebody took something back, cancels the
        thought as well. `options` are those of the table.
        """
        where = Where.of(rules, self._packs, options)
        if bot[0] in QUICK or self._failed >= MOST_FAILED:
            where = None
        try:
            if where is None:
                thinking = self._in_a_thread(rules, step, bot, seat, no)
            else:
                thinking = self._in_a_process(rules, step, bot, seat, no, where)
            async with asyncio.timeout(PATIENCE):
                return await thinking
        except asyncio.CancelledError:
            raise
        except Exception as problem:
            log.warning("%s could not answer: %r", bot[0], problem)
            if isinstance(problem, BrokenProcessPool | TimeoutError):
                self.close()
                self._failed += 1
            return any_option(step, seat, f"{bot[1]}/{seat}/{no}")

    async def _in_a_process(
        self,
        rules: AnyRuleset,
        step: Step[Any],
        bot: tuple[str, str],
        seat: Seat,
        no: int,
        where: Where,
    ) -> Any:
        seen, ask = problem_of(step, seat)
        thought = self._started().think(*bot, seen, ask, no, where)
        try:
            return await asyncio.wrap_future(thought.future)
        except asyncio.CancelledError:
            thought.cancel()
            raise
        except games.UnknownGame:  # one that was added here, and that only this process knows
            return await self._in_a_thread(rules, step, bot, seat, no)

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
            if where is not None and self._failed < MOST_FAILED:
                try:
                    thought = self._started().hint(seen, ask, no, where)
                    found = asyncio.wrap_future(thought.future)
                    return await _bounded(found, thought.cancel)
                except games.UnknownGame:  # one that only this process knows
                    pass
                except (BrokenProcessPool, OSError, ValueError) as problem:
                    if isinstance(problem, TimeoutError):
                        raise
                    log.warning("no process for a hint: %r", problem)
                    self.close()
                    self._failed += 1
            stop = threading.Event()
            thinking = asyncio.to_thread(
                hint, seen, ask, no, random.Random, rules=rules, stopped=stop.is_set
            )
            return await _bounded(thinking, stop.set)
        except Exception as problem:
            log.warning("no hint: %r", problem)
            raise NoAdvice(NO_HINT) from problem

    def _started(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self._processes)
        return self._workers

    async def _in_a_thread(
        self, rules: AnyRuleset, step: Step[Any], bot: tuple[str, str], seat: Seat, no: int
    ) -> Any:
        player = registry.make(*bot, rules=rules)
        return await asyncio.to_thread(_answer, player, step, seat, no)

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
