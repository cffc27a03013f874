"""Runs batches in processes of this machine. If one dies, the pool is restarted and retries."""

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

from gattai.bots.worker import end_processes
from gattai.lab.batch import Batch, Span, decoded, play_encoded
from gattai.lab.plan import BatchPlan
from gattai.lab.runners.runner import ATTEMPTS, BatchDied

log = logging.getLogger(__name__)

T = TypeVar("T")

_plan: BatchPlan | None = None
"""In a worker process: the plan."""


class Job(Generic[T]):
    """The function for a plan and a span, and the decoder of its result."""

    def __init__(
        self, play: Callable[[BatchPlan, int, int], bytes], read: Callable[[bytes], T]
    ) -> None:
        self.play = play
        self.read = read


BATCHES: Job[Batch] = Job(play_encoded, decoded)


def _prepare(plan: bytes) -> None:
    """Set up a worker: store the plan, ignore ctrl-C, and end with the parent process."""
    global _plan
    _plan = msgspec.msgpack.decode(plan, type=BatchPlan)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End the worker if its parent process was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _play(play: Callable[[BatchPlan, int, int], bytes], start: int, stop: int) -> bytes:
    assert _plan is not None
    return play(_plan, start, stop)


class ProcessPool(Generic[T]):
    """A pool of processes, restarted when one of them dies.

    If no process can be started (a sandbox, a browser), batches are played in this one, with a
    warning: the same games, one after the other.
    """

    def __init__(self, plan: BatchPlan, count: int, job: Job[T]) -> None:
        self._job = job
        self._plan = msgspec.msgpack.encode(plan)
        self._count = count
        self._tried: dict[Span, int] = {}
        self._open: dict[Future[bytes], Span] = {}
        self._here: list[Span] = []
        """Batches waiting to be played in this process."""
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
        """Return one batch per process."""
        return self._count

    @property
    def open(self) -> int:
        """How many are under way."""
        return len(self._open) + len(self._here)

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the worker processes."""
        return tuple(getattr(self._pool, "_processes", None) or ())

    def submit(self, span: Span) -> None:
        """Submit a batch to the next free process."""
        try:
            self._hand_out(span)
        except BrokenProcessPool:
            self._again([span])

    def finished(self) -> list[T]:
        """Wait until a batch is done."""
        if self._here and not self._open:
            span = self._here.pop(0)
            plan = msgspec.msgpack.decode(self._plan, type=BatchPlan)
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
        """Restart the running batches after a process died."""
        spans = sorted({*lost, *self._open.values()})
        self._open.clear()
        if self._pool is not None:
            end_processes(self._pool)
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

    def interrupt(self) -> None:
        """End all processes, so that `finished` in another thread returns at once."""
        for process in [*(getattr(self._pool, "_processes", None) or {}).values()]:
            process.terminate()

    def close(self) -> None:
        """End all processes at once."""
        self._open.clear()
        self._here.clear()
        if self._pool is not None:
            end_processes(self._pool)


class Processes(ProcessPool[Batch]):
    """Runs batches of a study in processes."""

    def __init__(self, plan: BatchPlan, count: int) -> None:
        super().__init__(plan, count, BATCHES)
