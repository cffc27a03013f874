"""The slow way to the same odds: every sequence of faces, one by one, through the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from gattai.kernel.dice import Dice
from gattai.kernel.question import ENTER, Part, Roll, Steps


def brute(start: Callable[[], Steps[Any]]) -> dict[Any, Fraction]:
    """What the procedure returns, with its chance; nothing is merged on the way."""
    chances: dict[Any, Fraction] = {}
    for (result, ways), count in Counter(_leaves(start, (), 1)).items():
        chances[result] = chances.get(result, Fraction()) + Fraction(count, ways)
    return chances


def _leaves(
    start: Callable[[], Steps[Any]], readings: tuple[Any, ...], ways: int
) -> Iterator[tuple[Any, int]]:
    """Each result with the number of ways in which the dice on the way to it could fall."""
    steps = start()
    given = iter(readings)
    try:
        asked = next(steps)
        while True:
            if isinstance(asked, Part):
                asked = steps.send(ENTER)
                continue
            reading = next(given, None)
            if reading is None:
                break
            asked = steps.send(reading)
    except StopIteration as end:
        yield end.value, ways
        return
    assert isinstance(asked, Roll) and isinstance(asked.dice, Dice)
    dice = asked.dice
    faces = [group.die.faces for group in dice.groups for _ in range(group.count)]
    for fallen in product(*faces):
        yield from _leaves(start, (*readings, dice.read(fallen)), ways * dice.total)
