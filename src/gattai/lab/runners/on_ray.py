"""Runs batches on a Ray cluster, which handles placement, retries and new machines."""

from __future__ import annotations

from typing import Any

from gattai.lab.batch import Batch, Span, decoded, play_encoded
from gattai.lab.plan import BatchPlan
from gattai.lab.runners.runner import ATTEMPTS, BatchDied, NoCluster

AUTO = "auto"
RETRIES = 10
"""Ray's own number of retries of a batch whose worker or machine died."""


def join(address: str = AUTO) -> bool:
    """Join a cluster if this process is in none, and return whether it joined.

    `auto` is the cluster running here or named by RAY_ADDRESS; otherwise one is started here.
    `NoCluster` if that fails.
    """
    import ray

    if ray.is_initialized():
        return False
    where = None if address == AUTO else address
    try:
        ray.init(where, log_to_driver=False, include_dashboard=False)
    except Exception as problem:  # of many kinds, a bare Exception among them
        raise NoCluster(_in_short(address, problem)) from problem
    return True


def _in_short(address: str, problem: Exception) -> str:
    """Return what is wrong, and what can be done about it."""
    first_sentence = (
        " ".join(str(problem).split()).partition(". ")[0].rstrip(".") or type(problem).__name__
    )
    if address != AUTO:
        return f"no Ray cluster was joined at {address}: {first_sentence}; is its head running and in reach?"
    return (
        f"Ray did not begin here: {first_sentence}. It gives its parts a few seconds, which a busy machine does "
        "not keep: begin a cluster first (ray start --head) and say --ray auto again, or play on "
        "processes of this machine (--processes)"
    )


class OnRay:
    """Submits batches to Ray, each as a task of one core."""

    def __init__(self, plan: BatchPlan, address: str = AUTO) -> None:
        """Use the cluster of this process, or join the one at this address."""
        import ray

        self._ray: Any = ray
        self._ours = join(address)
        self._plan = ray.put(plan)
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_encoded)
        self._tried: dict[Span, int] = {}
        self._open: dict[object, Span] = {}

    @property
    def width(self) -> int:
        """Return the current number of cores of the cluster."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    @property
    def open(self) -> int:
        """Return the number of running batches."""
        return len(self._open)

    def submit(self, span: Span) -> None:
        """Submit a batch as one task."""
        self._open[self._task.remote(self._plan, span.start, span.stop)] = span

    def finished(self) -> list[Batch]:
        """Wait until a batch is done; restart a batch that Ray gave up on."""
        done, _ = self._ray.wait([*self._open], num_returns=1)
        batches: list[Batch] = []
        for task in done:
            span = self._open.pop(task)
            try:
                batches.append(decoded(self._ray.get(task)))
                self._tried.pop(span, None)
            except (
                self._ray.exceptions.WorkerCrashedError,
                self._ray.exceptions.NodeDiedError,
                self._ray.exceptions.ObjectLostError,
                self._ray.exceptions.OutOfMemoryError,
            ) as problem:
                self._tried[span] = self._tried.get(span, 0) + 1
                if self._tried[span] >= ATTEMPTS:
                    raise BatchDied(span) from problem
                self.submit(span)
        return batches

    def close(self) -> None:
        """Cancel running batches, and stop a cluster that was started here."""
        for task in self._open:
            self._ray.cancel(task, force=True)
        self._open.clear()
        if self._ours:
            self._ray.shutdown()
