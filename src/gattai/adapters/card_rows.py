"""A card as a row of numbers: its figures scaled by their bounds, its keywords one-hot.

The row follows from the types of packs and the game's keywords. So custom cards have rows of the
same width, and two cards with the same abilities have the same row, whatever their names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
import numpy as np
from numpy.typing import NDArray

from gattai import games
from gattai.games.game import PackFormat
from gattai.kernel.ruleset import AnyRuleset
from gattai.tabletop.content import Catalogue
from gattai.tabletop.pack_schema import Words

Floats = NDArray[np.float32]
Fill = Callable[[Any, Floats], None]

LISTED = 3
"""Number of weapons, Actions etc. encoded separately; lists inside these are summed."""
USUAL = 10.0
"""The divisor of figures without bounds."""


class FieldEncoder(NamedTuple):
    """The encoder of a value, and its width."""

    width: int
    fill: Fill


def _nothing(value: object, into: Floats) -> None:
    """Encode nothing: names, texts and places do not affect what a card can do."""


SILENT = FieldEncoder(0, _nothing)


class CardRows:
    """The rows of all cards of a game, by id."""

    def __init__(self, rules: AnyRuleset) -> None:
        game = games.get(rules.name)
        known = game.pack_format() if game.pack_format else PackFormat({})
        kinds = known.kinds
        self._words = known.words()
        shown = {name: kind for name, kind in kinds.items() if "name" in kind.__struct_fields__}
        columns = {name: self._struct(kind, 0) for name, kind in shown.items()}
        widest = max((column.width for column in columns.values()), default=0)
        self.width = max(1, len(shown) + widest)  # some libraries reject arrays of width 0
        self._rows: dict[str, Floats] = {}
        catalogue: Catalogue | None = getattr(rules, "catalogue", None)
        for entry in catalogue.entries if catalogue is not None else ():
            if entry.kind in columns:
                row = np.zeros(self.width, np.float32)
                row[[*shown].index(entry.kind)] = 1
                column = columns[entry.kind]
                column.fill(entry.card, row[len(shown) : len(shown) + column.width])
                self._rows[entry.id] = row

    def get(self, card: str) -> Floats | None:
        """Return the row of a card; None if no pack has it."""
        return self._rows.get(card)

    def _struct(self, kind: type[msgspec.Struct], depth: int) -> FieldEncoder:
        parts: list[tuple[str, int, FieldEncoder]] = []
        width = 0
        for field in msgspec.structs.fields(kind):
            words = self._words.get(f"{kind.__name__}.{field.encode_name}")
            column = self._column(field.type, words, depth)
            if column.width and field.name != "house":
                parts.append((field.name, width, column))
                width += column.width

        def fill(value: msgspec.Struct, into: Floats) -> None:
            for name, at, column in parts:
                column.fill(getattr(value, name), into[at : at + column.width])

        return FieldEncoder(width, fill)

    def _column(self, kind: object, words: object, depth: int) -> FieldEncoder:
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

    def _listed(self, args: tuple[object, ...], depth: int) -> FieldEncoder:
        if len(args) != 2 or args[1] is not Ellipsis:
            columns = [self._column(arg, None, depth) for arg in args]
            return _side_by_side(columns)
        item = self._column(args[0], None, depth + 1)
        is_table = isinstance(args[0], type) and issubclass(args[0], msgspec.Struct)
        if not item.width or get_origin(args[0]) is tuple:
            return SILENT
        return _first(item, LISTED) if is_table and depth == 0 else _summed(item)

    def _either(self, kinds: list[object], depth: int) -> FieldEncoder:
        if len(kinds) == 1:
            inner = self._column(kinds[0], None, depth)
            return _perhaps(inner)
        structs = [k for k in kinds if isinstance(k, type) and issubclass(k, msgspec.Struct)]
        if len(structs) == len(kinds):
            return _actions(structs)
        columns = [self._column(kind, None, depth) for kind in kinds]
        return _whichever(kinds, columns)


def _figure(note: object) -> FieldEncoder:
    most = USUAL
    if isinstance(note, msgspec.Meta) and note.le is not None:
        most = float(max(abs(note.ge or 0), abs(note.le), 1))

    def fill(value: object, into: Floats) -> None:
        if isinstance(value, int):
            into[0] += value / most

    return FieldEncoder(1, fill)


def _among(words: Sequence[object]) -> FieldEncoder:
    """Return an encoder with one number per word; a word's own number is its value."""
    places = {word: at for at, word in enumerate(words)}

    def one(value: object, into: Floats) -> None:
        if value in places:
            into[places[value]] += 1
        elif isinstance(value, str):
            word, _, number = value.rpartition(" ")
            if word in places and number.isdigit():
                into[places[word]] += 1 + int(number) / USUAL

    def fill(value: object, into: Floats) -> None:
        for each in value if isinstance(value, tuple) else (value,):
            one(each, into)

    return FieldEncoder(len(words), fill)


def _side_by_side(columns: list[FieldEncoder]) -> FieldEncoder:
    def fill(value: tuple[object, ...], into: Floats) -> None:
        at = 0
        for each, column in zip(value, columns, strict=True):
            column.fill(each, into[at : at + column.width])
            at += column.width

    return FieldEncoder(sum(column.width for column in columns), fill)


def _first(item: FieldEncoder, many: int) -> FieldEncoder:
    def fill(value: tuple[object, ...], into: Floats) -> None:
        for number, each in enumerate(value[:many]):
            at = number * (item.width + 1)
            into[at] = 1
            item.fill(each, into[at + 1 : at + 1 + item.width])

    return FieldEncoder(many * (item.width + 1), fill)


def _summed(item: FieldEncoder) -> FieldEncoder:
    def fill(value: tuple[object, ...], into: Floats) -> None:
        for each in value:
            item.fill(each, into)

    return FieldEncoder(item.width, fill)


def _perhaps(inner: FieldEncoder) -> FieldEncoder:
    def fill(value: object, into: Floats) -> None:
        if value is not None:
            into[0] = 1
            inner.fill(value, into[1:])

    return FieldEncoder(inner.width + 1 if inner.width else 0, fill)


def _actions(kinds: list[type[msgspec.Struct]]) -> FieldEncoder:
    """Return an encoder of effects: the total amount of each kind."""
    places = {kind: at for at, kind in enumerate(kinds)}

    def fill(value: msgspec.Struct, into: Floats) -> None:
        into[places[type(value)]] += 1
        figures = [getattr(value, name) for name in value.__struct_fields__]
        into[len(kinds)] += sum(n for n in figures if type(n) is int) / USUAL

    return FieldEncoder(len(kinds) + 1, fill)


def _whichever(kinds: list[object], columns: list[FieldEncoder]) -> FieldEncoder:
    def fill(value: object, into: Floats) -> None:
        at = 0
        for kind, column in zip(kinds, columns, strict=True):
            is_word = get_origin(kind) is Literal
            if value is not None and is_word == isinstance(value, str):
                column.fill(value, into[at : at + column.width])
            at += column.width

    return FieldEncoder(sum(column.width for column in columns), fill)
