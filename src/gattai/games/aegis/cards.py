"""What is printed: Actions, unit cards, squads, battlefields."""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.games.aegis.ground.ground import Ground
from gattai.games.aegis.ground.hex_ground import HexGround
from gattai.kernel.lazy import lazy
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
    dice: int
    accuracy: int
    mode: Literal["each", "all"]
    power: int
    type: ActionType
    distance: int = 0
    radius: int = 0
    attributes: tuple[str, ...] = ()
    inherit: bool = False


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """AEGIS.TERM.CARD: a robot's card. `makes` are the Makes its recipe asks for (Level 2 and up)."""

    id: str
    name: str
    make: str
    model: str
    classes: tuple[Class, ...]
    level: int
    ep: int
    move: int
    integrity: int
    faction: Faction
    action: tuple[ActionCard, ...]
    makes: tuple[str, ...] = ()
    passives: tuple[str, ...] = ()
    combine_abilities: tuple[str, ...] = ()
    commander: str = ""
    """The line of Commander cards it belongs to; empty for others."""
    commander_ability: str = ""
    house: bool = False


class SquadCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Five robots and the Combine Pool, by id."""

    id: str
    title: str
    units: tuple[str, ...]
    pool: tuple[str, ...] = ()
    house: bool = False


class FieldCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """AEGIS.SETUP.BOARD, AEGIS.HOUSE.FIELD: a hexagon of hexes, two starting zones, terrain."""

    id: str
    title: str
    radius: int
    red: tuple[tuple[int, int], ...]
    blue: tuple[tuple[int, int], ...]
    terrain: tuple[tuple[int, int], ...] = ()
    house: bool = False

    @lazy
    def ground(self) -> Ground:
        """What the rules ask of it."""
        return HexGround(self)

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
