"""A study warns where its answer would mean little."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import polars as pl
import pytest

from gattai.lab import report
from gattai.lab.folder import Folder
from gattai.lab.plan import PlannedGame, made
from gattai.lab.running import run
from gattai.lab.sitting import Row
from gattai.lab.study import Study, StudySide, StudyStop
from gattai.lab.warnings import before
from gattai.lab.watching import expected_pairs
from tests.lab.asking import study, under, versus
from tests.lab.simulated import Odds, Simulated, simulated
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


STOP = StudyStop("difference of 20 % in 'won' decided either way, error 5 %")


def test_the_expected_number_of_pairs_is_near_what_studies_without_a_difference_need(
    tmp_path: Path,
) -> None:
    """Estimated from the first 40 pairs of each of five studies, within a factor of two."""
    for number in range(5):
        play = msgspec.structs.replace(under(2_000).play, seed=f"{number}")
        asked = msgspec.structs.replace(under(2_000), play=play, stop=STOP)
        plan = made(asked)
        folder = Folder.create(tmp_path / f"{number}", asked, plan)
        ended = run(folder, simulated(lambda seating: 0.0))
        estimate = expected_pairs(asked, plan, folder.frame().filter(pl.col("pair") < 40))
        assert estimate is not None and ended.verdict is not None
        if ended.verdict.answer == "same":
            assert ended.pairs / 2 < estimate < 2 * ended.pairs


def test_the_forecast_is_near_in_most_studies(tmp_path: Path) -> None:
    """Estimated at half of the way, for no, a small and a large difference: within a factor of 1.5."""
    near = []
    for number in range(12):
        play = msgspec.structs.replace(under(4_000).play, seed=f"forecast-{number}")
        rule = StudyStop("difference of 10 % in 'won' decided either way, error 5 %")
        asked = msgspec.structs.replace(under(4_000), play=play, stop=rule)
        plan = made(asked)
        folder = Folder.create(tmp_path / f"{number}", asked, plan)
        ended = run(folder, simulated(partial(_favoured, by=(0.0, 0.6, 1.6)[number % 3])))
        half = folder.frame().filter(pl.col("pair") < ended.pairs // 2)
        as_seen = expected_pairs(asked, plan, half, as_seen=True)
        at_most = expected_pairs(asked, plan, half)
        assert as_seen is not None and at_most is not None
        near.append(ended.pairs / 1.5 <= min(as_seen, at_most) <= 1.5 * ended.pairs)
    assert near.count(True) >= 9


def _favoured(seating: PlannedGame, by: float) -> float:
    """The first seat wins more often under B."""
    return by * seating.arm


def test_nothing_is_expected_of_a_study_that_does_not_stop_or_whose_pairs_are_equal(
    tmp_path: Path,
) -> None:
    rows = findings_rows(tmp_path / "a", under(30), lambda seating: 0.0)
    assert expected_pairs(under(30), made(under(30)), rows) is None
    equal = msgspec.structs.replace(under(30), stop=STOP)
    rows = findings_rows(tmp_path / "b", equal, lambda seating: 50.0)
    assert expected_pairs(equal, made(equal), rows) is None


def findings_rows(path: Path, asked: Study, odds: Odds) -> pl.DataFrame:
    folder = Folder.create(path, asked, made(asked))
    run(folder, simulated(odds))
    return folder.frame()


@pytest.mark.parametrize(("pairs", "told"), [(20, False), (21, True)])
def test_a_pilot_of_20_pairs_comes_before_a_longer_study(
    pairs: int, told: bool, tmp_path: Path
) -> None:
    asked = msgspec.structs.replace(under(pairs), stop=STOP)
    (tmp_path / "s.toml").write_text(asked.text(), "utf-8")
    ran = run_here("lab", "run", tmp_path / "s.toml", "--out", tmp_path / "o", "--processes", 1)
    assert ("after 20 pairs:" in ran.err) == told


def constant(odds: float, seating: PlannedGame) -> float:
    return odds


def test_a_metric_that_did_not_move_is_reported_and_one_that_did_is_not(tmp_path: Path) -> None:
    asked = under(30)

    class Longer(Simulated):
        def row(self, seating: PlannedGame) -> Row:
            row = super().row(seating)
            metrics = [
                10.0 + seating.arm if name == "length" else value
                for name, value in zip(self.plan.metrics, row.metrics, strict=True)
            ]
            return msgspec.structs.replace(row, metrics=tuple(metrics))

    for odds, still in ((50.0, True), (0.0, False)):
        folder = Folder.create(tmp_path / f"{odds}", asked, made(asked))
        run(folder, partial(Longer, odds=partial(constant, odds)))
        warnings = report.found(folder).warnings
        assert any("'won' is the same under A and B" in each for each in warnings) == still
