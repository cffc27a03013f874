"""The interface of bots."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from gattai.kernel.position import Seen
from gattai.kernel.question import Choose, Place

Ask: TypeAlias = Choose | Place
"""The question for one seat; of a question to several at once, its own part."""


class Bot(Protocol):
    """Answers for one seat.

    A bot has no memory: its answer depends only on what it sees and on the number of the question.
    So a game that is saved and resumed continues as if it had never stopped.
    """

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> object:
        """Return the answer to question `number` of the game, counted from 1."""
        ...
