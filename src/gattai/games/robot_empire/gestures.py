"""What a game looks like beyond what changes: who attacks whom, which card is meant, what becomes one."""

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
from gattai.scene.parts import Beat, Hit


def gesture(before: State, event: Event, after: State) -> Beat | None:
    """An event as something that somebody does."""
    match event:
        case MegaAssembled(top=top, bottom=bottom):
            return _combined(before, after, (top, bottom))
        case ChainLinked(units=units):
            return _combined(before, after, units)
        case CardBroughtOut(card=card):
            return Beat("card", card=before.name(card), name=before.card(card).name)
        case ComponentInstalled(card=card, unit=unit):
            return Beat(
                "card",
                before.name(unit),
                # Whoever may not look into the hand has never seen it lie anywhere.
                card=before.name(card) if before.players[event.seat].hand.is_open else "",
                name=before.card(card).name,
                hits=(Hit(before.name(unit)),),
                goal=f"front-{before.box.seats[event.seat]}",
            )
        case CardAnnounced():
            return _announced(before, event)
        case ShotAnnounced(announced=shown):
            name = before.card(shown.card).name
            hits = () if shown.unit is None else (Hit(before.name(shown.unit)),)
            look = shot_look(name)
            return Beat("attack", before.name(shown.card), look=look, name=name, hits=hits)
        case AttackDeclared(unit=unit, at=at):
            hits = (Hit(player(before, at)),)
            return Beat("attack", before.name(unit), look="melee", hits=hits)
        case BlockDeclared(unit=unit, attacker=attacker):
            return Beat(
                "state", before.name(unit), hits=(Hit(before.name(attacker), fate="blocked"),)
            )
        case UnitDamaged(unit=unit):
            return Beat("hit", _striker(before, unit))
        case BatteryHit(seat=seat, coins=coins):
            return Beat("hit", hits=(Hit(player(before, seat), -coins, "Battery"),))
        case _:
            return None


def player(state: State, seat: Seat) -> str:
    """A player is pointed at by the Front Line."""
    return f"front-{state.box.seats[seat]}"


def _combined(before: State, after: State, units: tuple[CardId, ...]) -> Beat:
    """ROBOT-EMPIRE.MEGA.ASSEMBLE, ROBOT-EMPIRE.CHAIN.ONE-UNIT: several units are one from now on."""
    made = after.holder[units[0]]
    parts = tuple([before.name(unit) for unit in units])
    return Beat("combine", after.name(made.id), name=made.title, parts=parts)


def _announced(state: State, event: CardAnnounced) -> Beat:
    shown, aims = event.announced, ""
    if shown.unit is not None:
        aims = state.name(shown.unit)
    elif shown.at is not None:
        aims = player(state, shown.at)
    name = state.card(shown.card).name
    hits = (Hit(aims),) if aims else ()
    return Beat("card", card=state.name(shown.card), name=name, hits=hits)


def _striker(state: State, unit: CardId) -> str:
    """ROBOT-EMPIRE.DMG.BLOCKED: who strikes a unit in battle; nobody in particular outside of one."""
    if state.phase != "battle":
        return ""
    onset = state.onset_of(unit)
    if onset is not None:
        return state.name(onset.blockers[0]) if onset.blockers else ""
    blocked = state.blocks(unit)
    return "" if blocked is None else state.name(blocked.unit)
