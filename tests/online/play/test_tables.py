"""The table of a site as its pages find it: who sits there, what was said and told, an answer said twice."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.online.hosting import Hosted, hosted
from tests.online.services import ready_database
from tests.server.table import Page


@pytest.fixture(scope="module")
def site() -> Iterator[Hosted]:
    with ready_database() as database, hosted(database) as found:
        yield found


def asked(*pages: Page) -> Page:
    """The page that has to answer, as soon as all of them know it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for page in pages:
            with contextlib.suppress(TimeoutError):
                page.hear(0.02)
        if any(page.scene and page.scene["ask"]["is_mine"] for page in pages):
            return next(page for page in pages if page.scene and page.scene["ask"]["is_mine"])
    raise TimeoutError


def test_an_answer_that_is_said_again_after_a_lost_connection_counts_once(site: Hosted) -> None:
    anna = site.player()
    card = anna.makes("attack-chart", "person", "random")
    with anna.sits(card["links"][0]) as page:
        ask = page.until_asked()["ask"]
        said = {"number": ask["number"], "text": ask["options"][0]["text"], "key": "k1"}
        page.say("answer", **said)
    with anna.sits(card["links"][0]) as page:
        page.say("answer", **said)  # nobody had told it that it was heard
        page.until(lambda scene: bool(scene["ask"]) and scene["ask"]["number"] > said["number"])
        page.say("answer", **said)
        page.say("log", before=1)
        while (heard := page.hear())["type"] != "log":
            assert heard["type"] != "refused", heard
    told = [line for line in page.log if line["number"] == said["number"]]
    assert told and site.process.poll() is None


def test_anyone_who_comes_later_reads_the_log_from_its_beginning(site: Hosted) -> None:
    anna, bert = site.player(), site.player()
    card = anna.makes("attack-chart", "person", "guest")
    with anna.sits(card["links"][0]) as one, bert.sits(card["links"][1]) as two:
        for number in range(12):
            asked(one, two).answer(number)
        asked(one, two)
        with site.player().sits(f"/table#/match/{card['id']}/watch") as watcher:
            watcher.until(lambda scene: bool(scene["log"]))
            watcher.say("log", before=watcher.log[-1]["number"])
            told = watcher.hears("log")
            assert told["is_all"]
            before = [line for line in watcher.log if line["number"] < watcher.log[-1]["number"]]
            assert [line["text"] for line in told["lines"]] == [line["text"] for line in before]
            assert told["lines"]


def test_a_table_knows_who_sits_there_and_who_has_gone(site: Hosted) -> None:
    anna, bert = site.player(), site.player()
    card = anna.makes("attack-chart", "person", "guest")
    address = f"/api/matches/{card['id']}/players"
    assert [bool(player) for player in bert.get(address)["players"]] == [True, False]
    with anna.sits(card["links"][0]) as one:
        one.until(lambda scene: True)
        with bert.sits(card["links"][1]) as two:
            two.until(lambda scene: True)
            seated = anna.get(address)
            names = {here["seat"]: here["name"] for here in two.shown["here"]}
            assert [player["name"] for player in seated["players"]] == [names[0], names[1]]
            assert seated["away"] == [] and not seated["rated"]
        one.until(lambda scene: not one.shown["here"][1]["is_here"])
        until = time.monotonic() + 10  # whoever has just gone may be on the way back
        while not (away := anna.get(address)["away"]) and time.monotonic() < until:
            time.sleep(0.1)
        assert away == [1]


def test_those_who_watch_talk_among_themselves_until_it_is_over(site: Hosted) -> None:
    anna, bert, carla = site.player(), site.player(), site.player()
    card = anna.makes("attack-chart", "person", "random")
    room = f"/api/rooms/{card['id']}~watch"
    bert.post(room, {"text": "she should attack"})
    assert anna.http.get(room).status_code == 403
    assert anna.http.post(room, json={"text": "what?"}).status_code == 403
    listening = anna.socket(f"/ws/lobby?room={card['id']}~watch")
    with listening as socket, pytest.raises(ConnectionClosed, match="4403"):
        socket.recv(timeout=60)
    assert [said["text"] for said in carla.get(room)["messages"]] == ["she should attack"]
    assert bert.http.get("/api/rooms/nowhere~watch").status_code == 404
    with anna.sits(card["links"][0]) as page:
        page.until_asked()
        page.say("resign")
        page.until(lambda scene: bool(scene["ending"]))
    assert [said["text"] for said in anna.get(room)["messages"]] == ["she should attack"]
