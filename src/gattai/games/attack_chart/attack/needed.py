"""The number an attack die needs: Power against Defence, by the Formula or by the Chart.

Codes as on the sheet: `N` no damage; `A` automatic; `AxK` automatic and counted K times; `T+` roll
T or more; `9` roll a nine; `9/T` roll a nine, then T or more.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from gattai.kernel.rulebook import RuleId

Method = Literal["formula", "chart"]
METHODS: tuple[Method, ...] = ("formula", "chart")
POWER_MAX = 20
DEFENCE_MAX = 15
MULTIPLES_FROM = 5
AUTOMATIC = "A"
"""The prefix with which the sheet writes an automatic pass."""
GATE = 9


class Needed(msgspec.Struct, frozen=True, cache_hash=True):
    """What an attack die needs, and the line of the sheet that says so.

    `number` is what a die must show (0: no die is rolled); with `gated` it must show a nine first.
    An automatic pass counts `times` times: by the Formula each unsaved success costs that many HP,
    by the Chart each success becomes that many successes.
    """

    rule: RuleId
    number: int = 0
    gated: bool = False
    automatic: bool = False
    times: int = 1
    method: Method = "formula"

    @property
    def code(self) -> str:
        """The code as the sheet writes it."""
        if self.automatic:
            return AUTOMATIC if self.times == 1 else f"{AUTOMATIC}x{self.times}"
        if self.number == 0:
            return "N"
        if self.gated:
            return f"{GATE}/{self.number}"
        return f"{self.number}" if self.number == GATE else f"{self.number}+"

    @property
    def successes_each(self) -> int:
        """How many successes one automatic attack die is (ATTACK-CHART.CHART.AUTO-MULTIPLE)."""
        return self.times if self.automatic and self.method == "chart" else 1

    @property
    def hp_each(self) -> int:
        """How many HP one unsaved success costs (ATTACK-CHART.AUTO.HP-MULTIPLIER)."""
        return self.times if self.automatic and self.method == "formula" else 1


def capped_power(power: int) -> int:
    """ATTACK-CHART.CAP.POWER: at most 20, and at least 0 (ruling AMB.LIMITS-LOW)."""
    return max(0, min(power, POWER_MAX))


def capped_defence(defence: int) -> int:
    """ATTACK-CHART.CAP.DEFENCE: at most 15, and at least 0 (ruling AMB.LIMITS-LOW)."""
    return max(0, min(defence, DEFENCE_MAX))


@cache
def needed(method: Method, power: int, defence: int) -> Needed:
    """ATTACK-CHART.SEQ.3-COMPARE: what a die needs for this Power and Defence, by the chosen
    method.

    >>> needed("formula", 7, 2).code, needed("chart", 7, 2).code
    ('Ax3', 'A')
    """
    power, defence = capped_power(power), capped_defence(defence)
    return by_formula(power, defence) if method == "formula" else by_chart(power, defence)


def by_formula(power: int, defence: int) -> Needed:
    """ATTACK-CHART.FORMULA.MOST-APPLICABLE: lines for 0 first, then multiples, then the difference.

    The lines for multiples require that the larger figure is 5 or more
    (ATTACK-CHART.FORMULA.THRESHOLD-FIVE) and use the quotient rounded down.
    """
    if power == 0:
        return Needed("ATTACK-CHART.FORMULA.POWER-ZERO")
    if defence == 0:
        return Needed("ATTACK-CHART.FORMULA.DEFENCE-ZERO", automatic=True, times=power)
    if power >= MULTIPLES_FROM and power >= 2 * defence:
        times = power // defence
        return Needed("ATTACK-CHART.FORMULA.POWER-MULTIPLE", automatic=True, times=times)
    if defence >= MULTIPLES_FROM and defence >= 4 * power:
        return Needed("ATTACK-CHART.FORMULA.DEFENCE-QUADRUPLE", 9, gated=True)
    if defence >= MULTIPLES_FROM and defence >= 3 * power:
        return Needed("ATTACK-CHART.FORMULA.DEFENCE-TRIPLE", 6, gated=True)
    if defence >= MULTIPLES_FROM and defence >= 2 * power:
        return Needed("ATTACK-CHART.FORMULA.DEFENCE-DOUBLE", 3, gated=True)
    if power >= defence + 2:
        return Needed("ATTACK-CHART.FORMULA.POWER-PLUS-2", 1)
    if power == defence + 1:
        return Needed("ATTACK-CHART.FORMULA.POWER-PLUS-1", 3)
    if power == defence:
        return Needed("ATTACK-CHART.FORMULA.EQUAL", 5)
    if defence == power + 1:
        return Needed("ATTACK-CHART.FORMULA.DEFENCE-PLUS-1", 7)
    return Needed("ATTACK-CHART.FORMULA.DEFENCE-PLUS-2", 9)


def by_chart(power: int, defence: int) -> Needed:
    """ATTACK-CHART.CHART.INDEX: the row is the Power, the column the Defence.

    The whole chart is one band (ATTACK-CHART.CHART.BAND): the cell depends on x = 5 + D - P alone.
    It has no row for Power 0, which does no damage (ruling AMB.CHART-POWER-ZERO).
    """
    if power == 0:
        return Needed("ATTACK-CHART.FORMULA.POWER-ZERO", method="chart")
    x = 5 + defence - power
    if x < 0:
        # The legend lists multiples up to x8 (ATTACK-CHART.CHART.LEGEND-MULTIPLES); cells go on.
        rule = "ATTACK-CHART.CHART.AUTO-MULTIPLE"
        return Needed(rule, automatic=True, times=1 - x, method="chart")
    if x == 0:
        return Needed("ATTACK-CHART.CHART.AUTO", automatic=True, method="chart")
    if x < GATE:
        return Needed("ATTACK-CHART.CHART.PLAIN", x, method="chart")
    if x == GATE:
        return Needed("ATTACK-CHART.CHART.NINE", x, method="chart")
    # The legend's "6/" is a misprint for the 9/ of every cell (ATTACK-CHART.CHART.LEGEND-SIX).
    if x <= 18:
        return Needed("ATTACK-CHART.CHART.TWO-STAGE", x - 9, gated=True, method="chart")
    return Needed("ATTACK-CHART.CHART.TWO-STAGE-CAP", 9, gated=True, method="chart")
