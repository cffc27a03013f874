"""`gattai mechastellar`: rulesets compared, forces checked, profiles printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.problem import PackError
from gattai.terminal.complaint import Complaint
from gattai.terminal.mechastellar.own_commands import app
from tests.terminal.conftest import ROOT, Ran, run_here

OWN = """\
[pack]
id = "mine"
version = "1"
title = "Mine"
licence = "mine"
source = "me"

[[ruleset]]
id = "soft"
title = "Softer armour"
base = "rev116"

[ruleset.changes.armor_save]
cap = 2
"""


def run(*args: str) -> Ran:
    result = CliRunner(env={"COLUMNS": "100"}).invoke(app, list(args))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def test_the_rulesets_are_listed_with_the_number_of_their_changes() -> None:
    ran = run("rules", "list")
    assert ran.code == 0
    assert "ver10-final  " in ran.out and "rev101                    28" in ran.out


def test_two_rulesets_are_compared() -> None:
    ran = run("rules", "diff", "ver10-final", "rev116")
    assert ran.code == 0
    assert "armor_save.cap                5             3" in ran.out
    assert "finishing.mode                flat_bonus    defender_saves_fail_on_1" in ran.out
    assert "10 parameters of 212 differ" in ran.out


def test_a_ruleset_and_itself_do_not_differ() -> None:
    assert "no parameter differs" in run("rules", "diff", "rev78", "rev78").out


def test_the_comparison_is_there_for_programs() -> None:
    found = run("rules", "diff", "ver10-final", "ver10-whats-new", "--json").json
    assert found["differences"] == [
        {"parameter": "armor_save.cap", "first": 5, "second": 3},
        {"parameter": "counter.who", "first": "elite", "second": "all"},
    ]


def test_a_file_of_ones_own_is_compared(tmp_path: Path) -> None:
    path = tmp_path / "soft.toml"
    path.write_text(OWN, "utf-8")
    ran = run("rules", "diff", "rev116", str(path))
    assert "armor_save.cap  3       2" in ran.out
    assert "1 parameter of 212 differ" in ran.out


def test_a_mistake_in_a_file_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "soft.toml"
    path.write_text(OWN.replace("cap = 2", "cop = 2"), "utf-8")
    with pytest.raises(PackError, match=r"soft\.toml:14.*did you mean 'cap'"):
        run("rules", "diff", "rev116", str(path))


def test_a_file_without_rulesets_is_no_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text(OWN.partition("[[ruleset]]")[0], "utf-8")
    with pytest.raises(Complaint, match="contains 0 rulesets instead of one"):
        run("rules", "show", str(path))


def test_an_unknown_ruleset_is_reported_with_the_nearest() -> None:
    with pytest.raises(UnknownWord, match="did you mean 'rev116'"):
        run("rules", "diff", "ver10-final", "rev16")


def test_a_ruleset_is_shown_with_what_is_unusual() -> None:
    ran = run("rules", "show", "rev116")
    assert "barrier.recover" in ran.out and "default 1" in ran.out
    assert run("rules", "show", "--json").json["parameters"]["armor_save.cap"] == 5


def test_the_variants_are_listed_with_where_they_come_from() -> None:
    ran = run("rules", "variants")
    assert "MS.VAR.SAVE-CAP" in ran.out and "(inferred)" in ran.out
    assert len(run("rules", "variants", "--json").json["variants"]) == 69


def test_a_legal_force_is_legal() -> None:
    ran = run("force", "check", "aurora-coalition")
    assert ran.code == 0
    assert "188 VP, Elite level 4" in ran.out and "legal" in ran.out


def test_every_broken_rule_of_a_force_is_named() -> None:
    ran = run("force", "check", "argonaut*4, dervish!, hoverjet!")
    assert ran.code == 1
    assert "[MS.SETUP.COMMANDER]" in ran.out and "[MS.SQUAD.FORM]" in ran.out
    assert "not legal, for 2 reasons" in ran.out
    found = run("force", "check", "argonaut*4, dervish!, hoverjet!", "--json").json
    assert [refusal["rule"] for refusal in found["refusals"]] == [
        "MS.SETUP.COMMANDER",
        "MS.SQUAD.FORM",
    ]


def test_armies_are_listed_and_profiles_printed_with_stars_at_what_is_ours() -> None:
    assert "khan-dominion" in run("armies").out
    ran = run("unit", "argonaut")
    assert "HP 3000*" in ran.out and "10d10 + 5  " in ran.out and "* designed" in ran.out
    assert run("unit", "argonaut", "--json").json["units"][0]["id"] == "argonaut"


def test_the_page_on_rulesets_is_true(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "write-a-ruleset.md").read_text("utf-8")
    (pack,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "my-rules.toml"
    path.write_text(pack, "utf-8")
    ran = run("rules", "diff", "rev116", str(path))
    assert "armor_save.cap    3       2" in ran.out and "skill.flash.cost  3       4" in ran.out
    commands = re.findall(r"^gattai mechastellar (.*)$", page, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        assert run(*command.split()).code == 0


def test_packs_of_ones_own_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "soft.toml"
    path.write_text(OWN, "utf-8")
    ran = run_here("packs", "check", tmp_path, "--game", "mechastellar")
    assert ran.code == 0 and "ruleset: soft" in ran.out
    path.write_text(OWN.replace("cap = 2", "cop = 2"), "utf-8")
    ran = run_here("packs", "check", tmp_path, "--game", "mechastellar")
    assert ran.code == 1 and "did you mean 'cap'" in ran.out
