"""A squad in a TOML file with `units`, `pool` and optionally its own cards or folders of packs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from gattai import games
from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.checks import check_card
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.squads import squad_refusals
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.card_check import complaints
from gattai.tabletop.pack_file import read_toml
from gattai.tabletop.problem import PackError, Problem, did_you_mean, found
from gattai.tabletop.toml_lines import Place, TomlLines
from gattai.terminal.complaint import Complaint

KEYS = ("title", "units", "pool", "packs", "unit")


class Unknown(msgspec.Struct, frozen=True):
    """An unknown name, with suggestions."""

    name: str
    where: str
    hint: str

    def __str__(self) -> str:
        return f"no unit {self.name!r} in the packs, named in {self.where}{self.hint}"


class CheckedSquad(msgspec.Struct, frozen=True):
    """The result of checking a squad: its cards, and everything that is wrong with it."""

    title: str
    units: tuple[UnitCard, ...]
    pool: tuple[UnitCard, ...]
    unknown: tuple[Unknown, ...]
    refusals: tuple[Refusal, ...]
    out_of_reach: tuple[str, ...]
    """Cards of the pool that these units can never become; no rule forbids including them."""

    @property
    def is_legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.unknown and not self.refusals


def judge_file(path: Path, packs: Sequence[Path] = ()) -> CheckedSquad:
    """Check the squad in a file. Raises Complaint or PackError if it cannot be read."""
    content = read_toml(path)
    if isinstance(content, Problem):
        raise PackError([content])
    document, text = content
    lines = TomlLines(text)
    problems = [*_shape(path, document, lines)]
    if problems:
        raise PackError(problems)
    own = [path.parent / folder for folder in _names(document, "packs")]
    rules = games.load("aegis", (*packs, *own))
    assert isinstance(rules, Aegis)
    cards = {**rules.units, **_own_cards(path, document, lines, rules.units)}
    title = document.get("title")
    return judge(
        _names(document, "units"), _names(document, "pool"), cards, str(title or path.stem)
    )


def judge(
    units: Sequence[str], pool: Sequence[str], cards: Mapping[str, UnitCard], title: str = ""
) -> CheckedSquad:
    """Return every broken rule of a list, and every unknown name."""
    unknown: list[Unknown] = []
    known_units = _find(units, cards, "units", unknown)
    known_pool = _find(pool, cards, "pool", unknown)
    # An unknown name still takes a place, because rules count names.
    anybody = next(iter(cards.values()))
    counted = squad_refusals([anybody] * len(units), [anybody] * len(pool))
    refusals = [refusal for refusal in counted if refusal.figures]
    judged = squad_refusals(known_units, known_pool)
    refusals += [refusal for refusal in judged if not refusal.figures]
    out_of_reach = tuple(card.name for card in known_pool if not can_be_made(card, known_units))
    return CheckedSquad(
        title, tuple(known_units), tuple(known_pool), tuple(unknown), tuple(refusals), out_of_reach
    )


def can_be_made(card: UnitCard, units: Sequence[UnitCard]) -> bool:
    """Whether some of these Level 1 units have the classes and makes of a recipe."""
    wanted = sorted(card.classes)
    return any(
        sorted(letter for unit in group for letter in unit.classes) == wanted
        and all(make in [unit.make for unit in group] for make in card.makes)
        and (not card.commander or card.commander in [unit.commander for unit in group])
        for group in combinations(units, card.level)
    )


def _find(
    names: Sequence[str], cards: Mapping[str, UnitCard], where: str, unknown: list[Unknown]
) -> list[UnitCard]:
    by_name = {card.name.casefold(): card for card in cards.values()}
    known = []
    for name in names:
        wanted = name.strip().casefold()
        card = cards.get(wanted) or by_name.get(wanted)
        if card is None:
            unknown.append(Unknown(name.strip(), where, did_you_mean(wanted, list(cards))))
        else:
            known.append(card)
    return known


def _names(document: Mapping[str, object], key: str) -> list[str]:
    names = document.get(key, [])
    return [str(name) for name in names] if isinstance(names, list) else []


def _shape(path: Path, document: Mapping[str, object], lines: TomlLines) -> Iterable[Problem]:
    file = path.as_posix()
    if "units" not in document:
        yield Problem(file, 'no list of units, such as units = ["ARK-150", "ARLY-100"]', 1)
    for key, value in document.items():
        line = lines.line_of((key,))
        if key not in KEYS:
            yield Problem(file, f"no such field{did_you_mean(key, KEYS)}", line, "", key)
        elif key in ("units", "pool", "packs"):
            if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
                yield Problem(
                    file, f"expected a list of names, found {found(value)}", line, "", key
                )
        elif key == "title" and not isinstance(value, str):
            yield Problem(file, f"expected text, found {found(value)}", line, "", key)


def _place(dotted: str) -> Place:
    """Return a place in a card from its fields and numbers, separated by dots."""
    return tuple(int(part) if part.isdecimal() else part for part in dotted.split("."))


def _own_cards(
    path: Path, document: Mapping[str, object], lines: TomlLines, known: Mapping[str, UnitCard]
) -> dict[str, UnitCard]:
    """Read the cards that the file itself contains, in the format of a pack."""
    tables: object = document.get("unit", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise Complaint(f"{path}: expected tables headed [[unit]], found {found(tables)}")
    problems: list[Problem] = []
    cards: dict[str, UnitCard] = {}
    for number, table in enumerate(tables):
        place: Place = ("unit", number)
        subject = f"unit {table.get('id', number + 1)!r}"
        written = {key: value for key, value in table.items() if key != "replaces"}
        faults = [*complaints(written, UnitCard)]
        if not faults:
            card = msgspec.convert(written, UnitCard)
            if (card.id in known or card.id in cards) and table.get("replaces") is not True:
                faults = [(("id",), "already exists; to replace it, add replaces = true")]
            faults += [(_place(at), message) for at, message in check_card("unit", card)]
            cards[card.id] = card
        problems += [
            Problem(
                path.as_posix(), message, lines.line_of((*place, *inside)), subject,
                ".".join(map(str, inside)),
            )
            for inside, message in faults
        ]  # fmt: skip
    if problems:
        raise PackError(problems)
    return cards
