"""The interaction audit of MechaStellar: what its rules say about two machines in any two conditions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from msgspec.structs import replace

from gattai.games.mechastellar.actions import (
    END_TURN,
    Accelerate,
    Activate,
    Attack,
    Challenge,
    Counter,
    CrashAttack,
    Disengage,
    GiveUp,
    Launch,
    Move,
    Order,
    Recharge,
    Reinforce,
    Repair,
    Rotate,
    ShakeOff,
    Support,
    Surface,
    Sweep,
    ThrowEnemy,
    ThrowTerrain,
    Transform,
    Zeal,
)
from gattai.games.mechastellar.attack.aiming import target_refusals, weapon_refusals
from gattai.games.mechastellar.attack.attack import may_counter
from gattai.games.mechastellar.figures import (
    can_engage,
    elevation,
    engaging,
    fly_bars,
    reach_bars,
)
from gattai.games.mechastellar.phases.anytime import reactions
from gattai.games.mechastellar.phases.turns import GoAboard
from gattai.games.mechastellar.state import State, UnitId, other
from gattai.kernel.action import Action
from gattai.kernel.position import GamePosition, Step, apply
from gattai.kernel.question import Choose, Roll
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import DISTANCE, within
from tests.audit.grid import Answer, Audit, Condition, Permission, least_refused
from tests.audit.mechastellar_tables import BY_ID, LAID, OPEN, RULES, SHIP, Table, lay
from tests.games.mechastellar.table import LATER

FAR = (
    Permission("direct", "direct fire"),
    Permission("indirect", "Indirect Fire"),
    Permission("through", "shot through terrain"),
    Permission("area", "area weapons"),
    Permission("remote", "remote weapons"),
    Permission("hurl", "thrown terrain"),
    Permission("challenge", "Challenge"),
)
NEAR = (
    Permission("melee", "melee"),
    Permission("throw", "throw"),
    Permission("crash", "Crash"),
    Permission("engage", "engagement"),
)
SWEEP = Permission("sweep", "sweep over it and another")
COUNTERS = (
    Permission("counter-shot", "Counter against a shot", answers="direct"),
    Permission("counter-indirect", "Counter against Indirect Fire", answers="indirect"),
    Permission("counter-melee", "Counter in melee", answers="melee"),
)
STRUCK_BY = {
    "counter-shot": ("gun", "direct", "gun"),
    "counter-indirect": ("mortar", "indirect", "gun"),
    "counter-melee": ("blade", "direct", "blade"),
}
"""The weapon that strikes, how, and the one that strikes back."""
OWN = (
    Permission("activate", "begin its turn"),
    Permission("move", "move"),
    Permission("move-dry", "move to dry ground"),
    Permission("rotate", "turn on the spot"),
    Permission("accelerate", "accelerate with its Combat Action"),
    Permission("accelerate-point", "accelerate with a point"),
    Permission("accelerate-dry", "accelerate to dry ground"),
    Permission("react", "accelerate with a point in the enemy's turn"),
    Permission("disengage", "disengage from an enemy beside it"),
    Permission("disengage-dry", "disengage to dry ground"),
    Permission("crash-dry", "crash to dry ground"),
    Permission("surface", "surface"),
    Permission("transform", "transform"),
    Permission("zeal", "use Zeal after an attack"),
    Permission("support", "switch a weapon to Support Mode"),
    Permission("shake-off", "shake off stun"),
    Permission("recharge", "recharge its barrier"),
    Permission("order", "be given an order"),
    Permission("repair", "be repaired"),
    Permission("board", "go aboard its ship"),
    Permission("launch", "be launched when a Round starts"),
    Permission("end", "end its turn"),
)


def _begun(table: Table, actor: UnitId, condition: Condition, keep: str) -> State | Answer:
    """The table once a unit has begun its turn, or why it cannot.

    Stun takes what is not to be kept: a Move Action before an attack, a Combat Action before a move.
    """
    seat = table.state.units[actor].seat
    state = replace(table.state, turn=seat)
    if condition.id == "attacked":
        state = replace(state, duty=(actor,), aggressor=table.foes[seat])
    action: Action = Activate(actor)
    if condition.id == "arriving":
        reserve = replace(state.units[actor], at=None, fate="reserve")
        state = state.with_unit(actor, reserve)
        action = Reinforce(actor, table.places[seat])
    refusals = tuple(action.refusals(state))
    if refusals:
        return refusals
    step: Step[State] = apply(RULES, GamePosition(state), action)
    while not step.position.is_settled:
        assert isinstance(step.question, Choose)
        step = apply(RULES, step.position, step.question.otherwise)
    state = step.position.state
    order: dict[str, tuple[Literal["combat", "move"], ...]]
    order = {"combat": ("move", "combat"), "move": ("combat", "move"), "": ()}
    for what in order[keep]:
        while not any((give := GiveUp(what)).refusals(state)):
            state = apply(RULES, GamePosition(state), give).position.state
    return state


def forget() -> None:
    """Lay every table anew."""
    _far.cache_clear()
    _ready.cache_clear()


@cache
def _far(
    one: Condition, two: Condition, far: int, bystander: bool = False, north: bool = False
) -> Table | None:
    if far == 1 and (LAID[one].needs_room or LAID[two].needs_room):
        return None
    if not north:
        return lay(one, two, far, bystander=bystander)
    table = lay(two, one, far)
    return table._replace(one=table.two, two=table.one)


@cache
def _ready(
    one: Condition, two: Condition, far: int, bystander: bool = False, north: bool = False
) -> Any:
    table = _far(one, two, far, bystander, north)
    return None if table is None else _begun(table, table.one, one, "combat")


def ask(permission: Permission, one: Condition, two: Condition, *, north: bool = False) -> Answer:
    """Whether a unit in the first condition may do this to one in the second."""
    name = permission.id
    if name in STRUCK_BY:
        return _counter(name, one, two)
    if name == "challenge":
        return _challenge(one, two)
    if name == "engage":
        return _engages(one, two)
    far = 1 if permission in NEAR else 4
    table = _far(one, two, far, name == "sweep", north)
    if table is None:
        return None
    state = _ready(one, two, far, name == "sweep", north)
    if not isinstance(state, State):
        refused: Answer = state
        return refused
    return least_refused(_attempts(name, table, state), state)


def _attempts(name: str, table: Table, state: State) -> Iterator[Action]:
    target, seat = table.two, state.units[table.one].seat
    here, there = table.places[seat], table.places[other(seat)]
    match name:
        case "direct":
            yield Attack("gun", target)
        case "indirect":
            yield Attack("mortar", target, "indirect")
        case "through":
            yield Attack("beam", target, "through")
        case "area":
            yield Attack("spray", target)
        case "remote":
            yield Attack("bits", target, "indirect")
        case "hurl":
            yield from (
                ThrowTerrain(piece.at, target)
                for piece in state.ground.pieces
                if DISTANCE[piece.at - here] == 1
            )
        case "sweep":
            yield Sweep("spray", (target, table.beside))
            yield Sweep("spray", (table.beside, target))
        case "melee":
            yield Attack("blade", target)
        case "throw":
            yield ThrowEnemy(target)
        case "crash":
            yield from (CrashAttack("ram", (target,), to) for to in within(there, 2) if to != there)


def _challenge(one: Condition, two: Condition) -> Answer:
    table = _far(one, two, 4)
    assert table is not None
    state = replace(table.state, phase="challenging")
    return tuple(Challenge(table.one, table.two).refusals(state))


def _engages(one: Condition, two: Condition) -> Answer:
    """Nobody is asked for this: it is so or it is not, and the rules say by which figures."""
    table = _far(one, two, 1)
    if table is None:
        return None
    state, actor, target = table[:3]
    foe, unit = state.units[actor], state.units[target]
    if foe.at is None or unit.at is None:
        return (Refusal("MS.RANGE.MEASURE", "one is not on the table"),)
    if actor != foe.leader or target != unit.leader:
        return (Refusal("MS.SQUAD.LEADER", "the leader engages for its squad"),)
    if actor in engaging(state, target):
        return ()
    found = []
    if foe.submerged != unit.submerged:
        found.append(Refusal("MS.WATER.SUBMERGED", "the surface is between them"))
    if fly_bars(state, foe, unit):
        found.append(Refusal("MS.ENGAGE.FLY", "a flying ship or aircraft is fought with Fly only"))
    if reach_bars(state, foe, unit, elevation(state, foe), elevation(state, unit)):
        found.append(Refusal("MS.HIGH.MELEE", "the lower unit is too small"))
    if not can_engage(state, foe, unit) and not found:
        found.append(Refusal("MS.ENGAGE.SIZE", "it is too small to hold the other"))
    assert found, f"{one.id} does not engage {two.id}, and nobody knows why"
    return tuple(found)


def _counter(name: str, one: Condition, two: Condition) -> Answer:
    """The second attacks the first and misses: may the first strike back?"""
    struck_with, how, back = STRUCK_BY[name]
    far = 1 if name == "counter-melee" else 4
    table, state = _far(two, one, far), _ready(two, one, far)
    assert table is not None and isinstance(state, State)
    attack = Attack(struck_with, table.two, how)  # type: ignore[arg-type]
    step = apply(RULES, GamePosition(state), attack)
    while not step.position.is_settled:
        question = step.question
        if isinstance(question, Roll):
            misses = question.rule == "MS.ATTACK.COUNT-HITS"
            step = apply(RULES, step.position, (1 if misses else 10,) * question.dice.count)
            continue
        assert isinstance(question, Choose), question
        if Counter(back) in question.options:
            return ()
        leave = [each for each in LATER if each in question.options]
        step = apply(RULES, step.position, leave[0] if leave else question.otherwise)
    after = step.position.state
    unit = after.units[table.two]
    weapon = unit.card.find_weapon(back)
    assert weapon is not None
    found = [] if may_counter(after, table.two) else [Refusal("MS.COUNTER.WHO", "only Elite units")]
    found += weapon_refusals(after, table.two, weapon)
    found += target_refusals(after, table.two, weapon, table.one, "direct", counter=True)
    if not found:
        found.append(Refusal("MS.COUNTER.COST", "not enough Momentum"))
    return tuple(found)


def ask_own(permission: Permission, one: Condition) -> Answer:
    """Whether a unit in this condition may do this by itself, or its side for it."""
    name = permission.id
    if name in ("disengage", "disengage-dry", "crash-dry"):
        return _beside_an_enemy(name, one)
    table = lay(one, OPEN, 4, ship=True)
    if name == "launch":
        return _launch(table)
    keep = "move" if name in ("move", "move-dry", "rotate", "surface") else "combat"
    keep = "" if name in ("transform", "zeal") else keep
    if name in ("react", "shake-off", "recharge", "order", "repair", "support"):
        return _for_the_unit(name, table)
    state = _begun(table, table.one, one, keep)
    if name == "activate":
        return () if isinstance(state, State) else state
    if not isinstance(state, State):
        return None  # without a turn it does nothing else
    if name == "board":
        return _board(state, table)
    if name == "zeal" and state.act is not None and not state.act.owed:
        state = replace(state, act=replace(state.act, fought=True))
    return least_refused(_own_attempts(name, table.one, state), state)


def _own_attempts(name: str, unit: UnitId, state: State) -> Iterator[Action]:
    here, dry = state.units[unit].at, "dry" in name
    assert here is not None
    near = [h for h in within(here, 3) if h in state.ground.field.hexes and h != here]
    ends = [h for h in near if not (dry and h in state.ground.water)]
    under = state.units[unit].submerged
    match name:
        case "move" | "move-dry":
            for to in ends:
                yield Move(to, submerge=under and to in state.ground.water)
        case "rotate":
            yield from map(Rotate, range(6))
        case "accelerate":
            yield from (Accelerate(unit, to, actions=1) for to in ends)
        case "accelerate-point" | "accelerate-dry":
            yield from (Accelerate(unit, to, points=1) for to in ends)
        case "surface":
            yield Surface()
        case "transform":
            yield Transform()
        case "zeal":
            yield Zeal(1)
        case "end":
            yield END_TURN
        case "disengage" | "disengage-dry":
            for to in ends:
                yield from (Disengage(to), Disengage(to, "action"), Disengage(to, "point"))
        case "crash-dry":
            foes = [foe for foe, _, _ in state.foes(state.units[unit].seat)]
            yield from (CrashAttack("ram", (foe,), to) for foe in foes for to in ends)


def _beside_an_enemy(name: str, one: Condition) -> Answer:
    if LAID[one].needs_room:
        return None
    foe = BY_ID["diving"] if LAID[one].unit.get("submerged") else OPEN
    table = lay(one, foe, 1)
    state = _begun(table, table.one, one, "combat" if name == "crash-dry" else "move")
    if not isinstance(state, State):
        return None
    return least_refused(_own_attempts(name, table.one, state), state)


def _for_the_unit(name: str, table: Table) -> Answer:
    """What is done for it in a turn of its ship, or in the enemy's."""
    seat = table.state.units[table.one].seat
    ship = next(n for n, each in enumerate(table.state.units) if each.card is SHIP)
    fresh = replace(table.state.units[ship], activated=False)
    hurt = replace(table.state.units[table.one], hp=1000)
    state = table.state.with_unit(UnitId(ship), fresh).with_unit(table.one, hurt)
    if name == "react":
        state = replace(state, turn=other(seat))
        state = apply(RULES, GamePosition(state), Activate(table.two)).position.state
        offered = [each for each in reactions(state, seat) if isinstance(each, Accelerate)]
        if any(each.unit == table.one for each in offered):
            return ()
        if state.units[table.one].at is None:
            return (Refusal("MS.ACCEL.RESOURCE", "it is not on the table"),)
        assert state.act is not None
        state = replace(state, act=replace(state.act, unit=table.one))
        against = least_refused(_own_attempts("accelerate-point", table.one, state), state)
        return against or (Refusal("MS.ACCEL.RESOURCE", "not offered, though nothing refuses it"),)
    state = apply(RULES, GamePosition(state), Activate(UnitId(ship))).position.state
    actions: dict[str, Action] = {
        "shake-off": ShakeOff(table.one),
        "recharge": Recharge(table.one),
        "order": Order(table.one),
        "repair": Repair(table.one),
        "support": Support(table.one, "mortar"),
    }
    return tuple(actions[name].refusals(state))


