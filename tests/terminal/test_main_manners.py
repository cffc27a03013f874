"""Manners of the command line that hold for every command: help, ports, other kinds of files."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal.conftest import ROOT, Run

PACK = """
[pack]
id = "mine"
version = "1.0.0"
title = "Mine"
licence = "any"
source = "a kitchen table"
"""
SWARM = """
[[unit]]
id = "my-swarm"
name = "My Swarm"
models = 2
move = 6
defence = 3
hp = 1
points = 20
[[unit.weapon]]
id = "claws"
name = "Claws"
class = "melee"
range = 0
attacks = 2
power = 3
"""

COMMANDS = (
    "games", "rules", "odds", "play", "replay", "show", "packs", "packs check", "packs schema",
    "bots", "bots list", "bots match", "bots train", "bots tune", "aegis", "mechastellar", "robot-empire",
    "attack-chart", "attack-chart chart", "robot-empire draw",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_to_h_as_to_help(run: Run, command: str) -> None:
    short, long = run(*command.split(), "-h"), run(*command.split(), "--help")
    assert (short.code, long.code) == (0, 0), short.text
    assert short.out == long.out
    assert short.out.strip()


@pytest.mark.parametrize("port", ["80000", "-5", "65536"])
def test_a_port_that_cannot_be_is_refused_in_words(run: Run, port: str) -> None:
    ran = run("play", "aegis", "--no-open", "--port", port)
    assert ran.code == 2
    assert "--port" in ran.err and "must be" in ran.err


@pytest.mark.parametrize(
    "wrong",
    [
        "play aegis --port x",
        "lab run study.toml --processes many",
        "bots match greedy random --games few",
        "packs sheet --as docx",
        "odds attack-chart table --at x",
    ],
)
def test_no_parser_speaks_in_its_own_words(run: Run, wrong: str) -> None:
    ran = run(*wrong.split())
    assert ran.code == 2
    for theirs in ("Input should be", "unable to parse", "Value error"):
        assert theirs not in ran.err


def test_python_m_gattai_is_gattai() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gattai", "--version"],
        capture_output=True,
        env={"PYTHONPATH": str(ROOT / "src")},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"gattai")


def test_show_takes_a_saved_game_and_shows_its_last_table(
    run: Run, tmp_path: Path, short_game: str
) -> None:
    saved = tmp_path / "game.txt"
    saved.write_text(short_game, "utf-8")
    shown = run("show", saved)
    assert shown.code == 0
    assert shown.out == run("replay", saved, "--board").out


def test_show_says_what_is_wrong_with_a_saved_game(
    run: Run, tmp_path: Path, short_game: str
) -> None:
    saved = tmp_path / "game.txt"
    saved.write_text(short_game.replace("begin\n", ""), "utf-8")
    ran = run("show", saved)
    assert ran.code == 2
    assert "is no line of the head" in ran.err and "JSON" not in ran.err


def test_a_match_of_bots_is_played_with_packs_of_ones_own(run: Run, tmp_path: Path) -> None:
    missing = run("bots", "match", "random", "random", "--game", "attack-chart", "--games", 2,
                  "--packs", tmp_path / "nowhere")  # fmt: skip
    assert missing.code == 2 and "nowhere" in missing.err
    pack = PACK + SWARM
    (tmp_path / "mine.toml").write_text(pack, "utf-8")
    ran = run("bots", "match", "random", "random", "--game", "attack-chart", "--games", 2, "--seed", 7,
              "--option", "red=my-swarm", "--option", "rounds=1", "--workers", 1, "--json",
              "--packs", tmp_path)  # fmt: skip
    assert ran.code == 0 and ran.json["score"]["games"] == 2
    assert ran.json["options"]["red"] == "my-swarm"


def test_a_match_of_bots_is_played_under_a_ruleset_of_ones_own(run: Run, tmp_path: Path) -> None:
    own = '[[ruleset]]\nid = "short"\ntitle = "Short"\n[ruleset.changes.round]\ncount = 1\n'
    (tmp_path / "short.toml").write_text(PACK + own, "utf-8")
    ran = run("bots", "match", "random", "random", "--game", "mechastellar", "--games", 1, "--seed", 7,
              "--workers", 1, "--json", "--rules", tmp_path / "short.toml")  # fmt: skip
    assert ran.code == 0 and ran.json["options"]["rules"] == "short"
