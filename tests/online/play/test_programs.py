"""Programs play by the API: the example of the documentation against one of our bots, and tokens that do not allow it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gattai.server.online.robot import Robot
from tests.online.hosting import Hosted, Player, hosted
from tests.online.services import empty_database

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "play-by-api.md"


@pytest.fixture(scope="module")
def site() -> Iterator[Hosted]:
    with empty_database() as database, hosted(database) as found:
        yield found


def _account(site: Hosted, name: str) -> Player:
    player = site.player()
    player.post("/api/account", {"name": name, "password": "a long sentence of my own"})
    return player


def _token(player: Player, name: str, *scopes: str) -> str:
    """A bot's token, as the how-to says."""
    bot = player.post("/api/me/bots", {"name": name})["id"]
    wanted = {"label": "test", "scopes": scopes}
    return str(player.post(f"/api/me/bots/{bot}/tokens", wanted)["token"])


def _program(site: Hosted, token: str) -> Player:
    program = site.player()
    program.http.headers["authorization"] = f"Bearer {token}"
    return program


def _listen(socket: ClientConnection) -> None:
    """Until the other side ends it."""
    while True:
        socket.recv(timeout=60)


def test_the_example_plays_one_of_our_bots(site: Hosted, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    file = tmp_path / "example.py"
    file.write_text(code)
    token = _token(_account(site, "Ada"), "Ada Robot", "read", "play")
    other = _token(_account(site, "Bea"), "Bea Robot", "read", "play")
    example = subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "SITE": site.address, "TOKEN": token},
    )
    try:
        assert example.stdout is not None
        assert example.stdout.readline() == "I am Ada Robot\n"
        seek = example.stdout.readline().split()[-1]
        assert _program(site, other).post(f"/api/seeks/{seek}/accept")["match"]
        said: list[str] = []
        robot = Robot("greedy", site.address, other, said.append)
        thread = threading.Thread(target=robot.play, args=(1,), daemon=True)
        thread.start()
        assert "won " in example.stdout.readline()
        assert example.wait(timeout=60) == 0
        thread.join(timeout=60)
        assert len(said) == 1, said
    finally:
        example.kill()
        example.wait()
        if example.stdout is not None:
            example.stdout.close()
    archive = site.player().get("/api/archive", game="attack-chart")
    names = {player["name"]: player["is_bot"] for player in archive["games"][0]["players"]}
    assert names == {"Ada Robot": True, "Bea Robot": True}


def test_a_token_that_only_reads_does_not_play(site: Hosted) -> None:
    owner = _account(site, "Cyd")
    reader = _program(site, _token(owner, "Cyd Reader", "read"))
    assert reader.http.post("/api/seeks", json={"game": "aegis"}).status_code == 403
    card = owner.makes("attack-chart", "person", "guest")
    headers = {"authorization": reader.http.headers["authorization"]}
    path = card["links"][1].partition("#/match/")[2]
    token = card["links"][1].partition("token=")[2].partition("#")[0]
    for address in ("/ws/program", f"/ws/{path}?token={token}"):
        uri = site.address.replace("http", "ws", 1) + address
        with (
            connect(uri, additional_headers=headers, proxy=None) as socket,
            pytest.raises(ConnectionClosed, match="needs the scope 'play'"),
        ):
            _listen(socket)


def test_rubbish_is_refused_in_words(site: Hosted) -> None:
    program = _program(site, _token(_account(site, "Dot"), "Dot Robot", "read", "play"))
    headers = {"authorization": program.http.headers["authorization"]}
    uri = site.address.replace("http", "ws", 1) + "/ws/program"
    with connect(uri, additional_headers=headers, proxy=None) as socket:
        for said in ("", "{", "[]", '{"type":"answer"}', "x" * 16_000):
            socket.send(said)
            assert '"refused"' in str(socket.recv(timeout=60)), said
        socket.send('{"type":"answer","match":"none","number":1,"text":"x"}')
        assert "do not play this match" in str(socket.recv(timeout=60))
