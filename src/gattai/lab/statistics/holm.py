"""Holm's step-down correction for several claims at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(chances: Sequence[float], error: float) -> list[bool]:
    """Which claims are sure, given the chance of each under its null hypothesis and the error allowed for all.

    The smallest chance is compared with the error divided by the number of claims, the next with the error
    divided by one less, and so on; the first that is too large ends it.

    >>> holm([0.03, 0.01, 0.04], 0.05)
    [False, True, False]
    """
    significant = [False] * len(chances)
    left = len(chances)
    for index in sorted(range(len(chances)), key=chances.__getitem__):
        if not chances[index] <= error / left:
            break
        significant[index] = True
        left -= 1
    return significant
