"""When a node looks for garbage: its matches live long, and whoever answers meanwhile waits.

Python looks through everything there is as often as it has grown by a quarter. At a node with hundreds of
matches that takes as long as forty answers do, and is a sixth of all its work; and next to nothing is found,
for what an answer leaves behind has no cycles. So young things are looked through as ever, and the old ones
every few minutes: a match that was let go has cycles and waits so long for its end.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Sequence

from gattai.server.online.endpoint import Endpoint

SECONDS = 300.0
YOUNG = 2_000
"""So many new things are looked through at once."""
OFTEN = 10
"""So many times that, before those are that have outlived it once."""
NEVER = 1_000_000
"""The old ones are our own affair."""


class Garbage:
    """A part of a site: the collector of this process."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self) -> None:
        self._found = gc.get_threshold()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From now on. What is there already, code above all, stays and is not looked at again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, OFTEN, NEVER)
        self._task = asyncio.create_task(self._now_and_then())

    async def stop(self) -> None:
        """As it was before."""
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
