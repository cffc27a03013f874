"""A table opens itself to the local network and closes again, on request of a page at its own machine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from gattai.server.local import network
from gattai.server.local.network import Network
from tests.server.table import PATIENCE, Table, opened

SWITCH = "/api/network"
CLOSED, OPEN = {"is_open": False}, {"is_open": True}


@pytest.fixture(scope="module")
def quiet_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with opened(tmp_path_factory.mktemp("network") / "data") as found:
        yield found


@pytest.fixture
def table(quiet_table: Table) -> Iterator[Table]:
    yield quiet_table
    quiet_table.http.post(SWITCH, json=CLOSED)


def said_in_the_terminal(table: Table) -> str:
    return (table.data.parent / "data.err").read_text("utf-8")


def own_number() -> str:
    """An address of this machine that is not the loopback address."""
    numbers = [*filter(network.is_number, network.own_names_of_this_machine())]
    if not numbers:
        pytest.skip("this machine is in no network")
    return numbers[0]


def from_elsewhere(table: Table) -> httpx.Client:
    """Requests that come through the network, from a machine whose address is not the loopback address."""
    return httpx.Client(
        base_url=f"http://{own_number()}:{table.port}",
        params={"token": table.token},
        timeout=PATIENCE,
        trust_env=False,
    )


def hears_all(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=PATIENCE)


def reachable(table: Table) -> bool:
    try:
        with from_elsewhere(table) as page:
            return page.get("/").status_code == 200
    except httpx.ConnectError:
        return False


def test_the_network_reaches_a_table_only_between_opening_and_closing_it(table: Table) -> None:
    assert table.http.get(SWITCH).json() == {
        "is_open": False,
        "can_switch": True,
        "addresses": [],
    }
    assert not reachable(table)
    said = table.http.post(SWITCH, json=OPEN).json()
    assert said["is_open"] and f"http://{own_number()}:{table.port}" in said["addresses"]
    assert reachable(table)
    assert table.http.post(SWITCH, json=OPEN).json() == said, "it is open already"
    assert table.http.post(SWITCH, json=CLOSED).json()["is_open"] is False
    assert not reachable(table)
    assert table.http.post(SWITCH, json=OPEN).json() == said, "as often as one likes"
    assert reachable(table)
    told = said_in_the_terminal(table)
    assert f"can reach this table at http://{own_number()}:{table.port}" in told
    assert "can no longer reach this table" in told


def test_a_page_elsewhere_switches_nothing_even_with_the_token_of_the_host(table: Table) -> None:
    table.http.post(SWITCH, json=OPEN)
    with from_elsewhere(table) as page:
        assert page.get(SWITCH).json()["can_switch"] is False
        for claim in ({}, {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}):
            said = page.post(SWITCH, json=CLOSED, headers=claim)
            assert said.status_code == 403 and "at the machine" in said.text
        local = f"127.0.0.1:{table.port}"
        assert page.post(SWITCH, json=CLOSED, headers={"host": local}).status_code == 403
    assert reachable(table)
    assert "asked to switch the local network, in vain" in said_in_the_terminal(table)


def test_guests_strangers_and_pages_of_other_origins_switch_nothing(table: Table) -> None:
    table.http.post(SWITCH, json=OPEN)
    link = table.begin("attack-chart", "person", "guest")["links"][1]
    guest = link.partition("token=")[2].partition("#")[0]
    for params, headers in (
        ({"token": guest}, {}),
        ({"token": "wrong"}, {}),
        ({}, {"origin": "http://evil.example"}),
        ({}, {"origin": f"http://{own_number()}:{table.port}"}),
    ):
        whole = {"token": table.token} | params
        with httpx.Client(base_url=table.address, params=whole, trust_env=False) as client:
            said = client.post(SWITCH, json=CLOSED, headers=headers)
            assert said.status_code == 403, (params, headers)
    for body in ({}, {"is_open": "yes"}, {"is_open": True, "port": 80}):
        assert table.http.post(SWITCH, json=body).status_code == 400
    assert reachable(table)


def test_a_friend_is_invited_only_while_the_network_reaches_the_table(table: Table) -> None:
    def offered() -> set[str]:
        return {one["name"] for one in table.http.get("/api/games/aegis").json()["opponents"]}

    wanted = {"game": "aegis", "players": ["person", "guest"]}
    assert "guest" not in offered()
    said = table.http.post("/api/matches", json=wanted)
    assert said.status_code == 400 and "settings" in said.text
    table.http.post(SWITCH, json=OPEN)
    assert "guest" in offered()
    card = table.begin("aegis", "person", "guest")
    assert f"http://{own_number()}:{table.port}" in card["addresses"]


def test_everyone_connected_through_the_network_is_gone_when_it_closes(table: Table) -> None:
    table.http.post(SWITCH, json=OPEN)
    match = table.begin("attack-chart", "person", "guest")["id"]
    with (
        from_elsewhere(table) as page,
        table.page(match, 0) as here,
        connect(
            f"ws://{own_number()}:{table.port}/ws/{match}/watch?token={table.token}", proxy=None
        ) as watching,
    ):
        assert page.get("/api/games").status_code == 200
        watching.recv(timeout=PATIENCE)
        here.hear()
        table.http.post(SWITCH, json=CLOSED)
        with pytest.raises(ConnectionClosed):
            hears_all(watching)
        with pytest.raises(httpx.TransportError):
            page.get("/api/games")
        here.say("call-me", name="Still here")
        here.hear()
    with pytest.raises(InvalidStatus):  # nor by a name that was good before
        connect(
            f"ws://127.0.0.1:{table.port}/ws/{match}/watch?token={table.token}",
            additional_headers={"Host": f"{own_number()}:{table.port}"},
            proxy=None,
        )


def test_a_table_that_is_open_since_the_start_stays_open(tmp_path: Path) -> None:
    with opened(tmp_path / "data", "--lan") as table:
        assert table.http.get(SWITCH).json()["can_switch"] is False
        said = table.http.post(SWITCH, json=CLOSED)
        assert said.status_code == 400 and "restart" in said.text


def test_without_a_network_there_is_nothing_to_open() -> None:
    class Silent:
        async def listen(self, _: object) -> None:
            raise AssertionError("there is no address to listen at")

    lonely = Network(4321, own_names=lambda: ("table",))
    lonely.server = Silent()  # type: ignore[assignment]
    with pytest.raises(ValueError, match="not connected"):
        asyncio.run(lonely.open())
    assert not lonely.is_open and lonely.addresses == ()
