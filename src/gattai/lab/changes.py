"""Numbers changed: `unit.gunners.hp = 5` on a card, `armor_save.cap = 3` in a ruleset.

What is changed becomes a pack that is laid over the others, as anybody could write one: a card with
`replaces = true`, or a ruleset built on the one that would have been played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gattai.games.game import Game
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.study import BadStudy
from gattai.tabletop.content import Catalogue
from gattai.tabletop.problem import did_you_mean

RULESET = "ruleset"
"""The kind of card that holds a version of the rules: `base`, and `changes` by topic."""
CHANGED = "changed"
NAMES = ("id", "name")
"""By what an entry of a list on a card is called."""


def ruleset_in(text: str, file: str) -> str:
    """The ruleset that a file holds: the last, if there are several built on each other."""
    try:
        cards = tomllib.loads(text).get(RULESET, [])
    except tomllib.TOMLDecodeError as problem:
        raise BadStudy([f"{file}: not TOML: {problem}"]) from None
    if not cards or not isinstance(cards[-1].get("id"), str):
        raise BadStudy([f"{file}: holds no [[{RULESET}]] with an id"])
    name: str = cards[-1]["id"]
    return name


def pack(
    game: Game, rules: AnyRuleset, changed: Mapping[str, Any], ruleset: str | None
) -> tuple[str, str]:
    """The pack that makes these changes, and the name of its ruleset if it has one."""
    import tomli_w

    catalogue = _catalogue(rules)
    kinds = {entry.kind for entry in catalogue.entries}
    cards: dict[tuple[str, str], dict[str, Any]] = {}
    parameters: dict[str, Any] = {}
    for dotted, value in changed.items():
        kind, _, rest = dotted.partition(".")
        if kind in kinds and kind != RULESET:
            _change_card(catalogue, cards, kind, rest, value)
        elif RULESET in kinds:
            _put(parameters, dotted.split("."), value, dotted)
        else:
            raise BadStudy(
                [
                    f"change {dotted}: {game.name} has no cards called that{did_you_mean(kind, [*kinds])}"
                ]
            )
    told: dict[str, Any] = {
        "pack": {
            "id": "lab-changes",
            "version": "1.0.0",
            "title": "Numbers changed for a study",
            "licence": "as the packs that it changes",
            "source": "a study",
            "house": True,
        }
    }
    for (kind, _), card in cards.items():
        told.setdefault(kind, []).append({**card, "replaces": True})
    if not parameters:
        return tomli_w.dumps(told), ""
    base = ruleset or next(option.default for option in rules.options if option.name == "rules")
    name = f"{base}-{CHANGED}"
    told[RULESET] = [{"id": name, "title": name, "base": base, "changes": parameters}]
    return tomli_w.dumps(told), name


def cards(rules: AnyRuleset, kind: str) -> tuple[str, ...]:
    """The cards of a kind, by their ids."""
    return tuple(entry.id for entry in _catalogue(rules).entries if entry.kind == kind)


def written(rules: AnyRuleset, dotted: str) -> Any:
    """What stands on a card now; None where nothing does, or where it is no card's."""
    kind, _, rest = dotted.partition(".")
    name, _, path = rest.partition(".")
    entry = next(
        (each for each in _catalogue(rules).entries if (each.kind, each.id) == (kind, name)), None
    )
    if entry is None or not path:
        return None
    read = tomllib.loads(Path(entry.file).read_text("utf-8"))
    here: Any = next(card for card in read[kind] if card["id"] == name)
    for part in path.split("."):
        if isinstance(here, list):
            here = here[_entry(here, part, dotted)]
        elif isinstance(here, dict):
            here = here.get(part)
        else:
            return None
    return here


def _catalogue(rules: AnyRuleset) -> Catalogue:
    found: Catalogue | None = getattr(rules, "catalogue", None)
    if found is None:
        raise BadStudy([f"{rules.name} has no packs, so there are no numbers to change"])
    return found


def _change_card(
    catalogue: Catalogue,
    cards: dict[tuple[str, str], dict[str, Any]],
    kind: str,
    rest: str,
    value: Any,
) -> None:
    known = {entry.id: entry for entry in catalogue.entries if entry.kind == kind}
    name, _, path = rest.partition(".")
    if name not in known:
        raise BadStudy([f"change {kind}.{rest}: no {kind} {name!r}{did_you_mean(name, [*known])}"])
    if not path:
        raise BadStudy([f"change {kind}.{rest}: which number of {name}?"])
    if (kind, name) not in cards:
        written = tomllib.loads(Path(known[name].file).read_text("utf-8"))
        cards[kind, name] = next(card for card in written[kind] if card["id"] == name)
    _put(cards[kind, name], path.split("."), value, f"{kind}.{rest}")


def _put(card: dict[str, Any], path: list[str], value: Any, dotted: str) -> None:
    """Put a value where the path leads; of a list the entry with that number or name."""
    here: Any = card
    for part in path[:-1]:
        if isinstance(here, list):
            here = here[_entry(here, part, dotted)]
        else:
            here = here.setdefault(part, {})
        if not isinstance(here, dict | list):
            raise BadStudy([f"change {dotted}: {part!r} has no parts"])
    if isinstance(here, list):
        here[_entry(here, path[-1], dotted)] = value
    else:
        here[path[-1]] = value


def _entry(entries: list[Any], part: str, dotted: str) -> int:
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
