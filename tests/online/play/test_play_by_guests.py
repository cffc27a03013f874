"""Guests play by link at a site: from an empty database to the end, the transcript and the replay."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

import httpx
import pytest
from msgspec.structs import replace

from gattai.kernel.text.transcript import parse
from gattai.server.messages import NewMatch
from gattai.server.online.play.play import MAX_WATCHED
from gattai.server.table.opening import opened, resumed
from tests.online.hosting import Hosted, hosted
from tests.online.services import empty_database
from tests.server.table import Page


@pytest.fixture(scope="module")
def site() -> Iterator[Hosted]:
    with empty_database() as database, hosted(database) as found:
        yield found


def _play(*pages: Page, most: int = 2_000) -> None:
    """Answer whenever somebody is asked until it is over: another option each time, so that games end."""
    answered = 0
    deadline = time.monotonic() + 120
    while answered < most and time.monotonic() < deadline:
        for page in pages:
            with contextlib.suppress(TimeoutError):
                page.hear(0.01)
            ask = page.scene.get("ask")
            if ask and ask["is_mine"]:
                page.answer(answered)
                answered += 1
        if all(page.scene.get("ending") for page in pages):
            return
    raise AssertionError(f"it does not end after {answered} answers")


def test_two_guests_play_by_link_to_the_end(site: Hosted) -> None:
    anna, bert, carla = site.player(), site.player(), site.player()
    card = anna.makes("attack-chart", "person", "guest")
    own, invitation = card["links"]
    assert "token=" in invitation and "token=" not in own
    assert bert.get(f"/api/matches/{card['id']}")["links"] == [
        f"/table#/match/{card['id']}/watch"
    ], "an invitation is for those to whom a player gives it"
    with anna.sits(own) as one, bert.sits(invitation) as two:
        one.until(lambda scene: True)
        two.until(lambda scene: True)
        names = {seat["seat"]: seat["name"] for seat in two.shown["here"]}
        assert all(name.startswith("Guest ") for name in names.values()) and len(names) == 2
        refused = carla.http.get(f"/api/matches/{card['id']}/transcript")
        assert refused.status_code == 403
        _play(one, two)
    over = carla.get(f"/api/matches/{card['id']}")
    assert over["is_over"] and over["headline"]
    text = carla.http.get(f"/api/matches/{card['id']}/transcript").text
    transcript = parse(text)
    assert transcript.end and transcript.secret and transcript.header.dice.startswith("committed")
    again = resumed(transcript).transcript()
    assert replace(again, signed=transcript.signed).text() == text
    step = carla.post("/api/replay", {"match": card["id"], "at": -1})
    assert step["number"] == step["last"] == len(transcript.entries)
    film = carla.http.get(over["replay"])
    assert film.status_code == 200 and b"gattaiFilm" in film.content
    found = carla.get("/api/archive", game="attack-chart")
    assert [game["card"]["id"] for game in found["games"]] == [card["id"]]


def test_nobody_chooses_the_dice_of_a_match_by_link(site: Hosted) -> None:
    anna = site.player()
    wanted = {"game": "aristeia", "players": ["person", "guest"], "seed": "4711"}
    refused = anna.http.post("/api/matches", json=wanted)
    assert refused.status_code == 400
    assert "leave the seed out" in refused.json()["reasons"][0]["text"]
    alone = anna.makes("aristeia", "person", "random", seed="4711")
    both = anna.makes("aristeia", "person", "person", seed="4711")
    assert alone["id"] and both["id"], "who plays all persons may choose"


def test_a_site_has_no_physical_dice(site: Hosted) -> None:
    anna = site.player()
    wanted = {"game": "attack-chart", "players": ["person", "guest"], "physical_dice": True}
    refused = anna.http.post("/api/matches", json=wanted)
    assert refused.status_code == 400
    assert "only at a table of your own" in refused.json()["reasons"][0]["text"]
    record, _ = opened(NewMatch("attack-chart", ("person", "random"), physical_dice=True))
    own = {"game": "", "players": [], "transcript": record.transcript().text()}
    assert "only at a table of your own" in anna.http.post("/api/matches", json=own).text


def test_one_person_has_so_many_matches_played_by_bots_alone(site: Hosted) -> None:
    anna, bert = site.player(), site.player()
    wanted = {"game": "aristeia", "players": ["ace", "ace"]}
    for _ in range(MAX_WATCHED):
        anna.post("/api/matches", wanted)
    refused = anna.http.post("/api/matches", json=wanted)
    assert refused.status_code == 429 and "bot matches" in refused.text
    assert anna.makes("attack-chart", "person", "rookie")["id"], (
        "a game of one's own is no such match"
    )
    assert bert.makes("aristeia", "ace", "ace")["id"]


def test_a_seat_is_a_persons_and_not_a_links(site: Hosted) -> None:
    anna, bert, carla = site.player(), site.player(), site.player()
    card = anna.makes("attack-chart", "person", "guest")
    own, invitation = card["links"]
    with bert.sits(invitation) as page:
        page.until(lambda scene: True)
    with carla.sits(invitation) as page:
        assert "someone else has this seat" in page.refusal()
    with carla.sits(own) as page:
        assert "someone else has this seat" in page.refusal()
    with carla.sits(own.replace("/0", "/1")) as page:
        assert "someone else has this seat" in page.refusal()
    with carla.sits(f"/table#/match/{card['id']}/watch") as page:
        page.until(lambda scene: True)
        page.say("answer", number=1, text="anything")
        assert "spectators cannot" in page.refusal()
    assert bert.get("/api/matches")[0]["id"] == card["id"]
    assert bert.get("/api/door")["matches"][0]["links"] == [f"/table#/match/{card['id']}/1"]


def test_a_free_seat_needs_the_token_of_its_invitation(site: Hosted) -> None:
    anna, bert = site.player(), site.player()
    _, invitation = anna.makes("attack-chart", "person", "guest")["links"]
    bare = "/table" + invitation[invitation.index("#") :]
    with bert.sits(bare) as page:
        assert "you need the invitation link" in page.refusal()
    other = anna.makes("attack-chart", "person", "guest")["links"][1]
    token = other.partition("token=")[2].partition("#")[0]
    with bert.sits(f"/table?token={token}{bare.removeprefix('/table')}") as page:
        assert "you need the invitation link" in page.refusal()


def test_a_bot_plays_and_a_rematch_swaps_the_seats(site: Hosted) -> None:
    anna = site.player()
    card = anna.makes("attack-chart", "person", "random")
    with anna.sits(card["links"][0]) as page:
        while not page.until_asked()["ending"]:
            page.answer()
    again = anna.post(f"/api/matches/{card['id']}/rematch", {"swap": True})["link"]
    assert again.endswith("/1")
    assert anna.post(f"/api/matches/{card['id']}/rematch", {"swap": False})["link"] == again
    with anna.sits(again) as page:
        page.until_asked()
    stranger = site.player().http.post(f"/api/matches/{card['id']}/rematch", json={})
    assert stranger.status_code == 403


def test_a_match_is_played_on_from_a_transcript(site: Hosted) -> None:
    anna = site.player()
    card = anna.makes("attack-chart", "person", "random")
    with anna.sits(card["links"][0]) as page:
        for _ in range(2):  # the first answer may lead to another question of her own
            page.until_asked()
            page.answer()
        page.until_asked()
    text = anna.http.get(f"/api/matches/{card['id']}/transcript").text
    count = len(parse(text).entries)
    assert count >= 2
    other = anna.makes("attack-chart", transcript=text)
    assert other["answers"] == count
    with anna.sits(other["links"][0]) as page:
        page.until_asked()


def test_names_that_are_none_and_what_is_no_match(site: Hosted) -> None:
    anna = site.player()
    for path in ("/api/matches/nothing", "/api/matches/nothing/glance", "/replay/nothing"):
        assert anna.http.get(path).status_code == 404, path
    assert anna.http.post("/api/matches", json={"game": "chess", "players": []}).status_code == 404
    with anna.sits("/table#/match/nothing/watch") as page:
        assert "no match" in page.refusal()
    refused = httpx.post(f"{site.address}/api/matches", json={}, headers={"origin": "http://else"})
    assert refused.status_code == 403


def test_a_page_comes_back_after_a_restart(site: Hosted, patience: float) -> None:
    with empty_database() as database:
        with hosted(database) as first:
            anna = first.player()
            card = anna.makes("attack-chart", "person", "random")
            with anna.sits(card["links"][0]) as page:
                page.until_asked()
                page.answer()
                number = page.until_asked()["ask"]["number"]
            cookies = anna.http.cookies
        with hosted(database) as second:
            anna = second.player()
            anna.http.cookies = cookies
            began = time.monotonic()
            with anna.sits(card["links"][0]) as page:
                assert page.until_asked()["ask"]["number"] >= number  # the bot may have gone on
            assert time.monotonic() - began < 20 * patience
