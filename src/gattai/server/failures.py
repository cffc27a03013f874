"""Logs errors of background tasks, so that none is lost."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Generator
from typing import Protocol

log = logging.getLogger(__name__)

Kinds = tuple[type[Exception], ...]


class Gone(ConnectionError):
    """The other end of a socket has gone: nothing more can be sent."""


class Running(Protocol):
    """A task or a future with any result."""

    def cancel(self) -> bool: ...

    def __await__(self) -> Generator[object, None, object]: ...


async def ended(*tasks: Running | None, what: str, expected: Kinds = ()) -> None:
    """Cancel tasks and wait for them to end. Unexpected errors are logged."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    for outcome in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(outcome, Exception) and not isinstance(outcome, expected):
            log.error("%s failed", what, exc_info=outcome)


def frames_of(problem: BaseException) -> str:
    """Return where an error was raised and its type, without its message: that may quote a secret answer.

    >>> try:
    ...     int("a hidden card")
    ... except ValueError as problem:
    ...     print(frames_of(problem).splitlines()[-1])
    ValueError
    """
    return "".join(traceback.format_tb(problem.__traceback__)) + type(problem).__name__
