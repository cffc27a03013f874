"""Silly things in Robot Empire."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from gattai.games.robot_empire.actions import Discard, Link, Next, Unleash
from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.phases.steps import INCOME
from gattai.games.robot_empire.state import State
from tests.bots.nonsense.watching import Moment, Sight

KEPT = "a Super Weapon that could be paid for was kept"
UNLINKED = "Monsters that could be chained were not"
GOOD = "a good card was discarded"
"""A Super Weapon, an Agent, or a card that can be paid for next turn and has more points above its
price than is usual in the deck."""


class War:
    """Watches turns of Play Cards, and what is discarded."""

    def see(self, moment: Moment) -> Iterator[Sight]:
        """What was left undone as Play Cards ended, and each card that was thrown away."""
        state, answer = moment.before, moment.answer
        if isinstance(answer, Discard):
            yield GOOD, is_good(state, state.card(answer.card), state.players[state.active].vault)
        if state.phase != "play" or state.windows or not moment.begins:
            return
        ends = isinstance(answer, Next)
        if isinstance(answer, Unleash) or (ends and moment.offers(Unleash)):
            yield KEPT, ends
        if isinstance(answer, Link) or (ends and moment.offers(Link)):
            yield UNLINKED, ends


def is_good(state: State, card: GameCard, vault: int) -> bool:
    """Whether a card is worth keeping, by what is printed on it and on all others."""
    if card.category in ("agent", "super-weapon"):
        return True
    usual = fmean(surplus(each) for each in state.box.cards if points(each))
    return bool(points(card)) and surplus(card) > usual and price(card) <= vault + INCOME


def surplus(card: GameCard) -> float:
    """Points above the price."""
    return points(card) - price(card)


def points(card: GameCard) -> float:
    """Attack and Defense; the mean of a die where it is thrown."""
    return sum(3.5 if isinstance(p, str) else p or 0 for p in (card.attack, card.defense))


def price(card: GameCard) -> float:
    """What it costs; the mean of a die where it is thrown for."""
    return 3.5 if isinstance(card.cost, str) else float(card.cost or 0)
