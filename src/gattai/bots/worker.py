"""Bots that think in other processes, so that a table never freezes; and can be told to stop.

    with Workers(1) as workers:
        thought = workers.think("ace", "7", seen, ask, number)
        ...
        thought.cancel()            # or thought.result()

A bot remembers nothing, so it does not matter which process answers which question. A worker is sent
what the seat sees, and nothing more.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask
from gattai.bots.consider import offered
from gattai.bots.hint import Weighed, hint
from gattai.kernel.position import Seen
from gattai.kernel.question import Choose
from gattai.kernel.ruleset import AnyRuleset

SLOTS = 64
"""How many thoughts can be under way or waiting at the same time."""

_cancelled: Any = None
"""In a worker process: for each slot the number of the last thought that is no longer wanted."""


class Thought:
    """An answer that is being thought about."""

    def __init__(self, future: Future[Any], cancelled: Any, slot: int, ticket: int) -> None:
        self.future = future
        self._cancelled = cancelled
        self._slot = slot
        self._ticket = ticket

    def cancel(self) -> None:
        """It is no longer wanted: one not begun never begins, a search or a hint stops within moments."""
        self._cancelled[self._slot] = self._ticket
        self.future.cancel()

    def is_done(self) -> bool:
        """Whether there is an answer, or will never be one."""
        return self.future.done()

    def result(self, seconds: float | None = None) -> Any:
        """The answer, waiting for it if need be. A search that was cancelled answers its best so far.

        `CancelledError` for one that had not begun; `TimeoutError` after so many seconds.
        """
        return self.future.result(seconds)


class Where(msgspec.Struct, frozen=True):
    """By which rules a worker plays: the game, the user's packs, and the options of the table."""

    game: str
    packs: tuple[Path, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls, rules: AnyRuleset, packs: Sequence[Path] = (), options: Mapping[str, str] | None = None
    ) -> Where | None:
        """Where a worker finds these rules; None if only this process knows them."""
        if rules.name not in games.names():
            return None
        listed = games.load(rules.name, packs)
        if type(listed) is not type(rules) or listed.packs != rules.packs:
            return None
        return cls(rules.name, tuple(packs), tuple(sorted((options or {}).items())))

    def rules(self) -> AnyRuleset:
        """The rules; a process loads them once."""
        return games.load(self.game, self.packs).seated(dict(self.options))


class Workers:
    """A few processes in which bots think."""

    def __init__(self, count: int = 1) -> None:
        # Fresh processes on every system: a fork would copy the table's threads and sockets.
        context = multiprocessing.get_context("spawn")
        self._cancelled: Any = context.Array("Q", SLOTS, lock=False)
        self._pool = ProcessPoolExecutor(
            count, mp_context=context, initializer=_begin, initargs=(self._cancelled,)
        )
        self._tickets = 0

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def think(
        self,
        name: str,
        seed: str,
        seen: Seen[Any],
        ask: Ask,
        number: int,
        where: Where | None = None,
    ) -> Thought:
        """Have the bot of that name think about a question. Lazy options are sent as what they are.

        Without `where` it finds the rules by the table that it sees.
        """
        return self._submit(_think, (name, seed), seen, ask, number, where)

    def hint(self, seen: Seen[Any], ask: Ask, number: int, where: Where | None = None) -> Thought:
        """Have found what a bot would answer in somebody's place: `hint.Weighed`, the best first."""
        return self._submit(_hint, (), seen, ask, number, where)

    def _submit(
        self,
        work: Callable[..., Any],
        bot: tuple[str, ...],
        seen: Seen[Any],
        ask: Ask,
        number: int,
        where: Where | None,
    ) -> Thought:
        self._tickets += 1
        slot = self._tickets % SLOTS
        if isinstance(ask, Choose):
            ask = msgspec.structs.replace(ask, options=offered(seen, ask))
        future = self._pool.submit(work, *bot, seen, ask, number, where, slot, self._tickets)
        return Thought(future, self._cancelled, slot, self._tickets)

    def close(self, *, wait: bool = True) -> None:
        """Stop all thoughts and end the processes."""
        for slot in range(SLOTS):
            self._cancelled[slot] = self._tickets
        self._pool.shutdown(wait=wait, cancel_futures=True)


def _begin(cancelled: Any) -> None:
    """In the worker: an interrupt is the table's business, and without a table there is no bot."""
    global _cancelled
    _cancelled = cancelled
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    table = multiprocessing.parent_process()
    if table is not None:
        table.join()
        os._exit(0)


def _think(
    name: str,
    seed: str,
    seen: Seen[Any],
    ask: Ask,
    number: int,
    where: Where | None,
    slot: int,
    ticket: int,
) -> Any:
    rules = None if where is None else where.rules()
    stopped = _stop(slot, ticket)
    return registry.make(name, seed, rules=rules, stopped=stopped).answer(seen, ask, number)


def _hint(
    seen: Seen[Any], ask: Ask, number: int, where: Where | None, slot: int, ticket: int
) -> tuple[Weighed, ...]:
    rules = None if where is None else where.rules()
    stopped = _stop(slot, ticket)
    return hint(seen, ask, number, random.Random, rules=rules, stopped=stopped)


def _stop(slot: int, ticket: int) -> Callable[[], bool]:
    def stopped() -> bool:
        wanted: bool = _cancelled is not None and _cancelled[slot] >= ticket
        return wanted

    return stopped
