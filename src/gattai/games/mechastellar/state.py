"""The state of a battle: models, Momentum, points, the ground, and what the active unit has done."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Concatenate, Literal, NewType, ParamSpec, TypeVar

import msgspec

from gattai.games.mechastellar.cards import UnitCard, WeaponCard
from gattai.games.mechastellar.ground import Ground
from gattai.games.mechastellar.parameters import Parameters, Rulings
from gattai.kernel.lazy import lazy
from gattai.kernel.question import Seat
from gattai.kernel.text.template import Speech
from gattai.tabletop.hexes import Hex, to_text

T = TypeVar("T")
P = ParamSpec("P")

UnitId = NewType("UnitId", int)
"""The index of a model in `State.units`. A unit is named by its model, a squad by its leader."""

SOUTH, NORTH = Seat(0), Seat(1)
SEATS = (SOUTH, NORTH)
SIDES = ("south", "north")
Phase = Literal[
    "order", "deploying", "facing", "rolling", "first", "launching", "challenging",
    "activating", "acting", "over",
]  # fmt: skip
Fate = Literal["", "reserve", "aboard", "destroyed"]


class Unit(msgspec.Struct, frozen=True):
    """MS.UNIT.DEFINITION: one model, alone or in a squad. The leader holds what a squad shares."""

    name: str
    card: UnitCard
    seat: Seat
    leader: UnitId
    """The model that leads its squad; itself if it is alone (MS.SQUAD.LEADER)."""
    hp: int
    uses: tuple[int, ...]
    """The uses left of each weapon; -1 means unlimited (MS.WEAPON.USES)."""
    at: Hex | None = None
    facing: int = 0
    fate: Fate = ""
    """Why it is not on the table after setup."""
    ship: UnitId | None = None
    commander: bool = False
    transformed: bool = False
    submerged: bool = False
    activated: bool = False
    fell: bool = False
    """MS.TA.CRUMBLE: it fell with its building and has not activated since."""
    late: bool = False
    """MS.REINFORCE.TURN: it has arrived and counts for no Control Point before its next turn."""
    points: int = 0
    """The Boost, Power or Havoc left this round."""
    barrier: int = 0
    stun: int = 0
    orders: int = 0
    """MS.ORDERS.OPS: orders waiting to reduce a cost."""
    lost: tuple[str, ...] = ()
    """Battle Damage: `weapon:...`, `shield_s`, `shield_md`, `head`, `legs`, `core`, `trait:...`."""
    fired: tuple[str, ...] = ()
    """Weapons used this round."""
    support: tuple[str, ...] = ()
    """Weapons in Support Mode this round, one entry for each use."""
    bits: tuple[tuple[str, int], ...] = ()
    """MS.REMOTE.SHOOTDOWN: dice that remote weapons have lost."""
    spent: tuple[str, ...] = ()
    """Limited things that have been used this round or this battle."""
    effects: tuple[tuple[str, int], ...] = ()
    """Effects until the Turn ends: skills, Fly, rerolls."""

    def effect(self, kind: str) -> int:
        """The amount of an effect until the Turn ends; 0 if there is none."""
        for name, amount in self.effects:
            if name == kind:
                return amount
        return 0

    def find_weapon(self, weapon_id: str) -> WeaponCard | None:
        """Find a weapon of the profile that is not lost."""
        found = self.card.find_weapon(weapon_id)
        return None if found is None or f"weapon:{weapon_id}" in self.lost else found

    def left_of(self, weapon_id: str) -> int:
        """The uses left of a weapon; -1 means unlimited."""
        for number, weapon in enumerate(self.card.weapon):
            if weapon.id == weapon_id:
                return self.uses[number]
        return 0


class Act(msgspec.Struct, frozen=True):
    """What the active unit has done in its turn, and its situation at the start."""

    unit: UnitId
    combat: int
    """Combat Actions left (MS.ACT.ACTIONS)."""
    moves: int
    """The Move Actions that are left."""
    start: Hex
    behind: tuple[UnitId, ...] = ()
    """MS.FACING.REAR: the enemies that had it in their rear arc at the start of its turn."""
    moved: int = 0
    spins: int = 0
    accelerates: int = 0
    fought: bool = False
    """Whether it has used a Combat Action."""
    begun: bool = False
    """Whether it has done anything in its turn."""
    attacks: tuple[tuple[UnitId, str], ...] = ()
    """Its attacks: target and weapon.

    MS.WEAPON.FREE: for an attack on terrain without a Combat Action the target is the unit itself.
    """
    blindsided: tuple[UnitId, ...] = ()
    shifted: tuple[Seat, ...] = ()
    """MS.MOM.SHIFT-ONCE: sides whose momentum has shifted this turn."""
    owed: int = 0
    """MS.STUN.ACTIONS: actions that it still has to lose."""
    aggressor: UnitId | None = None
    """MS.RETURNFIRE.ATTACK: the unit whose attack made it activate."""
    arriving: bool = False
    ambushed: bool = False
    """Whether it arrived by Ambush this turn."""

    @property
    def has_struck(self) -> bool:
        """Return whether it has attacked a unit."""
        return any(target != self.unit for target, _ in self.attacks)


class State(msgspec.Struct, frozen=True, dict=True):
    """The state between two answers. Both players see all of it."""

    rules: Parameters
    ground: Ground
    units: tuple[Unit, ...]
    phase: Phase = "order"
    round: int = 0
    first: Seat = SOUTH
    turn: Seat = SOUTH
    alternate: bool = False
    """MS.DEPLOY.ALTERNATE: units alternate and may be placed almost anywhere."""
    momentum: tuple[int, int] = (0, 0)
    scores: tuple[int, int] = (0, 0)
    orders: tuple[int, int] = (0, 0)
    owners: tuple[Seat | None, ...] = ()
    """The owner of each Control Point."""
    former: tuple[Seat | None, ...] = ()
    """MS.CP.CONTEST: the last owner of each, or the current one; empty before the first capture."""
    act: Act | None = None
    faced: tuple[UnitId, ...] = ()
    """MS.DEPLOY.FACING: units whose facing has been set."""
    waiting: tuple[UnitId, ...] = ()
    """Units whose owners still have to be asked: launches at the start of a round."""
    duty: tuple[UnitId, ...] = ()
    """MS.RETURNFIRE.ACTIVATE: one of these units must be activated now."""
    aggressor: UnitId | None = None
    challenge: tuple[tuple[UnitId, UnitId], ...] = ()
    """The Challengers of this round."""
    revenge: tuple[tuple[UnitId, UnitId], ...] = ()
    """MS.CHALLENGE.REVENGE: pairs for the rest of the game."""
    revenged: tuple[Seat, ...] = ()
    commands: tuple[int, int] = (0, 0)
    """Commands used this round."""
    reforms: tuple[int, int] = (0, 0)
    last_shift: tuple[Seat, ...] = ()
    """MS.MOM.SHIFT-LAST: sides that have had their last shift of the round."""
    passed: tuple[Seat, ...] = ()
    """Sides that bring no more reinforcements this round."""
    ended_by: str = ""
    rulings: Rulings = Rulings()
    """The readings of our rulings for this match."""

    @lazy
    def speech(self) -> Speech:
        """The names of units, hexes and sides in the log: units as the rules write them."""
        return {UnitId: self.word, Hex: to_text, Seat: SIDES.__getitem__}

    @lazy
    def titles(self) -> Speech:
        """The names in options: units by the name on their card."""
        return {**self.speech, UnitId: self.called}

    def word(self, unit_id: UnitId) -> str:
        """The word for a unit as the rules write it."""
        return self.units[unit_id].name

    def called(self, unit_id: UnitId) -> str:
        return self.names[self.units[unit_id].name]

    @lazy
    def names(self) -> dict[str, str]:
        """The display name for the word of each model."""
        return _names(tuple([(unit.name, unit.card.name, unit.seat) for unit in self.units]))

    def weapon_name(self, weapon_id: str, unit_id: UnitId | None = None) -> str:
        """The display name of a weapon; without a unit that of any weapon with this id."""
        for unit in self.units if unit_id is None else (self.units[unit_id],):
            found = unit.card.find_weapon(weapon_id)
            if found is not None:
                return found.name
        return weapon_id.replace("-", " ") if unit_id is None else weapon_id

    @property
    def all_units(self) -> tuple[UnitId, ...]:
        """Every model, on the table or not."""
        return tuple(UnitId(number) for number in range(len(self.units)))

    def has(self, unit_id: UnitId) -> bool:
        """Return whether there is such a model."""
        return 0 <= unit_id < len(self.units)

    @property
    def who_acts(self) -> UnitId:
        """The active unit, or None."""
        assert self.act is not None
        return self.act.unit

    def seat_of(self, unit_id: UnitId) -> Seat:
        """The seat that owns a unit."""
        return self.units[unit_id].seat

    def with_unit(self, unit_id: UnitId, unit: Unit) -> State:
        """Return the state with one model changed."""
        units = (*self.units[:unit_id], unit, *self.units[unit_id + 1 :])
        return msgspec.structs.replace(self, units=units)

    @lazy
    def on_table(self) -> tuple[tuple[UnitId, Unit, Hex], ...]:
        """The models on the table with their hexes."""
        return tuple(
            [(UnitId(n), unit, unit.at) for n, unit in enumerate(self.units) if unit.at is not None]
        )

    @lazy
    def leaders(self) -> tuple[tuple[UnitId, Unit, Hex], ...]:
        """The units on the table, each named by its leader."""
        return tuple([each for each in self.on_table if each[1].leader == each[0]])

    @lazy
    def standing(self) -> dict[Hex, UnitId]:
        return {at: unit_id for unit_id, _, at in self.on_table}

    @lazy
    def found(self) -> dict[object, Any]:
        """A cache for results computed from this state."""
        return {}

    @lazy
    def squads(self) -> dict[UnitId, tuple[UnitId, ...]]:
        """The models of each squad that are not destroyed, leader first (MS.SQUAD.FORM)."""
        found: dict[UnitId, tuple[UnitId, ...]] = {}
        for number, unit in enumerate(self.units):
            if unit.leader != number and unit.fate != "destroyed":
                found[unit.leader] = (*found.get(unit.leader, (unit.leader,)), UnitId(number))
        return found

    def squad(self, leader: UnitId) -> tuple[UnitId, ...]:
        """The models of a unit, leader first; one if it is alone."""
        return self.squads.get(leader) or (leader,)

    def barrels(self, unit_id: UnitId, weapon_id: str) -> tuple[UnitId, ...]:
        """MS.SQUAD.DICE: the other models of a squad that join an attack with the same weapon.

        MS.AMB.SQUAD-USES: a weapon without uses cannot join in, unless only the leader's uses
        count.
        """
        counts = self.rulings.squad_uses == "each"
        found = []
        for member in self.squad(unit_id)[1:]:
            model = self.units[member]
            if model.find_weapon(weapon_id) and not (counts and model.left_of(weapon_id) == 0):
                found.append(member)
        return tuple(found)

    def foes(self, seat: Seat) -> list[tuple[UnitId, Unit, Hex]]:
        """The other side's units on the table."""
        return [each for each in self.leaders if each[1].seat != seat]

    def friends(self, seat: Seat) -> list[tuple[UnitId, Unit, Hex]]:
        """A side's own units on the table."""
        return [each for each in self.leaders if each[1].seat == seat]


@cache
def _names(units: tuple[tuple[str, str, Seat], ...]) -> dict[str, str]:
    """Display names: the name on the card, with a number or the side if several have it."""
    found = {}
    for place, (word, name, seat) in enumerate(units):
        same = [(n, side) for n, (_, other, side) in enumerate(units) if other == name]
        own = [n for n, side in same if side == seat]
        number = f" {own.index(place) + 1}" if len(own) > 1 else ""
        found[word] = f"{SIDES[seat]}'s {name}{number}" if len(same) > len(own) else name + number
    return found


def once_a_table(
    function: Callable[Concatenate[State, P], T],
) -> Callable[Concatenate[State, P], T]:
    """Decorator: cache a function of a state and some small values together with that state.

    Bots reach the same state many times, and odds ask for both pools of one state.
    """
    name = function.__name__

    @wraps(function)
    def kept(state: State, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (name, *args)
        found = state.found
        if key not in found:
            found[key] = function(state, *args, **kwargs)
        value: T = found[key]
        return value

    return kept  # type: ignore[return-value]


def other(seat: Seat) -> Seat:
    return NORTH if seat == SOUTH else SOUTH
