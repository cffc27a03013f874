"""Damage, the Infirmary and the opponent's reward; drawing Tactics."""

from __future__ import annotations

from gattai.games.aristeia.cards import StateCard
from gattai.games.aristeia.events.body import (
    DamageHealed,
    DamageSuffered,
    FragTaken,
    SentToInfirmary,
    StateImposed,
)
from gattai.games.aristeia.events.setup import TacticsDrawn
from gattai.games.aristeia.figures import hit_points_left
from gattai.games.aristeia.state import CharacterId, State, other
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Hidden, Secret

FOR_A_FRAG = 1
"""ARISTEIA.INFIRMARY.REWARD: the Tactics drawn for each Character sent to the Infirmary."""


def draw(table: Table[State], seat: Seat, count: int, rule: RuleId) -> None:
    """ARISTEIA.TACTIC.DRAW: as many as possible; an empty deck gives none (AMB.DECK-EMPTY)."""
    deck = table.state.decks[seat]
    count = min(count, len(deck))
    if count:
        drawn = deck.open()[:count] if deck.is_open else Hidden(count)
        table.emit(TacticsDrawn(rule=rule, seat=seat, cards=Secret(drawn, (seat,))))


def suffer(table: Table[State], who: CharacterId, amount: int, rule: RuleId) -> None:
    """A Character suffers Damage outside of a Combat Roll."""
    inflict(table, ((who, amount),), rule)


def inflict(table: Table[State], damage: tuple[tuple[CharacterId, int], ...], rule: RuleId) -> None:
    """ARISTEIA.ATTACK.BOTH: all suffer Damage together, then Characters leave the board.

    ARISTEIA.INFIRMARY.WHEN: with Damage equal to or above its Hit Points. If both leave, both
    players are rewarded (AMB.BOTH-TO-INFIRMARY); each draws from the own deck, so the order, which
    the Underdog may decide, changes nothing and is not asked.
    """
    for who, amount in damage:
        if amount and table.state.characters[who].at is not None:
            table.emit(DamageSuffered(rule=rule, who=who, amount=amount))
    for who, _ in damage:
        character = table.state.characters[who]
        if character.at is not None and hit_points_left(character) <= 0:
            table.emit(SentToInfirmary(rule="ARISTEIA.INFIRMARY.WHEN", who=who))
            reward = "ARISTEIA.INFIRMARY.REWARD"
            table.emit(FragTaken(rule=reward, seat=other(character.seat)))
            draw(table, other(character.seat), FOR_A_FRAG, reward)


def heal(table: Table[State], who: CharacterId, amount: int, rule: RuleId) -> None:
    """Remove Damage from a Character, if it has any."""
    amount = min(amount, table.state.characters[who].damage)
    if amount:
        table.emit(DamageHealed(rule=rule, who=who, amount=amount))


def impose(
    table: Table[State], who: CharacterId, state: StateCard, cause: CharacterId | None, rule: RuleId
) -> None:
    """ARISTEIA.STATE.IMPOSE: place the token; its red side takes effect at once
    (ARISTEIA.STATE.SIDES).
    """
    table.emit(StateImposed(rule=rule, who=who, state=state, cause=cause))
    if state.red.damage:
        suffer(table, who, state.red.damage, "ARISTEIA.STATE.SIDES")
