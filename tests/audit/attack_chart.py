"""The interaction audit of Attack Chart: two units with the same weapons, each in any condition."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from gattai.games.attack_chart.actions import Activate, Aim, Attack, Move
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.games.attack_chart.state import BLUE, RED, State, Unit, UnitId
from gattai.kernel.action import Action
from gattai.kernel.position import GamePosition, apply
from gattai.tabletop.hexes import offset
from tests.audit.grid import Answer, Audit, Condition, Permission, least_refused
from tests.games.attack_chart.table import open_field, unit, weapon

RULES = AttackChart()
CARD = unit("audited", weapon("gun"), weapon("blade", inches=0, kind="melee"), models=3)


class Laid(NamedTuple):
    """How a condition is laid: what differs from a unit that stands in the open."""

    unit: dict[str, Any] = {}
    thicket: int | None = None
    """A thicket so many hexes ahead of it; 0 is where it stands."""
    engaged: bool = False
    """An enemy stands behind it."""
    done: dict[str, Any] = {}
    """What it has done in its activation, when it acts."""


LAID: dict[Condition, Laid] = {
    Condition("open", "in the open"): Laid(),
    Condition("cover", "in a thicket"): Laid(thicket=0),
    Condition("behind", "behind a thicket"): Laid(thicket=1),
    Condition("engaged", "engaged by somebody else"): Laid(engaged=True),
    Condition("reduced", "with one of its three models left"): Laid(unit={"hp": 1}),
    Condition("moved", "that has moved"): Laid(done={"moved": True}),
    Condition("withdrew", "that has withdrawn from a melee"): Laid(
        done={"moved": True, "withdrew": True}
    ),
    Condition("fired", "that has fired its gun"): Laid(done={"fired": ("gun",)}),
    Condition("activated", "that has activated this round"): Laid(unit={"activated": True}),
    Condition("gone", "that is destroyed"): Laid(unit={"hp": 0, "at": None}),
}
OPEN = next(iter(LAID))
PERMISSIONS = (
    Permission("gun", "fire at a distance"),
    Permission("blade", "melee weapon at a distance"),
    Permission("gun-beside", "fire in melee"),
    Permission("blade-beside", "melee weapon in melee"),
)
OWN = (Permission("activate", "begin its activation"), Permission("move", "move"))


def lay(one: Condition, two: Condition, *, near: bool) -> tuple[State, UnitId, UnitId]:
    """Both units in one row, four hexes apart or side by side; it is the turn of the first."""
    columns = (7, 8) if near else (5, 9)
    units: list[Unit] = []
    thickets = []
    asked = []
    for number, condition in enumerate((one, two)):
        laid, sign, column = LAID[condition], 1 - 2 * number, columns[number]
        asked.append(UnitId(len(units)))
        known = {"hp": 3, "at": offset(column, 5), **laid.unit}
        units.append(Unit(f"u{number}", CARD, (BLUE, RED)[number], **known))
        if laid.engaged:
            foe = (RED, BLUE)[number]
            units.append(Unit(f"e{number}", CARD, foe, 3, offset(column - sign, 5), activated=True))
        if laid.thicket is not None:
            thickets.append((column + sign * laid.thicket, 5))
    state = State(
        field=open_field(*thickets),
        units=tuple(units),
        rounds=5,
        method="formula",
        phase="fighting",
    )
    return state, asked[0], asked[1]


@cache
def _ready(one: Condition, two: Condition, near: bool) -> tuple[State | Answer, UnitId]:
    state, actor, target = lay(one, two, near=near)
    refusals = tuple(Activate(actor).refusals(state))
    if refusals:
        return refusals, target
    state = apply(RULES, GamePosition(state), Activate(actor)).position.state
    return replace(state, **LAID[one].done), target


def ask(permission: Permission, one: Condition, two: Condition) -> Answer:
    """Whether a unit in the first condition may do this to one in the second."""
    name, _, beside = permission.id.partition("-")
    if beside and ("behind" in (one.id, two.id) or "withdrew" in (one.id, two.id)):
        return None  # nothing is between them; and who withdrew is in no melee
    state, target = _ready(one, two, bool(beside))
    if not isinstance(state, State):
        return state
    assert state.acting is not None
    models = state.units[state.acting].models
    return tuple(Attack(name, (Aim(target, models),)).refusals(state))


def ask_own(permission: Permission, one: Condition) -> Answer:
    """Whether a unit in this condition may do this by itself."""
    state, _ = _ready(one, OPEN, False)
    if permission.id == "activate":
        return () if isinstance(state, State) else state
    if not isinstance(state, State):
        return None
    cells: list[Action] = [Move(to) for to in state.field.hexes.cells]
    return least_refused(cells, state)


ABOUT = """\
Two units of three models with a gun and a blade are in one row, four hexes apart or side by side. Each is in one of the
conditions, everything else is equal. The sheet itself has ranges, sight and melee; turns, moves and terrain are house rules (`HOUSE`),
and their refusals are ours."""

AUDIT = Audit(
    book=RULES.rulebook,
    conditions=tuple(LAID),
    permissions=PERMISSIONS,
    own=OWN,
    ask=ask,
    ask_own=ask_own,
    about=ABOUT,
)
