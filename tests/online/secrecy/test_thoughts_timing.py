"""When a bot answers tells nothing of its hand: at a beat since it was asked, whatever it thought about.

Every thought has a clock of its own here, which goes on by what the thought takes and by nothing else, so that
not one answer may come a moment too soon or too late. That real ones are never too soon is seen by `twins`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextvars import ContextVar
from math import floor
from typing import Any

import msgspec
import pytest

from gattai.server.online.store.jobs import BotJob, Jobs
from gattai.server.online.workers import worker
from gattai.server.table import thinking
from gattai.server.table.inbox import thoughts
from gattai.server.table.inbox.inbox import Inbox
from gattai.server.table.inbox.thoughts import BotReply
from gattai.server.table.thinking import Thinkers
from tests.online.node.nodes import running
from tests.online.services import ready_database
from tests.table.book import Player

BEAT = 0.6
WANTED = 24
WAITED = (0.0, 0.2, 0.45)
"""Seconds for which a job lies there, as it does while others think."""
THOUGHT = (0.0, 0.1, 0.3, 1.1)


@pytest.fixture
def database() -> Iterator[str]:
    """A database of its own: in another there may be jobs of other tests, for which these bots would answer."""
    with ready_database() as address:
        yield address


class Dial:
    """The clock of each thought, and how long every answer has taken since it was asked for."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._at: ContextVar[float] = ContextVar("at", default=0.0)
        self._waited: ContextVar[float] = ContextVar("waited")
        self._took: ContextVar[float] = ContextVar("took")
        self.answers: list[tuple[float, float]] = []
        """Seconds that each was waited for and thought about, and seconds until it was said."""

    def now(self) -> float:
        return self._at.get()

    async def until(self, moment: float) -> None:
        assert moment >= self.now(), "nobody can wait for what was"
        self._at.set(moment)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Have bots live by it."""
        claim, answer, says = Jobs.claim, Thinkers.answer, Inbox.bot_says

        async def claimed(jobs: Jobs, *how: Any) -> tuple[BotJob, ...]:
            self._waited.set(
                self._chance.choice(WAITED)
            )  # the thought that is begun next inherits it
            waited = self._waited.get()
            return tuple(
                msgspec.structs.replace(job, waited=waited) for job in await claim(jobs, *how)
            )

        async def thought(thinkers: Thinkers, *about: Any) -> Any:
            took = self._chance.choice(THOUGHT)
            self._at.set(self.now() + took)
            self._took.set(took)
            return await answer(thinkers, *about)

        def said(inbox: Inbox, what: BotReply) -> None:
            waited = self._waited.get()
            self.answers.append((waited + self._took.get(), waited + self.now()))
            says(inbox, what)

        for module in (thoughts, worker):
            patch.setattr(module, "now", self.now)
        patch.setattr(thoughts, "until", self.until)
        patch.setattr(Jobs, "claim", claimed)
        patch.setattr(Thinkers, "answer", thought)
        patch.setattr(Inbox, "bot_says", said)


@pytest.mark.parametrize("bots", [1, 2])
def test_answers_come_at_fixed_intervals_however_long_a_bot_thinks(
    database: str, monkeypatch: pytest.MonkeyPatch, bots: int
) -> None:
    dial = Dial(bots)
    dial.install(monkeypatch)

    async def at_the_nodes() -> None:
        async with running(database, bots=bots) as site, asyncio.timeout(120):
            monkeypatch.setattr(thinking, "PAUSE", BEAT)
            match = await site.begin("aristeia", "person", "random", seed="3")
            player = Player(await site.nodes[0].find(match), 0, "beat")
            while len(dial.answers) < WANTED:
                player.plays()
                await asyncio.sleep(0.01)

    asyncio.run(at_the_nodes())
    spent = {each for each, _ in dial.answers}
    assert min(spent) < BEAT < 2 * BEAT < max(spent), "some take a beat, and some longer"
    for each, when in dial.answers:
        assert when == pytest.approx(BEAT * (floor(each / BEAT) + 1)), dial.answers
