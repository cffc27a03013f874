"""The interaction audit of Robot Empire: two units of two players, each in any condition."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from gattai.games.robot_empire.actions.fighting import Attack, Block, Shoot
from gattai.games.robot_empire.actions.mining import Land
from gattai.games.robot_empire.state import CardId, DeclaredAttack, State
from gattai.kernel.question import Seat
from tests.audit.grid import Answer, Audit, Condition, Permission
from tests.games.robot_empire.table import RULES, SEATS, lay

LAID: dict[Condition, str] = {
    Condition("robot", "that is a ready Robot with Long Range"): "longbow-unit",
    Condition("recharging", "that is Recharging"): "longbow-unit recharging",
    Condition("new", "that is new this turn"): "longbow-unit new",
    Condition("flying", "with Jump Jets"): "longbow-unit +jump-jets",
    Condition("moon", "on a Moon"): "longbow-unit +jump-jets moon=rusty-moon landed=8",
    Condition("damaged", "with damage this turn"): "longbow-unit damage=1",
    Condition("monster", "that is a Monster"): "stone-ogre",
    Condition("chain", "that is a chain of Monsters"): "cave-rat-pack&ash-wolf",
    Condition("mega", "that is a Mega Robot"): "titan-torso&tread-base",
    Condition("part", "that is half a Mega Robot"): "titan-torso",
    Condition("launcher", "that is Equipment with Long Range"): "missile-launcher",
    Condition("equipment", "that is other Equipment"): "coin-mint",
}
"""A unit as the tables of the tests write it."""
PERMISSIONS = (
    Permission("shoot", "Long Range shot"),
    Permission("attack", "attack on its player"),
    Permission("block", "block of its attack", answers="attack"),
)
OWN = (Permission("land", "land on a Moon"),)
CRIMSON = Seat(1)


@cache
def _laid(one: Condition, two: Condition, phase: str) -> tuple[State, CardId, CardId]:
    state = lay(
        {
            "phase": phase,
            "moons": ["rusty-moon", "dust-moon"],
            SEATS[0]: {"units": [LAID[one]], "vault": 9},
            SEATS[1]: {"units": [LAID[two].replace("rusty-moon", "dust-moon")], "vault": 9},
        }
    )
    first, second = state.units
    return state, first.id, second.id


def ask(permission: Permission, one: Condition, two: Condition) -> Answer:
    """Whether a unit in the first condition may do this to one in the second."""
    if permission.id == "shoot":
        state, actor, target = _laid(one, two, "long-range")
        return tuple(Shoot(actor, target).refusals(state))
    if permission.id == "attack":
        state, actor, _ = _laid(one, two, "attackers")
        return tuple(Attack(actor, CRIMSON).refusals(state))
    # The second attacks, and the first steps in its way.
    state, attacker, actor = _laid(two, one, "attackers")
    state = replace(
        state, phase="blockers", onsets=(DeclaredAttack(attacker, CRIMSON),), blocking=(CRIMSON,)
    )
    return tuple(Block(actor, attacker).refusals(state))


def ask_own(permission: Permission, one: Condition) -> Answer:
    """Whether a unit in this condition may do this by itself."""
    state, actor, _ = _laid(one, next(iter(LAID)), "mining")
    free = next(moon.card for moon in state.moons if moon.card not in state.landed_on)
    return tuple(Land(actor, free).refusals(state))


ABOUT = """\
Two players have one unit each on the table, each in one of the conditions. Combat in Robot Empire has no places: only the kind of a card
counts, and whether it is Recharging, new, or away on a Moon. A block is only asked where the other can attack. Agents
and Super Weapons name their targets on the card and are left out."""

AUDIT = Audit(
    book=RULES.rulebook,
    conditions=tuple(LAID),
    permissions=PERMISSIONS,
    own=OWN,
    ask=ask,
    ask_own=ask_own,
    about=ABOUT,
)
