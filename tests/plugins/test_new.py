"""`gattai new`: what it writes is whole, passes its own tests and the laws, and can be installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import pytest

from gattai import games
from gattai.terminal.commands.starting.new import TEMPLATES
from tests.architecture.source import ROOT
from tests.plugins.distribution import install
from tests.terminal.conftest import Run

MADE = {
    "tin-race": ("game",),
    "tin-mind": ("bot",),
    "tin-units": ("pack", "--game", "attack-chart"),
    "tin-robots": ("pack", "--game", "aegis"),
    "tin-cooks": ("pack", "--game", "aristeia"),
    "tin-suits": ("pack", "--game", "mechastellar"),
    "tin-cards": ("pack", "--game", "robot-empire"),
}

INSTALLED = ("tin-race", "tin-mind", "tin-units", "tin-robots")
"""A game, a bot and packs of two games: to build and install each takes seconds."""


@pytest.fixture
def written(run: Run, tmp_path: Path) -> Path:
    """A folder with one of each."""
    for name, (kind, *more) in MADE.items():
        ran = run("new", kind, name, *more, "--folder", tmp_path)
        assert ran.code == 0, ran.err
    return tmp_path


def checked_by_itself(folder: Path, site: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Its tests, in a process that finds what lies in this site."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT / "src")]),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "gattai.testing.plugin", *args],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def laid(written: Path) -> Path:
    """All that was written, as an installer lays it down."""
    site = written / "site"
    for name in MADE:
        project = tomllib.loads((written / name / "pyproject.toml").read_text("utf-8"))["project"]
        install(site, name, project["entry-points"])
        shutil.copytree(written / name / "src", site, dirs_exist_ok=True)
    return site


def test_every_game_has_a_template_for_packs() -> None:
    assert {path.name for path in (TEMPLATES / "pack").iterdir()} == {"every", *games.names()}
    assert {path.name for path in TEMPLATES.iterdir()} == {"game", "bot", "pack"}


def test_what_is_written_passes_its_own_tests_and_the_laws(written: Path) -> None:
    site = laid(written)
    packs = [f"tests/test_{name.replace('-', '_')}.py" for name in MADE]
    for name, file in zip(MADE, packs, strict=True):
        if MADE[name][0] == "pack":
            (written / "tests").mkdir(exist_ok=True)
            shutil.copy(written / name / file, written / "tests")
    ran = checked_by_itself(written, site, "tests")  # one process for all: each takes seconds
    assert ran.returncode == 0 and "5 passed" in ran.stdout, ran.stdout + ran.stderr
    for name in ("tin-race", "tin-mind"):
        ran = checked_by_itself(written / name, site, "--gattai-games", "3")
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert ("13 passed" in ran.stdout) == (name == "tin-race"), ran.stdout


@pytest.mark.parametrize("game", games.names())
def test_a_new_pack_is_sound_and_keeps_to_the_schema_beside_it(
    game: str, run: Run, tmp_path: Path
) -> None:
    assert run("new", "pack", "tin", "--game", game, "--folder", tmp_path).code == 0
    folder = tmp_path / "tin" / "src" / "tin"
    assert run("packs", "check", folder, "--game", game).code == 0
    written = (folder / "tin.toml").read_text("utf-8")
    named = written.partition("\n")[0].removeprefix("#:schema ")
    schema = json.loads((folder / named).read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(tomllib.loads(written))


def test_a_game_that_breaks_a_law_is_reported_with_its_seed(written: Path) -> None:
    rules = written / "tin-race" / "src" / "tin_race" / "rules.py"
    text = rules.read_text("utf-8")
    broken = text.replace(
        '            yield Refusal("TIN-RACE.STRIDE"',
        '            return\n            yield Refusal("TIN-RACE.NONE"',
    )
    assert broken != text
    rules.write_text(broken.replace('rule="TIN-RACE.STRIDE"', 'rule="TIN-RACE.NONE"'), "utf-8")
    ran = checked_by_itself(
        written / "tin-race", laid(written), "--gattai-games", "2", "-k", "cites"
    )
    assert ran.returncode == 1
    assert "Ran cites TIN-RACE.NONE" in ran.stdout
    assert "tin-race, seed 'every_word_cites_a_rule 0'" in ran.stdout


def test_nothing_that_is_there_is_touched(run: Run, written: Path) -> None:
    ran = run("new", "bot", "tin-mind", "--folder", written)
    assert ran.code == 2 and "already exists" in ran.err
    assert run("new", "robot", "tin", "--folder", written).code == 2
    assert "there is already a game 'aegis'" in run("new", "game", "aegis", "--folder", written).err
    assert "lower-case letters" in run("new", "game", "Tin Race", "--folder", written).err
    ran = run("new", "pack", "more", "--game", "chess", "--folder", written)
    assert "one of aegis, aristeia, attack-chart" in ran.err and not (written / "more").exists()


@pytest.mark.long
def test_all_are_installed_beside_the_wheel_in_a_clean_environment(written: Path) -> None:
    """Played, drawn and verified there, with what pip installs and nothing else."""
    wheels = written / "wheels"
    for source in (ROOT, *(written / name for name in INSTALLED)):
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
        subprocess.run(build, cwd=source, check=True, capture_output=True)
    clean = written / "clean"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", clean], check=True)
    python, gattai = clean / "bin" / "python", clean / "bin" / "gattai"
    files = sorted(map(str, wheels.glob("*.whl")))
    uv, pip = shutil.which("uv"), [shutil.which("pip") or "pip", "--python", str(python), "install"]
    if uv is not None:
        pip = [uv, "pip", "install", "--python", str(python)]
    constraints = ["--constraint", str(ROOT / "requirements" / "core.txt")]
    subprocess.run([*pip, *constraints, *files], check=True)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def said(*args: object) -> str:
        ran = subprocess.run(
            [*map(str, args)], cwd=written, env=environment, capture_output=True, text=True
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    assert "tin-race" in said(gattai, "games") and "tin-mind" in said(gattai, "bots", "list")
    said(gattai, "play", "tin-race", "--seats", "tin-mind,greedy", "--seed", 3, "--save", "t.txt")
    said(gattai, "verify", "t.txt")
    said(gattai, "show", "t.txt", "--svg", "t.svg")
    assert (written / "t.svg").read_text("utf-8").startswith("<svg")
    army = (
        "import gattai; m = gattai.game('attack-chart').begin(blue='tin-hound', rounds=1, seed=1);"
    )
    assert "True" in said(python, "-c", f"{army} print(m.play_out('tin-mind', 'random').is_over)")
    squad = "red='tin-100,arly-100,endr-100,go-100,ssm-100'"
    assert "<svg" in said(
        python, "-c", f"import gattai; print(gattai.game('aegis').begin({squad}).svg())"
    )


def test_what_is_written_and_the_bots_of_the_docs_pass_a_strict_type_check(
    written: Path, tmp_path: Path
) -> None:
    page = (ROOT / "docs" / "how-to" / "write-a-bot.md").read_text("utf-8")
    bots = tmp_path / "bots_of_the_docs.py"
    bots.write_text("\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)), "utf-8")
    files = [bots, *(file for name in MADE for file in (written / name / "src").rglob("*.py"))]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", *files],
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
