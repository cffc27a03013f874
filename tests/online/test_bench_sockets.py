"""The bench of sockets, at its smallest: it runs, and its figures are those of games that were played."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.online.services import POSTGRES, same_path


def test_the_bench_of_sockets_tells_what_an_answer_costs() -> None:
    words = [
        "--database",
        POSTGRES,
        "--games",
        "attack-chart",
        "--sockets",
        "4",
        "--seconds",
        "0.3",
    ]
    ran = subprocess.run(
        [sys.executable, "-m", "bench.sockets", *words, "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=1_200,
        cwd=Path(__file__).parents[2],
        env=same_path(),
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert (found["matches"], found["sockets"], found["full"]["refused"]) == (1, 4, 0)
    assert found["full"]["answers"] and found["half"]["way"]["of"]
    parts = found["parts"]
    spent = [parts[part] for part in ("judge", "append", "view", "tell", "scene", "encode", "send")]
    assert all(value > 0 for value in spent) and sum(spent) < parts["whole"]
    assert found["calls"]["judge"] >= 1 and found["bus"]["messages_per_answer"] >= 1
    assert found["disk"]["rows"] and found["wire"]["sent_bytes_per_page"]
    assert found["rules_alone_ms"] > 0 and found["sockets_alone_ms"] > 0
    assert found["reconnect"]["seconds"] and found["reconnect_elsewhere"]["ms_per_socket"]
