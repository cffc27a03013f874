"""A match by link in the browser: two tables with data folders of their own that only exchange links."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from gattai.kernel.text.transcript import parse
from gattai.server.local.by_link import OwnCopies, in_letters, in_link
from tests.server.table import Page, Table, opened
from tests.terminal.conftest import run_alone

Json = dict[str, Any]
MOST = 400


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with opened(tmp_path_factory.mktemp("there") / "data") as table:
        yield table


def begun(table: Table, game: str = "attack-chart", *, seat: int = 0) -> Json:
    players = ["person", "link"] if seat == 0 else ["link", "person"]
    return table.begin(game, *players)


def posted(table: Table, link: str) -> httpx.Response:
    return table.http.post("/api/links", json={"link": link})


def opens(table: Table, link: str) -> Json:
    """The card of the match that a link leads to."""
    found = posted(table, link)
    assert found.status_code == 200, found.text
    card: Json = found.json()["match"]
    return card


def refused(table: Table, link: str) -> str:
    found = posted(table, link)
    assert found.status_code == 400, found.text
    return " / ".join(reason["text"] for reason in found.json()["reasons"])


def seat_of(card: Json) -> int:
    seat: int = (
        card["players"].index("person") if "link" in card["players"] else int(card["links"][0][-1])
    )
    return seat


def answers(page: Page) -> str:
    """Answer until the other side has to; the link that the page then shows."""
    for _ in range(MOST):
        page.until(lambda scene: bool(page.shown["by_link"]) or bool(scene["ask"]["is_mine"]))
        if page.shown["by_link"]:
            link: str = page.shown["by_link"]["link"]
            return link
        page.answer(page.scene["ask"]["number"])
    raise AssertionError("this turn has no end")


def turn(table: Table, card: Json) -> tuple[str, str]:
    """Answer until the other side has to; the link to send, and what for."""
    with table.page(card["id"], seat_of(card)) as page:
        link = answers(page)
        why: str = page.shown["by_link"]["why"]
        # It waits for the other side: to answer, or to show its value for the dice.
        ask = page.scene["ask"]
        assert why in ("end", "invitation") or ask["seats"] == [1 - seat_of(card)]
        return link, why


def transcript(table: Table, card: Json) -> str:
    text: str = table.http.get(f"/api/matches/{card['id']}/transcript").text
    return text


@pytest.mark.parametrize("seat", [0, 1])
def test_the_one_who_invites_answers_after_the_other_side_has_joined(
    table: Table, there: Table, seat: int
) -> None:
    mine = begun(table, "mechastellar", seat=seat)
    link, why = turn(table, mine)
    assert why == "invitation"
    theirs = opens(there, link)
    reasons, one, other = set(), (there, theirs), (table, mine)
    for _ in range(6):
        link, why = turn(*one)
        reasons.add(why)
        opens(other[0], link)
        one, other = other, one
    assert reasons == {"dice", "answer"}
    ours, others = (parse(transcript(*side)).entries for side in (one, other))
    assert len(ours) >= 6 and ours[: len(others)] == others


def test_a_whole_match_is_verified_from_the_transcript_of_either(
    table: Table, there: Table, tmp_path: Path
) -> None:
    mine = table.begin("attack-chart", "person", "link", options={"rounds": "1"})
    theirs = opens(there, turn(table, mine)[0])
    one, other = (there, theirs), (table, mine)
    link, why = turn(*one)
    while why != "end":
        opens(other[0], link)
        one, other = other, one
        link, why = turn(*one)
    opens(other[0], link)
    for name, side in (("one", one), ("other", other)):
        file = tmp_path / f"{name}.txt"
        file.write_text(transcript(*side), "utf-8")
        ran = run_alone("verify", file)
        assert ran.code == 0, ran.text
        assert "each from a value of both seats" in ran.out
    again = table.http.post(f"/api/matches/{mine['id']}/rematch", json={"swap": True}).json()
    assert again["link"].endswith("/1")
    found = table.http.get(f"/api/matches/{again['link'].split('/')[-2]}").json()
    assert turn(table, found)[1] == "invitation"


def test_a_killed_table_goes_on_where_it_was_and_shows_the_same_link(
    table: Table, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with opened(data) as first:
        mine = begun(first)
        invitation = turn(first, mine)
        theirs = opens(table, invitation[0])
        opens(first, turn(table, theirs)[0])
        sent = turn(first, mine)
        first.kill()
    with opened(data) as second:
        assert turn(second, mine) == sent
        listed = second.http.get("/api/matches").json()
        assert [card["id"] for card in listed] == [mine["id"]]
        assert listed[0]["links"] == second.http.get(f"/api/matches/{mine['id']}").json()["links"]


def test_a_page_that_is_open_shows_what_a_link_brings(table: Table, there: Table) -> None:
    mine = begun(table)
    with table.page(mine["id"], 0) as page:
        theirs = opens(there, answers(page))
        link, _ = turn(there, theirs)
        opens(table, link)
        with pytest.raises(ConnectionClosed, match="1012"):
            page.until(lambda scene: not page.shown["by_link"])
    with table.page(mine["id"], 0) as page:
        page.until(lambda scene: scene["log"] != [])


def test_an_old_link_is_no_news_and_changes_nothing(table: Table, there: Table) -> None:
    mine = begun(table)
    invitation, _ = turn(table, mine)
    assert posted(there, invitation).json()["is_new"] is True
    assert posted(there, invitation).json()["is_new"] is False
    theirs = opens(there, invitation)
    link, _ = turn(there, theirs)
    assert posted(table, link).json()["is_new"] is True
    kept = transcript(table, mine)
    for old in (invitation, link):
        assert posted(table, old).json()["is_new"] is False
        assert transcript(table, mine) == kept


def test_an_invitation_that_somebody_else_took_is_refused(
    table: Table, there: Table, tmp_path: Path
) -> None:
    mine = begun(table)
    invitation, _ = turn(table, mine)
    link, _ = turn(there, opens(there, invitation))
    opens(table, link)
    with opened(tmp_path / "data") as third:
        late, _ = turn(third, opens(third, invitation))
        assert "another match" in refused(table, late)
        assert "another match" in refused(third, turn(table, mine)[0])
        third.kill()


def test_a_changed_link_is_refused_and_the_match_goes_on(table: Table, there: Table) -> None:
    mine = begun(table)
    theirs = opens(there, turn(table, mine)[0])
    link, _ = turn(there, theirs)
    text = in_link(link)
    last = text.splitlines()[-1]
    forged = text.replace(last, last[:-1] + ("0" if last[-1] != "0" else "1"))
    assert "lead" in refused(table, f"#/open/{in_letters(forged)}")
    short = refused(table, link[:-8])
    assert "cut short" in short or "damaged" in short
    assert "not a link" in refused(table, "hello, it is your turn")
    assert posted(table, link).json()["is_new"] is True


@pytest.mark.parametrize("game", ["robot-empire", "aristeia"])
def test_a_game_that_hides_something_offers_no_links_and_refuses_them(
    table: Table, game: str
) -> None:
    card = table.http.get(f"/api/games/{game}").json()
    assert "link" not in [opponent["name"] for opponent in card["opponents"]]
    made = table.http.post("/api/matches", json={"game": game, "players": ["person", "link"]})
    assert made.status_code == 400
    assert "two seats" in made.text or "hides cards" in made.text


def test_an_open_game_offers_links(table: Table) -> None:
    for game in ("aegis", "attack-chart", "mechastellar"):
        card = table.http.get(f"/api/games/{game}").json()
        assert "link" in [opponent["name"] for opponent in card["opponents"]]


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"players": ["link", "link"]}, "you and one other person"),
        ({"players": ["rookie", "link"]}, "you and one other person"),
        ({"players": ["person", "link"], "seed": "7"}, "come from both players"),
        ({"players": ["person", "link"], "physical_dice": True}, "come from both players"),
        ({"players": ["person", "link"], "guided": True}, "beginning of a game"),
    ],
)
def test_what_a_match_by_link_cannot_be(table: Table, wanted: Json, reason: str) -> None:
    made = table.http.post("/api/matches", json={"game": "attack-chart", **wanted})
    assert made.status_code == 400 and reason in made.text


def test_nobody_sits_on_the_seat_of_the_other_side(table: Table) -> None:
    mine = begun(table)
    with table.page(mine["id"], 1) as page:
        assert "answers come in links" in page.refusal()
    with table.page(mine["id"], "watch") as page:
        page.until(lambda scene: scene["seats"] != [])
        assert page.shown["by_link"] is None


@pytest.mark.parametrize(
    ("kind", "fields"),
    [("undo", {"number": 1}), ("resign", {}), ("offer-draw", {}), ("abort", {}), ("claim", {})],
)
def test_nothing_but_answers_goes_into_a_match_by_link(
    table: Table, kind: str, fields: Json
) -> None:
    mine = begun(table)
    with table.page(mine["id"]) as page:
        answers(page)
        assert not any(
            page.shown[can] for can in ("can_undo", "can_resign", "can_draw", "can_abort")
        )
        page.say(kind, **fields)
        assert "answers only" in page.refusal()


def test_nobody_answers_for_the_dice_or_for_the_other_side(table: Table, there: Table) -> None:
    mine = begun(table)
    with table.page(mine["id"]) as page:
        answers(page)
        page.say("answer", number=1, text="6")
        assert "no question is open" in page.refusal()
    theirs = opens(there, turn(table, mine)[0])
    turn(there, theirs)
    with there.page(theirs["id"], seat_of(theirs)) as page:
        answers(page)
        page.say("answer", number=page.scene["ask"]["number"], text="pass")
        refusal = page.refusal()
        assert "not you" in refusal or "no question is open" in refusal


def test_the_copy_is_stored_before_its_link_is_shown(table: Table) -> None:
    mine = begun(table)
    link, _ = turn(table, mine)
    copy = OwnCopies(table.data).find(in_link(link))
    assert copy is not None and copy.text == in_link(link)
    assert copy.secret not in link and copy.secret not in copy.text


def test_only_the_host_opens_links(table: Table) -> None:
    made = table.begin("attack-chart", "person", "guest")
    guest = made["links"][1].partition("token=")[2].partition("#")[0]
    found = httpx.post(
        f"{table.address}/api/links",
        params={"token": guest},
        json={"link": "#/open/x"},
        trust_env=False,
    )
    assert found.status_code == 403
