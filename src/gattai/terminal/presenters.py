"""What is particular to one game at the command line: its board, its units, its odds.

The commands know no game. They ask for the presenter of a game by its name; a game without one is
played by its notation alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import typer
from rich.console import RenderableType

from gattai import games
from gattai.games.game import Game
from gattai.kernel.position import Position
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.complaint import Complaint
from gattai.terminal.menu import Menu


class Presenter(Protocol):
    """How one game is shown in plain text. Pictures are drawn from scenes and need nobody."""

    examples: tuple[str, ...]
    """Answers as people type them, for the help."""

    def headline(self, state: Any) -> str:
        """Where the game stands, in one line."""
        ...

    def board(self, state: Any, options: Sequence[Any]) -> Sequence[RenderableType]:
        """The board, with the places marked to which an option leads; then its legend."""
        ...

    def roster(self, state: Any) -> RenderableType:
        """The units and the shape they are in."""
        ...

    def details(self, state: Any) -> RenderableType:
        """What is printed on the cards of the units, for whoever asks."""
        ...

    def aliases(self, state: Any) -> Mapping[str, str]:
        """Short names on the board, and the words that notation uses for the same."""
        ...

    def menu(self, rules: AnyRuleset, position: Position[Any], options: Sequence[Any]) -> Menu:
        """The options of a question, as people name them."""
        ...

    def odds(self, state: Any, option: Any) -> Sequence[RenderableType]:
        """The odds of an option; empty if no dice hang on it."""
        ...

    def odds_app(self) -> typer.Typer:
        """The arguments of `gattai odds` for this game."""
        ...

    def own_app(self) -> typer.Typer:
        """The game's own commands, `gattai GAME ...`, if its face says what they are for."""
        ...


class PlainPresenter:
    """For a game that has no presenter of its own: there is the question, its options and the log."""

    examples: tuple[str, ...] = ()

    def headline(self, state: Any) -> str:
        """Nothing is known."""
        return ""

    def board(self, state: Any, options: Sequence[Any]) -> Sequence[RenderableType]:
        """No board."""
        return ()

    def roster(self, state: Any) -> RenderableType:
        """No units."""
        return ""

    def details(self, state: Any) -> RenderableType:
        """None."""
        return ""

    def aliases(self, state: Any) -> Mapping[str, str]:
        """None."""
        return {}

    def menu(self, rules: AnyRuleset, position: Position[Any], options: Sequence[Any]) -> Menu:
        """By notation."""
        return Menu(rules, position, options, {})

    def odds(self, state: Any, option: Any) -> Sequence[RenderableType]:
        """None."""
        return ()

    def odds_app(self) -> typer.Typer:
        """None."""
        raise Complaint("this game has no odds at the command line yet")

    def own_app(self) -> typer.Typer:
        """None."""
        raise Complaint("this game has no commands of its own")


def of(game: str) -> Presenter:
    """The presenter of a game."""
    return _presenter(games.get(game))


def for_rules(rules: AnyRuleset) -> Presenter:
    """The presenter of the game that these rules are."""
    game = games.find(rules.name)
    return PlainPresenter() if game is None else _presenter(game)


def _presenter(game: Game) -> Presenter:
    presenter: Presenter = game.part(game.presenter)() if game.presenter else PlainPresenter()
    return presenter
