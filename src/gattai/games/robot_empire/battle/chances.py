"""Procedures of the rules that depend on chance and return one result, for computing odds.

Dice are rolled for Attack, Defense and prices printed as 1d6 (ROBOT-EMPIRE.DICE.COMBAT,
ROBOT-EMPIRE.DICE.COST), and for the first player. Apart from that only the order of the deck is
random.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import msgspec
from msgspec.structs import replace

from gattai.games.robot_empire.battle.damage import strike
from gattai.games.robot_empire.battle.fighting import battle
from gattai.games.robot_empire.figures import shot
from gattai.games.robot_empire.state import (
    CardId,
    State,
)
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import QuietTable


class Fought(msgspec.Struct, frozen=True):
    """The result of one attack."""

    attacker_falls: bool
    blockers_fall: tuple[bool, ...]
    battery: int
    """The coins that the attacked player lost."""


def fight(state: State) -> Steps[Fought]:
    """ROBOT-EMPIRE.DMG.SIMULTANEOUS: fight the battle of a state with one attacker, as in play."""
    (declared,) = state.onsets
    table: QuietTable[State] = QuietTable(state)
    yield from battle(table)
    after = table.state
    return Fought(
        declared.unit not in after.by_id,
        tuple([card not in after.by_id for card in declared.blockers]),
        state.players[declared.at].battery - after.players[declared.at].battery,
    )


def hit(state: State, unit: CardId, target: CardId) -> Steps[int]:
    """ROBOT-EMPIRE.LR.TARGETS: a long range attack without answers; returns 1 if it destroys its
    target.
    """
    table: QuietTable[State] = QuietTable(state)
    points = shot(state, state.by_id[unit]).total
    yield from strike(table, target, points, "ROBOT-EMPIRE.LR.TARGETS")
    return int(target not in table.state.by_id)


def coins_lost(state: State) -> Steps[int]:
    """The coins that the only attack of a state takes from the Battery."""
    result = yield from fight(state)
    return result.battery


def falls(state: State, card: CardId) -> Steps[int]:
    """Return 1 if this unit falls in the only fight of a state."""
    result = yield from fight(state)
    (declared,) = state.onsets
    if card == declared.unit:
        return int(result.attacker_falls)
    return int(result.blockers_fall[declared.blockers.index(card)])


def with_block(state: State, unit: CardId, attacker: CardId) -> State:
    """The state with only this attack and one additional blocker."""
    declared = next(declared for declared in state.onsets if declared.unit == attacker)
    gang = (*(card for card in declared.blockers if card != unit), unit)
    return replace(state, onsets=(replace(declared, blockers=gang, blocked=True),))


def turns_up(unseen: int, wanted: int, drawn: int) -> Fraction:
    """ROBOT-EMPIRE.SETUP.DEPOT: the probability that a wanted card is among the next cards of a
    deck.

    >>> turns_up(unseen=10, wanted=1, drawn=1), turns_up(unseen=4, wanted=2, drawn=3)
    (Fraction(1, 10), Fraction(1, 1))
    """
    drawn = min(drawn, unseen)
    return 1 - Fraction(comb(unseen - wanted, drawn), comb(unseen, drawn))
