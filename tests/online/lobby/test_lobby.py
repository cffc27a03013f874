"""The lobby of a site of two nodes: whoever is at the one finds who is at the other."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection

from tests.online.hosting import Hosted, Player, hosted
from tests.online.services import ready_database, tell
from tests.server.table import Page

PATIENCE = 60.0
Nodes = tuple[Hosted, Hosted]


@pytest.fixture(scope="module")
def own_database() -> Iterator[str]:
    with ready_database() as database:
        yield database


@pytest.fixture(scope="module")
def nodes(own_database: str) -> Iterator[Nodes]:
    with hosted(own_database) as one, hosted(own_database) as two:
        yield one, two


def _hears(socket: ClientConnection, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Listen until something is told that is as wanted."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        said: dict[str, Any] = msgspec.json.decode(socket.recv(timeout=PATIENCE))
        if found(said):
            return said
    raise TimeoutError


def _comes(node: Hosted) -> Player:
    player = node.player()
    player.post("/api/guest")
    return player


def _asked(*pages: Page) -> Page:
    """The page that has to answer."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for page in pages:
            with contextlib.suppress(TimeoutError):
                page.hear(0.05)
            if page.scene.get("ask") and page.scene["ask"]["is_mine"]:
                return page
    raise TimeoutError


def test_two_at_different_nodes_are_paired_and_notified(nodes: Nodes) -> None:
    anna, bert = _comes(nodes[0]), _comes(nodes[1])
    with anna.socket("/ws/lobby") as hall:
        waits = anna.post("/api/seeks", {"game": "attack-chart", "quick": True})
        assert waits["seek"] and not waits["match"]
        _hears(hall, lambda s: s["type"] == "lobby" and any(x["is_mine"] for x in s["seeks"]))
        found = bert.post("/api/seeks", {"game": "attack-chart", "quick": True})
        begun = _hears(hall, lambda said: said["type"] == "begun")
        assert begun["match"] == found["match"] and begun["link"] != found["link"]
        _hears(hall, lambda s: s["type"] == "lobby" and not s["seeks"])
    with anna.sits(begun["link"]) as one, bert.sits(found["link"]) as two:
        first = _asked(one, two)
        other = two if first is one else one
        number = first.scene["ask"]["number"]
        first.answer()
        other.until(lambda scene: scene["ask"] and scene["ask"]["number"] > number)


def test_an_offer_is_seen_at_the_other_node_and_taken_up_once(nodes: Nodes) -> None:
    anna, bert, carla = _comes(nodes[0]), _comes(nodes[1]), _comes(nodes[1])
    with bert.socket("/ws/lobby") as hall, anna.socket("/ws/lobby"):
        anna.post("/api/seeks", {"game": "aegis", "turn_seconds": 120})
        seen = _hears(hall, lambda s: s["type"] == "lobby" and bool(s["seeks"]))
        (seek,) = seen["seeks"]
        assert not seek["is_mine"] and seek["turn_seconds"] == 120
        refused = anna.http.post(f"/api/seeks/{seek['id']}/accept")
        assert refused.status_code == 400
        assert bert.post(f"/api/seeks/{seek['id']}/accept")["match"]
        late = carla.http.post(f"/api/seeks/{seek['id']}/accept")
        assert late.status_code == 404 and "taken or withdrawn" in late.text


def test_an_offer_is_taken_back(nodes: Nodes) -> None:
    anna, bert = _comes(nodes[0]), _comes(nodes[1])
    seek = anna.post("/api/seeks", {"game": "aegis"})["seek"]
    assert bert.http.delete(f"/api/seeks/{seek}").status_code == 404
    assert anna.http.delete(f"/api/seeks/{seek}").status_code == 200
    assert bert.http.post(f"/api/seeks/{seek}/accept").status_code == 404


def test_what_nobody_can_offer_is_refused_with_a_reason(nodes: Nodes) -> None:
    anna = _comes(nodes[0])
    for wanted, status, why in (
        ({"game": "chess"}, 404, "chess"),
        ({"game": "aegis", "rated": True}, 403, "account"),
        ({"game": "aegis", "turn_seconds": 1}, 400, "10 seconds"),
        ({"game": "aegis", "least": 5, "most": 1}, 400, "rating"),
        ({"game": "aegis", "options": {"nothing": "x"}}, 400, "nothing"),
        ({"game": "aegis", "sort": 1}, 400, "sort"),
    ):
        refused = anna.http.post("/api/seeks", json=wanted)
        assert refused.status_code == status and why in refused.text, refused.text
    assert anna.get("/api/lobby")["seeks"] == []


