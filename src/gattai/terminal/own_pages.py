"""Where a game keeps what no scene says: `gattai odds GAME` and `gattai GAME`.

A game that has neither is played all the same: everything else is drawn from its scenes.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import typer

from gattai import games
from gattai.terminal.complaint import Complaint


def odds_app(game: str) -> typer.Typer:
    """The arguments of `gattai odds` for this game."""
    return _app(game, "odds_command", "this game has no odds at the command line yet")


def own_app(game: str) -> typer.Typer:
    """The game's own commands, `gattai GAME ...`."""
    return _app(game, "own_commands", "this game has no commands of its own")


def _app(game: str, module: str, otherwise: str) -> typer.Typer:
    games.load(game)  # complains about a game that does not exist
    folder = f"gattai.terminal.{game.replace('-', '_')}"
    if find_spec(folder) is None or find_spec(f"{folder}.{module}") is None:
        raise Complaint(otherwise)
    app: typer.Typer = import_module(f"{folder}.{module}").app
    return app
