"""The Attack Dice Formula: which line fits, and what it needs."""

from __future__ import annotations

import pytest

from gattai.games.attack_chart.attack.needed import DEFENCE_MAX, POWER_MAX, Method, needed
from gattai.games.attack_chart.cards import FormulaLine
from tests.games.attack_chart.scenarios import FOLDER, METHODS
from tests.games.attack_chart.table import RULES, duel, unit, weapon
from tests.games.catalogued import load

ROWS: list[list[str]] = load(FOLDER, "formula")["rows"]
CELLS = [(p, d) for p in range(POWER_MAX + 1) for d in range(DEFENCE_MAX + 1)]


def code(power: int, defence: int) -> str:
    return needed("formula", power, defence).code


def lines(power: int, defence: int) -> list[str]:
    """By hand: every line of the sheet that fits, the most applicable first."""
    high, low = max(power, defence), min(power, defence)
    fitting = []
    if power == 0:
        fitting.append("N")
    elif defence == 0:
        fitting.append("A" if power == 1 else f"Ax{power}")
    if low and high >= 5 and high // low >= 2:
        if power > defence:
            fitting.append(f"Ax{power // defence}")
        else:
            fitting.append({2: "9/3", 3: "9/6"}.get(high // low, "9/9"))
    ladder = {-2: "9", -1: "7+", 0: "5+", 1: "3+", 2: "1+"}
    fitting.append(ladder[max(-2, min(2, power - defence))])
    return fitting


@pytest.mark.rule("ATTACK-CHART.FORMULA.MOST-APPLICABLE")
@pytest.mark.parametrize("power", range(POWER_MAX + 1))
def test_every_number_of_the_formula_is_that_of_the_catalogue(power: int) -> None:
    assert [code(power, defence) for defence in range(DEFENCE_MAX + 1)] == ROWS[power]


@pytest.mark.rule("ATTACK-CHART.FORMULA.MOST-APPLICABLE", "ATTACK-CHART.AMB.DOUBLE-EXACT")
def test_every_number_of_the_formula_is_that_of_the_first_line_that_fits() -> None:
    assert len(CELLS) == 336
    assert {cell: code(*cell) for cell in CELLS} == {cell: lines(*cell)[0] for cell in CELLS}


@pytest.mark.rule("ATTACK-CHART.FORMULA.MOST-APPLICABLE")
def test_zero_goes_before_multiples_and_multiples_before_the_difference() -> None:
    assert (code(9, 0), lines(9, 0)) == ("Ax9", ["Ax9", "1+"])
    assert (code(9, 3), lines(9, 3)) == ("Ax3", ["Ax3", "1+"])
    assert (code(3, 9), lines(3, 9)) == ("9/6", ["9/6", "9"])


LADDER = {
    "EQUAL": ("5+", [(1, 1), (4, 4), (15, 15)]),
    "POWER-PLUS-1": ("3+", [(2, 1), (5, 4), (16, 15)]),
    "POWER-PLUS-2": ("1+", [(3, 1), (7, 5), (19, 10), (20, 15)]),
    "DEFENCE-PLUS-1": ("7+", [(1, 2), (4, 5), (14, 15)]),
    "DEFENCE-PLUS-2": ("9", [(1, 3), (2, 4), (3, 5), (8, 15)]),
    "DEFENCE-DOUBLE": ("9/3", [(2, 5), (3, 6), (3, 8), (7, 15)]),
    "DEFENCE-TRIPLE": ("9/6", [(2, 6), (2, 7), (3, 9), (5, 15)]),
    "DEFENCE-QUADRUPLE": ("9/9", [(1, 5), (2, 8), (3, 12), (1, 15)]),
}
"""For each line its number, and pairs of Power and Defence at its edges."""


@pytest.mark.rule(
    "ATTACK-CHART.FORMULA.EQUAL",
    "ATTACK-CHART.FORMULA.POWER-PLUS-1",
    "ATTACK-CHART.FORMULA.POWER-PLUS-2",
    "ATTACK-CHART.FORMULA.DEFENCE-PLUS-1",
    "ATTACK-CHART.FORMULA.DEFENCE-PLUS-2",
    "ATTACK-CHART.FORMULA.DEFENCE-DOUBLE",
    "ATTACK-CHART.FORMULA.DEFENCE-TRIPLE",
    "ATTACK-CHART.FORMULA.DEFENCE-QUADRUPLE",
    "ATTACK-CHART.AMB.LOST-LADDER",
)
@pytest.mark.parametrize("line", LADDER)
def test_a_line_covers_its_pairs_and_is_cited_with_them(line: str) -> None:
    number, pairs = LADDER[line]
    for power, defence in pairs:
        found = needed("formula", power, defence)
        assert (found.code, found.rule) == (number, f"ATTACK-CHART.FORMULA.{line}")


@pytest.mark.rule(
    "ATTACK-CHART.FORMULA.EQUAL",
    "ATTACK-CHART.FORMULA.POWER-PLUS-1",
    "ATTACK-CHART.FORMULA.POWER-PLUS-2",
    "ATTACK-CHART.FORMULA.DEFENCE-PLUS-1",
    "ATTACK-CHART.FORMULA.DEFENCE-PLUS-2",
)
@pytest.mark.parametrize(
    ("power", "lowest"), [(10, 1), (9, 3), (8, 5), (7, 7), (6, 9), (5, 9)], ids=str
)
def test_against_defence_8_the_lowest_face_that_succeeds_is_that_of_the_line(
    power: int, lowest: int
) -> None:
    game = duel(weapon(power=power, attacks=2), unit("target", defence=8, hp=9))
    game.attacks("gun", "target").rolls(lowest - 1, lowest).ends(successes=1)


@pytest.mark.rule("ATTACK-CHART.FORMULA.DEFENCE-DOUBLE", "ATTACK-CHART.FORMULA.DEFENCE-TRIPLE")
def test_between_two_multiples_the_smaller_counts() -> None:
    assert [code(4, defence) for defence in (7, 8, 11, 12, 15)] == ["9", "9/3", "9/3", "9/6", "9/6"]


@pytest.mark.rule("ATTACK-CHART.FORMULA.POWER-MULTIPLE", "ATTACK-CHART.AMB.DOUBLE-EXACT")
@pytest.mark.parametrize(
    ("power", "defence", "number"),
    [(5, 3, "1+"), (5, 2, "Ax2"), (6, 3, "Ax2"), (7, 2, "Ax3"), (19, 10, "1+"), (20, 10, "Ax2")],
)
def test_power_of_at_least_double_passes_automatically(
    power: int, defence: int, number: str
) -> None:
    assert code(power, defence) == number


@pytest.mark.rule("ATTACK-CHART.FORMULA.THRESHOLD-FIVE", "ATTACK-CHART.AMB.FIVE-WHICH")
def test_multiples_begin_when_the_larger_figure_is_five() -> None:
    assert [code(power, 1) for power in (2, 3, 4, 5)] == ["3+", "1+", "1+", "Ax5"]
    assert [code(power, 2) for power in (4, 5)] == ["1+", "Ax2"]
    assert [code(1, defence) for defence in (2, 3, 4, 5)] == ["7+", "9", "9", "9/9"]
    assert [code(2, defence) for defence in (4, 5)] == ["9", "9/3"]


@pytest.mark.rule("ATTACK-CHART.FORMULA.THRESHOLD-FIVE")
def test_no_multiple_is_met_while_both_figures_are_below_five() -> None:
    small = [code(power, defence) for power in range(1, 5) for defence in range(1, 5)]
    assert not [number for number in small if "A" in number or "/" in number]


@pytest.mark.rule("ATTACK-CHART.FORMULA.DEFENCE-ZERO", "ATTACK-CHART.AMB.EXAMPLE-ZERO")
@pytest.mark.parametrize("power", [1, 3, 9, 20])
def test_against_defence_0_power_is_the_multiplier_without_a_limit(power: int) -> None:
    game = duel(weapon(power=power), unit("target", defence=0, hp=99))
    game.attacks("gun", "target").ends(successes=1, hp_lost=power, code=code(power, 0))
    assert game.throws == []


@pytest.mark.rule(
    "ATTACK-CHART.FORMULA.POWER-ZERO",
    "ATTACK-CHART.AMB.ZERO-ZERO",
    "ATTACK-CHART.AMB.CHART-POWER-ZERO",
)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("defence", [0, 1, 15])
def test_power_0_may_be_fired_but_rolls_nothing_and_does_nothing(
    method: Method, defence: int
) -> None:
    gun, target = weapon(power=0, attacks=5), unit("target", defence=defence, armour=5, aegis=5)
    game = duel(gun, target, method=method)
    game.attacks("gun", "target").ends(code="N", successes=0, hp_lost=0).leaves(target=1)
    assert game.throws == []


@pytest.mark.rule("ATTACK-CHART.FORMULA.POWER-ZERO", "ATTACK-CHART.FORMULA.DEFENCE-ZERO")
def test_from_power_1_and_defence_1_on_no_line_for_zeros_is_met() -> None:
    assert [code(power, 1) for power in (0, 1)] == ["N", "5+"]
    assert [needed("chart", power, 5).code for power in (0, 1)] == ["N", "9"]
    assert [code(2, defence) for defence in (0, 1)] == ["Ax2", "3+"]


@pytest.mark.rule("ATTACK-CHART.AUTO.NO-ROLL")
def test_one_defence_more_and_dice_are_rolled() -> None:
    game = duel(weapon(power=6, attacks=2), unit("target", defence=4, hp=9))
    game.attacks("gun", "target").rolls(0, 1).ends(code="1+", successes=1, hp_lost=1)


@pytest.mark.rule("ATTACK-CHART.AUTO.HP-MULTIPLIER", "ATTACK-CHART.AMB.MULTIPLIER-WHEN")
@pytest.mark.parametrize(("saves", "lost"), [(0, 6), (1, 3), (2, 0)])
def test_by_the_formula_what_the_saves_let_through_is_multiplied(saves: int, lost: int) -> None:
    target = unit("target", defence=2, hp=9, armour=5)
    game = duel(weapon(power=7, attacks=2), target)
    faces = [5] * saves + [4] * (2 - saves)
    game.attacks("gun", "target").rolls(*faces).ends(code="Ax3", successes=2, hp_lost=lost)


@pytest.mark.rule("ATTACK-CHART.AUTO.HP-MULTIPLIER")
def test_a_success_that_was_rolled_is_never_multiplied() -> None:
    rolled = [needed("formula", *cell) for cell in CELLS]
    assert {number.hp_each for number in rolled if not number.automatic} == {1}
    assert {number.successes_each for number in rolled} == {1}


@pytest.mark.rule("ATTACK-CHART.CAP.POWER", "ATTACK-CHART.AMB.LIMITS-LOW")
def test_power_beyond_its_limits_counts_as_the_limit() -> None:
    for defence in range(DEFENCE_MAX + 1):
        for method in METHODS:
            assert needed(method, 21, defence) == needed(method, 20, defence)
            assert needed(method, 99, defence) == needed(method, 20, defence)
            assert needed(method, -1, defence).code == "N"
    assert code(19, 9) == "Ax2" and code(19, 10) == "1+" and code(20, 10) == "Ax2"


@pytest.mark.rule("ATTACK-CHART.CAP.DEFENCE", "ATTACK-CHART.AMB.LIMITS-LOW")
def test_defence_beyond_its_limits_counts_as_the_limit() -> None:
    for power in range(POWER_MAX + 1):
        for method in METHODS:
            assert needed(method, power, 16) == needed(method, power, 15)
            assert needed(method, power, -3) == needed(method, power, 0)
    assert code(4, 15) == code(4, 16) == "9/6"  # sixteen would be four times


def test_the_lines_shown_in_the_pack_are_those_that_the_rules_cite() -> None:
    shown = [card.rule for card in RULES.catalogue.cards("formula", FormulaLine).values()]
    cited = {needed("formula", *cell).rule for cell in CELLS}
    assert sorted(shown) == sorted(cited)
    assert len(shown) == 11
