"""A bot that searches: for a number of rollouts, or for a time.

It uses `plans` if the game has ideas and a score; otherwise a `tree`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import msgspec
from msgspec.structs import replace

from gattai.bots.bot import Ask
from gattai.bots.consider import (
    Decision,
    Determinization,
    GaveUp,
    Sure,
    Weighing,
    consider,
    determinization_of,
    imagining,
)
from gattai.bots.evaluation import AnyEvaluation, rules_of
from gattai.bots.evaluations import of
from gattai.bots.expectation import Judge, Work, judge_for
from gattai.bots.learnt.trained import for_table
from gattai.bots.lookahead.plans import CLOSELY, MAX_OUTCOMES, Plans, plan_judge
from gattai.bots.lookahead.tree import Tree
from gattai.bots.simulation import Unimaginable
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset

SHARE = 0.6
"""The share of an activation's remaining time or rollouts that one answer uses."""
HASTILY = 16
"""Outcomes walked for an option if time is short; fewer hardly rank attacks correctly."""
HALF = 0.5
"""The share of its work that a bot may use before the search itself."""
LEAST, SOON = 4, 0.15
"""Minimum number of rollouts, and share of rollouts or time, for a late answer."""


class SearchBot:
    """Searches for a number of rollouts or for a time, whichever ends first.

    `rollouts` and `seconds` are for a whole activation, as the game counts them
    (`Evaluation.clicks`): the first answer uses SHARE of it, the next SHARE of the rest, and so on,
    so the bot needs no memory to keep within it. `Evaluation.breadth` is a factor on `rollouts` and
    `width`. `iterations` are rollouts per answer. `work` limits the number of tables to which the
    rules are run for an answer: some rollouts take ten times as long as most, and this is counted,
    not timed. Without `seconds` the answer follows from the seed. `style` is the weight of the
    spread of outcomes (`expectation`). `how` is "plans" or "tree", by default the better one for
    the game; a `horizon` or `replies` of 0 means the game's default. `closely` is the number of
    ideas for each later answer of the own seat.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        clock: Callable[[], float],
        *,
        iterations: int = 200,
        rollouts: int = 0,
        seconds: float = 0.0,
        work: int = 0,
        horizon: int = 0,
        width: int = 6,
        replies: int = 0,
        closely: int = 0,
        how: str = "",
        style: float = 0.0,
        rules: AnyRuleset | None = None,
        evaluation: AnyEvaluation | None = None,
        learnt: bool = False,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._make = make
        self._seed = seed
        self._clock = clock
        self._iterations = iterations
        self._rollouts = rollouts
        self._seconds = seconds
        self._work = work
        self._horizon = horizon
        self._width = width
        self._replies = replies
        self._closely = closely or CLOSELY
        self._how = how
        self._style = style
        self._rules = rules
        self._evaluation = evaluation
        self._learnt = learnt
        self._stopped = stopped

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the best option found, always one that is offered."""
        began = self._clock()
        text = f"{self._seed}/{ask.seat}/{number}"
        source = self._make(text)
        rules, evaluation = self._for_table(seen.state)
        width = max(2, int(self._width * evaluation.breadth))
        found = consider(seen, ask, source, width + 2, rules, evaluation)
        if isinstance(found, Sure):
            return found.answer
        found = replace(found, style=self._style)
        clicks = evaluation.clicks_at(seen, ask.seat)
        budget = _Budget(self, began, clicks, evaluation.breadth, found.work)
        how = self._how or found.evaluation.best_search
        plain = found.evaluation.score is None or how == "tree"
        found = found if plain else replace(found, most=MAX_OUTCOMES)
        judging = judge_for if plain else plan_judge
        judge = judging(found.evaluation, found.seat, len(found.rules.seats))
        weighed, first = self._first(found, judge, source, budget)
        if not plain:
            plans = Plans(
                weighed,
                first,
                lambda rollout: self._make(f"{text}/{rollout}"),
                self._horizon or found.evaluation.horizon,
                width,
                self._replies or found.evaluation.replies,
                self._closely,
                imagining(found, seen, self._make, text),
                lambda: self._stopped() or budget.is_over,
            )
            while not self._stopped() and (spent := budget.spent(plans.rollouts_taken)) < 1:
                plans.rollout(spent)
            return plans.best()
        tree = Tree(found, first, source, self._horizon or 2, width)
        self._grow(tree, found.determinizations[0], seen, budget)
        return tree.best()

    def _grow(
        self, tree: Tree, first: Determinization, seen: Seen[msgspec.Struct], budget: _Budget
    ) -> None:
        """Search the tree until the budget is used up or nothing can be imagined."""
        determinization = first
        while not self._stopped() and budget.spent(tree.root.visits) < 1:
            if tree.root.visits and tree.imagines:
                try:
                    determinization = determinization_of(tree.rules, seen, tree.seat, tree.source)
                except Unimaginable:
                    return
            tree.iterate(determinization)

    def _for_table(self, state: msgspec.Struct) -> tuple[AnyRuleset, AnyEvaluation]:
        """Return the rules of a table and the evaluation to use."""
        if self._learnt and self._evaluation is None:
            return for_table(self._rules, state)
        rules = self._rules or rules_of(state)
        return rules, self._evaluation or of(rules.name)

    def _first(
        self, found: Decision, judge: Judge, source: Randomness, budget: _Budget
    ) -> tuple[Weighing, dict[object, float]]:
        """Return the expected score right after each option, by exact odds; empty if there is none.

        If that takes too much of the time or work, only a few outcomes are used.
        """
        weighed = Weighing(found, judge, source, lambda: budget.is_over_at(HALF))
        if found.evaluation.score is None:
            return weighed, dict.fromkeys(found.closely, 0.0)
        try:
            values = weighed.ranked()
        except GaveUp:
            weighed = Weighing(replace(found, most=HASTILY), judge, source)
            values = weighed.ranked()
        return weighed, {option: value for value, option in values}


class _Budget:
    """The limits for one answer."""

    def __init__(
        self, bot: SearchBot, began: float, clicks: int, breadth: float, work: Work
    ) -> None:
        part = SHARE * (1 - SHARE) ** clicks
        rollouts = [bot._iterations] if bot._iterations else []
        if bot._rollouts:
            rollouts.append(ceil(breadth * max(LEAST, ceil(bot._rollouts * max(SOON, part)))))
        self.rollouts = min(rollouts, default=0)
        self.clock = bot._clock
        self.began = began
        self.seconds = bot._seconds * max(SOON, part)
        self.work = work
        self.most_work = bot._work

    @property
    def is_over(self) -> bool:
        """Return whether the time or the work is used up; False if only rollouts are limited."""
        return self.is_over_at(1.0)

    def is_over_at(self, share: float) -> bool:
        """Return whether the time, or this share of the work, is used up."""
        if self.most_work and self.work.tables >= share * self.most_work:
            return True
        return bool(self.seconds) and self.clock() - self.began >= self.seconds

    def spent(self, rollouts: int) -> float:
        """Return the share used after this many rollouts; work counts only when used up."""
        gone = rollouts / self.rollouts if self.rollouts else 0.0
        if self.seconds:
            gone = max(gone, (self.clock() - self.began) / self.seconds)
        return max(gone, 1.0) if self.is_over else gone
