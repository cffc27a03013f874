"""A study warns where its answer would mean little."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gattai.lab import report
from gattai.lab.folder import Folder
from gattai.lab.plan import made
from gattai.lab.running import run
from gattai.lab.study import Study, StudySide
from gattai.lab.warnings import before
from tests.lab.asking import study, under, versus
from tests.lab.simulated import Odds, simulated
from tests.terminal.conftest import run_here


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"unit.swarm.hp": 1}, "unit.swarm.hp is 1 already"),
        ({"unit.gorehide.hp": 99}, "nobody fields gorehide"),
        ({"unit.swarm.hp": 9}, ""),
    ],
)
def test_a_change_that_cannot_show_is_reported_before_anything_is_played(
    change: dict[str, int], said: str
) -> None:
    asked = study(2, b=StudySide(change=change))
    told = [*before(asked, made(asked))]
    assert (said in told[0]) if said else not told


def findings(folder: Path, asked: Study, odds: Odds) -> report.Findings:
    found = Folder.create(folder, asked, made(asked))
    run(found, simulated(odds))
    return report.found(found)


def test_a_ceiling_and_equal_games_are_reported(tmp_path: Path) -> None:
    def always(seating: object) -> float:
        return 50.0 if seating.own == 0 else -50.0  # type: ignore[attr-defined]

    told = findings(tmp_path / "a", versus(30), always)
    assert any("at such a ceiling no change can show" in each for each in told.warnings)
    alike = findings(tmp_path / "b", under(30), lambda seating: 50.0)
    assert any("the same in every pair" in each for each in alike.warnings)
    fair = findings(tmp_path / "c", versus(30), lambda seating: 0.0)
    assert not [each for each in fair.warnings if "openings" not in each]


def test_better_by_the_same_dice_lists_no_tie(tmp_path: Path) -> None:
    told = findings(tmp_path / "a", under(30), lambda seating: 50.0)
    assert not any("did better" in game.why for game in told.games)
    differ = findings(tmp_path / "b", under(30), lambda seating: 0.0)
    assert {"A did better by the same dice", "B did better by the same dice"} <= {
        game.why for game in differ.games
    }


def test_a_report_names_the_armies(tmp_path: Path) -> None:
    told = findings(tmp_path / "a", under(4), lambda seating: 0.0)
    assert [each.partition(": ")[0] for each in told.forces] == ["blue", "red"]


def test_cost_and_wait_are_reported_before_a_study_begins(tmp_path: Path) -> None:
    asked = study(3, b=StudySide(change={"unit.swarm.hp": 1}))
    (tmp_path / "s.toml").write_text(asked.text(), "utf-8")
    ran = run_here("lab", "run", tmp_path / "s.toml", "--out", tmp_path / "o", "--processes", 1)
    assert "the first pair took" in ran.err and "warning: unit.swarm.hp is 1 already" in ran.err
    assert msgspec.json.decode((tmp_path / "o" / "plan.json").read_bytes())["pairs"] == 3
