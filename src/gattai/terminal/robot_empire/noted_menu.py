"""The options at the prompt, each with what one wants to know before choosing it: price and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.faces import text_of
from gattai.games.robot_empire.figures import attack, coins, defense, flies, shot
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
    match asdict(option):
        case {"card": card} if card not in state.holder:
            return _face(state.card(card))
        case {"card": card, "at": _}:
            return text_of(state.card(card))
        case {"moon": moon}:
            lying = next((m.coins for m in state.moons if m.card == moon), 0)
            landing = state.card(moon).landing_cost
            return f"{coins(lying)} there{f', landing costs {landing}' if landing else ''}"
        case {"unit": unit, "target": target}:
            return f"{shot(state, state.by_id[unit]).total} damage on {_unit(state, target)}"
        case {"unit": unit, "attacker": attacker}:
            return f"{_unit(state, unit)} against {_unit(state, attacker)}"
        case {"unit": unit, "at": _}:
            return _unit(state, unit)
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
