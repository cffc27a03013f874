"""Prints rulesets, their differences, and every number the designers changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import RenderableType
from rich.text import Text

from gattai.games.mechastellar.cards import KINDS, RulesetCard
from gattai.games.mechastellar.checks import check_card
from gattai.games.mechastellar.parameters import NEVER, VER10_FINAL, Parameters
from gattai.games.mechastellar.rulesets import (
    Difference,
    Figure,
    Variant,
    changed,
    diff,
    figures,
    find_ruleset,
)
from gattai.tabletop.content import load_pack
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import QUIET, STRONG, table


def read_ruleset(name: str, known: Mapping[str, Parameters]) -> Parameters:
    """Return a ruleset by id, or from a TOML file of packs."""
    if not name.endswith(".toml"):
        return find_ruleset(name, known)
    cards = load_pack(Path(name), KINDS, check=check_card).cards("ruleset", RulesetCard)
    if len(cards) != 1:
        raise Complaint(f"{name}: contains {len(cards)} rulesets instead of one")
    (card,) = cards.values()
    built = changed(find_ruleset(card.base, known), card.changes)
    return _named(built, card)


def _named(built: Parameters, card: RulesetCard) -> Parameters:
    return msgspec.structs.replace(built, id=card.id, title=card.title)


def words(figure: Figure) -> str:
    """Return a figure in words."""
    match figure:
        case bool():
            return "yes" if figure else "no"
        case tuple():
            return ", ".join(figure) or "none"
        case int() if figure == NEVER:
            return f"{NEVER} (no limit, or never)"
        case _:
            return str(figure)


def listed(known: Mapping[str, Parameters]) -> RenderableType:
    """Return the rulesets, each with the number of changes from the default."""
    rows = [
        (Text(name), str(len(diff(VER10_FINAL, rules))), rules.title)
        for name, rules in known.items()
    ]
    return table(("ruleset", "changes", "description"), rows, right=(1,))


def difference_page(
    first: Parameters, second: Parameters, found: Sequence[Difference]
) -> list[RenderableType]:
    """Return every parameter that differs between two rulesets."""
    heading = Text(f"{first.id}: {first.title}\n{second.id}: {second.title}", QUIET)
    if not found:
        return [heading, "", "no parameter differs"]
    rows = [(one.parameter, words(one.first), words(one.second)) for one in found]
    count = f"{len(found)} parameter{'s' * (len(found) != 1)} of {len(figures(first))} differ"
    return [heading, "", table(("parameter", first.id, second.id), rows), "", count]


def ruleset_page(rules: Parameters) -> list[RenderableType]:
    """Return all parameters of a ruleset, with changes from the default marked."""
    usual = figures(VER10_FINAL)
    rows = [
        (name, words(value), "" if usual[name] == value else f"default {words(usual[name])}")
        for name, value in figures(rules).items()
    ]
    return [Text(f"{rules.id}: {rules.title}", STRONG), table(("parameter", "is", ""), rows)]


def variants_page(variants: Sequence[Variant]) -> list[RenderableType]:
    """Return every changed number, with its new and old value."""
    now = figures(VER10_FINAL)
    lines: list[RenderableType] = []
    for variant in variants:
        current = now.get(variant.parameter, "see the parameters below it")
        lines.append(
            Text(variant.parameter, STRONG).append(f"  {variant.title}: {words(current)}", "")
        )
        for earlier in variant.earlier:
            value = earlier.value
            shown = words(tuple(value) if isinstance(value, list) else value)
            doubt = "" if earlier.known else " (inferred)"
            lines.append(Text(f"    {shown}{doubt}: {earlier.revision}"))
        note = f"; {variant.note}" if variant.note else ""
        lines.append(Text(f"    {variant.id}, {variant.source}{note}", QUIET))
    return lines
