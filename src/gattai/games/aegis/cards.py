"""What is printed: Actions, unit cards, squads, battlefields."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gattai.games.aegis.ground.ground import Ground
from gattai.games.aegis.ground.hex_ground import HexGround
from gattai.games.aegis.ground.inch_ground import InchGround
from gattai.kernel.lazy import lazy
from gattai.tabletop.ground.pieces import Piece
from gattai.tabletop.ground.points import point
from gattai.tabletop.ground.tables import Table
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
    """How many d6 it throws; it costs as much energy."""
    accuracy: Annotated[int, Meta(ge=1, le=6)]
    """The number that a die has to show, or more."""
    mode: Literal["each", "all"]
    """The Accuracy Indicator: each judges every die alone, all wants every die."""
    power: Annotated[int, Meta(ge=0, le=20)]
    """What each success does: damage, repair, or hexes of a push."""
    type: ActionType
    """What it does to whom it reaches."""
    distance: Annotated[int, Meta(ge=0, le=60)] = 0
    """How far away its target may be, in hexes; 0 if none is printed."""
    radius: Annotated[int, Meta(ge=0, le=30)] = 0
    """How far its area reaches, in hexes; 0 if none is printed."""
    attributes: tuple[str, ...] = ()
    """Attributes and modifiers by their codes, such as AP."""
    inherit: bool = False
    """Whether it can pass on to what its unit combines into, or be overwritten there."""


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """AEGIS.TERM.CARD: a robot's card. `makes` are the Makes its recipe asks for (Level 2 and up)."""

    id: str
    name: str
    make: str
    """The Make, such as ARK: recipes ask for it."""
    model: str
    """The model, such as 150."""
    classes: tuple[Class, ...]
    """As many different classes as it has levels."""
    level: Annotated[int, Meta(ge=1, le=5)]
    """1 for a robot, more for what robots combine into."""
    ep: Annotated[int, Meta(ge=0, le=30)]
    """The energy that it gives each turn."""
    move: Annotated[int, Meta(ge=0, le=20)]
    """How far it moves, in hexes."""
    integrity: Annotated[int, Meta(ge=1, le=99)]
    """How much damage destroys it."""
    faction: Faction
    """The colour of its faction."""
    action: tuple[ActionCard, ...]
    """Its Actions: at most two on Level 1 and 2, else three."""
    makes: tuple[str, ...] = ()
    """The Makes that its recipe asks for, from Level 2 up."""
    passives: tuple[str, ...] = ()
    """Abilities that work while it is active."""
    combine_abilities: tuple[str, ...] = ()
    """Abilities that happen once, when it enters by combining."""
    commander: str = ""
    """The line of Commander cards it belongs to; empty for others."""
    commander_ability: str = ""
    """The ability of a Commander card."""
    house: bool = False


class SquadCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Five robots and the Combine Pool, by id."""

    id: str
    title: str
    units: tuple[str, ...]
    """The five robots it begins with, by id."""
    pool: tuple[str, ...] = ()
    """The Combine Pool: what they may combine into, by id."""
    house: bool = False


def _piece(corners: tuple[str, ...]) -> Piece:
    points = [point(corner) for corner in corners]
    return Piece.rectangle(*points) if len(points) == 2 else Piece.of(points)


class FieldCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """AEGIS.SETUP.BOARD, AEGIS.HOUSE.FIELD: a hexagon of hexes, two starting zones, terrain.

    AEGIS.MODE.ADVANCED: or, with a `size`, an open table in inches with `pieces` of terrain.
    """

    id: str
    title: str
    radius: Annotated[int, Meta(ge=0, le=20)] = 0
    """Hexes from the middle to the rim, two or more; none on an open table."""
    red: tuple[tuple[int, int], ...] = ()
    """Where red starts: hexes [q, r], five or more."""
    blue: tuple[tuple[int, int], ...] = ()
    """Where blue starts: hexes [q, r], five or more."""
    terrain: tuple[tuple[int, int], ...] = ()
    """Hexes [q, r] that nobody stands on and nobody sees through."""
    size: str = ""
    """Of an open table: width and height in inches, such as `36,24`."""
    pieces: tuple[tuple[str, ...], ...] = ()
    """Terrain of an open table, each piece by its corners: two opposite ones of a rectangle, or all of a convex polygon."""
    house: bool = False

    @lazy
    def ground(self) -> Ground:
        """What the rules ask of it."""
        return InchGround(self.table) if self.size else HexGround(self)

    @lazy
    def table(self) -> Table:
        """The open table. ValueError says what is wrong with a piece."""
        width, height = point(self.size)
        return Table(width, height, tuple(map(_piece, self.pieces)))

    @lazy
    def hexes(self) -> HexField:
        """The grid itself (AEGIS.HEX.GEOMETRY)."""
        return HexField.hexagon(self.radius, dict.fromkeys(self.walls, "terrain"))

    @lazy
    def walls(self) -> dict[Hex, None]:
        """AEGIS.SETUP.TERRAIN: hexes that nobody stands on and nobody sees through."""
        return dict.fromkeys(hex_at(q, r) for q, r in self.terrain)

    @lazy
    def sight(self) -> Sight:
        """AEGIS.LOS.HEX-TEST: centre to centre; AEGIS.LOS.BASIC: only terrain is in the way."""
        return Sight(self.hexes, self.walls)

    @lazy
    def zones(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The starting zones of red and blue, terrain left out."""
        red, blue = (
            tuple(h for h in (hex_at(q, r) for q, r in zone) if h not in self.walls)
            for zone in (self.red, self.blue)
        )
        return red, blue

    @lazy
    def _discs(self) -> dict[tuple[Hex, int], tuple[Hex, ...]]:
        return {}

    def near(self, at: Hex, radius: int) -> tuple[Hex, ...]:
        """The hexes of the field within so many steps, ring by ring, the middle first."""
        known = self._discs
        found = known.get((at, radius))
        if found is None:
            found = tuple([h for h in within(at, radius) if h in self.hexes])
            known[at, radius] = found
        return found

    def around(self, at: Hex, steps: int) -> tuple[Hex, ...]:
        """Where so many steps might lead: the hexes near, and back to the same hex with two."""
        near = self.near(at, steps)
        return near if steps > 1 else near[1:]
