"""What cards do when they are used, a file for what it changes; importing it makes the words known."""

from __future__ import annotations

from gattai.games.robot_empire.effects import players, units
from gattai.games.robot_empire.effects.register import (
    EFFECTS,
    Effect,
    carry_out,
    effect,
    is_hit,
    words_of,
)

__all__ = ["EFFECTS", "Effect", "carry_out", "effect", "is_hit", "players", "units", "words_of"]
