"""The process is killed again and again, at any moment: nothing that was shown is lost, and all goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.table import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")


def killed(folder: Path, deaths: int, seed: str) -> None:
    command = [sys.executable, "-m", "tests.server.dying", str(folder), str(deaths), seed]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    print(ran.stdout)
    assert ran.returncode == 0 and f"{deaths} deaths" in ran.stdout, ran.stderr[-2_000:]


def test_a_table_that_is_killed_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    killed(tmp_path, 20, "1")


@pytest.mark.long
def test_a_thousand_deaths_lose_nothing(tmp_path: Path) -> None:
    killed(tmp_path, 1_000, "2")
