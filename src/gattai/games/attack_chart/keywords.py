"""Weapon classes: each is one class with its word on cards, its exceptions from the sheet, and its
look.

The sheet has only one hook for a weapon's class: `in_a_melee`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from gattai.games.attack_chart.cards import WeaponCard
from gattai.kernel.tally import Term


class WeaponKind:
    """ATTACK-CHART.MELEE.OTHER: a weapon neither Heavy nor Battle has no modifier in a melee."""

    only_in_a_melee: ClassVar[bool] = False
    """Whether it reaches only enemies in the same melee."""
    look: ClassVar[str] = ""
    """How an attack with it is drawn (`Motion.look`). If empty, the name of the weapon decides."""

    def in_a_melee(self) -> Iterator[Term]:
        """Dice modifiers while its user is in a melee, against every target (AMB.CLASS-WHERE)."""
        return iter(())


CLASSES: dict[str, WeaponKind] = {}
K = TypeVar("K", bound=WeaponKind)


def weapon_class(word: str) -> Callable[[type[K]], type[K]]:
    """Class decorator: register the weapon class for this word on a card."""

    def enter(kind: type[K]) -> type[K]:
        CLASSES[word] = kind()
        return kind

    return enter


def class_of(weapon: WeaponCard) -> WeaponKind:
    """Return the class of a weapon."""
    return CLASSES[weapon.weapon_class]


@weapon_class("melee")
class Melee(WeaponKind):
    """ATTACK-CHART.HOUSE.MELEE-WEAPON: it reaches only enemies in the same melee."""

    only_in_a_melee = True
    look = "melee"


@weapon_class("light")
class Light(WeaponKind):
    """ATTACK-CHART.MELEE.OTHER: no modifier in a melee."""


@weapon_class("battle")
class Battle(WeaponKind):
    """ATTACK-CHART.MELEE.BATTLE: -1 on attack dice in a melee."""

    def in_a_melee(self) -> Iterator[Term]:
        yield Term(-1, "Battle weapon in a melee", "ATTACK-CHART.MELEE.BATTLE")


@weapon_class("heavy")
class Heavy(WeaponKind):
    """ATTACK-CHART.MELEE.HEAVY: -2 on attack dice in a melee."""

    def in_a_melee(self) -> Iterator[Term]:
        yield Term(-2, "Heavy weapon in a melee", "ATTACK-CHART.MELEE.HEAVY")
