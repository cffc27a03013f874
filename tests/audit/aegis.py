"""The interaction audit of A.E.G.I.S.: two robots with the same Actions, each in any condition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from gattai.games.aegis.actions import Combine, Move, Use
from gattai.games.aegis.attack.aiming import area, use_refusals
from gattai.games.aegis.keywords.passives import Cloak
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.state import RED, Act, Effect, State, Unit, UnitId, other
from gattai.kernel.action import Action
from gattai.kernel.position import GamePosition, apply
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import hex_at
from tests.audit.grid import Answer, Audit, Condition, Permission, least_refused
from tests.games.aegis.table import LATER, action, field, robot

RULES = Aegis()
Offset = tuple[int, int]

ACTIONS = (
    action("Gun", distance=6),
    action("Mortar", distance=6, attributes="ARC"),
    action("Laser", attributes="LSR"),
    action("Cannon", distance=6, attributes="HVY"),
    action("Missile", distance=6, attributes="RCH"),
    action("Dart", distance=6, attributes="LHT"),
    action("Shove", distance=6, type="push", power=2),
    action("Jam", distance=6, type="debuff", attributes="ACC"),
    action("Wave", radius=5),
    action("Bomb", distance=6, radius=1),
    action("Sword", attributes="MLE"),
    action("Weld", distance=6, type="repair"),
)
USED = {
    "shot": "Gun",
    "arc": "Mortar",
    "laser": "Laser",
    "heavy": "Cannon",
    "recharging": "Missile",
    "light": "Dart",
    "push": "Shove",
    "debuff": "Jam",
    "melee": "Sword",
    "repair": "Weld",
}
"""The Action of each permission that targets."""
PASSIVES = ("Retaliate", "Cloaking 2")
DUO = robot("duo", *ACTIONS[:2], level=2, classes=("A", "E"))


class Laid(NamedTuple):
    """How a condition is laid: what differs from a robot that stands in the open."""

    card: dict[str, Any] = {}
    unit: dict[str, Any] = {}
    effect: str = ""
    terrain: tuple[Offset, ...] = ()
    friend: str = ""
    """A passive of an ally beside it."""
    act: dict[str, Any] | None = None
    """What it has done in its act, when it acts."""


LAID: dict[Condition, Laid] = {
    Condition("open", "in the open"): Laid(),
    Condition("terrain", "behind terrain"): Laid(terrain=((1, 0),)),
    Condition("stunned", "that is stunned"): Laid(effect="STN"),
    Condition("captured", "that is captured"): Laid(effect="CAPTURE"),
    Condition("disarmed", "that is disarmed"): Laid(effect="DSA"),
    Condition("exposed", "that is exposed"): Laid(effect="XPO"),
    Condition("cloaked", "that is cloaked"): Laid(effect="CLOAK"),
    Condition("vanished", "that has vanished"): Laid(effect="VANISH"),
    Condition("evasive", "with its Evasion raised"): Laid(effect="EVA"),
    Condition("flying", "with Flight"): Laid(card={"passives": (*PASSIVES, "Flight")}),
    Condition("jet", "that is a Jet"): Laid(card={"passives": (*PASSIVES, "Jet 2")}),
    Condition("beacon", "with Beacon"): Laid(card={"passives": (*PASSIVES, "Beacon")}),
    Condition("guarded", "beside an ally with Beacon"): Laid(friend="Beacon"),
    Condition("signal", "beside an ally with Signal"): Laid(friend="Signal"),
    Condition("combined", "of Level 2"): Laid(card={"level": 2, "classes": ("A", "G")}),
    Condition("moved", "that has moved in its act"): Laid(
        unit={"moved": True, "acted": True}, act={"moves": 1}
    ),
    Condition("used", "that has used its Action"): Laid(
        unit={"acted": True}, act={"used": ("Gun",)}
    ),
    Condition("acted", "that has acted this turn"): Laid(unit={"acted": True}),
    Condition("recharging", "with a Missile to recharge"): Laid(
        unit={"last_used": (("Missile", 2),)}
    ),
    Condition("spent", "whose side has no energy"): Laid(),
    Condition("fresh", "whose side has not had its first turn"): Laid(),
    Condition("waiting", "waiting to drop"): Laid(
        card={"passives": (*PASSIVES, "Combat Drop 2")}, unit={"fate": "waiting"}
    ),
    Condition("gone", "that is destroyed"): Laid(unit={"fate": "destroyed"}),
}
BY_ID = {each.id: each for each in LAID}
OPEN = BY_ID["open"]

PERMISSIONS = (
    Permission("shot", "shot at a Distance"),
    Permission("arc", "Arcing shot"),
    Permission("laser", "Laser"),
    Permission("heavy", "Heavy shot"),
    Permission("recharging", "shot that recharges"),
    Permission("light", "Light shot"),
    Permission("push", "Push"),
    Permission("debuff", "Debuff"),
    Permission("radius", "Radius around itself"),
    Permission("splash", "Radius around another target"),
    Permission("melee", "Melee Action"),
    Permission("retaliate", "Retaliation for a shot", answers="shot"),
    Permission("retaliate-arc", "Retaliation for an Arcing shot", answers="arc"),
    Permission("repair", "Repair of an ally"),
    Permission("combine", "combine with an ally"),
)
STRUCK_BY = {"retaliate": "Gun", "retaliate-arc": "Mortar"}
OWN = (
    Permission("move", "move"),
    Permission("over", "move over a robot"),
    Permission("cloak", "cloak"),
    Permission("cloak-away", "cloak and slip away"),
)


class Table(NamedTuple):
    """A table with both robots on it; it is the first one's turn."""

    state: State
    one: UnitId
    two: UnitId
    beside: UnitId
    """An ally beside the second; the second itself where there is none."""


