"""Words as templates: `"{unit} deploys at {at}"`, filled with the names that people read.

What a field is called follows from its declared type: a table says how it speaks of each kind of id
(`State.speaks`), so one template serves every table, and what is told is told at its moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from typing import Any, get_args, get_origin

from gattai.kernel.text.words import item_kinds, struct_fields

Speech = Mapping[Any, Callable[[Any], str]]
"""From the type of an id to what people call the thing: `{UnitId: called, Hex: to_text}`."""


def fill(template: str, thing: Any, speech: Speech) -> str:
    """A template with the fields of a struct put in, each by the name that people read.

    A tuple is a list in words; a condition chooses between two texts: `{withdrew?withdraws:moves}`;
    a number may be told with its noun: `{price:coin}`.

    >>> import msgspec
    >>> class Moved(msgspec.Struct):
    ...     who: int
    ...     fast: bool
    >>> fill("{who} {fast?runs:walks}", Moved(3, True), {int: "unit {}".format})
    'unit 3 runs'
    """
    kind: Any = type(thing)
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


def spoken(value: Any, kind: Any, speech: Speech) -> str:
    """A value as people read it, by its declared type."""
    if kind not in speech and get_origin(kind) is not tuple:
        kind = next((each for each in get_args(kind) if each in speech), kind)
    if kind in speech and value is not None:
        return speech[kind](value)
    if isinstance(value, tuple):
        kinds = item_kinds(kind, len(value))
        return listed([spoken(item, of, speech) for item, of in zip(value, kinds, strict=True)])
    return str(value)


def counted(count: int, noun: str) -> str:
    """So many of something, in words.

    >>> counted(1, "coin"), counted(3, "coin"), counted(2, "success")
    ('1 coin', '3 coins', '2 successes')
    """
    ending = "es" if noun.endswith("s") else "s"
    return f"{count} {noun}{ending * (count != 1)}"


def listed(names: list[str]) -> str:
    """Several names as a list in words.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(names[:-1]), *names[-1:]]) if len(names) > 1 else "".join(names)


def fields_of(template: str) -> tuple[str, ...]:
    """The fields a template names, for a check that they are there."""
    return tuple(name for _, name, _, _ in _pieces(template) if name is not None)


@cache
def _pieces(template: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Text before a field, its name, and the two texts of a condition, or only the noun of a number."""
    found: list[tuple[str, str | None, str | None, str | None]] = []
    for text, name, rest, _ in Formatter().parse(template):
        if name is None:
            found.append((text, None, None, None))
            continue
        name, condition, yes = name.partition("?")
        found.append((text, name, *((yes, rest or "") if condition else (None, rest or None))))
    return tuple(found)
