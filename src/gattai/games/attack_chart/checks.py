"""Checks of the cards and fields of a pack."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.attack_chart.cards import FieldCard, UnitCard, WeaponCard
from gattai.games.attack_chart.keywords import CLASSES, class_of
from gattai.tabletop.pack_schema import Words, meanings
from gattai.tabletop.problem import did_you_mean


def words() -> dict[str, Words]:
    """Return the classes of weapons."""
    return {"WeaponCard.class": Words(meanings(CLASSES))}


def check_card(kind: str, card: object) -> Iterator[tuple[str, str]]:
    """Return (field, complaint) for every figure of a card that is out of bounds."""
    if isinstance(card, UnitCard):
        if not card.weapon:
            yield "weapon", "a unit has at least one weapon"
        if len({weapon.id for weapon in card.weapon}) != len(card.weapon):
            yield "weapon", "two weapons have the same id"
        for number, weapon in enumerate(card.weapon):
            for field, complaint in _check_weapon(weapon):
                yield f"weapon.{number}.{field}", complaint
    if isinstance(card, FieldCard):
        if card.deployment_rows * 2 > card.rows:
            yield "deployment_rows", "both sides need rows of their own"
        for column, row in card.thickets:
            if not (0 <= column < card.columns and 0 <= row < card.rows):
                yield "thickets", f"[{column}, {row}] is not on the field"


def _check_weapon(card: WeaponCard) -> Iterator[tuple[str, str]]:
    word = card.weapon_class
    if word not in CLASSES:
        yield "class", f"no such word {word[:40]!r}{did_you_mean(word, list(CLASSES))}"
    elif class_of(card).only_in_a_melee and card.range != 0:
        yield "range", f"a {word} weapon has Range 0"
