"""What a bot is."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

from gattai.kernel.position import Seen
from gattai.kernel.question import Choose, Place

Ask: TypeAlias = Choose | Place
"""What one seat is asked. Of a question to several at once, each gets its own part."""


class Bot(Protocol):
    """Answers for one seat.

    A bot remembers nothing: its answer follows from what it sees and from the number of the
    question. So a game that is saved and resumed goes on as if it had never stopped.
    """

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """The answer to question `number` of the game, counted from 1."""
        ...
