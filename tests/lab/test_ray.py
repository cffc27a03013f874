"""The same rows on a Ray cluster, when its workers or a node of it are killed."""

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