def test_by_correspondence_the_one_whose_turn_it_is_is_informed(nodes: Nodes) -> None:
    anna, bert = _comes(nodes[0]), _comes(nodes[1])
    days = {"game": "attack-chart", "turn_seconds": 3 * 86_400, "reaction_seconds": 86_400}
    seek = anna.post("/api/seeks", days)["seek"]
    link = bert.post(f"/api/seeks/{seek}/accept")["link"]
    match = link.split("/")[-2]
    asked = other = anna
    deadline = time.monotonic() + PATIENCE
    while asked is other:
        assert time.monotonic() < deadline, "nobody is asked"
        both = {who: who.get("/api/turns")["turns"] for who in (anna, bert)}
        assert all(turns[0]["days"] == 3 for turns in both.values())
        for who, turns in both.items():
            if turns[0]["is_mine"]:
                asked, other = who, bert if who is anna else anna
    with other.socket("/ws/lobby") as hall:
        _hears(hall, lambda said: said["type"] == "turns")
        time.sleep(1.5)  # until the node has looked what waits for whom
        own = asked.get(f"/api/matches/{match}")["links"][0]
        with asked.sits(own) as page:
            while page.until_asked(5)["ask"]["is_mine"]:
                page.answer()
                page.hear()
                if other.get("/api/turns")["turns"][0]["is_mine"]:
                    break
        turn = _hears(hall, lambda said: said["type"] == "turn")
        assert turn["match"] == match
        told = _hears(hall, lambda said: said["type"] == "turns")
        assert told["turns"][0]["is_mine"]


def test_what_is_said_is_heard_at_the_other_node(nodes: Nodes) -> None:
    anna, bert = _comes(nodes[0]), _comes(nodes[1])
    with bert.socket("/ws/lobby") as hall:
        _hears(hall, lambda said: said["type"] == "talk")
        said = anna.post("/api/rooms/lobby", {"text": "  hello\nthere  "})
        assert said["text"] == "hello there"
        heard = _hears(hall, lambda said: said["type"] == "chat")
        assert heard["message"]["text"] == "hello there"
    assert bert.get("/api/rooms/lobby")["messages"][-1]["number"] == said["number"]
    assert anna.http.delete(f"/api/rooms/lobby/{said['number']}").status_code == 403
    for text in ("", " \n ", "x" * 301):
        assert anna.http.post("/api/rooms/lobby", json={"text": text}).status_code == 400


def test_at_a_match_its_players_talk(nodes: Nodes) -> None:
    anna, bert = _comes(nodes[0]), _comes(nodes[1])
    match = anna.makes("attack-chart", "person", "random")["id"]
    anna.post(f"/api/rooms/{match}", {"text": "well"})
    assert bert.http.post(f"/api/rooms/{match}", json={"text": "me too"}).status_code == 403
    assert [said["text"] for said in bert.get(f"/api/rooms/{match}")["messages"]] == ["well"]


def test_who_is_blocked_is_not_heard(nodes: Nodes, own_database: str) -> None:
    anna, bert, carla = _comes(nodes[0]), _comes(nodes[1]), _comes(nodes[1])
    who, whom = (each.get("/api/me")["person"]["id"] for each in (bert, anna))
    block = f"INSERT INTO block (person, other) VALUES ('{who}', '{whom}')"
    asyncio.run(tell(own_database, block))
    with bert.socket("/ws/lobby") as deaf:
        said = anna.post("/api/rooms/lobby", {"text": "can you hear me"})
        heard = carla.post("/api/rooms/lobby", {"text": "I can"})
        told = _hears(deaf, lambda each: each["type"] == "chat")
        assert told["message"]["number"] == heard["number"]
    numbers = [each["number"] for each in bert.get("/api/rooms/lobby")["messages"]]
    assert heard["number"] in numbers and said["number"] not in numbers


def test_what_is_played_is_seen_with_how_many_watch(nodes: Nodes) -> None:
    anna, bert = _comes(nodes[0]), _comes(nodes[1])
    card = anna.makes("attack-chart", "person", "random")
    watch = f"/table#/match/{card['id']}/watch"
    with anna.sits(card["links"][0]), bert.sits(watch), bert.socket("/ws/lobby") as hall:
        seen = _hears(
            hall,
            lambda said: (
                said["type"] == "lobby"
                and any(
                    each["card"]["id"] == card["id"] and each["watchers"] == 1
                    for each in said["live"]
                )
            ),
        )
        assert seen["here"]["people"] >= 3 and seen["here"]["matches"] >= 1
        assert bert.get(f"/api/matches/{card['id']}/glance")["headline"]
