"""One action in one place, folders one can take in, no circle: the figures of the house, held."""

import pytest

from gattai import games
from tests.architecture import figures

FILES_AN_ACTION = 2.5
MAX_FILES_AN_ACTION = 5


@pytest.mark.parametrize("game", games.names())
def test_an_action_is_named_in_few_files(game: str) -> None:
    found = figures.spread(game)
    assert found.mean <= FILES_AN_ACTION, [*found.worst(3)]
    assert found.most <= MAX_FILES_AN_ACTION, [*found.worst(MAX_FILES_AN_ACTION + 1)]


def test_who_names_an_action_is_counted() -> None:
    files = figures.spread("attack-chart").files["Attack"]
    assert "games/attack_chart/actions/activating.py" in files
    assert "bots/evaluations/attack_chart.py" in files


def test_nobody_imports_in_a_circle() -> None:
    assert figures.circles() == []


def test_a_circle_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    monkeypatch.setattr(figures, "imports", lambda: graph)
    assert [sorted(circle) for circle in figures.circles()] == [["a", "b", "c"]]


def test_no_folder_is_too_full() -> None:
    assert figures.full_folders() == {}


def test_games_have_one_shape() -> None:
    everybody, _ = figures.shared_names()
    shape = "cards checks phases actions events figures gestures measures packs ruleset scene setup state victory"
    assert {*shape.split()} <= {*everybody}
