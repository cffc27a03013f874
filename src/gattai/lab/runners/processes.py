"""Batches on processes of this machine. One that dies takes its pool along; its batches are played again."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for
from typing import Generic, TypeVar

import msgspec

from gattai.lab.batch import Batch, Span, decoded, play_encoded
from gattai.lab.plan import Plan
from gattai.lab.runners.runner import ATTEMPTS, BatchDied

log = logging.getLogger(__name__)

T = TypeVar("T")

_plan: Plan | None = None
"""In a worker process: what is played."""


class Job(Generic[T]):
    """What a process does with a plan and a span, and how its answer is read."""

    def __init__(self, play: Callable[[Plan, int, int], bytes], read: Callable[[bytes], T]) -> None:
        self.play = play
        self.read = read


BATCHES: Job[Batch] = Job(play_encoded, decoded)


def _prepare(plan: bytes) -> None:
    """In a worker process: know the plan, leave ctrl-C to the first process, and end with it."""
    global _plan
    _plan = msgspec.msgpack.decode(plan, type=Plan)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A worker whose first process was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _play(play: Callable[[Plan, int, int], bytes], start: int, stop: int) -> bytes:
    assert _plan is not None
    return play(_plan, start, stop)


class Pool(Generic[T]):
    """A pool of processes, begun anew when one of them dies.

    Where no process can be started (a sandbox, a browser) batches are played in this one, and a warning
    says so: they are the same games, one after the other.
    """

    def __init__(self, plan: Plan, count: int, job: Job[T]) -> None:
        self._job = job
        self._plan = msgspec.msgpack.encode(plan)
        self._count = count
        self._tried: dict[Span, int] = {}
        self._open: dict[Future[bytes], Span] = {}
        self._here: list[Span] = []
        """Batches that wait to be played in this process."""
        self._pool: ProcessPoolExecutor | None = self._begun()

    def _begun(self) -> ProcessPoolExecutor | None:
        try:
            return ProcessPoolExecutor(
                self._count,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_prepare,
                initargs=(self._plan,),
            )
        except (OSError, NotImplementedError, ImportError) as problem:
            self._cannot_start(problem)
            return None

    def _cannot_start(self, problem: Exception) -> None:
        log.warning(
            "no worker process can be started (%s: %s): games are played in this process, one after "
            "the other",
            type(problem).__name__,
            problem,
        )
        self._count = 1

    @property
    def width(self) -> int:
        """One batch a process."""
        return self._count

    @property
    def open(self) -> int:
        """How many are under way."""
        return len(self._open) + len(self._here)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that play."""
        return tuple(getattr(self._pool, "_processes", None) or ())

    def submit(self, span: Span) -> None:
        """Hand it to the next process that is free."""
        try:
            self._hand_out(span)
        except BrokenProcessPool:
            self._again([span])

    def finished(self) -> list[T]:
        """Wait until a batch is done."""
        if self._here and not self._open:
            span = self._here.pop(0)
            plan = msgspec.msgpack.decode(self._plan, type=Plan)
            return [self._job.read(self._job.play(plan, span.start, span.stop))]
        done, _ = wait(self._open, return_when=FIRST_COMPLETED)
        batches: list[T] = []
        lost: list[Span] = []
        for future in done:
            span = self._open.pop(future)
            try:
                batches.append(self._job.read(future.result()))
                self._tried.pop(span, None)
            except BrokenProcessPool:
                lost.append(span)
        if lost:
            self._again(lost)
        return batches

    def _again(self, lost: list[Span]) -> None:
        """A process died and took all batches along that were under way: begin them anew."""
        spans = sorted({*lost, *self._open.values()})
        self._open.clear()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._pool = self._begun()
        for span in spans:
            self._tried[span] = self._tried.get(span, 0) + 1
            if self._tried[span] >= ATTEMPTS:
                raise BatchDied(span)
            self._hand_out(span)

    def _hand_out(self, span: Span) -> None:
        if self._pool is not None:
            try:
                future = self._pool.submit(_play, self._job.play, span.start, span.stop)
            except (OSError, NotImplementedError, ImportError) as problem:
                self._pool.shutdown(wait=False)
                self._pool = None
                self._cannot_start(problem)
            else:
                self._open[future] = span
                return
        self._here.append(span)

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        if self._open:
            for process in [*(getattr(self._pool, "_processes", None) or {}).values()]:
                process.terminate()
        self._open.clear()
        self._here.clear()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


class Processes(Pool[Batch]):
    """Batches of a study on processes."""

    def __init__(self, plan: Plan, count: int) -> None:
        super().__init__(plan, count, BATCHES)
