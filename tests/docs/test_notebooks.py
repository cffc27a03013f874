"""The notebooks run: with small numbers always, unchanged with --long."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

FOLDER = ROOT / "docs" / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.py"))
SMALL = re.compile(r"^(\w+ = )[\d_]+  # short: (\d+)$", re.MULTILINE)


def ran(code: str, tmp_path: Path) -> str:
    """Run a notebook and return its output."""
    file = tmp_path / "notebook.py"
    file.write_text(code, "utf-8")
    told = subprocess.run(
        [sys.executable, "-W", "error", str(file)], cwd=tmp_path, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_with_small_numbers(name: str, tmp_path: Path) -> None:
    code, many = SMALL.subn(r"\1\2", (FOLDER / name).read_text("utf-8"))
    assert many, "it has numbers to make smaller"
    assert ran(code, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_as_it_is(name: str, tmp_path: Path) -> None:
    told = ran((FOLDER / name).read_text("utf-8"), tmp_path)
    print(told)
    if name == "own_policy.py":
        low = re.search(r"against greedy: .*\((\d+\.\d)% to", told)
        assert low is not None and float(low[1]) > 50, "what was learnt motions greedy"


def test_the_page_names_every_notebook() -> None:
    page = (FOLDER / "index.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+\.py)`", page, re.MULTILINE) == NOTEBOOKS
    for name in NOTEBOOKS:
        text = (FOLDER / name).read_text("utf-8")
        assert text.startswith("# %% [markdown]\n# # ")
