"""The import contracts of pyproject.toml hold, cover every game, and can fail."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.citations import games
from tests.architecture.source import ROOT

LAYERS = (
    "kernel",
    "odds",
    "tabletop",
    "scene",
    "games",
    "bots",
    "library",
    "lab",
    "server",
    "terminal",
)
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def contracts(folder: Path) -> tuple[int, str]:
    """Check the contracts of the package below this folder; the exit code and what was said."""
    ran = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, 'src'); {LINT}", "--no-cache"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A package with the same layers and the same contracts, and nothing inside."""
    package = tmp_path / "src" / "gattai"
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    named = [
        module.removeprefix("gattai.").replace(".", "/")
        for contract in settings["contracts"]
        for key in ("source_modules", "forbidden_modules")
        for module in contract.get(key, ())
        if module.startswith("gattai.")
    ]
    for name in (".", *LAYERS, *named):
        folder = package / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"))
    return tmp_path


def write(small: Path, layer: str, *imported: str) -> None:
    """Let this layer import these modules."""
    lines = [f"import {module}\n" for module in imported]
    (small / "src/gattai" / layer / "__init__.py").write_text("".join(lines))


def test_the_contracts_hold() -> None:
    code, said = contracts(ROOT)
    assert code == 0, said


def test_every_game_is_under_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    [layer] = next(x["layers"] for x in settings["contracts"] if x["id"] == "games")
    listed = {name.strip(" ()") for name in layer.split("|")}
    assert {game.name for game in games()} <= listed


def test_a_client_that_knows_a_game_is_found(small: Path) -> None:
    write(small, "terminal/client", "gattai.terminal.pages")
    write(small, "terminal/prompt", "gattai.games.aegis")
    code, said = contracts(small)
    assert code == 1
    assert "gattai.terminal.client -> gattai.terminal.pages" in said
    assert "gattai.terminal.prompt -> gattai.games.aegis" in said


def test_a_table_that_knows_a_disk_is_found(small: Path) -> None:
    for name in ("local", "table"):
        (small / "src/gattai/server" / name).mkdir()
        write(small, f"server/{name}")
    write(small, "server/table", "gattai.server.local")
    code, said = contracts(small)
    assert code == 1
    assert "gattai.server.table -> gattai.server.local" in said


def test_layers_that_keep_to_the_contracts_pass(small: Path) -> None:
    write(small, "bots", "gattai.games.attack_chart", "gattai.odds")
    write(small, "games/attack_chart", "gattai.kernel", "gattai.odds")
    write(small, "odds", "gattai.kernel")
    write(small, "kernel", "msgspec", "itertools")
    code, said = contracts(small)
    assert code == 0, said


def test_imports_against_the_layers_are_found(small: Path) -> None:
    write(small, "kernel", "gattai.tabletop", "random", "typer", "os.path")
    write(small, "tabletop", "gattai.games")
    write(small, "games/attack_chart", "gattai.games.aegis", "gattai.bots")
    write(small, "odds", "gattai.games", "gattai.scene", "gattai.tabletop")
    write(small, "bots", "gattai.terminal", "gattai.lab")
    code, said = contracts(small)
    assert code == 1
    for broken in (
        "gattai.kernel -> gattai.tabletop",
        "gattai.kernel -> random",
        "gattai.kernel -> typer",
        "gattai.kernel -> os",
        "gattai.tabletop -> gattai.games",
        "gattai.games.attack_chart -> gattai.games.aegis",
        "gattai.games.attack_chart -> gattai.bots",
        "gattai.odds -> gattai.games",
        "gattai.odds -> gattai.scene",
        "gattai.odds -> gattai.tabletop",
        "gattai.bots -> gattai.terminal",
        "gattai.bots -> gattai.lab",
    ):
        assert broken in said, said


def test_a_layer_that_no_contract_knows_is_found(small: Path) -> None:
    (small / "src/gattai/cupboard.py").touch()
    code, said = contracts(small)
    assert code == 1
    assert "cupboard" in said
