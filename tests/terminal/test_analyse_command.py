"""`gattai analyse`: a game and its variations, with the chances after each step."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.kernel.text.variations import read_variations
from tests.analysed import AT, analysis_text, game_text
from tests.terminal.conftest import Run


@pytest.fixture
def analysis(tmp_path: Path) -> str:
    path = tmp_path / "a.txt"
    path.write_text(analysis_text())
    return str(path)


def test_a_saved_game_is_an_analysis_without_variations(run: Run, tmp_path: Path) -> None:
    path, into = tmp_path / "t.txt", tmp_path / "a.txt"
    path.write_text(game_text())
    ran = run("analyse", str(path), "--save", str(into))
    assert ran.code == 0
    assert "Bulwark Walker" in ran.out and "%" in ran.out
    tree = read_variations(into.read_text())
    assert [place[0] for place in tree.nodes] == [*range(1, len(tree.nodes) + 1)]
    assert tree.header.dice == "by hand", "new dice are not those of the game"


def test_variations_and_notes_are_listed(run: Run, analysis: str) -> None:
    ran = run("analyse", analysis)
    assert ran.code == 0 and "Why not?" in ran.out
    steps = run("analyse", analysis, "--json").json["steps"]
    (variation,) = (step for step in steps if step["depth"])
    assert variation["number"] == AT + 1 and variation["is_here"]
    (game,) = (step for step in steps if step["number"] == AT + 1 and not step["depth"])
    assert game["seat"] == variation["seat"] and game["text"] != variation["text"]
    assert all(0 <= step["chance"] <= 1 for step in steps if step["chance"] is not None)


def test_the_board_is_shown_at_any_step(run: Run, analysis: str) -> None:
    (variation,) = (
        step for step in run("analyse", analysis, "--json").json["steps"] if step["depth"]
    )
    there = run("analyse", analysis, "--at", variation["id"], "--json").json
    here = run("analyse", analysis, "--at", str(AT + 1), "--json").json
    assert there["game"] == here["game"] == "attack-chart"
    assert there["position"] != here["position"]


def test_what_is_not_there_or_not_allowed_is_named(run: Run, analysis: str, tmp_path: Path) -> None:
    ran = run("analyse", analysis, "--at", "99")
    assert ran.code == 2 and "no answer 99" in ran.err
    ran = run("analyse", analysis, "--at", "here")
    assert ran.code == 2 and "number and the check" in " ".join(ran.err.split())
    ran = run("verify", analysis)
    assert ran.code == 2 and "gattai analyse" in ran.err
    changed = tmp_path / "changed.txt"
    changed.write_text(analysis_text().replace(" move ", " moves ", 1))
    ran = run("analyse", str(changed))
    assert ran.code == 1 and "is not valid: answer" in ran.err
