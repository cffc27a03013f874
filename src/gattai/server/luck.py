"""Luck: what a throw counted for, less what was to be expected of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gattai.kernel.dice import Dice, Face, Reading, Throw


def luck_of(dice: Throw, shown: Sequence[Face]) -> float | None:
    """What these faces count for less the mean; None where a throw counts for no amount.

    >>> from gattai.kernel.dice import Die
    >>> d6 = Die("d6", (1, 2, 3, 4, 5, 6))
    >>> luck_of(d6.throw(3, lambda face: face >= 5), (5, 6, 1))
    1.0
    >>> luck_of(d6.throw(3, lambda face: (face < 5, face >= 5)), (5, 6, 1))
    1.0
    """
    if not isinstance(dice, Dice) or _draws_a_lot(dice):
        return None
    expected = mean_of(dice)
    if expected is None:
        return None
    return round(amount(dice.read(dice.check(shown))) - expected, 3)


def amount(reading: Reading) -> int:
    """A reading as one number.

    Where a rule counts dice by kinds (missed, hit, hit well), the kinds stand in rising order: each
    step up counts one.
    """
    if isinstance(reading, int):
        return reading
    return sum(kind * count for kind, count in enumerate(reading))


def _draws_a_lot(dice: Dice) -> bool:
    """Whether it only says which of several things is meant: a higher number is no better."""
    return any(group.die.name.startswith("one of ") for group in dice.groups)


def _counts_for_something(dice: Dice) -> bool:
    """Whether every face is worth a number, or is of exactly one kind among several."""
    worths = [worth for group in dice.groups for worth in group.worth]
    return bool(worths) and all(
        isinstance(worth, int)
        or (len(worth) > 1 and sorted(worth)[-2:] == [0, 1] and min(worth) == 0)
        for worth in worths
    )


@lru_cache(maxsize=1024)
def mean_of(dice: Dice) -> float | None:
    """The mean amount, exact before it is rounded to a float."""
    if not _counts_for_something(dice):
        return None
    return sum(amount(reading) * ways for reading, ways in dice.outcomes()) / dice.total
