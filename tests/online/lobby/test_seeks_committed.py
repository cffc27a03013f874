"""Players commit to their seeds before any is revealed, so that nobody chooses a seed that fits those of others."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from gattai import games
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.text.transcript import parse
from gattai.server.online.lobby.messages import A_DAY, SeekWanted
from gattai.server.online.lobby.seeks import REVEALING, SEEDING, Seeks, sealed
from gattai.server.online.people.attempts import BROKEN_OFF, Attempts
from gattai.server.online.store.pool import Database
from gattai.terminal.commands.replay import verified
from tests.online.hosting import Hosted, Player, hosted
from tests.online.lobby.test_seeks import _run
from tests.online.lobby.test_seeks_seeds import GAME, answered, hears, seeds_of
from tests.online.services import empty_database

LIVE = {"game": GAME, "with_seed": True}
SLOW = {"game": GAME, "with_seed": True, "turn_seconds": A_DAY}


@pytest.fixture(scope="module")
def own() -> Iterator[str]:
    with empty_database() as found:
        yield found


@pytest.fixture(scope="module")
def site(own: str) -> Iterator[Hosted]:
    with hosted(own) as found:
        yield found


def guests(site: Hosted, many: int = 2) -> list[Player]:
    players = [site.player() for _ in range(many)]
    for player in players:
        player.post("/api/guest")
    return players


def digest(seed: str) -> str:
    return hashlib.sha256(seed.encode()).hexdigest()


def commits(player: Player, seek: str, seed: str, what: str = "seed") -> Any:
    return player.post(f"/api/seeks/{seek}/{what}?digest={digest(seed)}")


def reveals(player: Player, seek: str, seed: str) -> Any:
    return player.post(f"/api/seeks/{seek}/seed?seed={seed}")


def test_all_commit_then_all_reveal_and_the_match_shows_both(site: Hosted) -> None:
    anna, bert = guests(site)
    with anna.socket("/ws/lobby") as hall:
        seek = anna.post("/api/seeks", LIVE)["seek"]
        assert commits(anna, seek, "annas")["digests"] == []
        assert not any(reveals(anna, seek, "annas").values()), "nobody has accepted yet"
        found = commits(bert, seek, "berts", "accept")
        assert not found["match"] and {*found["digests"]} == {digest("annas"), digest("berts")}
        told = hears(hall, "paired")
        assert told["digests"] == found["digests"]
        assert not any(reveals(anna, seek, "others").values()), "she committed to another one"
        assert not any(commits(bert, seek, "others").values()), "and he to this one, for good"
        assert not reveals(anna, seek, "annas")["match"]
        begun = reveals(bert, seek, "berts")
        assert begun["seed"] == "berts" and begun["match"]
    ((_, seeds),) = seeds_of(site, begun["match"]).items()
    assert tuple(digest(seed) for seed in seeds) == tuple(found["digests"])
    dice = anna.get(f"/api/matches/{begun['match']}/players")["dice"]
    assert dice.split(" ")[3] == ",".join(found["digests"])
    links = [anna.get("/api/matches")[0]["links"][0], begun["link"]]
    with anna.sits(links[0]) as one, bert.sits(links[1]) as two:
        first = answered(one, two)
        first.until(lambda scene: scene["ask"])
        first.say("resign")
        first.until(lambda scene: scene["ending"])
    text = anna.http.get(f"/api/matches/{begun['match']}/transcript").text
    transcript = parse(text)
    assert transcript.header.dice == dice
    commitment = commitment_of(transcript.header.dice)
    assert commitment is not None and commitment.are_committed
    verified(games.load(GAME), transcript, text)


def test_a_seed_is_not_revealed_while_another_player_can_still_commit(site: Hosted) -> None:
    anna, bert = guests(site)
    quick = {**LIVE, "quick": True}
    anna.post("/api/seeks", quick)
    seek = bert.post("/api/seeks", quick)["seek"]
    assert commits(anna, seek, "annas")["digests"] == [], "he has not committed yet"
    early = anna.http.post(f"/api/seeks/{seek}/seed", params={"seed": "annas"})
    assert early.status_code == 200 and not any(early.json().values())
    assert len(commits(bert, seek, "berts")["digests"]) == 2
    reveals(bert, seek, "berts")
    assert reveals(anna, seek, "annas")["match"]


def test_a_seed_that_nobody_committed_to_is_refused_with_advice(site: Hosted) -> None:
    anna, bert = guests(site)
    seek = anna.post("/api/seeks", LIVE)["seek"]
    refused = bert.http.post(f"/api/seeks/{seek}/accept", params={"seed": "berts"})
    assert refused.status_code == 400 and "commit to the seed first" in refused.text
    for wrong in ("short", digest("x").upper(), digest("x") + "0"):
        refused = bert.http.post(f"/api/seeks/{seek}/accept", params={"digest": wrong})
        assert refused.status_code == 400 and "SHA-256" in refused.text
    commits(anna, seek, "annas")
    assert bert.post(f"/api/seeks/{seek}/accept")["digests"].count("-") == 1
    begun = reveals(anna, seek, "annas")
    ((_, seeds),) = seeds_of(site, begun["match"]).items()
    assert sorted(seeds) == ["-", "annas"], "he goes without one, and that was fixed before"


def test_a_match_whose_seed_is_not_revealed_does_not_begin(site: Hosted, own: str) -> None:
    anna, bert = guests(site)
    with anna.socket("/ws/lobby") as hall, bert.socket("/ws/lobby") as other:
        seek = anna.post("/api/seeks", LIVE)["seek"]
        commits(anna, seek, "annas")
        commits(bert, seek, "berts", "accept")
        assert reveals(anna, seek, "annas")["seed"] == "annas"
        assert not hears(hall, "not-begun")["mine"]
        told = hears(other, "not-begun")
        assert (told["seek"], told["mine"]) == (seek, True)
    assert not any(reveals(bert, seek, "berts").values()), "too late"
    assert anna.get("/api/matches") == bert.get("/api/matches") == []
    people = [player.get("/api/me")["person"]["id"] for player in (anna, bert)]

    async def counted() -> list[bool]:
        async with Database(own) as database:
            attempts = Attempts(database)
            once = BROKEN_OFF.__class__(1, BROKEN_OFF.seconds)
            return [await attempts.reached("break off", who, once) is not None for who in people]

    assert asyncio.run(counted()) == [False, True], "it counts against the one who kept silent"
    assert anna.post("/api/seeks", LIVE)["seek"], "and the other may offer again"


def test_a_match_is_given_up_neither_early_nor_when_all_is_revealed(database: str) -> None:
    async def work(nodes: list[Seeks]) -> None:
        first, second = nodes[0], nodes[1]
        id = (await first.put("anna", SeekWanted(GAME, with_seed=True), 1500)).id
        await first.seed(id, "anna", sealed("annas"))
        await second.accept(id, "bert", 1500, sealed("berts"))
        assert await first.give_up(id) is None, "there is still time"
        later = f"UPDATE seek SET paired = paired - interval '{SEEDING + REVEALING} seconds'"
        await first._database.row(later)
        await first.reveal(id, "anna", "annas")
        await second.reveal(id, "bert", "berts")
        assert await first.give_up(id) is None, "nothing is missing"
        whole = await first.settle(id)
        assert whole is not None and whole.dice is not None and not whole.awaited
        await first._database.row("UPDATE seek SET own = $1", sealed("annas"))
        gone = await second.give_up(id)
        assert gone is not None and gone.unrevealed == ("anna",)
        assert await first.find(id) is None

    _run(database, work)


def test_three_commit_before_any_of_them_reveals(site: Hosted) -> None:
    anna, bert, carla = guests(site, 3)
    wanted = {"game": "robot-empire", "seats": 3, "with_seed": True}
    with carla.socket("/ws/lobby") as hall:
        seek = anna.post("/api/seeks", wanted)["seek"]
        commits(anna, seek, "annas")
        commits(bert, seek, "berts", "accept")
        assert not any(reveals(bert, seek, "berts").values()), "a seat is free"
        assert len(commits(carla, seek, "carlas", "accept")["digests"]) == 3
        for player, wrong in ((bert, "annas"), (anna, "berts")):
            assert not any(reveals(player, seek, wrong).values())
        for player, seed in ((bert, "berts"), (anna, "annas"), (carla, "carlas")):
            reveals(player, seek, seed)
        match = hears(hall, "begun")["match"]
    ((_, seeds),) = seeds_of(site, match).items()
    assert {*seeds} == {"annas", "berts", "carlas"}


def test_by_correspondence_the_seed_itself_is_sent(site: Hosted) -> None:
    anna, bert = guests(site)
    seek = anna.post("/api/seeks", SLOW)["seek"]
    for player, what in ((anna, "seed"), (bert, "accept")):
        refused = player.http.post(f"/api/seeks/{seek}/{what}", params={"digest": digest("x")})
        assert refused.status_code == 400 and "by correspondence" in refused.text
    reveals(anna, seek, "annas")
    begun = bert.post(f"/api/seeks/{seek}/accept?seed=berts")
    assert begun["match"], "she need not be there"
    dice = anna.get(f"/api/matches/{begun['match']}/players")["dice"]
    assert len(dice.split(" ")) == 3, "nothing says that they had committed"
