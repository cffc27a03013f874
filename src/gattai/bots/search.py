"""The bot that looks ahead: for a number of looks, or for a time.

Where the game has ideas and a worth, a look is one into `plans`; elsewhere one down a `tree`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from msgspec.structs import replace

from gattai.bots.ahead.plans import CLOSELY, WAYS, Plans, plan_judge
from gattai.bots.ahead.tree import Tree
from gattai.bots.bot import Ask
from gattai.bots.consider import GaveUp, Problem, Sure, Weighed, consider, imagining, world_of
from gattai.bots.course import Unimaginable
from gattai.bots.evaluations import Evaluation, of, rules_of
from gattai.bots.expectation import Judge, Work, judge_for
from gattai.bots.learnt.eye import for_table
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset

SHARE = 0.6
"""Of the time or the looks that are left of an activation, one answer takes so much."""
HASTILY = 16
"""So many ways of the dice are walked for an option where there is no time for more: with fewer it is hardly
known which blow is the better.
"""
HALF = 0.5
"""What of its work a bot may spend before it looks ahead at all."""
LEAST, SOON = 4, 0.15
"""So many looks are taken at an answer, and so much of the looks or of the time, however late in an activation."""


class SearchBot:
    """Looks ahead for a number of looks, or for a time, or for whichever ends first.

    `looks` and `seconds` are for a whole activation, as the game counts them (`Evaluation.clicks`):
    the first answer of one takes SHARE of it, the next SHARE of the rest, and so on; so the bot
    needs no memory to keep within it. Where there are very many answers, `looks` and `width` count
    several times, and where first ideas are good ones less (`Evaluation.breadth`). `iterations` are looks for each answer. With `work` an answer
    is given, however many looks are left, once the rules were run on to so many tables for it: some
    looks take ten times as long as most, and this is counted, not timed. Without seconds the
    answer follows from the seed. With a `style` the spread of what dice may bring is hoped for, or
    feared (`expectation`). `how` is "plans" or "tree", else whatever does best in the game;
    a `horizon` of 0, or `replies` of 0, is what is usual there. `closely` is how many ideas are looked at
    for each later answer of one's own.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        clock: Callable[[], float],
        *,
        iterations: int = 200,
        looks: int = 0,
        seconds: float = 0.0,
        work: int = 0,
        horizon: int = 0,
        width: int = 6,
        replies: int = 0,
        closely: int = 0,
        how: str = "",
        style: float = 0.0,
        rules: AnyRuleset | None = None,
        evaluation: Evaluation | None = None,
        learnt: bool = False,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._make = make
        self._seed = seed
        self._clock = clock
        self._iterations = iterations
        self._looks = looks
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

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """The option that was found best; never one that is not offered."""
        began = self._clock()
        text = f"{self._seed}/{ask.seat}/{number}"
        source = self._make(text)
        rules, evaluation = self._rules, self._evaluation
        if self._learnt and evaluation is None:
            rules, evaluation = for_table(rules, seen.state)
        rules = rules or rules_of(seen.state)
        evaluation = evaluation or of(rules.name)
        width = max(2, int(self._width * evaluation.breadth))
        found = consider(seen, ask, source, width + 2, rules, evaluation)
        if isinstance(found, Sure):
            return found.answer
        found = replace(found, style=self._style)
        clicks = evaluation.clicks_at(seen, ask.seat)
        budget = _Budget(self, began, clicks, evaluation.breadth, found.work)
        how = self._how or found.evaluation.best_search
        plain = found.evaluation.worth is None or how == "tree"
        found = found if plain else replace(found, most=WAYS)
        judging = judge_for if plain else plan_judge
        judge = judging(found.evaluation, found.seat, len(found.rules.seats))
        weighed, first = self._first(found, judge, source, budget)
        if not plain:
            plans = Plans(
                weighed,
                first,
                lambda look: self._make(f"{text}/{look}"),
                self._horizon or found.evaluation.horizon,
                width,
                self._replies or found.evaluation.replies,
                self._closely,
                imagining(found, seen, self._make, text),
                lambda: self._stopped() or budget.is_over,
            )
            while not self._stopped() and (spent := budget.spent(plans.looks_taken)) < 1:
                plans.look(spent)
            return plans.best()
        tree = Tree(found, first, source, self._horizon or 2, width)
        while not self._stopped() and budget.spent(tree.root.visits) < 1:
            try:
                world = found.worlds[0]
                if tree.root.visits and tree.imagines:
                    world = world_of(found.rules, seen, ask.seat, source)
            except Unimaginable:
                break
            tree.iterate(world)
        return tree.best()

    def _first(
        self, found: Problem, judge: Judge, source: Randomness, budget: _Budget
    ) -> tuple[Weighed, dict[Any, float]]:
        """The worth of each option right after it, by exact odds; nothing where none is known.

        Where that takes longer than there is time, or half of the work, by a few ways of the dice.
        """
        weighed = Weighed(found, judge, source, lambda: budget.is_over_at(HALF))
        if found.evaluation.worth is None:
            return weighed, dict.fromkeys(found.closely, 0.0)
        try:
            values = weighed.ranked()
        except GaveUp:
            weighed = Weighed(replace(found, most=HASTILY), judge, source)
            values = weighed.ranked()
        return weighed, {option: value for value, option in values}


class _Budget:
    """What one answer may take."""

    def __init__(
        self, bot: SearchBot, began: float, clicks: int, breadth: float, work: Work
    ) -> None:
        part = SHARE * (1 - SHARE) ** clicks
        looks = [bot._iterations] if bot._iterations else []
        if bot._looks:
            looks.append(ceil(breadth * max(LEAST, ceil(bot._looks * max(SOON, part)))))
        self.looks = min(looks, default=0)
        self.clock = bot._clock
        self.began = began
        self.seconds = bot._seconds * max(SOON, part)
        self.work = work
        self.most_work = bot._work

    @property
    def is_over(self) -> bool:
        """Whether the time or the work is gone; never, where only looks are counted."""
        return self.is_over_at(1.0)

    def is_over_at(self, share: float) -> bool:
        """Whether the time is gone, or this share of the work."""
        if self.most_work and self.work.tables >= share * self.most_work:
            return True
        return bool(self.seconds) and self.clock() - self.began >= self.seconds

    def spent(self, looks: int) -> float:
        """The share of it that is gone after so many looks; work counts only once it is all gone."""
        gone = looks / self.looks if self.looks else 0.0
        if self.seconds:
            gone = max(gone, (self.clock() - self.began) / self.seconds)
        return max(gone, 1.0) if self.is_over else gone
