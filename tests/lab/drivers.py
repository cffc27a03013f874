"""Programs that hand out batches, for tests that kill them or let them be killed."""

import os
import sys
from pathlib import Path

BUSY = 75
"""The exit code of a driver that could not begin a cluster here."""

KILLS_ITSELF = """
import os, signal, sys
from gattai.lab.folder import Folder
from gattai.lab.runners.processes import Processes
from gattai.lab.running import run

def told(far):
    if far.pairs:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    run(Folder(sys.argv[1]), lambda plan: Processes(plan, 2), told)
"""

TELLS_ITS_WORKERS = """
import sys
from gattai.lab.batch import Span
from gattai.lab.folder import Folder
from gattai.lab.runners.processes import Processes

if __name__ == "__main__":
    pool = Processes(Folder(sys.argv[1]).plan(), 2)
    for at in range(5000):
        pool.submit(Span(at, at + 1))
    pool.finished()
    print(*pool.pids, flush=True)
    while pool.open:
        pool.finished()
"""

_BEGUN = """
import os, signal, sys
import ray
from gattai.lab.folder import Folder
from gattai.lab.runners.on_ray import OnRay
from gattai.lab.running import run

TRIES, BUSY = 2, 75

def tried(begin):
    try:
        begin()
    except Exception as problem:
        if "timed out" not in str(problem):
            raise
        return False
    return True

def began(begin):
    if not any(tried(begin) for _ in range(TRIES)):
        sys.exit(BUSY)

def alone():
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)
"""
"""Two cores of this machine as a cluster.

Ray gives its parts fifteen seconds to begin, which nothing can change: on a machine that has too
much to do it does not begin at all, and that is told apart.
"""

WORKERS_KILLED = (
    _BEGUN
    + """
killed = []

def told(far):
    if far.pairs and not killed:
        killed.extend({*workers})
        for pid in killed:
            os.kill(pid, signal.SIGKILL)

if __name__ == "__main__":
    began(alone)
    whoami = ray.remote(lambda: os.getpid())
    workers = ray.get([whoami.remote() for _ in range(4)])
    run(Folder(sys.argv[1]), OnRay, told)
    with open(sys.argv[1] + ".killed", "w") as file:  # Ray writes its own lines on the output
        file.write(str(len(killed)))
    ray.shutdown()
"""
)
"""The first workers are killed after the first batch."""

DRIVER_KILLED = (
    _BEGUN
    + """
def told(far):
    if far.pairs:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    began(alone)
    run(Folder(sys.argv[1]), OnRay, told)
"""
)
"""Whoever hands out is killed after the first batch, while others are under way; the cluster it began ends with it."""

NODE_KILLED = (
    _BEGUN
    + """
from ray.cluster_utils import Cluster

killed = []
cluster = None
nodes = []

def several():
    global cluster
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes.extend(cluster.add_node(num_cpus=1) for _ in range(2))
    ray.init(cluster.address, log_to_driver=False)

def told(far):
    if far.pairs and not killed:
        killed.append(nodes[0])
        cluster.remove_node(nodes[0], allow_graceful=False)

if __name__ == "__main__":
    began(several)
    run(Folder(sys.argv[1]), OnRay, told)
    with open(sys.argv[1] + ".killed", "w") as file:
        file.write(str(len(killed)))
    ray.shutdown()
    cluster.shutdown()
"""
)
"""A head that plays nothing and two nodes of one core; one node is killed after the first batch."""


def written(folder: Path, script: str) -> str:
    """Processes that are spawned want a file to begin from."""
    file = folder / "drive.py"
    file.write_text(script)
    return str(file)


def own_path() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