def _board(state: State, table: Table) -> Answer:
    refusals = tuple(END_TURN.refusals(state))
    if refusals:
        return refusals
    step = apply(RULES, GamePosition(state), END_TURN)
    while not step.position.is_settled:
        question = step.question
        if isinstance(question, Choose):
            if any(isinstance(each, GoAboard) for each in question.options):
                return ()
            step = apply(RULES, step.position, question.otherwise)
        else:
            assert isinstance(question, Roll)
            step = apply(RULES, step.position, (1,) * question.dice.count)
    return (Refusal("MS.WARSHIP.BOARD", "it is not asked whether it goes aboard"),)


def _launch(table: Table) -> Answer:
    state = replace(table.state, phase="launching", waiting=(table.one,))
    cells = state.ground.field.hexes.cells
    return least_refused((Launch(table.one, at) for at in cells), state)


ABOUT = """\
Two machines of one profile, a Battle-Tested pilot and a weapon of every kind each, face each other four hexes
apart, or side by side for melee. Each is in one of the conditions, everything else is equal, and both sides have 10
Momentum. Stun removes the actions that the question does not need."""

AUDIT = Audit(
    book=RULES.rulebook,
    conditions=tuple(LAID),
    permissions=(*FAR, SWEEP, *NEAR, *COUNTERS),
    own=OWN,
    ask=ask,
    ask_own=ask_own,
    about=ABOUT,
)
