"""Checks that types cannot make: of cards, of the names they refer to, and of states."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gattai.games.mechastellar.cards import (
    ArmyCard,
    MapCard,
    RulesetCard,
    TraitCard,
    UnitCard,
    WeaponCard,
)
from gattai.games.mechastellar.figures import stat
from gattai.games.mechastellar.keywords import reactions, tags, traits
from gattai.games.mechastellar.keywords.registry import TAGS, TRAITS
from gattai.games.mechastellar.keywords.skill import skills_used
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.rulesets import NAMES, change_faults, load_variants
from gattai.games.mechastellar.state import SEATS, State, Unit
from gattai.tabletop.content import Catalogue, PackEntry, did_you_mean
from gattai.tabletop.pack_schema import PartialStruct, Words, meanings

KEYWORDS = (reactions, tags, traits)
"""The modules with the tags and traits that cards may name; importing them registers the words."""


def broken(state: State) -> Iterator[str]:
    """Return every broken invariant of a state."""
    strange = sorted({piece.kind for piece in state.ground.pieces} - {*state.ground.kinds})
    if strange:
        yield f"nobody knows the terrain {strange[0]!r} (MS.SETUP.TERRAIN)"
        return
    yield from _broken_pools(state)
    yield from _broken_places(state)
    act = state.act
    if act is not None and not 0 <= act.unit < len(state.units):
        yield "there is no active unit"
        return
    yield from _broken_turn(state)
    if state.phase == "launching" and not state.waiting:
        yield "nobody waits to launch"
    if len(state.owners) != len(state.ground.field.control_point):
        yield "there are other Control Points than on the map"
    if state.round > state.rules.round.count:
        yield "the battle goes on for too long (MS.VP.END)"


def _broken_pools(state: State) -> Iterator[str]:
    limits = state.rules.momentum
    for seat in SEATS:
        if state.phase not in ("order", "deploying", "facing"):
            if not limits.min <= state.momentum[seat] <= limits.max:
                yield f"momentum of seat {seat} is {state.momentum[seat]} (MS.MOM.POOL)"
        if state.commands[seat] > state.rules.command.per_round:
            yield "too many commands in a round (MS.CMD.ONE)"
        if state.reforms[seat] > state.rules.squad.reforms_per_game:
            yield "squads were changed too often (MS.SQUAD.REFORM)"
        if state.scores[seat] < 0 or state.orders[seat] < 0:
            yield "a score or a pool of orders is below zero"


def _broken_places(state: State) -> Iterator[str]:
    places = [at for _, _, at in state.on_table]
    if len({*places}) != len(places):
        yield "two models stand on one hex (MS.HEX.OCCUPANCY)"
    for number, unit in enumerate(state.units):
        yield from _broken_place(state, unit)
        yield from _broken_figures(state, unit)
        if unit.leader != number:
            leader = state.units[unit.leader]
            if leader.seat != unit.seat or (leader.fate == "destroyed" != unit.fate):
                yield f"{unit.name} follows a leader that it cannot have (MS.SQUAD.LEADER)"


def _broken_turn(state: State) -> Iterator[str]:
    act = state.act
    if act is not None:
        if act.combat < 0 or act.moves < 0:
            yield "more actions were used than there are (MS.ACT.ACTIONS)"
        most = state.rules.turn.max_attacks_per_target
        for target, _ in act.attacks:
            done = sum(struck == target for struck, _ in act.attacks)
            if target != act.unit and done > most:
                yield "too many attacks on one target (MS.ATTACK.LIMIT)"
    elif state.phase == "acting":
        yield "no unit is active"


def _broken_place(state: State, unit: Unit) -> Iterator[str]:
    name = unit.name
    if unit.at is None:
        if not unit.fate and state.phase not in ("order", "deploying"):
            yield f"{name} is nowhere"
        return
    if unit.at not in state.ground.field.hexes:
        yield f"{name} stands off the board"
    if unit.at in state.ground.wrecks:
        yield f"{name} stands on a wreck"
    if unit.fate:
        yield f"{name} is {unit.fate} and stands on the table"
    if unit.hp <= 0:
        yield f"{name} stands with {unit.hp} HP (MS.ATTACK.DESTROYED)"
    if unit.submerged and unit.at not in state.ground.water:
        yield f"{name} dives on dry land"


def _broken_figures(state: State, unit: Unit) -> Iterator[str]:
    name = unit.name
    if unit.hp > unit.card.hp:
        yield f"{name} has more HP than it can have"
    if not 0 <= unit.points <= stat(unit):
        yield f"{name} has {unit.points} points of {stat(unit)} (MS.RES.REFRESH)"
    most = unit.card.barrier.strength if unit.card.barrier else 0
    if not 0 <= unit.barrier <= most:
        yield f"{name}'s barrier has strength {unit.barrier} (MS.BARRIER.BLOCK)"
    if unit.stun < 0 or unit.orders < 0 or not 0 <= unit.facing <= 5:
        yield f"{name} has figures that cannot be"
    if any(
        left < -1 or left > weapon.uses
        for weapon, left in zip(unit.card.weapon, unit.uses, strict=True)
    ):
        yield f"{name} has used a weapon too often (MS.WEAPON.USES)"
    if len({*skills_used(unit)}) > 1 and state.rules.skill.defence_skills == "one_skill_per_turn":
        yield f"{name} used several skills in one Turn (MS.SKILL.LIMIT)"


Fault = tuple[str, str]


def words() -> dict[str, Words | PartialStruct]:
    """The words of packs, and the parameters that a ruleset may change with their history."""
    traits = Words(meanings(TRAITS))
    notes = {
        name: f"{variant.title}."
        for variant in load_variants()
        for name in (variant.parameter, *variant.also)
    }
    return {
        "UnitCard.traits": traits,
        "UnitCard.pilot_traits": traits,
        "TransformCard.gain": traits,
        "UnitCard.printed": Words(dict.fromkeys(UnitCard.__struct_fields__, "Of the profile.")),
        "WeaponCard.tags": Words(meanings(TAGS)),
        "WeaponCard.printed": Words(dict.fromkeys(WeaponCard.__struct_fields__, "Of the weapon.")),
        "RulesetCard.changes": PartialStruct(Parameters, NAMES, notes),
    }


def check_card(kind: str, card: object) -> Iterator[Fault]:
    """Return (field, complaint) for everything wrong with a card."""
    if isinstance(card, UnitCard):
        yield from _check_unit(card)
    if isinstance(card, MapCard):
        yield from _check_map(card)
    if isinstance(card, ArmyCard):
        yield from _check_army(card)
    if isinstance(card, RulesetCard):
        for place, complaint in change_faults(card.changes):
            yield f"changes.{place}", complaint


def _check_unit(card: UnitCard) -> Iterator[Fault]:
    if card.elite_level and not card.is_elite:
        yield "elite_level", "a Basic unit has no Elite level"
    if card.pilot_traits and card.tier not in ("skilled", "ace"):
        yield "pilot_traits", "only Skilled and Ace units have pilot traits"
    if card.boost and card.kind != "MS":
        yield "boost", "is for Mech Suits (MS)"
    yield from _check_printed(card.printed, UnitCard)
    names = [weapon.id for weapon in card.weapon]
    if len({*names}) != len(names):
        yield "weapon", "two weapons have the same id"
    for number, weapon in enumerate(card.weapon):
        for field, complaint in _check_weapon(weapon):
            yield f"weapon.{number}.{field}", complaint


def _check_weapon(card: WeaponCard) -> Iterator[Fault]:
    if card.rapid_fire_range_in > card.range_in:
        yield "rapid_fire_range_in", "reaches farther than the weapon itself"
    if card.pen_suffix and not card.pen:
        yield "pen", f"is needed by a weapon marked {card.pen_suffix}"
    if card.uses == 0:
        yield "uses", "is -1 for no limit, or at least 1"
    for number, word in enumerate(card.tags):
        if word not in TAGS:
            yield f"tags.{number}", f"no such word {word[:40]!r}{did_you_mean(word, list(TAGS))}"
    if card.kind == "melee" and "IDF" in card.tags:
        yield "tags", "a melee weapon cannot fire indirectly"
    yield from _check_printed(card.printed, WeaponCard)


def _check_printed(printed: tuple[str, ...], card_type: type[msgspec.Struct]) -> Iterator[Fault]:
    fields = card_type.__struct_fields__
    for field in printed:
        if field not in fields:
            yield "printed", f"no figure {field!r}{did_you_mean(field, list(fields))}"


def _check_map(card: MapCard) -> Iterator[Fault]:
    if card.deployment_rows > card.half_rows:
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


def unknown_names(catalogue: Catalogue) -> Iterator[tuple[PackEntry, str, str]]:
    """Return (entry, field, complaint) for every name of a profile or trait that no pack has."""
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
