"""Bots that think in other processes, so that a table never freezes, and that can be stopped.

    with Workers(1) as workers:
        thought = workers.think("ace", "7", seen, ask, number)
        ...
        thought.cancel()            # or thought.result()

A bot has no memory, so any process can answer any question. A worker receives only what the seat
sees.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask
from gattai.bots.coach.coach import Coach, coach
from gattai.bots.consider import offered
from gattai.kernel.position import Seen
from gattai.kernel.question import Choose
from gattai.kernel.ruleset import AnyRuleset

T = TypeVar("T")
SLOTS = 64
"""Maximum number of running and waiting thoughts."""

_cancelled: MutableSequence[int] | None = None
"""In a worker process: for each slot the number of the last cancelled thought."""


class Thought(Generic[T]):
    """An answer being computed, like a future."""

    def __init__(
        self, future: Future[T], cancelled: MutableSequence[int], slot: int, ticket: int
    ) -> None:
        self.future = future
        self._cancelled = cancelled
        self._slot = slot
        self._ticket = ticket

    def cancel(self) -> None:
        """Cancel it: one that has not begun never does, a search or advice stops soon."""
        self._cancelled[self._slot] = self._ticket
        self.future.cancel()

    def is_done(self) -> bool:
        """Return whether it has an answer, or never will."""
        return self.future.done()

    def result(self, seconds: float | None = None) -> T:
        """Wait for the answer and return it. A cancelled search returns its best so far.

        `CancelledError` if it had not begun; `TimeoutError` after `seconds`.
        """
        return self.future.result(seconds)


class Where(msgspec.Struct, frozen=True):
    """The rules for a worker: the game, the user's packs, and the options of the table."""

    game: str
    packs: tuple[Path, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    listed: str = ""
    """The packs as a match lists them, of which those opened here matter."""

    @classmethod
    def of(
        cls, rules: AnyRuleset, packs: Sequence[Path] = (), options: Mapping[str, str] | None = None
    ) -> Where | None:
        """Return how a worker finds these rules; None if only this process knows them."""
        if rules.name not in games.names():
            return None
        found = games.load_as_listed(rules.name, rules.packs, packs)
        if type(found) is not type(rules) or found.packs != rules.packs:
            return None
        return cls(rules.name, tuple(packs), tuple(sorted((options or {}).items())), rules.packs)

    def rules(self) -> AnyRuleset:
        """Return the rules, cached per process."""
        rules = games.load_as_listed(self.game, self.listed, self.packs)
        return rules.seated(dict(self.options))


class Workers:
    """A pool of processes for bots."""

    def __init__(self, count: int = 1) -> None:
        # Fresh processes on every system: a fork would copy the table's threads and sockets.
        context = multiprocessing.get_context("spawn")
        self._cancelled: MutableSequence[int] = context.Array("Q", SLOTS, lock=False)
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
        seen: Seen[Struct],
        ask: Ask,
        number: int,
        where: Where | None = None,
    ) -> Thought[object]:
        """Let the bot of that name think about a question. Lazy options are sent as a full list.

        Without `where` it derives the rules from the table that it sees.
        """
        return self._submit(_think, (name, seed), seen, ask, number, where)

    def coach(
        self, seen: Seen[Struct], ask: Ask, number: int, where: Where | None = None
    ) -> Thought[Coach]:
        """Find the coach's whole advice."""
        return self._submit(_coach, (), seen, ask, number, where)

    def _submit(
        self,
        work: Callable[..., T],
        bot: tuple[str, ...],
        seen: Seen[Struct],
        ask: Ask,
        number: int,
        where: Where | None,
    ) -> Thought[T]:
        self._tickets += 1
        slot = self._tickets % SLOTS
        if isinstance(ask, Choose):
            ask = msgspec.structs.replace(ask, options=tuple(offered(seen, ask)))
        future = self._pool.submit(work, *bot, seen, ask, number, where, slot, self._tickets)
        return Thought(future, self._cancelled, slot, self._tickets)

    def close(self) -> None:
        """Cancel all thoughts and end the processes."""
        for slot in range(SLOTS):
            self._cancelled[slot] = self._tickets
        # `shutdown` does not end a process that was started in the moment in which another one died,
        # and the interpreter would wait for it at its end.
        for process in [*(getattr(self._pool, "_processes", None) or {}).values()]:
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _begin(cancelled: MutableSequence[int]) -> None:
    """Set up the worker: it ignores interrupts, and ends with its parent process."""
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
    seen: Seen[Struct],
    ask: Ask,
    number: int,
    where: Where | None,
    slot: int,
    ticket: int,
) -> object:
    rules = None if where is None else where.rules()
    stopped = _stop(slot, ticket)
    return registry.make(name, seed, rules=rules, stopped=stopped).answer(seen, ask, number)


def _coach(
    seen: Seen[Struct], ask: Ask, number: int, where: Where | None, slot: int, ticket: int
) -> Coach:
    rules = None if where is None else where.rules()
    stopped = _stop(slot, ticket)
    return coach(seen, ask, number, random.Random, rules=rules, stopped=stopped)


def _stop(slot: int, ticket: int) -> Callable[[], bool]:
    def stopped() -> bool:
        return _cancelled is not None and _cancelled[slot] >= ticket

    return stopped
