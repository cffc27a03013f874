"""An analysis at the local table: both sides played by one person, going back, and what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import gattai
from tests.analysed import AT, analysis_text, game_text
from tests.server.table import Json, Page, Table, opened


def begun(table: Table, **wanted: object) -> str:
    wanted = {"transcript": game_text(), "at": AT, **wanted}
    match: str = table.begin("attack-chart", analysis=True, **wanted)["id"]
    return match


def rows(page: Page) -> list[Json]:
    found: list[Json] = page.shown["variations"]["rows"]
    return found


def here(page: Page) -> Json:
    (row,) = (row for row in rows(page) if row["is_here"])
    return row


def asks(page: Page, do: str, place: str, text: str = "") -> None:
    """Ask for something and hear what is shown then."""
    page.say("analyse", do=do, place=place, text=text)
    page.hears("scene")
    page.until_asked()


def answers(page: Page, option: int = 0) -> None:
    page.until_asked()
    page.answer(option)
    page.until_asked()


def test_both_sides_are_played_and_another_answer_is_a_variation(table: Table) -> None:
    with table.page(begun(table)) as page:
        page.until_asked()
        last = max(row["number"] for row in rows(page))
        assert here(page)["number"] == AT, "the whole game stands in the list"
        assert last > AT and not page.shown["thinking"]
        answers(page, 1)
        assert here(page)["depth"] == 1 and here(page)["number"] == AT + 1
        seats = {page.scene["turn"]}
        for _ in range(12):
            if page.scene["ending"]:
                break
            answers(page, -1)
            seats.add(here(page)["seat"])
        assert {0, 1} <= seats
        assert max(row["number"] for row in rows(page) if not row["depth"]) == last


def test_one_goes_to_any_step_and_nothing_is_lost(table: Table) -> None:
    with table.page(begun(table)) as page:
        page.until_asked()
        answers(page, 1)
        ours, listed = here(page), [row["id"] for row in rows(page)]
        main = [row for row in rows(page) if not row["depth"] and not row["is_dice"]]
        asks(page, "go", main[2]["id"])
        assert here(page)["id"] == main[2]["id"]
        assert page.scene["ask"]["number"] == main[2]["number"] + 1
        asks(page, "go", "0")
        assert here(page)["number"] == 1, "the roll-off was thrown, and is not thrown again"
        asks(page, "go", ours["id"])
        assert here(page)["id"] == ours["id"]
        assert {row["id"] for row in rows(page)} == set(listed)


def test_dice_are_thrown_again_only_if_one_asks_for_it(table: Table) -> None:
    with table.page(begun(table)) as page:
        page.until_asked()
        thrown = next(row for row in rows(page)[1:] if row["is_dice"])
        before = next(row for row in reversed(rows(page)) if row["number"] < thrown["number"])
        count = len(rows(page))
        asks(page, "go", before["id"])
        assert len(rows(page)) == count and here(page)["number"] >= before["number"]
        tries = 0
        while len(rows(page)) == count and tries < 5:  # the same faces are the same step
            asks(page, "roll", thrown["id"])
            tries += 1
        assert here(page)["is_dice"] and here(page)["depth"] == 1
        page.say("analyse", do="roll", place=before["id"])
        assert "only dice" in page.refusal()


def test_notes_and_deleted_variations_are_kept_over_a_restart(table: Table) -> None:
    match = begun(table, transcript=analysis_text(), at=None)
    with table.page(match) as page:
        page.until_asked()
        ours = here(page)
        assert ours["depth"] == 1
        assert [row["note"] for row in rows(page) if row["note"]] == ["Why not?"]
        asks(page, "note", ours["id"], "Better, I think.")
        assert here(page)["note"] == "Better, I think."
    text = table.http.get(f"/api/matches/{match}/transcript").text
    assert "note Better, I think." in text
    assert (table.data / "matches" / f"{match}.txt").read_text() == text
    again = begun(table, transcript=text, at=None)
    with table.page(again) as page:
        page.until_asked()
        assert here(page)["note"] == "Better, I think.", "export and import"
        asks(page, "delete", ours["id"])
        assert here(page)["number"] == AT and all(not row["depth"] for row in rows(page))
        page.say("analyse", do="go", place=ours["id"])
        assert "no answer" in page.refusal()


def test_an_analysis_is_listed_and_opened_again_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as table:
        match = begun(table)
        with table.page(match) as page:
            page.until_asked()
            answers(page, 1)
            before = page.shown["variations"]
        (card,) = table.http.get("/api/matches").json()
    with opened(tmp_path / "data") as table:
        (later,) = table.http.get("/api/matches").json()
        for each in (card, later):
            assert each["is_analysis"] and not each["is_over"] and not each["replay"]
            assert not each["damaged"]
        with table.page(match) as page:
            page.until_asked()
            assert page.shown["variations"] == before


def test_there_is_nobody_to_ask_but_the_coach_helps_both_sides(table: Table) -> None:
    with table.page(begun(table)) as page:
        page.until_asked()
        may = ("can_undo", "can_resign", "can_draw", "can_abort")
        assert not any(page.shown[name] for name in may) and page.shown["can_coach"]
        page.say("resign")
        assert "go to an earlier step" in page.refusal()
        page.say("coach", number=page.scene["ask"]["number"])
        assert page.hears("coach")["advice"]


def test_the_first_answer_can_be_tried_at_once(table: Table) -> None:
    with table.page(begun(table)) as page:
        page.until_asked()
        text = page.scene["ask"]["options"][-1]["text"]
    with table.page(begun(table, tries=text)) as page:
        page.until_asked()
        assert here(page)["number"] > AT and here(page)["depth"] == 1


def test_nothing_hidden_leaves_a_running_game_to_be_analysed(table: Table) -> None:
    match = table.begin("robot-empire", "person", "random")["id"]
    refused = table.http.get(f"/api/matches/{match}/transcript")
    assert refused.status_code != 200 and "hidden" in refused.text
    match = table.begin("attack-chart", "person", "person")["id"]
    assert table.http.get(f"/api/matches/{match}/transcript").status_code != 200


def test_a_game_is_no_analysis(table: Table) -> None:
    match = table.begin("attack-chart", "person", "random")["id"]
    with table.page(match) as page:
        page.until_asked()
        page.say("analyse", do="go", place="0")
        assert "no analysis" in page.refusal()
    with table.page(begun(table), "watch") as page:
        page.say("analyse", do="go", place="0")
        assert "spectators" in page.refusal()


def test_hidden_hands_are_open_to_the_one_who_plays_all_seats(table: Table) -> None:
    game = (
        gattai.game("robot-empire").begin(seed=3).play_out("random", until=lambda m: m.number > 30)
    )
    match = table.begin("robot-empire", transcript=game.text(), at=12, analysis=True)["id"]
    with table.page(match) as page:
        page.until_asked()
        for _ in range(6):
            answers(page)
            assert page.scene["ask"] is None or page.scene["ask"]["is_mine"], "no curtain"


LAID = """phase fighting; lancer-team at 3,2; warden-squad at 1,2; bulwark-walker at 7,0; oracle at 10,1
gunners at 5,2, hp 2; gorehide at -4,11; swarm at 2,10; reaver-pack at 11,11"""


@pytest.mark.parametrize(("position", "hp"), [(LAID, 2), ("", 3)])
def test_it_begins_from_a_table_in_words_or_from_the_start(
    table: Table, position: str, hp: int
) -> None:
    match = begun(table, transcript="", at=None, position=position)
    with table.page(match) as page:
        page.until_asked()
        (gunners,) = (
            piece for piece in page.scene["pieces"] if piece["name"].startswith("Gunners")
        )
        assert gunners["bar"]["now"] == hp
        answers(page)
        assert here(page)["depth"] == 0


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"transcript": "gattai analysis 1\nnonsense"}, "line 2"),
        ({"transcript": "hello"}, "not a transcript"),
        ({"at": 99}, "no answer 99"),
        ({"tries": "fly away"}, "no action 'fly'"),
        ({"transcript": "", "at": None, "position": "nobody at 3,2"}, "nobody"),
    ],
)
def test_what_cannot_be_analysed_is_refused_with_the_reason(
    table: Table, wanted: Json, why: str
) -> None:
    body = {
        "game": "attack-chart",
        "players": [],
        "analysis": True,
        "transcript": game_text(),
        "at": AT,
    }
    refused = table.http.post("/api/matches", json={**body, **wanted})
    assert refused.status_code in (400, 404, 422), refused.text
    assert why in refused.json()["reasons"][0]["text"]


def test_a_damaged_file_is_listed_with_the_line(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as table:
        match = begun(table)
        path = table.data / "matches" / f"{match}.txt"
        path.write_text(path.read_text().replace("\n3 ", "\nthree ", 1))
    with opened(tmp_path / "data") as table:
        (card,) = table.http.get("/api/matches").json()
        assert "expected '3 who answer" in card["damaged"]
