"""The law of the timeline: in recorded games no part of a page tells a result before it has been shown.

The client's own code hears the games without a browser (web/tests/timeline.ts). `--long` plays 100 whole games of each.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.streams import write
from gattai import games

WEB = Path(__file__).parents[2] / "web"
FEW = {"plays": 1, "answers": 100}
MANY = {"plays": 100, "answers": 400}


def test_no_part_of_a_page_tells_a_result_too_early(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if shutil.which("npx") is None or not (WEB / "node_modules" / "vitest").exists():
        pytest.skip("needs node and the packages of the client: make web")
    wanted = MANY if request.config.getoption("--long") else FEW
    # Apart: other tests of this process drive a browser, and with it an event loop.
    with ThreadPoolExecutor(1) as apart:
        for game in games.names():
            apart.submit(write, tmp_path, game, **wanted).result()
    ran = subprocess.run(
        ["npx", "vitest", "run", "tests/timeline.test.ts", "--testNamePattern=recorded games"],
        cwd=WEB,
        env={**os.environ, "GATTAI_STREAMS": str(tmp_path), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    sums = re.search(r"^\{.*\}$", ran.stdout, re.MULTILINE)
    assert sums is not None, ran.stdout
    found = json.loads(sums[0])
    assert {*found} == {*games.names()}
    for game, sum_of in found.items():
        assert sum_of["games"] == wanted["plays"], game
        assert sum_of["seen"] > 0 and sum_of["spoilers"] == 0, game
