"""The options at the prompt, each with what one wants to know before choosing it: price and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gattai.games.robot_empire.actions import (
    Attack,
    Block,
    BringOut,
    Discard,
    Employ,
    Install,
    Land,
    Shoot,
    Spring,
    Unleash,
)
from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.events.setup import coins
from gattai.games.robot_empire.faces import text_of
from gattai.games.robot_empire.figures import attack, defense, flies, shot
from gattai.games.robot_empire.scene import MAKER
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.position import table_now
from gattai.terminal.menu import Menu

WIDEST = 48
"""Where notes begin, unless an option is longer."""
AS_IT_IS = ("assemble", "link", "unlink", "come-home")
"""What says by itself all there is to say."""


class NotedMenu(Menu):
    """A menu with a note behind each option that is listed by itself."""

    def lines(self) -> Iterator[str]:
        """Number, notation, note."""
        state: State = table_now(self.rules, self.position)
        notes = {
            f"{number:>4}  {text}": _note(state, text, option)
            for number, (text, option) in enumerate(
                zip(self.texts[: len(self.few)], self.few, strict=True), 1
            )
        }
        width = max([len(line) for line in notes if len(line) <= WIDEST], default=0)
        for line in super().lines():
            note = notes.get(line, "")
            yield f"{line:<{width}}  {note}" if note else line


def _note(state: State, text: str, option: Any) -> str:
    """What one wants to know of an option; empty where it says so itself."""
    kind = text.partition(" ")[0]
    match option:
        case BringOut(card=card) | Discard(card=card) | Install(card=card):
            return _face(state.card(card))
        case Spring(card=card) | Unleash(card=card):
            return _face(state.card(card))
        case Employ(card=card):
            return text_of(state.card(card))
        case Land(moon=moon):
            lying = next((m.coins for m in state.moons if m.card == moon), 0)
            landing = state.card(moon).landing_cost
            return f"{coins(lying)} there{f', landing costs {landing}' if landing else ''}"
        case Shoot(unit=unit, target=target):
            return f"{shot(state, state.by_id[unit]).total} damage on {_unit(state, target)}"
        case Attack(unit=unit):
            return _unit(state, unit)
        case Block(unit=unit, attacker=attacker):
            return f"{_unit(state, unit)} against {_unit(state, attacker)}"
        case _ if kind in AS_IT_IS:
            return ""
        case _:
            shown = MAKER.option(state, text, option)
            return f"{shown.label}{f', {shown.price}' if shown.price else ''}"


def _face(card: GameCard) -> str:
    """A card in a line: price, points, what it says."""
    price = coins(card.cost) if isinstance(card.cost, int) else card.cost
    points = ""
    if card.attack is not None:
        points = f", {card.attack}/{card.defense}"
    elif card.defense is not None:
        points = f", Defense {card.defense}"
    words = text_of(card)
    return f"{price}{points}{f': {words}' if words else ''}"


def _unit(state: State, card: CardId) -> str:
    unit = state.by_id[card]
    points = f"{attack(unit)}/{defense(unit)}" if unit.is_fighter else f"Defense {defense(unit)}"
    damage = f", damage {unit.damage}" if unit.damage else ""
    return f"{points}{', flying' if flies(unit) else ''}{damage}"
