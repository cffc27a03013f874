"""Plays the scenarios of every game: lay a table, take the steps, compare what came of them.

A game's runner is a subclass of Scenarios that knows its tables and its steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

from tests.games.catalogued import Entry, entries

T = TypeVar("T")
STORY = frozenset(
    "id title page rules rulings ambiguities note taken manual variants steps expect".split()
)
"""What an entry says besides its table."""


def refuse_unknown(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """A key that nobody looks at is a mistake."""
    odd = sorted({*given} - {*known})
    assert not odd, f"the runner does not handle {odd} in {what}"


class Scenarios(Generic[T]):
    """The catalogue of a game and how its entries are played; T is a table."""

    known: frozenset[str]
    """The keys that describe a table."""

    def __init__(self, folder: Path) -> None:
        self.entries = entries(folder)

    def lay(self, entry: Entry) -> T:
        """The table before the first step."""
        raise NotImplementedError

    def take(self, table: T, step: Any) -> None:
        """One step: an action, a refused one, or a check in between."""
        raise NotImplementedError

    def finish(self, table: T, entry: Entry) -> None:
        """What has to hold after the last step, whatever is expected."""

    def find(self, table: T, wanted: Entry) -> Entry:
        """What there is for each key of an expectation; a key that says where to look stands for itself."""
        raise NotImplementedError

    def run(self, entry: Entry) -> None:
        """Play an entry and each of its variants; AssertionError where something comes out otherwise."""
        for variant in ({}, *entry.get("variants", ())):
            self.play({**entry, **variant})

    def play(self, entry: Entry) -> None:
        refuse_unknown(entry["id"], entry, STORY | self.known)
        *earlier, last = cases(entry.get("steps", ()))
        for steps in earlier:
            self.start(entry, steps)
        table = self.start(entry, last)
        self.finish(table, entry)
        self.check(table, entry.get("expect", {}))

    def start(self, entry: Entry, steps: list[Any]) -> T:
        """Lay the table of these steps and take them."""
        table = self.lay({**entry, "steps": steps})
        for step in steps:
            self.take(table, step)
        return table

    def check(self, table: T, expect: Entry | list[Entry]) -> None:
        """One expectation or several."""
        for wanted in [expect] if isinstance(expect, dict) else expect:
            compare(self.find(table, wanted), wanted)


def cases(steps: Iterable[Any]) -> Iterator[list[Any]]:
    """The steps of each table: one that says `case` begins anew; `expect` is about the last table."""
    case: list[Any] = []
    for step in steps:
        if isinstance(step, dict) and step.get("case"):
            yield case
            case = []
        case.append(step)
    yield case


def compare(found: Entry, wanted: Entry) -> None:
    """Everything that is wanted is found; what nobody can find is a failure."""
    refuse_unknown(f"the expectation {wanted}", wanted, found)
    for key, value in wanted.items():
        if isinstance(value, dict) and isinstance(found[key], dict):
            compare(found[key], value)
        else:
            assert found[key] == value, f"{key} is {found[key]}, not {value}: {wanted}"


def falsified(entry: Entry) -> Entry | None:
    """The entry with its last expected figure, word or yes or no replaced by a wrong one."""
    expect = entry.get("expect")
    wanted = expect[-1] if isinstance(expect, list) and expect else expect
    if not wanted or not isinstance(wanted, dict):
        return None
    key, value = [*wanted.items()][-1]
    match value:
        case bool():
            wrong: object = not value
        case int():
            wrong = value + 1000
        case str():
            wrong = f"not {value}"
        case _:
            return None
    changed = {**wanted, key: wrong}
    return {**entry, "expect": [*expect[:-1], changed] if isinstance(expect, list) else changed}
