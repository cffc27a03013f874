"""What is printed: profiles with their weapons, traits, armies, maps, and rulesets as written."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from gattai.games.mechastellar.parameters import Tier
from gattai.kernel.lazy import lazy
from gattai.tabletop.hexes import Hex, HexField, axial, hex_at

Kind = Literal["MS", "SR", "Kaiju", "Vehicle", "Warship"]
"""Mech Suit, Super Robot, Kaiju, Vehicle, Warship."""
Role = Literal[
    "Versatile", "Sniper", "Melee", "Interceptor", "Raid", "Battler", "Firepower",
    "Unstoppable", "Assault", "Heavy Arms",
]  # fmt: skip
Category = Literal["K", "E", "X"]
"""Kinetic, energy, homing explosive."""
Tag = Literal["360", "AA", "AOE", "CC", "Crash", "Free", "IDF", "Pull", "Remote"]


class PowerOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a weapon gains when Power points are spent on one attack with it."""

    power: int
    pen: int = 0


class WeaponCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A weapon of a profile. Ranges are inches; melee reaches 4 in unless it says more.

    `bonus_hits` is the column Mech+. `pen` 0 is no armour penetration; `pen_suffix` P pushes or
    pulls, S stuns. `uses` -1 is without limit. `rapid_fire_range_in` 0 is no Rapid Fire.
    `printed` names the figures that the document prints; the rest are ours.
    """

    id: str
    name: str
    category: Category
    kind: Literal["shooting", "melee"]
    range_in: int
    dice: int
    bonus_hits: int
    dmg: int
    pen: int = 0
    pen_suffix: Literal["", "P", "S"] = ""
    rapid_fire_range_in: int = 0
    rapid_fire_dice: int = 0
    finisher: int = 0
    counter: int = 0
    uses: int = -1
    tags: tuple[Tag, ...] = ()
    support_atk: int = 0
    support_def: int = 0
    support_melee_atk: int = 0
    support_melee_def: int = 0
    momentum_cost: int = 0
    power_cost: int = 0
    havoc_cost: int = 0
    option: PowerOption | None = None
    aoe_targets: int = 2
    printed: tuple[str, ...] = ()


class NoLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Attacks that a barrier blocks without losing Strength: of a category, PEN below a number."""

    category: Category
    pen_below: int


class BarrierCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A [Barrier X]: its Strength, the arc it covers, and what it blocks."""

    strength: int
    arc: Literal[180, 360]
    blocks: tuple[Literal["K", "E", "X", "melee"], ...]
    no_loss: NoLoss | None = None


class TransformCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A second mode: inches of Move gained, traits gained, and the number Melee DEF then needs."""

    name: str
    move_in: int = 0
    gain: tuple[str, ...] = ()
    melee_def_target: int = 0
    aircraft: bool = False
    """Whether it moves and is engaged as Aircraft are."""


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A unit's profile. `elite_level` and `morale` 0 mean what the tier gives.

    `printed` names the figures that the document prints; while `house` is true the rest are ours.
    """

    id: str
    name: str
    kind: Kind
    tier: Tier
    frame: int
    performance: int
    role: Role
    size: int
    hp: int
    move_in: int
    sensors_shoot_in: int
    sensors_evade_in: int
    evade_dice: int
    evade_bonus: int
    melee_def_dice: int
    melee_def_bonus: int
    vp: int
    weapon: tuple[WeaponCard, ...]
    aircraft: bool = False
    elite_level: int = 0
    morale: int = 0
    shield_s: int = 0
    shield_md: int = 0
    boost: int = 0
    power: int = 0
    havoc: int = 0
    repair: int = 0
    repair_bay: int = 0
    hangar: int = 0
    traits: tuple[str, ...] = ()
    pilot_traits: tuple[str, ...] = ()
    barrier: BarrierCard | None = None
    transform: TransformCard | None = None
    printed: tuple[str, ...] = ()
    house: bool = False

    @property
    def is_elite(self) -> bool:
        """Battle-Tested, Skilled or Ace."""
        return self.tier != "basic"

    def find_weapon(self, weapon_id: str) -> WeaponCard | None:
        """The weapon of that id, if the unit has it."""
        return next((weapon for weapon in self.weapon if weapon.id == weapon_id), None)


class TraitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trait in words; what it does is in `keywords`. Pilot traits are of Level I or II."""

    id: str
    name: str
    level: Literal["unit", "I", "II"]
    text: str
    house: bool = False


class ArmyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force: its units, each a list of profile ids (two or three make a squad, the first leads).

    `commander` is the profile of the Commander: the first unit that this profile leads.
    """

    id: str
    title: str
    commander: str
    units: tuple[tuple[str, ...], ...]
    house: bool = False


class TerrainCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A kind of terrain on a map and the hexes [q, r] where a piece of it stands."""

    kind: str
    at: tuple[tuple[int, int], ...]
    level: Literal[0, 1, 2] = 0
    cover: bool = False
    blocks_los: bool = False
    obscuring: bool = False
    destructible: bool = False
    deep_water: bool = False
    overhead: bool = False


class ControlPointCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A Control Point and its hex."""

    id: str
    at: tuple[int, int]


class MapCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """A battlefield: the hexes with |r| <= half_rows and |2q + r| <= half_width.

    Seat 0 deploys in the `deployment_rows` of the south (the greatest r), seat 1 in those of the
    north. `environment` is G (on the ground) or S (in space).
    """

    id: str
    title: str
    environment: Literal["G", "S"]
    half_rows: int
    half_width: int
    deployment_rows: int
    control_point: tuple[ControlPointCard, ...]
    terrain: tuple[TerrainCard, ...] = ()
    house: bool = False

    @lazy
    def hexes(self) -> HexField:
        """The grid, row by row from the north, each hex with the name of what stands on it."""
        rows = range(-self.half_rows, self.half_rows + 1)
        wide = self.half_width
        cells = [
            hex_at((across - r) // 2, r)
            for r in rows
            for across in range(-wide, wide + 1)
            if (across - r) % 2 == 0
        ]
        return HexField.of(cells, {at: piece.kind for at, piece in self.pieces.items()})

    @lazy
    def pieces(self) -> dict[Hex, TerrainCard]:
        """What stands on each hex before the battle."""
        return {hex_at(q, r): card for card in self.terrain for q, r in card.at}

    @lazy
    def points(self) -> tuple[Hex, ...]:
        """The hexes of the Control Points, in their order."""
        return tuple(hex_at(*point.at) for point in self.control_point)

    @lazy
    def zones(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """Where the south and the north deploy, High Ground included."""
        first = self.half_rows - self.deployment_rows + 1
        south = tuple(h for h in self.hexes.cells if axial(h)[1] >= first)
        north = tuple(h for h in self.hexes.cells if axial(h)[1] <= -first)
        return south, north

    @lazy
    def edges(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The table edges of the south and of the north."""
        south = tuple(h for h in self.hexes.cells if axial(h)[1] == self.half_rows)
        north = tuple(h for h in self.hexes.cells if axial(h)[1] == -self.half_rows)
        return south, north

    @lazy
    def border(self) -> tuple[Hex, ...]:
        """Every hex at an edge of the table."""
        return tuple(h for h in self.hexes.cells if len(self.hexes.neighbours[h]) < 6)


class RulesetCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruleset as written: what it changes of another one, in tables named after the topics."""

    id: str
    title: str
    base: str = "ver10-final"
    revision: int = 0
    """The revision of the log that it plays; 0 if it is named after none."""
    changes: dict[str, Any] = {}
    house: bool = False


KINDS: dict[str, type[msgspec.Struct]] = {
    "unit": UnitCard,
    "trait": TraitCard,
    "army": ArmyCard,
    "map": MapCard,
    "ruleset": RulesetCard,
}
