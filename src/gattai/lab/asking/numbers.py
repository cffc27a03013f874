"""A number of a study that is changed: `unit.gunners.hp` on a card, `options.rounds` of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from gattai.lab.study import BadStudy, Study

OPTION = "options."
_RANGE = re.compile(r"([^=\s]+)=(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)")


class Range(msgspec.Struct, frozen=True):
    """A number and from where to where it goes."""

    name: str
    low: float
    high: float
    whole: bool
    """Whether it takes whole numbers only."""

    def points(self, most: int) -> list[float]:
        """So many numbers evenly over the range, or all whole ones if there are no more.

        >>> Range("unit.gunners.hp", 3, 6, True).points(9)
        [3.0, 4.0, 5.0, 6.0]
        >>> Range("worth", 0, 1, False).points(3)
        [0.0, 0.5, 1.0]
        """
        spread = np.linspace(self.low, self.high, max(most, 2))
        if self.whole:
            spread = np.unique(np.round(spread))
        return [float(number) for number in spread]

    def told(self, number: float) -> int | float:
        """As it is written on a card."""
        return round(number) if self.whole else number

    def within(self, low: float, high: float) -> Range:
        """The part of the range between these, at least a step wide."""
        least = 1.0 if self.whole else (self.high - self.low) / 100
        start = max(self.low, min(low, self.high - least))
        stop = min(self.high, max(high, start + least))
        if self.whole:
            start, stop = float(np.floor(start)), float(np.ceil(stop))
        return Range(self.name, start, stop, self.whole)


def ranged(text: str) -> Range:
    """A number and its range as they are typed.

    >>> ranged("unit.gunners.hp=3..9")
    Range(name='unit.gunners.hp', low=3.0, high=9.0, whole=True)
    """
    found = _RANGE.fullmatch(text.strip())
    if not found:
        raise BadStudy([f"{text!r}: say a number and its range, such as unit.gunners.hp=3..9"])
    name, low, high = found.groups()
    if not float(low) < float(high):
        raise BadStudy([f"{text!r}: a range goes from the smaller number to the larger"])
    return Range(name, float(low), float(high), "." not in low + high)


def changed(study: Study, numbers: Mapping[str, int | float], seed: str, pairs: int) -> Study:
    """The study with these numbers: under B if there is one, for it is then held against A."""
    side = study.a if study.b is None else study.b
    options = dict(side.options)
    change: dict[str, Any] = dict(side.change)
    for name, number in numbers.items():
        if name.startswith(OPTION):
            options[name.removeprefix(OPTION)] = f"{number:g}"
        else:
            change[name] = number
    side = msgspec.structs.replace(side, options=options, change=change)
    play = msgspec.structs.replace(study.play, seed=seed, pairs=pairs)
    sides = {"a": side} if study.b is None else {"b": side}
    return msgspec.structs.replace(study, play=play, **sides)
