"""Whoever is logged out, from wherever, loses what is open: at every node, within seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.online.hosting import Hosted, Player, hosted, keeps_order
from tests.online.services import empty_database

PASSWORD = "a long sentence of my own"
SOON = 20.0
"""Seconds; it takes two or three where nothing else goes on."""


class Nodes:
    """Two nodes of one site."""

    def __init__(self, database: str, *nodes: Hosted) -> None:
        self.database = database
        self.nodes = nodes
        self.open = ExitStack()
        """What is open until everything ends."""

    def account(self, name: str) -> Player:
        player = self.nodes[0].player()
        player.post("/api/account", {"name": name, "password": PASSWORD})
        return player

    def at_the_other(self, player: Player) -> Player:
        """The same browser, at the other node."""
        same = self.nodes[1].player()
        same.http.cookies = player.http.cookies
        if "authorization" in player.http.headers:
            same.http.headers["authorization"] = player.http.headers["authorization"]
        return same

    def logs_in(self, name: str) -> Player:
        """On another device."""
        player = self.nodes[0].player()
        player.post("/api/session", {"name": name, "password": PASSWORD})
        return player


@pytest.fixture(scope="module")
def site(nats: str) -> Iterator[Nodes]:
    with (
        empty_database() as database,
        hosted(database, "--nats", nats) as one,
        hosted(database, "--nats", nats) as two,
    ):
        both = Nodes(database, one, two)
        with both.open:
            yield both


def lines_of(site: Nodes, player: Player) -> list[ClientConnection]:
    """In the lobby and at a table, at both nodes."""
    other = site.at_the_other(player)
    card = player.makes("attack-chart", "person", "rookie")
    path = "/ws/" + card["links"][0].partition("#/match/")[2]
    return [
        site.open.enter_context(each.socket(where))
        for each in (player, other)
        for where in ("/ws/lobby", path)
    ]


def stream(site: Nodes, program: Player) -> ClientConnection:
    """The stream of a program."""
    headers = {"authorization": program.http.headers["authorization"]}
    address = program.site.address.replace("http", "ws", 1) + "/ws/program"
    return site.open.enter_context(connect(address, additional_headers=headers, proxy=None))


def is_open(line: ClientConnection) -> bool:
    """Whether something can still be heard; what is heard is read away."""
    try:
        while True:
            line.recv(timeout=0.01)
    except TimeoutError:
        return True
    except ConnectionClosed:
        return False


def close_soon(lines: list[ClientConnection]) -> bool:
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        if not sum(is_open(line) for line in lines):
            return True
        time.sleep(0.1)
    return False


def stay(lines: list[ClientConnection]) -> bool:
    """For longer than it would have taken."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        if sum(is_open(line) for line in lines) < len(lines):
            return False
        time.sleep(0.2)
    return True


def test_who_logs_out_loses_lobby_and_tables_at_all_nodes(site: Nodes) -> None:
    anna = site.account("Anna Out")
    lines = lines_of(site, anna)
    assert anna.http.delete("/api/session").status_code == 200
    assert close_soon(lines)


def test_a_session_that_is_ended_from_another_device_loses_them_and_the_other_does_not(
    site: Nodes,
) -> None:
    lost = site.account("Anna Lost")
    lines, kept = lines_of(site, lost), site.logs_in("Anna Lost")
    others = lines_of(site, kept)
    [session] = [one for one in kept.get("/api/me/sessions") if not one["is_this"]]
    assert kept.http.delete(f"/api/me/sessions/{session['id']}").status_code == 200
    assert close_soon(lines)
    assert stay(others)
    watching = site.open.enter_context(site.nodes[0].player().socket("/ws/lobby"))
    assert stay([watching]), "a stranger has nothing to lose"


def test_whom_a_moderator_shuts_out_is_out_and_so_are_their_programs(site: Nodes) -> None:
    rude, keeper = site.account("Anna Rude"), site.account("Keeper")
    keeps_order(site.database, "Keeper")
    wanted = {"label": "x", "scopes": ["read", "play"]}
    bot = rude.post("/api/me/bots", {"name": "Rude Robot"})["id"]
    token = rude.post(f"/api/me/bots/{bot}/tokens", wanted)["token"]
    program = site.nodes[1].player()
    program.http.headers["authorization"] = f"Bearer {token}"
    lines = [*lines_of(site, rude), stream(site, program)]
    person = rude.get("/api/me")["person"]["id"]
    keeper.post(f"/api/moderation/people/{person}/close", {"why": "as a test"})
    assert close_soon(lines)


def test_a_token_that_is_revoked_ends_its_stream(site: Nodes) -> None:
    owner = site.account("Anna Token")
    tokens = [
        owner.post("/api/me/tokens", {"label": label, "scopes": ["read", "play"]})
        for label in ("one", "other")
    ]
    lines = []
    for token in tokens:
        program = site.nodes[1].player()
        program.http.headers["authorization"] = f"Bearer {token['token']}"
        lines.append(stream(site, program))
    assert owner.http.delete(f"/api/me/tokens/{tokens[0]['id']}").status_code == 200
    assert close_soon(lines[:1])
    assert stay(lines[1:])


def test_a_guest_who_makes_an_account_comes_back_to_the_same_seat(site: Nodes) -> None:
    guest = site.nodes[0].player()
    card = guest.makes("attack-chart", "person", "rookie")
    with guest.sits(card["links"][0]) as page:
        page.until_asked()
        guest.post("/api/account", {"name": "Anna Grown", "password": PASSWORD})
        assert close_soon([page.socket])
    with guest.sits(card["links"][0]) as page:
        assert page.until_asked()["ask"]["is_mine"]
