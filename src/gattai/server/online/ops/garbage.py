"""Controls when a node collects garbage: its matches live long, and collections delay answers.

By default, Python scans all objects whenever their number has grown by a quarter. On a node with hundreds of
matches that takes as long as forty answers and a sixth of all CPU time, and finds almost nothing,
because an answer leaves no cycles behind. So young objects are scanned as usual and old ones
every few minutes: a closed match has cycles and is freed then.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Sequence

from gattai.server.online.endpoint import Endpoint

SECONDS = 300.0
YOUNG = 2_000
"""Number of new objects that triggers a scan of the youngest generation."""
OFTEN = 10
"""Number of such scans before the next generation is scanned."""
NEVER = 1_000_000
"""We scan the oldest generation ourselves."""


class Garbage:
    """The garbage collector of this process, as a part of the site."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self) -> None:
        self._found = gc.get_threshold()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start. Existing objects, mostly code, are exempt from now on."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, OFTEN, NEVER)
        self._task = asyncio.create_task(self._now_and_then())

    async def stop(self) -> None:
        """Restore the previous settings."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        gc.set_threshold(*self._found)
        gc.unfreeze()

    async def _now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SECONDS)
            gc.collect()
