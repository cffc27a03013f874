"""Pools of d10s: what is thrown, how a throw is read, and what it counts for.

A throw is read in bands. Only the faces at which something can change matter: the number from which
a die succeeds, the one with Focus, the critical number. Everything between two of them is one band.
"""

from __future__ import annotations

from functools import cache

import msgspec

from gattai.kernel.dice import Dice, Die

D10 = Die("d10", tuple(range(1, 11)))


class Pool(msgspec.Struct, frozen=True, cache_hash=True):
    """MS.DICE.POOL: some dice and what is added to them."""

    dice: int
    flat: int
    """MS.DICE.FLAT: bonus and penalty successes, and those of dice beyond the tenth."""
    success: int
    crit: int
    crit_value: int = 2
    floor: int = 0

    @classmethod
    def capped(
        cls,
        dice: int,
        flat: int,
        *,
        cap: int,
        success: int,
        crit: int,
        crit_value: int,
        floor: int,
    ) -> Pool:
        """MS.DICE.POOL-CAP: at most ten dice; each beyond is one automatic success."""
        over = max(0, dice - cap)
        return cls(min(cap, max(0, dice)), flat + over, success, crit, crit_value, floor)

    def worth(self, face: int) -> int:
        """MS.DICE.SUCCESS, MS.DICE.CRIT: what a die counts for."""
        return self.crit_value if face >= self.crit else int(face >= self.success)

    def total(self, successes: int) -> int:
        """MS.DICE.FLAT: what the pool comes to; never below 0."""
        return max(self.floor, successes + self.flat)

    def sharpened(self, steps: int, best: int) -> Pool:
        """MS.DICE.CRIT-CAP: a wider critical range, never better than 7++."""
        crit = max(min(best, self.crit), self.crit - steps)
        return msgspec.structs.replace(self, crit=crit)


Bands = tuple[int, ...]
"""How many dice fell into each band, from the lowest cut up; misses below the first are not counted."""


@cache
def banded(dice: int, cuts: tuple[int, ...]) -> Dice:
    """So many d10s, read as the number in each band; `cuts` are the lowest faces of the bands."""
    width = range(len(cuts))

    def worth(face: int | str) -> tuple[int, ...]:
        band = sum(int(face) >= cut for cut in cuts) - 1
        return tuple(int(i == band) for i in width)

    return D10.throw(dice, worth)


@cache
def counted(dice: int, success: int, crit: int, value: int) -> Dice:
    """MS.DICE.SUCCESS, MS.DICE.CRIT: so many d10s, read as their successes."""
    return D10.throw(dice, lambda face: value if int(face) >= crit else int(face) >= success)


@cache
def counted_with_tens(dice: int, success: int, crit: int, value: int) -> Dice:
    """The same, and how many show a natural 10."""

    def worth(face: int | str) -> tuple[int, int]:
        f = int(face)
        return value if f >= crit else int(f >= success), int(f == 10)

    return D10.throw(dice, worth)


def successes(bands: Bands, cuts: tuple[int, ...], success: int, crit: int, value: int) -> int:
    """What dice in these bands count for."""
    total = 0
    for cut, count in zip(cuts, bands, strict=True):
        if cut >= crit:
            total += value * count
        elif cut >= success:
            total += count
    return total


@cache
def failing(dice: int, number: int, bonus: int) -> Dice:
    """MS.SAVE.TARGET: so many saves, read as the number that fail against a number."""
    return D10.throw(dice, lambda face: int(face) + bonus < number)


@cache
def passing(dice: int, number: int) -> Dice:
    """So many d10s, read as the number that show this much or more."""
    return D10.throw(dice, lambda face: int(face) >= number)
