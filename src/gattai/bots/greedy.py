"""A bot that takes the answer with the best expected score."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from gattai.bots.bot import Ask
from gattai.bots.consider import USUAL_OUTCOMES, Sure, consider, how_far, ranked
from gattai.bots.evaluation import AnyEvaluation
from gattai.bots.expectation import judge_for
from gattai.bots.learnt.trained import for_table
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.question import any_one
from gattai.kernel.ruleset import AnyRuleset


class GreedyBot:
    """Takes the answer with the best expected score; ties: the first.

    `closely` is the number of the game's ideas scored with full odds. `blunder_rate` is the
    percentage of answers for which it takes one of its better ideas at random instead, as rookies
    do. With `learnt` it uses the learnt evaluation, if there is one, instead of the hand-tuned one.
    With fewer `outcomes` of the dice it is faster and less accurate about rare throws. `style` is
    the weight of the spread of outcomes (`expectation`). The first `opening` answers of a game,
    including dice, are all random: otherwise bots without blunders would set up the same table in
    every game without shuffled cards.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        *,
        closely: int = 8,
        blunder_rate: int = 0,
        opening: int = 0,
        rules: AnyRuleset | None = None,
        evaluation: AnyEvaluation | None = None,
        learnt: bool = False,
        outcomes: int = USUAL_OUTCOMES,
        style: float = 0.0,
    ) -> None:
        self._make = make
        self._seed = seed
        self._closely = closely
        self._blunder_rate = blunder_rate
        self._opening = opening
        self._rules = rules
        self._evaluation = evaluation
        self._learnt = learnt
        self._outcomes = outcomes
        self._style = style

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the option with the best expected score."""
        source = self._make(f"{self._seed}/{ask.seat}/{number}")
        rules, evaluation = self._rules, self._evaluation
        if self._learnt and evaluation is None:
            rules, evaluation = for_table(rules, seen.state)
        found = consider(seen, ask, source, self._closely, rules, evaluation)
        if isinstance(found, Sure):
            return found.answer
        blunder_rate = 100 if number <= self._opening else self._blunder_rate
        if blunder_rate and source.random() * 100 < blunder_rate:
            return any_one(found.closely, source)
        seats = len(found.rules.seats)
        judge = judge_for(found.evaluation, ask.seat, seats, source, how_far(found))
        found = replace(found, most=self._outcomes, style=self._style)
        return ranked(found, judge, source)[0][1]
