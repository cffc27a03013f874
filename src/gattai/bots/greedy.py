"""The bot that takes what is best on average, one answer at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gattai.bots.bot import Ask
from gattai.bots.consider import USUAL_WAYS, Sure, consider, how_far, ranked
from gattai.bots.evaluations import Evaluation
from gattai.bots.expectation import judge_for
from gattai.bots.learnt.eye import for_table
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.question import any_one
from gattai.kernel.ruleset import AnyRuleset


class GreedyBot:
    """The best expected worth of one answer; of equals the first.

    `closely` is how many of the game's ideas are looked at with all odds. `slips` is how often, of
    a hundred answers, it takes one of its better ideas at random instead: rookies do. `learnt` lets it
    judge by what was learnt of the game, where there is something, else by the hand-set worth. With
    fewer `ways` of the dice it is quicker and knows less about rare throws. `style` is the share of the
    spread of what may come that it hopes for, or fears (`expectation`).
    The first `opening` answers of a game, dice counted too, are slips all of them: bots that do not slip set
    up the same table in every game where no card is shuffled, and a match between them would be the same
    opening over and over.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        *,
        closely: int = 8,
        slips: int = 0,
        opening: int = 0,
        rules: AnyRuleset | None = None,
        evaluation: Evaluation | None = None,
        learnt: bool = False,
        ways: int = USUAL_WAYS,
        style: float = 0.0,
    ) -> None:
        self._make = make
        self._seed = seed
        self._closely = closely
        self._slips = slips
        self._opening = opening
        self._rules = rules
        self._evaluation = evaluation
        self._learnt = learnt
        self._ways = ways
        self._style = style

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """The option that is worth most on average."""
        source = self._make(f"{self._seed}/{ask.seat}/{number}")
        rules, evaluation = self._rules, self._evaluation
        if self._learnt and evaluation is None:
            rules, evaluation = for_table(rules, seen.state)
        found = consider(seen, ask, source, self._closely, rules, evaluation)
        if isinstance(found, Sure):
            return found.answer
        slips = 100 if number <= self._opening else self._slips
        if slips and source.random() * 100 < slips:
            return any_one(found.closely, source)
        seats = len(found.rules.seats)
        judge = judge_for(found.evaluation, ask.seat, seats, source, how_far(found))
        found = replace(found, most=self._ways, style=self._style)
        return ranked(found, judge, source)[0][1]
