"""Board, roster and odds of attack-chart, for the commands that know no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import typer
from rich.console import RenderableType
from rich.text import Text

from gattai.games.attack_chart.deeds import Attack
from gattai.games.attack_chart.state import SIDES, State
from gattai.games.attack_chart.victory import points
from gattai.kernel.position import Position
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.attack_chart import attack_page, board
from gattai.terminal.attack_chart.forecast import from_table
from gattai.terminal.complaint import Complaint
from gattai.terminal.menu import Menu
from gattai.terminal.page import QUIET


class AttackChartPresenter:
    """How attack-chart is shown in plain text."""

    examples = ("attack carbine gunners", "move 3,4", "3,4")

    def headline(self, state: State) -> str:
        """Round, turn, method and Points."""
        method = f"by the {state.method.capitalize()}" if state.method else "method not chosen"
        scores = ", ".join(f"{side} {points(state, Seat(seat))}" for seat, side in enumerate(SIDES))
        if state.phase in ("method", "roll-off", "deploying"):
            return f"before round 1 of {state.rounds}, {method}"
        return f"round {state.round} of {state.rounds}, {method}; Points destroyed: {scores}"

    def board(self, state: State, options: Sequence[object]) -> Sequence[RenderableType]:
        """The field with its legend."""
        return board.board(state, options), Text(board.LEGEND, QUIET)

    def roster(self, state: State) -> RenderableType:
        """All units."""
        return board.roster(state)

    def details(self, state: State) -> RenderableType:
        """All weapons."""
        return board.weapons(state)

    def aliases(self, state: State) -> Mapping[str, str]:
        """B1 is warden-squad, and so on."""
        return {
            label.casefold(): state.units[unit_id].name
            for unit_id, label in board.labels(state).items()
        }

    def menu(self, rules: AnyRuleset, position: Position[Any], options: Sequence[Any]) -> Menu:
        """By number, in a few words, or in notation."""
        return Menu(rules, position, options, self.aliases(position.state))

    def odds(self, state: State, option: object) -> Sequence[RenderableType]:
        """Of an attack: one page for each target."""
        if not isinstance(option, Attack) or state.acting is None:
            return ()
        return [
            part for forecast in from_table(state, option) for part in attack_page.page(forecast)
        ]

    def odds_app(self) -> typer.Typer:
        """The arguments of `gattai odds attack-chart`."""
        from gattai.terminal.attack_chart.odds_command import app

        return app

    def own_app(self) -> typer.Typer:
        """None."""
        raise Complaint("attack-chart has no commands of its own")