def lay(
    one: Condition,
    two: Condition,
    far: int,
    *,
    allies: bool = False,
    bystander: bool = False,
    seat: Seat = RED,
) -> Table:
    """Both robots on one line, so many hexes apart; it is the turn of the first."""
    units: list[Unit] = []
    terrain: list[Offset] = []
    asked: list[UnitId] = []
    turns, energy = [2, 2], [20, 20]
    beside = UnitId(0)
    for number, condition in enumerate((one, two)):
        laid, sign = LAID[condition], 1 - 2 * number
        q, r = ((1 - far, 0), (1, 0))[number]
        own = seat if number == 0 or allies else other(seat)
        known = {"passives": PASSIVES, "classes": ("AE"[number],), **laid.card}
        card = robot(f"r{number}", *ACTIONS, **known)
        effects = (Effect(laid.effect, other(own), 1),) if laid.effect else ()
        unit = Unit(card.name, card, own, card.action, (card,), effects=effects, **laid.unit)
        asked.append(UnitId(len(units)))
        units.append(unit if unit.fate else replace(unit, at=hex_at(q, r)))
        if laid.friend:
            units.append(_ally(f"f{number}", own, (q - sign, r + sign), laid.friend))
        if bystander and number == 1:
            beside = UnitId(len(units))
            units.append(_ally("b", own, (q, r + sign)))
        terrain += [(q + sign * ahead, r + sign * aside) for ahead, aside in laid.terrain]
        if condition.id == "spent":
            energy[own] = 0
        if condition.id == "fresh":
            turns[own] = 1 if own == seat else 0
    first, second = asked
    act = LAID[one].act
    state = State(
        field=field(*terrain), units=tuple(units), pools=((DUO,), (DUO,)), phase="acting",
        turn=seat, turns=(turns[0], turns[1]), energy=(energy[0], energy[1]),
        act=None if act is None else Act(first, **act), first_actor=first,
    )  # fmt: skip
    return Table(state, first, second, beside if bystander else second)


def _ally(name: str, seat: Seat, at: Offset, *passives: str) -> Unit:
    card = robot(name, ACTIONS[0], passives=passives)
    return Unit(name, card, seat, card.action, (card,), at=hex_at(*at))


