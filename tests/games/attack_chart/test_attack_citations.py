"""The rules that a volley cites: the line of its number, and each step with an effect."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.events import VolleyFired

EQUAL = "ATTACK-CHART.FORMULA.EQUAL"


def fired(**told: object) -> VolleyFired:
    """A volley of which nothing came, but for what is told."""
    usual: dict[str, object] = {
        "rule": "ATTACK-CHART.SEQ.5-APPLY",
        "unit": 0,
        "weapon": "gun",
        "target": 1,
        "dice": 2,
        "code": "5+",
        "needed_by": EQUAL,
        "modifier": 0,
        "successes": 0,
        "saved_by_armour": 0,
        "saved_by_aegis": 0,
        "hp_lost": 0,
    }
    return VolleyFired(**{**usual, **told})  # type: ignore[arg-type]


@pytest.mark.rule("ATTACK-CHART.FORMULA.EQUAL")
def test_the_line_that_gave_the_number_is_always_cited() -> None:
    assert fired().cites == (EQUAL,)


@pytest.mark.rule("ATTACK-CHART.SEQ.4-PREVENT")
@pytest.mark.parametrize("save", ["saved_by_armour", "saved_by_aegis"])
def test_one_save_of_either_kind_is_enough(save: str) -> None:
    assert fired(**{save: 1}).cites == (EQUAL, "ATTACK-CHART.SEQ.4-PREVENT")
    both = fired(saved_by_armour=1, saved_by_aegis=1)
    assert both.cites == (EQUAL, "ATTACK-CHART.SEQ.4-PREVENT")


@pytest.mark.rule("ATTACK-CHART.SEQ.4-ONE-HP")
def test_one_hp_lost_is_enough() -> None:
    assert fired(hp_lost=1).cites == (EQUAL, "ATTACK-CHART.SEQ.4-ONE-HP")


@pytest.mark.rule("ATTACK-CHART.MOD.APPLY")
@pytest.mark.parametrize("modifier", [-1, 1, 2])
def test_a_modifier_up_or_down_is_cited(modifier: int) -> None:
    assert fired(modifier=modifier).cites == (EQUAL, "ATTACK-CHART.MOD.APPLY")


@pytest.mark.rule("ATTACK-CHART.AUTO.NO-ROLL")
@pytest.mark.parametrize("code", ["A", "Ax2"])
def test_what_passes_without_a_roll_is_cited(code: str) -> None:
    assert fired(code=code).cites == (EQUAL, "ATTACK-CHART.AUTO.NO-ROLL")
