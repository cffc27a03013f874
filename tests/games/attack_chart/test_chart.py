"""The Attack Dice Chart: twenty rows, sixteen columns, one band."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gattai.games.attack_chart.attack.needed import DEFENCE_MAX, POWER_MAX, Needed, needed
from gattai.games.attack_chart.cards import ChartCard
from tests.games.attack_chart.scenarios import FOLDER
from tests.games.attack_chart.table import ATTACK, RULES, duel, unit, weapon
from tests.games.catalogued import load

ROWS: list[list[str]] = load(FOLDER, "chart")["rows"]
PRINTED = RULES.catalogue.cards("chart", ChartCard)["printed"]
CELLS = [(p, d) for p in range(1, POWER_MAX + 1) for d in range(DEFENCE_MAX + 1)]


def cell(power: int, defence: int) -> Needed:
    return needed("chart", power, defence)


def by_the_band(power: int, defence: int) -> str:
    """The closed form, written a second time."""
    x = 5 + defence - power
    if x <= 0:
        return "A" if x == 0 else f"Ax{1 - x}"
    if x <= 9:
        return f"{x}+" if x < 9 else "9"
    return f"9/{min(x - 9, 9)}"


@pytest.mark.rule("ATTACK-CHART.CHART.INDEX")
@pytest.mark.parametrize("power", range(1, POWER_MAX + 1))
def test_a_row_of_the_chart_is_that_of_the_catalogue_and_that_of_the_pack(power: int) -> None:
    row = [cell(power, defence).code for defence in range(DEFENCE_MAX + 1)]
    assert row == ROWS[power - 1]
    assert row == PRINTED.rows[power - PRINTED.first_power].split()


@pytest.mark.rule("ATTACK-CHART.CHART.INDEX")
def test_rows_are_power_from_1_and_columns_are_defence_from_0() -> None:
    assert (PRINTED.first_power, PRINTED.first_defence, len(PRINTED.rows)) == (1, 0, 20)
    assert (cell(1, 15).code, cell(20, 0).code) == ("9/9", "Ax16")


@pytest.mark.rule("ATTACK-CHART.CHART.BAND", "ATTACK-CHART.AMB.CHART-DEFENCE-ZERO")
def test_every_cell_is_that_of_the_band() -> None:
    assert len(CELLS) == 320
    assert {c: cell(*c).code for c in CELLS} == {c: by_the_band(*c) for c in CELLS}


@pytest.mark.rule("ATTACK-CHART.CHART.BAND")
def test_a_cell_is_that_of_its_neighbour_down_the_diagonal() -> None:
    for power, defence in CELLS:
        if power < POWER_MAX and defence < DEFENCE_MAX and (power, defence) != (1, 15):
            assert cell(power, defence) == cell(power + 1, defence + 1)


KINDS: dict[str, tuple[range, Callable[[int], str]]] = {
    "PLAIN": (range(1, 9), lambda x: f"{x}+"),
    "NINE": (range(9, 10), lambda x: "9"),
    "TWO-STAGE": (range(10, 19), lambda x: f"9/{x - 9}"),
    "TWO-STAGE-CAP": (range(19, 20), lambda x: "9/9"),
    "AUTO": (range(1), lambda x: "A"),
    "AUTO-MULTIPLE": (range(-15, 0), lambda x: f"Ax{1 - x}"),
}


@pytest.mark.rule(
    "ATTACK-CHART.CHART.PLAIN",
    "ATTACK-CHART.CHART.NINE",
    "ATTACK-CHART.CHART.TWO-STAGE",
    "ATTACK-CHART.CHART.TWO-STAGE-CAP",
    "ATTACK-CHART.CHART.AUTO",
    "ATTACK-CHART.CHART.AUTO-MULTIPLE",
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_cell_covers_its_part_of_the_band_and_nothing_else(kind: str) -> None:
    part, code_of = KINDS[kind]
    rule = f"ATTACK-CHART.CHART.{kind}"
    for power, defence in CELLS:
        x = 5 + defence - power
        assert (cell(power, defence).rule == rule) == (x in part)
        if x in part:
            assert cell(power, defence).code == code_of(x)


@pytest.mark.rule("ATTACK-CHART.CHART.PLAIN")
@pytest.mark.parametrize(("defence", "lowest"), [(6, 1), (10, 5), (13, 8)])
def test_a_plain_number_is_reached_by_itself_and_missed_by_one_less(
    defence: int, lowest: int
) -> None:
    gun, target = weapon(power=10, attacks=2), unit("target", defence=defence, hp=9)
    game = duel(gun, target, method="chart").attacks("gun", "target")
    game.rolls(lowest, lowest - 1, what=ATTACK).ends(code=f"{lowest}+", successes=1)


@pytest.mark.rule("ATTACK-CHART.CHART.LEGEND-MULTIPLES")
@pytest.mark.parametrize("power", range(6, 21))
def test_multiples_go_on_beyond_the_eight_of_the_legend(power: int) -> None:
    game = duel(weapon(power=power), unit("target", defence=0, hp=99), method="chart")
    game.attacks("gun", "target").ends(code=f"Ax{power - 4}", successes=power - 4)


@pytest.mark.rule("ATTACK-CHART.CHART.INDEX")
def test_fifty_nine_cells_are_damaged_and_two_hundred_and_sixty_one_are_read() -> None:
    damaged = PRINTED.damaged
    assert len(damaged) == len({*damaged}) == 59
    assert {*damaged} < {*CELLS}
    assert list(damaged) == sorted(damaged)
    assert len(CELLS) - len(damaged) == 261
    by_row = [sum(power == row for power, _ in damaged) for row in range(1, 21)]
    assert by_row == [12, 8, 9, 8, 6, 2, 10, 1, 2, 1, *[0] * 10]


@pytest.mark.rule("ATTACK-CHART.CHART.INDEX")
def test_the_examples_call_a_cell_damaged_exactly_where_the_pack_does() -> None:
    cells = [e for e in load(FOLDER, "examples")["example"] if ".CELL." in e["id"]]
    for example in cells:
        place = example["inputs"]["power"], example["inputs"]["defence"]
        assert (example["surviving"] == "damaged") == (place in PRINTED.damaged)
    assert len(cells) == 24


@pytest.mark.rule("ATTACK-CHART.CHART.INDEX")
def test_the_certainties_are_those_that_the_rulings_count() -> None:
    kinds = [rule.certainty for rule in RULES.rulebook.rule]
    counted = {kind: kinds.count(kind) for kind in ("printed", "inferred", "public", "house")}
    assert counted == {"printed": 49, "inferred": 9, "public": 2, "house": 16}
    assert len(kinds) == 76
