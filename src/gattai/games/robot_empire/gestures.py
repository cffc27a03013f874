"""Movements in the scene that no change of state shows: attacks, cards that are named, units that
combine.
"""

from __future__ import annotations

from gattai.games.robot_empire.events.battle import (
    AttackDeclared,
    BatteryHit,
    BlockDeclared,
    UnitDamaged,
)
from gattai.games.robot_empire.events.cards import (
    CardAnnounced,
    CardBroughtOut,
    ChainLinked,
    ComponentInstalled,
    MegaAssembled,
    ShotAnnounced,
)
from gattai.games.robot_empire.state import CardId, State
from gattai.games.weapon_look import shot_look
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.scene.parts import Impact, Motion


def gesture(before: State, event: Event, after: State) -> Motion | None:
    """Return an event as a motion of a piece."""
    match event:
        case MegaAssembled(top=top, bottom=bottom):
            return _combined(before, after, (top, bottom))
        case ChainLinked(units=units):
            return _combined(before, after, units)
        case CardBroughtOut(card=card):
            return Motion("card", card=before.name(card), name=before.card(card).name)
        case ComponentInstalled(card=card, unit=unit):
            return Motion(
                "card",
                before.name(unit),
                # A viewer who may not see the hand has never seen the card anywhere.
                card=before.name(card) if before.players[event.seat].hand.is_open else "",
                name=before.card(card).name,
                hits=(Impact(before.name(unit)),),
                goal=f"front-{before.box.seats[event.seat]}",
            )
        case CardAnnounced():
            return _announced(before, event)
        case ShotAnnounced(announced=shown):
            name = before.card(shown.card).name
            hits = () if shown.unit is None else (Impact(before.name(shown.unit)),)
            look = shot_look(name)
            return Motion("attack", before.name(shown.card), look=look, name=name, hits=hits)
        case AttackDeclared(unit=unit, at=at):
            hits = (Impact(player(before, at)),)
            return Motion("attack", before.name(unit), look="melee", hits=hits)
        case BlockDeclared(unit=unit, attacker=attacker):
            return Motion(
                "state", before.name(unit), hits=(Impact(before.name(attacker), fate="blocked"),)
            )
        case UnitDamaged(unit=unit):
            return Motion("hit", _striker(before, unit))
        case BatteryHit(seat=seat, coins=coins):
            return Motion("hit", hits=(Impact(player(before, seat), -coins, "Battery"),))
        case _:
            return None


def player(state: State, seat: Seat) -> str:
    """A player is shown by the Front Line."""
    return f"front-{state.box.seats[seat]}"


def _combined(before: State, after: State, units: tuple[CardId, ...]) -> Motion:
    """ROBOT-EMPIRE.MEGA.ASSEMBLE, ROBOT-EMPIRE.CHAIN.ONE-UNIT: several units become one."""
    made = after.holder[units[0]]
    parts = tuple([before.name(unit) for unit in units])
    return Motion("combine", after.name(made.id), name=made.title, parts=parts)


def _announced(state: State, event: CardAnnounced) -> Motion:
    shown, aims = event.announced, ""
    if shown.unit is not None:
        aims = state.name(shown.unit)
    elif shown.at is not None:
        aims = player(state, shown.at)
    name = state.card(shown.card).name
    hits = (Impact(aims),) if aims else ()
    return Motion("card", card=state.name(shown.card), name=name, hits=hits)


def _striker(state: State, unit: CardId) -> str:
    """ROBOT-EMPIRE.DMG.BLOCKED: the unit that deals damage to another in battle; None outside of one."""
    if state.phase != "battle":
        return ""
    declared = state.declared_attack_of(unit)
    if declared is not None:
        return state.name(declared.blockers[0]) if declared.blockers else ""
    blocked = state.blocks(unit)
    return "" if blocked is None else state.name(blocked.unit)
