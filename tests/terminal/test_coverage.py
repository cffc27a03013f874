"""`gattai rules --coverage`: cited by code, proved by a test that ran, or a reason why not."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from gattai import games
from gattai.terminal.commands import coverage, proofs
from gattai.terminal.commands.coverage import Accounted
from tests.terminal.conftest import Run


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text), "utf-8")
    return path


def test_strings_docstrings_and_comments_cite(tmp_path: Path) -> None:
    written(tmp_path, "game/rules.py", '''\
        """The module.

        TOY.A: in a docstring. TOY.FAMILY.* cites no rule, nor does MY-TOY.A or TOY.
        """
        # TOY.B-2 in a comment
        RULE = "TOY.C.D"
        TOLD = f"{RULE} and TOY.E"
        ''')  # fmt: skip
    found = proofs.citations(tmp_path / "game", "TOY", tmp_path)
    assert found == {
        "TOY.A": ["game/rules.py:3"],
        "TOY.B-2": ["game/rules.py:5"],
        "TOY.C.D": ["game/rules.py:6"],
        "TOY.E": ["game/rules.py:7"],
    }


def test_marks_on_functions_classes_modules_and_parameters_prove(tmp_path: Path) -> None:
    written(tmp_path, "tests/test_toy.py", '''\
        import pytest
        rule = pytest.mark.rule
        pytestmark = [pytest.mark.rule("TOY.MODULE")]

        @pytest.mark.rule("TOY.A", "TOY.B")
        def test_one(): ...

        @rule("TOY.C")
        class TestClass:
            pytestmark = pytest.mark.rule("TOY.D")
            def test_two(self): ...

        @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("TOY.E"))])
        def test_three(x): ...

        @pytest.mark.skip
        @pytest.mark.rule("TOY.SKIPPED")
        def test_four(): ...

        @pytest.mark.rule("TOY.NO-TEST")
        def helper(): ...
        ''')  # fmt: skip
    found = proofs.marked(tmp_path / "tests", tmp_path)
    assert found["TOY.A"] == found["TOY.B"] == ["tests/test_toy.py::test_one"]
    assert found["TOY.C"] == found["TOY.D"] == ["tests/test_toy.py::TestClass::test_two"]
    assert found["TOY.E"] == ["tests/test_toy.py::test_three"]
    assert len(found["TOY.MODULE"]) == 3
    assert "TOY.SKIPPED" not in found and "TOY.NO-TEST" not in found


def test_scenarios_bear_rules_only_if_a_test_runs_them(tmp_path: Path) -> None:
    written(tmp_path, "catalogue/scenarios.toml", '''\
        [[scenario]]
        id = "S.1"
        rules = ["TOY.A"]
        [[scenario]]
        id = "S.2"
        manual = true
        rules = ["TOY.A", "TOY.BY-HAND"]
        ''')  # fmt: skip
    assert proofs.scenarios(tmp_path) == {}
    written(tmp_path, "test_catalogue.py", "")
    assert proofs.scenarios(tmp_path) == {"TOY.A": ["scenario S.1"]}


@pytest.mark.parametrize(
    ("cited", "proved", "why", "covered", "lacks"),
    [
        (("a.py:1",), True, "", True, ""),
        (("a.py:1",), False, "", False, "no test proves it"),
        ((), True, "", False, "no code cites it"),
        ((), False, "", False, "no code cites it and no test proves it"),
        ((), False, "a note", True, ""),
    ],
)
def test_a_rule_is_accounted_for_when_cited_and_proved_or_excused(
    cited: tuple[str, ...], proved: bool, why: str, covered: bool, lacks: str
) -> None:
    one = Accounted("TOY.A", "A", "printed", cited, proved, why_not=why)
    assert (one.is_covered, one.lacks) == (covered, lacks)


def test_every_rule_of_the_rulebook_is_listed(run: Run) -> None:
    found = run("rules", "attack-chart", "--coverage", "--json")
    book = games.load("attack-chart").rulebook
    assert [one["id"] for one in found.json["rules"]] == [rule.id for rule in book.rule]
    assert found.code == (1 if found.json["unaccounted"] else 0)
    printed = run("rules", "attack-chart", "--coverage")
    assert printed.code == found.code
    assert "of 60 rules of the document and" in printed.out
    assert "src/gattai/games/attack_chart/attack/attack.py:" in printed.out


def test_the_missing_side_of_a_rule_is_named_and_counted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {
        "ATTACK-CHART.SEQ.1-SELECT": proofs.Sides({"allows": "1", "refuses": "2"}),
        "ATTACK-CHART.SEQ.2-RANGE": proofs.Sides({"allows": "1", "refuses": ""}),
        "ATTACK-CHART.CAP.POWER": proofs.Sides({"does": "1"}),
    }
    monkeypatch.setattr(proofs, "sides", lambda _: known)
    ran = run("rules", "attack-chart", "--coverage")
    assert "sides      both sides proved" in ran.out
    assert "sides      only what it allows (a side is missing)" in ran.out
    assert ran.out.splitlines()[-1] == (
        "sides: both sides proved 1, proved without a condition 1, no code of its own 73, "
        "only what it allows 1"
    )


def test_an_id_that_is_unaccounted_for_is_named_with_exit_code_1(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "proved", lambda _: frozenset())
    ran = run("rules", "attack-chart", "--coverage")
    assert ran.code == 1 and "UNACCOUNTED FOR: no test proves it" in ran.out
    assert "proved by" not in ran.out and "proved 0," in ran.out


def test_without_its_tests_it_still_says_what_is_proved(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(coverage, "clone", lambda: None)
    ran = run("rules", "attack-chart", "--coverage")
    assert ran.code == 0 and "tests that ran and passed" in ran.out


def test_installed_without_its_tests_it_reads_those_of_the_clone_one_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = coverage.clone()
    assert clone is not None
    monkeypatch.setattr(coverage, "PACKAGE", tmp_path / "site-packages" / "gattai")
    monkeypatch.chdir(clone)
    assert coverage.clone() == clone
    monkeypatch.chdir(tmp_path)
    assert coverage.clone() is None


@pytest.mark.parametrize("game", games.names())
def test_nothing_that_a_document_says_comes_later(game: str, run: Run) -> None:
    found = run("rules", game, "--coverage", "--json")
    assert not [one["id"] for one in found.json["rules"] if one["later"]]
    assert "later 0" in found.json["summary"]


def test_what_comes_later_is_not_called_proved() -> None:
    rule = games.load("aegis").rulebook.rule[0]
    later = msgspec.structs.replace(rule, status="later")
    told = coverage._why_not(later)
    assert told == "later: not playable yet"
    one = Accounted(rule.id, rule.title, "sheet", (), proved=False, later=True, why_not=told)
    assert one.is_covered and "cited 0, proved 0, later 1, notes only 0" in coverage.summary([one])


def test_coverage_takes_no_words(run: Run) -> None:
    assert run("rules", "attack-chart", "SEQ.4-AP", "--coverage").code == 2
