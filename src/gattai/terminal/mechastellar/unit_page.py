"""Prints profiles, weapons and forces. Values that the document does not print are marked with a star."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.forces import Force, elite_level, force_remarks, force_text
from gattai.games.mechastellar.parameters import Parameters
from gattai.kernel.rulebook import Refusal, Rulebook
from gattai.terminal.arguments import reasons
from gattai.terminal.arguments import verdict as legality
from gattai.terminal.printing import QUIET, STRONG, table

HOUSE_NOTE = "* designed for this project; the document prints only the figures without a star"
TIERS = {"basic": "Basic", "battle_tested": "Battle-Tested", "skilled": "Skilled", "ace": "Ace"}


def unit_page(card: UnitCard, rules: Parameters) -> list[RenderableType]:
    """Return the full profile of a unit."""

    def star(*fields: str) -> str:
        return "*" * (card.house and any(field not in card.printed for field in fields))

    level = f" (Elite {card.elite_level})" if card.elite_level else ""
    morale = card.morale or int(getattr(rules.morale, card.tier))
    points = [(n, getattr(card, n)) for n in ("boost", "power", "havoc", "repair", "repair_bay")]
    lines: list[RenderableType] = [
        Text(card.name, STRONG).append(
            f"  {card.kind}, {TIERS[card.tier]}{level}{star('tier')}, {card.role}"
            f"{', aircraft' * card.aircraft}, {card.vp} VP{star('vp')}",
            "not bold",
        ),
        (
            f"  HP {card.hp}{star('hp')}, Move {card.move_in} in{star('move_in')}, "
            f"Size {card.size}{star('size')}, Frame {card.frame}, Performance {card.performance}, "
            f"Morale {morale}+"
        ),
        f"  Sensors {card.sensors_shoot_in} | {card.sensors_evade_in} in"
        f"{star('sensors_shoot_in')}, "
        f"Evade {card.evade_dice}d10 + {card.evade_bonus}{star('evade_dice', 'evade_bonus')}, "
        f"Melee DEF {card.melee_def_dice}d10 + {card.melee_def_bonus}"
        f"{star('melee_def_dice', 'melee_def_bonus')}"
        + "".join(f", [S{card.shield_s}]" if card.shield_s else "")
        + "".join(f", [MD{card.shield_md}]" if card.shield_md else ""),
    ]
    extra = [f"{name.replace('_', ' ').title()} {value}" for name, value in points if value]
    if card.barrier:
        barrier = card.barrier
        extra.append(f"[Barrier {barrier.strength}] [{barrier.arc}] {'/'.join(barrier.blocks)}")
    if card.transform:
        extra.append(f"transforms: {card.transform.name}")
    extra += [*card.traits, *card.pilot_traits]
    if extra:
        lines.append(f"  {', '.join(extra)}")
    rows = [_weapon_row(weapon, card.house) for weapon in card.weapon]
    lines.append(table(("  weapon", "range", "attack", "PEN", "DMG", ""), rows))
    if card.house:
        lines.append(Text(f"  {HOUSE_NOTE}", QUIET))
    return lines


def _weapon_row(weapon: WeaponCard, house: bool) -> tuple[str, ...]:
    def star(*fields: str) -> str:
        return "*" * (house and any(field not in weapon.printed for field in fields))

    rapid = f" | {weapon.rapid_fire_range_in}" if weapon.rapid_fire_range_in else ""
    more = [f"[{weapon.category}]", "melee" * (weapon.kind == "melee")]
    if weapon.rapid_fire_dice:
        more.append(f"RF {weapon.rapid_fire_dice:+}d10")
    more += [f"Finisher+{weapon.finisher}"] * bool(weapon.finisher)
    more += [f"Counter+{weapon.counter}"] * bool(weapon.counter)
    more += [f"({weapon.uses})"] * (weapon.uses > 0)
    for field, name in (
        ("support_atk", "Support ATK"), ("support_def", "Support DEF"),
        ("support_melee_atk", "Support Melee ATK"), ("support_melee_def", "Support Melee DEF"),
    ):  # fmt: skip
        amount = getattr(weapon, field)
        more += [f"{name}+{amount}" if amount > 1 else name] * bool(amount)
    for field, name in (("momentum_cost", "M"), ("power_cost", "Power"), ("havoc_cost", "Havoc")):
        more += [f"[{name}-{getattr(weapon, field)}]"] * bool(getattr(weapon, field))
    if weapon.option:
        more.append(f"[Power-{weapon.option.power}] PEN+{weapon.option.pen}")
    more += [f"[{tag}]" for tag in weapon.tags]
    return (
        f"  {weapon.name}",
        f"{weapon.range_in}{rapid} in{star('range_in')}",
        f"{weapon.dice}d10 + {weapon.bonus_hits}{star('dice', 'bonus_hits')}",
        f"{weapon.pen}{weapon.pen_suffix}{star('pen')}" if weapon.pen else "-",
        f"{weapon.dmg}{star('dmg')}",
        " ".join(part for part in more if part),
    )


def force_page(title: str, force: Force, rules: Parameters) -> list[RenderableType]:
    """Return the units of a force and their total value."""
    lines: list[RenderableType] = [Text(title, STRONG)]
    for number, unit in enumerate(force.units):
        models = f"squad of {len(unit)}: " if len(unit) > 1 else ""
        names = ", ".join(f"{card.name}{'*' * card.house}" for card in unit)
        commander = "  (Commander)" if number in force.commanders else ""
        lines.append(f"  {models}{names}{commander}")
    lines.append(f"  {force.vp} VP, Elite level {elite_level(force, rules)}")
    lines.append(Text(f"  written: {force_text(force)}", QUIET))
    return lines


def verdict(
    title: str, refusals: Sequence[Refusal], force: Force, rules: Parameters, book: Rulebook
) -> list[RenderableType]:
    """Return every broken rule with its page, then the document's recommendations."""
    lines: list[RenderableType] = []
    for heading, found in (
        ("Problems:", refusals),
        ("Not recommended:", tuple(force_remarks([force], rules))),
    ):
        if found:
            lines += ["", Text(heading, STRONG)]
        lines += reasons(found, book)
    return [*lines, legality(title, len(refusals))]
