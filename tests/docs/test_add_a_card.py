"""Follow the worked example of the page on cards."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gattai.games.robot_empire.effects import EFFECTS
from gattai.games.robot_empire.effects.targets import TARGETS
from gattai.games.robot_empire.keywords import KEYWORDS
from gattai.games.robot_empire.ruleset import RobotEmpire
from tests.docs.test_how_to import SHOWN, blocks, page
from tests.games.robot_empire import table
from tests.games.robot_empire.table import Game
from tests.terminal.conftest import run_here

TEXT = page("add-a-card.md")


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the file that the page creates."""
    (pack,) = blocks(TEXT, "toml")
    (tmp_path / "my-packs").mkdir()
    (tmp_path / "my-packs" / "tin.toml").write_text(pack, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Remove what a test has registered."""
    before = dict(EFFECTS)
    yield
    EFFECTS.clear()
    EFFECTS.update(before)


def test_every_command_of_the_page_does_what_it_shows(kitchen: Path) -> None:
    shown = SHOWN.findall(TEXT)
    assert len(shown) == 2
    for command, output in shown:
        ran = run_here(*shlex.split(command), columns=100)
        assert ran.code == 0, ran.out
        assert not output or ran.out == output


def test_a_mistake_is_reported_as_the_page_says(kitchen: Path) -> None:
    file = kitchen / "my-packs" / "tin.toml"
    file.write_text(file.read_text("utf-8").replace("long range 1", "long rage 1"), "utf-8")
    ran = run_here("packs", "check", "my-packs", "--game", "robot-empire", columns=200)
    (told,) = blocks(TEXT, "text")
    assert ran.code == 1 and told.strip() in ran.out


def test_the_card_can_be_loaded_from_python(kitchen: Path) -> None:
    code, _ = blocks(TEXT, "python")
    exec(compile(code, "add-a-card.md", "exec"), {})


def test_the_cards_can_be_played(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "RULES", RobotEmpire([kitchen / "my-packs"]))
    game = Game.laid(
        cobalt={"vault": 5, "hand": ["tin-ranger", "tin-doctor"], "units": ["bastion damage=3"]},
        crimson={"units": ["rivet-pup"]},
    )
    game.do("bring-out tin-ranger", "instant tin-ranger", "spring tin-doctor bastion")
    assert game.unit("bastion").damage == 0  # type: ignore[union-attr]
    game.do(".. long-range", "shoot tin-ranger rivet-pup")
    assert game.place_of("rivet-pup") == "pile"


def test_the_new_effect_of_the_page_works_and_is_forgotten(
    kitchen: Path, forgotten: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, code = blocks(TEXT, "python")
    space: dict[str, Any] = {}
    exec(compile(code, "add-a-card.md", "exec"), space)
    file = kitchen / "my-packs" / "tin.toml"
    text = file.read_text("utf-8").replace('"mend", target = "own robot"', '"mend-all"')
    file.write_text(text, "utf-8")
    monkeypatch.setattr(table, "RULES", RobotEmpire([kitchen / "my-packs"]))
    game = Game.laid(
        cobalt={
            "vault": 1,
            "hand": ["tin-doctor"],
            "units": ["bastion damage=3", "jammer damage=1"],
        }
    )
    game.do("spring tin-doctor")
    assert [unit.damage for unit in game.state.units] == [0, 0]


def test_the_page_names_every_effect_target_and_keyword() -> None:
    for word in (*EFFECTS, *TARGETS, *KEYWORDS):
        assert f"`{word}`" in TEXT, word
