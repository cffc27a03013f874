"""Dice: their faces, and the coarsest reading of a throw that matters to the rules.

Ten ten-sided dice fall in ten thousand million ways, but where a rule asks only how many of them
hit, there are eleven readings. A `Dice` says what each face is worth; the reading of a throw is
the sum over its dice. A person or a generator throws *faces*, which are read; `odds` walks the
*readings* with their number of ways. Both come from the same declaration, so they agree.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, permutations
from math import factorial
from operator import add
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, overload

import msgspec

Face: TypeAlias = int | str
Worth: TypeAlias = int | tuple[int, ...]
"""What a face counts for, and what a whole throw adds up to: a number, or a number per symbol."""
Reading: TypeAlias = int | tuple[int, ...]
R = TypeVar("R", bound=Reading)
W = TypeVar("W", bound=tuple[int, ...])
R_co = TypeVar("R_co", bound=Reading, covariant=True)


class Randomness(Protocol):
    """The interface of a random source that is passed to the pure layers."""

    def random(self) -> float:
        """Return a number from 0 up to but not including 1."""
        ...


Below: TypeAlias = Callable[[int], int]
"""Draws a number from 0 up to but not including the one it is given, all equally likely."""


def below(source: Randomness) -> Below:
    """Whole numbers from a source of fractions: near enough for a generator, which has 53 bits."""
    return lambda count: int(source.random() * count)


class Die(msgspec.Struct, frozen=True, cache_hash=True):
    """A die: its name and its faces. `also` lists faces that are printed one way and read another.

    >>> d10 = Die("d10", tuple(range(10)), also=((10, 0),))
    >>> d10.face(10), d10.face("7")
    (0, 7)
    """

    name: str
    faces: tuple[Face, ...]
    also: tuple[tuple[Face, Face], ...] = ()

    def face(self, shown: Face) -> Face:
        """Return the face for a number or its text, with `also` applied."""
        for known in (*self.faces, *(printed for printed, _ in self.also)):
            if shown == known or str(shown) == str(known):
                return dict(self.also).get(known, known)
        faces = " ".join(map(str, self.faces))
        raise ValueError(f"a {self.name} has no face {shown!r}; its faces are {faces}")

    @overload
    def throw(self, count: int, worth: Callable[[Face], int]) -> Dice[int]: ...
    @overload
    def throw(self, count: int, worth: Callable[[Face], W]) -> Dice[W]: ...
    def throw(self, count: int, worth: Callable[[Face], Worth]) -> Dice[Reading]:
        """Return a throw of `count` of these dice, each face counting for `worth(face)`."""
        if count < 0:
            raise ValueError(f"{count} dice cannot be thrown")
        return Dice((Group(self, count, tuple(_plain(worth(face)) for face in self.faces)),))


class Group(msgspec.Struct, Generic[R_co], frozen=True, cache_hash=True):
    """Some dice of one kind within a throw, and what each face is worth."""

    die: Die
    count: int
    worth: tuple[R_co, ...]


class Dice(msgspec.Struct, Generic[R_co], frozen=True, cache_hash=True):
    """A throw: groups of dice whose worths are added up into one reading.

    >>> d6 = Die("d6", (1, 2, 3, 4, 5, 6))
    >>> hits = d6.throw(3, lambda face: face >= 5)
    >>> hits.read((5, 1, 6))
    2
    >>> hits.outcomes()
    ((0, 64), (1, 96), (2, 48), (3, 8))
    """

    groups: tuple[Group[R_co], ...]

    def __add__(self: Dice[R], other: Dice[R]) -> Dice[R]:
        """Return both throws as one, their worths added: for pools of different dice."""
        return Dice(self.groups + other.groups)

    @property
    def count(self) -> int:
        """Return the number of dice."""
        return sum(group.count for group in self.groups)

    @property
    def total(self) -> int:
        """Return the number of ways in which the dice can fall."""
        ways = 1
        for group in self.groups:
            ways *= len(group.die.faces) ** group.count
        return ways

    @property
    def name(self) -> str:
        """Return the throw in players' notation: `6d10`, or `2 red + 1 blue`."""
        return " + ".join(
            f"{group.count}{group.die.name}"
            if group.die.name.startswith("d")
            else group.die.name
            if group.count == 1
            else f"{group.count} {group.die.name}"
            for group in self.groups
        )

    def check(self, shown: Sequence[Face]) -> tuple[Face, ...]:
        """Return thrown or typed faces as faces of these dice; ValueError if they do not fit."""
        if len(shown) != self.count:
            raise ValueError(f"{self.name} shows {self.count} faces, not {len(shown)}")
        dice = [group.die for group in self.groups for _ in range(group.count)]
        return tuple(die.face(face) for die, face in zip(dice, shown, strict=True))

    def read(self, faces: Sequence[Face]) -> R_co:
        """Return what these faces add up to."""
        reading: R_co = _nothing(self)
        thrown = iter(faces)
        for group in self.groups:
            for _, face in zip(range(group.count), thrown, strict=False):
                reading = _sum(reading, group.worth[group.die.faces.index(face)])
        return reading

    def outcomes(self) -> tuple[tuple[R_co, int], ...]:
        """Return every reading with the number of ways to get it, smallest reading first."""
        outcomes: tuple[tuple[R_co, int], ...] = _outcomes(self)
        return outcomes

    def examples(self) -> tuple[tuple[Face, ...], ...]:
        """Return faces that give each reading of `outcomes`, in the same order.

        >>> d6 = Die("d6", (1, 2, 3, 4, 5, 6))
        >>> d6.throw(2, lambda face: face >= 5).examples()
        ((1, 1), (5, 1), (5, 5))
        """
        shown: dict[Reading, tuple[Face, ...]] = {_nothing(self): ()}
        for group in self.groups:
            faces = dict(zip(reversed(group.worth), reversed(group.die.faces), strict=True))
            for _ in range(group.count):
                shown = {
                    _sum(reading, worth): (*before, face)
                    for reading, before in reversed(shown.items())
                    for worth, face in faces.items()
                }
        return tuple(shown[reading] for reading, _ in self.outcomes())

    def faces(self, source: Randomness) -> tuple[Face, ...]:
        """Throw the dice with a random source and return the faces."""
        return self.drawn(below(source))

    def drawn(self, draw: Below) -> tuple[Face, ...]:
        """Throw the dice by drawing a face index for each die in turn."""
        return tuple(
            group.die.faces[draw(len(group.die.faces))]
            for group in self.groups
            for _ in range(group.count)
        )

    def sample(self, source: Randomness) -> R_co:
        """Throw the dice and return the reading only: the same odds at the cost of one die."""
        readings: tuple[R_co, ...]
        readings, steps, total = _ladder(self)
        return readings[bisect_right(steps, source.random() * total)]


