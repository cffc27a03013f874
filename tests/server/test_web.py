"""Everything that is not a socket: games, rules, matches, replays, pages."""

import subprocess
import sys

import httpx
import msgspec
import pytest

from gattai.server.messages import GameListing, MatchCard, ReplayStep
from gattai.server.rule_cards import RuleCard
from gattai.server.web import static_files as pages
from tests.server.table import ROOT, Table


def test_games_come_with_their_options_seats_and_opponents(table: Table) -> None:
    cards = msgspec.json.decode(table.http.get("/api/games").content, type=list[GameListing])
    aegis = next(card for card in cards if card.name == "aegis")
    assert aegis.seats == ("red", "blue")
    fields = next(option for option in aegis.options if option.name == "field")
    assert fields.default in {offer.value for offer in fields.choices}
    names = [one.name for one in aegis.opponents]
    assert {"person", "guest", "random"} <= {*names} and all(one.about for one in aegis.opponents)


def test_rules_come_with_page_and_rulings(table: Table) -> None:
    found = msgspec.json.decode(table.http.get("/api/rules/aegis").content, type=list[RuleCard])
    assert all(rule.id.startswith("AEGIS.") and rule.text for rule in found)
    assert any(rule.rulings for rule in found)
    assert table.http.get("/api/rules/chess").status_code == 404


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"game": "chess", "players": []}, "chess"),
        ({"game": "aegis", "players": ["person"]}, "2 seats"),
        ({"game": "aegis", "players": ["person", "randm"]}, "random"),
        ({"game": "aegis", "players": [], "options": {"feild": "x"}}, "field"),
        ({"game": "aegis", "players": [], "options": {"field": "x\ny"}}, "x y"),
        ({"game": "aegis", "players": [], "seed": "a b"}, "seed"),
        ({"game": "aegis", "players": [], "transcript": "hello"}, "not a transcript"),
        ({"game": "aegis", "players": [], "options": {"red": "a,b+"}}, "a"),
        ({"game": "aegis"}, "players"),
        ({"game": 3, "players": []}, ""),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_a_reason(
    table: Table, wanted: dict[str, object], reason: str
) -> None:
    said = table.http.post("/api/matches", json=wanted)
    assert said.status_code in (400, 404), said.text
    assert reason in said.text and said.json()["reasons"]
    assert "Traceback" not in said.text


def test_a_squad_against_the_rules_is_refused_with_the_rules(table: Table) -> None:
    unit = table.http.get("/api/builder/aegis").json()["kit"]["cards"][0]["id"]
    wanted = {"game": "aegis", "players": [], "options": {"red": f"{unit},{unit}"}}
    said = table.http.post("/api/matches", json=wanted)
    assert said.status_code == 400
    assert {reason["cites"]["rule"] for reason in said.json()["reasons"]} >= {"AEGIS.SQUAD.SIZE"}


def played(table: Table) -> tuple[str, str]:
    match = table.begin("attack-chart", "random", "random", seed="6", options={"rounds": "1"})["id"]
    with table.page(match, "watch") as page:
        page.until(lambda scene: scene["ending"] is not None)
    return match, table.http.get(f"/api/matches/{match}/transcript").text


def step(table: Table, **wanted: object) -> ReplayStep:
    said = table.http.post("/api/replay", json=wanted)
    assert said.status_code == 200, said.text
    return msgspec.json.decode(said.content, type=ReplayStep)


def test_a_replay_is_stepped_through_from_a_file_and_from_a_match(table: Table) -> None:
    match, text = played(table)
    first = step(table, transcript=text)
    assert first.number == 0 and first.answer == "" and first.scene.board
    last = step(table, match=first.id, at=-1)
    assert last.number == last.last and last.scene.ending and last.log
    middle = step(table, match=match, at=5)
    assert (
        middle.answer
        and middle.log
        and middle == msgspec.structs.replace(step(table, match=first.id, at=5), id=match)
    )
    for wanted in ({"match": match, "at": 10_000}, {"match": match, "seat": 9}):
        assert table.http.post("/api/replay", json=wanted).status_code == 400
    forged = text.replace("#", "#0", 1)
    assert table.http.post("/api/replay", json={"transcript": forged}).status_code == 400


def test_one_plays_on_from_any_step_with_other_players(table: Table) -> None:
    _, text = played(table)
    card = table.begin("attack-chart", "person", "person", transcript=text, at=7)
    assert card["answers"] >= 7
    with table.page(card["id"]) as page:
        page.until_asked()
        page.answer()
        page.until_asked()
    kept = (table.data / "matches" / f"{card['id']}.txt").read_text("utf-8")
    strip = [line.partition(" #")[0] for line in kept.split("begin\n")[1].splitlines()]
    assert (
        strip[:7] == [line.partition(" #")[0] for line in text.split("begin\n")[1].splitlines()][:7]
    )


def test_a_position_can_be_had_as_text(table: Table) -> None:
    match = table.begin("aegis", "person", "person", seed="1")["id"]
    said = table.http.get(f"/api/matches/{match}/position")
    assert said.status_code == 200 and '"gattai": "position 1"' in said.text
    assert said.headers["content-type"].startswith("text/plain")


def test_matches_are_listed_the_last_played_first(table: Table) -> None:
    made = table.begin("aegis", "person", "random")
    listed = msgspec.json.decode(table.http.get("/api/matches").content, type=list[MatchCard])
    assert listed[0].id == made["id"] and listed[0].links == tuple(made["links"])
    assert not listed[0].is_over


def test_the_page_keeps_to_itself(table: Table) -> None:
    said = httpx.get(f"{table.address}/?token={table.token}", trust_env=False)
    assert said.status_code == 200 and "<html" in said.text
    assert said.headers["content-type"] == "text/html; charset=utf-8"
    policy = said.headers["content-security-policy"]
    assert "default-src 'self'" in policy and f"ws://127.0.0.1:{table.port}" in policy
    assert said.headers["x-content-type-options"] == "nosniff"
    assert said.headers["referrer-policy"] == "no-referrer"
    cookie = said.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


def test_the_token_may_come_as_a_cookie(table: Table) -> None:
    with httpx.Client(base_url=table.address, trust_env=False) as browser:
        assert browser.get("/api/games").status_code == 403
        assert browser.get("/").status_code == 200
        assert browser.get("/api/games").status_code == 403
        browser.get("/", params={"token": table.token})
        assert browser.get("/api/games").status_code == 200


def test_before_the_client_is_built_a_page_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDER", ROOT / "nowhere")
    found = pages.file("")
    assert found is not None and b"make web" in found.content
    assert pages.file("client.js") is None


def test_the_schema_names_every_message() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "gattai.server.schema"], capture_output=True, check=True
    )
    schema = msgspec.json.decode(ran.stdout)
    assert {"FromPage", "ToPage", "Scene", "NewMatch", "BuilderCard"} <= {*schema["$defs"]}
    tags = {
        part["properties"]["type"]["enum"][0]
        for name, part in schema["$defs"].items()
        if "enum" in part.get("properties", {}).get("type", {})
    }
    assert {"answer", "scene", "curtain", "refused"} <= tags
