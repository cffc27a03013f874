"""An attack's arithmetic, written from the document and from nothing else.

It reads the printed cards as plain tables and is told how the models stand, what was chosen and what
the dice showed. It shares no line with the engine, so that the two can be set against each other.
Where the document leaves something open it follows `rulings.md`, whose names stand in the comments.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gattai.games.mechastellar

Card = dict[str, Any]
Place = tuple[int, int]
PACKS = Path(str(gattai.games.mechastellar.__file__)).parent / "packs"
FILES = ("mech-suits", "giants", "ships-and-vehicles")
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six ways a model can face."""


def cards() -> dict[str, Card]:
    """Every printed profile, by its id."""
    found: dict[str, Card] = {}
    for name in FILES:
        for unit in tomllib.loads((PACKS / f"{name}.toml").read_text("utf-8"))["unit"]:
            found[unit["id"]] = unit
    return found


def hexes(one: Place, two: Place) -> int:
    """Hexes of 4 inches between two places."""
    q, r = two[0] - one[0], two[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def is_behind(at: Place, facing: int, other: Place) -> bool:
    """Whether a place lies in the rear half of a model; what is exactly beside it does not."""
    q, r = other[0] - at[0], other[1] - at[1]
    fq, fr = AROUND[facing]
    return 2 * q * fq + 2 * r * fr + q * fr + r * fq < 0


@dataclass
class Model:
    """A model on the table: its card, where it stands, and what has become of it."""

    name: str
    card: Card
    at: Place
    facing: int
    leader: str
    commander: bool = False
    transformed: bool = False
    submerged: bool = False
    stun: int = 0
    barrier: int = 0
    lost: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    spent: list[str] = field(default_factory=list)
    iron: int = 0

    @property
    def is_elite(self) -> bool:
        return bool(self.card["tier"] != "basic")

    @property
    def is_ace(self) -> bool:
        """Aces and the Commander have the [ACE] form of skills."""
        return self.card["tier"] == "ace" or self.commander

    @property
    def shield(self) -> int:
        return 0 if "shield_s" in self.lost else int(self.card.get("shield_s", 0))

    @property
    def melee_shield(self) -> int:
        return 0 if "shield_md" in self.lost else int(self.card.get("shield_md", 0))

    @property
    def is_shut_down(self) -> bool:
        """More tokens than 3 and the figure for Boost, Power or Havoc."""
        figure = sum(int(self.card.get(key, 0)) for key in ("boost", "power", "havoc"))
        return self.stun > 3 + max(0, figure - self.lost.count("core"))

    def weapon(self, wanted: str) -> Card:
        return next(each for each in self.card["weapon"] if each["id"] == wanted)


@dataclass
class Field:
    """Everything that stands on the table."""

    models: dict[str, Model]
    walls: tuple[Place, ...] = ()
    hills: tuple[Place, ...] = ()
    space: bool = False
    round: int = 1

    def squad(self, leader: str) -> list[Model]:
        return [each for each in self.models.values() if each.leader == leader]

    def size(self, leader: str) -> int:
        """Of a squad the number of models, or the sum of Sizes (SQUAD-SIZE-MIX: the greater)."""
        squad = self.squad(leader)
        total = sum(int(each.card["size"]) for each in squad)
        return max(len(squad), total) if len(squad) > 1 else total

    def is_high(self, model: Model) -> bool:
        return model.at in self.hills


@dataclass
class Attack:
    """One attack as it was declared, and what both sides chose and used."""

    unit: str
    weapon: Card
    target: str
    how: str = "direct"
    counter: bool = False
    traded: bool = False
    spared: bool = False
    """Intuition takes the penalty off this Counter."""
    power: bool = False
    lock_on: str = ""
    bonus: str = ""
    guard: str = ""
    guard_lock_on: bool = False
    trade: bool = False
    began_behind: bool = False

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(self.weapon.get("tags", ()))

    @property
    def is_melee(self) -> bool:
        return bool(self.weapon["kind"] == "melee")

    @property
    def is_indirect(self) -> bool:
        return self.how == "indirect"


@dataclass
class Pool:
    """Dice, what is added, and from which faces they count."""

    dice: int
    bonus: int
    success: int = 5
    crit: int = 10

    def __post_init__(self) -> None:
        """No more than ten dice; each above that is a success."""
        self.bonus += max(0, self.dice - 10)
        self.dice = min(10, max(0, self.dice))

    def worth(self, face: int) -> int:
        return 2 if face >= self.crit else int(face >= self.success)

    def total(self, faces: list[int]) -> int:
        return max(0, sum(map(self.worth, faces)) + self.bonus)


def barrier_acts(table: Field, attack: Attack) -> bool:
    """An active barrier must block what it can block, in its arc."""
    target, unit = table.models[attack.target], table.models[attack.unit]
    card = target.card.get("barrier")
    if card is None or target.barrier <= 0 or target.is_shut_down:
        return False
    kind = "melee" if attack.is_melee else attack.weapon["category"]
    if kind not in card["blocks"]:
        return False
    return card["arc"] == 360 or not is_behind(target.at, target.facing, unit.at)


def blindsides(table: Field, attack: Attack) -> bool:
    """From behind, or with the head lost; Indirect Fire only by Remote weapons (IDF-TA)."""
    if attack.counter:
        return False
    if attack.is_indirect:
        return "Remote" in attack.tags
    return attack.began_behind or "head" in table.models[attack.target].lost


def gives_support(table: Field, weapon: Card, *, attacking: bool, melee: bool) -> int:
    """What a weapon in Support Mode gives to a roll of this kind."""
    if not attacking:
        return int(weapon.get("support_melee_def" if melee else "support_def", 0))
    printed = int(weapon.get("support_melee_atk" if melee else "support_atk", 0))
    tags = weapon.get("tags", ())
    if not printed and "Free" in tags and (weapon["kind"] == "melee") == melee:
        return 1
    turned = table.space and weapon["category"] == "K" and {"IDF", "Remote"} & {*tags}
    return 1 if not printed and not melee and turned else printed


def support(table: Field, unit: Model, foe: Model, *, attacking: bool, melee: bool) -> int:
    """Weapons in Support Mode within their range, and those of squad members on attack; 2 at most."""
    far, found = hexes(unit.at, foe.at), 0
    for name in unit.support:
        weapon = unit.weapon(name)
        if far <= weapon["range_in"] // 4:
            found += gives_support(table, weapon, attacking=attacking, melee=melee)
    for member in table.squad(unit.name) if attacking else ():
        if member is not unit:
            for weapon in member.card["weapon"]:
                if hexes(member.at, foe.at) <= weapon["range_in"] // 4:
                    found += gives_support(table, weapon, attacking=True, melee=melee)
    return min(2, found)


def attack_pool(table: Field, attack: Attack) -> Pool:
    """The attacker's dice and bonus Hits before anything is used."""
    unit, target, weapon = table.models[attack.unit], table.models[attack.target], attack.weapon
    far = hexes(unit.at, target.at)
    dice = int(weapon["dice"])
    if weapon.get("rapid_fire_range_in") and far <= weapon["rapid_fire_range_in"] // 4:
        dice += int(weapon.get("rapid_fire_dice", 0))
    dice += len(table.squad(unit.name)) - 1
    dice += 2 * attack.traded + (attack.lock_on == "die")
    dice += attack.bonus in ("barrage", "swift-strike")
    hits = int(weapon["bonus_hits"])
    if attack.counter:
        hits += int(weapon.get("counter", 0)) - (0 if attack.spared else 2)
    if attack.is_indirect and attack.lock_on != "steady":
        hits -= 2
    active, size = barrier_acts(table, attack), table.size(target.name)
    if "AOE" in attack.tags:
        hits += size + 2 * active
    if "IDF" in attack.tags and not (table.space and weapon["category"] == "K"):
        hits += 2 * active + 2 * (len(table.squad(target.name)) > 1)
    hits += size if attack.bonus == "tear" else 0
    hits += 0 if attack.counter else _position(table, attack)
    if not attack.counter and not attack.is_indirect:
        hits += support(table, unit, target, attacking=True, melee=attack.is_melee)
    hits += unit.spent.count("anti-air" if "AA" in attack.tags else "all-fire")
    return Pool(dice, hits, crit=9 if attack.bonus in ("bullseye", "feint") else 10)


def _position(table: Field, attack: Attack) -> int:
    """Tactical Advantage, a critical Hit more for all reasons together; and their secondary effects."""
    unit, target = table.models[attack.unit], table.models[attack.target]
    behind, hits = blindsides(table, attack), 0
    advantage = behind
    if behind:
        hits += target.shield + (target.melee_shield if attack.is_melee else 0)
    if not attack.is_indirect:
        own = [m for m in table.models.values() if m.name[0] == unit.name[0]]
        advantage |= table.is_high(unit) and not table.is_high(target)
        advantage |= sum(hexes(m.at, target.at) <= 2 for m in own) >= 3
        advantage |= target.is_shut_down
        if table.is_high(target):
            hits += 1 + table.size(target.name)
    return hits + 2 * advantage


def defence_pool(table: Field, attack: Attack) -> Pool:
    """The defender's dice and bonus DEF before anything is used."""
    unit, target = table.models[attack.unit], table.models[attack.target]
    card, melee = target.card, attack.is_melee
    dice = int(card["melee_def_dice" if melee else "evade_dice"])
    bonus = int(card["melee_def_bonus" if melee else "evade_bonus"])
    if "shield_s" in target.lost:
        dice, bonus = dice + card["shield_s"], bonus - card["shield_s"]
    if melee and "shield_md" in target.lost:
        bonus -= card["shield_md"]
    dice += attack.guard_lock_on + (attack.guard == "guard") - 2 * attack.trade
    bonus += cover(table, attack) + target.iron
    if attack.weapon["category"] == "X":
        bonus += target.spent.count("anti-air")
    if not attack.counter and not blindsides(table, attack):
        bonus += support(table, target, unit, attacking=False, melee=melee)
    mode = card.get("transform", {}) if target.transformed and melee else {}
    success = mode.get("melee_def_target", 0) or 5
    dice = 0 if target.is_shut_down else dice
    return Pool(dice, bonus, success, crit=9 if attack.guard == "dodge" else 10)


def between(one: Place, two: Place) -> list[Place]:
    """The hexes between two on the same row."""
    low, high = sorted((one[0], two[0]))
    return [(q, one[1]) for q in range(low + 1, high)]


def cover(table: Field, attack: Attack) -> int:
    """1 DEF against shooting, 2 if it is shot through; none on High Ground or beside a barrier."""
    unit, target = table.models[attack.unit], table.models[attack.target]
    if attack.is_melee or table.is_high(target) or barrier_acts(table, attack):
        return 0
    if attack.how == "through":
        return 2
    standing = {m.at: m for m in table.models.values()}
    for h in between(unit.at, target.at):
        close = hexes(h, target.at) <= 1 < hexes(h, unit.at)  # within 4 in, not the attacker's own
        if h in table.walls and (close or attack.is_indirect):
            return 1
        # COVER-UNITS: a model at least as big hides as well.
        if close and h in standing and standing[h].card["size"] >= target.card["size"]:
            return 1
    return 0


def pen(table: Field, attack: Attack) -> int:
    """What a save has to reach; 0 if there are none."""
    weapon = attack.weapon
    found = int(weapon.get("pen", 0))
    if not found:
        return 0
    if attack.power:
        found += int(weapon["option"].get("pen", 0))
    wet = table.models[attack.unit].submerged or table.models[attack.target].submerged
    if wet and weapon["category"] == "E":
        found -= 3
    return max(1, found - 3 * (attack.how == "through"))


@dataclass
class Wound:
    """What a model takes."""

    saves: int
    """Dice that it rolls."""
    failed: int = 0
    damage: int = 0


def finishes(table: Field, attack: Attack, hits: int) -> bool:
    """10 unblocked Hits, with Finisher+X fewer by X and the Round; only in the own turn."""
    number = 10
    if attack.weapon.get("finisher"):
        number -= attack.weapon["finisher"] + table.round
    return not attack.counter and hits >= number


def saves_due(table: Field, attack: Attack, hits: int) -> int:
    """A save for each Hit on a model, five at most."""
    return min(5, hits) if pen(table, attack) else 0


def wound(
    table: Field,
    attack: Attack,
    model: Model,
    hits: int,
    blow: bool,
    faces: list[int],
    instead: list[str],
) -> Wound:
    """The damage of so many Hits on a model, with what it lost in place of saves or the blow."""
    weapon = attack.weapon
    suffix = weapon.get("pen_suffix", "")
    helped = int(model.card["size"]) if suffix == "P" else 0
    failed = sum(face + helped < pen(table, attack) for face in faces)
    counted = 0 if suffix else failed  # a push or a token takes the place of the 1000
    extra = hits * (200 if attack.is_melee else 100) if blow else 0
    for what in instead:
        if counted and not (what == "blow" and extra):
            counted -= 1
        else:
            extra = 0
    each = 500 if table.models[model.leader].iron or model.iron else 1000
    return Wound(len(faces), failed, hits * int(weapon["dmg"]) + counted * each + extra)


def blocked(table: Field, attack: Attack, hits: int) -> int:
    """Hits that the barrier stops; it loses 1 Strength for each, unless the attack is one it shrugs off."""
    target = table.models[attack.target]
    if not barrier_acts(table, attack):
        return 0
    stopped = min(hits, target.barrier)
    spared = target.card["barrier"].get("no_loss")
    weak = attack.weapon.get("pen", 0)
    if not (
        spared and attack.weapon["category"] == spared["category"] and weak < spared["pen_below"]
    ):
        target.barrier -= stopped
    return stopped
