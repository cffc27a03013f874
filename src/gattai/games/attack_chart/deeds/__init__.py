"""What a player can do, a chapter a file; each deed says why not and what follows."""

from __future__ import annotations

from gattai.games.attack_chart.deeds.activating import (
    FINISH,
    Activate,
    Aim,
    Attack,
    Finish,
    Move,
)
from gattai.games.attack_chart.deeds.preparing import ChooseMethod, Deploy

__all__ = [
    "DEEDS",
    "FINISH",
    "Activate",
    "Aim",
    "Attack",
    "ChooseMethod",
    "Deploy",
    "Finish",
    "Move",
]

DEEDS = (ChooseMethod, Deploy, Activate, Move, Attack, Finish)
