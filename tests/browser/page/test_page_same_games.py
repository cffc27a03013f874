"""The same seed and the same answers give the same bytes natively and in a page. Needs Node, but no browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
MODULE = "tests.browser.page.same_games"
GAMES = 4
"""Random games of each game; `--games 50` for 200."""


def test_playthroughs_and_random_games_are_the_same_in_webassembly(
    built: Path, request: pytest.FixtureRequest
) -> None:
    count = str(max(1, round(GAMES * request.config.getoption("--games"))))
    program: list[str | Path] = ["node", HERE / "same_games.mjs", built, ROOT, count]
    with (
        subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as page,
        subprocess.Popen(
            [sys.executable, "-m", MODULE, count], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as native,
    ):
        found, expected = page.communicate()[0], native.communicate()[0]
    assert page.returncode == native.returncode == 0
    assert found.splitlines() == expected.splitlines()
    assert len(expected.splitlines()) > 5 * int(count)
