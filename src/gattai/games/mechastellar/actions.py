"""What can be answered: the actions of a battle, and the smaller answers in the middle of them."""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.games.mechastellar.state import UnitId
from gattai.tabletop.hexes import Hex

# Before the battle and between turns.


class Deploy(msgspec.Struct, frozen=True, tag="deploy"):
    """Put a model on the table."""

    unit: UnitId
    at: Hex


class Hold(msgspec.Struct, frozen=True, tag="reserve"):
    """Keep a unit in reserve."""

    unit: UnitId


class Embark(msgspec.Struct, frozen=True, tag="embark"):
    """Let a unit begin aboard a ship."""

    unit: UnitId
    ship: UnitId


class Face(msgspec.Struct, frozen=True, tag="face"):
    """Turn a model after deployment."""

    unit: UnitId
    facing: int


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Nothing more to set up."""


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Go first, or second."""

    place: Literal["first", "second"]


class Launch(msgspec.Struct, frozen=True, tag="launch"):
    """Launch a unit from its ship."""

    unit: UnitId
    at: Hex


class Stay(msgspec.Struct, frozen=True, tag="stay"):
    """Leave a unit aboard."""

    unit: UnitId


class Challenge(msgspec.Struct, frozen=True, tag="challenge"):
    """Bind one's own Elite unit and an enemy for the round."""

    own: UnitId
    foe: UnitId


class Decline(msgspec.Struct, frozen=True, tag="decline"):
    """Issue no Challenge."""


class Activate(msgspec.Struct, frozen=True, tag="activate"):
    """Begin a unit's turn."""

    unit: UnitId


class Reinforce(msgspec.Struct, frozen=True, tag="reinforce"):
    """Bring a unit out of reserve."""

    unit: UnitId
    at: Hex


class Combine(msgspec.Struct, frozen=True, tag="combine"):
    """Join a unit to another: they are one squad from now on."""

    leader: UnitId
    joining: UnitId


class Disband(msgspec.Struct, frozen=True, tag="disband"):
    """Take a squad apart."""

    leader: UnitId


# In a unit's turn.


class Move(msgspec.Struct, frozen=True, tag="move"):
    """A Move Action."""

    to: Hex
    submerge: bool = False


class Rotate(msgspec.Struct, frozen=True, tag="rotate"):
    """A Move Action spent on turning."""

    facing: int


class Spin(msgspec.Struct, frozen=True, tag="spin"):
    """The Free Spin after the first move."""

    facing: int


class Surface(msgspec.Struct, frozen=True, tag="surface"):
    """A Move Action spent on coming up."""


class Accelerate(msgspec.Struct, frozen=True, tag="accelerate"):
    """Move 4 in with Fly, for points or Combat Actions; by any unit that has points."""

    unit: UnitId
    to: Hex
    points: int = 0
    actions: int = 0


class Disengage(msgspec.Struct, frozen=True, tag="disengage"):
    """Leave those who engage the unit: by a Move Action, a Combat Action, or a point."""

    to: Hex
    by: Literal["move", "action", "point"] = "move"


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """Attack with a weapon."""

    weapon: str
    target: UnitId
    how: Literal["direct", "indirect", "through"] = "direct"
    power: bool = False


class Sweep(msgspec.Struct, frozen=True, tag="sweep"):
    """Attack several units with an area weapon, the first with everything one has."""

    weapon: str
    targets: tuple[UnitId, ...]
    power: bool = False


class Crash(msgspec.Struct, frozen=True, tag="crash"):
    """Attack along a Move Action: units, and pieces of terrain."""

    weapon: str
    targets: tuple[UnitId, ...]
    to: Hex
    pieces: tuple[Hex, ...] = ()


class ThrowEnemy(msgspec.Struct, frozen=True, tag="throw"):
    """Throw an enemy."""

    target: UnitId


class ThrowTerrain(msgspec.Struct, frozen=True, tag="hurl"):
    """Throw a piece of terrain at an enemy."""

    piece: Hex
    target: UnitId


class StrikeTerrain(msgspec.Struct, frozen=True, tag="strike"):
    """Attack a piece of terrain."""

    weapon: str
    piece: Hex


class RazeCover(msgspec.Struct, frozen=True, tag="raze"):
    """Havoc: a bonus attack on cover."""

    weapon: str
    piece: Hex


class SlideTerrain(msgspec.Struct, frozen=True, tag="slide"):
    """Push a piece of terrain."""

    weapon: str
    piece: Hex
    direction: int


