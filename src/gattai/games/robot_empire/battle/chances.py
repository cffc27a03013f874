"""Where chance decides: procedures of the rules that come to one result, for whoever asks the odds.

Dice are thrown for Attack, Defense and prices that a card prints as 1d6 (ROBOT-EMPIRE.DICE.COMBAT,
ROBOT-EMPIRE.DICE.COST), and for who begins. Beyond that only the order of the deck is chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import msgspec
from msgspec.structs import replace

from gattai.games.robot_empire.battle.damage import strike
from gattai.games.robot_empire.battle.fighting import battle
from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.figures import shot
from gattai.games.robot_empire.state import (
    FULL_BATTERY,
    Boost,
    Box,
    CardId,
    Circle,
    Onset,
    Player,
    State,
    Unit,
)
from gattai.kernel.question import Seat, Steps
from gattai.kernel.ruleset import QuietTable
from gattai.kernel.secrecy import Secret

ATTACKER, DEFENDER = Seat(0), Seat(1)


class Fighter(msgspec.Struct, frozen=True):
    """A unit as somebody describes it: its cards, and what has been paid and suffered."""

    faces: tuple[GameCard, ...]
    permanent: int = 0
    """How many of the Permanent Upgrades of its cards are paid, in their order."""
    instant: int = 0
    damage: int = 0
    attack: int = 0
    """What the turn adds, by Agents and the like."""
    defense: int = 0


class Fought(msgspec.Struct, frozen=True):
    """What came of one attack."""

    attacker_falls: bool
    blockers_fall: tuple[bool, ...]
    battery: int
    """Coins that the attacked player lost."""


def lay_attack(
    attacker: Fighter, blockers: Sequence[Fighter], *, battery: int = FULL_BATTERY
) -> State:
    """A table on which one unit attacks and these block it, just before the battle."""
    units: list[Unit] = []
    faces: list[GameCard] = []
    for number, fighter in enumerate((attacker, *blockers)):
        units.append(_unit(fighter, ATTACKER if number == 0 else DEFENDER, len(faces)))
        faces += fighter.faces
    names = tuple(f"{face.id}-{number}" for number, face in enumerate(faces))
    gang = tuple(unit.id for unit in units[1:])
    players = tuple(
        Player(Secret.of((), (seat,)), battery=coins)
        for seat, coins in ((ATTACKER, FULL_BATTERY), (DEFENDER, battery))
    )
    return State(
        Box(tuple(faces), names, (0,) * len(faces), ("attacker", "defender"), 0),
        players,
        (Secret.of((), ()),),
        ((),),
        0,
        units=tuple(units),
        phase="battle",
        turn=1,
        onsets=(Onset(units[0].id, DEFENDER, gang, bool(gang)),),
    )


def lay_hand(card: GameCard, vault: int) -> State:
    """A table on which somebody holds one card and has so many coins, in Play Cards."""
    return State(
        Box((card,), (card.id,), (0,), ("player",), vault),
        (Player(Secret.of((CardId(0),), (0,)), battery=FULL_BATTERY, vault=vault),),
        (Secret.of((), ()),),
        ((),),
        0,
        phase="play",
        turn=1,
    )


def _unit(fighter: Fighter, seat: Seat, first: int) -> Unit:
    cards = tuple(CardId(first + number) for number in range(len(fighter.faces)))
    circles: list[Circle] = []
    for kind, paid in (("permanent", fighter.permanent), ("instant", fighter.instant)):
        printed = [
            Circle(card, kind, number, upgrade.cost)  # type: ignore[arg-type]
            for card, face in zip(cards, fighter.faces, strict=True)
            for number, upgrade in enumerate(getattr(face, kind))
        ]
        circles += printed[:paid]
    boosts = (Boost(fighter.attack, fighter.defense),) if fighter.attack or fighter.defense else ()
    damage = fighter.damage
    return Unit(cards, fighter.faces, seat, 0, damage=damage, circles=tuple(circles), boosts=boosts)


def upgrades(fighter: Fighter, kind: str) -> int:
    """How many upgrades of a kind its cards have."""
    return sum(len(getattr(face, kind)) for face in fighter.faces)


def fight(state: State) -> Steps[Fought]:
    """ROBOT-EMPIRE.DMG.SIMULTANEOUS: the battle of a table with one attacker, fought as it is in play."""
    (onset,) = state.onsets
    table: QuietTable[State] = QuietTable(state)
    yield from battle(table)
    after = table.state
    return Fought(
        onset.unit not in after.by_id,
        tuple([card not in after.by_id for card in onset.blockers]),
        state.players[onset.at].battery - after.players[onset.at].battery,
    )


def hit(state: State, unit: CardId, target: CardId) -> Steps[int]:
    """ROBOT-EMPIRE.LR.TARGETS: a long range attack that nobody answers; 1 if it destroys its target."""
    table: QuietTable[State] = QuietTable(state)
    points = shot(state, state.by_id[unit]).total
    yield from strike(table, target, points, "ROBOT-EMPIRE.LR.TARGETS")
    return int(target not in table.state.by_id)


def coins_lost(state: State) -> Steps[int]:
    """What the one attack of a table takes off the Battery."""
    result = yield from fight(state)
    return result.battery


def falls(state: State, card: CardId) -> Steps[int]:
    """1 if this unit falls in the one fight of a table."""
    result = yield from fight(state)
    (onset,) = state.onsets
    if card == onset.unit:
        return int(result.attacker_falls)
    return int(result.blockers_fall[onset.blockers.index(card)])


def with_block(state: State, unit: CardId, attacker: CardId) -> State:
    """The table with only this attack, and one blocker more."""
    onset = next(onset for onset in state.onsets if onset.unit == attacker)
    gang = (*(card for card in onset.blockers if card != unit), unit)
    return replace(state, onsets=(replace(onset, blockers=gang, blocked=True),))


def turns_up(unseen: int, wanted: int, drawn: int) -> Fraction:
    """ROBOT-EMPIRE.SETUP.DEPOT: the chance that one of the wanted is among the next cards of a deck.

    >>> turns_up(unseen=10, wanted=1, drawn=1), turns_up(unseen=4, wanted=2, drawn=3)
    (Fraction(1, 10), Fraction(1, 1))
    """
    drawn = min(drawn, unseen)
    return 1 - Fraction(comb(unseen - wanted, drawn), comb(unseen, drawn))
