"""Bots that think in another process: the same answers, and they can be stopped."""

from __future__ import annotations

import time
from typing import Any

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask
from gattai.bots.search import SearchBot
from gattai.bots.worker import Workers
from gattai.kernel.position import Seen, apply, begin
from tests.bots.tables import ask_of

RULES = games.load("aegis")


def placing() -> tuple[Seen[Any], Ask]:
    return ask_of(RULES, apply(RULES, begin(RULES), (0,)).position)


def test_a_worker_answers_as_the_bot_would_here_and_can_be_stopped(patience: float) -> None:
    seen, ask = placing()
    with Workers(1) as workers:
        there = workers.think("search:iterations=5", "7", seen, ask, 3)
        here = registry.make("search:iterations=5", "7").answer(seen, ask, 3)
        assert there.result(60) == here
        endless = workers.think("search:iterations=1000000", "7", seen, ask, 3)
        waiting = workers.think("search:iterations=1000000", "7", seen, ask, 4)
        time.sleep(0.3)
        assert not endless.is_done()
        began = time.monotonic()
        waiting.cancel()
        endless.cancel()
        assert endless.result(60) in seen.question.options  # type: ignore[union-attr, operator]
        assert time.monotonic() - began < 10 * patience


def test_a_search_stops_when_its_time_is_over() -> None:
    import random

    seen, ask = placing()
    ticks = iter(range(1000))
    bot = SearchBot(
        random.Random, "7", lambda: float(next(ticks)), iterations=0, seconds=40.0, rules=RULES
    )
    assert bot.answer(seen, ask, 1) in ask.options  # type: ignore[union-attr]
    assert next(ticks) < 40


def test_a_search_that_is_stopped_at_once_still_answers() -> None:
    seen, ask = placing()
    bot = registry.make("ace", "7", stopped=lambda: True)
    assert bot.answer(seen, ask, 1) in ask.options  # type: ignore[union-attr]