class Shuffle(msgspec.Struct, frozen=True, cache_hash=True):
    """The order of `count` things, every order as likely: a deck shuffled, a bag drawn empty.

    The faces and the reading are the same: the order, as numbers from 0.
    """

    count: int

    @property
    def name(self) -> str:
        """Return the name used in the log."""
        return f"shuffle of {self.count}"

    @property
    def total(self) -> int:
        """Return the number of orders."""
        return factorial(self.count)

    def check(self, shown: Sequence[Face]) -> tuple[Face, ...]:
        """Return this order, checked to contain each number exactly once."""
        order = tuple(int(str(face)) for face in shown)
        if sorted(order) != list(range(self.count)):
            raise ValueError(f"{self.name} needs each number from 0 to {self.count - 1} once")
        return order

    def read(self, faces: Sequence[Face]) -> tuple[int, ...]:
        """Return the order unchanged: faces and reading are the same here."""
        return tuple(int(face) for face in faces)

    def outcomes(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Return every order; ValueError above eight things, where only sampling is practical."""
        if self.count > 8:
            raise ValueError(f"{self.name} has {self.total:,} orders: too many to walk")
        return tuple((order, 1) for order in permutations(range(self.count)))

    def examples(self) -> tuple[tuple[Face, ...], ...]:
        """Return the orders in the order of `outcomes`."""
        return tuple(permutations(range(self.count)))

    def faces(self, source: Randomness) -> tuple[Face, ...]:
        """Draw one order from a random source as faces."""
        return self.sample(source)

    def sample(self, source: Randomness) -> tuple[int, ...]:
        """Draw one order from a random source."""
        return self.drawn(below(source))

    def drawn(self, draw: Below) -> tuple[int, ...]:
        """Draw one order (Fisher-Yates), filling the places from the last."""
        order = list(range(self.count))
        for last in range(self.count - 1, 0, -1):
            other = draw(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


Throw: TypeAlias = Dice[Reading] | Shuffle


_ONE_OF = "one of "


def one_of(count: int) -> Dice[int]:
    """Return a throw of one of `count` equally likely numbers from 0: a blind draw, a coin."""
    return Die(f"{_ONE_OF}{count}", tuple(range(count))).throw(1, _as_number)


def has_real_dice(throw: Throw) -> bool:
    """Return whether people throw dice for this on a real table, instead of shuffling or drawing.

    >>> d6 = Die("d6", (1, 2, 3, 4, 5, 6))
    >>> [has_real_dice(throw) for throw in (total(d6, 2), total(d6, 0), one_of(2), Shuffle(9))]
    [True, False, False, False]
    """
    if isinstance(throw, Shuffle):
        return False
    return any(each.count and not each.die.name.startswith(_ONE_OF) for each in throw.groups)


def total(die: Die, count: int) -> Dice[int]:
    """Return a throw whose reading is the plain sum of the dice.

    >>> dict(total(Die("d6", (1, 2, 3, 4, 5, 6)), 2).outcomes())[7]
    6
    """
    return die.throw(count, _as_number)


def _as_number(face: Face) -> int:
    return int(face)


def _plain(worth: Worth) -> Worth:
    """Return a worth with True and False as 1 and 0, so that equal throws are equal values."""
    return int(worth) if isinstance(worth, int) else tuple(worth)


def _nothing(dice: Dice[Reading]) -> Any:
    first = dice.groups[0].worth[0] if dice.groups else 0
    return 0 if isinstance(first, int) else (0,) * len(first)


def _sum(one: Reading, other: Reading) -> Any:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(map(add, one, other))
    raise TypeError("the dice of one throw must all count numbers, or all the same symbols")


def _fold(ways: dict[Reading, int], face_ways: Iterable[tuple[Worth, int]]) -> dict[Reading, int]:
    """Add one more die to the outcomes so far, merging equal readings."""
    after: dict[Reading, int] = {}
    faces = tuple(face_ways)
    for reading, count in ways.items():
        for worth, times in faces:
            key = _sum(reading, worth)
            after[key] = after.get(key, 0) + count * times
    return after


@lru_cache(maxsize=4096)
def _outcomes(dice: Dice[Reading]) -> tuple[tuple[Any, int], ...]:
    ways: dict[Reading, int] = {_nothing(dice): 1}
    for group in dice.groups:
        by_worth: dict[Worth, int] = {}
        for worth in group.worth:
            by_worth[worth] = by_worth.get(worth, 0) + 1
        for _ in range(group.count):
            ways = _fold(ways, by_worth.items())
    return tuple(sorted(ways.items()))


@lru_cache(maxsize=4096)
def _ladder(dice: Dice[Reading]) -> tuple[tuple[Any, ...], tuple[int, ...], int]:
    """Return the readings and the running sum of their ways, for sampling."""
    outcomes = _outcomes(dice)
    steps = tuple(accumulate(ways for _, ways in outcomes))
    beyond = max(0, dice.total.bit_length() - 1000)  # more ways than a float can count
    return (
        tuple(reading for reading, _ in outcomes),
        tuple(step >> beyond for step in steps),
        dice.total >> beyond,
    )
