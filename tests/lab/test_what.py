"""What a study can change: all that is listed is accepted, and the nearest wrong name is refused."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from gattai import games
from gattai.lab import changes
from gattai.lab.asking.what import OPTION, Changeable, changeable
from gattai.lab.plan import made
from gattai.lab.study import BadStudy, Study, StudyPlay, StudySide
from tests.terminal.conftest import run_here

GAMES = games.names()


@cache
def listed(game: str) -> tuple[Changeable, ...]:
    return changeable(game)


def on_cards(game: str) -> list[Changeable]:
    return [each for each in listed(game) if not each.path.startswith(OPTION)]


def loaded(game: str, changed: Mapping[str, object], folder: Path) -> None:
    """Load the pack of these changes as a study does."""
    text, _ = changes.pack(games.get(game), games.load(game), changed, None)
    (folder / "changes.toml").write_text(text, "utf-8")
    games.load(game, (folder,))


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_path_is_accepted(game: str, tmp_path: Path) -> None:
    there = {each.path: each.value for each in on_cards(game) if each.value is not None}
    assert len(there) > 100
    loaded(game, there, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_of_each_wrong_path_the_listed_one_is_suggested(game: str, tmp_path: Path) -> None:
    """The last word of a path with its first letter doubled, for each field that there is."""
    fields = {each.path.rpartition(".")[2]: each.path for each in reversed(on_cards(game))}
    wrong = {}
    for name, path in fields.items():
        wrong[f"{path.removesuffix(name)}{name[0]}{name}"] = 1
    complaints = ""
    while wrong:  # a card that is not known is told before anything else
        with pytest.raises(ValueError) as problem:
            loaded(game, wrong, tmp_path)
        complaints += str(problem.value)
        alone = [path for path in wrong if str(problem.value).startswith(f"change {path}:")]
        wrong = {path: 1 for path in wrong if alone and path not in alone}
    for name in fields:
        assert f"did you mean {name!r}" in complaints, name


@pytest.mark.parametrize("game", GAMES)
def test_every_value_lies_in_its_range(game: str) -> None:
    for each in listed(game):
        if isinstance(each.value, bool):
            assert each.choices == ("true", "false")
        elif isinstance(each.value, int | float):
            assert each.low is None or each.low <= each.value, each.path
            assert each.high is None or each.value <= each.high, each.path
        elif each.choices and each.value and not each.path.startswith(OPTION):
            assert each.value in each.choices, each.path


@pytest.mark.parametrize(
    ("path", "value", "refused"),
    [("unit.swarm.hp", 99, False), ("unit.swarm.hp", 100, True), ("unit.swarm.hp", 0, True)],
)
def test_a_number_at_the_end_of_its_range_is_accepted_and_the_next_refused(
    path: str, value: int, refused: bool, tmp_path: Path
) -> None:
    found = next(each for each in listed("attack-chart") if each.path == path)
    assert (found.low, found.high, found.value, found.of) == (1, 99, 1, "Gnat Swarm")
    assert found.effect and found.range == "1 to 99"
    if refused:
        with pytest.raises(ValueError, match="hp"):
            loaded("attack-chart", {path: value}, tmp_path)
    else:
        loaded("attack-chart", {path: value}, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_options_of_the_table_are_those_that_a_study_takes(game: str) -> None:
    names = [
        each.path.removeprefix(OPTION) for each in listed(game) if each.path.startswith(OPTION)
    ]
    assert names == [option.name for option in games.load(game).options]
    wrong = {f"{names[-1]}x": "1"}
    with pytest.raises(BadStudy, match=f"did you mean '{names[-1]}'"):
        made(Study(game, a=StudySide(options=wrong), play=StudyPlay(bot="random", pairs=1)))


def test_numbers_of_rules_have_the_value_of_the_default_ruleset() -> None:
    cap = next(each for each in listed("mechastellar") if each.path == "armor_save.cap")
    assert cap.value == 5 and cap.of == "the rules"


def test_the_list_is_printed_and_searched() -> None:
    ran = run_here("lab", "what", "attack-chart", "swarm hp")
    assert "unit.swarm.hp" in ran.out and "gorehide" not in ran.out
    assert 'change = { "unit.swarm.hp" = 1 }' in ran.out
    found = run_here("lab", "what", "attack-chart", "--json").json
    assert len(found) == len(listed("attack-chart"))
    assert {"path", "of", "value", "low", "high", "choices", "effect"} <= found[0].keys()


def test_what_does_not_exist_is_refused_with_the_nearest_name() -> None:
    assert "did you mean 'attack-chart'" in run_here("lab", "what", "attack-chat").err
    assert "nothing to change" in run_here("lab", "what", "attack-chart", "zzz").err
