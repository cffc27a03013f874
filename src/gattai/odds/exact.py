"""The exact distribution of the result of a procedure of the rules.

At a roll the procedure is answered with every reading and its number of ways, at a choice with the
policy's option. The first of several answers continues the running rules; for each other one they
are run again from the start. A `part` that the rules mark is walked on its own and equal results
are merged, so the walk stays narrow.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar, cast

import msgspec

from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose, Part, Place, Roll, Steps, Together
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import QuietTable, Ruleset
from gattai.kernel.running.run import Run
from gattai.odds.distribution import Distribution, Weight
from gattai.odds.policy import NobodySpends, Policy

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=Hashable)


class CannotWalk(ValueError):
    """Raised for a question that has no odds, such as a free point, or too wide a walk."""


class _ChoiceInPart(Exception):
    """Raised if a choice in a part depends on what follows it, so it cannot be walked alone."""


def never() -> bool:
    """Return False: the walk may take any time."""
    return False


LOOK_AT_CLOCK = 64
"""Number of answers tried between two checks of the clock."""


def exact(
    start: Callable[[], Steps[T]],
    policy: Policy | None = None,
    *,
    floats: bool = False,
    most: int = 2_000_000,
    is_late: Callable[[], bool] = never,
) -> Distribution[T]:
    """Return the distribution of the procedure's result.

    `start` starts the procedure again each time. With `floats` the weights are floats: faster for
    very many dice. `most` limits the number of answers tried, and `is_late` is called now and then
    to check whether the walk has taken too long.
    """
    walk = _Walk(policy or NobodySpends(), floats=floats, most=most, is_late=is_late)
    return cast("Distribution[T]", walk.whole(start))


def after(
    rules: Ruleset[S],
    position: GamePosition[S],
    action: object,
    of: Callable[[S], T],
    policy: Policy | None = None,
    *,
    floats: bool = False,
    is_late: Callable[[], bool] = never,
) -> Distribution[T]:
    """Return the distribution of a function of the table after an action."""
    if not position.is_settled:
        raise CannotWalk("odds are asked of a settled table")
    against = tuple(rules.refusals(position.state, action))
    if against:
        raise Refused(against)

    def start() -> Steps[T]:
        table: QuietTable[S] = QuietTable(position.state)
        yield from rules.resolve(table, action)
        return of(table.state)

    return exact(start, policy, floats=floats, is_late=is_late)


class _Way(Run[Hashable]):
    """One path through a procedure. A part that can be walked on its own is answered as a whole."""

    __slots__ = ("_in_line", "_walk")

    def __init__(self, walk: _Walk, steps: Steps[Hashable]) -> None:
        self._walk = walk
        self._in_line = False
        super().__init__(steps)

    def keeps(self, part: Part) -> bool:
        """Return whether the part is walked alone: not if a choice depends on what follows."""
        if self._in_line if part.is_last else not self._walk.stands_alone(part):
            self._in_line = True  # something may follow the part: a tail call is not its end
            return False
        return True


class _Walk:
    """One walk through a procedure, with the results of its parts."""

    def __init__(
        self, policy: Policy, *, floats: bool, most: int, is_late: Callable[[], bool]
    ) -> None:
        self.policy = policy
        self.floats = floats
        self.left = most
        self.is_late = is_late
        self.parts: dict[tuple[object, ...], Distribution[Hashable]] = {}
        self.tails: dict[tuple[object, ...], Distribution[Hashable]] = {}
        self.choosing: dict[tuple[object, ...], None] = {}
        """Parts that ask choices: under a policy that looks ahead they are walked in line.

        Keyed with their arguments: another call of the same procedure may have been answered as a
        whole already, and must stay so.
        """
        self.inside = 0

    def whole(self, start: Callable[[], Steps[Hashable]]) -> Distribution[Hashable]:
        return self._from(start, ())

    def _from(
        self, start: Callable[[], Steps[Hashable]], answers: tuple[object, ...]
    ) -> Distribution[Hashable]:
        """Return the distribution after these answers."""
        self._count()
        way = _Way(self, start())
        for answer in answers:
            way.give(answer)
        return self._on(start, answers, way)

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise CannotWalk("too many ways to walk; mark parts, or read the dice more coarsely")
        if not self.left % LOOK_AT_CLOCK and self.is_late():
            raise CannotWalk("these odds take longer than anybody waits")

    def _on(
        self, start: Callable[[], Steps[Hashable]], answers: tuple[object, ...], way: _Way
    ) -> Distribution[Hashable]:
        """Return the distribution from the running rules, after these answers."""
        asked = way.question
        if not self.policy.looks_ahead:
            while isinstance(asked, Choose):
                answer = self.policy.fixed(asked)
                answers = (*answers, answer)
                way.give(answer)
                asked = way.question
        if asked is None:
            return Distribution.certain(way.result)
        if isinstance(asked, Roll):
            try:
                outcomes = asked.dice.outcomes()
            except ValueError as problem:
                raise CannotWalk(str(problem)) from problem
            if self.floats:
                total = asked.dice.total
                outcomes = tuple([(r, w / total) for r, w in outcomes])  # type: ignore[misc]
            return Distribution.mixed(self._each(start, answers, way, outcomes))
        if isinstance(asked, Part) and asked.is_last:
            return self._tail(asked)
        if isinstance(asked, Part):
            known = self._part(asked)
            if known is None:
                return self._from(start, answers)
            return Distribution.mixed(self._each(start, answers, way, tuple(known.weights())))
        if isinstance(asked, Choose):
            return self._chosen(start, answers, way, asked)
        if isinstance(asked, Together):
            raise CannotWalk("several seats choose at once: give each a choice, then ask again")
        assert isinstance(asked, Place)
        raise CannotWalk("a free point on the table has no odds")

    def _each(
        self,
        start: Callable[[], Steps[Hashable]],
        answers: tuple[object, ...],
        way: _Way,
        outcomes: Iterable[tuple[object, Weight]],
    ) -> Iterator[tuple[Weight, Distribution[Hashable]]]:
        """Return the distribution that each outcome leads to, with its weight."""
        live: _Way | None = way
        for answer, weight in outcomes:
            later = (*answers, answer)
            if live is None:
                yield weight, self._from(start, later)
            else:
                self._count()
                live.give(answer)
                yield weight, self._on(start, later, live)
                live = None

    def _chosen(
        self,
        start: Callable[[], Steps[Hashable]],
        answers: tuple[object, ...],
        way: _Way,
        asked: Choose,
    ) -> Distribution[Hashable]:
        if self.inside:
            raise _ChoiceInPart
        options = tuple(asked.options)
        each = self._each(start, answers, way, [(option, 1) for option in options])
        leads_to = [found for _, found in each]
        return leads_to[self.policy.best(asked, options, leads_to)]

    def _tail(self, asked: Part) -> Distribution[Hashable]:
        """Return the distribution of a tail call; equal calls are walked once."""
        key = (asked.procedure, *asked.args)
        known = self.tails.get(key)
        if known is None:
            known = self.tails[key] = self._from(lambda: asked.procedure(*asked.args), ())
        return known

    def stands_alone(self, asked: Part) -> bool:
        return not self.choosing or (asked.procedure, *asked.args) not in self.choosing

    def _part(self, asked: Part) -> Distribution[Hashable] | None:
        """Return the distribution of a part on its own; None if it has to be walked in line."""
        key = (asked.procedure, *asked.args)
        if key not in self.parts:
            procedure = asked.procedure
            if getattr(self.policy, "declines_all", False):
                procedure = getattr(procedure, "declined", procedure)
            self.inside += 1
            try:
                self.parts[key] = self._from(lambda: procedure(*asked.args), ())
            except _ChoiceInPart:
                self.choosing[key] = None
                if self.inside > 1:
                    raise
                return None
            finally:
                self.inside -= 1
        return self.parts[key]
