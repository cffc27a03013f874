"""What is printed: profiles with their weapons, traits, armies, maps, and rulesets as written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

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


class PowerOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a weapon gains when Power points are spent on one attack with it."""

    power: Annotated[int, Meta(ge=1, le=9)]
    """Power points it costs."""
    pen: Annotated[int, Meta(ge=0, le=10)] = 0
    """Penetration it adds."""


class WeaponCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A weapon of a profile. Ranges are inches; melee reaches 4 in unless it says more.

    `bonus_hits` is the column Mech+. `pen` 0 is no armour penetration; `pen_suffix` P pushes or
    pulls, S stuns. `uses` -1 is without limit. `rapid_fire_range_in` 0 is no Rapid Fire.
    `printed` names the figures that the document prints; the rest are ours.
    """

    id: str
    name: str
    category: Category
    """Kinetic, energy, or homing explosive."""
    kind: Literal["shooting", "melee"]
    """Whether it shoots or strikes."""
    range_in: Annotated[int, Meta(ge=4, le=200)]
    """How far it reaches, in inches; melee reaches 4 unless it says more."""
    dice: Annotated[int, Meta(ge=1, le=20)]
    """How many d10 it throws."""
    bonus_hits: Annotated[int, Meta(ge=0, le=20)]
    """Hits besides the dice: the column Mech+."""
    dmg: Annotated[int, Meta(ge=0, le=5000)]
    """Damage of each Hit that is not blocked."""
    pen: Annotated[int, Meta(ge=0, le=10)] = 0
    """Armour penetration; 0 is none."""
    pen_suffix: Literal["", "P", "S"] = ""
    """P pushes or pulls, S stuns."""
    rapid_fire_range_in: Annotated[int, Meta(ge=0, le=200)] = 0
    """How far Rapid Fire reaches, in inches; 0 is no Rapid Fire."""
    rapid_fire_dice: Annotated[int, Meta(ge=-10, le=10)] = 0
    """Dice that Rapid Fire adds."""
    finisher: Annotated[int, Meta(ge=0, le=9)] = 0
    """By how many Hits sooner it is a Finishing Blow; 0 is no Finisher."""
    counter: Annotated[int, Meta(ge=0, le=9)] = 0
    """What it adds in a counter-attack."""
    uses: Annotated[int, Meta(ge=-1, le=20)] = -1
    """How often it can be used in a battle; -1 is without limit."""
    tags: tuple[str, ...] = ()
    """What it can do besides."""
    support_atk: Annotated[int, Meta(ge=0, le=2)] = 0
    """What it gives to the attack of an ally."""
    support_def: Annotated[int, Meta(ge=0, le=2)] = 0
    """What it gives to the defence of an ally."""
    support_melee_atk: Annotated[int, Meta(ge=0, le=2)] = 0
    """The same, in melee."""
    support_melee_def: Annotated[int, Meta(ge=0, le=2)] = 0
    """The same, against melee."""
    momentum_cost: Annotated[int, Meta(ge=0, le=10)] = 0
    """Momentum that an attack costs."""
    power_cost: Annotated[int, Meta(ge=0, le=9)] = 0
    """Power points that an attack costs."""
    havoc_cost: Annotated[int, Meta(ge=0, le=9)] = 0
    """Havoc points that an attack costs."""
    option: PowerOption | None = None
    """What Power points can add to one attack."""
    aoe_targets: Annotated[int, Meta(ge=1, le=4)] = 2
    """How many an attack on an area reaches."""
    printed: tuple[str, ...] = ()
    """Which figures the document prints; the rest are ours."""


class NoLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Attacks that a barrier blocks without losing Strength: of a category, PEN below a number."""

    category: Category
    """The category of the attack."""
    pen_below: Annotated[int, Meta(ge=0, le=11)]
    """Its PEN is below this."""


class BarrierCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A [Barrier X]: its Strength, the arc it covers, and what it blocks."""

    strength: Annotated[int, Meta(ge=1, le=10)]
    """How much it can take."""
    arc: Literal[180, 360]
    """How far round it reaches, in degrees."""
    blocks: tuple[Literal["K", "E", "X", "melee"], ...]
    """What it blocks."""
    no_loss: NoLoss | None = None
    """What it blocks without losing Strength."""


class TransformCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A second mode: inches of Move gained, traits gained, and the number Melee DEF then needs."""

    name: str
    move_in: Annotated[int, Meta(ge=0, le=80)] = 0
    """Inches of Move gained."""
    gain: tuple[str, ...] = ()
    """Traits gained, by id."""
    melee_def_target: Annotated[int, Meta(ge=0, le=10)] = 0
    """The number that Melee DEF then needs; 0 is as usual."""
    aircraft: bool = False
    """Whether it moves and is engaged as Aircraft are."""


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A unit's profile. `elite_level` and `morale` 0 mean what the tier gives.

    `printed` names the figures that the document prints; while `house` is true the rest are ours.
    """

    id: str
    name: str
    kind: Kind
    """Mech Suit (MS), Super Robot (SR), Kaiju, Vehicle or Warship."""
    tier: Tier
    """How good its pilot or crew is."""
    frame: Annotated[int, Meta(ge=1, le=5)]
    """Grunts are 1 and 2, prototypes and the best 3 to 5; it does nothing in battle."""
    performance: Annotated[int, Meta(ge=1, le=20)]
    """Forces are taken from a range of four points; the models of a squad have the same."""
    role: Role
    """What it is for."""
    size: Annotated[int, Meta(ge=0, le=10)]
    """How large it is."""
    hp: Annotated[int, Meta(ge=100, le=100000)]
    """How much damage destroys it."""
    move_in: Annotated[int, Meta(ge=0, le=80)]
    """How far it moves, in inches."""
    sensors_shoot_in: Annotated[int, Meta(ge=0, le=200)]
    """How far it sees to shoot, in inches."""
    sensors_evade_in: Annotated[int, Meta(ge=0, le=200)]
    """How far it sees what shoots at it, in inches."""
    evade_dice: Annotated[int, Meta(ge=0, le=20)]
    """How many d10 it throws against shots."""
    evade_bonus: Annotated[int, Meta(ge=0, le=20)]
    """Defence besides these dice."""
    melee_def_dice: Annotated[int, Meta(ge=0, le=20)]
    """How many d10 it throws against melee."""
    melee_def_bonus: Annotated[int, Meta(ge=0, le=20)]
    """Defence besides these dice."""
    vp: Annotated[int, Meta(ge=0, le=1000)]
    """Victory Points for destroying it."""
    weapon: tuple[WeaponCard, ...]
    """Its weapons."""
    aircraft: bool = False
    """Whether it is Aircraft."""
    elite_level: Annotated[int, Meta(ge=0, le=20)] = 0
    """Its Elite level; 0 is what the tier gives."""
    morale: Annotated[int, Meta(ge=0, le=10)] = 0
    """Its Morale; 0 is what the tier gives."""
    shield_s: Annotated[int, Meta(ge=0, le=5)] = 0
    """Shield against shots."""
    shield_md: Annotated[int, Meta(ge=0, le=5)] = 0
    """Shield against melee."""
    boost: Annotated[int, Meta(ge=0, le=9)] = 0
    """Boost points of a Mech Suit."""
    power: Annotated[int, Meta(ge=0, le=9)] = 0
    """Power points of a Super Robot."""
    havoc: Annotated[int, Meta(ge=0, le=9)] = 0
    """Havoc points of a Kaiju."""
    repair: Annotated[int, Meta(ge=0, le=10000)] = 0
    """HP that a ship gives back to what it repairs."""
    repair_bay: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many it repairs at once."""
    hangar: Annotated[int, Meta(ge=0, le=20)] = 0
    """How many models fit aboard."""
    traits: tuple[str, ...] = ()
    """Its traits, by id."""
    pilot_traits: tuple[str, ...] = ()
    """Traits of a Skilled or Ace pilot, by id."""
    barrier: BarrierCard | None = None
    """Its barrier, if it has one."""
    transform: TransformCard | None = None
    """Its second mode, if it has one."""
    printed: tuple[str, ...] = ()
    """Which figures the document prints; the rest are ours."""
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
    """Of a unit, or of a pilot on Level I or II."""
    text: str
    """What it does, in words."""
    house: bool = False


class ArmyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force: its units, each a list of profile ids (two or three make a squad, the first leads).

    `commander` is the profile of the Commander: the first unit that this profile leads.
    """

    id: str
    title: str
    commander: str
    """The Commander's profile: the first unit that it leads."""
    units: tuple[tuple[str, ...], ...]
    """Its units, each a list of profiles by id; two or three make a squad, the first leads."""
    house: bool = False


class TerrainCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A kind of terrain on a map and the hexes [q, r] where a piece of it stands."""

    kind: str
    """What it is, in a word."""
    at: tuple[tuple[int, int], ...]
    """The hexes [q, r] where a piece of it stands."""
    level: Literal[0, 1, 2] = 0
    """How high it is."""
    cover: bool = False
    """Whether it gives cover."""
    blocks_los: bool = False
    """Whether nobody sees through it."""
    obscuring: bool = False
    """Whether it is hard to see through."""
    destructible: bool = False
    """Whether it can be destroyed."""
    deep_water: bool = False
    """Whether it is deep water."""
    overhead: bool = False
    """Whether one can be below it."""


class ControlPointCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A Control Point and its hex."""

    id: str
    at: tuple[int, int]
    """Its hex [q, r]."""


class MapCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """A battlefield: the hexes with |r| <= half_rows and |2q + r| <= half_width.

    Seat 0 deploys in the `deployment_rows` of the south (the greatest r), seat 1 in those of the
    north. `environment` is G (on the ground) or S (in space).
    """

    id: str
    title: str
    environment: Literal["G", "S"]
    """On the ground (G) or in space (S)."""
    half_rows: Annotated[int, Meta(ge=2, le=20)]
    """Rows from the middle to an edge."""
    half_width: Annotated[int, Meta(ge=4, le=60)]
    """Half hexes from the middle to a side."""
    deployment_rows: Annotated[int, Meta(ge=1, le=20)]
    """Rows at each edge in which a side sets up."""
    control_point: tuple[ControlPointCard, ...]
    """Its Control Points."""
    terrain: tuple[TerrainCard, ...] = ()
    """What stands on it."""
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
    """The ruleset it changes, by id."""
    revision: int = 0
    """The revision of the log that it plays; 0 if it is named after none."""
    changes: dict[str, Any] = {}
    """What it changes: tables named after the topics."""
    house: bool = False


KINDS: dict[str, type[msgspec.Struct]] = {
    "unit": UnitCard,
    "trait": TraitCard,
    "army": ArmyCard,
    "map": MapCard,
    "ruleset": RulesetCard,
}
