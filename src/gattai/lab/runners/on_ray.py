"""Batches on a Ray cluster: placement, retries and new machines are its business."""

from __future__ import annotations

from typing import Any

from gattai.lab.batch import Batch, Span, decoded, play_encoded
from gattai.lab.plan import Plan
from gattai.lab.runners.runner import ATTEMPTS, BatchDied, NoCluster

AUTO = "auto"
RETRIES = 10
"""How often Ray itself plays a batch again whose worker or machine died."""


def join(address: str = AUTO) -> bool:
    """Join a cluster, if this process is in none: whether it was not.

    `auto` is the cluster that runs here or that RAY_ADDRESS names; else one is begun here.
    `NoCluster` if there is none in the end.
    """
    import ray

    if ray.is_initialized():
        return False
    where = None if address == AUTO else address
    try:
        ray.init(where, log_to_driver=False, include_dashboard=False)
    except Exception as problem:  # of many kinds, a bare Exception among them
        raise NoCluster(_told(address, problem)) from problem
    return True


def _told(address: str, problem: Exception) -> str:
    """What is wrong, and what can be done about it."""
    said = " ".join(str(problem).split()).partition(". ")[0].rstrip(".") or type(problem).__name__
    if address != AUTO:
        return f"no Ray cluster was joined at {address}: {said}; is its head running and in reach?"
    return (
        f"Ray did not begin here: {said}. It gives its parts a few seconds, which a busy machine does "
        "not keep: begin a cluster first (ray start --head) and say --ray auto again, or play on "
        "processes of this machine (--processes)"
    )


class OnRay:
    """Hands batches to Ray, each as one task of one core."""

    def __init__(self, plan: Plan, address: str = AUTO) -> None:
        """In the cluster that this process is in, or else in the one at this address (`join`)."""
        import ray

        self._ray: Any = ray
        self._ours = join(address)
        self._plan = ray.put(plan)
        self._task: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(play_encoded)
        self._tried: dict[Span, int] = {}
        self._open: dict[Any, Span] = {}

    @property
    def width(self) -> int:
        """As many as the cluster has cores now: machines come and go."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    @property
    def open(self) -> int:
        """How many are under way."""
        return len(self._open)

    def submit(self, span: Span) -> None:
        """One task."""
        self._open[self._task.remote(self._plan, span.start, span.stop)] = span

    def finished(self) -> list[Batch]:
        """Wait until a batch is done; one that Ray gave up on is begun anew."""
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
        """Call back what is under way; a cluster that was begun here ends."""
        for task in self._open:
            self._ray.cancel(task, force=True)
        self._open.clear()
        if self._ours:
            self._ray.shutdown()
