"""`gattai attack-chart chart`: every cell of the Chart and of the Formula."""

from __future__ import annotations

import tomllib
from itertools import product

from tests.terminal.conftest import ROOT, Run


def closed_form(power: int, defence: int) -> str:
    """The chart as the catalogue gives it in one line, written down apart from the rules."""
    x = 5 + defence - power
    if x < 0:
        return f"Ax{1 - x}"
    if x == 0:
        return "A"
    if x < 9:
        return f"{x}+"
    return "9" if x == 9 else f"9/{min(x - 9, 9)}"


def test_the_chart_is_twenty_by_sixteen_and_every_cell_is_the_closed_form(run: Run) -> None:
    found = run("attack-chart", "chart", "--json").json["cells"]
    assert [(cell["power"], cell["defence"]) for cell in found] == list(
        product(range(1, 21), range(16))
    )
    for cell in found:
        assert cell["code"] == closed_form(cell["power"], cell["defence"])
    assert sum(cell["certainty"] == "inferred" for cell in found) == 59


def test_the_printed_chart_shows_the_same_cells(run: Run) -> None:
    lines = run("attack-chart", "chart").out.splitlines()
    rows = {int(line.split()[0]): line.split()[1:] for line in lines[2:22]}
    for power, cells in rows.items():
        shown = [cell.rstrip("?") for cell in cells]
        assert shown == [closed_form(power, defence) for defence in range(16)]
    assert sum(cell.endswith("?") for cells in rows.values() for cell in cells) == 59


def test_the_formula_equals_the_catalogue(run: Run) -> None:
    path = ROOT / "tests" / "games" / "attack_chart" / "catalogue" / "formula.toml"
    rows = tomllib.loads(path.read_text("utf-8"))["rows"]
    found = run("attack-chart", "chart", "--formula", "--json").json["cells"]
    assert len(found) == 21 * 16
    for cell in found:
        assert cell["code"] == rows[cell["power"]][cell["defence"]]
    assert "9/3" in run("attack-chart", "chart", "--formula").out


def test_percentages(run: Run) -> None:
    ran = run("attack-chart", "chart", "--percent")
    assert ran.code == 0 and "100" in ran.out and "50" in ran.out
