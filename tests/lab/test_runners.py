"""The same rows on one process, on two, on Ray, and after a kill of whoever plays or hands out."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gattai.lab.batch import Span
from gattai.lab.folder import Folder
from gattai.lab.plan import BatchPlan, made
from gattai.lab.runners.processes import Processes
from gattai.lab.runners.runner import ATTEMPTS, BatchDied
from gattai.lab.running import Progress, run
from tests.lab.asking import played, under, whole
from tests.lab.drivers import KILLS_ITSELF, TELLS_ITS_WORKERS, own_path, written

PAIRS = 60
PATIENCE = 120.0


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The rows as one process has them that plays by itself."""
    return whole(played(tmp_path_factory.mktemp("here") / "s", under(PAIRS)))


def fresh(path: Path) -> Folder:
    asked = under(PAIRS)
    return Folder.create(path, asked, made(asked))


@pytest.mark.parametrize("count", [1, 2])
def test_processes_play_the_same_rows(tmp_path: Path, expected: bytes, count: int) -> None:
    folder = fresh(tmp_path / "s")
    told: list[Progress] = []
    run(folder, lambda plan: Processes(plan, count), told.append)
    assert whole(folder) == expected
    assert told[-1].pairs == PAIRS and told[-1].value is not None
    assert told[-1].low is not None and told[-1].high is not None
    assert told[-1].low <= told[-1].value <= told[-1].high
    assert folder.status().cpu_seconds > 0


def test_a_process_that_is_killed_is_replaced_and_its_batch_played_again(
    tmp_path: Path, expected: bytes
) -> None:
    folder = fresh(tmp_path / "s")
    pools: list[Processes] = []
    killed: list[int] = []

    def make(plan: BatchPlan) -> Processes:
        pools.append(Processes(plan, 2))
        return pools[0]

    def kill_once(far: Progress) -> None:
        if far.pairs and not killed:
            killed.append(pools[0].pids[0])
            os.kill(killed[0], signal.SIGKILL)

    run(folder, make, kill_once)
    assert killed and killed[0] not in pools[0].pids
    assert whole(folder) == expected


def test_a_batch_that_always_dies_is_given_up() -> None:
    pool = Processes(made(under(PAIRS)), 1)
    pool.submit(Span(0, PAIRS))

    def killed() -> None:
        waited_for(lambda: pool.pids)
        for pid in pool.pids:
            os.kill(pid, signal.SIGKILL)
        pool.finished()

    try:
        for _ in range(ATTEMPTS - 1):
            killed()
            assert pool.open == 1, "it is played again"
        with pytest.raises(BatchDied, match=f"ended their process {ATTEMPTS} times"):
            killed()
    finally:
        pool.close()


@pytest.mark.parametrize("moment", range(12))
def test_interrupting_ends_at_any_moment(moment: int) -> None:
    pool = Processes(made(under(PAIRS)), 2)
    began = threading.Event()

    def play() -> None:
        for at in range(PAIRS):
            pool.submit(Span(at, at + 1))
        began.set()
        while pool.open and pool.finished():
            pass
        pool.close()

    playing = threading.Thread(target=play, daemon=True)
    playing.start()
    time.sleep(moment / 20)
    pool.interrupt()
    playing.join(PATIENCE)
    assert not playing.is_alive() and began.is_set()
    assert pool.pids == ()


def waited_for(ready: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.02)


def test_a_driver_that_is_killed_leaves_what_is_whole_and_is_resumed(
    tmp_path: Path, expected: bytes
) -> None:
    folder = fresh(tmp_path / "s")
    driven = subprocess.run(
        [sys.executable, written(tmp_path, KILLS_ITSELF), str(folder.path)],
        env=own_path(),
        check=False,
    )
    assert driven.returncode == -signal.SIGKILL
    there = {path.name: path.read_bytes() for path in (folder.path / "rows").glob("*.parquet")}
    assert folder.ended() is None
    assert 0 < folder.status().pairs < PAIRS
    resume = [sys.executable, "-m", "gattai", "lab", "resume", str(folder.path), "--json"]
    done = subprocess.run(resume, env=own_path(), check=True, capture_output=True)
    assert b'"all pairs are played"' in done.stdout
    for name, content in there.items():
        assert (folder.path / "rows" / name).read_bytes() == content, "played again in vain"
    assert whole(folder) == expected


def test_workers_end_with_a_driver_that_is_killed(tmp_path: Path) -> None:
    folder = fresh(tmp_path / "s")
    driver = subprocess.Popen(
        [sys.executable, written(tmp_path, TELLS_ITS_WORKERS), str(folder.path)],
        env=own_path(),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert driver.stdout is not None
    workers = [int(pid) for pid in driver.stdout.readline().split()]
    driver.kill()
    driver.wait()
    driver.stdout.close()
    assert len(workers) == 2
    waited_for(lambda: not any(is_alive(pid) for pid in workers))


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not buried yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
