"""The second model agrees with the engine on random tables, and it finds faults that are put back."""

from __future__ import annotations

import pytest

from tests.games.mechastellar.model.compare import described, differences

TABLES = 3_000
PLANTED = 1_500


@pytest.mark.rule(
    "MS.TARGET.CLOSEST", "MS.TARGET.EXEMPT", "MS.TARGET.ARC", "MS.RANGE.MEASURE", "MS.LOS.NEED",
    "MS.IDF.BASIC", "MS.IDF.FLY", "MS.ENGAGE.PROTECTED", "MS.ENGAGE.SIZE", "MS.HIGH.MELEE",
    "MS.AOE.SWEEP", "MS.AOE.LIMITS", "MS.RETURNFIRE.ACTIVATE", "MS.RETURNFIRE.ATTACK",
    "MS.REINFORCE.WHEN", "MS.REINFORCE.WHERE", "MS.SQUAD.DICE", "MS.BARRIER.FREE",
)  # fmt: skip
@pytest.mark.parametrize("part", range(6))
def test_the_model_agrees_on_thousands_of_tables(part: int, pytestconfig: pytest.Config) -> None:
    count = int(TABLES * pytestconfig.getoption("--games")) // 6
    for number in range(count):
        for difference in differences(f"continuous {part} {number}"):
            report = f"{difference}\n{described(difference.text)}\n{difference.text}"
            pytest.fail(f"table {number} of part {part}: {report}")


@pytest.mark.parametrize(
    ("planted", "kind", "what"),
    [
        ({"water_idf": "outwards"}, "acting", "indirect"),
        ({"rf_gone": "ends"}, "volley", "who may be activated"),
        ({"barrier_pen": "printed"}, "duel", "the barrier of"),
        ({"squad_size": "model"}, "acting", "attack"),
        ({"squad_uses": "leader"}, "volley", "uses of"),
    ],
)
def test_the_model_finds_a_ruling_that_is_read_otherwise(
    planted: dict[str, str], kind: str, what: str
) -> None:
    """Each is how the rules were once broken: the engine is told to read them so again."""
    found = (
        difference.what
        for number in range(PLANTED)
        for difference in differences(f"planted {number}", planted, kind)
    )
    assert any(what in difference for difference in found)
