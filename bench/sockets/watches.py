"""Where the CPU time of a node goes: clocks put around its functions from outside.

Each part is charged for itself alone: what a part calls that has a clock of its own is charged there.
A coroutine is charged while it runs, not while it waits. What other threads do is summed apart.
"""

from __future__ import annotations

import functools
import gc
import threading
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Generator
from time import thread_time
from typing import Any


class Watches:
    """CPU seconds and calls of each part."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()
        self._stack: list[str] = []
        self._mark = 0.0
        self._here = threading.get_ident()

    def enter(self, part: str) -> None:
        """Begin this part; the part before it is interrupted."""
        now = thread_time()
        if self._stack:
            self.spent[self._stack[-1]] += now - self._mark
        self._stack.append(part)
        self._mark = now

    def leave(self) -> None:
        """The part that began last is over."""
        now = thread_time()
        self.spent[self._stack.pop()] += now - self._mark
        self._mark = now

    def around(self, owner: Any, name: str, part: str) -> None:
        """Put a clock around a function or a method of this name."""
        plain = getattr(owner, name)

        @functools.wraps(plain)
        def timed(*args: Any, **named: Any) -> Any:
            self.calls[part] += 1
            if threading.get_ident() != self._here:
                begun = thread_time()
                try:
                    return plain(*args, **named)
                finally:
                    self.spent[f"{part}, aside"] += thread_time() - begun
            self.enter(part)
            try:
                return plain(*args, **named)
            finally:
                self.leave()

        setattr(owner, name, timed)

    def around_steps(self, owner: Any, name: str, part: str) -> None:
        """Put a clock around every step of a coroutine."""
        plain = getattr(owner, name)

        @functools.wraps(plain)
        async def timed(*args: Any, **named: Any) -> Any:
            self.calls[part] += 1
            return await self._stepped(plain(*args, **named), part)

        setattr(owner, name, timed)

    @types.coroutine
    def _stepped(self, work: Coroutine[Any, Any, Any], part: str) -> Generator[Any, Any, Any]:
        step: Callable[[], Any] = functools.partial(work.send, None)
        while True:
            self.enter(part)
            try:
                asked = step()
            except StopIteration as end:
                return end.value
            finally:
                self.leave()
            try:
                step = functools.partial(work.send, (yield asked))
            except GeneratorExit:
                work.close()
                raise
            except BaseException as problem:
                step = functools.partial(work.throw, problem)

    def around_reading(self, transport: Any, parts: dict[str, str]) -> None:
        """Put a clock around what arrives at sockets, by the package that reads it."""
        plain = transport._read_ready

        def timed(self_: Any) -> None:
            package = type(self_.get_protocol()).__module__.partition(".")[0]
            self.enter(parts.get(package, "others"))
            try:
                plain(self_)
            finally:
                self.leave()

        transport._read_ready = timed

    def around_garbage(self) -> None:
        """Put a clock around the collector of garbage."""

        def collects(phase: str, _: dict[str, int]) -> None:
            if threading.get_ident() != self._here:
                return
            if phase == "start":
                self.calls["garbage"] += 1
                self.enter("garbage")
            else:
                self.leave()

        gc.callbacks.append(collects)
