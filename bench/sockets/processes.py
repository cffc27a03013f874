"""Processes that the bench starts, and what the kernel says they have used."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PATIENCE = 60.0


class Served:
    """A process that says where it is open."""

    def __init__(
        self, process: subprocess.Popen[str], complaints: IO[str], figures: Path | None = None
    ) -> None:
        self.process = process
        self._figures = figures
        assert process.stdout is not None
        said = process.stdout.readline()
        if " is open: " not in said:
            process.wait(PATIENCE)
            complaints.seek(0)
            raise RuntimeError(f"nothing was opened: {said}{complaints.read()}")
        self.address = said.split(" is open: ")[1].strip().rstrip("/")

    @property
    def cpu(self) -> float:
        """CPU seconds of all its threads so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        words = stat.rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / TICKS

    @property
    def memory(self) -> int:
        """Bytes that it has in memory."""
        statm = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="utf-8")
        return int(statm.split()[1]) * PAGE

    def figures(self) -> dict[str, Any]:
        """What it has counted itself."""
        assert self._figures is not None
        self._figures.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + PATIENCE
        while not self._figures.exists():
            if time.monotonic() > until:
                raise RuntimeError("the node does not tell its figures")
            time.sleep(0.02)
        found: dict[str, Any] = msgspec.json.decode(self._figures.read_bytes())
        return found


@contextmanager
def served(*words: str, figures: Path | None = None) -> Iterator[Served]:
    """A module of ours in a process of its own, ended by Ctrl-C."""
    path = os.pathsep.join(each for each in (str(Path.cwd()), *sys.path) if each)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as complaints:
        process = subprocess.Popen(
            [sys.executable, "-m", *words],
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            env={**os.environ, "PYTHONPATH": path, "GATTAI_RATES": "0"},
        )
        try:
            yield Served(process, complaints, figures)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
