"""`gattai games` and `gattai rules`."""

from __future__ import annotations

import pytest

from gattai import games
from gattai.games.rule_search import search
from tests.terminal.conftest import Run


def test_games_are_listed_with_document_seats_rules_and_options(run: Run) -> None:
    ran = run("games")
    assert ran.code == 0
    for word in ("attack-chart", "blue, red", "60 of the document, 16 house rules", "method",
                 "formula, chart, ask", "Unofficial"):  # fmt: skip
        assert word in ran.out


def test_games_as_json(run: Run) -> None:
    found = run("games", "--json").json
    assert [game["name"] for game in found["games"]] == list(games.names())
    sheet = next(game for game in found["games"] if game["name"] == "attack-chart")
    assert (sheet["rules"], sheet["house_rules"]) == (60, 16)
    assert {option["name"] for option in sheet["options"]} >= {"method", "rounds"}


def test_all_rules_are_listed(run: Run) -> None:
    ran = run("rules", "attack-chart")
    book = games.load("attack-chart").rulebook
    for rule in book.rule:
        assert rule.id.removeprefix("ATTACK-CHART.") in ran.out
    listed = run("rules", "attack-chart", "--json").json
    assert len(listed["rules"]) == len(book.rule)
    assert len(listed["rulings"]) == len(book.ruling)


@pytest.mark.parametrize("name", ["ATTACK-CHART.SEQ.4-AP", "SEQ.4-AP", "seq.4-ap"])
def test_one_rule_in_full_with_page_certainty_and_rulings(run: Run, name: str) -> None:
    ran = run("rules", "attack-chart", name)
    assert ran.code == 0
    for word in ("ATTACK-CHART.SEQ.4-AP", "Attack Sequence 4", "printed", "AMB.AP-BETTER"):
        assert word in ran.out


def test_certainty_is_said_plainly(run: Run) -> None:
    assert "inferred: illegible" in run("rules", "attack-chart", "FORMULA.POWER-PLUS-1").out
    assert "house: made by us" in run("rules", "attack-chart", "HOUSE.MOVE").out
    assert "public: taken from" in run("rules", "attack-chart", "DIE.ZERO-FAILS").out


def test_one_rule_as_json(run: Run) -> None:
    found = run("rules", "attack-chart", "SEQ.4-AP", "--json").json
    assert found["rule"]["id"] == "ATTACK-CHART.SEQ.4-AP"
    assert [ruling["id"] for ruling in found["rulings"]] == [
        "ATTACK-CHART.AMB.AP-BETTER",
        "ATTACK-CHART.AMB.COVER-AP",
    ]


def test_a_ruling(run: Run) -> None:
    ran = run("rules", "attack-chart", "amb.stack")
    assert ran.code == 0 and "-2 -1 -1 = -4" in ran.out and "Because" in ran.out
    assert run("rules", "attack-chart", "AMB.STACK", "--json").json["ruling"]["question"]


def test_words_find_rules_and_rulings(run: Run) -> None:
    ran = run("rules", "attack-chart", "armour", "save")
    assert ran.code == 0 and "SEQ.4-AP" in ran.out and "AMB.SAVE-ORDER" in ran.out
    assert "SEQ.1-SELECT" not in ran.out


def test_a_question_is_answered_first_and_other_rules_follow(run: Run) -> None:
    ran = run("rules", "attack-chart", "who", "goes", "first")
    assert ran.code == 0 and ran.out.startswith("ATTACK-CHART.HOUSE.ROLL-OFF")
    assert "Each side rolls a d10" in ran.out
    found = run("rules", "attack-chart", "who goes first", "--json").json
    expected = search(games.load("attack-chart"), "who goes first").rules
    assert [rule["id"] for rule in found["rules"]] == [*expected]


def test_an_unknown_id_names_the_nearest(run: Run) -> None:
    ran = run("rules", "attack-chart", "SEQ.4-APP")
    assert ran.code == 1 and "ATTACK-CHART.SEQ.4-AP" in ran.err


def test_words_that_no_rule_has(run: Run) -> None:
    assert run("rules", "attack-chart", "zebra", "crossing").code == 1


def test_an_unknown_game_names_the_nearest(run: Run) -> None:
    ran = run("rules", "atack-chart")
    assert ran.code == 2 and "did you mean 'attack-chart'" in ran.err
