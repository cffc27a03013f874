"""Bots that think in other processes, so that a table never freezes; and can be told to stop.

    with Workers(1) as workers:
        thought = workers.think("ace", "7", seen, ask, number)
        ...
        thought.cancel()            # or thought.result()

A bot remembers nothing, so it does not matter which process answers which question.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import msgspec

from gattai.bots import registry
from gattai.bots.bot import Ask
from gattai.bots.greedy import offered
from gattai.kernel.position import Seen
from gattai.kernel.question import Choose

SLOTS = 64
"""How many thoughts can be under way or waiting at the same time."""

_cancelled: Any = None
"""In a worker process: for each slot the number of the last thought that is no longer wanted."""


class Thought:
    """An answer that is being thought about."""

    def __init__(self, future: Future[Any], cancelled: Any, slot: int, ticket: int) -> None:
        self._future = future
        self._cancelled = cancelled
        self._slot = slot
        self._ticket = ticket

    def cancel(self) -> None:
        """It is no longer wanted: one not begun never begins, a search stops within moments."""
        self._cancelled[self._slot] = self._ticket
        self._future.cancel()

    def is_done(self) -> bool:
        """Whether there is an answer, or will never be one."""
        return self._future.done()

    def result(self, seconds: float | None = None) -> Any:
        """The answer, waiting for it if need be. A search that was cancelled answers its best so far.

        `CancelledError` for one that had not begun; `TimeoutError` after so many seconds.
        """
        return self._future.result(seconds)


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

    def think(self, name: str, seed: str, seen: Seen[Any], ask: Ask, number: int) -> Thought:
        """Have the bot of that name think about a question. Lazy options are sent as what they are."""
        self._tickets += 1
        slot = self._tickets % SLOTS
        if isinstance(ask, Choose):
            ask = msgspec.structs.replace(ask, options=offered(seen, ask.options))
        future = self._pool.submit(_think, name, seed, seen, ask, number, slot, self._tickets)
        return Thought(future, self._cancelled, slot, self._tickets)

    def close(self) -> None:
        """Stop all thoughts and end the processes."""
        for slot in range(SLOTS):
            self._cancelled[slot] = self._tickets
        self._pool.shutdown(wait=True, cancel_futures=True)


def _begin(cancelled: Any) -> None:
    global _cancelled
    _cancelled = cancelled


def _think(
    name: str, seed: str, seen: Seen[Any], ask: Ask, number: int, slot: int, ticket: int
) -> Any:
    def stopped() -> bool:
        wanted: bool = _cancelled is not None and _cancelled[slot] >= ticket
        return wanted

    return registry.make(name, seed, stopped=stopped).answer(seen, ask, number)
