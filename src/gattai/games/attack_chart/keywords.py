"""Weapon classes: each is one small class that says what the sheet excepts for it.

`in_a_melee` is the one moment at which the sheet lets a weapon's class speak.
"""

from __future__ import annotations

from collections.abc import Iterator

from gattai.kernel.tally import Term


class WeaponKind:
    """ATTACK-CHART.MELEE.OTHER: a weapon neither Heavy nor Battle has no modifier in a melee."""

    def in_a_melee(self) -> Iterator[Term]:
        """Dice modifiers while its user is in a melee, whoever the target is (AMB.CLASS-WHERE)."""
        return iter(())


class Heavy(WeaponKind):
    """ATTACK-CHART.MELEE.HEAVY: -2 on attack dice in a melee."""

    def in_a_melee(self) -> Iterator[Term]:
        """Too unwieldy."""
        yield Term(-2, "Heavy weapon in a melee", "ATTACK-CHART.MELEE.HEAVY")


class Battle(WeaponKind):
    """ATTACK-CHART.MELEE.BATTLE: -1 on attack dice in a melee."""

    def in_a_melee(self) -> Iterator[Term]:
        """A little unwieldy."""
        yield Term(-1, "Battle weapon in a melee", "ATTACK-CHART.MELEE.BATTLE")


CLASSES: dict[str, WeaponKind] = {
    "melee": WeaponKind(),
    "light": WeaponKind(),
    "battle": Battle(),
    "heavy": Heavy(),
}
