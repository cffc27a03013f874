"""Timing: which actions are possible now, who is asked in a window, and who has passed.

ROBOT-EMPIRE.AMB.WATCH: only public information decides whether a player is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gattai.games.robot_empire.state import Announced, Circle, Moment, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal

FREE_PHASES = ("play", "mining", "long-range", "attackers", "discard")
"""The phases in which the active player acts freely, including Agents and Instant Upgrades."""


def is_own_time(state: State) -> bool:
    """Whether the active player is asked for the next action, with nothing in progress."""
    return not state.windows and state.phase in FREE_PHASES and not state.onsets


def free_refusals(state: State, *, cancels: bool = False) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.AMB.AGENT-WINDOWS: why no Agent or Instant Upgrade is possible now."""
    if state.windows:
        shown = state.windows[-1].announced
        if shown is not None and shown.kind == "agent" and not cancels:
            reason = "an Agent can only be answered by a card that cancels it"
            yield Refusal("ROBOT-EMPIRE.AMB.AGENT-STACK", reason)
    elif not is_own_time(state):
        yield Refusal("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "not in the midst of a step")


def phase_refusals(state: State, phase: str, rule: str, words: str) -> Iterator[Refusal]:
    """Why this is not possible now: it belongs to another phase."""
    if state.windows:
        yield Refusal(rule, "others are being asked first")
    elif state.phase != phase:
        yield Refusal(rule, f"this belongs to {words}")


def can_pay(state: State, seat: Seat, price: int, rule: str) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.SPEND.FROM-VAULT: the Vault pays, never the Battery."""
    vault = state.players[seat].vault
    if vault < price:
        figures = (("price", price), ("Vault", vault))
        yield Refusal(rule, "the Vault holds too few coins", figures)


def usable(unit: Unit) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.TAP.NO-ABILITIES: a Recharging card cannot be used, nor can half a Mega Robot."""
    if unit.is_part:
        yield Refusal("ROBOT-EMPIRE.MEGA.PARTIAL", "a part of a Mega Robot does nothing by itself")
    if unit.recharging:
        yield Refusal("ROBOT-EMPIRE.TAP.NO-ABILITIES", f"{unit.faces[0].name} is Recharging")


def circle_refusals(state: State, unit: Unit, circle: Circle) -> Iterator[Refusal]:
    """Why an upgrade printed on a unit cannot be paid for by its player."""
    yield from usable(unit)
    if unit.is_paid(circle.card, circle.kind, circle.number):
        rule = "ROBOT-EMPIRE.AMB.UPGRADE-TWICE"
        yield Refusal(rule, "there are coins on that circle already")
    yield from can_pay(state, unit.seat, circle.coins, "ROBOT-EMPIRE.SPEND.FROM-VAULT")


def ability_refusals(unit: Unit) -> Iterator[Refusal]:
    """Why the ability of a unit cannot be used."""
    yield from usable(unit)
    if unit.moon is not None:
        yield Refusal("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "it is on a Moon")


def _may_react(state: State, unit: Unit) -> bool:
    """Whether a unit has an Instant Upgrade that its player can pay for, or an ability that is ready."""
    for card, face in zip(unit.cards, unit.faces, strict=True):
        for number, upgrade in enumerate(face.instant):
            circle = Circle(card, "instant", number, upgrade.cost)
            if next(circle_refusals(state, unit, circle), None) is None:
                return True
        if face.ability is not None and next(ability_refusals(unit), None) is None:
            return True
    return False


def could_react(state: State, seat: Seat, announced: Announced | None) -> bool:
    """Whether a player could have an answer, judged by public information."""
    player = state.players[seat]
    least = state.box.cheapest_agent
    if announced is not None and announced.kind == "agent":
        least = state.box.cheapest_answer
        return least is not None and len(player.hand) > 0 and player.vault >= least
    if least is not None and len(player.hand) > 0 and player.vault >= least:
        return True
    return any(_may_react(state, unit) for unit in state.units if unit.seat == seat)


def asked_at(
    state: State, moment: Moment, announced: Announced | None, concerned: Iterable[Seat]
) -> tuple[Seat, ...]:
    """The players asked in a window: clockwise from the active player (ROBOT-EMPIRE.AMB.AGENT-STACK)."""
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
    """The active player, who attacks, and the attacked players."""
    attacked = [declared.at for declared in state.onsets]
    return (state.active, *dict.fromkeys(attacked))
