"""The printed cards: profiles with weapons, traits, armies, maps, and rulesets as written."""

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
    """What a weapon gains for Power points spent on one attack."""

    power: Annotated[int, Meta(ge=1, le=9)]
    """The Power points it costs."""
    pen: Annotated[int, Meta(ge=0, le=10)] = 0
    """The PEN it adds."""


class WeaponCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A weapon of a profile. Ranges are in inches; melee weapons reach 4 in unless the card says
    more.

    `bonus_hits` is the column Mech+. `pen` 0 means no armour penetration; `pen_suffix` P pushes or
    pulls, S stuns. `uses` -1 means unlimited. `rapid_fire_range_in` 0 means no Rapid Fire.
    `printed` names the figures that the document prints; the others are ours.
    """

    id: str
    name: str
    category: Category
    """The category: kinetic, energy, or homing explosive."""
    kind: Literal["shooting", "melee"]
    """Whether it is a shooting or a melee weapon."""
    range_in: Annotated[int, Meta(ge=4, le=200)]
    """Its range in inches; melee weapons reach 4 unless the card says more."""
    dice: Annotated[int, Meta(ge=1, le=20)]
    """The number of d10 it rolls."""
    bonus_hits: Annotated[int, Meta(ge=0, le=20)]
    """Hits in addition to the dice: the column Mech+."""
    dmg: Annotated[int, Meta(ge=0, le=5000)]
    """The damage of each unblocked Hit."""
    pen: Annotated[int, Meta(ge=0, le=10)] = 0
    """Armour penetration; 0 means none."""
    pen_suffix: Literal["", "P", "S"] = ""
    """P pushes or pulls, S stuns."""
    rapid_fire_range_in: Annotated[int, Meta(ge=0, le=200)] = 0
    """The range of Rapid Fire in inches; 0 means no Rapid Fire."""
    rapid_fire_dice: Annotated[int, Meta(ge=-10, le=10)] = 0
    """Dice added by Rapid Fire."""
    finisher: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many Hits fewer a Finishing Blow needs; 0 means no Finisher."""
    counter: Annotated[int, Meta(ge=0, le=9)] = 0
    """Its bonus in a Counter."""
    uses: Annotated[int, Meta(ge=-1, le=20)] = -1
    """How often it can be used in a battle; -1 means unlimited."""
    tags: tuple[str, ...] = ()
    """Its tags, such as AoE."""
    support_atk: Annotated[int, Meta(ge=0, le=2)] = 0
    """Its bonus to the attack of an ally."""
    support_def: Annotated[int, Meta(ge=0, le=2)] = 0
    """Its bonus to the defence of an ally."""
    support_melee_atk: Annotated[int, Meta(ge=0, le=2)] = 0
    """Its bonus to a melee attack of an ally."""
    support_melee_def: Annotated[int, Meta(ge=0, le=2)] = 0
    """Its bonus to the defence of an ally against melee."""
    momentum_cost: Annotated[int, Meta(ge=0, le=10)] = 0
    """The Momentum that an attack costs."""
    power_cost: Annotated[int, Meta(ge=0, le=9)] = 0
    """The Power points that an attack costs."""
    havoc_cost: Annotated[int, Meta(ge=0, le=9)] = 0
    """The Havoc points that an attack costs."""
    option: PowerOption | None = None
    """What Power points can add to one attack."""
    aoe_targets: Annotated[int, Meta(ge=1, le=4)] = 2
    """The number of targets of an area attack."""
    printed: tuple[str, ...] = ()
    """The figures that the document prints; the others are ours."""


class NoLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Attacks that a barrier blocks without losing Strength: of one category, with PEN below a
    number.
    """

    category: Category
    """The category of the attack."""
    pen_below: Annotated[int, Meta(ge=0, le=11)]
    """Only attacks with a PEN below this."""


class BarrierCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A [Barrier X]: its Strength, its arc, and what it blocks."""

    strength: Annotated[int, Meta(ge=1, le=10)]
    """Its Strength: how much it can block."""
    arc: Literal[180, 360]
    """The arc it covers, in degrees."""
    blocks: tuple[Literal["K", "E", "X", "melee"], ...]
    """The kinds of attack it blocks."""
    no_loss: NoLoss | None = None
    """The attacks it blocks without losing Strength."""


class TransformCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A second mode: inches of Move and traits gained, and the number Melee DEF then needs."""

    name: str
    move_in: Annotated[int, Meta(ge=0, le=80)] = 0
    """Inches of Move gained."""
    gain: tuple[str, ...] = ()
    """Traits gained, by id."""
    melee_def_target: Annotated[int, Meta(ge=0, le=10)] = 0
    """The number that Melee DEF then needs; 0 means the usual one."""
    aircraft: bool = False
    """Whether it moves and is engaged like an Aircraft."""


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A unit's profile. With `elite_level` or `morale` 0 the tier decides.

    `printed` names the figures that the document prints; if `house` is true, the others are ours.
    """

    id: str
    name: str
    kind: Kind
    """Mech Suit (MS), Super Robot (SR), Kaiju, Vehicle or Warship."""
    tier: Tier
    """The quality of its pilot or crew."""
    frame: Annotated[int, Meta(ge=1, le=5)]
    """Grunts are 1 and 2, prototypes and the best units 3 to 5; has no effect in battle."""
    performance: Annotated[int, Meta(ge=1, le=20)]
    """A force comes from a range of four points; all models of a squad have the same."""
    role: Role
    """Its role in a force."""
    size: Annotated[int, Meta(ge=0, le=10)]
    """Its Size, from 0 upwards."""
    hp: Annotated[int, Meta(ge=100, le=100000)]
    """The damage that destroys it."""
    move_in: Annotated[int, Meta(ge=0, le=80)]
    """Its Move in inches."""
    sensors_shoot_in: Annotated[int, Meta(ge=0, le=200)]
    """The range of its Sensors for shooting, in inches."""
    sensors_evade_in: Annotated[int, Meta(ge=0, le=200)]
    """The range of its Sensors for evading, in inches."""
    evade_dice: Annotated[int, Meta(ge=0, le=20)]
    """The number of d10 it rolls against shots."""
    evade_bonus: Annotated[int, Meta(ge=0, le=20)]
    """DEF added to these dice."""
    melee_def_dice: Annotated[int, Meta(ge=0, le=20)]
    """The number of d10 it rolls against melee."""
    melee_def_bonus: Annotated[int, Meta(ge=0, le=20)]
    """DEF added to these dice."""
    vp: Annotated[int, Meta(ge=0, le=1000)]
    """The Victory Points for destroying it."""
    weapon: tuple[WeaponCard, ...]
    """The weapons of the unit."""
    aircraft: bool = False
    """Whether it is an Aircraft."""
    elite_level: Annotated[int, Meta(ge=0, le=20)] = 0
    """Its Elite level; 0 means that of its tier."""
    morale: Annotated[int, Meta(ge=0, le=10)] = 0
    """Its Morale; 0 means that of its tier."""
    shield_s: Annotated[int, Meta(ge=0, le=5)] = 0
    """Its shield against shots: S#."""
    shield_md: Annotated[int, Meta(ge=0, le=5)] = 0
    """Its shield against melee: MD#."""
    boost: Annotated[int, Meta(ge=0, le=9)] = 0
    """Boost points of a Mech Suit."""
    power: Annotated[int, Meta(ge=0, le=9)] = 0
    """Power points of a Super Robot."""
    havoc: Annotated[int, Meta(ge=0, le=9)] = 0
    """Havoc points of a Kaiju."""
    repair: Annotated[int, Meta(ge=0, le=10000)] = 0
    """The HP that a ship restores to units it repairs."""
    repair_bay: Annotated[int, Meta(ge=0, le=9)] = 0
    """The number of units it repairs at once."""
    hangar: Annotated[int, Meta(ge=0, le=20)] = 0
    """The number of models that fit aboard."""
    traits: tuple[str, ...] = ()
    """Its traits, by id."""
    pilot_traits: tuple[str, ...] = ()
    """Traits of a Skilled or Ace pilot, by id."""
    barrier: BarrierCard | None = None
    """Its barrier, if it has one."""
    transform: TransformCard | None = None
    """Its second mode, if it has one."""
    printed: tuple[str, ...] = ()
    """The figures that the document prints; the others are ours."""
    house: bool = False

    @property
    def is_elite(self) -> bool:
        """Return whether the unit is Battle-Tested, Skilled or Ace."""
        return self.tier != "basic"

    def find_weapon(self, weapon_id: str) -> WeaponCard | None:
        """The weapon with that id, or None."""
        return next((weapon for weapon in self.weapon if weapon.id == weapon_id), None)


class TraitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a trait; its effect is in `keywords`. Pilot traits are of Level I or II."""

    id: str
    name: str
    level: Literal["unit", "I", "II"]
    """A trait of a unit, or of a pilot of Level I or II."""
    text: str
    """The effect in words."""
    house: bool = False


class ArmyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force: its units, each a list of profile ids. Two or three form a squad, led by the first.

    `commander` is the profile of the Commander: the first unit led by it.
    """

    id: str
    title: str
    commander: str
    """The Commander's profile; the first unit led by it has the Commander."""
    units: tuple[tuple[str, ...], ...]
    """Its units, each a list of profile ids; two or three form a squad, led by the first."""
    house: bool = False


class TerrainCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A kind of terrain on a map, and the hexes [q, r] of its pieces."""

    kind: str
    """The kind in one word."""
    at: tuple[tuple[int, int], ...]
    """The hexes [q, r] of its pieces."""
    level: Literal[0, 1, 2] = 0
    """Its level: how high it is."""
    cover: bool = False
    """Whether it gives cover."""
    blocks_los: bool = False
    """Whether it blocks sight."""
    obscuring: bool = False
    """Whether it is obscuring terrain."""
    destructible: bool = False
    """Whether it can be destroyed."""
    deep_water: bool = False
    """Whether it is deep water."""
    overhead: bool = False
    """Whether models can be under it."""


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
    """Rows at each edge in which a side deploys."""
    control_point: tuple[ControlPointCard, ...]
    """The Control Points of the map."""
    terrain: tuple[TerrainCard, ...] = ()
    """The terrain on the map."""
    house: bool = False

    @lazy
    def hexes(self) -> HexField:
        """The grid, row by row from the north, each hex with the name of its terrain."""
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
        """The piece on each hex before the battle."""
        return {hex_at(q, r): card for card in self.terrain for q, r in card.at}

    @lazy
    def points(self) -> tuple[Hex, ...]:
        """The hexes of the Control Points, in order."""
        return tuple(hex_at(*point.at) for point in self.control_point)

    @lazy
    def zones(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The deployment zones of the south and the north, including High Ground."""
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
    """A ruleset as written: its changes to another ruleset, in tables named after the topics."""

    id: str
    title: str
    base: str = "ver10-final"
    """The ruleset it changes, by id."""
    revision: int = 0
    """The revision of the log that it plays; 0 if it is not named after a revision."""
    changes: dict[str, Any] = {}
    """The changes, in tables named after the topics."""
    house: bool = False


KINDS: dict[str, type[msgspec.Struct]] = {
    "unit": UnitCard,
    "trait": TraitCard,
    "army": ArmyCard,
    "map": MapCard,
    "ruleset": RulesetCard,
}
