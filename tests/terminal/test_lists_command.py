"""`gattai list`."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from tests.terminal.conftest import ROOT, Run

SHOWN = re.compile(r"```console\n\$ gattai ([^\n]+)\n(.*?)```", re.DOTALL)
SHARED = """gattai list
title: Mine
game: mechastellar 1.3.0
settings: points=10
list: white-asura!
"""


def test_the_page_on_lists_shows_what_is_printed(run: Run) -> None:
    page = (ROOT / "docs" / "how-to" / "build-a-list.md").read_text("utf-8")
    ((command, output),) = SHOWN.findall(page)
    ran = run(*shlex.split(command), columns=200)
    assert (ran.code, ran.out) == (0, output)


def test_every_broken_rule_has_a_line_with_its_page(run: Run) -> None:
    ran = run("list", "check", "aegis", "ark-150,ark-150+go-100", columns=200)
    assert ran.code == 1
    broken = [line for line in ran.out.splitlines() if line.strip().startswith("NO")]
    for rule in ("SQUAD.SIZE", "SQUAD.UNIQUE", "SQUAD.POOL"):
        assert [line for line in broken if f"AEGIS.{rule}, p" in line]


def test_a_misspelt_card_is_named_with_the_nearest_one(run: Run) -> None:
    ran = run("list", "check", "robot-empire", "4 brax-the-strng", columns=200)
    assert ran.code == 1
    assert "did you mean 'brax-the-strong'?" in ran.out


def test_a_shared_text_brings_its_settings(run: Run) -> None:
    ran = run("list", "check", "mechastellar", SHARED, columns=200)
    assert ran.code == 0
    assert ran.out.startswith("Mine is legal")
    assert "VP: 60 (at most 10)" in ran.out
    again = run("list", "check", "mechastellar", SHARED, "--setting", "points=0", columns=200)
    assert "VP: 60\n" in again.out


def test_the_judgement_is_had_as_json(run: Run) -> None:
    ran = run("list", "check", "attack-chart", "blue", "--json")
    found = json.loads(ran.out)
    assert found["judged"]["is_legal"] is True
    assert found["judged"]["sums"][0]["amount"] == 275


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("aegis", SHARED), "this is a list of mechastellar, not of aegis"),
        (("mechastellar", "x", "--setting", "points"), "'points' is no setting"),
        (("mechastellar", "x", "--setting", "rulez=1"), "did you mean 'rules'"),
        (("chess", "x"), "no game 'chess'"),
    ],
)
def test_what_cannot_be_judged_is_refused(run: Run, args: tuple[str, ...], said: str) -> None:
    ran = run("list", "check", *args)
    assert ran.code in (1, 2)
    assert said in ran.err
