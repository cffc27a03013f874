"""Pools of d10s: the dice, the bands in which a roll is read, and the successes.

A roll is read in bands. Only the faces where the result changes matter: the number for a success,
the same with Focus, and the critical number. All faces between two of these form one band.
"""

from __future__ import annotations

from functools import cache

import msgspec

from gattai.kernel.dice import Dice, Die

D10 = Die("d10", tuple(range(1, 11)))


class Pool(msgspec.Struct, frozen=True, cache_hash=True):
    """MS.DICE.POOL: some dice and a flat bonus."""

    dice: int
    flat: int
    """MS.DICE.FLAT: bonus and penalty successes, including those for dice beyond the tenth."""
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
        """MS.DICE.POOL-CAP: at most ten dice; each further one is an automatic success."""
        over = max(0, dice - cap)
        return cls(min(cap, max(0, dice)), flat + over, success, crit, crit_value, floor)

    def worth(self, face: int) -> int:
        """MS.DICE.SUCCESS, MS.DICE.CRIT: the successes of one die."""
        return self.crit_value if face >= self.crit else int(face >= self.success)

    def total(self, successes: int) -> int:
        """MS.DICE.FLAT: the total of the pool, at least 0."""
        return max(self.floor, successes + self.flat)

    def sharpened(self, steps: int, best: int) -> Pool:
        """MS.DICE.CRIT-CAP: a wider critical range, never better than 7++."""
        crit = max(min(best, self.crit), self.crit - steps)
        return msgspec.structs.replace(self, crit=crit)


Bands = tuple[int, ...]
"""The number of dice in each band, from the lowest cut upwards; misses below the first cut are not
counted.
"""


@cache
def banded(dice: int, cuts: tuple[int, ...]) -> Dice[Bands]:
    """A roll of d10s, read as the number of dice in each band; `cuts` are the lowest faces of the
    bands.
    """
    width = range(len(cuts))

    def worth(face: int | str) -> tuple[int, ...]:
        band = sum(int(face) >= cut for cut in cuts) - 1
        return tuple(int(i == band) for i in width)

    return D10.throw(dice, worth)


@cache
def counted(dice: int, success: int, crit: int, value: int) -> Dice[int]:
    """MS.DICE.SUCCESS, MS.DICE.CRIT: a roll of d10s, read as its successes."""
    return D10.throw(dice, lambda face: value if int(face) >= crit else int(face) >= success)


@cache
def counted_with_tens(dice: int, success: int, crit: int, value: int) -> Dice[tuple[int, int]]:
    """The same with the number of natural 10s."""

    def worth(face: int | str) -> tuple[int, int]:
        f = int(face)
        return value if f >= crit else int(f >= success), int(f == 10)

    return D10.throw(dice, worth)


def successes(bands: Bands, cuts: tuple[int, ...], success: int, crit: int, value: int) -> int:
    """The successes of dice in these bands."""
    total = 0
    for cut, count in zip(cuts, bands, strict=True):
        if cut >= crit:
            total += value * count
        elif cut >= success:
            total += count
    return total


@cache
def failing(dice: int, number: int, bonus: int) -> Dice[int]:
    """MS.SAVE.TARGET: a roll of saves, read as the number that fail against a number."""
    return D10.throw(dice, lambda face: int(face) + bonus < number)


@cache
def passing(dice: int, number: int) -> Dice[int]:
    """A roll of d10s, read as the number of dice that show at least this."""
    return D10.throw(dice, lambda face: int(face) >= number)
