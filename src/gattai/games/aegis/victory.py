"""The conditions under which a battle is lost or won."""

from __future__ import annotations

from gattai.games.aegis.state import SEATS, State, other
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Outcome

MINIMUM = 5
"""AEGIS.VICTORY.ENERGY: a side loses if its production is below this at the start of its turn."""

REASONS = {
    "AEGIS.VICTORY.ANNIHILATION": "the enemy has no unit on the battlefield",
    "AEGIS.VICTORY.ENERGY": "the enemy produces less than 5 energy",
    "AEGIS.VICTORY.ROUT": "the enemy can do no more damage",
    "AEGIS.HOUSE.TURN-LIMIT": "the turn limit is reached",
}


def losers(state: State) -> tuple[tuple[Seat, ...], str] | None:
    """AEGIS.VICTORY.ORDER: at the end of a turn, Annihilation first, then Rout; then a turn limit."""
    gone = tuple(s for s in SEATS if not any(u.seat == s for _, u, _ in state.on_field))
    if gone:
        return gone, "AEGIS.VICTORY.ANNIHILATION"
    harmless = tuple(seat for seat in SEATS if not can_harm(state, seat))
    if harmless:
        return harmless, "AEGIS.VICTORY.ROUT"
    if state.turn_limit and state.turn_count >= state.turn_limit:
        return SEATS, "AEGIS.HOUSE.TURN-LIMIT"
    return None


def can_harm(state: State, seat: Seat) -> bool:
    """AEGIS.VICTORY.ROUT: whether a unit on the field has a Damage or Energy Drain Action
    (AMB.ROUT-CAN).
    """
    return any(
        action.type in ("damage", "drain")
        for _, unit, _ in state.on_field
        if unit.seat == seat
        for action in unit.actions
    )


def judge(state: State) -> Outcome:
    """Return the outcome of the battle."""
    reason = REASONS[state.lost_by]
    if len(state.lost) == 1:
        return Outcome((other(state.lost[0]),), reason, state.lost_by)
    return Outcome(SEATS, f"both sides: {reason}", state.lost_by)
