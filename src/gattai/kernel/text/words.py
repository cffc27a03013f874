"""Words for small numbers: inside a game a unit is 3 and a hex is 4227; in text they have names.

A game declares ids as `NewType`s of int and says how each is written; a state may hold a card of
the catalogue, which is written as its id. The text forms of actions, answers and positions follow
the declared types of the fields and use these words.
"""

from __future__ import annotations

import difflib
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

MAX_SHOWN = 60
"""The maximum number of letters of an input that a message repeats."""


class UnknownWord(ValueError):
    """Raised for an unknown word, with the nearest known one."""

    def __init__(self, kind: str, word: str, known: Sequence[str] = ()) -> None:
        self.kind, self.word, self.known = kind, word, tuple(known)
        near = difflib.get_close_matches(word, known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        if not near and known:
            hint = f"; known are {', '.join(known[:12])}{', ...' if len(known) > 12 else ''}"
        super().__init__(f"no {kind} {_short(word)}{hint}")

    def __reduce__(self) -> tuple[type, tuple[str, str, tuple[str, ...]]]:
        return type(self), (self.kind, self.word, self.known)


class Word:
    """How one type of id is written and read."""

    __slots__ = ("read", "table", "write")

    def __init__(
        self,
        write: Callable[[Any], str],
        read: Callable[[str], object],
        table: tuple[str, ...] = (),
    ) -> None:
        self.write = write
        self.read = read
        self.table = table

    @classmethod
    def of(cls, kind: str, names: Sequence[str]) -> Word:
        """Make words for ids that count from 0, each with its name.

        >>> Word.of("seat", ("blue", "red")).read("red")
        1
        """
        table = tuple(names)
        return cls(partial(_name_at, kind, table), partial(_place_of, kind, table), table)

    @classmethod
    def among(cls, kind: str, things: Mapping[str, object]) -> Word:
        """Make words for objects of a catalogue, each written as its `id`."""
        return cls(_id_of, partial(_thing_called, kind, things))


# Functions of the module, not of the methods above: the rules of a game can be pickled.


def _name_at(kind: str, names: tuple[str, ...], number: int) -> str:
    if not 0 <= number < len(names):
        raise UnknownWord(kind, str(number), names)
    return names[number]


def _place_of(kind: str, names: tuple[str, ...], text: str) -> int:
    if text not in names:
        raise UnknownWord(kind, text, names)
    return names.index(text)


def _id_of(thing: Any) -> str:
    return str(thing.id)


def _thing_called(kind: str, things: Mapping[str, object], text: str) -> object:
    if text not in things:
        raise UnknownWord(kind, text, tuple(things))
    return things[text]


Words = Mapping[Any, Word]
"""Maps the type of an id (or of a card, a field) to its words."""


def to_plain(value: object, kind: object, words: Words) -> Any:
    """Return a value as plain data (dicts, lists, words, numbers), by its declared type."""
    if value is None:
        return None
    kind = _one_kind(kind, value)
    if kind in words:
        return words[kind].write(value)
    fields = struct_fields(kind)
    if fields is not None:
        tag = tag_of(kind)
        plain = {name: to_plain(getattr(value, name), of, words) for name, of in fields.items()}
        return {"type": tag, **plain} if tag is not None else plain
    if isinstance(value, tuple):
        kinds = item_kinds(kind, len(value))
        return [to_plain(item, of, words) for item, of in zip(value, kinds, strict=True)]
    return value


def from_plain(data: object, kind: object, words: Words) -> Any:
    """Return a value from plain data. ValueError with the path of what does not fit."""
    return msgspec.convert(_read(data, kind, words), kind)


def _read(data: object, kind: object, words: Words) -> Any:
    """Return plain data with words replaced by ids, by walking the declared types."""
    kind = _one_kind(kind, data)
    if kind in words and data is not None:
        if not isinstance(data, str):
            raise ValueError(f"expected a word, found {_short(data)}")
        return words[kind].read(data)
    if isinstance(data, list):
        kinds = item_kinds(kind, len(data))
        return [_read(item, of, words) for item, of in zip(data, kinds, strict=True)]
    fields = struct_fields(kind)
    if fields is not None and isinstance(data, dict):
        for name in fields:
            if name not in data:
                raise ValueError(f"{getattr(kind, '__name__', kind)} needs {name!r}")
        for name in data:
            if name not in fields and name != "type":
                raise ValueError(f"{getattr(kind, '__name__', kind)} has no {name!r}")
        return {name: _read(item, fields.get(name), words) for name, item in data.items()}
    return data


def _short(data: object) -> str:
    """Return an input shortened for a message."""
    text = repr(data)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


def _one_kind(kind: object, value: object) -> Any:
    """Return the type of a union that fits: a struct by its tag, else the only non-struct."""
    if get_origin(kind) not in (Union, types.UnionType):
        return kind
    kinds = [item for item in get_args(kind) if item is not type(None)]
    own: type = type(value)
    tag = value.get("type") if isinstance(value, dict) else tag_of(own)
    if tag is not None:
        return next((item for item in kinds if tag_of(item) == tag), kind)
    rest = [item for item in kinds if tag_of(item) is None]
    return rest[0] if len(rest) == 1 else kind


def item_kinds(kind: object, count: int) -> list[object]:
    """Return the declared types of the items of a tuple of this length; None if undeclared."""
    kinds = get_args(kind) if get_origin(kind) is tuple else ()
    if len(kinds) == 2 and kinds[1] is ...:
        return [kinds[0]] * count
    return list(kinds) if len(kinds) == count else [None] * count


@cache
def tag_of(kind: object) -> str | None:
    """Return the tag of a struct type; None if it has none."""
    config = getattr(get_origin(kind) or kind, "__struct_config__", None)
    return None if config is None or config.tag is None else str(config.tag)


@cache
def struct_fields(kind: object) -> dict[str, Any] | None:
    """Return the fields and types of a struct type, generics filled in; None for others."""
    cls = get_origin(kind) or kind
    if not (isinstance(cls, type) and issubclass(cls, msgspec.Struct)):
        return None
    hints = get_type_hints(cls)
    filled = dict(zip(getattr(cls, "__parameters__", ()), get_args(kind), strict=False))
    return {name: _filled(hints[name], filled) for name in cls.__struct_fields__}


def _filled(kind: Any, by: Mapping[object, object]) -> Any:
    if isinstance(kind, TypeVar):
        return by.get(kind, kind)
    inner = get_args(kind)
    if not inner or not by:
        return kind
    filled = tuple(_filled(item, by) for item in inner)
    if get_origin(kind) in (Union, types.UnionType):
        return Union[filled]  # noqa: UP007 - built at run time
    return get_origin(kind)[filled]
