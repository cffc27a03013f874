"""The same rows on a Ray cluster, when its workers, a node of it or its driver are killed."""

import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gattai.lab.folder import Folder
from gattai.lab.plan import made
from tests.lab.asking import played, under, whole
from tests.lab.drivers import (
    BUSY,
    DRIVER_KILLED,
    NODE_KILLED,
    WORKERS_KILLED,
    own_path,
    written,
)

PAIRS = 40
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    asked = under(PAIRS)
    return Folder.create(tmp_path / "ray", asked, made(asked))


@pytest.fixture
def expected(tmp_path: Path) -> bytes:
    return whole(played(tmp_path / "here", under(PAIRS)))


def driven(folder: Folder, script: str) -> subprocess.CompletedProcess[bytes]:
    driver = [sys.executable, written(folder.path.parent, script), str(folder.path)]
    done = subprocess.run(driver, env=own_path(), check=False, capture_output=True)
    if done.returncode == BUSY:
        pytest.skip("this machine is too busy for Ray to begin")
    return done


@pytest.mark.parametrize("script", [WORKERS_KILLED, NODE_KILLED], ids=["workers", "node"])
def test_what_killed_workers_and_nodes_had_is_played_again(
    folder: Folder, expected: bytes, script: str
) -> None:
    done = driven(folder, script)
    assert done.returncode == 0, done.stderr.decode()
    assert int(Path(f"{folder.path}.killed").read_text()) > 0
    assert whole(folder) == expected


@pytest.mark.parametrize("script", [WORKERS_KILLED, NODE_KILLED], ids=["workers", "node"])
def test_a_driver_that_is_killed_is_resumed_and_then_others_are(
    folder: Folder, expected: bytes, script: str
) -> None:
    done = driven(folder, DRIVER_KILLED)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    there = {path.name: path.read_bytes() for path in (folder.path / "rows").glob("*.parquet")}
    assert folder.ended() is None and 0 < folder.status().pairs < PAIRS
    done = driven(folder, script)
    assert done.returncode == 0, done.stderr.decode()
    assert int(Path(f"{folder.path}.killed").read_text()) > 0
    for name, content in there.items():
        assert (folder.path / "rows" / name).read_bytes() == content, "played again in vain"
    assert whole(folder) == expected
