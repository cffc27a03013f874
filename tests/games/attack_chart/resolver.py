"""An attack by the sheet, written from the sheet: numbers, dice one by one, saves, HP.

Nothing here is taken from the engine. A die is thrown by `throw()`, which hands out faces 0 to 9; the
Chart is the printed table as far as it can be read, row by row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Throw = Callable[[], int]

FORMULA_LADDER = {2: 1, 1: 3, 0: 5, -1: 7, -2: 9}
"""Power ahead of Defence by so much, and the number: two apart, from 5+ for equal figures."""


@dataclass(frozen=True)
class Number:
    """What one attack die needs: `first` and, after a nine, `second`; or nothing at all."""

    first: int = 0
    second: int = 0
    passes: bool = False
    """Whether no roll is needed."""
    times: int = 1


def limited(value: int, most: int) -> int:
    return 0 if value < 0 else most if value > most else value


def by_formula(power: int, defence: int) -> Number | None:
    """The box on the right of the sheet; None where there is no damage."""
    power, defence = limited(power, 20), limited(defence, 15)
    if not power:
        return None
    if not defence:
        return Number(passes=True, times=power)
    if power >= 5 and power // defence >= 2:
        return Number(passes=True, times=power // defence)
    if defence >= 5 and defence // power >= 2:
        return Number(9, {2: 3, 3: 6}.get(defence // power, 9))
    ahead = power - defence
    return Number(FORMULA_LADDER[limited(ahead + 2, 4) - 2])


ROW_ONE = ("4+ 5+ 6+ 7+ 8+ 9 9/1 9/2 9/3 9/4 9/5 9/6 9/7 9/8 9/9 9/9").split()
"""The first row of the Chart, Power 1 against Defence 0 to 15."""


def by_chart(power: int, defence: int) -> Number | None:
    """The Chart: each row is the row above moved one cell to the right, begun with a better cell."""
    power, defence = limited(power, 20), limited(defence, 15)
    if not power:
        return None
    row = list(ROW_ONE)
    fronts = ["3+", "2+", "1+", "A", *(f"Ax{n}" for n in range(2, 18))]
    for front in fronts[: power - 1]:
        row = [front, *row[:-1]]
    return _cell(row[defence])


def _cell(code: str) -> Number:
    if code.startswith("A"):
        return Number(passes=True, times=int(code[2:] or 1))
    first, _, second = code.rstrip("+").partition("/")
    return Number(int(first), int(second or 0))


@dataclass(frozen=True)
class Case:
    """All that an attack depends on."""

    method: Literal["formula", "chart"]
    power: int
    attacks: int
    models: int
    ap: int
    defence: int
    armour: int
    aegis: int
    modifier: int
    cover: bool


@dataclass
class Result:
    successes: int = 0
    by_armour: int = 0
    by_aegis: int = 0
    hp: int = 0


def resolve(case: Case, throw: Throw) -> Result:
    """Steps 3 to 5 of the sheet."""
    result = Result()
    by = by_formula if case.method == "formula" else by_chart
    number = by(case.power, case.defence)
    dice = case.attacks * case.models
    if number is None:
        return result
    if number.passes:
        # The Chart multiplies the attacks that succeed, the Formula the HP that are lost.
        result.successes = dice * (number.times if case.method == "chart" else 1)
    else:
        first = [throw() for _ in range(dice)]
        result.successes = sum(_reaches(face, number.first, case.modifier) for face in first)
        if number.second and result.successes:
            again = [throw() for _ in range(result.successes)]
            result.successes = sum(_reaches(f, number.second, case.modifier) for f in again)
    left = result.successes
    save = armour_save(case.armour, case.ap, cover=case.cover)
    if save:
        result.by_armour = sum(_reaches(throw(), save, 0) for _ in range(left))
        left -= result.by_armour
    if case.aegis:
        result.by_aegis = sum(_reaches(throw(), case.aegis, 0) for _ in range(left))
        left -= result.by_aegis
    times = number.times if number.passes and case.method == "formula" else 1
    result.hp = left * times
    return result


def armour_save(armour: int, ap: int, *, cover: bool) -> int:
    """What an Armour Save needs; 0: it is not rolled. No Armour stands for a save beyond nine."""
    beyond = 10
    printed = armour or beyond
    if ap and ap <= printed:
        return 0
    better = printed - 1 if cover and printed > 1 else printed
    return 0 if better >= beyond else better


def _reaches(face: int, number: int, modifier: int) -> bool:
    return face > 0 and face + modifier >= number
