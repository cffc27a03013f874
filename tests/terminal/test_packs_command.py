"""`gattai packs`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai import games
from tests.terminal.conftest import Run

GAME = ("--game", "attack-chart")
HEAD = """\
[pack]
id = "my-robots"
version = "1.0.0"
title = "My robots"
licence = "My own."
source = "The kitchen table."
house = true
"""
HOUND = """
[[unit]]
id = "tin-hound"
name = "Tin Hound"
side = "blue"
models = 2
move = 8
defence = 4
armour = 7
hp = 2
points = 60

[[unit.weapon]]
id = "jaws"
name = "Jaws"
class = "melee"
range = 0
attacks = 2
power = 5
ap = 8
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "mine.toml").write_text(HEAD + HOUND, "utf-8")
    return packs


def test_a_sound_pack_as_file_and_as_folder(run: Run, folder: Path) -> None:
    for path in (folder, folder / "mine.toml"):
        ran = run("packs", "check", path, *GAME)
        assert ran.code == 0 and "valid; unit: tin-hound" in ran.out
        assert run("packs", "check", path, "--json", *GAME).json["sound"] is True


def test_every_problem_is_listed(run: Run, folder: Path) -> None:
    wrong = HOUND.replace("defence", "defense").replace("hp = 2", "")
    wrong += HOUND.replace("tin-hound", "tin-cat").replace('"melee"', '"mele"')
    (folder / "mine.toml").write_text(HEAD + wrong, "utf-8")
    for path in (folder, folder / "mine.toml"):
        ran = run("packs", "check", path, *GAME)
        assert ran.code == 1
        assert "did you mean 'defence'?" in ran.out and "problems in" in ran.out
        found = run("packs", "check", path, "--json", *GAME)
        assert found.code == 1 and len(found.json["problems"]) >= 3
        assert found.json["problems"][0]["file"].endswith("mine.toml")


def test_what_is_out_of_bounds_hides_nothing_else(run: Run, folder: Path) -> None:
    wrong = HOUND.replace("power = 5", "power = 50").replace("range = 0", "range = 3")
    (folder / "mine.toml").write_text(HEAD + wrong.replace("models = 2", "models = 0"), "utf-8")
    ran = run("packs", "check", folder, *GAME)
    assert ran.code == 1 and "3 problems" in ran.out
    assert "is from 0 to 20, not 50" in ran.out and "is from 1 to 12, not 0" in ran.out
    assert "a melee weapon has Range 0" in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + HOUND.replace("tin-hound", "oracle"), "replaces = true"),
        (HEAD + HOUND.replace("hp = 2", "hp = 2\nreplaces = true"), "replaces nothing"),
        (HEAD.replace("my-robots", "fields") + HOUND, "fields"),
        (HEAD + HOUND.replace("power = 5", "power = 50"), "is from 0 to 20, not 50"),
        ("nonsense", "not TOML"),
        ("", "no [pack] header"),
    ],
)
def test_problems(run: Run, folder: Path, text: str, said: str) -> None:
    (folder / "mine.toml").write_text(text, "utf-8")
    for path in (folder, folder / "mine.toml"):
        ran = run("packs", "check", path, *GAME)
        assert ran.code == 1 and said in ran.out


def test_an_empty_folder_and_nothing_at_all(run: Run, tmp_path: Path) -> None:
    assert run("packs", "check", tmp_path, *GAME).code == 1
    assert run("packs", "check", tmp_path / "nowhere", *GAME).code == 2
    assert run("packs", "check", tmp_path, "--game", "chess").code == 2


def test_a_card_may_be_replaced(run: Run, folder: Path) -> None:
    text = HOUND.replace("tin-hound", "oracle").replace("hp = 2", "hp = 2\nreplaces = true")
    (folder / "mine.toml").write_text(HEAD + text, "utf-8")
    assert "oracle (replaced)" in run("packs", "check", folder / "mine.toml", *GAME).out
    assert "oracle (replaced)" in run("packs", "check", folder, *GAME).out


def test_units_of_ones_own_are_played_verified_and_counted(
    run: Run, folder: Path, tmp_path: Path
) -> None:
    save = tmp_path / "t.txt"
    ran = run("play", "attack-chart", "--seats", "random,random", "--option", "blue=tin-hound",
              "--option", "rounds=2", "--packs", folder, "--save", save, "-q")  # fmt: skip
    assert ran.code == 0
    assert run("replay", save, "--verify", "--packs", folder).code == 0
    assert run("replay", save, "--verify").code == 1
    table = "blue tin-hound at 3,2; gunners at 4,2; acting tin-hound"
    assert run("odds", "attack-chart", table, "--packs", folder).code == 0


def test_the_schema_is_json(run: Run) -> None:
    found = run("packs", "schema", "attack-chart").json
    assert run("packs", "schema", "attack-chart", "--json").json == found
    assert "a JSON Schema is JSON" in run("packs", "schema", "--help").out
    assert "unit" in found["properties"]
    assert run("packs", "schema", "chess").code == 2


def test_packs_alone_shows_its_commands(run: Run) -> None:
    assert "check" in run("packs").text


def test_which_game_packs_are_for_need_not_be_said_while_there_is_one(
    run: Run, folder: Path
) -> None:
    ran = run("packs", "check", folder)
    assert ran.code == 0 if len(games.names()) == 1 else "--game attack-chart" in ran.err
