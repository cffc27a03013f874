"""Moments: who may do what now, who is asked when something can be answered, and who has passed.

ROBOT-EMPIRE.AMB.WATCH: whether a player is asked is decided by what everybody can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gattai.games.robot_empire.state import Announced, Moment, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal

FREE_PHASES = ("play", "mining", "long-range", "attackers", "discard")
"""The phases in which the active player acts when it likes, Agents and Instant Upgrades included."""


def is_own_time(state: State) -> bool:
    """Whether the active player is asked for the next thing to do, and nothing has begun."""
    return not state.windows and state.phase in FREE_PHASES and not state.onsets


def free_refusals(state: State, *, cancels: bool = False) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.AMB.AGENT-WINDOWS: why nothing can be sprung or bought in between just now."""
    if state.windows:
        shown = state.windows[-1].announced
        if shown is not None and shown.kind == "agent" and not cancels:
            reason = "an Agent can only be answered by a card that cancels it"
            yield Refusal("ROBOT-EMPIRE.AMB.AGENT-STACK", reason)
    elif not is_own_time(state):
        yield Refusal("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "not in the midst of a step")


def phase_refusals(state: State, phase: str, rule: str, words: str) -> Iterator[Refusal]:
    """Why this cannot be done now: it belongs to another phase."""
    if state.windows:
        yield Refusal(rule, "others are being asked first")
    elif state.phase != phase:
        yield Refusal(rule, f"this belongs to {words}")


def can_buy_instant(state: State, unit: Unit) -> bool:
    """Whether an Instant Upgrade of a unit could be paid for now."""
    if unit.recharging or unit.is_part:
        return False
    vault = state.players[unit.seat].vault
    return any(
        upgrade.cost <= vault and not unit.is_paid(card, "instant", number)
        for card, face in zip(unit.cards, unit.faces, strict=True)
        for number, upgrade in enumerate(face.instant)
    )


def has_ready_ability(unit: Unit) -> bool:
    """Whether it can be turned sideways for something."""
    return (
        not unit.recharging
        and unit.moon is None
        and not unit.is_part
        and any(face.ability is not None for face in unit.faces)
    )


def could_react(state: State, seat: Seat, announced: Announced | None) -> bool:
    """Whether a player could hold or own anything to answer with, for all that others can see."""
    player = state.players[seat]
    least = state.box.cheapest_agent
    if announced is not None and announced.kind == "agent":
        least = state.box.cheapest_answer
        return least is not None and len(player.hand) > 0 and player.vault >= least
    if least is not None and len(player.hand) > 0 and player.vault >= least:
        return True
    return any(
        can_buy_instant(state, unit) or has_ready_ability(unit)
        for unit in state.units
        if unit.seat == seat
    )


def asked_at(
    state: State, moment: Moment, announced: Announced | None, concerned: Iterable[Seat]
) -> tuple[Seat, ...]:
    """Who is asked at a moment: from the active player on, clockwise (ROBOT-EMPIRE.AMB.AGENT-STACK)."""
    close = (*concerned,)
    asked: list[Seat] = []
    for seat in state.in_order:
        player = state.players[seat]
        if player.rests or (announced is not None and announced.seat == seat):
            continue
        if (player.watch == "always" or seat in close) and could_react(state, seat, announced):
            asked.append(seat)
    return tuple(asked)


def fighting(state: State) -> tuple[Seat, ...]:
    """The active player, who attacks, and those who are attacked."""
    attacked = [onset.at for onset in state.onsets]
    return (state.active, *dict.fromkeys(attacked))
