"""A person, and an address, has so many matches in progress at most, however they began."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from gattai.server.online.limits import SHARED
from gattai.server.online.lobby.messages import A_DAY
from gattai.server.online.play.quota import Quota
from gattai.server.online.settings import Settings, WrongSettings, read_settings
from tests.online.hosting import hosted
from tests.online.people.town import Town, Visitor, whole_town
from tests.online.services import ready_database

GAME = "attack-chart"
BOT, INVITED, BOTH_INVITED = ("person", "rookie"), ("person", "guest"), ("guest", "guest")
OVER = "UPDATE match SET over = 'drawn: all agreed ; by agreement', ended = now() WHERE id = $1"


def run(test: Callable[[Town], Awaitable[None]], **more: Any) -> None:
    """A whole site in this process, with limits that are soon reached."""

    async def whole() -> None:
        with ready_database() as own:
            async with whole_town(own, **{"rates": 1.0, **more}) as here:
                await test(here)

    asyncio.run(whole())


async def makes(visitor: Visitor, players: tuple[str, ...] = BOT) -> httpx.Response:
    return await visitor.post("/api/matches", json={"game": GAME, "players": players})


async def made(visitor: Visitor, players: tuple[str, ...] = BOT) -> str:
    answer = await makes(visitor, players)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def offers(visitor: Visitor, turn: int = 300) -> httpx.Response:
    return await visitor.post("/api/seeks", json={"game": GAME, "turn_seconds": turn})


async def offered(visitor: Visitor, turn: int = 300) -> str:
    answer = await offers(visitor, turn)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["seek"])


def refused(answer: httpx.Response) -> str:
    assert answer.status_code == 429 and "retry-after" in answer.headers, answer.text
    return str(answer.json()["reasons"][0]["text"])


def test_an_account_has_so_many_matches_in_progress_and_a_guest_half_as_many() -> None:
    async def test(here: Town) -> None:
        ada, guest = await here.account("Ada"), await here.guest()
        first = await made(ada)
        for players in (INVITED, BOTH_INVITED, BOT):
            await made(ada, players)
        for players in (BOT, INVITED, BOTH_INVITED):
            why = refused(await makes(ada, players))
            assert "you have 4 matches in progress, which is the maximum" in why
            assert "finish, resign or abort one" in why
        await here.tell(OVER, first)
        await made(ada, INVITED)
        await made(guest, BOTH_INVITED)
        await made(guest)
        assert "an account may have 4" in refused(await makes(guest))

    run(test, open_matches=4)


def test_requests_at_the_same_moment_get_no_more() -> None:
    async def test(here: Town) -> None:
        ada = await here.account("Ada")
        answers = await asyncio.gather(*(makes(ada, INVITED) for _ in range(9)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 6

    run(test, open_matches=3)


def test_an_address_has_so_many_however_many_guests_there_are() -> None:
    async def test(here: Town) -> None:
        matches = [await made(await here.guest(), BOTH_INVITED) for _ in range(SHARED)]
        late = await here.guest()
        why = refused(await makes(late))
        assert f"{SHARED} matches from your address are in progress" in why
        assert "accept somebody's offer" in why
        assert "from your address" in refused(await offers(late))
        await made(await here.guest(address="192.0.2.2"))
        await here.tell(OVER, matches[0])
        await made(late)

    run(test, open_matches=1)


def test_above_the_maximum_nobody_offers_accepts_or_asks_for_a_rematch() -> None:
    async def test(here: Town) -> None:
        ada, bert = await here.account("Ada"), await here.account("Bert", address="192.0.2.2")
        first = await made(ada)
        offer = await offered(bert)
        accepted = await ada.post(f"/api/seeks/{offer}/accept")
        assert accepted.status_code == 200 and accepted.json()["match"]
        assert "2 matches in progress" in refused(await offers(ada))
        await made(bert)
        cleo = await here.account("Cleo", address="192.0.2.3")
        again = await offered(cleo)
        for who in (ada, bert):
            assert "2 matches in progress" in refused(await who.post(f"/api/seeks/{again}/accept"))
        await here.tell(OVER, first)
        await made(ada)
        assert "2 matches" in refused(await ada.post(f"/api/matches/{first}/rematch", json={}))
        await here.tell(OVER, accepted.json()["match"])
        rematch = await ada.post(f"/api/matches/{first}/rematch", json={})
        assert rematch.status_code == 200, rematch.text

    run(test, open_matches=2)


def test_correspondence_has_a_larger_maximum_of_its_own_and_offers_count() -> None:
    async def test(here: Town) -> None:
        ada, bert = await here.account("Ada"), await here.account("Bert", address="192.0.2.2")
        await made(ada)
        assert "1 matches in progress" in refused(await makes(ada))
        found = await bert.post(f"/api/seeks/{await offered(ada, A_DAY)}/accept")
        assert found.status_code == 200 and found.json()["match"]
        second = await offered(ada, A_DAY)
        third = await offered(ada, 2 * A_DAY)
        why = refused(await offers(ada, A_DAY))
        assert "3 correspondence matches and offers" in why and "withdraw an offer" in why
        await ada.delete(f"/api/seeks/{third}")
        assert await offered(ada, 3 * A_DAY)
        assert (await bert.post(f"/api/seeks/{second}/accept")).status_code == 200
        await made(bert)

    run(test, open_matches=1, open_correspondence=3)


def test_without_limits_there_is_no_maximum() -> None:
    async def test(here: Town) -> None:
        guest = await here.guest()
        for _ in range(4):
            await made(guest)

    run(test, open_matches=1, rates=0.0)


def test_what_is_kept_about_an_address_goes_with_the_match() -> None:
    async def test(here: Town) -> None:
        guest = await here.guest()
        match, other = await made(guest), await made(guest)
        [(address,)] = await here.tell("SELECT DISTINCT address FROM open_match")
        assert address and "192.0.2" not in address
        await here.tell(OVER, match)
        await here.tell("INSERT INTO open_match (match, person) VALUES ('never-begun', 'x')")
        quota = Quota(here.site.pool)
        await quota.sweep()
        kept = "SELECT match FROM open_match ORDER BY match"
        assert {line[0] for line in await here.tell(kept)} == {other, "never-begun"}
        await here.tell("UPDATE open_match SET made = made - interval '2 minutes'")
        await quota.sweep()
        assert [line[0] for line in await here.tell(kept)] == [other]

    run(test)


def test_above_the_maximum_nobody_takes_an_invitation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATTAI_OPEN_MATCHES", "2")  # for a guest, one
    with ready_database() as own, hosted(own) as site:
        anna, bert, carla = site.player(), site.player(), site.player()
        _, invitation = anna.makes(GAME, "person", "guest")["links"]
        busy = bert.makes(GAME, "person", "rookie")["links"][0]
        with bert.sits(invitation) as page:
            assert "1 matches in progress" in page.refusal()
        with bert.sits(busy) as page:
            page.until(lambda scene: True)
        with carla.sits(invitation) as page:
            page.until(lambda scene: True)
        with carla.sits(invitation) as page:
            page.until(lambda scene: True), "who sits there already may return"


def test_a_maximum_is_a_positive_number() -> None:
    assert Settings().open_matches < Settings().open_correspondence
    assert read_settings(environment={"GATTAI_OPEN_MATCHES": "7"}).open_matches == 7
    with pytest.raises(WrongSettings, match="GATTAI_OPEN_MATCHES"):
        read_settings(environment={"GATTAI_OPEN_MATCHES": "0"})
