"""A language server as an editor has it: begun beside it, spoken to over its input and output."""

from __future__ import annotations

import itertools
import json
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 60.0
"""Seconds after which a server that says nothing is ended, and the test with it."""


class LanguageServer:
    """One that runs; `begun` begins it and ends it."""

    def __init__(self, process: subprocess.Popen[bytes], root: Path, settings: Any) -> None:
        self._process = process
        self._settings = settings
        self._numbers = itertools.count(1)
        self.faults: dict[str, list[dict[str, Any]]] = {}
        """What it said last is wrong with each file, by address."""
        folder = {"uri": root.as_uri(), "name": root.name}
        self.name: str = self.ask(
            "initialize",
            processId=None,
            rootUri=root.as_uri(),
            workspaceFolders=[folder],
            capabilities={
                "workspace": {"configuration": True, "workspaceFolders": True},
                "textDocument": {
                    "hover": {"contentFormat": ["markdown"]},
                    "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
                },
            },
        )["serverInfo"]["name"]
        self.tell("initialized")

    def open(self, file: Path) -> str:
        """Open a file as it is on the disk: its address."""
        text = {"languageId": "toml", "version": 1, "text": file.read_text("utf-8")}
        self.tell("textDocument/didOpen", textDocument={"uri": file.as_uri(), **text})
        return file.as_uri()

    def faults_of(self, uri: str) -> list[dict[str, Any]]:
        """Wait until it finds something wrong with a file."""
        while not self.faults.get(uri):
            self._hear()
        return self.faults[uri]

    def ask(self, method: str, **params: Any) -> Any:
        """What it answers; whatever it says or asks before is heard and answered."""
        number = next(self._numbers)
        self._send(id=number, method=method, params=params)
        while True:
            heard = self._hear()
            if heard.get("id") == number and "method" not in heard:
                assert "error" not in heard, heard["error"]
                return heard["result"]

    def tell(self, method: str, **params: Any) -> None:
        """Say something that wants no answer."""
        self._send(method=method, params=params)

    def _send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._process.stdin.flush()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        size = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                size = int(value)
        assert size, "the server has ended, or was silent for too long"
        heard: dict[str, Any] = json.loads(self._process.stdout.read(size))
        if heard.get("method") == "textDocument/publishDiagnostics":
            self.faults[heard["params"]["uri"]] = heard["params"]["diagnostics"]
        elif "method" in heard and "id" in heard:
            self._send(id=heard["id"], result=self._answer(heard))
        return heard

    def _answer(self, heard: dict[str, Any]) -> Any:
        if heard["method"] == "workspace/configuration":
            return [self._settings for _ in heard["params"]["items"]]
        return None


@contextmanager
def begun(command: Sequence[str], root: Path, settings: Any = None) -> Iterator[LanguageServer]:
    """Begin a server for a folder; whatever it may think of that, it is ended in the end."""
    with subprocess.Popen(
        command,
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        try:
            yield LanguageServer(process, root, settings)
        finally:
            watch.cancel()
            process.kill()
