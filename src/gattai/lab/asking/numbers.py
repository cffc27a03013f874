"""A varied number of a study: `unit.gunners.hp` on a card, `options.rounds` of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
import numpy as np

from gattai.lab.study import BadStudy, Study

OPTION = "options."
_RANGE = re.compile(r"([^=\s]+)=(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)")


class Range(msgspec.Struct, frozen=True):
    """A number and its range."""

    name: str
    low: float
    high: float
    whole: bool
    """Whether it is a whole number."""

    def points(self, most: int) -> list[float]:
        """Return evenly spaced numbers in the range, or all whole ones if there are fewer.

        >>> Range("unit.gunners.hp", 3, 6, True).points(9)
        [3.0, 4.0, 5.0, 6.0]
        >>> Range("score", 0, 1, False).points(3)
        [0.0, 0.5, 1.0]
        """
        spread = np.linspace(self.low, self.high, max(most, 2))
        if self.whole:
            spread = np.unique(np.round(spread))
        return [float(number) for number in spread]

    def rounded(self, number: float) -> int | float:
        """Return a value as written on a card."""
        return round(number) if self.whole else number

    def within(self, low: float, high: float) -> Range:
        """Return the part of the range between these, at least a step wide."""
        least = 1.0 if self.whole else (self.high - self.low) / 100
        start = max(self.low, min(low, self.high - least))
        stop = min(self.high, max(high, start + least))
        if self.whole:
            start, stop = float(np.floor(start)), float(np.ceil(stop))
        return Range(self.name, start, stop, self.whole)


def ranged(text: str) -> Range:
    """Parse a number and its range.

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
    """Return the study with these numbers: under B if there is one, compared with A."""
    side = study.a if study.b is None else study.b
    options = dict(side.options)
    change: dict[str, object] = dict(side.change)
    for name, number in numbers.items():
        if name.startswith(OPTION):
            options[name.removeprefix(OPTION)] = f"{number:g}"
        else:
            change[name] = number
    side = msgspec.structs.replace(side, options=options, change=change)
    play = msgspec.structs.replace(study.play, seed=seed, pairs=pairs)
    sides = {"a": side} if study.b is None else {"b": side}
    return msgspec.structs.replace(study, play=play, **sides)
