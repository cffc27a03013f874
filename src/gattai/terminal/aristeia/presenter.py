"""Aristeia! for the commands that know no game. Boards are drawn from its scenes, as everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from rich.console import RenderableType

from gattai.games.aristeia.state import SIDES, Character, State
from gattai.terminal.page import table
from gattai.terminal.presenters import PlainPresenter
from gattai.terminal.scene_board import scene_board


class AristeiaPresenter(PlainPresenter):
    """How Aristeia! is shown in plain text. It is given views: hidden hands are counts."""

    examples: tuple[str, ...] = ("move 1,0", "perform ken-no-sen maximus", "end")

    def headline(self, state: State) -> str:
        """The round, whose Character acts, and Victory Points."""
        acting = "" if state.active is None else f", {state.characters[state.active].name} acts"
        return f"Round {state.round}{acting}, VP {_score(state)}"

    def board(self, state: State, options: Sequence[Any]) -> Sequence[RenderableType]:
        """Drawn from its scene."""
        return scene_board("aristeia", state, options)

    def roster(self, state: State) -> RenderableType:
        """All Characters and the shape they are in."""
        rows = [
            (
                character.name,
                SIDES[character.seat],
                _hit_points(character),
                character.off or "on the board",
                ", ".join(token.state.name for token in character.tokens),
            )
            for character in state.characters
        ]
        return table(("Character", "side", "HP", "", "States"), rows, right=(2,))

    def odds_app(self) -> typer.Typer:
        """`gattai odds aristeia ...`."""
        from gattai.terminal.aristeia.odds_command import app

        return app


def _hit_points(character: Character) -> str:
    most = character.card.hit_points
    return f"{max(0, most - character.damage)}/{most}"


def _score(state: State) -> str:
    return " to ".join(str(points) for points in state.points)