class PullSelf(msgspec.Struct, frozen=True, tag="pull"):
    """Draw oneself towards a piece of terrain."""

    weapon: str
    piece: Hex


class Zeal(msgspec.Struct, frozen=True, tag="zeal"):
    """Buy Combat Actions with Momentum."""

    actions: int


class GiveUp(msgspec.Struct, frozen=True, tag="give-up"):
    """Lose actions to stun."""

    what: Literal["combat", "move"]


class Transform(msgspec.Struct, frozen=True, tag="transform"):
    """Take the other mode."""


class Support(msgspec.Struct, frozen=True, tag="support"):
    """Switch a weapon to Support Mode."""

    unit: UnitId
    weapon: str


class ShakeOff(msgspec.Struct, frozen=True, tag="shake-off"):
    """Spend a point to remove a stun token."""

    unit: UnitId


class Recharge(msgspec.Struct, frozen=True, tag="recharge"):
    """Spend a point to restore a barrier."""

    unit: UnitId


class Order(msgspec.Struct, frozen=True, tag="order"):
    """Give an order to a unit."""

    unit: UnitId


class AntiAir(msgspec.Struct, frozen=True, tag="anti-air"):
    """Ready a ship's anti-air defences."""

    unit: UnitId


class Repair(msgspec.Struct, frozen=True, tag="repair"):
    """Repair a unit aboard its ship."""

    unit: UnitId


class EndTurn(msgspec.Struct, frozen=True, tag="end-turn"):
    """Stop acting with this unit."""


# In the middle of an action.


class Aim(msgspec.Struct, frozen=True, tag="aim"):
    """What an attacker decides before the dice: Lock On and an elite bonus."""

    lock_on: Literal["", "die", "steady"] = ""
    bonus: str = ""


class Brace(msgspec.Struct, frozen=True, tag="brace"):
    """What a defender decides before the dice: Lock On, an elite bonus, the trade for a Counter."""

    lock_on: bool = False
    bonus: str = ""
    trade: bool = False


class Assign(msgspec.Struct, frozen=True, tag="assign"):
    """Spread unblocked Hits over the models of a squad."""

    hits: tuple[int, ...]


class Suffer(msgspec.Struct, frozen=True, tag="suffer"):
    """Take Battle Damage in place of HP damage: of a failed save, or of the Finishing Blow.

    Where only one of the two is left, it is in place of that.
    """

    loss: str
    of: Literal["save", "blow"] = "save"


class Endure(msgspec.Struct, frozen=True, tag="endure"):
    """Take the damage as it comes."""


class Shove(msgspec.Struct, frozen=True, tag="shove"):
    """The direction of a push."""

    direction: int


class Collide(msgspec.Struct, frozen=True, tag="collide"):
    """How a collision is borne."""

    by: Literal["momentum", "damage"]


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """Attack back."""

    weapon: str


class AtRisk(msgspec.Struct, frozen=True, tag="at-risk"):
    """Which cover has to hold."""

    piece: Hex


class Follow(msgspec.Struct, frozen=True, tag="follow"):
    """Where a member of a squad goes."""

    to: Hex


class Board(msgspec.Struct, frozen=True, tag="board"):
    """Go aboard at the end of a turn."""

    ship: UnitId


class Command(msgspec.Struct, frozen=True, tag="command"):
    """A command of the Commander, on a unit if it takes one."""

    name: Literal["trust", "rally", "rout"]
    unit: UnitId | None = None


class Select(msgspec.Struct, frozen=True, tag="select"):
    """Name a unit: of several that are equally near, for revenge, as a new leader."""

    unit: UnitId


class Land(msgspec.Struct, frozen=True, tag="land"):
    """Where somebody gets off a lost ship, or steps away after a feint."""

    at: Hex


READY, DECLINE, END_TURN, ENDURE = Ready(), Decline(), EndTurn(), Endure()

ACTIONS = (
    Deploy, Hold, Embark, Face, Ready, Begin, Launch, Stay, Challenge, Decline, Activate,
    Reinforce, Combine, Disband, Move, Rotate, Spin, Surface, Accelerate, Disengage, Attack, Sweep,
    Crash, ThrowEnemy, ThrowTerrain, StrikeTerrain, RazeCover, SlideTerrain, PullSelf, Zeal,
    GiveUp, Transform, Support, ShakeOff, Recharge, Order, AntiAir, Repair, EndTurn, Aim, Brace, Assign,
    Suffer, Endure, Shove, Collide, Counter, AtRisk, Follow, Board, Command, Select, Land,
)  # fmt: skip
