"""Board, roster and odds of A.E.G.I.S., for the commands that know no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from gattai.games.aegis.attack import Use
from gattai.games.aegis.state import State
from gattai.kernel.notation import quoted
from gattai.kernel.position import Position, table_now
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.aegis import action_page, board, card_page, roster
from gattai.terminal.aegis.forecast import Forecast
from gattai.terminal.aegis.grouped_menu import GroupedMenu
from gattai.terminal.menu import Menu
from gattai.terminal.page import QUIET


class AegisPresenter:
    """How A.E.G.I.S. is shown in plain text."""

    examples = ("use breaker-sword gel-100", "move ark-150 3,-1", "combine r1 r4", "end")

    def headline(self, state: State) -> str:
        """Turn and energy."""
        return roster.headline(state)

    def board(self, state: State, options: Sequence[object]) -> Sequence[RenderableType]:
        """The field with its legend."""
        return board.board(state, options), Text(board.LEGEND, QUIET)

    def roster(self, state: State) -> RenderableType:
        """All units."""
        return roster.roster(state)

    def details(self, state: State) -> RenderableType:
        """All Actions, and the Combine Pools."""
        return Group(*card_page.on_table(state))

    def aliases(self, state: State) -> Mapping[str, str]:
        """R1 is ark-150, breaker-sword is "Breaker Sword", and so on."""
        found = {
            "-".join(action.name.casefold().split()): quoted(action.name)
            for unit in state.units
            for action in unit.actions
        }
        for unit_id, label in board.labels(state).items():
            found[label.casefold()] = state.units[unit_id].name
        return found

    def menu(self, rules: AnyRuleset, position: Position[Any], options: Sequence[Any]) -> Menu:
        """By unit and kind."""
        state: State = table_now(rules, position)
        return GroupedMenu(rules, position, options, self.aliases(state))

    def odds(self, state: State, option: object) -> Sequence[RenderableType]:
        """Of an Action."""
        if not isinstance(option, Use):
            return ()
        return [*action_page.page(Forecast(state, option))]

    def odds_app(self) -> typer.Typer:
        """The arguments of `gattai odds aegis`."""
        from gattai.terminal.aegis.odds_command import app

        return app

    def own_app(self) -> typer.Typer:
        """`gattai aegis squad check`, `squads`, `unit`."""
        from gattai.terminal.aegis.own_commands import app

        return app
