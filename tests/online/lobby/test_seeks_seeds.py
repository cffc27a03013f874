"""Dice of a game that was offered: committed to in the offer, with a seed of whoever takes it up."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection

from gattai import games
from gattai.kernel.running.committed import commitment_of, digest_of_seed
from gattai.kernel.text.transcript import parse
from gattai.server.messages import NewMatch
from gattai.server.online.host import make_site
from gattai.server.online.play.play import PlayPart
from gattai.server.online.play.sitting import MatchSitting, new_name
from gattai.server.online.settings import Settings
from gattai.server.online.store.matches import Matches
from gattai.server.table.opening import opened
from gattai.terminal.commands.replay import verified
from tests.online.hosting import Hosted, hosted
from tests.online.services import empty_database
from tests.server.table import PATIENCE, Page

GAME = "attack-chart"
SEED = "0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="module")
def site() -> Iterator[Hosted]:
    with empty_database() as database, hosted(database) as found:
        yield found


def hears(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Listen until something of a kind is told."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        said: dict[str, Any] = msgspec.json.decode(socket.recv(timeout=PATIENCE))
        if said["type"] == kind:
            return said
    raise TimeoutError(kind)


def answered(*pages: Page) -> Page:
    """Whoever has answered the first question that was asked."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for page in pages:
            with contextlib.suppress(TimeoutError):
                page.hear(0.05)
            ask = page.scene.get("ask")
            if ask and ask["is_mine"]:
                page.answer()
                return page
    raise TimeoutError


def test_who_takes_up_an_offer_adds_a_seed_to_dice_that_were_fixed_before(site: Hosted) -> None:
    anna, bert, carla = site.player(), site.player(), site.player()
    for player in (anna, bert, carla):
        player.post("/api/guest")
    offered = anna.post("/api/seeks", {"game": GAME})
    (seek,) = [s for s in bert.get("/api/lobby")["seeks"] if s["id"] == offered["seek"]]
    assert len(seek["commitment"]) == 64 and "secret" not in seek
    address = f"/api/seeks/{offered['seek']}/accept"
    refused = bert.http.post(address, params={"seed": "a,b"})
    assert refused.status_code == 400 and "a seed is" in refused.text
    bert.http.post(address, params={"digest": digest_of_seed(SEED)})
    found = bert.post(f"/api/seeks/{offered['seek']}/seed?seed={SEED}")
    match = found["match"]
    page = carla.http.get(f"/dice/{match}")
    assert page.status_code == 200 and seek["commitment"] in page.text
    assert "published when the match is over" in page.text
    seat = int(found["link"].rpartition("/")[2])
    theirs = found["link"].rpartition("/")[0] + f"/{1 - seat}"
    with bert.sits(found["link"]) as one, anna.sits(theirs) as two:
        first = answered(one, two)
        first.until(lambda scene: scene["ask"])
        first.say("resign")
        first.until(lambda scene: scene["ending"])
    text = carla.http.get(f"/api/matches/{match}/transcript").text
    transcript = parse(text)
    commitment = commitment_of(transcript.header.dice)
    assert commitment is not None and commitment.digest == seek["commitment"]
    assert commitment.seeds[seat] == SEED and commitment.seeds[1 - seat] == "-"
    verified(games.load(GAME), transcript, text)
    told = carla.http.get(f"/dice/{match}").text
    assert transcript.secret in told and SEED in told
    throws = sum(entry.who == "dice" for entry in transcript.entries)
    assert told.count("<details>") == throws > 0


def seeds_of(site: Hosted, match: str) -> dict[str, tuple[str, ...]]:
    """What everybody is told of the dice of a match under way: the seeds by their seats, by the commitment."""
    page = site.player().http.get(f"/dice/{match}").text
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', page)
    seeds = [seed.replace("(none)", "-") for name, seed in rows if name.startswith("seed of ")]
    return {dict(rows)["commitment"]: tuple(seeds)}


