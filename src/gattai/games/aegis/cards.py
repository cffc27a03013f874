"""The printed cards: Actions, units, squads, battlefields."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gattai.games.aegis.ground.ground import Ground
from gattai.games.aegis.ground.hex_ground import HexGround
from gattai.games.aegis.ground.inch_ground import InchGround
from gattai.kernel.lazy import lazy
from gattai.tabletop.ground.pieces import ConvexPolygon
from gattai.tabletop.ground.points import point
from gattai.tabletop.ground.tables import TableArea
from gattai.tabletop.hexes import Hex, HexField, hex_at, within
from gattai.tabletop.sight import Sight

ActionType = Literal["damage", "repair", "drain", "boost", "push", "pull", "buff", "debuff"]
Class = Literal["A", "E", "G", "I", "S"]
Faction = Literal["red", "blue", "green", "purple", "yellow", "grey"]


class ActionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """AEGIS.TERM.ACTION-FIELDS: one Action of a card. `dice` is its cost and its number of d6.

    `mode` is the Accuracy Indicator: "each" judges every die alone, "all" wants every die.
    Distance and Radius 0 mean that none is printed.
    """

    name: str
    dice: Annotated[int, Meta(ge=1, le=12)]
    """The number of d6, which is also its cost in energy."""
    accuracy: Annotated[int, Meta(ge=1, le=6)]
    """The number that a die must show, or more."""
    mode: Literal["each", "all"]
    """The Accuracy Indicator: `each` compares every die alone, `all` needs every die to succeed."""
    power: Annotated[int, Meta(ge=0, le=20)]
    """The effect of each success: damage, repair, or hexes of a push."""
    type: ActionType
    """The type of its effect."""
    distance: Annotated[int, Meta(ge=0, le=60)] = 0
    """The distance to its target in hexes; 0 if none is printed."""
    radius: Annotated[int, Meta(ge=0, le=30)] = 0
    """The radius of its area in hexes; 0 if none is printed."""
    attributes: tuple[str, ...] = ()
    """Attributes and modifiers by their codes, such as AP."""
    inherit: bool = False
    """Whether it can be inherited by a combined unit, or be overwritten there."""


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """AEGIS.TERM.CARD: a robot's card. `makes` are the Makes its recipe asks for (Level 2 and up)."""

    id: str
    name: str
    make: str
    """The Make, such as ARK, which recipes ask for."""
    model: str
    """The model, such as 150."""
    classes: tuple[Class, ...]
    """One class for each level."""
    level: Annotated[int, Meta(ge=1, le=5)]
    """1 for a single robot, more for combined ones."""
    ep: Annotated[int, Meta(ge=0, le=30)]
    """The energy that it produces each turn."""
    move: Annotated[int, Meta(ge=0, le=20)]
    """Its Movement Value in hexes."""
    integrity: Annotated[int, Meta(ge=1, le=99)]
    """The damage that destroys it."""
    faction: Faction
    """The colour of its faction."""
    action: tuple[ActionCard, ...]
    """Its Actions: at most two on Level 1 and 2, else three."""
    makes: tuple[str, ...] = ()
    """The Makes that its recipe asks for, from Level 2 up."""
    passives: tuple[str, ...] = ()
    """Abilities that work while the unit is active."""
    combine_abilities: tuple[str, ...] = ()
    """Abilities that happen once, when the unit comes into play by combining."""
    commander: str = ""
    """The Commander line of the card; empty for other cards."""
    commander_ability: str = ""
    """The ability of a Commander card."""
    house: bool = False


class SquadCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A squad: five robots and the Combine Pool, by id."""

    id: str
    title: str
    units: tuple[str, ...]
    """The ids of the five robots at the start."""
    pool: tuple[str, ...] = ()
    """The ids of the cards in the Combine Pool."""
    house: bool = False


def _piece(corners: tuple[str, ...]) -> ConvexPolygon:
    points = [point(corner) for corner in corners]
    return ConvexPolygon.rectangle(*points) if len(points) == 2 else ConvexPolygon.of(points)


class FieldCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """AEGIS.SETUP.BOARD, AEGIS.HOUSE.FIELD: a hexagon of hexes, two starting zones, terrain.

    AEGIS.MODE.ADVANCED: with a `size` the field is an open table in inches with `pieces` of
    terrain.
    """

    id: str
    title: str
    radius: Annotated[int, Meta(ge=0, le=20)] = 0
    """Hexes from the middle to the rim, at least two; 0 for an open table."""
    red: tuple[tuple[int, int], ...] = ()
    """Red's starting zone: hexes [q, r], at least five."""
    blue: tuple[tuple[int, int], ...] = ()
    """Blue's starting zone: hexes [q, r], at least five."""
    terrain: tuple[tuple[int, int], ...] = ()
    """Hexes [q, r] that units cannot enter or see through."""
    size: str = ""
    """Width and height of an open table in inches, such as `36,24`."""
    pieces: tuple[tuple[str, ...], ...] = ()
    """Terrain of an open table. Each piece is given by its corners: two opposite ones for a
    rectangle, or all corners of a convex polygon.
    """
    house: bool = False

    @lazy
    def ground(self) -> Ground:
        """The field as the rules see it."""
        return InchGround(self.table) if self.size else HexGround(self)

    @lazy
    def table(self) -> TableArea:
        """The open table. Raises ValueError if a piece is wrong."""
        width, height = point(self.size)
        return TableArea(width, height, tuple(map(_piece, self.pieces)))

    @lazy
    def hexes(self) -> HexField:
        """The hexes of the field (AEGIS.HEX.GEOMETRY)."""
        return HexField.hexagon(self.radius, dict.fromkeys(self.walls, "terrain"))

    @lazy
    def walls(self) -> dict[Hex, None]:
        """AEGIS.SETUP.TERRAIN: hexes that units cannot enter or see through."""
        return dict.fromkeys(hex_at(q, r) for q, r in self.terrain)

    @lazy
    def sight(self) -> Sight:
        """AEGIS.LOS.HEX-TEST: centre to centre. AEGIS.LOS.BASIC: only terrain blocks sight."""
        return Sight(self.hexes, self.walls)

    @lazy
    def zones(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The starting zones of red and blue, without terrain."""
        red, blue = (
            tuple(h for h in (hex_at(q, r) for q, r in zone) if h not in self.walls)
            for zone in (self.red, self.blue)
        )
        return red, blue

    @lazy
    def _discs(self) -> dict[tuple[Hex, int], tuple[Hex, ...]]:
        return {}

    def near(self, at: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the field within this many steps, ring by ring from the centre."""
        known = self._discs
        found = known.get((at, radius))
        if found is None:
            found = tuple([h for h in within(at, radius) if h in self.hexes])
            known[at, radius] = found
        return found

    def around(self, at: Hex, steps: int) -> tuple[Hex, ...]:
        """The hexes that this many steps might lead to, including the start if there are at least
        two.
        """
        near = self.near(at, steps)
        return near if steps > 1 else near[1:]
