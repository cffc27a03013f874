"""`gattai aegis`: squads checked, squads listed, cards printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Run

LEGAL = """\
title = "Mine"
units = ["ARK-150", "ARLY-100", "ENDR-100", "GO-100", "SSM-100"]
pool = ["ARK-2500"]
"""
BROKEN = """\
units = ["ARK-150", "ark-150", "GMD-100", "ARK-2500", "EXL-10", "EXL-100"]
pool = ["ARK-2500", "ARK-100"]
"""
OWN_CARD = """\
units = ["TIN-1", "ARLY-100", "ENDR-100", "GO-100", "SSM-100"]

[[unit]]
id = "tin-1"
name = "TIN-1"
make = "TIN"
model = "1"
classes = ["A"]
level = 1
ep = 3
move = 4
integrity = 5
faction = "grey"
house = true

[[unit.action]]
name = "Tin Fist"
dice = 2
accuracy = 3
mode = "each"
power = 1
type = "damage"
attributes = ["MLE"]
"""


@pytest.fixture
def squad(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def test_a_legal_squad(run: Run, squad: Path) -> None:
    squad.write_text(LEGAL, "utf-8")
    ran = run("aegis", "squad", "check", squad)
    assert ran.code == 0
    for word in ("Mine", "ARK-150*", "ARK-2500* = A+G with ARK", "produces 16 energy", "legal"):
        assert word in ran.out
    found = run("aegis", "squad", "check", squad, "--json").json
    assert found["legal"] and found["units"][0] == "ark-150" and not found["refusals"]


def test_every_broken_rule_and_every_unknown_name_is_reported_at_once(
    run: Run, squad: Path
) -> None:
    squad.write_text(BROKEN, "utf-8")
    ran = run("aegis", "squad", "check", squad)
    assert ran.code == 1
    for word in ("no unit 'EXL-10'", "did you mean 'exl-100'?", "[AEGIS.SQUAD.SIZE]", "units 6",
                 "[AEGIS.TERM.LEVELS]", "[AEGIS.SQUAD.UNIQUE]", "[AEGIS.SQUAD.POOL]",
                 "[AEGIS.SQUAD.FACTION]", "[AEGIS.SQUAD.COMMANDER]", "(p. 4)", "not legal"):  # fmt: skip
        assert word in ran.out
    found = run("aegis", "squad", "check", squad, "--json")
    assert found.code == 1 and not found.json["legal"]
    assert {"rule", "title", "page", "reason", "figures"} == {*found.json["refusals"][0]}
    assert found.json["unknown"][0]["name"] == "EXL-10"


def test_a_name_that_nobody_knows_still_takes_a_place(run: Run, squad: Path) -> None:
    squad.write_text(LEGAL.replace("SSM-100", "SMM-100"), "utf-8")
    ran = run("aegis", "squad", "check", squad)
    assert ran.code == 1 and "did you mean 'ssm-100'" in ran.out
    assert "AEGIS.SQUAD.SIZE" not in ran.out and "for 1 reason" in ran.out


def test_a_card_that_can_never_be_made_is_reported_but_is_legal(run: Run, squad: Path) -> None:
    squad.write_text(LEGAL.replace("ARK-2500", "SSM-3000"), "utf-8")
    ran = run("aegis", "squad", "check", squad)
    assert ran.code == 0 and "SSM-3000 can never be made from these units" in ran.out


def test_cards_of_its_own_in_the_file(run: Run, squad: Path) -> None:
    squad.write_text(OWN_CARD, "utf-8")
    ran = run("aegis", "squad", "check", squad)
    assert ran.code == 0 and "TIN-1*" in ran.out


def test_packs_beside_the_file(run: Run, squad: Path) -> None:
    folder = squad.parent / "packs"
    folder.mkdir()
    head = '[pack]\nid = "tin"\nversion = "1"\ntitle = "Tin"\nlicence = "own"\nsource = "own"\n'
    (folder / "tin.toml").write_text(head + OWN_CARD.partition("\n")[2], "utf-8")
    squad.write_text(OWN_CARD.partition("\n")[0] + '\npacks = ["packs"]\n', "utf-8")
    assert run("aegis", "squad", "check", squad).code == 0
    without = OWN_CARD.partition("\n")[0]
    squad.write_text(without, "utf-8")
    assert run("aegis", "squad", "check", squad).code == 1
    assert run("aegis", "squad", "check", squad, "--packs", folder).code == 0
    assert "Tin Fist" in run("aegis", "unit", "tin-1", "--packs", folder).out


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("units = [", "not TOML"),
        ("pool = []", "no list of units"),
        ('unts = ["ARK-150"]', "did you mean 'units'"),
        ("units = 5", "expected a list of names"),
        ('units = []\npacks = ["nowhere"]', "no such folder"),
        (OWN_CARD.replace("integrity", "integrty"), "did you mean 'integrity'"),
        (OWN_CARD.replace('["MLE"]', '["MLEE"]'), "did you mean 'MLE'"),
        (OWN_CARD.replace('id = "tin-1"', 'id = "ark-150"'), "replaces = true"),
        (OWN_CARD.replace("[[unit]]", "[unit]").partition("[[unit.action]]")[0], "[[unit]]"),
    ],
)
def test_a_file_that_cannot_be_read(run: Run, squad: Path, text: str, word: str) -> None:
    squad.write_text(text, "utf-8")
    ran = run("aegis", "squad", "check", squad)
    assert ran.code == 2 and word in ran.err and not ran.out


def test_a_problem_names_the_line(run: Run, squad: Path) -> None:
    squad.write_text(OWN_CARD.replace("integrity", "integrty"), "utf-8")
    assert "mine.toml:12: unit 'tin-1'" in run("aegis", "squad", "check", squad).err
    found = run("aegis", "squad", "check", squad, "--json")
    assert found.code == 2 and found.json["readable"] is False


def test_a_file_that_is_not_there(run: Run, squad: Path) -> None:
    assert run("aegis", "squad", "check", squad).code == 2
    assert run("aegis", "squad", "check", squad.parent).code == 2


def test_squads_with_their_cards(run: Run) -> None:
    ran = run("aegis", "squads")
    for word in (
        "arc-buster-offensive",
        "EXL-GAN*",
        "house-omni",
        "(ours)",
        "designed for this project",
    ):
        assert word in ran.out
    assert len(run("aegis", "squads", "--json").json["squads"]) == 7


def test_a_whole_card(run: Run) -> None:
    ran = run("aegis", "unit", "ARK-150", "ark-2500", "exl-100")
    for word in ("ARK-150*  Level 1, class A, Commander", "Breaker Sword <", "First Pilot",
                 "AEGIS.COMMANDER.FIRST-PILOT, p. 22", "with ARK among them"):  # fmt: skip
        assert word in ran.out
    assert "EXL-100  Level" in ran.out  # printed in the document: no star
    assert run("aegis", "unit", "exl-100", "--json").json["units"][0]["id"] == "exl-100"
    assert "did you mean 'ark-150'" in run("aegis", "unit", "ARK-151").err
    assert run("aegis", "unit", "ARK-151").code == 2


def test_the_game_alone_tells_what_it_has(run: Run) -> None:
    ran = run("aegis", "--help")
    assert ran.code == 0 and "squads" in ran.out and "unit" in ran.out
