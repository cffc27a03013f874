"""A NATS server of one's own, to be killed."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time

import pytest


class NatsServer:
    """One server at a port of its own."""

    def __init__(self) -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = int(one.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = shutil.which("nats-server")
        if command is None:
            pytest.fail("there is no nats-server: `make services` installs it")
        self._process = subprocess.Popen(
            [command, "--addr", "127.0.0.1", "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        pytest.fail("the nats-server that was started does not answer")

    def kill(self) -> None:
        """As the power fails."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
