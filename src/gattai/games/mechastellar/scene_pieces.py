"""Models and profiles as pieces and cards of a scene."""

from __future__ import annotations

from functools import cache

from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.figures import is_shut_down, max_move, resource, size_of, stat
from gattai.games.mechastellar.state import SIDES, State, Unit, UnitId
from gattai.scene.parts import Badge, Bar, Card, Line, Piece
from gattai.tabletop.hexes import to_text


@cache
def _names(units: tuple[tuple[str, str, int], ...]) -> dict[str, str]:
    """What people call each: the name on the card; numbered, or with the side, where it is not alone."""
    found = {}
    for place, (word, name, seat) in enumerate(units):
        same = [(n, side) for n, (_, other, side) in enumerate(units) if other == name]
        own = [n for n, side in same if side == seat]
        number = f" {own.index(place) + 1}" if len(own) > 1 else ""
        found[word] = f"{SIDES[seat]}'s {name}{number}" if len(same) > len(own) else name + number
    return found


def names_in(view: State) -> dict[str, str]:
    """For the word of each model in the rules, the name that people read."""
    return _names(tuple((unit.name, unit.card.name, unit.seat) for unit in view.units))


def _glyph(name: str) -> str:
    """The initials of a name, or the beginning of its only word."""
    words = [word for word in name.split() if word.strip("IVX")]
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else name[:2]


def piece_of(view: State, unit_id: UnitId) -> Piece:
    """A model with its facing, its bars and its badges."""
    unit = view.units[unit_id]
    card, act = unit.card, view.act
    badges = tuple(_badges(view, unit_id, unit))
    where = unit.fate or ("not deployed" if unit.at is None else f"on {to_text(unit.at)}")
    name = names_in(view)[unit.name]
    whose = "" if name.startswith(f"{SIDES[unit.seat]}'s") else f"{SIDES[unit.seat]}'s "
    is_active = act is not None and act.unit == unit.leader
    said = f"{whose}{name}, {where}, {max(0, unit.hp)} of {card.hp} HP"
    bars = []
    if stat(unit):
        bars.append(Bar(resource(unit).capitalize(), unit.points, stat(unit)))
    if card.barrier is not None:
        bars.append(Bar("Barrier", unit.barrier, card.barrier.strength))
    return Piece(
        id=unit.name,
        name=name,
        owner=unit.seat,
        glyph=_glyph(card.name),
        at=None if unit.at is None else to_text(unit.at),
        bar=Bar("HP", max(0, unit.hp), card.hp),
        figures=(
            ("Move", str(max_move(view, unit))),
            ("Size", str(size_of(view, unit_id))),
            ("VP", str(card.vp)),
        ),
        badges=badges,
        is_done=view.units[unit.leader].activated
        and not is_active
        and view.phase in ("activating", "acting"),
        is_active=is_active,
        is_gone=unit.fate == "destroyed",
        house=card.house,
        card=card.id,
        about=", ".join([said, *(badge.about for badge in badges)]),
        facing=None if unit.at is None else (90 - 60 * unit.facing) % 360,
        bars=tuple(bars),
        fate=unit.fate,
    )


def _badges(view: State, unit_id: UnitId, unit: Unit) -> list[Badge]:
    found = []
    if unit.commander:
        found.append(Badge("CMD", "the Commander", tone="good"))
    if unit.leader != unit_id:
        found.append(Badge("SQ", f"in the squad of {names_in(view)[view.units[unit.leader].name]}"))
    if unit.stun:
        down = is_shut_down(view.rules, unit)
        about = f"{unit.stun} stun tokens" + (", shut down" if down else "")
        found.append(Badge(f"stun {unit.stun}", about, tone="bad"))
    if unit.transformed and unit.card.transform is not None:
        found.append(Badge("mode", unit.card.transform.name))
    if unit.submerged:
        found.append(Badge("under", "under water"))
    if unit.support:
        found.append(Badge("sup", f"in Support Mode: {', '.join(unit.support)}"))
    if unit.orders:
        found.append(Badge(f"ord {unit.orders}", "orders waiting", tone="good"))
    if any(unit_id in pair for pair in (*view.challenge, *view.revenge)):
        found.append(Badge("duel", "bound by a Challenge"))
    found += [
        Badge(loss.partition(":")[2][:6] or loss[:6], f"lost: {loss}", tone="bad")
        for loss in unit.lost
    ]
    lasting = [kind.removeprefix("skill:").replace("-", " ") for kind, _ in unit.effects]
    found += [Badge(kind[:6], f"{kind} until the Turn ends", tone="good") for kind in lasting]
    # Two of a kind are one badge: a client may tell badges apart by their letters.
    return [*{badge.text: badge for badge in found}.values()]


@cache
def card_of(card: UnitCard) -> Card:
    """A profile as it can be read."""
    tier = card.tier.replace("_", "-")
    figures = (
        f"Move {card.move_in} in, Sensors {card.sensors_shoot_in}|{card.sensors_evade_in} in, "
        f"Evade {card.evade_dice}d10+{card.evade_bonus}, "
        f"Melee DEF {card.melee_def_dice}d10+{card.melee_def_bonus}"
    )
    traits = (*card.traits, *card.pilot_traits)
    lines = [
        Line("figures", figures),
        *([Line("traits", ", ".join(traits), traits)] if traits else []),
        *(Line(weapon.name, weapon_words(weapon), weapon.tags) for weapon in card.weapon),
    ]
    return Card(
        id=card.id,
        title=card.name,
        subtitle=f"{card.kind}, {tier}, {card.role}, Size {card.size}, {card.vp} VP",
        lines=tuple(lines),
        house=card.house,
        figures=(("HP", str(card.hp)),),
    )


def weapon_words(weapon: WeaponCard) -> str:
    """A weapon as a profile states it."""
    ranges = f"{weapon.range_in} in"
    if weapon.rapid_fire_range_in:
        ranges += f" | {weapon.rapid_fire_range_in} in {weapon.rapid_fire_dice:+d}d10"
    found = [
        f"[{weapon.category}] {weapon.kind} {ranges}",
        f"{weapon.dice}d10+{weapon.bonus_hits}",
        *([f"PEN {weapon.pen}{weapon.pen_suffix}"] if weapon.pen else []),
        f"DMG {weapon.dmg}",
        *([f"Finisher+{weapon.finisher}"] if weapon.finisher else []),
        *([f"({weapon.uses})"] if weapon.uses > 0 else []),
        *weapon.tags,
    ]
    return ", ".join(found)
