"""What is in a deck, for whoever chooses one before a game."""

from __future__ import annotations

from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.decks import read_deck
from gattai.games.robot_empire.faces import face_of
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.games.robot_empire.setup import SEATS
from gattai.kernel.ruleset import AnyRuleset, Option
from gattai.scene.parts import Card


def deck_faces(rules: AnyRuleset, option: Option, value: str) -> list[Card]:
    """The cards of a deck, each once: Robots before the rest, the dearest before the others."""
    assert isinstance(rules, RobotEmpire)
    if option.name not in SEATS:
        return []
    cards = dict.fromkeys(read_deck(value, rules.cards, rules.decks))
    ordered = sorted(cards, key=lambda card: (card.category != "robot", -_cost(card), card.number))
    return [face_of(card) for card in ordered]


def _cost(card: GameCard) -> int:
    return card.cost if isinstance(card.cost, int) else 0
