"""What a run proves: rules of tests that ran and passed, gathered from every process, kept in a file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

from gattai.terminal.commands import proofs
from tests.proved import RULES, Proofs, differences, written

ROOT = Path(__file__).resolve().parents[2]
RULE = "ATTACK-CHART.SEQ.4-AP"


def report(
    outcome: Literal["passed", "failed", "skipped"],
    when: Literal["setup", "call", "teardown"] = "call",
    where: str = "tests/games/attack_chart/test_x.py::test_y",
) -> pytest.TestReport:
    return pytest.TestReport(
        where, (where, 1, "test_y"), {}, outcome, None, when, user_properties=[(RULES, RULE)]
    )


def proved(*reports: pytest.TestReport) -> set[str]:
    found = Proofs("check")
    for one in reports:
        found.pytest_runtest_logreport(one)
    return found.passed.get("attack_chart", set()) - found.failed


def test_a_test_that_ran_and_passed_proves_its_rules() -> None:
    assert proved(report("passed", "setup"), report("passed")) == {RULE}


def test_being_set_up_proves_nothing_nor_does_being_skipped() -> None:
    assert proved(report("passed", "setup")) == set()
    assert proved(report("skipped", "setup")) == proved(report("skipped")) == set()


def test_a_failure_expected_or_not_proves_nothing() -> None:
    expected = report("skipped")
    expected.wasxfail = "it is known"
    assert proved(expected) == set()
    assert proved(report("failed")) == set()


def test_one_failure_outweighs_any_number_of_passes() -> None:
    assert proved(report("passed"), report("failed", "teardown"), report("passed")) == set()


def test_only_tests_of_the_games_prove_rules() -> None:
    assert proved(report("passed", where="tests/server/test_x.py::test_y")) == set()


def test_the_file_holds_ids_of_the_book_alone_in_order() -> None:
    text = written("attack-chart", {"ATTACK-CHART.SC.1", RULE, "ATTACK-CHART.CAP.POWER"})
    assert text.splitlines() == [proofs.HEAD, "ATTACK-CHART.CAP.POWER", RULE]


def test_a_file_that_says_more_or_less_than_was_proved_is_found(tmp_path: Path) -> None:
    path = tmp_path / "proofs.txt"
    assert len(differences(path, f"{RULE}\n")) == 1
    path.write_text("TOY.A\n", "utf-8")
    assert differences(path, f"{RULE}\n") == [
        "TOY.A is said to be proved, and no test that passed proves it",
        f"{RULE} is proved, and not said to be",
    ]
    assert differences(path, "TOY.A\n") == []


def test_a_run_of_several_processes_that_proves_less_than_the_file_says_fails() -> None:
    part = "tests/games/attack_chart/test_die.py"
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", part, "--proofs", "check"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 1, ran.stdout
    assert "attack-chart: ATTACK-CHART.SEQ.4-AP is said to be proved" in ran.stdout
    assert " failed" not in ran.stdout
