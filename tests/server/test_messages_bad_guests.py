"""Whoever means harm, or has simply gone wrong, is refused with a reason, and nothing breaks."""

import socket as sockets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gattai.server.messages import MAX_BYTES
from tests.server.table import Page, Table, opened

LEAKS = ("Traceback", 'File "', ".py", "site-packages", "Error(")


@pytest.fixture(scope="module")
def match(table: Table) -> str:
    return str(table.begin("attack-chart", "person", "guest")["id"])


def is_well(table: Table, match: str) -> None:
    with table.page(match) as page:
        assert page.hear()["type"] == "scene"


def clean(text: str) -> str:
    assert not any(leak in text for leak in LEAKS), text
    return text


def refused(response: httpx.Response, status: int) -> str:
    assert response.status_code == status, response.text
    return str(response.json()["reasons"][0]["text"]) and clean(response.text)


@pytest.mark.parametrize("token", ["", "wrong", "é", "attack-chart-aaaaaaaa.0.x", "a" * 5_000])
def test_without_the_right_token_nothing_is_reported(table: Table, match: str, token: str) -> None:
    for path in ("/api/games", "/api/matches", f"/api/matches/{match}/position", "/api/nothing"):
        with httpx.Client(base_url=table.address, trust_env=False) as stranger:
            assert "token" in refused(stranger.get(path, params={"token": token}), 403)
    with pytest.raises(InvalidStatus) as closed:
        table.socket(f"/ws/{match}/0", token if token.isascii() else "%C3%A9")
    assert closed.value.response.status_code == 403
    assert b"token" in (closed.value.response.body or b"")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_a_page_of_another_origin_is_not_spoken_to(table: Table, match: str, origin: str) -> None:
    refused(table.http.get("/api/games", headers={"origin": origin}), 403)
    with pytest.raises(InvalidStatus) as closed:
        table.socket(f"/ws/{match}/0", additional_headers={"Origin": origin})
    assert closed.value.response.status_code == 403
    own = {"Origin": table.address}
    with table.page(match, additional_headers=own) as page:
        assert page.hear()["type"] == "scene"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", ""])
def test_another_name_for_this_machine_is_not_answered(table: Table, host: str) -> None:
    named = host.format(port=table.port)
    refused(table.http.get("/api/games", headers={"host": named}), 421)
    refused(table.http.get("/", headers={"host": named}), 421)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"type":' * 1_500, ""),
        ("null", "invalid message"),
        ('{"type": "answer"}', "number"),
        ('{"type": "answer", "number": "1", "text": "x"}', "int"),
        ('{"type": "answer", "number": 1, "text": "x", "seat": 1}', "seat"),
        ('{"type": "become-host"}', "become-host"),
        ('{"type": "answer", "number": 1e999, "text": "x"}', ""),
        ('{"type": "reveal", "seat": 0}', "curtain"),
        ('{"type": "consent", "yes": true}', "there is no request"),
        ('{"type": "answer", "number": -1, "text": "finish"}', "not open"),
        ('{"type": "answer", "number": 99, "text": "finish"}', "not open"),
    ],
)
def test_what_makes_no_sense_is_refused_and_the_page_goes_on(
    table: Table, match: str, said: str, reason: str
) -> None:
    with table.page(match) as page:
        page.hear()
        page.socket.send(said)
        assert reason in clean(page.refusal())
        page.say("about", number=page.scene["ask"]["number"], actor="nobody")
        assert page.hears("about")["about"] == []


@pytest.mark.parametrize(
    "text", ["", "fly away", "deploy nobody 1,1", "\x00", "(" * 5_000, "deploy " + "x" * 9_000]
)
def test_what_is_no_answer_is_refused_with_a_reason(table: Table, match: str, text: str) -> None:
    card = table.begin("attack-chart", "person", "person", seed="1")
    with table.page(card["id"]) as page:
        page.until_asked()
        number = page.scene["ask"]["number"]
        for kind in ("answer", "odds"):
            page.say(kind, number=number, text=text)
            clean(page.refusal())
        page.answer()
        page.until_asked()


