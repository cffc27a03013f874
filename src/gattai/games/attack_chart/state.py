"""The state of a firefight: where units are, how many HP they have, and whose turn it is."""

from __future__ import annotations

from typing import Literal, NewType

import msgspec

from gattai.games.attack_chart.attack.needed import Method
from gattai.games.attack_chart.cards import FieldCard, UnitCard
from gattai.kernel.lazy import lazy
from gattai.kernel.question import Seat
from gattai.kernel.text.template import Speech
from gattai.tabletop.hexes import DISTANCE, Hex, to_text

UnitId = NewType("UnitId", int)
"""The index of a unit in `State.units`, which never changes during a game."""

Phase = Literal["method", "roll-off", "deploying", "fighting", "over"]

BLUE, RED = Seat(0), Seat(1)
SIDES = ("blue", "red")


class Unit(msgspec.Struct, frozen=True):
    """A unit in play: its card, its owner, its hex, and the HP its models have left."""

    name: str
    card: UnitCard
    seat: Seat
    hp: int
    at: Hex | None = None
    activated: bool = False

    @property
    def models(self) -> int:
        """The number of models left: HP loss passes from model to model (ruling AMB.OVERKILL)."""
        return -(-self.hp // self.card.hp)


class Rulings(msgspec.Struct, frozen=True, gc=False):
    """The readings of rulings for this match; `rulebook.toml` explains each."""

    melee_modifiers: Literal["sum", "worst"] = "sum"
    class_penalty: Literal["anywhere", "inside"] = "anywhere"


class State(msgspec.Struct, frozen=True, dict=True):
    """The state of a firefight between two answers."""

    field: FieldCard
    units: tuple[Unit, ...]
    rounds: int
    method: Method | None = None
    phase: Phase = "method"
    round: int = 1
    first: Seat = BLUE
    """The side that won the roll-off."""
    turn: Seat = BLUE
    acting: UnitId | None = None
    moved: bool = False
    withdrew: bool = False
    fired: tuple[str, ...] = ()
    """The weapons that the acting unit has used in this activation."""
    rulings: Rulings = Rulings()

    def seat_of(self, unit_id: UnitId) -> Seat:
        """The seat that owns a unit."""
        return self.units[unit_id].seat

    def has(self, unit_id: UnitId) -> bool:
        """Return whether this unit is at this table."""
        return 0 <= unit_id < len(self.units)

    @property
    def all_units(self) -> tuple[UnitId, ...]:
        """Every unit, on the field or not."""
        return tuple(UnitId(number) for number in range(len(self.units)))

    @property
    def who_acts(self) -> UnitId:
        """The acting unit, or None."""
        assert self.acting is not None
        return self.acting

    def who_stands(self, at: Hex) -> Unit | None:
        """The unit on a hex, or None."""
        return next((unit for _, unit, there in self.on_field if there == at), None)

    def with_unit(self, unit_id: UnitId, unit: Unit) -> State:
        """Return the state with one unit changed."""
        units = (*self.units[:unit_id], unit, *self.units[unit_id + 1 :])
        return msgspec.structs.replace(self, units=units)

    @lazy
    def speech(self) -> Speech:
        """The names of units, hexes and sides of this table."""
        return {UnitId: self.called, Hex: to_text, Seat: SIDES.__getitem__}

    def called(self, unit_id: UnitId) -> str:
        """A unit's name on its card; with its side, and its own word, if other units have the same
        name.
        """
        unit = self.units[unit_id]
        same = [each for each in self.units if each.card.name == unit.card.name]
        if len(same) == 1:
            return unit.card.name
        sided = f"{SIDES[unit.seat]}'s {unit.card.name}"
        alone = sum(each.seat == unit.seat for each in same) == 1
        return sided if alone else f"{sided} ({unit.name})"

    def weapon_name(self, unit_id: UnitId, weapon_id: str) -> str:
        """The name of a weapon on its card."""
        weapon = self.units[unit_id].card.find_weapon(weapon_id)
        return weapon.name if weapon else weapon_id

    @lazy
    def on_field(self) -> tuple[tuple[UnitId, Unit, Hex], ...]:
        """The units on the field with their hexes, in order."""
        return tuple(
            [
                (UnitId(number), unit, unit.at)
                for number, unit in enumerate(self.units)
                if unit.at is not None
            ]
        )

    @lazy
    def melees(self) -> dict[UnitId, tuple[UnitId, ...]]:
        """ATTACK-CHART.HOUSE.ENGAGED: adjacent enemies are engaged; all units linked this way form
        one melee.

        Maps each engaged unit to its melee, which includes itself. Cached for each state.
        """
        blue = [(one, at) for one, unit, at in self.on_field if unit.seat == BLUE]
        red = [(two, at) for two, unit, at in self.on_field if unit.seat == RED]
        touching = [(one, two) for one, at in blue for two, to in red if DISTANCE[to - at] == 1]
        linked: dict[UnitId, list[UnitId]] = {}
        for one, two in touching:
            linked.setdefault(one, []).append(two)
            linked.setdefault(two, []).append(one)
        return {unit_id: _all_linked(unit_id, linked) for unit_id in linked}

    def inches(self, one: Unit, other: Unit) -> int:
        """ATTACK-CHART.HOUSE.FIELD: the distance between two units in inches."""
        assert one.at is not None
        assert other.at is not None
        return DISTANCE[other.at - one.at] * self.field.inches_per_hex


def _all_linked(unit_id: UnitId, linked: dict[UnitId, list[UnitId]]) -> tuple[UnitId, ...]:
    found = [unit_id]
    for member in found:
        found += [near for near in linked[member] if near not in found]
    return tuple(found)


def other(seat: Seat) -> Seat:
    return RED if seat == BLUE else BLUE
