"""The state of a battle: robots, energy, whose turn it is, and what the acting robot has done."""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.ground.ground import UnitId as UnitId
from gattai.kernel.lazy import lazy
from gattai.kernel.question import Seat
from gattai.kernel.text.template import Speech

RED, BLUE = Seat(0), Seat(1)
SEATS = (RED, BLUE)
SIDES = ("red", "blue")
Phase = Literal["roll", "placing", "marking", "acting", "over"]


class Effect(msgspec.Struct, frozen=True, gc=False):
    """AEGIS.TERM.FULL-TURN: an effect that lasts until that seat's next turn starts."""

    kind: str
    until: Seat
    amount: int = 0


class Unit(msgspec.Struct, frozen=True):
    """AEGIS.TERM.UNIT: a robot, which is active while it is on the field."""

    name: str
    card: UnitCard
    seat: Seat
    actions: tuple[ActionCard, ...]
    """Its current Actions, printed or inherited in their place."""
    under: tuple[UnitCard, ...]
    """The Level 1 cards under it; for a Level 1 unit its own card."""
    at: Spot | None = None
    fate: Literal["", "waiting", "destroyed", "consumed"] = ""
    """Why it is not on the field after the battle has begun."""
    damage: int = 0
    output_change: int = 0
    acted: bool = False
    moved: bool = False
    inherited: tuple[int, ...] = ()
    """The slots that were overwritten when it came into play."""
    effects: tuple[Effect, ...] = ()
    last_used: tuple[tuple[str, int], ...] = ()
    """The full turn of its owner in which each recorded Action was last used."""
    rerolled: tuple[str, ...] = ()
    """The sources of Reroll that it has used this turn."""
    came: int = 0
    """The turn, counted over both sides, in which it came into play after the start."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of all Level 1 units under it."""
        return tuple(sorted(letter for card in self.under for letter in card.classes))

    @property
    def makes(self) -> tuple[str, ...]:
        """AEGIS.TERM.NAME: a combined unit counts as every Make under it."""
        return tuple(sorted({card.make for card in self.under}))

    def find_action(self, name: str) -> ActionCard | None:
        """The current Action of that name, or None."""
        for action in self.actions:
            if action.name == name:
                return action
        return None


class Act(msgspec.Struct, frozen=True, gc=False):
    """What the acting unit has done so far in its act."""

    unit: UnitId
    moves: int = 0
    moves_after: int = 0
    used: tuple[str, ...] = ()
    light: tuple[str, ...] = ()


class Rulings(msgspec.Struct, frozen=True, gc=False):
    """The readings of rulings for this match; `rulebook.toml` explains each."""

    energy_boost: Literal["by", "to"] = "by"
    push_destroyed: Literal["pushed", "stays"] = "pushed"


class State(msgspec.Struct, frozen=True, dict=True):
    """AEGIS.TERM.TRACKING: the state between two answers. Both players see all of it."""

    field: FieldCard
    units: tuple[Unit, ...]
    pools: tuple[tuple[UnitCard, ...], tuple[UnitCard, ...]]
    """The Combine Pool cards that are not in play yet."""
    phase: Phase = "roll"
    first: Seat = RED
    turn: Seat = RED
    turns: tuple[int, int] = (0, 0)
    """The number of turns each side has started."""
    energy: tuple[int, int] = (0, 0)
    act: Act | None = None
    first_actor: UnitId | None = None
    destroyed: tuple[int, int] = (0, 0)
    marks: tuple[tuple[Seat, UnitId], ...] = ()
    """The units that a side has selected for the rest of the game."""
    owed: tuple[Seat, ...] = ()
    """The sides that have to select a unit now, in order."""
    deferred: tuple[Seat, ...] = ()
    """The sides that have to select a unit when their next turn starts."""
    lost: tuple[Seat, ...] = ()
    lost_by: str = ""
    """The rule by which the game ended."""
    turn_limit: int = 0
    rulings: Rulings = Rulings()

    def seat_of(self, unit_id: UnitId) -> Seat:
        """The seat that owns a unit."""
        return self.units[unit_id].seat

    @property
    def all_units(self) -> tuple[UnitId, ...]:
        """Every unit, on the field or not."""
        return tuple([UnitId(number) for number in range(len(self.units))])

    def with_unit(self, unit_id: UnitId, unit: Unit) -> State:
        """Return the state with one unit changed."""
        units = (*self.units[:unit_id], unit, *self.units[unit_id + 1 :])
        return msgspec.structs.replace(self, units=units)

    def paid(self, seat: Seat, price: int) -> tuple[int, int]:
        """The energy pools after a side has paid this much."""
        red, blue = self.energy
        return (red - price, blue) if seat == 0 else (red, blue - price)

    def act_of(self, unit_id: UnitId) -> Act:
        """The act of this unit: the current one, or a new one."""
        act = self.act
        return act if act is not None and act.unit == unit_id else Act(unit_id)

    def acting(self, unit_id: UnitId, act: Act | None, **changes: object) -> State:
        """The unit acts: it has acted this turn, and the first such unit is remembered."""
        unit = msgspec.structs.replace(self.units[unit_id], acted=True, **changes)
        first = unit_id if self.first_actor is None else self.first_actor
        return msgspec.structs.replace(self.with_unit(unit_id, unit), act=act, first_actor=first)

    @lazy
    def speech(self) -> Speech:
        """The names of units, places and sides of this table."""
        return {
            UnitId: lambda unit_id: self.units[unit_id].name,
            Spot: self.field.ground.text,
            Seat: SIDES.__getitem__,
            ActionCard: lambda action: action.name,
        }

    @lazy
    def on_field(self) -> tuple[tuple[UnitId, Unit, Spot], ...]:
        """The active units with their places, in order."""
        return tuple(
            [
                (UnitId(number), unit, unit.at)
                for number, unit in enumerate(self.units)
                if unit.at is not None
            ]
        )

    @lazy
    def standing(self) -> dict[Spot, UnitId]:
        return {at: unit_id for unit_id, _, at in self.on_field}

    @lazy
    def found_ways(self) -> dict[object, dict[Spot, int]]:
        """A cache of the ways that units can move in this state."""
        return {}

    @property
    def turn_count(self) -> int:
        """The number of turns started by both sides."""
        return self.turns[0] + self.turns[1]

    def is_banned(self, seat: Seat) -> bool:
        """AEGIS.SETUP.FIRST-TURN-BAN: whether the other side has not finished a first turn."""
        foe = other(seat)
        return self.turns[foe] == 0 or (self.turns[foe] == 1 and self.turn == foe)


def other(seat: Seat) -> Seat:
    return BLUE if seat == RED else RED
