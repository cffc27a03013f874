"""Bots think beside the table, never on it: the quick ones in a thread, the others in a process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask, Bot
from gattai.kernel.position import Position, asked, look
from gattai.kernel.question import Choose, Place, Question, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome

QUICK = ("random",)
AT_ONCE = 2
MOST_FAILED = 2
"""Where processes cannot be had, threads have to do."""
T = TypeVar("T")
PATIENCE = 60.0
"""Seconds after which any option is taken in a bot's place."""


class Thinkers:
    """Where bots find their answers. The process is started when the first slow bot is asked."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self._packs = tuple(packs)
        self._pool: ProcessPoolExecutor | None = None
        self._failed = 0
        self._counting = asyncio.Semaphore(AT_ONCE)

    async def aside(self, work: Callable[..., T], *args: Any) -> T:
        """Work for the asker that takes time, such as odds: in a thread, a few at a time."""
        async with self._counting:
            return await asyncio.to_thread(work, *args)

    async def answer(
        self, rules: AnyRuleset, position: Position[Any], bot: tuple[str, str], seat: Seat, no: int
    ) -> Any:
        """The bot's answer to question `no`; any option, if the bot fails or is far too slow."""
        try:
            return await asyncio.wait_for(self._asked(rules, position, bot, seat, no), PATIENCE)
        except asyncio.CancelledError:
            raise
        except Exception as problem:
            print(f"gattai: {bot[0]} could not answer: {problem!r}", file=sys.stderr)
            if isinstance(problem, BrokenProcessPool | TimeoutError):
                self.close()
                self._failed += 1
            return any_option(rules, position, seat, f"{bot[1]}/{seat}/{no}")

    async def _asked(
        self, rules: AnyRuleset, position: Position[Any], bot: tuple[str, str], seat: Seat, no: int
    ) -> Any:
        known = rules.name in games.names() and games.load(rules.name, self._packs) is rules
        if bot[0] in QUICK or not known or self._failed >= MOST_FAILED:
            return await self._in_a_thread(rules, position, bot, seat, no)
        if self._pool is None:
            start = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=start, initializer=_settle_in)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._pool, _answer_there, rules.name, self._packs, bot, position, seat, no
            )
        except games.UnknownGame:  # one that was added here, and that only this process knows
            return await self._in_a_thread(rules, position, bot, seat, no)

    async def _in_a_thread(
        self, rules: AnyRuleset, position: Position[Any], bot: tuple[str, str], seat: Seat, no: int
    ) -> Any:
        return await asyncio.to_thread(_answer, rules, _bot(*bot, rules), position, seat, no)

    def close(self) -> None:
        """Let the process go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def any_option(rules: AnyRuleset, position: Position[Any], seat: Seat, seed: str) -> Any:
    """One option at random."""
    ask = part_of(asked(rules, position), seat)
    options = ask.region.suggest() if isinstance(ask, Place) else tuple(ask.options)
    return any_one(options, random.Random(seed))


def part_of(question: Question | Outcome, seat: Seat) -> Ask:
    """What this seat is asked; of a question to several, its own part."""
    if isinstance(question, Together):
        return next(ask for ask in question.asks if ask.seat == seat)
    assert isinstance(question, Choose | Place)
    return question


def _bot(name: str, seed: str, rules: AnyRuleset) -> Bot:
    return registry.make(name, seed, rules=rules)


def _answer(rules: AnyRuleset, bot: Bot, position: Position[Any], seat: Seat, number: int) -> Any:
    seen = look(rules, position, seat)
    return bot.answer(seen, part_of(asked(rules, position), seat), number)


def _settle_in() -> None:
    """In the worker: an interrupt is the table's business, and without a table there is no bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    table = multiprocessing.parent_process()
    if table is not None:
        table.join()
        os._exit(0)


@lru_cache(maxsize=16)
def _bot_there(game: str, packs: tuple[Path, ...], name: str, seed: str, seat: int) -> Bot:
    """A bot in the worker, kept between answers: one that searches may remember its plan."""
    return _bot(name, seed, games.load(game, packs))


def _answer_there(
    game: str,
    packs: tuple[Path, ...],
    bot: tuple[str, str],
    position: Position[Any],
    seat: Seat,
    number: int,
) -> Any:
    """In the worker: the rules are loaded once, then kept. The bot is shown its seat's view only."""
    kept = _bot_there(game, packs, *bot, seat)
    return _answer(games.load(game, packs), kept, position, seat, number)
