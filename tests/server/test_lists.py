"""Lists over the table's addresses: building, judging, saving, sharing."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from gattai.games.building import JudgedList
from gattai.server.lists import (
    BuilderCard,
    BuilderName,
    ImportedList,
    ImportList,
    SavedList,
    SaveList,
)
from gattai.server.local.lists import ListFolder
from gattai.server.web.building import SavedLists, imported
from tests.server.table import Table

GAMES = ["aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire"]
ARMY = "white-asura!, white-raven, jack-knife-iii*3"


def judged(table: Table, game: str, **sent: Any) -> JudgedList:
    answer = table.http.post(f"/api/builder/{game}/judge", json=sent)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=JudgedList)


def saved(answer: httpx.Response, status: int = 200) -> SavedList:
    assert answer.status_code == status, answer.text
    return msgspec.json.decode(answer.content, type=SavedList)


def save(table: Table, **more: Any) -> SavedList:
    sent = {"game": "mechastellar", "title": "Mine", "text": ARMY, **more}
    return saved(table.http.post("/api/lists", json=sent), 200 if "id" in more else 201)


def test_lists_of_all_games_can_be_built(table: Table) -> None:
    found = msgspec.json.decode(table.http.get("/api/builder").content, type=list[BuilderName])
    assert [each.game for each in found] == GAMES
    assert {each.noun for each in found} == {"squad", "team", "army", "deck"}
    assert found[0].title == "A.E.G.I.S."


@pytest.mark.parametrize("game", GAMES)
def test_the_rows_of_a_ready_made_list_are_judged_legal(table: Table, game: str) -> None:
    answer = table.http.get(f"/api/builder/{game}")
    card = msgspec.json.decode(answer.content, type=BuilderCard)
    ready = card.kit.ready[0]
    by_rows = judged(table, game, rows=msgspec.to_builtins(ready.rows), title="First")
    assert by_rows.is_legal
    assert by_rows == judged(table, game, text=ready.id, title="First")
    assert "title: First\n" in by_rows.shared
    begun = table.begin(game, options=options_of(card, by_rows.text), players=[])
    assert begun["game"] == game


def options_of(card: BuilderCard, text: str) -> dict[str, str]:
    deck = {"decks": "own"} if card.game == "robot-empire" else {}
    return {card.kit.options[0]: text, **deck}


def test_every_broken_rule_of_a_squad_is_named(table: Table) -> None:
    card = msgspec.json.decode(table.http.get("/api/builder/aegis").content, type=BuilderCard)
    one, two = (
        next(each.id for each in card.kit.cards if each.part == part) for part in ("units", "pool")
    )
    found = judged(table, "aegis", text=f"{one},{one},{two}+{one}")
    broken = [line for line in found.lines if line.state == "broken"]
    wanted = {"AEGIS.SQUAD.SIZE", "AEGIS.TERM.LEVELS", "AEGIS.SQUAD.POOL", "AEGIS.SQUAD.UNIQUE"}
    assert {line.cites.rule for line in broken if line.cites} >= wanted
    assert all(line.cites and line.cites.page for line in broken)


def test_settings_change_what_is_legal(table: Table) -> None:
    assert judged(table, "mechastellar", text=ARMY).is_legal
    card = msgspec.json.decode(
        table.http.get("/api/builder/mechastellar", params={"points": "60"}).content,
        type=BuilderCard,
    )
    assert card.settings["points"] == "60"
    over = judged(table, "mechastellar", text=ARMY, settings={"points": "60"})
    assert over.sums[0].most == 60
    assert [line.state for line in over.lines if "more than agreed" in line.text] == ["advice"]


@pytest.mark.parametrize(
    ("path", "sent", "status", "said"),
    [
        ("/api/builder/chess/judge", {"text": ""}, 404, "chess"),
        ("/api/builder/aegis/judge", {"text": 3}, 400, "text"),
        ("/api/builder/aegis/judge", {"text": "x" * 5000}, 400, "4000"),
        ("/api/builder/aegis/judge", {"rows": [{"part": "x", "cards": ["y"]}]}, 400, "part"),
        ("/api/builder/mechastellar/judge", {"settings": {"rulez": "1"}}, 400, "rules"),
        ("/api/lists", {"game": "chess", "title": "x", "text": ""}, 404, "chess"),
        ("/api/lists", {"game": "aegis", "title": " ", "text": ""}, 400, "title"),
        ("/api/lists", {"game": "aegis", "title": "x\x00y", "text": ""}, 400, "title"),
        ("/api/lists", {"game": "aegis", "title": "x", "text": "\x00"}, 400, "printable"),
        ("/api/lists", {"game": "aegis", "title": "x", "text": "", "id": "../x"}, 404, "list"),
        ("/api/lists/nothing-aaaaaaaa/rename", {"title": "x"}, 404, "list"),
        ("/api/lists/nothing-aaaaaaaa/delete", {}, 404, "list"),
        ("/api/lists/import", {"text": "x" * 7000}, 400, "6000"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(
    table: Table, path: str, sent: dict[str, Any], status: int, said: str
) -> None:
    answer = table.http.post(path, json=sent)
    assert answer.status_code == status, answer.text
    assert said in answer.json()["reasons"][0]["text"]


def test_a_list_is_saved_renamed_changed_and_deleted(table: Table) -> None:
    made = save(table, title="  First  list ")
    assert made.title == "First list" and made.judged and made.judged.is_legal
    file = table.data / "lists" / f"{made.id}.txt"
    assert file.read_text("utf-8") == made.judged.shared
    renamed = saved(table.http.post(f"/api/lists/{made.id}/rename", json={"title": "Second"}))
    assert (renamed.id, renamed.title, renamed.text) == (made.id, "Second", made.text)
    changed = save(table, id=made.id, text="white-asura", settings={"points": "100"})
    assert changed.settings == {"points": "100"}
    listed = table.http.get("/api/lists", params={"game": "mechastellar"}).json()
    assert made.id in [each["id"] for each in listed]
    assert made.id not in [
        each["id"] for each in table.http.get("/api/lists", params={"game": "aegis"}).json()
    ]
    gone = saved(table.http.post(f"/api/lists/{made.id}/delete", json={}))
    assert gone.text == changed.text
    assert not file.exists()
    assert table.http.get(f"/api/lists/{made.id}").status_code == 404


def test_an_illegal_list_and_one_that_cannot_be_read_are_saved_as_they_are(table: Table) -> None:
    illegal = save(table, text="white-asura, white-raven")
    unread = save(table, text="white-asura!, wite-raven")
    assert illegal.judged and not illegal.judged.is_legal
    assert unread.text == "white-asura!, wite-raven"
    assert unread.judged and unread.judged.faults[0].nearest[0] == "white-raven"
    for each in (illegal, unread):
        table.http.post(f"/api/lists/{each.id}/delete", json={})


def test_guests_build_and_judge_but_see_no_saved_lists(table: Table) -> None:
    card = table.begin("attack-chart", "guest", "random")
    token = card["links"][0].partition("token=")[2].partition("#")[0]
    guest = {"token": token}
    with httpx.Client(base_url=table.address, trust_env=False) as http:
        assert http.get("/api/builder/aegis", params=guest).status_code == 200
        assert http.get("/api/lists", params=guest).status_code == 403
        sent = {"game": "aegis", "title": "x", "text": ""}
        assert http.post("/api/lists", params=guest, json=sent).status_code == 403
        sent = {"game": "attack-chart", "text": "blue"}
        assert http.post("/api/trials", params=guest, json=sent).status_code == 403


def test_what_is_shared_is_imported(table: Table) -> None:
    shared = judged(
        table, "mechastellar", text=ARMY, title="Sent", settings={"points": "90"}
    ).shared
    answer = table.http.post("/api/lists/import", json={"text": shared})
    found = msgspec.json.decode(answer.content, type=ImportedList)
    assert (found.game, found.title, found.settings["points"]) == ("mechastellar", "Sent", "90")
    assert found.judged and found.judged.shared == shared
    assert not found.faults and not found.remarks


def test_errors_of_an_imported_list_are_where_they_stand_in_the_text() -> None:
    shared = f"gattai list\ngame: mechastellar 0.9\nlist: {ARMY}\n".replace("raven", "ravn")
    found = imported(ImportList(shared))
    (fault,) = found.faults
    assert shared[fault.at : fault.at + fault.length] == "white-ravn"
    assert fault.nearest[0] == "white-raven"
    assert ["version 0.9" in remark for remark in found.remarks] == [True]


def test_the_game_of_a_mere_list_is_found() -> None:
    assert imported(ImportList(ARMY)).game == "mechastellar"
    assert imported(ImportList("gunners, swarm")).game == "attack-chart"
    nothing = imported(ImportList("hello"))
    assert (nothing.game, nothing.judged) == ("", None) and nothing.faults
    wrong = imported(ImportList("hello", "attack-chart"))
    assert wrong.game == "attack-chart" and wrong.faults


def test_reading_never_writes(tmp_path: Path) -> None:
    lists = SavedLists(ListFolder(tmp_path))
    assert asyncio.run(lists.all()) == []
    with pytest.raises(LookupError):
        asyncio.run(lists.find("aegis-aaaaaaaa"))
    assert not [*tmp_path.iterdir()]


def test_a_file_that_somebody_has_spoilt_is_listed_with_its_problem(tmp_path: Path) -> None:
    lists = SavedLists(ListFolder(tmp_path))
    made = asyncio.run(lists.save(SaveList("aegis", "Mine", "arc-buster-offensive")))
    folder = tmp_path / "lists"
    for name, content in {
        "bytes": b"\xff\xfe\x00",
        "empty": b"",
        "other": b"gattai list\ngame: chess 1\nlist: e4\n",
        "setting": b"gattai list\ngame: aegis 1\nsettings: points=1\nlist: x\n",
        "long": b"gattai list\ngame: aegis 1\nlist: " + b"x" * 100_000,
    }.items():
        (folder / f"{name}-aaaaaaaa.txt").write_bytes(content)
    (folder / "notes.txt").write_text("not a list", "utf-8")
    found = {each.id.partition("-")[0]: each for each in asyncio.run(lists.all())}
    assert {*found} == {"aegis", "bytes", "empty", "other", "setting", "long"}
    assert [name for name, each in found.items() if not each.problem] == ["aegis"]
    assert found["aegis"] == made
    assert "chess" in found["other"].problem
    assert asyncio.run(lists.delete("bytes-aaaaaaaa")).problem


def test_lists_are_in_the_order_of_their_last_change(tmp_path: Path) -> None:
    lists = SavedLists(ListFolder(tmp_path))
    one, two = (asyncio.run(lists.save(SaveList("aegis", name, "+"))) for name in ("one", "two"))
    os.utime(tmp_path / "lists" / f"{one.id}.txt", (2e9, 2e9))
    assert [each.title for each in asyncio.run(lists.all())] == ["one", "two"]
    os.utime(tmp_path / "lists" / f"{two.id}.txt", (2e9 + 9, 2e9 + 9))
    assert [each.title for each in asyncio.run(lists.all())] == ["two", "one"]
