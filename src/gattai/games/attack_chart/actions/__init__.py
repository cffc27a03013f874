"""The actions of a player. Each action says why it is refused and what follows from it."""

from __future__ import annotations

from gattai.games.attack_chart.actions.activating import (
    FINISH,
    Activate,
    Aim,
    Attack,
    Finish,
    Move,
)
from gattai.games.attack_chart.actions.preparing import ChooseMethod, Deploy

__all__ = [
    "ACTIONS",
    "FINISH",
    "Activate",
    "Aim",
    "Attack",
    "ChooseMethod",
    "Deploy",
    "Finish",
    "Move",
]

ACTIONS = (ChooseMethod, Deploy, Activate, Move, Attack, Finish)
