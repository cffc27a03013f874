"""Who thinks for bots stops when it is told to, whatever happens in the same moment."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from gattai.server.online.store.jobs import BotJob, Jobs
from gattai.server.online.workers.worker import Worker


def test_a_worker_that_is_nudged_in_the_moment_it_is_stopped_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A nudge must not swallow the stop: the node that stops would wait for its worker for ever."""

    async def nothing(jobs: Jobs, *how: Any) -> tuple[BotJob, ...]:
        return ()

    monkeypatch.setattr(Jobs, "claim", nothing)

    async def stopped() -> bool:
        nobody = cast("Any", None)
        worker = Worker(nobody, nobody, nobody, 1, nobody)
        task = asyncio.create_task(worker.run())
        await asyncio.sleep(0.05)
        worker.nudge()
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=1)
        return bool(done)

    assert asyncio.run(stopped())
