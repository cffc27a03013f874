"""Cards and maps: profiles of units and weapons, the field, the chart."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from gattai.kernel.lazy import lazy
from gattai.tabletop.hexes import DISTANCE, Hex, HexField, offset
from gattai.tabletop.sight import Sight


class WeaponCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon profile. `ap` N means N+, 0 means none; `range` is in inches."""

    id: str
    name: str
    weapon_class: str = msgspec.field(name="class")
    """The kind of weapon: a word of `keywords`. Heavy and battle weapons are unwieldy in a melee."""
    range: Annotated[int, Meta(ge=0, le=400)]
    """Its range in inches; 0 for a melee weapon."""
    attacks: Annotated[int, Meta(ge=1, le=30)]
    """The number of dice that each model throws."""
    power: Annotated[int, Meta(ge=0, le=20)]
    """Its Power, compared with the Defence of its target."""
    ap: Annotated[int, Meta(ge=0, le=9)] = 0
    """Armour of this value or worse gives no save. N means N+; 0 means none."""


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit profile. `armour` and `aegis` N mean N+, 0 means none; `move` is in inches."""

    id: str
    name: str
    models: Annotated[int, Meta(ge=1, le=12)]
    """The number of models."""
    move: Annotated[int, Meta(ge=0, le=60)]
    """Its Move in inches."""
    defence: Annotated[int, Meta(ge=0, le=15)]
    """Its Defence, compared with the Power of the attack."""
    hp: Annotated[int, Meta(ge=1, le=99)]
    """Hit points of each model."""
    points: Annotated[int, Meta(ge=0, le=9999)]
    """Its cost in an army."""
    weapon: tuple[WeaponCard, ...]
    """Its weapons, at least one."""
    side: str = ""
    """The sample army it belongs to, blue or red; empty for none."""
    armour: Annotated[int, Meta(ge=0, le=9)] = 0
    """Its armour save: N means N+; 0 is none."""
    aegis: Annotated[int, Meta(ge=0, le=9)] = 0
    """Its AEGIS save: N means N+; 0 is none."""
    house: bool = False

    def find_weapon(self, weapon_id: str) -> WeaponCard | None:
        """The weapon with that id, or None."""
        return next((weapon for weapon in self.weapon if weapon.id == weapon_id), None)


class FieldCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """A field of hexes with thickets, and the number of deployment rows at each long edge."""

    id: str
    title: str
    columns: Annotated[int, Meta(ge=2, le=40)]
    """Hexes from left to right."""
    rows: Annotated[int, Meta(ge=2, le=40)]
    """Hexes from one long edge to the other."""
    inches_per_hex: Annotated[int, Meta(ge=1, le=12)]
    """The number of inches per hex."""
    deployment_rows: Annotated[int, Meta(ge=1, le=20)]
    """Rows at each long edge in which a side sets up."""
    thickets: tuple[tuple[int, int], ...] = ()
    """Hexes [column, row] that block sight to what lies beyond them."""
    house: bool = False

    @lazy
    def hexes(self) -> HexField:
        """The hexes of the field, with thickets as terrain."""
        return HexField.rectangle(
            self.columns, self.rows, dict.fromkeys(self.thicket_hexes, "thicket")
        )

    @lazy
    def thicket_hexes(self) -> tuple[Hex, ...]:
        """ATTACK-CHART.HOUSE.THICKETS: the hexes with thickets, which do not slow movement."""
        return tuple(offset(column, row) for column, row in self.thickets)

    @lazy
    def sight(self) -> Sight:
        """The lines of sight: thickets hide units beyond them, but not units inside them."""
        return Sight(self.hexes, self.thicket_hexes, ends_excuse_their_patch=True)

    @lazy
    def _in_sight_and_range(self) -> dict[tuple[Hex, int], frozenset[Hex]]:
        return {}

    def open_to(self, at: Hex, inches: int) -> frozenset[Hex]:
        """The hexes within this many inches that a hex can see, cached."""
        known = self._in_sight_and_range
        if (at, inches) not in known:
            known[at, inches] = frozenset(
                there
                for there in self.hexes.cells
                if DISTANCE[there - at] * self.inches_per_hex <= inches
                and self.sight.sees(at, there)
            )
        return known[at, inches]

    @lazy
    def zones(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The deployment hexes of each seat: the rows nearest to its own long edge."""
        near = range(self.deployment_rows)
        far = range(self.rows - self.deployment_rows, self.rows)
        first, second = (
            tuple(offset(column, row) for row in rows for column in range(self.columns))
            for rows in (near, far)
        )
        return first, second


class ChartCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Attack Dice Chart as printed: a row for each Power, a column for each Defence."""

    id: str
    title: str
    first_power: Annotated[int, Meta(ge=0, le=20)]
    """The Power of the first row."""
    first_defence: Annotated[int, Meta(ge=0, le=15)]
    """The Defence of the first column."""
    rows: tuple[str, ...]
    """The rows as printed, with one entry per Defence."""
    damaged: tuple[tuple[int, int], ...] = ()
    """Cells [power, defence] that cannot be read exactly in print."""
    house: bool = False


class FormulaLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the Attack Dice Formula, for display; the rules themselves are in `needed`."""

    id: str
    when: str
    """The condition on Power and Defence."""
    target: str
    """The number that a die then needs."""
    rule: str
    """The id of the rule."""
    certainty: str
    """How certain the reading of the print is."""
    house: bool = False
