"""Prints units, their Actions and squads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.games.aegis.cards import ActionCard, SquadCard, UnitCard
from gattai.games.aegis.keywords.registry import ABILITIES, ATTRIBUTES, reach_of, split_name
from gattai.kernel.rulebook import Rule
from gattai.terminal.printing import QUIET, STRONG, table

HOUSE_NOTE = "* designed for this project; the document does not print it"

ACTION_HEADS = ("Action", "dice", "needs", "Power", "type", "reach", "attributes")


def action_row(action: ActionCard) -> tuple[str, ...]:
    """Return the figures of an Action; `<` marks one that can be inherited."""
    return (
        f"{action.name}{' <' if action.inherit else ''}",
        str(action.dice),
        f"{action.accuracy}+ {action.mode}",
        str(action.power),
        action.type,
        reach(action),
        " ".join(action.attributes),
    )


def reach(action: ActionCard) -> str:
    """Return the targets and range of an Action in a few words."""
    far = reach_of(action)
    parts = [
        "any distance"
        if far > 60
        else f"melee {far}"
        if far != action.distance
        else f"Distance {far}"
    ]
    if not far:
        parts = []
    if action.radius:
        parts.append(f"Radius {action.radius}")
    return ", ".join(parts) or "itself"


def card(unit: UnitCard) -> Iterator[RenderableType]:
    """Yield the lines of a unit's card."""
    star = "*" if unit.house else ""
    yield Text(f"{unit.name}{star}", STRONG).append(f"  {_kind(unit)}", "not bold")
    figures = f"output {unit.ep}, Move {unit.move}, Integrity {unit.integrity}"
    yield f"  {figures}; make {unit.make}, model {unit.model}, {unit.faction}"
    if unit.makes:
        yield f"  recipe: classes {' '.join(unit.classes)}, with {', '.join(unit.makes)} among them"
    yield table(
        tuple(f"  {head}" if head == "Action" else head for head in ACTION_HEADS),
        [(f"  {first}", *rest) for first, *rest in map(action_row, unit.action)],
        right=(1, 3),
    )
    for what, words in (
        ("passive", unit.passives),
        ("when combining", unit.combine_abilities),
        ("Commander", (unit.commander_ability,) if unit.commander_ability else ()),
    ):
        for word in words:
            rule = _rule(ABILITIES[split_name(word)[0]].rule)
            yield f"  {what}: {word}  [{rule.id}, {rule.page}]"
    for code in dict.fromkeys(code for action in unit.action for code in action.attributes):
        rule = _rule(ATTRIBUTES[code].rule)
        yield Text(f"  {rule.title} [{rule.id}, {rule.page}]", QUIET)
    if any(action.inherit for action in unit.action):
        yield Text("  < can be inherited, or replaced by an inherited Action", QUIET)
    if unit.house:
        yield Text(f"  {HOUSE_NOTE}", QUIET)


def _kind(unit: UnitCard) -> str:
    commander = ", Commander" if unit.commander else ""
    return f"Level {unit.level}, class {''.join(unit.classes)}{commander}"


def _rule(rule_id: str) -> Rule:
    return games.load("aegis").rulebook.find(rule_id)


def recipe(unit: UnitCard) -> str:
    """Return the recipe of a combined unit: `ARK-2500* = A+G with ARK`."""
    makes = f" with {', '.join(unit.makes)}" if unit.makes else ""
    return f"{unit.name}{'*' * unit.house} = {'+'.join(unit.classes)}{makes}"


def squads(found: Iterable[SquadCard], units: Mapping[str, UnitCard]) -> Iterator[RenderableType]:
    """Yield squads with their cards, one row each."""
    any_house = False
    for squad in found:
        yield Text(f"{squad.id}", STRONG).append(
            f"  {squad.title}{' (ours)' * squad.house}", "not bold"
        )
        rows = []
        for where, names in (("", squad.units), ("pool", squad.pool)):
            for name in names:
                unit = units[name]
                any_house = any_house or unit.house
                actions = ", ".join(action.name for action in unit.action)
                figures = (str(unit.ep), str(unit.move), str(unit.integrity))
                classes = "".join(unit.classes)
                rows.append((f"  {unit.name}{'*' * unit.house}", where, classes, *figures, actions))
        heads = ("  unit", "", "class", "output", "Move", "Integrity", "Actions")
        yield table(heads, rows, right=(3, 4, 5))
        yield ""
    if any_house:
        yield Text(HOUSE_NOTE, QUIET)
