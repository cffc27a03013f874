"""Checks that types cannot make: of a card by itself, and of the names by which cards call others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gattai.games.mechastellar.cards import (
    ArmyCard,
    MapCard,
    RulesetCard,
    TraitCard,
    UnitCard,
    WeaponCard,
)
from gattai.games.mechastellar.rulesets import change_faults
from gattai.tabletop.content import Catalogue, Entry, did_you_mean

MOST_ROWS, MOST_WIDTH = 20, 60
Fault = tuple[str, str]

_UNIT_BOUNDS = (
    ("frame", 1, 5), ("performance", 1, 20), ("size", 0, 10), ("hp", 100, 100_000),
    ("move_in", 0, 80), ("sensors_shoot_in", 0, 200), ("sensors_evade_in", 0, 200),
    ("evade_dice", 0, 20), ("evade_bonus", 0, 20), ("melee_def_dice", 0, 20),
    ("melee_def_bonus", 0, 20), ("vp", 0, 1000), ("elite_level", 0, 20), ("morale", 0, 10),
    ("shield_s", 0, 5), ("shield_md", 0, 5), ("boost", 0, 9), ("power", 0, 9), ("havoc", 0, 9),
    ("repair", 0, 10_000), ("repair_bay", 0, 9), ("hangar", 0, 20),
)  # fmt: skip
_WEAPON_BOUNDS = (
    ("range_in", 4, 200), ("dice", 1, 20), ("bonus_hits", 0, 20), ("dmg", 0, 5000),
    ("pen", 0, 10), ("rapid_fire_range_in", 0, 200), ("rapid_fire_dice", -10, 10),
    ("finisher", 0, 9), ("counter", 0, 9), ("uses", -1, 20), ("support_atk", 0, 2),
    ("support_def", 0, 2), ("support_melee_atk", 0, 2), ("support_melee_def", 0, 2),
    ("momentum_cost", 0, 10), ("power_cost", 0, 9), ("havoc_cost", 0, 9), ("aoe_targets", 1, 4),
)  # fmt: skip


def check_card(kind: str, card: Any) -> Iterator[Fault]:
    """(field, complaint) for everything wrong with a card."""
    if isinstance(card, UnitCard):
        yield from _check_unit(card)
    if isinstance(card, MapCard):
        yield from _check_map(card)
    if isinstance(card, ArmyCard):
        yield from _check_army(card)
    if isinstance(card, RulesetCard):
        for place, complaint in change_faults(card.changes):
            yield f"changes.{place}", complaint


def _bounded(card: msgspec.Struct, bounds: tuple[tuple[str, int, int], ...]) -> Iterator[Fault]:
    for field, low, high in bounds:
        if not low <= getattr(card, field) <= high:
            yield field, f"is from {low} to {high}"


def _check_unit(card: UnitCard) -> Iterator[Fault]:
    yield from _bounded(card, _UNIT_BOUNDS)
    if card.elite_level and not card.is_elite:
        yield "elite_level", "a Basic unit has no Elite level"
    if card.pilot_traits and card.tier not in ("skilled", "ace"):
        yield "pilot_traits", "only Skilled and Ace units have pilot traits"
    if card.boost and card.kind != "MS":
        yield "boost", "is for Mech Suits (MS)"
    if card.barrier is not None and not 1 <= card.barrier.strength <= 10:
        yield "barrier.strength", "is from 1 to 10"
    yield from _check_printed(card.printed, UnitCard)
    names = [weapon.id for weapon in card.weapon]
    if len({*names}) != len(names):
        yield "weapon", "two weapons have the same id"
    for number, weapon in enumerate(card.weapon):
        for field, complaint in _check_weapon(weapon):
            yield f"weapon.{number}.{field}", complaint


def _check_weapon(card: WeaponCard) -> Iterator[Fault]:
    yield from _bounded(card, _WEAPON_BOUNDS)
    if card.rapid_fire_range_in > card.range_in:
        yield "rapid_fire_range_in", "reaches farther than the weapon itself"
    if card.pen_suffix and not card.pen:
        yield "pen", f"is needed by a weapon marked {card.pen_suffix}"
    if card.uses == 0:
        yield "uses", "is -1 for no limit, or at least 1"
    if card.kind == "melee" and "IDF" in card.tags:
        yield "tags", "a melee weapon cannot fire indirectly"
    yield from _check_printed(card.printed, WeaponCard)


def _check_printed(printed: tuple[str, ...], card_type: type[msgspec.Struct]) -> Iterator[Fault]:
    fields = card_type.__struct_fields__
    for field in printed:
        if field not in fields:
            yield "printed", f"no figure {field!r}{did_you_mean(field, list(fields))}"


def _check_map(card: MapCard) -> Iterator[Fault]:
    if not 2 <= card.half_rows <= MOST_ROWS:
        yield "half_rows", f"is from 2 to {MOST_ROWS}"
        return
    if not 4 <= card.half_width <= MOST_WIDTH:
        yield "half_width", f"is from 4 to {MOST_WIDTH}"
        return
    if not 1 <= card.deployment_rows <= card.half_rows:
        yield "deployment_rows", f"is from 1 to {card.half_rows}"
    taken: dict[tuple[int, int], str] = {}
    for number, terrain in enumerate(card.terrain):
        for q, r in terrain.at:
            if not _on(card, q, r):
                yield f"terrain.{number}.at", f"[{q}, {r}] is not on the map"
            if (q, r) in taken:
                yield f"terrain.{number}.at", f"[{q}, {r}] already holds {taken[q, r]}"
            taken[q, r] = terrain.kind
    for number, point in enumerate(card.control_point):
        if not _on(card, *point.at):
            yield f"control_point.{number}.at", f"{[*point.at]} is not on the map"


def _on(card: MapCard, q: int, r: int) -> bool:
    return abs(r) <= card.half_rows and abs(2 * q + r) <= card.half_width


def _check_army(card: ArmyCard) -> Iterator[Fault]:
    if not card.units or not all(card.units):
        yield "units", "an army has units, and each unit has at least one model"
    elif card.commander not in [unit[0] for unit in card.units]:
        leaders = [unit[0] for unit in card.units]
        hint = did_you_mean(card.commander, leaders)
        yield "commander", f"no unit of this army is led by {card.commander!r}{hint}"


def unknown_names(catalogue: Catalogue) -> Iterator[tuple[Entry, str, str]]:
    """(entry, field, complaint) for every name of a profile or trait that is in no pack."""
    units = [*catalogue.cards("unit", UnitCard)]
    traits = [*catalogue.cards("trait", TraitCard)]
    for entry in catalogue.entries:
        card = entry.card
        if isinstance(card, ArmyCard):
            for name in dict.fromkeys(model for unit in card.units for model in unit):
                if name not in units:
                    yield entry, "units", f"no unit {name!r}{did_you_mean(name, units)}"
        if isinstance(card, UnitCard):
            gained = card.transform.gain if card.transform else ()
            for name in (*card.traits, *card.pilot_traits, *gained):
                if name not in traits:
                    yield entry, "traits", f"no trait {name!r}{did_you_mean(name, traits)}"
