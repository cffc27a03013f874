"""`docs/how-to/host.md` is followed step by step, as it stands there, on a machine of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.online import machine

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "host.md"
BLOCK = re.compile(r"^```bash\n(.*?)^```", re.M | re.S)

WAIT = """
for _ in $(seq 300); do
  python3 - <<'PY' && break
import os, sys, urllib.request
address = f"http://127.0.0.1:{os.environ['GATTAI_PORT']}/ready"
try:
    sys.exit(urllib.request.urlopen(address, timeout=2).status != 200)
except OSError:
    sys.exit(1)
PY
  sleep 0.2
done
"""
REGISTER = """
python3 - <<'PY'
import json, os, urllib.request
address = f"http://127.0.0.1:{os.environ['GATTAI_PORT']}/api/account"
said = json.dumps({"name": "Ann", "password": "a long enough password"}).encode()
urllib.request.urlopen(urllib.request.Request(address, said, {"content-type": "application/json"}))
PY
"""
CHECKED = """
su postgres -c "psql --no-align --tuples-only gattai_again --command \\
  \\"SELECT name, rank FROM person WHERE name = 'Ann'\\""
"""


def wheel(folder: Path) -> Path:
    """What `pip` would fetch, built from this source."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


def script_of(page: str, package: Path) -> str:
    """All blocks of the page, one after the other; and between them what a person would see or do."""
    parts = ["set -euo pipefail"]
    for block in BLOCK.findall(page):
        step = block.replace("'gattai[host]'", f"'{package}[host]'").replace(" NAME ", " Ann ")
        if "createuser" in step:
            parts.append(machine.EMPTY_POSTGRES)
        if " user Ann " in step:
            parts += [WAIT, REGISTER]
        first = step.strip().splitlines()[0]
        parts += [f"echo '--> {first.replace(chr(39), '')}'", step]
    return "\n".join([*parts, CHECKED])


def test_the_page_has_blocks_for_every_heading() -> None:
    assert len(BLOCK.findall(PAGE.read_text())) >= 8


def test_from_an_empty_machine_to_a_site_and_back_from_a_copy(
    tmp_path: Path, unused_port: int
) -> None:
    if os.geteuid() != 0:
        pytest.fail("this test makes a machine of its own, so it needs root: sudo pytest ...")
    package = wheel(tmp_path)
    done = machine.run(
        script_of(PAGE.read_text(), package),
        tmp_path,
        GATTAI_PORT=str(unused_port),
        GATTAI_METRICS="",
        PIP_CONSTRAINT=str(ROOT / "requirements" / "dev.txt"),
        DEBIAN_FRONTEND="noninteractive",
        PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    )
    said = done.stdout[-4_000:] + done.stderr[-4_000:]
    assert done.returncode == 0, said
    assert "restored" in done.stdout, said
    assert done.stdout.strip().endswith("Ann|3"), said
