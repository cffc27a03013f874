"""What a pack may say of units and fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.attack_chart.cards import FieldCard, UnitCard


def check_card(kind: str, card: Any) -> Iterator[tuple[str, str]]:
    """What types cannot say of a card: (field, complaint) for every figure out of bounds."""
    if isinstance(card, UnitCard):
        bounds = {"models": (1, 12), "move": (0, 60), "defence": (0, 15), "hp": (1, 99)}
        for field, (low, high) in {**bounds, "points": (0, 9999)}.items():
            if not low <= getattr(card, field) <= high:
                yield field, f"is from {low} to {high}"
        for field in ("armour", "aegis"):
            if not 0 <= getattr(card, field) <= 9:
                yield field, "is from 1 to 9, or 0 for none"
        if not card.weapon:
            yield "weapon", "a unit has at least one weapon"
        if len({weapon.id for weapon in card.weapon}) != len(card.weapon):
            yield "weapon", "two weapons have the same id"
        for number, weapon in enumerate(card.weapon):
            if weapon.weapon_class == "melee" and weapon.range != 0:
                yield f"weapon.{number}.range", "a melee weapon has Range 0"
            if not (0 <= weapon.power <= 20 and 0 <= weapon.ap <= 9 and 1 <= weapon.attacks <= 30):
                yield f"weapon.{number}", "Power is 0 to 20, AP 0 to 9, Attacks 1 to 30"
    if isinstance(card, FieldCard):
        if not (2 <= card.columns <= 40 and 2 <= card.rows <= 40):
            yield "columns", "a field has 2 to 40 columns and rows"
        if not 1 <= card.deployment_rows * 2 <= card.rows:
            yield "deployment_rows", "both sides need rows of their own"
        for column, row in card.thickets:
            if not (0 <= column < card.columns and 0 <= row < card.rows):
                yield "thickets", f"[{column}, {row}] is not on the field"
