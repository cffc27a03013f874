"""What a pack may say of units and fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.attack_chart.cards import FieldCard, UnitCard
from gattai.games.attack_chart.keywords import CLASSES
from gattai.tabletop.pack_schema import Words, meanings


def words() -> dict[str, Words]:
    """The classes of weapons."""
    return {"WeaponCard.class": Words(meanings(CLASSES))}


def check_card(kind: str, card: Any) -> Iterator[tuple[str, str]]:
    """What types cannot say of a card: (field, complaint) for every figure out of bounds."""
    if isinstance(card, UnitCard):
        if not card.weapon:
            yield "weapon", "a unit has at least one weapon"
        if len({weapon.id for weapon in card.weapon}) != len(card.weapon):
            yield "weapon", "two weapons have the same id"
        for number, weapon in enumerate(card.weapon):
            if weapon.weapon_class == "melee" and weapon.range != 0:
                yield f"weapon.{number}.range", "a melee weapon has Range 0"
    if isinstance(card, FieldCard):
        if card.deployment_rows * 2 > card.rows:
            yield "deployment_rows", "both sides need rows of their own"
        for column, row in card.thickets:
            if not (0 <= column < card.columns and 0 <= row < card.rows):
                yield "thickets", f"[{column}, {row}] is not on the field"
