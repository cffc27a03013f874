"""Thoughts at the table: by the worker's process, and stopped when nobody waits for them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from gattai import games
from gattai.bots.worker import Where
from gattai.kernel.position import Step, apply, begin
from gattai.kernel.question import Seat
from gattai.server.table.thinking import Thinkers
from tests.bots.tables import ask_of
from tests.toy.parley import Parley

RULES = games.load("aegis")
ENDLESS = ("search:iterations=1000000", "7")


def placing() -> Step[Any]:
    return apply(RULES, begin(RULES), (0,))


def test_who_is_no_longer_waited_for_thinks_no_longer(patience: float) -> None:
    """The one process is free for the next thought at once, as after an undo it has to be."""
    step = placing()
    _, ask = ask_of(RULES, step.position)

    async def visit() -> tuple[Any, float]:
        thinkers = Thinkers()
        try:
            await thinkers.answer(RULES, step, ("greedy", "7"), ask.seat, 1)  # it is running now
            thought = asyncio.create_task(thinkers.answer(RULES, step, ENDLESS, Seat(ask.seat), 2))
            await asyncio.sleep(0.3)
            assert not thought.done()
            thought.cancel()
            began = time.monotonic()
            found = await thinkers.answer(RULES, step, ("greedy", "7"), ask.seat, 3)
            return found, time.monotonic() - began
        finally:
            thinkers.close()

    found, took = asyncio.run(visit())
    assert found in ask.options  # type: ignore[union-attr]
    assert took < 10 * patience


def test_rules_that_only_this_process_knows_are_not_sent_away() -> None:
    assert Where.of(Parley()) is None
    where = Where.of(RULES, (), {"turn-limit": "9"})
    assert where is not None and where.rules() is RULES
