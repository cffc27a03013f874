"""`gattai host` in a process that has everything imported already: started in a moment, and killed as often.

A server forks them, as multiprocessing does it. What is forked goes into its machine's network and is then the
command with its words, as anybody starts it.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import struct
import sys
import time
from collections.abc import Sequence
from multiprocessing.context import ForkServerProcess
from pathlib import Path

CLONE_NEWNET = 0x40000000
OFFSET = struct.Struct("d")
"""How far a clock is wrong, as it stands in its file."""
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.online.nemesis.warm"])


def be_gattai(
    space: str,
    words: Sequence[str],
    environment: dict[str, str],
    log: str,
    broken: str,
    clock: str,
) -> None:
    """What the new process does."""
    live_by(Path(clock))
    if space:
        with Path(f"/run/netns/{space}").open() as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), f"no way into {space}")
    with Path(log).open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ.update(environment)
    if broken:
        from tests.online.nemesis.broken import break_it

        break_it(broken)
    from gattai.terminal.main import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["gattai", *words]
    main()


def live_by(clock: Path) -> None:
    """Take the time from a clock that can be set; what only counts seconds goes on as it is."""
    real = time.time
    time.time = lambda: real() + OFFSET.unpack(clock.read_bytes())[0]


class Forked:
    """Such a process, spoken to as to one of `subprocess`."""

    def __init__(
        self,
        space: str,
        words: Sequence[str],
        environment: dict[str, str],
        log: Path,
        broken: str,
        clock: Path,
    ) -> None:
        self._process: ForkServerProcess = CONTEXT.Process(
            target=be_gattai, args=(space, words, environment, str(log), broken, str(clock))
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.exitcode

    def wait(self) -> None:
        """Until it has ended; one that was killed and is stopped ends too."""
        while self._process.exitcode is None:
            time.sleep(0.01)

    def send_signal(self, what: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, what)
