"""Gattai: a rules engine for tabletop robot-battle games.

    import gattai
    match = gattai.game("aegis").begin(seed=7)
    match.play(match.options()[0])

The names listed here are the public API; docs/reference/python.md documents it and how it may
change. Modules are imported when first used, so that `import gattai` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gattai.bots.bot import Bot as Bot
    from gattai.kernel.rulebook import Refusal as Refusal
    from gattai.kernel.rulebook import Refused as Refused
    from gattai.library.game import Game as Game
    from gattai.library.game import Match as Match
    from gattai.library.game import game as game
    from gattai.library.game import list_bots as list_bots
    from gattai.library.game import list_games as list_games
    from gattai.library.game import load as load
    from gattai.library.odds import Odds as Odds
    from gattai.library.position import Position as Position
    from gattai.library.view import View as View

    __version__: str

_WHERE = {
    "game": "gattai.library.game",
    "list_games": "gattai.library.game",
    "list_bots": "gattai.library.game",
    "load": "gattai.library.game",
    "Game": "gattai.library.game",
    "Match": "gattai.library.game",
    "Position": "gattai.library.position",
    "View": "gattai.library.view",
    "Odds": "gattai.library.odds",
    "Refusal": "gattai.kernel.rulebook",
    "Refused": "gattai.kernel.rulebook",
    "Bot": "gattai.bots.bot",
}
"""Every public name, in the order of the reference, and its module."""

__all__ = [
    "__version__", "game", "list_games", "list_bots", "load",
    "Game", "Match", "Position", "View", "Odds", "Refusal", "Refused", "Bot",
]  # fmt: skip


if not TYPE_CHECKING:  # otherwise a type checker would accept any name

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from gattai.plugins import own_version

            found: object = own_version()
        elif name in _WHERE:
            found = getattr(import_module(_WHERE[name]), name)
        else:
            raise AttributeError(f"module 'gattai' has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return [*__all__]
