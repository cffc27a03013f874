"""Map words on cards to keyword classes, and combine the hooks of a card's keywords."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeVar

from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.keywords.moments import Ability, Attribute, Condition
from gattai.games.aegis.state import Unit

ATTRIBUTES: dict[str, Attribute] = {}
ABILITIES: dict[str, type[Ability]] = {}
CONDITIONS: dict[str, Condition] = {}

A = TypeVar("A", bound=Attribute)
B = TypeVar("B", bound=Ability)
C = TypeVar("C", bound=Condition)


def attribute(*codes: str) -> Callable[[type[A]], type[A]]:
    """Class decorator: register the attribute or modifier with this code on a card."""

    def enter(kind: type[A]) -> type[A]:
        ATTRIBUTES.update(dict.fromkeys(codes, kind()))
        return kind

    return enter


def ability(name: str) -> Callable[[type[B]], type[B]]:
    """Class decorator: register the ability with this name on a card."""

    def enter(kind: type[B]) -> type[B]:
        ABILITIES[name] = kind
        return kind

    return enter


def condition(code: str) -> Callable[[type[C]], type[C]]:
    """Class decorator: register the temporary state with this code."""

    def enter(kind: type[C]) -> type[C]:
        CONDITIONS[code] = kind()
        return kind

    return enter


def split_name(text: str) -> tuple[str, int]:
    """Split a printed ability into its name and its number.

    >>> split_name("Vector Evade 4"), split_name("Flight")
    (('Vector Evade', 4), ('Flight', 0))
    """
    name, _, number = text.rpartition(" ")
    return (name, int(number)) if name and number.isdigit() else (text, 0)


@cache
def attributes(action: ActionCard) -> tuple[Attribute, ...]:
    """The attributes of an Action, in the order printed."""
    return tuple(ATTRIBUTES[code] for code in action.attributes)


@cache
def abilities(card: UnitCard) -> tuple[Ability, ...]:
    """The abilities of a card: passive, combine, commander."""
    commander = (card.commander_ability,) if card.commander_ability else ()
    named = map(split_name, (*card.passives, *card.combine_abilities, *commander))
    return tuple(ABILITIES[name](x) for name, x in named)


@cache
def hooks(card: UnitCard, moment: str) -> tuple[Ability, ...]:
    """The abilities of a card that override a hook, by the name of the hook."""
    silent = getattr(Ability, moment)
    return tuple(ability for ability in abilities(card) if getattr(type(ability), moment) != silent)


def name_of(ability: Ability) -> str:
    """The printed ability without its number."""
    return next(name for name, kind in ABILITIES.items() if kind is type(ability))


def flies(unit: Unit) -> bool:
    """Return whether a unit's own moves pass over terrain and units."""
    return bool(hooks(unit.card, "flies"))


def conditions(unit: Unit) -> Iterator[Condition]:
    """Return the states of a unit."""
    return (CONDITIONS[effect.kind] for effect in unit.effects)


@cache
def needs_sight(action: ActionCard) -> bool:
    """Return whether an Action's target must be in line of sight."""
    return all(attribute.needs_sight for attribute in attributes(action))


@cache
def reach_of(action: ActionCard) -> int:
    """AEGIS.RANGE.MODIFIED: the range of an Action; 0 if it chooses no target."""
    for each in attributes(action):
        if each.reach is not None:
            return each.reach
    return action.distance


@cache
def has_distance(action: ActionCard) -> bool:
    """Return whether an Action has a Distance value that is printed and not replaced."""
    return action.distance > 0 and all(each.reach is None for each in attributes(action))


@cache
def keeps_accuracy(action: ActionCard) -> bool:
    """Return whether nothing changes the Accuracy Number."""
    return any(attribute.keeps_accuracy for attribute in attributes(action))


@cache
def includes_user(action: ActionCard) -> bool:
    """Return whether the user is always in the area."""
    return any(attribute.includes_user for attribute in attributes(action))


@cache
def is_light(action: ActionCard) -> bool:
    """Return whether an Action does not use up the normal one."""
    return any(attribute.is_light for attribute in attributes(action))


@cache
def exact_bonus(action: ActionCard) -> int:
    """The damage for each successful die that shows exactly the number needed."""
    return max((each.bonus_per_exact_die for each in attributes(action)), default=0)
