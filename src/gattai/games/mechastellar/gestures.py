"""Movements in the scene that no change of state shows: ways of moves, shots, hits without effect."""

from __future__ import annotations

from gattai.games.hex_board import cells_between
from gattai.games.mechastellar.cards import WeaponCard
from gattai.games.mechastellar.events.attack import (
    AttackDeclared,
    FinishingBlowStruck,
    HitsLanded,
    SkillUsed,
)
from gattai.games.mechastellar.events.flow import CommandGiven
from gattai.games.mechastellar.events.turn import BarrierChanged, UnitMoved, UnitTransformed
from gattai.games.mechastellar.keywords.registry import says
from gattai.games.mechastellar.keywords.skill import spoken
from gattai.games.mechastellar.phases.movement import way_to
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.weapon_look import shot_look
from gattai.kernel.event import Event
from gattai.scene.parts import Impact, Motion
from gattai.tabletop.hexes import Hex, to_text


def gesture(before: State, event: Event, after: State) -> Motion | None:
    """Return an event as a motion of a piece."""
    units = before.units
    match event:
        case UnitMoved(unit=unit, to=to) if units[unit].at not in (None, to):
            pushed = event.why in PUSHED
            way = _straight(before, unit, to) if pushed else _way(before, unit, to)
            return Motion("push" if pushed else "move", units[unit].name, way=way)
        case AttackDeclared():
            return _declared(before, event)
        case HitsLanded(target=target, unblocked=0):
            fate = "blocked" if event.hits.total else "missed"
            return Motion("hit", hits=(Impact(units[target].name, fate=fate),))
        case BarrierChanged(unit=unit, blocked=blocked) if blocked:
            loss = after.units[unit].barrier - units[unit].barrier
            return Motion("hit", hits=(Impact(units[unit].name, loss, "Barrier", "blocked"),))
        case FinishingBlowStruck(target=target):
            return Motion("state", hits=(Impact(units[target].name, fate="Finishing Blow"),))
        case SkillUsed(unit=unit, word=word):
            name = spoken(word)
            return Motion(
                "state", units[unit].name, name=name, hits=(Impact(units[unit].name, fate=name),)
            )
        case UnitTransformed(unit=unit):
            mode = units[unit].card.transform
            return Motion("state", units[unit].name, name="" if mode is None else mode.name)
        case CommandGiven(command=command):
            return Motion("state", name=command)
        case _:
            return None


PUSHED = ("is driven", "is drawn")
"""Reasons of a move that is not voluntary, as the log words them."""


def _straight(state: State, unit: UnitId, to: Hex) -> tuple[str, ...]:
    at = state.units[unit].at
    return () if at is None else cells_between(state.ground.field.hexes, at, to)


def _way(state: State, unit: UnitId, to: Hex) -> tuple[str, ...]:
    return tuple([to_text(h) for h in way_to(state, state.units[unit], to)])


def _declared(state: State, event: AttackDeclared) -> Motion | None:
    unit, target = state.units[event.unit], state.units[event.target]
    if unit.at is None or target.at is None:
        return None
    weapon = unit.card.find_weapon(event.weapon)
    return Motion(
        "attack",
        unit.name,
        line=cells_between(state.ground.field.hexes, unit.at, target.at),
        look="melee" if weapon is None else _look(weapon),
        name=event.what,
        hits=(Impact(target.name),),
    )


def _look(weapon: WeaponCard) -> str:
    """The look by category: energy is a beam, homing explosives fly in an arc, the rest are shots."""
    if weapon.kind == "melee":
        return "melee"
    if weapon.category == "X" or says(weapon, "fires_indirectly"):
        return "arc"
    return "beam" if weapon.category == "E" else shot_look(weapon.name)
