"""The bot that looks ahead: it thinks for a number of iterations, or for a time.

The tree itself is in `tree`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.bots.bot import Ask
from gattai.bots.consider import Problem, Sure, consider, ranked, world_of
from gattai.bots.course import Unimaginable
from gattai.bots.evaluations import Evaluation
from gattai.bots.expectation import judge_for
from gattai.bots.tree import Tree
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset

SHARE = 0.6
"""Of the time that is left of an activation, one answer takes so much."""


class SearchBot:
    """Looks ahead for a number of iterations, or for a time, or for whichever ends first.

    `seconds` is for a whole activation, as the game counts them (`Evaluation.clicks`): the first
    answer of one takes SHARE of it, the next SHARE of the rest, and so on; so the bot needs no memory
    to keep within it. With iterations alone the answer follows from the seed.
    """

    def __init__(
        self,
        make: Callable[[str], Randomness],
        seed: str,
        clock: Callable[[], float],
        *,
        iterations: int = 200,
        seconds: float = 0.0,
        horizon: int = 2,
        width: int = 6,
        rules: AnyRuleset | None = None,
        evaluation: Evaluation | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._make = make
        self._seed = seed
        self._clock = clock
        self._iterations = iterations
        self._seconds = seconds
        self._horizon = max(1, horizon)
        self._width = max(2, width)
        self._rules = rules
        self._evaluation = evaluation
        self._stopped = stopped

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """The option that was found best; never one that is not offered."""
        began = self._clock()
        source = self._make(f"{self._seed}/{ask.seat}/{number}")
        found = consider(seen, ask, source, self._width + 2, self._rules, self._evaluation)
        if isinstance(found, Sure):
            return found.answer
        until = self._until(began, found.evaluation.clicks_at(seen, ask.seat))
        tree = Tree(found, self._first(found, source), source, self._horizon, self._width)
        while not self._stopped():
            if self._iterations and tree.root.visits >= self._iterations:
                break
            if until is not None and self._clock() >= until:
                break
            try:
                world = found.worlds[0]
                if tree.root.visits and tree.imagines:
                    world = world_of(found.rules, seen, ask.seat, source)
            except Unimaginable:
                break
            tree.iterate(world)
        return tree.best()

    def _first(self, found: Problem, source: Randomness) -> dict[Any, float]:
        """The worth of each option right after it, by exact odds; nothing where none is known."""
        if found.evaluation.worth is None:
            return dict.fromkeys(found.closely, 0.0)
        judge = judge_for(found.evaluation, found.seat, len(found.rules.seats))
        return {option: value for value, option in ranked(found, judge, source)}

    def _until(self, began: float, clicks: int) -> float | None:
        if not self._seconds:
            return None
        return began + self._seconds * SHARE * (1 - SHARE) ** clicks
