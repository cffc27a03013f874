"""`gattai lab`: a study from its file to rows, each of which is played again by its number."""

import hashlib
import re
import sys
import tomllib
from importlib.machinery import ModuleSpec
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest

from gattai import games
from gattai.lab.changes import written
from gattai.lab.cited import ONLY_CITED
from gattai.lab.folder import Folder
from gattai.terminal.commands import bots
from gattai.terminal.complaint import LAB
from tests.architecture.source import ROOT
from tests.terminal.conftest import Run

STUDY = """
game = "attack-chart"
question = "Do tougher swarms win more?"
[a]
[b]
change.unit.swarm.hp = 9
[play]
with = "random"
pairs = 3
seed = 7
options = { rounds = 1, blue = "gunners", red = "swarm" }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "swarm.toml"
    path.write_text(STUDY, "utf-8")
    return path


def test_a_study_is_played_and_reported_and_its_games_replayed(
    run: Run, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    ran = run("lab", "run", file, "--out", out, "--processes", 1)
    assert ran.code == 0 and "Do tougher swarms win more?" in ran.out
    assert "3 of 3 pairs, 12 games" in ran.out
    assert (out / "study.toml").read_text("utf-8") == STUDY
    told = run("lab", "status", out, "--json").json["status"]
    assert (told["pairs"], told["games"], told["kind"]) == (3, 12, "under")
    rows = Folder(out).frame()
    plain = run("lab", "game", out, 4)
    assert hashlib.sha256(plain.out.encode()).hexdigest()[:16] == rows["digest"][4]
    replayed = run("replay", "-", "--verify", typed=plain.out)
    assert replayed.code == 0 and "verified" in replayed.out
    changed = run("lab", "game", out, 7)
    assert f"--packs {out / 'packs' / 'b' / '0'}" in changed.err
    with_packs = run("replay", "-", "--verify", "--packs", out / "packs/b/0", typed=changed.out)
    assert with_packs.code == 0 and "other" not in with_packs.out
    again = run("lab", "run", file, "--out", out, "--json")
    assert again.json["status"]["ended"] == "all pairs are played"


def test_what_is_wrong_is_said_in_one_line(run: Run, file: Path, tmp_path: Path) -> None:
    assert "contains no study" in run("lab", "status", tmp_path / "nowhere").err
    assert "no such study" in run("lab", "run", tmp_path / "nowhere.toml").err
    file.write_text(STUDY.replace("random", "randm"), "utf-8")
    ran = run("lab", "run", file)
    assert ran.code == 2 and "did you mean 'random'?" in ran.err
    file.write_text(STUDY + '[stop]\nat = "difference of much"\n', "utf-8")
    ran = run("lab", "run", file, "--out", tmp_path / "s")
    assert ran.code == 2 and "how large a difference?" in ran.err
    assert not (tmp_path / "s").exists()


def test_a_game_beyond_the_last_is_refused(run: Run, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("lab", "run", file, "--out", out, "--processes", 1)
    ran = run("lab", "game", out, 12)
    assert ran.code == 2 and "0 to 11" in ran.err
    assert "cannot be combined" in run("lab", "resume", out, "--ray", "auto", "--processes", 2).err


def test_a_cluster_that_does_not_begin_is_reported_with_what_to_do(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(*_: object, **__: object) -> None:
        raise Exception("The current node timed out during startup. This could happen because ...")

    ray = ModuleType("ray")
    ray.__spec__ = ModuleSpec("ray", None)
    vars(ray).update(init=init, is_initialized=lambda: False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    ran = run("lab", "run", file, "--out", tmp_path / "s", "--ray", "auto")
    assert ran.code == 2 and "Traceback" not in ran.err
    assert "timed out during startup" in ran.err and "ray start --head" in ran.err
    there = run("lab", "tune", file, "--number", "unit.swarm.hp=1..5", "--ray", "10.0.0.9:6379")
    assert there.code == 2 and "no Ray cluster was joined at 10.0.0.9:6379" in there.err


def test_a_report_says_that_uncited_is_not_unused(run: Run, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("lab", "run", file, "--out", out, "--processes", 1)
    ran = run("lab", "report", out, "--no-films")
    assert ran.code == 0 and "uncited is not unused" in " ".join(ran.out.split())
    assert ONLY_CITED in (out / "report.html").read_text("utf-8")


def test_the_value_of_a_piece_is_reported_without_infinite_intervals(
    run: Run, file: Path, tmp_path: Path
) -> None:
    """Forces of about one price do not tell what a point adds: how far a piece stands out is known all the same."""
    ran = run("lab", "balance", file, "--out", tmp_path / "out", "--processes", 1)
    assert ran.code == 0 and "inf" not in ran.out.replace("information", "")
    assert "stands out" in ran.out and "errors" in ran.out


@pytest.mark.parametrize(
    "words",
    [
        ("lab", "run", "study.toml"),
        ("lab", "status", "played"),
        ("lab", "sweep", "study.toml", "--number", "unit.swarm.hp=1..3"),
        ("lab", "tune", "study.toml", "--number", "unit.swarm.hp=1..3"),
        ("lab", "balance", "study.toml"),
        ("lab", "league", "greedy", "random", "--game", "attack-chart"),
        ("bots", "train", "attack-chart"),
        ("bots", "tune", "attack-chart"),
    ],
)
def test_what_is_not_installed_is_named_before_anything_is_asked(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr("gattai.terminal.complaint.LAB", ("polars", "no_such_module"))
    ran = run(*words)
    assert ran.code == 2 and "no_such_module, which is not installed" in ran.err


def test_the_modules_of_the_lab_are_those_of_its_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {re.split(r"[<>=]", each)[0] for each in extras["optional-dependencies"]["lab"]}
    theirs = packages_distributions()
    assert wanted == {theirs[module][0].lower().replace("_", "-") for module in LAB}


NUMBERS = [
    (command.__name__, f"--{name.replace('_', '-')}")
    for command in (bots.train, bots.tune, bots.match)
    for name, kind in get_type_hints(command).items()
    if kind is int
]


@pytest.mark.parametrize("number", [-1, 10**9])
@pytest.mark.parametrize(("command", "option"), NUMBERS)
def test_no_number_is_taken_that_makes_no_sense(
    run: Run, tmp_path: Path, command: str, option: str, number: int
) -> None:
    rest = ["attack-chart", "--rounds", "1", "--out", str(tmp_path)]
    if command == "match":
        rest = ["random", "random", "--game", "attack-chart"]
    ran = run("bots", command, *rest, option, number)
    assert ran.code == 2 and f"not {number}" in ran.err and "Traceback" not in ran.err
    assert not [*tmp_path.iterdir()]


def test_every_number_of_every_command_for_bots_is_tried() -> None:
    assert {option for _, option in NUMBERS} == {
        f"--{name.replace('_', '-')}" for name in bots.RANGES
    }


def test_an_evaluation_is_not_fitted_to_games_held_out_for_testing(run: Run) -> None:
    ran = run("bots", "train", "attack-chart", "--games", 1)
    assert ran.code == 2 and "at least 5 games, not 1" in ran.err


def test_workers_are_counted_before_they_are_hired(run: Run) -> None:
    ran = run("bots", "train", "attack-chart", "--workers", "-1")
    assert ran.code == 2 and "the number of processes must be 0 to 256, not -1" in ran.err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--only", "luck"), "attack-chart has no feature 'luck'; it has"),
        (("--spread", "0"), "the spread must be above 0 and at most 1, not 0"),
        (("--rounds", "0"), "the number of rounds must be 1 to 1000, not 0"),
    ],
)
def test_tuning_says_what_it_cannot_do(run: Run, asked: tuple[str, str], said: str) -> None:
    ran = run("bots", "tune", "attack-chart", *asked)
    assert ran.code == 2 and said in " ".join(ran.err.split())


def test_the_changes_of_a_study_become_a_pack_to_play_with(
    run: Run, file: Path, tmp_path: Path
) -> None:
    found, packs = tmp_path / "found", tmp_path / "packs"
    run("lab", "run", str(file), "--out", str(found))
    assert "hp = 9" in run("lab", "pack", str(found)).out
    run("lab", "pack", str(found), "--out", str(packs))
    assert "already exists" in run("lab", "pack", str(found), "--out", str(packs)).err
    assert written(games.load("attack-chart", (packs,)), "unit.swarm.hp") == 9
    alone = tmp_path / "alone.toml"
    alone.write_text(STUDY.replace("[b]\nchange.unit.swarm.hp = 9\n", ""), "utf-8")
    run("lab", "run", str(alone), "--out", str(tmp_path / "none"))
    assert "no pack" in run("lab", "pack", str(tmp_path / "none")).err


def test_the_lab_opens_only_for_a_game_that_there_is(run: Run) -> None:
    assert "did you mean 'attack-chart'" in run("lab", "open", "attack-chat", "--no-open").err
