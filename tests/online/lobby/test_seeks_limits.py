"""Nobody takes the lobby from others by offering much."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator

import pytest

from gattai.server.online.lobby.lobby import SLOW_OFFERS
from gattai.server.online.lobby.messages import A_DAY, SeekWanted
from gattai.server.online.lobby.pairing import Pairer
from gattai.server.online.lobby.seeks import MAX_SLOW_GUEST, Seeks, Sought
from gattai.server.online.people.attempts import BROKEN_OFF, Attempts
from gattai.server.online.store.pool import Database
from tests.online.hosting import Hosted, Player, hosted, keeps_order
from tests.online.lobby.test_seeks import _run
from tests.online.services import empty_database

PASSWORD = "correct horse battery"
FLOOD = """
INSERT INTO seek (id, person, game, options, reaction, turn, rated, quick, rating, least, most, secret,
                  own, seats, bank, increment, made)
SELECT 'flood' || n, 'flood' || n % $2, 'aegis', '{}', 30, 604800 + n, false, false, 1500, 0, 9999,
       repeat('00', 32), '-', 2, 0, 0, clock_timestamp() - interval '1 hour'
  FROM generate_series(1, $1) AS n
"""


@pytest.mark.parametrize(("flood", "persons"), [(200, 20), (300, 2), (198, 198)])
def test_who_comes_later_is_shown_however_much_others_offer(
    flood: int, persons: int, database: str
) -> None:
    async def work(nodes: list[Seeks]) -> set[str]:
        await nodes[0]._database.row(FLOOD, flood, persons)
        await nodes[1].put("late", SeekWanted("aegis"), 1500)
        found = await nodes[2].all()
        assert len(found) <= 200
        return {each.person for each in found}

    shown = _run(database, work)
    assert "late" in shown
    assert len(shown) == persons + 1, "one of everybody's is shown before a second of anybody's"


def test_quick_pairing_widens_however_much_others_offer(database: str) -> None:
    async def work(nodes: list[Seeks]) -> list[Sought]:
        await nodes[0]._database.row(FLOOD, 200, 20)
        begun: list[Sought] = []
        pairing = Pairer(nodes[1], None, None, None)  # type: ignore[arg-type]

        async def begin(sought: Sought) -> bool:
            begun.append(sought)
            return True

        pairing.begin = begin  # type: ignore[method-assign]
        for person, rating in (("strong", 1900), ("weak", 1400)):
            found = await nodes[0].put(person, SeekWanted("aegis", quick=True), rating)
            assert await nodes[0].pair(found.id, "aegis") is None
        await nodes[0]._database.row("UPDATE seek SET made = made - interval '1 minute'")
        await pairing.look()
        return begun

    (pair,) = _run(database, work)
    assert {*pair.persons} == {"strong", "weak"}


@pytest.fixture(scope="module")
def own() -> Iterator[str]:
    with empty_database() as database:
        yield database


@pytest.fixture(scope="module")
def site(own: str) -> Iterator[Hosted]:
    with hosted(own) as found:
        yield found


def _offers(player: Player, days: int = 1) -> str:
    found = player.post("/api/seeks", {"game": "attack-chart", "turn_seconds": days * A_DAY})
    return str(found["seek"])


def _shown(player: Player) -> set[str]:
    return {seek["id"] for seek in player.get("/api/lobby")["seeks"]}


def _guest(site: Hosted) -> Player:
    player = site.player()
    player.post("/api/guest")
    return player


def test_what_a_closed_person_offers_is_gone_and_a_moderator_takes_offers_away(
    site: Hosted, own: str
) -> None:
    guard, spam, other = site.player(), _guest(site), _guest(site)
    name = f"guard_{secrets.token_hex(3)}"
    guard.post("/api/account", {"name": name, "password": PASSWORD})
    keeps_order(own, name)
    first, second = _offers(spam, 1), _offers(spam, 2)
    assert other.http.delete(f"/api/seeks/{first}").status_code == 404, "not theirs"
    assert guard.http.delete(f"/api/seeks/{first}").status_code == 200
    assert _shown(other) & {first, second} == {second}
    log = guard.get("/api/moderation/log")
    assert log[0]["did"] == "took an offer away"
    person = spam.get("/api/me")["person"]["id"]
    guard.post(f"/api/moderation/people/{person}/close", {"why": "spam"})
    assert second not in _shown(other)
    assert other.http.post(f"/api/seeks/{second}/accept").status_code == 404


def test_guests_and_addresses_may_offer_a_limited_number_of_slow_games(
    site: Hosted,
) -> None:
    one = _guest(site)
    wanted = {"game": "attack-chart", "turn_seconds": A_DAY}
    mine = [_offers(one) for _ in range(MAX_SLOW_GUEST)]
    refused = one.http.post("/api/seeks", json=wanted)
    assert refused.status_code == 429 and "retry-after" in refused.headers
    assert "withdraw one" in refused.json()["reasons"][0]["text"]
    assert one.http.delete(f"/api/seeks/{mine[0]}").status_code == 200
    _offers(one)
    said = refused
    for _ in range(SLOW_OFFERS.times):
        said = _guest(site).http.post("/api/seeks", json=wanted)
        if said.status_code != 200:
            break
    assert said.status_code == 429 and "from your address today" in said.text
    live = _guest(site).http.post("/api/seeks", json={"game": "attack-chart"})
    assert live.status_code == 200, "a game in one sitting may still be offered"


def test_who_left_many_matches_before_they_began_looks_for_no_opponents_for_a_while(
    site: Hosted, own: str
) -> None:
    leaver, other = _guest(site), _guest(site)
    person = leaver.get("/api/me")["person"]["id"]

    async def leaves(times: int) -> None:
        async with Database(own) as database:
            for _ in range(times):
                await Attempts(database).count("break off", person, BROKEN_OFF)

    asyncio.run(leaves(BROKEN_OFF.times - 1))
    offer = leaver.post("/api/seeks", {"game": "attack-chart"})["seek"]
    leaver.http.delete(f"/api/seeks/{offer}")
    asyncio.run(leaves(1))
    theirs = other.post("/api/seeks", {"game": "attack-chart"})["seek"]
    for refused in (
        leaver.http.post("/api/seeks", json={"game": "attack-chart"}),
        leaver.http.post(f"/api/seeks/{theirs}/accept"),
    ):
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 80_000
        assert "look for opponents again in 24 h" in refused.text
    assert leaver.makes("attack-chart", "person", "rookie")["id"], "bots remain"
