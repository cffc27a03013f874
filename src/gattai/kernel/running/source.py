"""Where dice come from: a random source, a script, a person; or see `committed`.

All are functions from a question and its number in the game to faces, so that a match resumed on
another machine goes on with the very dice it would have had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from gattai.kernel.dice import Face, Randomness
from gattai.kernel.question import Roll


class Source(Protocol):
    """Whoever throws the dice."""

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The faces of this throw, which answers question `number` of the game."""
        ...


class Seeded:
    """A generator per question, made from the seed and the question's number by `make`."""

    def __init__(self, make: Callable[[str], Randomness], seed: str) -> None:
        self._make = make
        self._seed = seed

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The same question of the same game always gets the same faces."""
        return roll.dice.faces(self._make(f"{self._seed}/dice/{number}"))


class ScriptEnded(LookupError):
    """The rules asked for more dice than the script has."""


class Scripted:
    """Dice written down beforehand: for tests, tutorials and dice thrown on a real table."""

    def __init__(self, throws: Iterable[Iterable[Face]]) -> None:
        self._throws = [tuple(throw) for throw in throws]
        self._used = 0

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """The next throw of the script."""
        if self._used >= len(self._throws):
            raise ScriptEnded(f"no dice left in the script for {roll.dice.name} [{roll.rule}]")
        faces = roll.dice.check(self._throws[self._used])
        self._used += 1
        return faces

    @property
    def left(self) -> int:
        """How many throws have not been used."""
        return len(self._throws) - self._used