def test_an_answer_against_the_rules_is_refused_with_the_rule_and_its_page(table: Table) -> None:
    match = table.begin("attack-chart", "person", "person", seed="1")["id"]
    with table.page(match) as page:
        ask = page.until_asked()["ask"]
        actor = ask["options"][0]["actor"]
        page.say("answer", number=ask["number"], text=f"deploy {actor} 5,5")
        said = page.hears("refused")
        cites = said["reasons"][0]["cites"]
        assert cites["rule"].startswith("ATTACK-CHART.") and cites["page"], said


def test_answers_out_of_turn_and_to_old_questions_are_refused(table: Table) -> None:
    match = table.begin("attack-chart", "person", "guest")["id"]
    with table.page(match, 0) as one, table.page(match, 1) as two:
        one.hear(), two.hear()
        turn, other = (one, two) if one.scene["ask"]["is_mine"] else (two, one)
        ask = turn.scene["ask"]
        text = ask["options"][0]["text"]
        other.say("answer", number=ask["number"], text=text)
        assert "is asked now" in other.refusal()
        for _ in range(2):
            turn.say("answer", number=ask["number"], text=text)
        assert "not open" in turn.refusal()
        turn.until(lambda scene: scene["ask"]["number"] == ask["number"] + 1)


def test_an_oversized_message_closes_the_page_and_nothing_else(table: Table, match: str) -> None:
    with table.page(match) as page:
        page.hear()
        page.socket.send('{"type": "answer", "number": 1, "text": "' + "x" * MAX_BYTES + '"}')
        with pytest.raises(ConnectionClosed) as closed:
            page.hears("never")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    refused(table.http.post("/api/builder/aegis/judge", json={"text": "x" * MAX_BYTES}), 413)
    is_well(table, match)


def test_bytes_that_are_no_text_are_refused(table: Table, match: str) -> None:
    with table.page(match) as page:
        page.hear()
        page.socket.send(b"\xff\xfe\x00")
        clean(page.refusal())
    is_well(table, match)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/ws/attack-chart-aaaaaaaa/0", "no match"),
        ("/ws/..%5c..%5csecret/0", "not the name of a match"),
        ("/ws/{match}/7", "no human player"),
        ("/ws/{match}/-1", "a seat is a number"),
        ("/ws/{match}/x", "a seat is a number"),
    ],
)
def test_a_seat_that_there_is_not_is_refused(
    table: Table, match: str, path: str, reason: str
) -> None:
    with table.socket(path.format(match=match)) as socket:
        page = Page(socket)
        assert reason in clean(page.refusal())
        with pytest.raises(ConnectionClosed) as closed:
            page.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


@pytest.mark.parametrize("path", ["/ws/..%2f..%2fsecret/0", "/ws/nowhere", "/elsewhere"])
def test_an_address_that_there_is_not_is_refused(table: Table, path: str) -> None:
    with pytest.raises(InvalidStatus) as closed:
        table.socket(path)
    assert closed.value.response.status_code in (403, 404)


def test_an_invitation_opens_nothing_else(table: Table) -> None:
    card = table.begin("attack-chart", "person", "guest")
    match, link = card["id"], card["links"][1]
    token = link.partition("token=")[2].partition("#")[0]
    with table.socket(f"/ws/{match}/0", token) as socket:
        assert "another seat" in Page(socket).refusal()
    with httpx.Client(base_url=table.address, params={"token": token}, trust_env=False) as guest:
        refused(guest.get("/api/matches"), 403)
        refused(guest.post("/api/matches", json={"game": "aegis", "players": []}), 403)
        other = table.begin("attack-chart", "person", "random")["id"]
        refused(guest.get(f"/api/matches/{other}"), 403)
        mine = guest.get(f"/api/matches/{match}").json()
        assert mine["links"] == [link] and table.token not in str(mine)


