"""The effects of cards, in one module per thing they change. Importing them registers their words."""

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
