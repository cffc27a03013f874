"""Changed numbers: `unit.gunners.hp = 5` on a card, `armor_save.cap = 3` in a ruleset.

Changes become an ordinary pack on top of the others: a card with `replaces = true`, or a ruleset
based on the one that would have been played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from gattai.games.game import GameDefinition
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.study import BadStudy
from gattai.tabletop.content import Catalogue
from gattai.tabletop.pack_schema import PartialStruct
from gattai.tabletop.problem import did_you_mean

RULESET = "ruleset"
"""The kind of card that holds a version of the rules: `base`, and `changes` by topic."""
CHANGED = "changed"
NAMES = ("id", "name")
"""The fields that name an entry of a list on a card."""


def ruleset_in(text: str, file: str) -> str:
    """Return the ruleset in a file: the last, if several are based on each other."""
    try:
        cards = tomllib.loads(text).get(RULESET, [])
    except tomllib.TOMLDecodeError as problem:
        raise BadStudy([f"{file}: not TOML: {problem}"]) from None
    if not cards or not isinstance(cards[-1].get("id"), str):
        raise BadStudy([f"{file}: holds no [[{RULESET}]] with an id"])
    name: str = cards[-1]["id"]
    return name


def pack(
    game: GameDefinition, rules: AnyRuleset, changed: Mapping[str, object], ruleset: str | None
) -> tuple[str, str]:
    """Return the pack that makes these changes, and the name of its ruleset if it has one."""
    import tomli_w

    catalogue = catalogue_of(rules)
    kinds = {entry.kind for entry in catalogue.entries}
    cards: dict[tuple[str, str], dict[str, object]] = {}
    parameters: dict[str, object] = {}
    topics = parameters_of(game)
    for dotted, value in changed.items():
        kind, _, rest = dotted.partition(".")
        is_rule = rest in _fields_of(topics, kind)
        if kind in kinds and kind != RULESET and not is_rule:
            _change_card(catalogue, cards, kind, rest, value, _fields_of(topics, kind))
        elif RULESET in kinds:
            _put(parameters, dotted.split("."), value, dotted)
        else:
            raise BadStudy(
                [
                    f"change {dotted}: {game.name} has no cards called that{did_you_mean(kind, [*kinds])}"
                ]
            )
    content: dict[str, object] = {
        "pack": {
            "id": "lab-changes",
            "version": "1.0.0",
            "title": "Numbers changed for a study",
            "licence": "as the packs that it changes",
            "source": "a study",
            "house": True,
        }
    }
    replaced: dict[str, list[dict[str, object]]] = {}
    for (kind, _), card in cards.items():
        replaced.setdefault(kind, []).append({**card, "replaces": True})
    content.update(replaced)
    if not parameters:
        return tomli_w.dumps(content), ""
    base = ruleset or next(option.default for option in rules.options if option.name == "rules")
    name = f"{base}-{CHANGED}"
    content[RULESET] = [{"id": name, "title": name, "base": base, "changes": parameters}]
    return tomli_w.dumps(content), name


def parameters_of(game: GameDefinition) -> PartialStruct | None:
    """Return the numbers that a ruleset of a game can change, by topic; None without rulesets."""
    packed = game.pack_format() if game.pack_format else None
    kind = packed.kinds.get(RULESET) if packed else None
    found = packed.words().get(f"{kind.__name__}.changes") if packed and kind else None
    return found if isinstance(found, PartialStruct) else None


def _fields_of(topics: PartialStruct | None, topic: str) -> list[str]:
    """Return the numbers of a topic: `army` is a topic of MechaStellar and a kind of card."""
    if topics is None:
        return []
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(topics.of)}
    kind = kinds.get(topic)
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return []
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def cards(rules: AnyRuleset, kind: str) -> tuple[str, ...]:
    """Return the cards of a kind by id."""
    return tuple(entry.id for entry in catalogue_of(rules).entries if entry.kind == kind)


def written(rules: AnyRuleset, dotted: str) -> object:
    """Return the present value on a card; None if there is none."""
    kind, _, rest = dotted.partition(".")
    name, _, path = rest.partition(".")
    entry = next(
        (each for each in catalogue_of(rules).entries if (each.kind, each.id) == (kind, name)), None
    )
    if entry is None or not path:
        return None
    read = tomllib.loads(Path(entry.file).read_text("utf-8"))
    here: object = next(card for card in read[kind] if card["id"] == name)
    for part in path.split("."):
        if isinstance(here, list):
            here = here[_entry(here, part, dotted)]
        elif isinstance(here, dict):
            here = here.get(part)
        else:
            return None
    return here


def catalogue_of(rules: AnyRuleset) -> Catalogue:
    """Return the cards of a game. BadStudy if it has no packs."""
    found: Catalogue | None = getattr(rules, "catalogue", None)
    if found is None:
        raise BadStudy([f"{rules.name} has no packs, so there are no numbers to change"])
    return found


def _change_card(
    catalogue: Catalogue,
    cards: dict[tuple[str, str], dict[str, object]],
    kind: str,
    rest: str,
    value: object,
    numbers: list[str],
) -> None:
    """Change a field of a card; `numbers` of rules are suggested too, if the card is not known."""
    known = {entry.id: entry for entry in catalogue.entries if entry.kind == kind}
    name, _, path = rest.partition(".")
    if name not in known:
        raise BadStudy(
            [f"change {kind}.{rest}: no {kind} {name!r}{did_you_mean(name, [*known, *numbers])}"]
        )
    if not path:
        raise BadStudy([f"change {kind}.{rest}: which number of {name}?"])
    if (kind, name) not in cards:
        written = tomllib.loads(Path(known[name].file).read_text("utf-8"))
        cards[kind, name] = next(card for card in written[kind] if card["id"] == name)
    _put(cards[kind, name], path.split("."), value, f"{kind}.{rest}")


def _put(card: dict[str, object], path: list[str], value: object, dotted: str) -> None:
    """Set the value at a path; list entries are found by number or name."""
    here: dict[str, object] | list[object] = card
    for part in path[:-1]:
        if isinstance(here, list):
            inner = here[_entry(here, part, dotted)]
        else:
            inner = here.setdefault(part, {})
        if not isinstance(inner, dict | list):
            raise BadStudy([f"change {dotted}: {part!r} has no parts"])
        here = inner
    if isinstance(here, list):
        here[_entry(here, path[-1], dotted)] = value
    else:
        here[path[-1]] = value


def _entry(entries: list[object], part: str, dotted: str) -> int:
    named = [
        str(next((each[key] for key in NAMES if key in each), ""))
        for each in entries
        if isinstance(each, dict)
    ]
    if part in named:
        return named.index(part)
    if part.isdecimal() and int(part) < len(entries):
        return int(part)
    raise BadStudy([f"change {dotted}: there is no {part!r}{did_you_mean(part, named)}"])
