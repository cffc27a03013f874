"""A site in a process of its own, as `gattai host` starts it, and players who come to it by HTTP and sockets."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.online.services import same_path
from tests.server.table import PATIENCE, Json, Page

UNKNOWN = "the analysis failed"
"""Said of a game that is too long to be looked through in the time there is: no mistake."""
OTHERS = (
    "other nodes continue it with other rules",
    "newer rules",
    "continues from answer",
    "a newer version has changed the tables",
)
"""Said where nodes of two versions serve one site: no mistake either."""
DEPOSED = "does not lead the lobby"
"""Said by a node that was frozen or cut off."""


class Hosted:
    """A node that runs."""

    token = ""
    """There is none: whoever comes is a guest."""

    def __init__(self, process: subprocess.Popen[str], errors: Path) -> None:
        self.process = process
        self.errors = errors
        self._players: list[Player] = []
        assert process.stdout is not None
        said = process.stdout.readline()
        assert " is open: " in said, said + errors.read_text()
        self.address = said.split(" is open: ")[1].strip().rstrip("/")

    def player(self) -> Player:
        """Somebody who comes for the first time."""
        self._players.append(Player(self))
        return self._players[-1]

    def closes(self) -> None:
        """Everybody goes home."""
        for player in self._players:
            player.http.close()

    def stop(self) -> None:
        """As Ctrl-C does it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Player:
    """A browser without a screen: keeps its cookie, makes matches and sits down at them."""

    def __init__(self, site: Hosted) -> None:
        self.site = site
        self.http = httpx.Client(
            base_url=site.address,
            headers={"origin": site.address},
            timeout=PATIENCE,
            trust_env=False,
        )

    def get(self, path: str, **query: str) -> Any:
        """What is at an address."""
        found = self.http.get(path, params=query)
        assert found.status_code == 200, f"{path}: {found.status_code} {found.text}"
        return found.json()

    def post(self, path: str, body: Any = None) -> Any:
        """Do something."""
        done = self.http.post(path, json=body)
        assert done.status_code in (200, 201), f"{path}: {done.status_code} {done.text}"
        return done.json()

    def makes(self, game: str, *players: str, **more: Any) -> Json:
        """A new match."""
        card: Json = self.post("/api/matches", {"game": game, "players": players, **more})
        return card

    @contextmanager
    def sits(self, link: str) -> Iterator[Page]:
        """A page at a match, by an address such as `/table?token=...#/match/NAME/SEAT`."""
        before, _, path = link.partition("#/match/")
        token = before.partition("token=")[2]
        with self.socket(f"/ws/{path}" + (f"?token={token}" if token else "")) as socket:
            yield Page(socket)

    def socket(self, path: str) -> ClientConnection:
        """A socket, opened as this browser does it."""
        cookies = "; ".join(f"{each.name}={each.value}" for each in self.http.cookies.jar)
        socket: ClientConnection = connect(
            self.site.address.replace("http", "ws", 1) + path,
            max_size=None,
            open_timeout=PATIENCE,
            proxy=None,
            origin=Origin(self.site.address),
            additional_headers={"cookie": cookies} if cookies else {},
        )
        given = socket.response.headers.get("set-cookie", "") if socket.response else ""
        if given:  # who sits down by a link and was nobody is a guest from then on
            name, _, value = given.partition(";")[0].partition("=")
            self.http.cookies.set(name, value, domain="127.0.0.1")
        return socket


def keeps_order(database: str, name: str) -> None:
    """The host makes somebody a moderator, as a host does it."""
    words = ["host", "user", name, "moderator", "--database", database]
    command = [sys.executable, "-m", "gattai", *words]
    subprocess.run(command, check=True, capture_output=True, env=same_path())


@contextmanager
def hosted(
    database: str, *more: str, build: str = "gattai", source: Path | None = None
) -> Iterator[Hosted]:
    """A node of a site with this database, as long as it is needed.

    `build` is the module that runs it, `source` where another version of it is found.
    """
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        with errors.open("w", encoding="utf-8") as stream:
            words = ["host", "--database", database, "--port", "0", *more]
            process = subprocess.Popen(
                [sys.executable, "-m", build, *words],
                stdout=subprocess.PIPE,
                stderr=stream,
                text=True,
                env=same_path(source),
            )
            try:
                node = Hosted(process, errors)
                try:
                    yield node
                finally:
                    node.closes()
                node.stop()
            finally:
                if process.stdout is not None:
                    process.stdout.close()
                if process.poll() is None:
                    process.kill()
                    process.wait()
        lines = errors.read_text().splitlines(keepends=True)
        said = "".join(
            line for line in lines if not any(word in line for word in (UNKNOWN, DEPOSED, *OTHERS))
        )
        assert not any(word in said for word in ("Traceback", "[warning", "[error")), said
