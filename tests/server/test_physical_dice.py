"""Matches with real dice: the table waits for the faces, asks only those who throw, and writes them down."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gattai import games
from gattai.kernel.text.transcript import parse
from gattai.server.table.opening import resumed
from tests.server.table import Json, Page, Table, opened
from tests.terminal.conftest import run_here

ANSWERS = 60
NAMES = [*games.names()]


def is_ours(scene: Json) -> bool:
    """Whether this page can do something, or the game is over."""
    return bool(scene["ending"] or (scene["ask"] and scene["ask"]["is_mine"]))


def waits(page: Page) -> Json:
    """Listen until this page is asked for an answer or for faces, or the game is over."""
    while not page.scene or not (is_ours(page.scene) or page.shown["throw"]):
        said = page.hear()
        if said["type"] == "curtain":
            page.say("reveal", seat=said["seat"])
    return page.shown


def faces(throw: Json, rng: random.Random) -> str:
    """Faces for every die of a throw, as a person reads them from the table."""
    return " ".join(
        rng.choice(group["faces"])["face"]
        for group in throw["groups"]
        for _ in range(group["count"])
    )


def enter(page: Page, text: str) -> None:
    page.say("answer", number=page.scene["ask"]["number"], text=text, epoch=page.shown["epoch"])


def play(page: Page, answers: int, rng: random.Random) -> int:
    """Answer at random and throw every die that is asked for; returns the number of throws."""
    throws = 0
    while True:
        shown = waits(page)
        ask = page.scene["ask"]
        if page.scene["ending"] or ask["number"] > answers:
            return throws
        if shown["throw"]:
            throws += 1
            enter(page, faces(shown["throw"], rng))
        else:
            enter(page, rng.choice(ask["options"])["text"])
        page.scene = {}


def until_thrown(page: Page, rng: random.Random) -> Json:
    """Answer at random until this page is asked for faces."""
    while not waits(page)["throw"]:
        enter(page, rng.choice(page.scene["ask"]["options"])["text"])
        page.scene = {}
    throw: Json = page.shown["throw"]
    return throw


@pytest.mark.parametrize("game", NAMES)
def test_sixty_answers_are_played_with_real_dice_and_verify(
    table: Table, tmp_path: Path, game: str
) -> None:
    rng = random.Random(game)
    match = table.begin(game, "person", "random", physical_dice=True)["id"]
    with table.page(match) as page:
        throws = play(page, ANSWERS, rng)
    text = (table.data / "matches" / f"{match}.txt").read_text("utf-8")
    record = resumed(parse(text))
    assert record.header.dice == "physical" and record.count >= ANSWERS
    file = tmp_path / "match.txt"
    file.write_text(text, "utf-8")
    out = " ".join(run_here("verify", file).out.split())
    assert f"physical: {throws} throw" in out and "cannot show whether it really fell so" in out
    assert "Everything that can be checked is valid" in out
    if game in ("aristeia", "robot-empire"):
        assert "the program shuffled or drew blindly" in out


def test_two_people_at_one_screen_throw_behind_the_curtain(table: Table) -> None:
    game = "robot-empire"
    match = table.begin(game, "person", "person", physical_dice=True)["id"]
    with table.page(match) as page:
        assert play(page, ANSWERS, random.Random(game)) > 0


def test_the_faces_and_their_odds_are_shown_to_who_throws_and_wrong_faces_are_refused(
    table: Table,
) -> None:
    match = table.begin("attack-chart", "person", "random", physical_dice=True)["id"]
    rng = random.Random(1)
    with table.page(match) as page, table.page(match, "watch") as watcher:
        throw = until_thrown(page, rng)
        number = page.scene["ask"]["number"]
        assert page.scene["ask"]["kind"] == "roll" and not page.scene["ask"]["is_mine"]
        many = sum(group["count"] for group in throw["groups"])
        assert [face["face"] for face in throw["groups"][0]["faces"]] == [*"0123456789"]
        for odds in throw["odds"]:
            assert sum(share for _, share in odds["bars"]) == pytest.approx(1)
        enter(page, " ".join(["11"] * many))
        assert "a d10 has no face '11'; its faces are 0 1 2 3 4 5 6 7 8 9" in page.refusal()
        enter(page, "3 " * (many + 1))
        assert f"{many} faces, not {many + 1}" in page.refusal()
        watcher.until(lambda scene: scene["ask"]["number"] == number)
        assert watcher.shown["throw"] is None
        enter(watcher, " ".join(["3"] * many))
        assert "spectators cannot do this" in watcher.refusal()
        page.say("odds", number=number, text="end")
        assert "the dice are thrown first" in page.refusal()
        enter(page, " ".join(["3"] * many))
        page.scene = {}
        waits(page)
        assert page.scene["ask"]["number"] > number


def settled(pages: tuple[Page, Page]) -> None:
    """Listen until both pages know the same question."""
    for page in pages:
        page.until(lambda scene: scene["ask"] is not None)
    while pages[0].scene["ask"]["number"] != pages[1].scene["ask"]["number"]:
        min(pages, key=lambda page: int(page.scene["ask"]["number"])).hear()


def test_two_people_throw_their_own_dice_and_not_each_others(table: Table) -> None:
    card = table.begin("attack-chart", "person", "guest", physical_dice=True)
    rng, thrown = random.Random(2), [0, 0]
    token = card["links"][1].partition("token=")[2].partition("#")[0]
    with table.page(card["id"]) as one, table.page(card["id"], 1, token=token) as other:
        pages = (one, other)
        while min(thrown) < 2:
            settled(pages)
            throwing = [seat for seat in (0, 1) if pages[seat].shown["throw"]]
            if throwing:
                (seat,) = throwing
                text = faces(pages[seat].shown["throw"], rng)
                enter(pages[1 - seat], text)
                name = pages[seat].scene["seats"][seat]
                assert pages[1 - seat].refusal() == f"{name} throws these dice, not you"
                thrown[seat] += 1
            else:
                (seat,) = (each for each in (0, 1) if pages[each].scene["ask"]["is_mine"])
                options = pages[seat].scene["ask"]["options"]
                text = max(options, key=lambda option: (option["has_odds"], rng.random()))["text"]
            enter(pages[seat], text)
            for page in pages:
                page.scene = {}


def test_the_throw_is_asked_again_after_a_reload_an_undo_and_a_crash(tmp_path: Path) -> None:
    rng = random.Random(3)
    with opened(tmp_path / "data") as table:
        match = table.begin("attack-chart", "person", "person", physical_dice=True)["id"]
        with table.page(match) as page:
            enter(page, faces(until_thrown(page, rng), rng))  # the roll-off
            page.scene = {}
            throw, number = until_thrown(page, rng), page.scene["ask"]["number"]
            what = page.scene["ask"]["what"]
        with table.page(match) as page:
            assert waits(page)["throw"] == throw and page.scene["ask"]["number"] == number
        table.kill()
    with opened(tmp_path / "data") as table, table.page(match) as page:
        assert waits(page)["throw"] == throw and page.scene["ask"]["what"] == what
        assert page.shown["can_undo"]
        page.say("undo", number=number)
        page.scene = {}
        assert waits(page)["throw"] is None and page.scene["ask"]["number"] < number
        assert until_thrown(page, rng)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"players": ["random", "random"]}, "need a person at the table"),
        ({"players": ["person", "random"], "seed": "7"}, "physical dice have no seed"),
        ({"players": [], "guided": True}, "a lesson and a match that plays on keep their dice"),
    ],
)
def test_a_match_that_cannot_have_real_dice_is_refused_with_the_reason(
    table: Table, wanted: dict[str, object], reason: str
) -> None:
    asked = {"game": "aegis", "physical_dice": True, **wanted}
    said = table.http.post("/api/matches", json=asked)
    assert said.status_code == 400 and reason in said.text


def test_a_match_by_seed_never_asks_for_faces(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", seed="7")["id"]
    with table.page(match) as page:
        assert play(page, ANSWERS, random.Random(4)) == 0


def test_bots_cannot_play_on_alone_and_people_go_on_throwing(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random", physical_dice=True)["id"]
    rng = random.Random(5)
    with table.page(match) as page:
        play(page, 12, rng)
    text = table.http.get(f"/api/matches/{match}/transcript").text
    alone = {"game": "attack-chart", "players": ["random", "random"], "transcript": text}
    assert "need a person at the table" in table.http.post("/api/matches", json=alone).text
    later = table.begin("attack-chart", "person", "random", transcript=text)["id"]
    with table.page(later) as page:
        assert until_thrown(page, rng)
