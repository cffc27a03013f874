"""Runs batches in processes of this machine. A process that dies is replaced, and its batch played again."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Generic, TypeVar

import msgspec

from gattai.lab.batch import Batch, Span, decoded, play_encoded
from gattai.lab.plan import BatchPlan
from gattai.lab.runners.runner import ATTEMPTS, BatchDied

log = logging.getLogger(__name__)

T = TypeVar("T")
Play = Callable[[BatchPlan, int, int], bytes]


class Job(Generic[T]):
    """The function for a plan and a span, and the decoder of its result."""

    def __init__(self, play: Play, read: Callable[[bytes], T]) -> None:
        self.play = play
        self.read = read


BATCHES: Job[Batch] = Job(play_encoded, decoded)


class WorkerProcess:
    """A process that plays one batch after the other.

    It has a pipe of its own. The queue that the workers of a `ProcessPoolExecutor` share is not told of
    a process that dies just after it was started, and then waits for it for ever.
    """

    def __init__(self, plan: bytes, play: Play) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, its_own = context.Pipe()
        self.process = context.Process(target=_serve, args=(its_own, plan, play), daemon=True)
        self.span: Span | None = None
        """The batch it plays."""
        self.process.start()
        its_own.close()

    def send(self, span: Span) -> None:
        """Let it play a batch. If it has died, its connection says so."""
        self.span = span
        try:
            self.connection.send((span.start, span.stop))
        except OSError:
            log.info("a worker process has died before it got a batch")

    def received(self) -> bytes | Exception:
        """Return what it played, or what its batch raised. Raises EOFError or OSError if it died."""
        result: bytes | Exception = self.connection.recv()
        self.span = None
        return result

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()


def _serve(
    connection: Connection[bytes | Exception, tuple[int, int]], plan: bytes, play: Play
) -> None:
    """In a worker process: play what is asked. Ignore ctrl-C, and end with the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    its_plan = msgspec.msgpack.decode(plan, type=BatchPlan)
    while True:
        start, stop = connection.recv()
        try:
            connection.send(play(its_plan, start, stop))
        except Exception as problem:
            # A traceback does not reach another process.
            problem.add_note("".join(traceback.format_tb(problem.__traceback__)))
            connection.send(problem)


def _end_with_parent() -> None:
    """End the worker if its parent process was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


class ProcessPool(Generic[T]):
    """A pool of processes. One that dies is replaced.

    If no process can be started (a sandbox, a browser), batches are played in this one, with a
    warning: the same games, one after the other.
    """

    def __init__(self, plan: BatchPlan, count: int, job: Job[T]) -> None:
        self._job = job
        self._plan = msgspec.msgpack.encode(plan)
        self._count = count
        self._tried: dict[Span, int] = {}
        self._waiting: list[Span] = []
        """Batches that no process plays yet."""
        self._workers: list[WorkerProcess] = []
        self._interrupted = threading.Event()

    @property
    def width(self) -> int:
        """Return one batch per process."""
        return max(1, self._count)

    @property
    def open(self) -> int:
        """Return the number of submitted batches without a result."""
        return len(self._waiting) + len(self._busy())

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the worker processes."""
        return tuple(each.process.pid or 0 for each in self._workers)

    def submit(self, span: Span) -> None:
        """Submit a batch to the next free process."""
        self._waiting.append(span)
        self._hand_out()

    def finished(self) -> list[T]:
        """Wait until a batch is done."""
        self._hand_out()
        if self._interrupted.is_set():
            return []
        busy = self._busy()
        if not busy:
            span = self._waiting.pop(0)
            plan = msgspec.msgpack.decode(self._plan, type=BatchPlan)
            return [self._job.read(self._job.play(plan, span.start, span.stop))]
        ready = wait_for([each.connection for each in busy])
        return [
            batch for each in busy if each.connection in ready for batch in self._received(each)
        ]

    def interrupt(self) -> None:
        """End all processes, so that `finished` in another thread returns at once."""
        self._interrupted.set()
        for worker in [*self._workers]:
            worker.kill()

    def close(self) -> None:
        """End all processes at once."""
        self._waiting.clear()
        while self._workers:
            self._drop(self._workers[0])

    def _busy(self) -> list[WorkerProcess]:
        return [each for each in self._workers if each.span is not None]

    def _hand_out(self) -> None:
        while self._waiting and not self._interrupted.is_set():
            worker = next((each for each in self._workers if each.span is None), None)
            if worker is None:
                if len(self._workers) >= self._count:
                    return
                try:
                    worker = WorkerProcess(self._plan, self._job.play)
                except (OSError, NotImplementedError, ImportError) as problem:
                    self._cannot_start(problem)
                    return
                self._workers.append(worker)
                if (
                    self._interrupted.is_set()
                ):  # it may have been too late for `interrupt` to find it
                    worker.kill()
            worker.send(self._waiting.pop(0))

    def _received(self, worker: WorkerProcess) -> list[T]:
        span = worker.span
        assert span is not None
        try:
            result = worker.received()
        except (EOFError, OSError):
            self._drop(worker)
            self._waiting.insert(0, span)
            self._tried[span] = self._tried.get(span, 0) + 1
            if self._tried[span] >= ATTEMPTS:
                raise BatchDied(span) from None
            self._hand_out()
            return []
        if isinstance(result, Exception):
            raise result
        self._tried.pop(span, None)
        return [self._job.read(result)]

    def _drop(self, worker: WorkerProcess) -> None:
        worker.kill()
        worker.process.join()
        worker.connection.close()
        self._workers.remove(worker)

    def _cannot_start(self, problem: Exception) -> None:
        """Play with the processes there are; without any, in this one."""
        log.warning(
            "no worker process can be started (%s: %s): games are played in this process, one after "
            "the other",
            type(problem).__name__,
            problem,
        )
        self._count = len(self._workers)


class Processes(ProcessPool[Batch]):
    """Runs batches of a study in processes."""

    def __init__(self, plan: BatchPlan, count: int) -> None:
        super().__init__(plan, count, BATCHES)
