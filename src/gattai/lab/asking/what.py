"""Everything that a study can change in a game: numbers, words and switches of cards and rules.

They are found through the structs that packs are read by, so nothing that is listed here can be
refused, and new fields are listed without more code. Free texts and places on a map are left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

import msgspec

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.changes import NAMES, RULESET, parameters_of
from gattai.lab.study import BadStudy
from gattai.tabletop.content import Catalogue
from gattai.tabletop.field_notes import field_notes

UNCHANGED = ("id", "house", "replaces", "number")
"""Fields that name a card and change nothing in a game."""
OPTION = "options."
Scalar = bool | int | float | str


class Changeable(msgspec.Struct, frozen=True):
    """One thing that a study can change."""

    path: str
    """Its name in `change = { "PATH" = value }`; options of the table begin with `options.`."""
    of: str
    """What it belongs to, in the game's terms: the name of a card."""
    value: Scalar | None
    """Its present value; None if it has none."""
    low: float | None = None
    """The smallest number that packs accept; None if there is no limit."""
    high: float | None = None
    choices: tuple[str, ...] = ()
    """The words that are accepted; empty for a number."""
    effect: str = ""
    """What it does."""

    @property
    def range(self) -> str:
        """Return the accepted values in words.

        >>> Changeable("a.b", "A", 3, 1, 9).range, Changeable("a.b", "A", 3, low=1).range
        ('1 to 9', '1 or more')
        """
        words = ", ".join(self.choices)
        if self.low is None and self.high is None:
            return words or "any text"
        numbers = f"{self.low or 0:g} or more"
        if self.high is not None:
            numbers = (
                f"up to {self.high:g}" if self.low is None else f"{self.low:g} to {self.high:g}"
            )
        return f"{numbers}, or {words}" if words else numbers


def changeable(game: str, packs: Iterable[Path] = ()) -> tuple[Changeable, ...]:
    """Return everything that can be changed in a game. BadStudy if it has no packs."""
    definition, rules = games.get(game), games.load(game, tuple(packs))
    catalogue: Catalogue | None = getattr(rules, "catalogue", None)
    if catalogue is None or definition.pack_format is None:
        raise BadStudy([f"{game} has no packs, so there are no numbers to change"])
    packed = definition.pack_format()
    found = [*_of_options(rules), *_of_rules(rules, catalogue)]
    for entry in catalogue.entries:
        if entry.kind != RULESET:
            card = _card(entry.file, entry.kind, entry.id)
            title = str(next((card[key] for key in ("name", "title") if key in card), entry.id))
            head = f"{entry.kind}.{entry.id}"
            found += _of_table(card, packed.kinds[entry.kind], head, title)
    return tuple(found)


def _card(file: str, kind: str, name: str) -> dict[str, object]:
    cards = tomllib.loads(Path(file).read_text("utf-8"))[kind]
    return next(card for card in cards if card["id"] == name)


def _of_options(rules: AnyRuleset) -> Iterator[Changeable]:
    for option in rules.options:
        yield Changeable(
            OPTION + option.name,
            "the table",
            option.default,
            choices=tuple(option.choices or games.get(rules.name).offered(rules, option)),
            effect=option.about,
        )


def _of_rules(rules: AnyRuleset, catalogue: Catalogue) -> Iterator[Changeable]:
    """Return the numbers of the default ruleset, for a game that has rulesets."""
    partial = parameters_of(games.get(rules.name))
    if partial is None:
        return
    cards = {
        each.id: _card(each.file, RULESET, each.id)
        for each in catalogue.entries
        if each.kind == RULESET
    }
    name: object = next(option.default for option in rules.options if option.name == "rules")
    based: list[Mapping[str, object]] = []
    while name in cards:
        changes = cards[str(name)].get("changes", {})
        if isinstance(changes, dict):
            based.insert(0, changes)
        name = cards[str(name)].get("base")
    written: dict[str, object] = {}
    for changes in based:
        _merge(written, changes)
    for each in _of_table(written, partial.of, "", "the rules", partial.notes):
        if each.path.partition(".")[0] not in partial.without:
            yield each


