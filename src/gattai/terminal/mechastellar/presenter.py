"""MechaStellar for the commands that know no game. Boards are drawn from its scenes, as everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import typer
from rich.console import Group, RenderableType

from gattai.games.mechastellar.state import SIDES, State
from gattai.kernel.position import Position, table_now
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.mechastellar import unit_page
from gattai.terminal.mechastellar.worded_menu import WordedMenu
from gattai.terminal.menu import Menu
from gattai.terminal.page import table
from gattai.terminal.presenters import PlainPresenter
from gattai.terminal.scene_board import scene_board


class MechaStellarPresenter(PlainPresenter):
    """How MechaStellar is shown in plain text."""

    examples: tuple[str, ...] = (
        "activate white-asura",
        "move 3,-1",
        "attack beam-rifle argonaut",
        "aim die",
        "end-turn",
    )

    def headline(self, state: State) -> str:
        """Round, Momentum and Victory Points."""
        south, north = state.momentum
        return (
            f"Round {state.round} of {state.rules.round.count}, Momentum {SIDES[0]} {south} and "
            f"{SIDES[1]} {north}, VP {state.scores[0]} to {state.scores[1]}"
        )

    def roster(self, state: State) -> RenderableType:
        """All models and the shape they are in."""
        rows = [
            (
                unit.name + "!" * unit.commander,
                SIDES[unit.seat],
                f"{max(0, unit.hp)}/{unit.card.hp}",
                unit.fate or ("has acted" if unit.activated else "ready"),
                ", ".join(self._marks(unit)),
            )
            for unit in state.units
        ]
        return table(("unit", "side", "HP", "", "besides"), rows, right=(2,))

    @staticmethod
    def _marks(unit: Any) -> list[str]:
        marks = [f"stun {unit.stun}"] * bool(unit.stun)
        marks += [f"barrier {unit.barrier}"] * bool(unit.card.barrier)
        marks += [f"{unit.points} points"] * bool(unit.points)
        return [*marks, *(f"lost {each}" for each in unit.lost)]

    def details(self, state: State) -> RenderableType:
        """The profiles on the table."""
        cards = dict.fromkeys(unit.card for unit in state.units)
        return Group(*(line for card in cards for line in unit_page.unit_page(card, state.rules)))

    def aliases(self, state: State) -> Mapping[str, str]:
        """Names of profiles as people write them."""
        return {
            "-".join(unit.card.name.casefold().split()): unit.name for unit in reversed(state.units)
        }

    def board(self, state: State, options: Sequence[Any]) -> Sequence[RenderableType]:
        """Drawn from its scene."""
        return scene_board("mechastellar", state, options)

    def menu(self, rules: AnyRuleset, position: Position[Any], options: Sequence[Any]) -> Menu:
        """By notation, units also by the names of their profiles; with words and prices."""
        return WordedMenu(rules, position, options, self.aliases(table_now(rules, position)))

    def odds_app(self) -> typer.Typer:
        """`gattai odds mechastellar ...`."""
        from gattai.terminal.mechastellar.odds_command import app

        return app

    def own_app(self) -> typer.Typer:
        """`gattai mechastellar rules`, `force check`, `armies`, `unit`."""
        from gattai.terminal.mechastellar.own_commands import app

        return app
