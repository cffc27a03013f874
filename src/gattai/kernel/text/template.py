"""Words as templates: `"{unit} deploys at {at}"`, filled with the names that people read.

The name of a field's value follows from its declared type: a table says how to name each kind of id
(`State.speech`), so one template serves every table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from typing import Any, Never, Protocol, get_args, get_origin

from gattai.kernel.question import Seat
from gattai.kernel.text.words import item_kinds, struct_fields

Speech = Mapping[Any, Callable[[Any], str]]
"""Maps the type of an id to a function that returns its name: `{UnitId: called, Hex: to_text}`."""


class Speaking(Protocol):
    """A table, or a view of it, whose things have names that people read."""

    @property
    def speech(self) -> Speech: ...

    def seat_of(self, unit: Never, /) -> Seat | None:
        """The seat whose unit this is."""
        ...


def fill(template: str, thing: object, speech: Speech) -> str:
    """Return a template filled with the fields of a struct, each by its name for people.

    A tuple becomes a list in words; a condition chooses between two texts:
    `{withdrew?withdraws:moves}`; a number may come with its noun: `{price:coin}`.

    >>> import msgspec
    >>> class Moved(msgspec.Struct):
    ...     who: int
    ...     fast: bool
    >>> fill("{who} {fast?runs:walks}", Moved(3, True), {int: "unit {}".format})
    'unit 3 runs'
    """
    kind: type = type(thing)
    kinds = struct_fields(kind) or {}
    parts: list[str] = []
    for text, name, yes, no in _pieces(template):
        parts.append(text)
        if name is None:
            continue
        value = getattr(thing, name)
        if yes is not None:
            parts.append(yes if value else no or "")
        elif no:
            parts.append(counted(value, no))
        else:
            parts.append(spoken(value, kinds.get(name), speech))
    return "".join(parts)


def spoken(value: object, kind: object, speech: Speech) -> str:
    """Return a value in words, by its declared type."""
    if kind not in speech and get_origin(kind) is not tuple:
        kind = next((each for each in get_args(kind) if each in speech), kind)
    if kind in speech and value is not None:
        return speech[kind](value)
    if isinstance(value, tuple):
        kinds = item_kinds(kind, len(value))
        return listed([spoken(item, of, speech) for item, of in zip(value, kinds, strict=True)])
    return str(value)


def counted(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "coin"), counted(3, "coin"), counted(2, "success")
    ('1 coin', '3 coins', '2 successes')
    """
    ending = "es" if noun.endswith("s") else "s"
    return f"{count} {noun}{ending * (count != 1)}"


def listed(names: list[str]) -> str:
    """Return several names as a list in words.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(names[:-1]), *names[-1:]]) if len(names) > 1 else "".join(names)


def fields_of(template: str) -> tuple[str, ...]:
    """Return the fields that a template names, to check that they exist."""
    return tuple(name for _, name, _, _ in _pieces(template) if name is not None)


@cache
def _pieces(template: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Yield the text before each field, its name, and its two texts or its noun."""
    found: list[tuple[str, str | None, str | None, str | None]] = []
    for text, name, rest, _ in Formatter().parse(template):
        if name is None:
            found.append((text, None, None, None))
            continue
        name, condition, yes = name.partition("?")
        found.append((text, name, *((yes, rest or "") if condition else (None, rest or None))))
    return tuple(found)
