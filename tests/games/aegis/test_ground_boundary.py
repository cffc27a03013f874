"""The core asks the ground and knows none: neither hexes nor inches stand in its source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gattai.games.aegis import ruleset
from tests.games.sources import core

FOLDER = Path(ruleset.__file__).parent
PRINTED = {"cards.py", "checks.py", "scene.py"}
"""What a field card says, what can be wrong with it, and how it is drawn."""
CORE = core(FOLDER, "ground", *PRINTED)
GROUNDS = ("hexes", "movement", "sight", "corners", "ground", "hex_board", "hex_ground")
"""Modules that know what a field is made of."""
FIELD = {"hexes", "walls", "sight", "zones", "radius", "near", "around", "terrain"}
"""What a field card has beside its ground."""


def _module(path: str) -> str:
    """The last part of a module's path; the interface itself is nobody's."""
    return "" if path == "gattai.games.aegis.ground.ground" else path.rpartition(".")[2]


def known(source: str) -> list[str]:
    """Modules of some ground that are imported, and parts of a field that are looked into."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            folder = node.module in ("gattai.tabletop", "gattai.games", "gattai.games.aegis.ground")
            names = [alias.name for alias in node.names] if folder else [_module(node.module)]
            found += [name for name in names if name in GROUNDS]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            if node.value.attr == "field" and node.attr in FIELD:
                found.append(f"field.{node.attr}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value.startswith(("hexes ", "inches "))
            found += [node.value] if said else []
    return found


@pytest.mark.parametrize("name", CORE)
def test_a_module_of_the_core_knows_no_ground(name: str) -> None:
    assert known((FOLDER / name).read_text("utf-8")) == []


def test_the_core_is_nearly_everything() -> None:
    parts = (
        "actions/moving actions/placing attack/aiming attack/effects keywords/attributes figures"
    )
    assert {f"{part}.py" for part in parts.split()} <= {*CORE}
    assert all((FOLDER / name).is_file() for name in PRINTED)


def test_the_check_can_fail() -> None:
    assert known("from gattai.tabletop.hexes import Hex") == ["hexes"]
    assert known("from gattai.tabletop import movement, content") == ["movement"]
    assert known("from gattai.games.aegis.ground.hex_ground import HexGround") == ["hex_ground"]
    assert known("x = state.field.walls") == ["field.walls"]
    assert known('figures = (("hexes away", 3),)') == ["hexes away"]
    assert known("from gattai.games.aegis.ground.ground import Spot") == []
    assert known("x = state.field.ground.gap(a, b)") == []