def test_both_add_a_seed_where_two_are_paired(site: Hosted) -> None:
    """Each adds it to dice that were fixed before, and before the match begins."""
    anna, bert = site.player(), site.player()
    for player in (anna, bert):
        player.post("/api/guest")
    quick = {"game": GAME, "quick": True, "with_seed": True}
    with anna.socket("/ws/lobby") as hall:
        waits = anna.post("/api/seeks", quick)
        assert len(waits["commitment"]) == 64 and not waits["match"]
        first = f"/api/seeks/{waits['seek']}/seed"
        assert anna.post(f"{first}?digest={digest_of_seed('first')}")["seek"]
        again = anna.post(f"{first}?digest={digest_of_seed('other')}")
        assert not again["seek"], "whoever has committed to a seed stays with it"
        found = bert.post("/api/seeks", quick)
        assert found["seek"] and not found["match"], "it waits for both of them"
        paired = hears(hall, "paired")
        assert (paired["seek"], paired["commitment"]) == (found["seek"], found["commitment"])
        theirs = site.player()
        theirs.post("/api/guest")
        address = f"/api/seeks/{found['seek']}/seed"
        assert not any(theirs.post(f"{address}?seed=x").values()), "a stranger's counts for nothing"
        assert bert.http.post(address, params={"seed": "a,b"}).status_code == 400
        assert not bert.post(f"{address}?digest={digest_of_seed('berts')}")["match"]
        assert len(anna.post(f"{address}?digest={digest_of_seed('annas')}")["digests"]) == 2
        assert not bert.post(f"{address}?seed=berts")["match"]
        begun = anna.post(f"{address}?seed=annas")
        told = hears(hall, "begun")
        assert (told["link"], told["seek"]) == (begun["link"], found["seek"])
        assert begun["seed"] == "annas"
    ((commitment, seeds),) = seeds_of(site, begun["match"]).items()
    assert commitment == found["commitment"] and sorted(seeds) == ["annas", "berts"]
    assert seeds[int(begun["link"].rpartition("/")[2])] == "annas"
    dice = site.player().get(f"/api/matches/{begun['match']}/players")["dice"]
    digests = ",".join(digest_of_seed(seed) for seed in seeds)
    assert dice == f"committed {commitment} {','.join(seeds)} {digests}"


def test_a_seed_that_determines_the_dice_is_not_listed_with_the_players(
    site: Hosted,
) -> None:
    anna = site.player()
    card = anna.makes(GAME, "person", "random", seed="hush-hush")
    address = f"/api/matches/{card['id']}/players"
    assert anna.get(address)["dice"] == "" and "hush" not in anna.http.get(address).text


def test_a_match_begins_without_the_seed_of_anyone_who_does_not_give_it(site: Hosted) -> None:
    anna, bert = site.player(), site.player()
    for player in (anna, bert):
        player.post("/api/guest")
    with anna.socket("/ws/lobby") as hall:
        offered = anna.post("/api/seeks", {"game": GAME, "with_seed": True})
        digest = digest_of_seed("berts")
        found = bert.post(f"/api/seeks/{offered['seek']}/accept?digest={digest}")
        assert not found["match"] and found["commitment"] == offered["commitment"]
        with bert.socket("/ws/lobby") as other:
            while not hears(other, "paired")["digests"]:
                pass
        bert.post(f"/api/seeks/{offered['seek']}/seed?seed=berts")
        begun = hears(hall, "begun")
    late = anna.post(f"/api/seeks/{offered['seek']}/seed?digest={digest_of_seed('annas')}")
    assert not any(late.values()), "its dice are settled"
    (seeds,) = seeds_of(site, begun["match"]).values()
    assert sorted(seeds) == ["-", "berts"]


def test_no_two_offers_have_the_same_secret(site: Hosted) -> None:
    players = [site.player() for _ in range(3)]
    seen = set()
    for player in players:
        player.post("/api/guest")
        for _ in range(2):  # the second takes the place of the first, with a secret of its own
            seek = player.post("/api/seeks", {"game": GAME})["seek"]
            (own,) = [s for s in player.get("/api/lobby")["seeks"] if s["id"] == seek]
            seen.add(own["commitment"])
    assert len(seen) == 6


def test_a_match_that_was_begun_twice_has_the_dice_whose_secret_is_kept(database: str) -> None:
    """A node died after it had said how the match is sat at, or two begin the same rematch at once."""

    async def whole() -> None:
        found, _ = make_site(Settings(database=database))
        (play,) = [part for part in found.parts if isinstance(part, PlayPart)]
        async with found.pool:
            wanted = NewMatch(GAME, ("guest", "guest"))
            name = new_name(GAME)
            _, seating = opened(wanted)
            await play.sittings.put(MatchSitting(name, "anna", seating), [])
            await play.begin(wanted, "anna", sits={0: "anna", 1: "bert"}, name=name)
            standing = await Matches(found.pool).standing(name)
            assert standing is not None
            line = next(line for line in standing.head.splitlines() if line.startswith("dice "))
            commitment = commitment_of(line.removeprefix("dice "))
            assert commitment is not None and commitment.is_of(seating.secret)
            kept = await play.sittings.of(name)
            assert kept is not None and kept.seating.secret == seating.secret
        play.screening.end_screening()

    asyncio.run(whole())
