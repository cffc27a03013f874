"""Finds everything wrong with one card of a pack at once.

`msgspec.convert` stops at the first fault and lets misspelt fields pass; here each field is checked
by itself and each complaint comes with its place: a path of names and list indexes.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Literal, NewType, TypeGuard, Union, get_args, get_origin

import msgspec

from gattai.tabletop.problem import did_you_mean, found, in_words, kind_in_words, nearest
from gattai.tabletop.toml_lines import Place

Complaint = tuple[Place, str]


def complaints(value: object, expected: object, place: Place = ()) -> Iterator[Complaint]:
    """Yield what is wrong with a value that should have the expected type.

    >>> class Robot(msgspec.Struct):
    ...     name: str
    ...     speed: int
    >>> for place, message in complaints({"name": 7, "sped": 3}, Robot):
    ...     print(place, message)
    ('sped',) no such field; did you mean 'speed'?
    ('name',) expected text, found the number 7
    """
    while isinstance(expected, NewType):
        expected = expected.__supertype__
    origin, args = get_origin(expected), get_args(expected)
    if is_table_type(expected) and isinstance(value, dict):
        yield from _table(value, expected, place)
    elif origin is Annotated:
        inner = list(complaints(value, args[0], place))
        yield from inner or _bounds(value, expected, args[1:], place)
    elif (item_type := _item_type(value, origin, args)) is not None:
        for part, item in _items(value):
            yield from complaints(item, item_type, (*place, part))
    elif origin in (Union, UnionType):
        yield from _one_of(value, expected, args, place)
    elif origin is Literal:
        yield from _word(value, args, place)
    elif isinstance(expected, type) and issubclass(expected, Enum):
        yield from _word(value, [member.value for member in expected], place)
    else:
        yield from _value(value, expected, place)


def is_table_type(expected: object) -> TypeGuard[type[msgspec.Struct]]:
    """Return whether values of this type are written as tables."""
    return (
        isinstance(expected, type)
        and issubclass(expected, msgspec.Struct)
        and not expected.__struct_config__.array_like
    )


def _item_type(value: object, origin: object, args: Sequence[object]) -> object | None:
    """Return the expected type of what is in a list or in a table with free keys."""
    match value:
        case list() if origin in (list, set, frozenset, Sequence):
            return args[0]
        case list() if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return args[0]
        case dict() if origin in (dict, Mapping) and args[0] is str:
            return args[1]
        case _:
            return None


@cache
def _fields(card_type: type[msgspec.Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(card_type)}


def _table(
    value: Mapping[str, object], expected: type[msgspec.Struct], place: Place
) -> Iterator[Complaint]:
    fields = _fields(expected)
    meant = []
    for key in value:
        if key not in fields and key != expected.__struct_config__.tag_field:
            meant.append(nearest(key, fields))
            yield (*place, key), f"no such field{did_you_mean(key, list(fields))}"
    for name, field in fields.items():
        if name in value:
            yield from complaints(value[name], field.type, (*place, name))
        elif field.required and name not in meant:  # a misspelt field is one fault, not two
            yield place, f"field {name!r} is missing"


def _one_of(
    value: object, expected: object, args: Sequence[object], place: Place
) -> Iterator[Complaint]:
    options = [arg for arg in args if arg is not NoneType]
    tables = [option for option in options if is_table_type(option)]
    if len(options) == 1:
        yield from complaints(value, options[0], place)
    elif isinstance(value, dict) and tables:
        yield from _tagged(value, tables, place)
    elif isinstance(value, str) and str not in options and any(map(_words_of, options)):
        yield from _word_or(value, options, place)
    elif isinstance(value, int) and len(numbers := _annotated(options)) == 1:
        yield from complaints(value, numbers[0], place)
    else:
        yield from _value(value, expected, place)


def _word_or(value: str, options: Sequence[object], place: Place) -> Iterator[Complaint]:
    """Yield the complaint for text that is none of the words; other types may be expected too."""
    words = [word for option in options for word in _words_of(option)]
    if value not in words:
        bounded = _annotated(options)
        plain = [get_args(o)[0] if o in bounded else o for o in options]
        kinds = [kind_in_words(o.__name__) for o in plain if isinstance(o, type)]
        known = " or ".join((*kinds, *map(repr, words)))
        yield place, f"expected {known}, found {found(value)}"


def _annotated(options: Sequence[object]) -> list[object]:
    return [option for option in options if get_origin(option) is Annotated]


def _words_of(option: object) -> tuple[object, ...]:
    """Return the words of a type that is a choice of words; else nothing."""
    return get_args(option) if get_origin(option) is Literal else ()


def _tagged(
    value: Mapping[str, object], tables: Sequence[type[msgspec.Struct]], place: Place
) -> Iterator[Complaint]:
    if len(tables) == 1:
        yield from complaints(value, tables[0], place)
        return
    by_tag: dict[object, object] = {}
    tag_field = ""
    for table in tables:
        by_tag[table.__struct_config__.tag] = table
        tag_field = table.__struct_config__.tag_field or ""
    if tag_field not in value:
        yield place, f"field {tag_field!r} is missing"
    elif isinstance(value[tag_field], (str, int)) and value[tag_field] in by_tag:
        yield from complaints(value, by_tag[value[tag_field]], place)
    else:
        yield from _word(value[tag_field], list(by_tag), (*place, tag_field))


def _word(value: object, known: Sequence[object], place: Place) -> Iterator[Complaint]:
    if any(type(value) is type(word) and value == word for word in known):
        return
    names = [str(word) for word in known]
    if isinstance(value, str):
        yield place, f"no such word {value[:40]!r}{did_you_mean(value, names)}"
    else:
        yield place, f"expected one of {', '.join(names)}, found {found(value)}"


def _value(value: object, expected: object, place: Place) -> Iterator[Complaint]:
    try:
        msgspec.convert(value, expected)
    except msgspec.ValidationError as error:
        yield place, in_words(str(error), value)


def _bounds(
    value: object, expected: object, notes: Sequence[object], place: Place
) -> Iterator[Complaint]:
    """Return the complaint for a number out of its bounds, with both bounds."""
    for note in notes:
        if isinstance(note, msgspec.Meta) and None not in (note.ge, note.le):
            if isinstance(value, int) and not note.ge <= value <= note.le:  # type: ignore[operator]
                yield place, f"is from {note.ge} to {note.le}, not {value}"
                return
    yield from _value(value, expected, place)


def within_bounds(value: object, expected: object) -> object:
    """Return the value with every number clamped to its bounds.

    >>> class Robot(msgspec.Struct):
    ...     speed: Annotated[int, msgspec.Meta(ge=1, le=6)]
    >>> within_bounds({"speed": 9}, Robot)
    {'speed': 6}
    """
    origin, args = get_origin(expected), get_args(expected)
    if origin in (Union, UnionType):
        parts = [arg for arg in args if is_table_type(arg) or get_origin(arg) is Annotated]
        return within_bounds(value, parts[0]) if len(parts) == 1 else value
    match value:
        case dict() if is_table_type(expected):
            types = {key: field.type for key, field in _fields(expected).items()}
            return {key: within_bounds(item, types.get(key)) for key, item in value.items()}
        case list() if (item_type := _item_type(value, origin, args)) is not None:
            return [within_bounds(item, item_type) for item in value]
        case int() if origin is Annotated and isinstance(args[1], msgspec.Meta):
            low, high = args[1].ge, args[1].le
            return value if low is None or high is None else int(min(max(value, low), high))
        case _:
            return value


def oversized(value: object, place: Place = ()) -> Iterator[Complaint]:
    """Yield whole numbers beyond 64 bits: TOML forbids them, but Python's parser accepts them."""
    match value:
        case int() if not -(2**63) <= value < 2**63:
            yield place, "a whole number must fit in 64 bits, found a huge number"
        case _:
            for part, item in _items(value):
                yield from oversized(item, (*place, part))


