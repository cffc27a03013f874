"""The core asks moments and never names a tag, a trait, an elite bonus or a card."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.content import FOLDER
from gattai.games.mechastellar.keywords.registry import BONUSES, TAGS, TRAITS
from tests.games.mechastellar.table import RULES
from tests.games.sources import core, named

OWN = ("cards.py", "checks.py", "keywords", "actions/__init__.py")
"""Where a card is read, its words are checked, each word has its class, and the actions are listed."""
CORE = core(FOLDER, *OWN)
SHARED = {"counter", "fly"}
"""Words of the rules too: the action in reply, and what an Accelerate grants to everybody."""
WORDS = ({*TAGS, *TRAITS, *BONUSES} | {*RULES.content.units}) - SHARED


@pytest.mark.parametrize("name", CORE)
def test_a_module_of_the_core_names_no_keyword(name: str) -> None:
    assert named((FOLDER / name).read_text("utf-8"), WORDS) == []


def test_the_check_can_fail() -> None:
    assert named('if "IDF" in weapon.tags or card.id == "argonaut": pass', WORDS) == [
        (1, "IDF"),
        (1, "argonaut"),
    ]


def test_every_keyword_of_the_book_is_known() -> None:
    assert (len(TAGS), len(TRAITS), len(BONUSES)) == (9, 13, 8)
