"""The core asks moments and never names a keyword: no code or ability name stands in its source."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.games.aegis import ruleset
from gattai.games.aegis.keywords.registry import ABILITIES, ATTRIBUTES, CONDITIONS
from tests.games.sources import core, named

FOLDER = Path(ruleset.__file__).parent
CORE = core(FOLDER, "keywords")
WORDS = {*ATTRIBUTES, *ABILITIES, *CONDITIONS}


@pytest.mark.parametrize("name", CORE)
def test_a_module_of_the_core_names_no_keyword(name: str) -> None:
    assert named((FOLDER / name).read_text("utf-8"), WORDS) == []


def test_the_core_is_all_that_is_not_a_keyword() -> None:
    parts = (
        "actions/using actions/combining attack/aiming attack/effects figures state phases/turns"
    )
    assert {f"{part}.py" for part in parts.split()} <= {*CORE}
    assert not any("keywords" in name for name in CORE)


def test_the_check_can_fail_and_leaves_docstrings_and_rule_ids_alone() -> None:
    wrong = 'if "CRT" in action.attributes or "First Pilot" in unit.passives: pass'
    assert named(wrong, WORDS) == [(1, "CRT"), (1, "First Pilot")]
    fine = 'def f():\n    """CRT"""\n    return "AEGIS.ATTR.CRT"\n'
    assert named(fine, WORDS) == []


def test_every_keyword_of_the_book_is_known() -> None:
    assert len({type(each) for each in ATTRIBUTES.values()}) == 22
    assert len(ABILITIES) == 14 + 8 + 5
