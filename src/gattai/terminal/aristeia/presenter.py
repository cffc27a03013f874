"""Aristeia! for the commands that know no game. Boards are drawn from its scenes, as everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from gattai.games.aristeia.actions import Perform, find_action
from gattai.games.aristeia.faces import character_card, tactic_card
from gattai.games.aristeia.figures import hit_points_left
from gattai.games.aristeia.scene import headline
from gattai.games.aristeia.state import SEATS, SIDES, Character, State
from gattai.games.aristeia.wording import zone_name
from gattai.scene.parts import Card
from gattai.terminal.aristeia.forecast import on_table
from gattai.terminal.page import STRONG, table
from gattai.terminal.presenters import PlainPresenter
from gattai.terminal.scene_board import scene_board


class AristeiaPresenter(PlainPresenter):
    """How Aristeia! is shown in plain text. It is given views: hidden hands are counts."""

    examples: tuple[str, ...] = ("perform ken-no-sen maximus", "walk 1,0", "end")

    def headline(self, state: State) -> str:
        """Where the game stands: whose Character acts with which points, what is played for."""
        said = [headline(state)]
        if state.active is not None:
            said.append(f"{state.ap} AP, {state.mp} MP")
        if state.zone:
            said.append(f"Scoring Zone: {zone_name(state.zone)}")
        said.append(f"Victory Points {' to '.join(map(str, state.points))}")
        return "; ".join(said)

    def board(self, state: State, options: Sequence[Any]) -> Sequence[RenderableType]:
        """Drawn from its scene."""
        return scene_board("aristeia", state, options)

    def roster(self, state: State) -> RenderableType:
        """All Characters and the shape they are in; then the Tactics that whoever looks may see."""
        rows = [
            (
                character.name,
                SIDES[character.seat],
                f"{max(0, hit_points_left(character))}/{character.card.hit_points}",
                _where(character),
                ", ".join(
                    f"{token.state.name} ({'red' if token.is_red else 'blue'})"
                    for token in character.tokens
                ),
            )
            for character in state.characters
        ]
        heads = ("Character", "side", "HP", "", "States")
        return Group(table(heads, rows, right=(2,)), *_hands(state))

    def details(self, state: State) -> RenderableType:
        """The cards of all Characters, and the Tactics in hand."""
        known = [each.card for each in state.characters] or state.box.characters
        cards = [character_card(card, state.box) for card in known]
        for seat in SEATS:
            if state.hands[seat].is_open:
                cards += [tactic_card(tactic) for tactic in state.hands[seat].open()]
        return Group(*(line for card in cards for line in _card(card)))

    def odds(self, state: State, option: Any) -> Sequence[RenderableType]:
        """The roll of an Action as it would be made now, by both policies."""
        if not isinstance(option, Perform) or state.active is None or option.target is None:
            return ()
        action = find_action(state, state.active, option.action)
        if action is None or not (action.pool.dice or action.pool.symbols):
            return ()
        if any(state.characters[who].at is None for who in (state.active, option.target)):
            return ()
        from gattai.terminal.aristeia.roll_page import page

        return tuple(page(on_table(state, action, option.target)))

    def odds_app(self) -> typer.Typer:
        """`gattai odds aristeia ...`."""
        from gattai.terminal.aristeia.odds_command import app

        return app


def _where(character: Character) -> str:
    if character.off:
        return f"in the {character.off.capitalize()}".replace("in the Bench", "on the Bench")
    return "on the board" if character.at is not None else "not deployed yet"


def _hands(state: State) -> Iterator[str]:
    """Names of the own Tactics, or how many the other holds."""
    for seat in SEATS:
        hand = state.hands[seat]
        names = ", ".join(card.name for card in hand.open()) if hand.is_open else f"{len(hand)}"
        yield f"Tactics of {SIDES[seat]}: {names or 'none'}"


def _card(card: Card) -> Iterator[RenderableType]:
    yield Text(card.title, STRONG).append(f"  {card.subtitle}", "not bold")
    figures = ", ".join(f"{name} {value}" for name, value in card.figures)
    if figures:
        yield f"  {figures}"
    for line in card.lines:
        yield f"  {line.name}: {line.text}"
