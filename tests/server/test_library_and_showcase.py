"""The first screen and the set-up: games with posters, options with pictures, matches."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from gattai import games
from gattai.games.poster import Poster
from gattai.server.messages import Choice, Door, Glance
from gattai.server.web import library, showcase
from tests.server.table import Table, opened

OURS = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")


def choice(game: str, name: str) -> Choice:
    rules = games.load(game)
    return showcase.pictured(rules, next(each for each in rules.options if each.name == name))


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_ours_has_a_poster_that_says_it_in_a_sentence(game: str) -> None:
    poster = library.poster_of(games.get(game))
    assert isinstance(poster, Poster)
    assert poster.figure or poster.card
    assert len(poster.line) < 90 and poster.minutes > 0


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_ours_says_its_goal_in_a_few_words_by_its_rules(game: str) -> None:
    rules = games.load(game)
    poster = library.poster_of(games.get(game))
    assert poster is not None and poster.goal is not None
    goal = poster.goal
    assert len(goal.line.split()) <= 8
    assert len(goal.step) == 3
    for step in goal.step:
        assert step.figure or step.card
        assert step.arrow or len(step.card) > 1
    cited = (*goal.rules, *(step.rule for step in goal.step))
    assert {rules.rulebook.find(rule).id for rule in cited} == {*cited}
    card = library.game_card(rules, choice=showcase.plain)
    assert [cites.rule for cites in card.goal_cites] == [*goal.rules]


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_ours_has_first_steps_that_its_actions_can_do(game: str) -> None:
    poster = library.poster_of(games.get(game))
    assert poster is not None and poster.goal is not None
    first = poster.goal.first
    assert 5 <= len(first) <= 6
    assert len({step.name for step in first}) == len(first)
    known = {kind.__struct_config__.tag for kind in games.load(game).action_types}
    for step in first:
        assert (step.done == "action") == bool(step.kinds)
        assert {*step.kinds} <= known


@pytest.mark.parametrize(
    ("game", "option", "unit"),
    [
        ("aegis", "red", "ARK-150"),
        ("aristeia", "orange", "Gata"),
        ("attack-chart", "blue", "Oracle"),
        ("mechastellar", "south", "White Asura"),
        ("robot-empire", "cobalt", "Old General"),
    ],
)
def test_a_side_is_chosen_by_its_units(game: str, option: str, unit: str) -> None:
    found = choice(game, option)
    assert any(each.name == unit for offer in found.choices for each in offer.units)
    assert all(offer.units and offer.board is None for offer in found.choices)
    # A list of one's own is still possible, but for a team, which is drafted at the table.
    assert found.is_open == (game != "aristeia")


def test_a_squad_of_three_is_shown_once_with_its_number() -> None:
    (aurora, *_) = choice("mechastellar", "south").choices
    assert {each.name: each.count for each in aurora.units}["Jack Knife III"] == 3


@pytest.mark.parametrize(("game", "option"), [("aegis", "field"), ("mechastellar", "map")])
def test_a_map_is_chosen_by_its_board(game: str, option: str) -> None:
    boards = [offer.board for offer in choice(game, option).choices]
    assert len({*boards}) == len(boards) > 1


def test_the_default_of_every_choice_is_among_those_offered_and_can_be_played() -> None:
    for game in OURS:
        for option in library.game_card(games.load(game)).options:
            values = [offer.value for offer in option.choices]
            assert not values or option.default in values or (option.default == "" and option.needs)


def test_the_list_of_games_is_light(table: Table) -> None:
    found = table.http.get("/api/door")
    door = msgspec.json.decode(found.content, type=Door)
    packed = gzip.compress(msgspec.json.encode(door.games))
    assert len(packed) < 9_500  # with the rulings of all five games
    assert [card.name for card in door.games][:5] == [*OURS]
    assert all(not offer.units for card in door.games for o in card.options for offer in o.choices)


def test_a_guest_sees_the_games_and_nobodys_matches(table: Table) -> None:
    made = table.begin("attack-chart", "person", "guest")
    token = made["links"][1].partition("token=")[2].partition("#")[0]
    found = table.http.get("/api/door", params={"token": token})
    door = msgspec.json.decode(found.content, type=Door)
    assert door.games and not door.matches and not door.is_host
    assert table.http.get("/api/door").json()["matches"]
    forbidden = table.http.get(f"/api/matches/{made['id']}/glance", params={"token": token})
    assert forbidden.status_code == 403


def test_a_glance_shows_a_match_that_nobody_has_open_and_leaves_it_so(table: Table) -> None:
    made = table.begin("aegis", "person", "random", seed="3")
    found = table.http.get(f"/api/matches/{made['id']}/glance")
    seen = msgspec.json.decode(found.content, type=Glance)
    assert seen.board is not None and len(seen.pieces) == 10
    assert made["ago"] < 60


def test_a_glance_at_two_people_at_one_screen_shows_nobodys_hand(table: Table) -> None:
    made = table.begin("robot-empire", "person", "person", seed="3", options={"battery": "20"})
    seen = table.http.get(f"/api/matches/{made['id']}/glance").json()
    assert seen["cards"] == [] and seen["pieces"] == []


def test_those_who_ask_before_the_rules_are_loaded_wait_for_them(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as table, ThreadPoolExecutor(6) as many:
        asked = ["/api/door", "/api/games/aegis", "/api/rules/aristeia", "/", "/client.js"] * 2
        found = [*many.map(lambda path: table.http.get(path).status_code, asked)]
        assert found == [200] * len(asked)
        assert table.process.poll() is None