def misspelt(
    value: object, vocabulary: Mapping[str, Sequence[str]], place: Place = ()
) -> Iterator[Complaint]:
    """Yield words outside the vocabulary of their field.

    A vocabulary is named after the field it is for, at any depth; a dotted name such as
    `weapon.traits` is for that field of that table only. The field may hold one word, a list of
    words, or a table whose keys are the words.

    >>> list(misspelt({"keywords": ["Evade", "Jmup"]}, {"keywords": ["Evade", "Jump"]}))
    [(('keywords', 1), "no such word 'Jmup'; did you mean 'Jump'?")]
    """
    names = [part for part in place if isinstance(part, str)]
    is_item = bool(place) and isinstance(place[-1], int)  # already checked with its list
    for name, known in vocabulary.items():
        parts = name.split(".")
        if names[-len(parts) :] == parts and not is_item:
            for at, word in _words(value, place):
                if word not in known:
                    yield at, f"no such word {word[:40]!r}{did_you_mean(word, known)}"
    for part, item in _items(value):
        yield from misspelt(item, vocabulary, (*place, part))


def _items(value: object) -> Iterator[tuple[str | int, object]]:
    match value:
        case dict():
            yield from value.items()
        case list():
            yield from enumerate(value)
        case _:
            pass


def _words(value: object, place: Place) -> Iterator[tuple[Place, str]]:
    match value:
        case str():
            yield place, value
        case dict():
            yield from (((*place, key), key) for key in value)
        case list():
            yield from (
                ((*place, i), word) for i, word in enumerate(value) if isinstance(word, str)
            )
        case _:
            pass
