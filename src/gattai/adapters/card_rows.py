"""What a card can do, as a row of numbers: its figures by their bounds, its words one by one.

The row follows from the types that load the packs and from the game's list of keywords. So a card that
somebody makes at home has a row of the same width, and two cards that do the same have the same row,
whatever they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
import numpy as np
from numpy.typing import NDArray

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.tabletop.pack_schema import Words

Floats = NDArray[np.float32]
Fill = Callable[[Any, Floats], None]

LISTED = 3
"""Of weapons, Actions and the like the first few stand side by side; what is inside of those is summed."""
USUAL = 10.0
"""What figures without bounds are divided by."""


class Column(NamedTuple):
    """How many numbers a value takes, and what writes them."""

    width: int
    fill: Fill


def _nothing(value: Any, into: Floats) -> None:
    """Names, texts and places say nothing of what a card can do."""


SILENT = Column(0, _nothing)


class CardRows:
    """The rows of all cards of a game."""

    def __init__(self, rules: AnyRuleset) -> None:
        game = games.get(rules.name)
        kinds: Mapping[str, type[msgspec.Struct]] = game.part(game.kinds) if game.kinds else {}
        self._words = game.part(game.words)() if game.words else {}
        shown = {name: kind for name, kind in kinds.items() if "name" in kind.__struct_fields__}
        columns = {name: self._struct(kind, 0) for name, kind in shown.items()}
        widest = max((column.width for column in columns.values()), default=0)
        self.width = max(1, len(shown) + widest)  # libraries dislike arrays of no width
        self._rows: dict[str, Floats] = {}
        catalogue: Any = getattr(rules, "catalogue", None)
        for entry in catalogue.entries if catalogue is not None else ():
            if entry.kind in columns:
                row = np.zeros(self.width, np.float32)
                row[[*shown].index(entry.kind)] = 1
                column = columns[entry.kind]
                column.fill(entry.card, row[len(shown) : len(shown) + column.width])
                self._rows[entry.id] = row

    def get(self, card: str) -> Floats | None:
        """The row of a card; None for what no pack holds."""
        return self._rows.get(card)

    def _struct(self, kind: type[msgspec.Struct], depth: int) -> Column:
        parts: list[tuple[str, int, Column]] = []
        width = 0
        for field in msgspec.structs.fields(kind):
            words = self._words.get(f"{kind.__name__}.{field.encode_name}")
            column = self._column(field.type, words, depth)
            if column.width and field.name != "house":
                parts.append((field.name, width, column))
                width += column.width

        def fill(value: Any, into: Floats) -> None:
            for name, at, column in parts:
                column.fill(getattr(value, name), into[at : at + column.width])

        return Column(width, fill)

    def _column(self, kind: Any, words: Any, depth: int) -> Column:
        origin, args = get_origin(kind), get_args(kind)
        if isinstance(words, Words):
            return _among([*words.plain, *words.numbered])
        if origin is Annotated:
            return _figure(args[1]) if args[0] is int else SILENT
        if kind is int:
            return _figure(None)
        if kind is bool:
            return _figure(msgspec.Meta(ge=0, le=1))
        if origin is Literal:
            return _among([word for word in args if word != ""])
        if origin is tuple:
            return self._listed(args, depth)
        if origin in (Union, UnionType):
            return self._either([arg for arg in args if arg is not NoneType], depth)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self._struct(kind, depth + 1)
        return SILENT

    def _listed(self, args: tuple[Any, ...], depth: int) -> Column:
        if len(args) != 2 or args[1] is not Ellipsis:
            columns = [self._column(arg, None, depth) for arg in args]
            return _side_by_side(columns)
        item = self._column(args[0], None, depth + 1)
        is_table = isinstance(args[0], type) and issubclass(args[0], msgspec.Struct)
        if not item.width or get_origin(args[0]) is tuple:
            return SILENT
        return _first(item, LISTED) if is_table and depth == 0 else _summed(item)

    def _either(self, kinds: list[Any], depth: int) -> Column:
        if len(kinds) == 1:
            inner = self._column(kinds[0], None, depth)
            return _perhaps(inner)
        if all(isinstance(kind, type) and issubclass(kind, msgspec.Struct) for kind in kinds):
            return _deeds(kinds)
        columns = [self._column(kind, None, depth) for kind in kinds]
        return _whichever(kinds, columns)


def _figure(note: Any) -> Column:
    most = USUAL
    if isinstance(note, msgspec.Meta) and note.le is not None:
        most = float(max(abs(note.ge or 0), abs(note.le), 1))

    def fill(value: Any, into: Floats) -> None:
        if isinstance(value, int):
            into[0] += value / most

    return Column(1, fill)


def _among(words: list[Any]) -> Column:
    """One number for each word; a word with a number behind counts by that."""
    places = {word: at for at, word in enumerate(words)}

    def one(value: Any, into: Floats) -> None:
        if value in places:
            into[places[value]] += 1
        elif isinstance(value, str):
            word, _, number = value.rpartition(" ")
            if word in places and number.isdigit():
                into[places[word]] += 1 + int(number) / USUAL

    def fill(value: Any, into: Floats) -> None:
        for each in value if isinstance(value, tuple) else (value,):
            one(each, into)

    return Column(len(words), fill)


def _side_by_side(columns: list[Column]) -> Column:
    def fill(value: Any, into: Floats) -> None:
        at = 0
        for each, column in zip(value, columns, strict=True):
            column.fill(each, into[at : at + column.width])
            at += column.width

    return Column(sum(column.width for column in columns), fill)


def _first(item: Column, many: int) -> Column:
    def fill(value: Any, into: Floats) -> None:
        for number, each in enumerate(value[:many]):
            at = number * (item.width + 1)
            into[at] = 1
            item.fill(each, into[at + 1 : at + 1 + item.width])

    return Column(many * (item.width + 1), fill)


def _summed(item: Column) -> Column:
    def fill(value: Any, into: Floats) -> None:
        for each in value:
            item.fill(each, into)

    return Column(item.width, fill)


def _perhaps(inner: Column) -> Column:
    def fill(value: Any, into: Floats) -> None:
        if value is not None:
            into[0] = 1
            inner.fill(value, into[1:])

    return Column(inner.width + 1 if inner.width else 0, fill)


def _deeds(kinds: list[type[msgspec.Struct]]) -> Column:
    """Which kind of effect, and how much of it altogether."""
    places = {kind: at for at, kind in enumerate(kinds)}

    def fill(value: Any, into: Floats) -> None:
        into[places[type(value)]] += 1
        figures = [getattr(value, name) for name in value.__struct_fields__]
        into[len(kinds)] += sum(n for n in figures if type(n) is int) / USUAL

    return Column(len(kinds) + 1, fill)


def _whichever(kinds: list[Any], columns: list[Column]) -> Column:
    def fill(value: Any, into: Floats) -> None:
        at = 0
        for kind, column in zip(kinds, columns, strict=True):
            is_word = get_origin(kind) is Literal
            if value is not None and is_word == isinstance(value, str):
                column.fill(value, into[at : at + column.width])
            at += column.width

    return Column(sum(column.width for column in columns), fill)
