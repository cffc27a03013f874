"""Prints the Chart and the Formula: every cell from the rules, doubtful ones marked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from rich.text import Text

from gattai.games.attack_chart.attack.attack import roll_attacks
from gattai.games.attack_chart.attack.needed import DEFENCE_MAX, POWER_MAX, Method, Needed, needed
from gattai.games.attack_chart.cards import ChartCard, FormulaLine
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.odds.exact import exact
from gattai.terminal.printing import QUIET, STRONG, console, say

DOUBT = "?"
CODES = (
    "N no damage; A automatic; AxK automatic, counted K times; T+ roll T or more; 9 roll a nine; "
    "9/T roll a nine, then T or more"
)


class ChartCell(msgspec.Struct, frozen=True):
    """One cell of the table."""

    power: int
    defence: int
    needed: Needed
    certainty: str

    @property
    def chance(self) -> Fraction:
        """Return the chance of one die, without modifiers."""
        one = exact(lambda: roll_attacks(1, self.needed, 0))
        return one.chance(lambda successes: successes > 0)

    def text(self, *, percents: bool) -> str:
        """Return a code or a percentage, marked where the sheet is damaged."""
        shown = f"{float(self.chance) * 100:.3g}" if percents else self.needed.code
        return f"{shown}{DOUBT if self.certainty != 'printed' else ''}"


def cells(rules: AttackChart, method: Method) -> Iterator[list[ChartCell]]:
    """Yield one list of cells per Power; the Chart has no row for Power 0."""
    damaged = [
        place
        for chart in rules.catalogue.cards("chart", ChartCard).values()
        for place in chart.damaged
    ]
    certainty = {
        line.rule: line.certainty for line in rules.catalogue.cards("formula", FormulaLine).values()
    }
    for power in range(1 if method == "chart" else 0, POWER_MAX + 1):
        row = []
        for defence in range(DEFENCE_MAX + 1):
            found = needed(method, power, defence)
            if method == "chart":
                source = "inferred" if (power, defence) in damaged else "printed"
            elif (power, defence) == (0, 0):
                source = "inferred"  # no line of the sheet covers this: ruling AMB.ZERO-ZERO
            else:
                source = certainty[found.rule]
            row.append(ChartCell(power, defence, found, source))
        yield row


def show(rules: AttackChart, method: Method, *, percents: bool) -> None:
    """Print the table, in several parts if the screen is narrow."""
    table = list(cells(rules, method))
    size = max(len(cell.text(percents=percents)) for row in table for cell in row) + 1
    across = max(4, (console().width - 4) // size)
    title = "Attack Dice Chart" if method == "chart" else "Attack Dice Formula, as a table"
    what = "chance in % of one die" if percents else "number an attack die needs"
    say(Text(title, STRONG).append(f": {what}. Down: Power. Across: Defence.", "not bold"))
    for first in range(0, DEFENCE_MAX + 1, across):
        part = range(first, min(first + across, DEFENCE_MAX + 1))
        say(Text("    " + "".join(f"{defence:>{size}}" for defence in part), STRONG))
        for row in table:
            line = Text(f"{row[0].power:>3} ", STRONG)
            for defence in part:
                cell = row[defence]
                style = QUIET if cell.certainty != "printed" else ""
                line.append(f"{cell.text(percents=percents):>{size}}", f"not bold {style}".strip())
            say(line)
    say("" if percents else f"{CODES}.")
    doubtful = sum(cell.certainty != "printed" for row in table for cell in row)
    where = (
        "of these cells"
        if method == "chart"
        else "of these cells, two lines of the Formula and 0 against 0,"
    )
    say(
        f"{DOUBT} marks cells that are illegible on the sheet and were inferred: {doubtful} {where}."
    )


def plain(rules: AttackChart, method: Method) -> dict[str, object]:
    """Return the table as data."""
    return {
        "method": method,
        "cells": [
            {
                "power": cell.power,
                "defence": cell.defence,
                "code": cell.needed.code,
                "rule": cell.needed.rule,
                "certainty": cell.certainty,
                "chance_one_die": cell.chance,
            }
            for row in cells(rules, method)
            for cell in row
        ],
    }