def _merge(into: dict[str, object], changes: Mapping[str, object]) -> None:
    for name, value in changes.items():
        inner = into.get(name)
        if isinstance(value, dict):
            if not isinstance(inner, dict):
                inner = into[name] = {}
            _merge(inner, value)
        else:
            into[name] = value


def _of_table(
    written: Mapping[str, object],
    kind: type[msgspec.Struct],
    head: str,
    of: str,
    notes: Mapping[str, str] | None = None,
) -> Iterator[Changeable]:
    """Return what can be changed in a table of a pack, read beside the struct that it becomes."""
    about = field_notes(kind)
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name in UNCHANGED:
            continue
        path = f"{head}.{name}" if head else name
        default: object = None if field.default is msgspec.NODEFAULT else field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        value = written.get(name, default)
        effect = about.get(name, "") or (notes or {}).get(path, "")
        inner = _struct_of(field.type, value)
        if inner is not None:
            table = value if isinstance(value, dict) else {}
            yield from _of_table(table, inner, path, of, notes)
        elif isinstance(value, list):
            yield from _of_list(value, field.type, path, of)
        else:
            yield from _leaf(field.type, value, path, of, effect)


def _of_list(values: list[object], expected: object, path: str, of: str) -> Iterator[Changeable]:
    """Return what can be changed in the tables of a list; each is found by its name or number."""
    item = next(iter(get_args(expected)), None)
    names = [
        str(next((each[key] for key in NAMES if key in each), "")) if isinstance(each, dict) else ""
        for each in values
    ]
    for number, value in enumerate(values):
        inner = _struct_of(item, value)
        if inner is None or not isinstance(value, dict):
            continue
        name = names[number]
        clear = name and "." not in name and names.index(name) == number
        yield from _of_table(value, inner, f"{path}.{name if clear else number}", of)


def _struct_of(expected: object, value: object) -> type[msgspec.Struct] | None:
    """Return the struct that a value becomes; None if it becomes none."""
    for option in _options(expected):
        if not (isinstance(option, type) and issubclass(option, msgspec.Struct)):
            continue
        if option.__struct_config__.array_like or not isinstance(value, dict | msgspec.Struct):
            continue
        tag = option.__struct_config__.tag_field
        if tag is None or not isinstance(value, dict):
            return option
        if value.get(tag) == option.__struct_config__.tag:
            return option
    return None


def _options(expected: object) -> tuple[object, ...]:
    """Return the types that are possible, without those that only say more about another."""
    origin = get_origin(expected)
    if origin is Annotated:
        return _options(get_args(expected)[0])
    if origin in (Union, UnionType):
        return tuple(one for each in get_args(expected) for one in _options(each))
    return (expected,)


def _leaf(expected: object, value: object, path: str, of: str, effect: str) -> Iterator[Changeable]:
    """Return the number, word or switch at a path; nothing for texts and lists."""
    if isinstance(value, Enum):
        value = value.value
    options = [each for each in _options(expected) if each is not NoneType]
    words = [word for each in options for word in _words(each)]
    if not isinstance(value, bool | int | float | str | NoneType):
        return
    if bool in options:
        yield Changeable(path, of, value, choices=("true", "false"), effect=effect)
    elif int in options or float in options:
        low, high = _bounds(expected)
        yield Changeable(path, of, value, low, high, tuple(words), effect)
    elif words:
        yield Changeable(path, of, value, choices=tuple(words), effect=effect)


def _words(expected: object) -> tuple[str, ...]:
    if get_origin(expected) is Literal:
        return tuple(each for each in get_args(expected) if isinstance(each, str))
    if isinstance(expected, type) and issubclass(expected, Enum):
        return tuple(str(member.value) for member in expected)
    return ()


def _bounds(expected: object) -> tuple[float | None, float | None]:
    """Return the smallest and largest number that a type accepts; None where it has no limit."""
    low = high = None
    for part in get_args(expected):
        if isinstance(part, msgspec.Meta):
            low, high = part.ge, part.le
        elif get_origin(part) is Annotated:
            low, high = _bounds(part)
    return low, high
