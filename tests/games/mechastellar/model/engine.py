"""The engine, spoken to in text only: a position goes in, options and the next position come out."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from gattai import games
from gattai.kernel.position import Step, apply, begin, judge, stand
from gattai.kernel.question import Choose, Roll
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text import notation
from gattai.kernel.text.answers import read_answer
from gattai.kernel.text.snapshot import position_text, read_position

RULES: Any = games.load("mechastellar")


@cache
def blank() -> str:
    """The text of a new game, before anything is deployed."""
    return position_text(RULES, begin(RULES))


class Engine:
    """A game that begins with a position. Dice fall as they are told."""

    def __init__(self, text: str) -> None:
        self.step: Step[Any] = stand(RULES, read_position(RULES, text))

    @property
    def question(self) -> Any:
        return self.step.question

    @property
    def is_over(self) -> bool:
        return isinstance(self.question, Outcome)

    @property
    def dice(self) -> int:
        """How many dice are to be thrown now; 0 if somebody is asked."""
        return self.question.dice.count if isinstance(self.question, Roll) else 0

    @property
    def rolls(self) -> bool:
        return isinstance(self.question, Roll)

    @property
    def rule(self) -> str:
        """The rule by which something is asked."""
        return str(self.question.rule)

    @property
    def options(self) -> list[str]:
        """What may be answered, in notation."""
        if not isinstance(self.question, Choose):
            return []
        words = RULES.words(self.step.table)
        return [notation.write(option, words) for option in self.question.options]

    @property
    def asked(self) -> str:
        """The side that is asked, if it is not the dice."""
        return str(RULES.seats[self.step.waiting[0]]) if self.step.waiting else ""

    @property
    def is_settled(self) -> bool:
        return self.step.position.is_settled

    @property
    def text(self) -> str:
        return position_text(RULES, self.step.position)

    @property
    def state(self) -> dict[str, Any]:
        """The table as it was when it was last settled, from its text."""
        found: dict[str, Any] = json.loads(self.text)["state"]
        return found

    def play(self, text: str) -> None:
        """Give an answer in notation, or faces: `10 10 3`."""
        step = self.step
        value = read_answer(RULES, step.position, self.question, text, step.table)
        self.step = apply(RULES, step.position, value)

    def why_not(self, text: str) -> str:
        """The rules that the engine has against an action."""
        step = self.step
        try:
            value = read_answer(RULES, step.position, self.question, text, step.table)
            judge(RULES, step, value)
        except Refused as refused:
            return ", ".join(sorted({each.rule for each in refused.refusals}))
        except ValueError as problem:
            return str(problem)
        return "nothing"
