"""Each seat is shown what it may see: the toy game with hidden hands, secret bids and reactions."""

import msgspec
import pytest

from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.running.committed import commitment_of
from gattai.kernel.text.transcript import parse
from gattai.server.table.history import has_secrets, public_text
from tests.server.table import Page, Table
from tests.toy.parley import Parley, Show


def texts(page: Page) -> list[str]:
    return [option["text"] for option in page.scene["ask"]["options"]]


def test_a_toy_game_is_offered_and_playable_with_no_client_of_its_own(table: Table) -> None:
    games = {card["name"]: card for card in table.http.get("/api/games").json()}
    assert games["parley"]["seats"] == ["ann", "bob", "cat"]
    match = table.begin("parley", "person", "random", "random", seed="4")["id"]
    with table.page(match) as page:
        while not page.until_asked()["ending"]:
            assert all(option["label"] for option in page.scene["ask"]["options"])
            page.answer()


def test_two_seats_are_shown_different_hands(table: Table) -> None:
    match = table.begin("parley", "person", "guest", "random")["id"]
    with table.page(match, 0) as ann, table.page(match, 1) as bob:
        ann.until_asked(), bob.until_asked()
        assert ann.scene["seat"] == 0 and bob.scene["seat"] == 1
        assert texts(ann) != texts(bob)
        assert "unseen" in ann.log[0]["text"] and not ann.log[0]["faces"]
        ann.answer()
        ann.until(lambda scene: scene["ask"] and not scene["ask"]["is_mine"])
        assert ann.scene["ask"]["options"] == []
        number = bob.scene["ask"]["number"]
        bob.answer()
        bob.until(lambda scene: not scene["ask"] or scene["ask"]["number"] > number)


def test_an_answer_of_another_does_not_make_a_question_to_several_an_old_one(table: Table) -> None:
    match = table.begin("parley", "person", "guest", "guest")["id"]
    with table.page(match, 0) as ann, table.page(match, 1) as bob, table.page(match, 2) as cat:
        for page in (ann, bob, cat):
            page.until_asked()
        number = ann.scene["ask"]["number"]
        bids = [texts(page)[0] for page in (ann, bob, cat)]
        for page, bid in zip((ann, bob, cat), bids, strict=True):
            page.say("answer", number=number, text=bid)
        ann.until(lambda scene: scene["ask"] and scene["ask"]["number"] >= number + 3)
        bob.say("answer", number=number, text=bids[1])
        assert "is not open" in bob.refusal()


def test_at_one_screen_nothing_is_shown_until_the_player_has_sat_down(table: Table) -> None:
    match = table.begin("parley", "person", "person", "random", seed="4")["id"]
    with table.page(match) as page:
        curtain = page.hear()
        assert curtain == {"type": "curtain", "seat": 0, "seats": ["ann", "bob", "cat"]}
        page.say("answer", number=2, text="show 0")
        assert "screen is hidden" in page.refusal()
        page.say("odds", number=2, text="show 0")
        assert "screen is hidden" in page.refusal()
        page.say("reveal", seat=1)
        assert "another player's turn" in page.refusal()
        page.say("reveal", seat=0)
        page.until_asked()
        assert page.scene["seat"] == 0 and page.shown["whole"]
        anns = texts(page)
        page.answer()
        said = page.hear()
        while said["type"] == "scene":  # the bot may answer first; ann may look as long as it does
            assert said["scene"]["seat"] == 0
            said = page.hear()
        assert said == {"type": "curtain", "seat": 1, "seats": ["ann", "bob", "cat"]}
        page.say("reveal", seat=1)
        page.until_asked()
        assert page.scene["seat"] == 1 and page.shown["whole"] and texts(page) != anns


def test_a_second_tab_at_one_screen_begins_behind_the_curtain(table: Table) -> None:
    match = table.begin("parley", "person", "person", "random", seed="4")["id"]
    with table.page(match) as page:
        assert page.hear()["type"] == "curtain"
        page.say("reveal", seat=0)
        page.until_asked()
        with table.page(match, 1) as other:
            assert other.hear() == {"type": "curtain", "seat": 0, "seats": ["ann", "bob", "cat"]}


@pytest.mark.parametrize("what", ["transcript", "position"])
def test_files_do_not_reveal_hidden_information_before_the_end(table: Table, what: str) -> None:
    match = table.begin("parley", "person", "person", "random", seed="4")["id"]
    said = table.http.get(f"/api/matches/{match}/{what}")
    assert said.status_code == 403 and said.json()["reasons"][0]["text"]
    assert table.http.post("/api/replay", json={"match": match}).status_code == 403


def test_a_guest_gets_the_transcript_with_the_secret_of_the_dice_when_the_match_is_over(
    table: Table,
) -> None:
    card = table.begin("attack-chart", "person", "guest", options={"rounds": "1"})
    match = card["id"]
    token = card["links"][1].partition("token=")[2].partition("#")[0]
    address = f"/api/matches/{match}/transcript"
    assert table.http.get(address, params={"token": token}).status_code == 403
    with table.page(match, 0) as one, table.page(match, 1) as two:
        one.hear(), two.hear()
        while not one.scene["ending"]:
            page = one if one.scene["ask"]["is_mine"] else two
            number = page.scene["ask"]["number"]
            page.answer(page.scene["ask"]["number"] * 5)
            for looking in (one, two):
                looking.until(
                    lambda s, n=number: s["ending"] or s["ask"]["number"] > n  # type: ignore[misc]
                )
    transcript = parse(table.http.get(address, params={"token": token}).text)
    commitment = commitment_of(transcript.header.dice)
    assert commitment is not None and commitment.is_of(transcript.secret)


def test_anyone_who_joins_a_match_set_up_from_a_saved_game_is_informed_that_its_secrets_may_be_known(
    table: Table,
) -> None:
    text = Record(Parley(), players=("person",) * 3, dice="seeded 7").transcript().text()
    warned = []
    for players in (("person", "guest", "random"), ("person", "random", "random")):
        match = table.begin("parley", *players, transcript=text)["id"]
        with table.page(match, 0) as page:
            page.until_asked()
            warned.append("may know hidden information" in page.shown["notice"])
    fresh = table.begin("parley", "person", "guest", "random")["id"]
    with table.page(fresh, 1) as page:
        page.until_asked()
        warned.append(bool(page.shown["notice"]))
    assert warned == [True, False, False]


def test_a_secret_answer_is_not_revealed_to_those_who_are_asked_to_agree() -> None:
    record = Record(Parley())
    record.answer(tuple(range(12)))
    assert has_secrets(record.position)
    record.answer(Show(0), Seat(0))
    assert public_text(record.past[-1], "show 0") == "a secret answer"
    assert public_text(record.past[0], "0 1 2") == "0 1 2"


def test_no_byte_of_a_page_depends_on_what_its_seat_may_not_see(table: Table) -> None:
    """In many deals Ann holds the same cards and the others do not."""
    pages: dict[bytes, set[bytes]] = {}
    deals = 20
    for _ in range(deals):
        match = table.begin("parley", "person", "guest", "guest")["id"]
        with table.page(match, 0) as ann:
            ann.until_asked()
            hand = msgspec.json.encode(texts(ann))
            pages.setdefault(hand, set()).add(msgspec.json.encode(ann.shown))
    assert len(pages) < deals
    assert all(len(seen) == 1 for seen in pages.values())
