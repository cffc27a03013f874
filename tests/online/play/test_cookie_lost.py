"""A guest who sits down by a link keeps the seat though the answer with the cookie gets lost on its way."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from gattai.server.online.people.sessions import AGAIN
from tests.online.hosting import Hosted, Player, hosted
from tests.online.services import empty_database, tell
from tests.server.table import Page

KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with empty_database() as address:
        yield address


@pytest.fixture(scope="module")
def site(database: str) -> Iterator[Hosted]:
    with hosted(database) as found:
        yield found


def _invited(site: Hosted) -> tuple[str, str]:
    """The socket of a seat to which a link invites, and the name of the match."""
    card = site.player().makes("attack-chart", "person", "guest")
    before, _, path = card["links"][1].partition("#/match/")
    return f"/ws/{path}?token={before.partition('token=')[2]}", card["id"]


def _sits(player: Player, socket: str, key: str = KEY) -> str:
    """Sit down, or try to; how somebody is called there, or why not."""
    with player.socket(f"{socket}&key={key}") as line:
        page = Page(line)
        said = page.hear()
        if said["type"] == "refused":
            return str(said["reasons"][0]["text"])
        page.until(lambda scene: bool(page.shown["here"][1]["name"]))
        return str(page.shown["here"][1]["name"])


def test_who_never_got_the_cookie_sits_where_they_sat(site: Hosted) -> None:
    socket, match = _invited(site)
    bert = site.player()
    name = _sits(bert, socket)
    bert.http.cookies.clear()  # it never came
    assert _sits(bert, socket) == name
    assert bert.get("/api/matches")[0]["id"] == match, "and has the cookie now"


@pytest.mark.parametrize("key", ["", "0" * 32, KEY[:-1], "short", "!" * 32])
def test_the_link_alone_takes_nobodys_seat(site: Hosted, key: str) -> None:
    socket, _ = _invited(site)
    _sits(site.player(), socket)
    assert "someone else has this seat" in _sits(site.player(), socket, key)


def test_a_key_is_good_for_one_link(site: Hosted) -> None:
    bert = site.player()
    (one, _), (other, _) = _invited(site), _invited(site)
    first = _sits(bert, one)
    bert.http.cookies.clear()
    assert _sits(bert, other) != first


def test_a_key_is_good_for_a_while(site: Hosted, database: str) -> None:
    socket, _ = _invited(site)
    bert = site.player()
    _sits(bert, socket)
    long_ago = f"UPDATE session SET created = created - interval '{AGAIN + 1} seconds'"
    asyncio.run(tell(database, long_ago))
    stranger = site.player()
    assert "someone else has this seat" in _sits(stranger, socket)
    assert _sits(bert, socket).startswith("Guest "), "whoever has the cookie needs no key"


def test_who_has_made_an_account_is_given_away_to_nobody(site: Hosted) -> None:
    socket, _ = _invited(site)
    bert = site.player()
    _sits(bert, socket)
    bert.post("/api/account", {"name": "Bertha", "password": "a long enough password"})
    assert "someone else has this seat" in _sits(site.player(), socket)
    assert _sits(bert, socket) == "Bertha"