@cache
def _laid(one: Condition, two: Condition, how: str) -> Table:
    far = 1 if how in ("melee", "combine") else 3
    allies = how in ("repair", "combine")
    return lay(one, two, far, allies=allies, bystander=how == "splash")


def ask(permission: Permission, one: Condition, two: Condition) -> Answer:
    """Whether a robot in the first condition may do this to one in the second."""
    name = permission.id
    if name in STRUCK_BY:
        return _retaliates(name, one, two)
    near = name in ("melee", "combine")
    if near and "terrain" in (one.id, two.id):
        return None  # there is no room between
    if name in ("repair", "combine") and "fresh" in (one.id, two.id) and one != two:
        return None  # allies have their turns together
    how = name if name in ("melee", "combine", "repair", "splash") else ""
    table = _laid(one, two, how)
    state, actor, target = table[:3]
    if name in USED:
        return tuple(Use(actor, USED[name], target).refusals(state))
    if name == "combine":
        if "combined" in (one.id, two.id):
            return None  # another recipe
        return tuple(Combine(actor, target, "duo").refusals(state))
    use = Use(actor, "Wave") if name == "radius" else Use(actor, "Bomb", table.beside)
    refusals = tuple(use.refusals(state))
    if refusals or (card := use.card_in(state)) is None:
        return refusals
    if target in area(state, actor, card, use.target):
        return ()
    return (Refusal("AEGIS.TERM.UNIT", "it is not on the battlefield"),)


def _retaliates(name: str, one: Condition, two: Condition) -> Answer:
    """The second shoots at the first and misses: may the first strike back with the same Action?"""
    table = _laid(two, one, "")
    step = apply(RULES, GamePosition(table.state), Use(table.one, STRUCK_BY[name], table.two))
    while not step.position.is_settled:
        question = step.question
        if isinstance(question, Roll):
            step = apply(RULES, step.position, (1,) * question.dice.count)
            continue
        assert isinstance(question, Choose), question
        if Use(table.two, STRUCK_BY[name], table.one) in question.options:
            return ()
        leave = [each for each in LATER if each in question.options]
        step = apply(RULES, step.position, leave[0] if leave else question.otherwise)
    after = step.position.state
    card = after.units[table.two].find_action(STRUCK_BY[name])
    assert card is not None
    found = tuple(use_refusals(after, table.two, card, table.one, "retaliation"))
    assert found, f"{one.id} is not asked to strike back at {two.id}, and nothing refuses it"
    return found


def ask_own(permission: Permission, one: Condition) -> Answer:
    """Whether a robot in this condition may do this by itself."""
    table = lay(one, OPEN, 3)
    state, unit = table.state, table.one
    at = state.units[unit].at
    if at is None:
        chosen: Action = Move(unit, hex_at(-3, 1))
        return tuple(chosen.refusals(state))
    return least_refused(_own_attempts(permission.id, table), state)


def _own_attempts(name: str, table: Table) -> Iterator[Action]:
    state, unit = table.state, table.one
    at = state.units[unit].at
    assert at is not None
    near = state.field.ground.near(at, 2)
    match name:
        case "move":
            yield from (Move(unit, to) for to in near if to != at)
        case "over":
            # the hex behind the other robot, straight through it
            yield Move(unit, hex_at(2, 0), (hex_at(-1, 0), hex_at(0, 0), hex_at(1, 0)))
        case "cloak":
            yield Cloak(unit, at)
        case "cloak-away":
            yield from (Cloak(unit, to) for to in near if to != at)


ABOUT = """\
Two robots with the same Actions and passives (Retaliate, Cloaking 2) are on one line of hexes, three apart, or side by side where
needed. Each is in one of the conditions, everything else is equal, and both sides have 20 energy. For Repair and combine
they are allies. Both have had their first turns, unless the condition says otherwise."""

AUDIT = Audit(
    book=RULES.rulebook,
    conditions=tuple(LAID),
    permissions=PERMISSIONS,
    own=OWN,
    ask=ask,
    ask_own=ask_own,
    about=ABOUT,
)
