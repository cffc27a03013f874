"""Platforms on which no worker process can be started: sandboxes, browsers, machines that are full."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from gattai.lab.runners.processes import WorkerProcess


def _raises(problem: Exception) -> Callable[..., Any]:
    def start(*_: Any, **__: Any) -> Any:
        raise problem

    return start


class _Pool:
    """A pool that can be made, but no process starts in it."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def submit(self, *_: Any) -> Future[Any]:
        raise OSError(11, "Resource temporarily unavailable")

    def shutdown(self, **_: Any) -> None:
        pass


class _Dying(_Pool):
    """Its processes end while they start."""

    def submit(self, *_: Any) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_exception(BrokenProcessPool("a process ended while it started"))
        return found


class _DyingWorker(WorkerProcess):
    """A worker whose process ends while it starts."""

    def __init__(self, *_: Any) -> None:
        self.connection, other = multiprocessing.Pipe()
        other.close()
        self.process = multiprocessing.get_context("spawn").Process(target=sys.exit)
        self.process.start()


PLATFORMS: dict[str, Callable[..., Any]] = {
    "no named semaphores": _raises(NotImplementedError("no sem_open on this platform")),
    "no shared memory": _raises(OSError(38, "Function not implemented")),
    "no multiprocessing": _raises(ImportError("No module named '_multiprocessing'")),
    "no fork": _Pool,
    "processes end at once": _Dying,
}


def without_workers(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    """From now on this process is on such a platform."""
    pool = PLATFORMS[platform]
    monkeypatch.setattr("gattai.bots.worker.ProcessPoolExecutor", pool)
    worker = {"no fork": _Pool().submit, "processes end at once": _DyingWorker}.get(platform, pool)
    monkeypatch.setattr("gattai.lab.runners.processes.WorkerProcess", worker)
