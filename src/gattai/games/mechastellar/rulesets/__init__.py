"""Versions of the rules: named sets of changes to the parameters, and their differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from gattai.games.mechastellar.cards import RulesetCard
from gattai.games.mechastellar.parameters import DEFAULT, VER10_FINAL, Parameters
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.card_check import complaints
from gattai.tabletop.pack_file import read_toml
from gattai.tabletop.problem import PackError, Problem, did_you_mean

VARIANTS = Path(__file__).parents[1] / "variants.toml"
NAMES = ("id", "title")
"""Keys that name a ruleset and are not parameters."""

Figure = int | bool | str | tuple[str, ...]


class Difference(msgspec.Struct, frozen=True):
    """A parameter in which two rulesets differ."""

    parameter: str
    first: Figure
    second: Figure


class Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A former value of a parameter; `known` is false if the log does not print it."""

    value: Any
    revision: str
    known: bool = True
    since: int = 0
    """The first revision with this value; 0 means the beginning of the log."""
    until: int = 0
    """The last revision with this value; 0 means no numbered revision."""
    rulesets: tuple[str, ...] = ()
    """Rulesets with this value that are not named after a revision."""

    def belongs_to(self, ruleset: str, revision: int) -> bool:
        """Whether a ruleset, or the revision that it plays, has this value."""
        if not self.known:
            return False
        return ruleset in self.rulesets or max(1, self.since) <= revision <= self.until


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that the designers changed: its parameter and its former values."""

    id: str
    title: str
    parameter: str
    source: str
    earlier: tuple[Earlier, ...]
    also: tuple[str, ...] = ()
    """Parameters that take the same value with it."""
    note: str = ""


def figures(parameters: Parameters) -> dict[str, Figure]:
    """Every parameter by its dotted name.

    >>> figures(VER10_FINAL)["skill.valor.from_round"]
    1
    """
    return dict(_leaves(parameters, ""))


def _leaves(topic: msgspec.Struct, prefix: str) -> Iterator[tuple[str, Figure]]:
    for name in topic.__struct_fields__:
        value = getattr(topic, name)
        if isinstance(value, msgspec.Struct):
            yield from _leaves(value, f"{prefix}{name}.")
        elif prefix or name not in NAMES:
            yield prefix + name, value


def diff(first: Parameters, second: Parameters) -> tuple[Difference, ...]:
    """The differences between two rulesets, in the order of the topics.

    >>> diff(VER10_FINAL, changed(VER10_FINAL, {"armor_save": {"cap": 3}}))
    (Difference(parameter='armor_save.cap', first=5, second=3),)
    """
    other = figures(second)
    return tuple(
        Difference(name, value, other[name])
        for name, value in figures(first).items()
        if value != other[name]
    )


def change_faults(changes: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """(place, complaint) for everything wrong with a set of changes; suggests the nearest names.

    >>> list(change_faults({"armour_save": {"cap": 3}}))
    [('armour_save', "no such field; did you mean 'armor_save'?")]
    """
    for name in NAMES:
        if name in changes:
            yield name, "is no parameter; it belongs above the changes"
    written = {key: value for key, value in changes.items() if key not in NAMES}
    for place, complaint in complaints(written, Parameters):
        yield ".".join(map(str, place)), complaint


def changed(base: Parameters, changes: Mapping[str, object]) -> Parameters:
    """The parameters with some changes. Raises ValueError with everything wrong in the changes."""
    faults = [f"{place}: {complaint}" for place, complaint in change_faults(changes)]
    if faults:
        raise ValueError("; ".join(faults))
    return msgspec.convert(_merged(msgspec.to_builtins(base), changes), Parameters)


def changed_by_name(base: Parameters, values: Mapping[str, object]) -> Parameters:
    """The same, with dotted names.

    >>> changed_by_name(VER10_FINAL, {"skill.flash.cost": 2}).skill.flash.cost
    2
    """
    tables: dict[str, Any] = {}
    for dotted, value in values.items():
        *topics, name = dotted.split(".")
        table = tables
        for topic in topics:
            table = table.setdefault(topic, {})
        table[name] = value
    return changed(base, tables)


def _merged(base: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for name, value in changes.items():
        before = merged[name]
        merged[name] = _merged(before, value) if isinstance(before, dict) else value
    return merged


def parameters_of(cards: Mapping[str, RulesetCard]) -> dict[str, Parameters]:
    """The parameters of every ruleset, each built on its base. Raises ValueError if that fails."""
    done: dict[str, Parameters] = {DEFAULT: VER10_FINAL}
    for card in cards.values():
        line: list[RulesetCard] = []
        while card.id not in done:
            if card in line:
                ring = " -> ".join([*(each.id for each in line), card.id])
                raise ValueError(f"rulesets are built on each other in a ring: {ring}")
            line.append(card)
            if card.base not in done and card.base not in cards:
                hint = did_you_mean(card.base, [*cards, DEFAULT])
                raise ValueError(f"ruleset {card.id!r}: no base {card.base!r}{hint}")
            if card.base in done:
                break
            card = cards[card.base]
        for each in reversed(line):
            built = changed(done[each.base], each.changes)
            done[each.id] = msgspec.structs.replace(built, id=each.id, title=each.title)
    return done


def find_ruleset(name: str, known: Mapping[str, Parameters]) -> Parameters:
    """Find a ruleset by name. Raises UnknownWord with the nearest names."""
    if name not in known:
        raise UnknownWord("ruleset", name, tuple(known))
    return known[name]


def load_variants(path: Path = VARIANTS) -> tuple[Variant, ...]:
    """Every number the log has changed, in the order of the topics."""
    read = read_toml(path)
    if isinstance(read, Problem):
        raise PackError([read])
    return msgspec.convert(read[0], _Variants).variant


def dated(variants: Iterable[Variant], ruleset: str, revision: int = 0) -> dict[str, object]:
    """Every value that the table of variants assigns to a ruleset, by the name of its parameter.

    >>> dated(load_variants(), "ver10-whats-new")
    {'armor_save.cap': 3, 'counter.who': 'all'}
    """
    found: dict[str, object] = {}
    for variant in variants:
        for earlier in variant.earlier:
            if earlier.belongs_to(ruleset, revision):
                found |= dict.fromkeys((variant.parameter, *variant.also), earlier.value)
    return found


class _Variants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    variant: tuple[Variant, ...]
