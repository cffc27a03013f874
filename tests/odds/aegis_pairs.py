"""Two units on an open field, at the distance at which one can use an Action on the other."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from gattai.games.aegis.actions import Use
from gattai.games.aegis.attack.aiming import targets_somebody
from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.keywords.registry import hooks, reach_of
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.state import BLUE, RED, State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex, hex_at

USER, TARGET = UnitId(0), UnitId(1)
HELPFUL = ("repair", "boost", "buff")
LASER_DISTANCE = 4
"""How far away the target of an Action is laid that reaches everywhere."""
FARTHEST = 30
ENERGY = 30


@cache
def open_field(radius: int) -> FieldCard:
    """A hexagon without terrain; nobody starts on it, so it needs no zones."""
    return FieldCard("open", "an open field", radius, (), ())


def usual_distance(action: ActionCard) -> int:
    """One for melee and for what is only round the user; else as far as the card says."""
    reach = reach_of(action)
    if reach > FARTHEST:
        return LASER_DISTANCE
    return max(1, reach)


def lay(user: UnitCard, action: ActionCard, target: UnitCard, rules: Aegis) -> tuple[State, Use]:
    """The user in the middle of a row, the target to its right, and nothing else."""
    apart = usual_distance(action)
    radius, start = max(10, apart + 6), -(apart // 2)
    friendly = action.type in HELPFUL
    hurt = target.integrity - 1 if action.type == "repair" else 0
    units = [
        _unit(user, RED, hex_at(start, 0)),
        _unit(target, RED if friendly else BLUE, hex_at(start + apart, 0), hurt),
    ]
    if units[USER].name == units[TARGET].name:
        units[TARGET] = replace(units[TARGET], name=f"{units[TARGET].name}-2")
    if hooks(units[USER].card, "tolls") and not friendly:  # an ally whose output it can draw on
        ally = next(
            c for c in rules.units.values() if c.level == 1 and c.id not in (user.id, target.id)
        )
        units.append(_unit(ally, RED, hex_at(0, -radius)))
    state = State(
        field=open_field(radius),
        units=tuple(units),
        pools=((), ()),
        phase="acting",
        turns=(2, 2),
        energy=(ENERGY, ENERGY),
    )
    return state, Use(USER, action.name, TARGET if targets_somebody(action) else None)


def _unit(card: UnitCard, seat: Seat, at: Hex, damage: int = 0) -> Unit:
    return Unit(card.id, card, seat, card.action, (card,), at=at, damage=damage)
