"""Two units on open ground, laid so that the attack in question can be asked about.

It is a table like any other, so what is told about it comes from the rules that play.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from gattai.games.mechastellar.cards import MapCard, TerrainCard, UnitCard, WeaponCard
from gattai.games.mechastellar.deeds import Attack, Crash
from gattai.games.mechastellar.figures import move_actions, stat
from gattai.games.mechastellar.ground import Ground
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.state import NORTH, SOUTH, Act, State, Unit, UnitId
from gattai.games.mechastellar.strike.aiming import blindsides, target_refusals
from gattai.games.mechastellar.strike.attack import may_counter
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex, axial, hex_at
from gattai.terminal.complaint import Complaint

USER, TARGET = UnitId(0), UnitId(1)
FARTHEST = 30
MOST_MOMENTUM = 99
EAST, WEST = 0, 3


class Given(msgspec.Struct, frozen=True):
    """What is given beside the profiles."""

    distance: int | None = None
    cover: bool = False
    """A wall before the target."""
    blindside: bool = False
    """The attacker began its turn behind the target."""
    high: bool = False
    exposed: bool = False
    """The attacker, the target stands on High Ground."""
    indirect: bool = False
    power: bool = False
    """Power is spent on the weapon's option."""
    space: bool = False
    round: int = 1
    momentum: int = 10
    hp: int | None = None
    """HP that the target has left."""
    stun: int = 0
    """Stun tokens of the target."""
    traits: bool = True
    """Whether pilots have their traits, which are ours."""
    counter: bool = False
    """The attack is a Counter."""


class Laid(msgspec.Struct, frozen=True):
    """The table, what is declared on it, the attack that follows, and what had to be assumed."""

    state: State
    action: Attack | Crash
    strike: Strike
    notes: tuple[str, ...] = ()


def usual_distance(weapon: WeaponCard, rules: Parameters) -> int:
    """Side by side for melee, as far as it reaches for the rest."""
    return 1 if weapon.kind == "melee" else max(1, rules.hexes(weapon.range_in))


def lay(
    user: UnitCard, weapon: WeaponCard, target: UnitCard, rules: Parameters, given: Given
) -> Laid:
    """The attacker in the west of a row, the target so many hexes to its east, and nothing else."""
    apart = usual_distance(weapon, rules) if given.distance is None else given.distance
    _check(given, apart, target)
    start = -(apart // 2)
    here, there = hex_at(start, 0), hex_at(start + apart, 0)
    if not given.traits:
        user, target = replace(user, pilot_traits=()), replace(target, pilot_traits=())
    one = _unit(user, SOUTH, USER, here, EAST)
    two = _unit(target, NORTH, TARGET, there, WEST)
    if one.name == two.name:
        two = replace(two, name=f"{two.name}-2")
    two = replace(two, hp=given.hp or two.hp, stun=given.stun)
    act = Act(unit=USER, combat=1, moves=1, start=here, behind=(TARGET,) if given.blindside else ())
    state = State(
        rules=rules,
        ground=Ground.of(_field(here, there, apart, given)),
        units=(one, two),
        phase="acting",
        round=given.round,
        momentum=(given.momentum, given.momentum),
        act=act,
    )
    if says(weapon, "rams"):
        act = replace(act, moves=max(1, move_actions(state, one)))
        state = replace(state, act=act)
    action, strike, notes = _declared(state, weapon, given, hex_at(start + apart + 1, 0))
    if given.cover and weapon.kind == "melee":
        notes = (*notes, "Cover is of no use in melee.")
    return Laid(state, action, strike, notes)


def _check(given: Given, apart: int, target: UnitCard) -> None:
    for what, number, least, most in (
        ("the target is", apart, 1, FARTHEST),
        ("the round is", given.round, 1, 9),
        ("Momentum is", given.momentum, 0, MOST_MOMENTUM),
        ("HP left are", target.hp if given.hp is None else given.hp, 1, 10 * target.hp),
        ("stun tokens are", given.stun, 0, 20),
    ):
        if not least <= number <= most:
            away = " hexes away" if what == "the target is" else ""
            raise Complaint(f"{what} {least} to {most}{away}, not {number}")


def _unit(card: UnitCard, seat: Seat, own: UnitId, at: Hex, facing: int) -> Unit:
    unit = Unit(
        name=card.id,
        card=card,
        seat=seat,
        leader=own,
        hp=card.hp,
        uses=tuple(weapon.uses for weapon in card.weapon),
        at=at,
        facing=facing,
        barrier=card.barrier.strength if card.barrier else 0,
    )
    return replace(unit, points=stat(unit))


def _field(here: Hex, there: Hex, apart: int, given: Given) -> MapCard:
    """Wide enough to be driven away on; with a wall and hills where they are wanted."""
    pieces: list[TerrainCard] = []
    q, r = axial(there)
    if given.cover:
        pieces.append(TerrainCard("wall", ((q - 1, r),), cover=True, destructible=True))
    for wanted, at in ((given.high, here), (given.exposed, there)):
        if wanted:
            pieces.append(TerrainCard("hill", (axial(at),), level=1))
    environment: Literal["G", "S"] = "S" if given.space else "G"
    return MapCard("open", "open ground", environment, 8, apart + 24, 1, (), tuple(pieces))


def _counter(state: State, weapon: WeaponCard) -> tuple[Attack | Crash, Strike, tuple[str, ...]]:
    """MS.COUNTER.PASSIVES: its own dice and Hits, and nothing of what the situation gives."""
    against = next(target_refusals(state, USER, weapon, TARGET, "direct", counter=True), None)
    if against is not None:
        raise Complaint(f"{weapon.name} cannot Counter: {against}")
    if not may_counter(state, USER):
        raise Complaint(f"{state.units[USER].card.name} cannot Counter: it is not Elite")
    note = "A Counter: no Lock On, elite bonus, support or Tactical Advantage on either side."
    return Attack(weapon.id, TARGET), Strike(USER, weapon, TARGET, counter=True), (note,)


def _declared(
    state: State, weapon: WeaponCard, given: Given, beyond: Hex
) -> tuple[Attack | Crash, Strike, tuple[str, ...]]:
    """What is declared, and the attack it leads to (MS.ATTACK.SEQUENCE, 1)."""
    blind = blindsides(state, USER, weapon, TARGET)
    if says(weapon, "rams") and not given.counter:
        hits = state.units[USER].card.size * state.rules.crash.hits_per_size
        strike = Strike(USER, weapon, TARGET, extra_hits=hits, blindside=blind)
        note = f"{weapon.name} attacks along a move: without Accelerate, from side by side."
        return Crash(weapon.id, (TARGET,), beyond), strike, (note,)
    if given.counter:
        return _counter(state, weapon)
    if given.power and weapon.option is None:
        raise Complaint(f"{weapon.name} gains nothing from Power")
    remote = says(weapon, "is_remote")
    how: Literal["direct", "indirect"] = "indirect" if given.indirect or remote else "direct"
    pen = weapon.option.pen if given.power and weapon.option else 0
    blind = blindsides(state, USER, weapon, TARGET, how)
    strike = Strike(USER, weapon, TARGET, how=how, blindside=blind, extra_pen=pen)
    notes = ("It is always fired indirectly.",) if remote and not given.indirect else ()
    return Attack(weapon.id, TARGET, how, given.power), strike, notes
