"""The sequence asks a weapon's class and never names one, nor a unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.games.attack_chart import keywords
from gattai.games.attack_chart.keywords import CLASSES
from tests.games.attack_chart.table import RULES
from tests.games.sources import core, named

FOLDER = Path(keywords.__file__).parent
OWN = ("keywords.py", "cards.py")
"""Where classes are at home, and where a card is read."""
CORE = core(FOLDER, *OWN)
WORDS = ({*CLASSES} | {*RULES.units}) - {"melee"}  # a melee is also where units fight


@pytest.mark.parametrize("name", CORE)
def test_a_module_of_the_core_names_no_class_and_no_unit(name: str) -> None:
    assert named((FOLDER / name).read_text("utf-8"), WORDS) == []


def test_the_core_includes_the_subfolders() -> None:
    assert {"attack/attack.py", "actions/activating.py", "phases/turns.py"} <= {*CORE}


def test_the_check_can_fail() -> None:
    assert named('if weapon.weapon_class == "heavy": pass', WORDS) == [(1, "heavy")]
