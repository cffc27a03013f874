"""Tables and guests for tests: a real server in a process of its own, and pages that speak to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
Json = dict[str, Any]


class Page:
    """A browser's page, as far as the table can tell."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.scene: Json = {}
        self.shown: Json = {}
        self.log: list[Json] = []
        self.luck: list[Json] = []
        self.bytes: list[int] = []

    def hear(self, timeout: float = PATIENCE) -> Json:
        """The next message; a scene is remembered as a page does it."""
        text = self.socket.recv(timeout=timeout)
        said: Json = msgspec.json.decode(text)
        if said["type"] == "scene":
            self.bytes.append(len(text))
            self.shown, self.scene = said, said["scene"]
            if said["whole"]:
                self.log, self.luck = [], []
            self.log += self.scene["log"]
        elif said["type"] == "luck":
            self.luck += said["lines"]
        return said

    def hears(self, kind: str, timeout: float = PATIENCE) -> Json:
        """The next message of a kind; others are passed over."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            said = self.hear(timeout)
            if said["type"] == kind:
                return said
        raise TimeoutError(kind)

    def until(self, found: Callable[[Json], bool], timeout: float = PATIENCE) -> Json:
        """Listen until a scene is as wanted."""
        deadline = time.monotonic() + timeout
        while not (self.scene and found(self.scene)):
            assert time.monotonic() < deadline, self.scene.get("ask")
            self.hear(timeout)
        return self.scene

    def until_asked(self, timeout: float = PATIENCE) -> Json:
        """Listen until this page has to answer, or the game is over."""
        return self.until(lambda s: s["ending"] or (s["ask"] and s["ask"]["is_mine"]), timeout)

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(msgspec.json.encode({"type": kind, **fields}).decode())

    def answer(self, option: int = 0) -> str:
        """Answer what is asked by one of the options."""
        ask = self.scene["ask"]
        text: str = ask["options"][option % len(ask["options"])]["text"]
        self.say("answer", number=ask["number"], text=text, epoch=self.shown["epoch"])
        self.scene = {}
        return text

    def refusal(self) -> str:
        """Why the last message was refused."""
        said = self.hears("refused")
        assert said["reasons"], said
        return " / ".join(reason["text"] for reason in said["reasons"])


class Table:
    """A running server, spoken to from outside."""

    def __init__(self, process: subprocess.Popen[str], data: Path) -> None:
        self.process = process
        self.data = data
        assert process.stdout is not None
        port, self.token = process.stdout.readline().split()
        self.port = int(port)
        self.address = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(
            base_url=self.address, params={"token": self.token}, timeout=PATIENCE, trust_env=False
        )

    def begin(self, game: str, *players: str, **more: Any) -> Json:
        made = self.http.post("/api/matches", json={"game": game, "players": players, **more})
        assert made.status_code == 201, made.text
        card: Json = made.json()
        return card

    @contextmanager
    def page(self, match: str, seat: int | str = 0, **options: Any) -> Iterator[Page]:
        with self.socket(f"/ws/{match}/{seat}", **options) as socket:
            yield Page(socket)

    def socket(self, path: str, token: str | None = None, **options: Any) -> ClientConnection:
        uri = f"ws://127.0.0.1:{self.port}{path}?token={self.token if token is None else token}"
        socket: ClientConnection = connect(
            uri, max_size=None, open_timeout=PATIENCE, proxy=None, **options
        )
        return socket

    def kill(self) -> None:
        """As a crash does it: without a word."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


@contextmanager
def opened(data: Path, *args: str) -> Iterator[Table]:
    """A table that is open as long as it is needed."""
    with (data.parent / f"{data.name}.err").open("a", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.run_table", str(data), *args],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        table = Table(process, data)
        try:
            yield table
        finally:
            table.stop()