def raw(table: Table, request: str) -> str:
    """A request as no well-behaved client sends it."""
    with sockets.create_connection(("127.0.0.1", table.port), timeout=60) as plain:
        plain.sendall(request.encode("latin-1"))
        plain.shutdown(sockets.SHUT_WR)
        parts = []
        while part := plain.recv(65_536):
            parts.append(part)
    return b"".join(parts).decode("latin-1")


@pytest.mark.parametrize(
    "path",
    ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "/static/../../play.py", "//etc/passwd", "/x"],
)
def test_there_is_no_way_out_of_the_folder_of_pages(table: Table, path: str) -> None:
    host = f"127.0.0.1:{table.port}"
    said = raw(table, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    assert said.startswith("HTTP/1.1 404"), said[:200]
    clean(said)


def test_a_thousand_connections_are_bounded_and_the_table_goes_on(table: Table, match: str) -> None:
    held = ExitStack()

    def try_one(_: int) -> str:
        try:
            socket = held.enter_context(table.socket(f"/ws/{match}/0", close_timeout=0.2))
            return str(socket.recv(timeout=60))
        except (ConnectionClosed, OSError, TimeoutError, InvalidStatus) as problem:
            return type(problem).__name__

    start = time.monotonic()
    with held, ThreadPoolExecutor(24) as crowd:
        said = [*crowd.map(try_one, range(1_000))]
        seconds = time.monotonic() - start
    live = sum(what.startswith('{"type":"scene"') for what in said)
    told_why = sum(what.startswith('{"type":"refused"') for what in said)
    print(f"1,000 connections in {seconds:.1f} s: {live} live, {told_why} refused")
    assert live == 16 and live + told_why == 1_000
    _soon(lambda: is_well(table, match))


def _soon(check: Callable[[], None]) -> None:
    """The table notices those who have gone within a moment."""
    for _ in range(50):
        try:
            return check()
        except (AssertionError, ConnectionClosed):
            time.sleep(0.1)
    return check()


def test_a_page_that_sends_far_too_much_is_refused_and_then_closed(
    table: Table, match: str
) -> None:
    with table.page(match) as page:
        page.hear()
        with pytest.raises(ConnectionClosed):
            say_far_too_much(page)
    _soon(lambda: is_well(table, match))


def say_far_too_much(page: Page) -> None:
    for _ in range(20_000):
        page.say("undo", number=0)
    page.hears("never", timeout=60)


def test_a_page_that_never_reads_keeps_nobody_waiting(table: Table) -> None:
    match = table.begin("aegis", "person", "person", seed="1")["id"]
    with table.page(match, max_queue=1) as lazy, table.page(match) as page:
        lazy.socket.recv(timeout=60)
        for turn in range(40):
            page.until_asked()
            page.answer(turn)
        page.until_asked()
        number = page.scene["ask"]["number"]
        lazy.until(lambda scene: scene["ask"] and scene["ask"]["number"] == number)
        assert len(lazy.bytes) <= 45


@pytest.mark.parametrize(
    "body", [b"zz\r\nhello\r\n", b"5\r\nhelloXX\r\n", b"5\r\nhello\r\n, zz\r\n"]
)
def test_a_body_in_bad_chunks_is_refused_without_a_traceback(tmp_path: Path, body: bytes) -> None:
    """Where nobody reads the body, the answer is on its way when it turns out to be bad."""
    now, _, later = body.partition(b", ")
    with opened(tmp_path / "data") as table:
        assert table.http.get("/api/games").status_code == 200
        head = f"GET /api/games?token={table.token} HTTP/1.1\r\nhost: 127.0.0.1:{table.port}\r\n"
        with sockets.create_connection(("127.0.0.1", table.port), timeout=30) as wire:
            wire.sendall(head.encode() + b"transfer-encoding: chunked\r\n\r\n" + now)
            said = wire.recv(12)
            if later:
                wire.sendall(later)
            while wire.recv(65_536):
                pass
        assert said == (b"HTTP/1.1 200" if later else b"HTTP/1.1 400")
        assert table.http.get("/api/games").status_code == 200, "the table goes on"
    assert "Traceback" not in (tmp_path / "data.err").read_text("utf-8")
