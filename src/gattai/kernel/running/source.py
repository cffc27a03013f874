"""Sources of dice: a random source, a script, a person; `committed` has another.

Each maps a question and its number in the game to faces, so that a match resumed on another machine
gets the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from gattai.kernel.dice import Face, Randomness
from gattai.kernel.question import Roll


class Source(Protocol):
    """A source of dice."""

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """Return the faces that answer question `number` of the game."""
        ...


class Seeded:
    """Makes a random generator per question from the seed and the question's number."""

    def __init__(self, make: Callable[[str], Randomness], seed: str) -> None:
        self._make = make
        self._seed = seed

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """Return the faces: always the same for the same question of the same game."""
        return roll.dice.faces(self._make(f"{self._seed}/dice/{number}"))


class ScriptEnded(LookupError):
    """Raised if the rules ask for more dice than the script has."""


class Scripted:
    """Dice given in advance: for tests, tutorials and dice thrown on a real table."""

    def __init__(self, throws: Iterable[Iterable[Face]]) -> None:
        self._throws = [tuple(throw) for throw in throws]
        self._used = 0

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """Return the next throw of the script."""
        if self._used >= len(self._throws):
            raise ScriptEnded(f"no dice left in the script for {roll.dice.name} [{roll.rule}]")
        faces = roll.dice.check(self._throws[self._used])
        self._used += 1
        return faces

    @property
    def left(self) -> int:
        """Return the number of unused throws."""
        return len(self._throws) - self._used
