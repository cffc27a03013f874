"""The table of a battle: robots, energy, whose turn it is, and what the acting robot has done."""

from __future__ import annotations

from typing import Any, Literal

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
    """AEGIS.TERM.FULL-TURN: something that lasts until that seat's next turn starts."""

    kind: str
    until: Seat
    amount: int = 0


class Unit(msgspec.Struct, frozen=True):
    """AEGIS.TERM.UNIT: a robot; active while it stands on the field."""

    name: str
    card: UnitCard
    seat: Seat
    actions: tuple[ActionCard, ...]
    """The Actions it has now: printed, or inherited in their place."""
    under: tuple[UnitCard, ...]
    """The Level 1 cards beneath it; for a Level 1 unit its own."""
    at: Spot | None = None
    fate: Literal["", "waiting", "destroyed", "consumed"] = ""
    """Why it is not on the field, once the battle has begun."""
    damage: int = 0
    output_change: int = 0
    acted: bool = False
    moved: bool = False
    inherited: tuple[int, ...] = ()
    """The slots that were overwritten when it came into play."""
    effects: tuple[Effect, ...] = ()
    last_used: tuple[tuple[str, int], ...] = ()
    """In which of its owner's full turns it last used an Action that remembers."""
    rerolled: tuple[str, ...] = ()
    """The sources of Reroll that it has used this turn."""
    came: int = 0
    """The turn, counted over both sides, in which it came into play after the start."""

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of all Level 1 units beneath it."""
        return tuple(sorted(letter for card in self.under for letter in card.classes))

    @property
    def makes(self) -> tuple[str, ...]:
        """AEGIS.TERM.NAME: a combined unit counts as all Makes beneath it."""
        return tuple(sorted({card.make for card in self.under}))

    def find_action(self, name: str) -> ActionCard | None:
        """The Action of that name, if the unit has it now."""
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
    """The readings of rulings that this match is played with; `rulebook.toml` says what each means."""

    energy_boost: Literal["by", "to"] = "by"
    push_destroyed: Literal["pushed", "stays"] = "pushed"


class State(msgspec.Struct, frozen=True, dict=True):
    """AEGIS.TERM.TRACKING: a settled table. Everything in it is open to both players."""

    field: FieldCard
    units: tuple[Unit, ...]
    pools: tuple[tuple[UnitCard, ...], tuple[UnitCard, ...]]
    """The Combine Pool cards that have not come into play."""
    phase: Phase = "roll"
    first: Seat = RED
    turn: Seat = RED
    turns: tuple[int, int] = (0, 0)
    """How many turns each side has started."""
    energy: tuple[int, int] = (0, 0)
    act: Act | None = None
    first_actor: UnitId | None = None
    destroyed: tuple[int, int] = (0, 0)
    marks: tuple[tuple[Seat, UnitId], ...] = ()
    """Units that a side has selected for the rest of the game."""
    owed: tuple[Seat, ...] = ()
    """Sides that have to select a unit now, in this order."""
    deferred: tuple[Seat, ...] = ()
    """Sides that have to select a unit when their next turn starts."""
    lost: tuple[Seat, ...] = ()
    lost_by: str = ""
    """The rule by which the game ended."""
    turn_limit: int = 0
    rulings: Rulings = Rulings()

    def seat_of(self, unit_id: UnitId) -> Seat:
        """Whose a unit is."""
        return self.units[unit_id].seat

    @property
    def all_units(self) -> tuple[UnitId, ...]:
        """Every unit, on the field or not."""
        return tuple([UnitId(number) for number in range(len(self.units))])

    def with_unit(self, unit_id: UnitId, unit: Unit) -> State:
        """The same table with one unit changed."""
        units = (*self.units[:unit_id], unit, *self.units[unit_id + 1 :])
        return msgspec.structs.replace(self, units=units)

    def paid(self, seat: Seat, price: int) -> tuple[int, int]:
        """The pools once a side has paid so much."""
        red, blue = self.energy
        return (red - price, blue) if seat == 0 else (red, blue - price)

    def act_of(self, unit_id: UnitId) -> Act:
        """The act of this unit: the one that is running, or a new one."""
        act = self.act
        return act if act is not None and act.unit == unit_id else Act(unit_id)

    def acting(self, unit_id: UnitId, act: Act | None, **changes: Any) -> State:
        """The unit is acting: it has acted this turn, and the first to do so is remembered."""
        unit = msgspec.structs.replace(self.units[unit_id], acted=True, **changes)
        first = unit_id if self.first_actor is None else self.first_actor
        return msgspec.structs.replace(self.with_unit(unit_id, unit), act=act, first_actor=first)

    @lazy
    def speech(self) -> Speech:
        """Units by their words on this table, places by their coordinates, sides by their names."""
        return {
            UnitId: lambda unit_id: self.units[unit_id].name,
            Spot: self.field.ground.text,
            Seat: SIDES.__getitem__,
            ActionCard: lambda action: action.name,
        }

    @lazy
    def on_field(self) -> tuple[tuple[UnitId, Unit, Spot], ...]:
        """The active units and where they stand, in their order."""
        return tuple(
            [
                (UnitId(number), unit, unit.at)
                for number, unit in enumerate(self.units)
                if unit.at is not None
            ]
        )

    @lazy
    def standing(self) -> dict[Spot, UnitId]:
        """Who stands where."""
        return {at: unit_id for unit_id, _, at in self.on_field}

    @lazy
    def found_ways(self) -> dict[Any, dict[Spot, int]]:
        """Where units can get to from here, kept as it is found."""
        return {}

    @property
    def turn_count(self) -> int:
        """How many turns have started in all."""
        return self.turns[0] + self.turns[1]

    def is_banned(self, seat: Seat) -> bool:
        """AEGIS.SETUP.FIRST-TURN-BAN: the other side has not yet finished a first turn."""
        foe = other(seat)
        return self.turns[foe] == 0 or (self.turns[foe] == 1 and self.turn == foe)


def other(seat: Seat) -> Seat:
    """The other side."""
    return BLUE if seat == RED else RED
