"""What is printed on cards and maps: unit and weapon profiles, the field, the chart."""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.kernel.lazy import lazy
from gattai.tabletop.hexes import DISTANCE, Hex, HexField, offset
from gattai.tabletop.sight import Sight

WeaponClass = Literal["melee", "light", "battle", "heavy"]


class WeaponCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon profile. `ap` N means N+, 0 means none; `range` is in inches."""

    id: str
    name: str
    weapon_class: WeaponClass = msgspec.field(name="class")
    range: int
    attacks: int
    power: int
    ap: int = 0


class UnitCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit profile. `armour` and `aegis` N mean N+, 0 means none; `move` is in inches."""

    id: str
    name: str
    models: int
    move: int
    defence: int
    hp: int
    points: int
    weapon: tuple[WeaponCard, ...]
    side: str = ""
    armour: int = 0
    aegis: int = 0
    house: bool = False

    def find_weapon(self, weapon_id: str) -> WeaponCard | None:
        """The weapon of that id, if the unit has it."""
        return next((weapon for weapon in self.weapon if weapon.id == weapon_id), None)


class FieldCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """A field of hexes with thickets, and how many rows at each long edge are for deployment."""

    id: str
    title: str
    columns: int
    rows: int
    inches_per_hex: int
    deployment_rows: int
    thickets: tuple[tuple[int, int], ...] = ()
    house: bool = False

    @lazy
    def hexes(self) -> HexField:
        """The map itself, thickets as terrain."""
        return HexField.rectangle(
            self.columns, self.rows, dict.fromkeys(self.thicket_hexes, "thicket")
        )

    @lazy
    def thicket_hexes(self) -> tuple[Hex, ...]:
        """ATTACK-CHART.HOUSE.THICKETS: the hexes that are thickets; they do not slow movement."""
        return tuple(offset(column, row) for column, row in self.thickets)

    @lazy
    def sight(self) -> Sight:
        """Who sees whom: thickets hide what lies beyond, not what stands in them."""
        return Sight(self.hexes, self.thicket_hexes, ends_excuse_their_patch=True)

    @lazy
    def _in_sight_and_range(self) -> dict[tuple[Hex, int], frozenset[Hex]]:
        return {}

    def open_to(self, at: Hex, inches: int) -> frozenset[Hex]:
        """The hexes within so many inches of a hex that it sees. Worked out once for each."""
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
        """The hexes in which each seat deploys: the rows nearest its own long edge."""
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
    first_power: int
    first_defence: int
    rows: tuple[str, ...]
    damaged: tuple[tuple[int, int], ...] = ()
    house: bool = False


class FormulaLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the Attack Dice Formula, for display; the rules themselves are in `needed`."""

    id: str
    when: str
    target: str
    rule: str
    certainty: str
    house: bool = False
