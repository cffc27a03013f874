"""The coach at a table: advice for a person, from what that person sees.

It is available only on a local server where no other person plays,
and never on a site. In a guided game, the
lesson says what to do.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from functools import partial

from gattai.bots.coach.coach import Coach, first_statement
from gattai.kernel.question import Seat
from gattai.scene.advice import NoAdvice
from gattai.server.failures import ended
from gattai.server.table.played import PlayedMatch
from gattai.server.table.thinking import Thinkers, problem_of

NOT_HERE = "there is no coach on a site"
NOT_ALONE = "there is no coach while another person plays"
NOT_ASKED = "you have no open question"
NOT_IN_LESSONS = "in a lesson, follow its instructions"
NOT_IN_PUZZLES = "there is no coach in a puzzle"


def not_fair(persons: Sequence[Seat], seat: Seat) -> str:
    """Return why the coach would be unfair with these persons, or an empty text."""
    return "" if all(person == seat for person in persons) else NOT_ALONE


class Coaching:
    """The coach of a match: one computation at a time, dropped when the question is answered."""

    def __init__(self, match: PlayedMatch, thinkers: Thinkers, *, allowed: bool) -> None:
        self._match = match
        self._thinkers = thinkers
        self._allowed = allowed
        self._task: asyncio.Task[Coach] | None = None
        self._about: tuple[int, Seat] | None = None
        """The revision and the seat of the computation."""

    def may(self, hands: Sequence[Seat]) -> bool:
        """Whether these seats may ask the coach now."""
        if self._match.analysis is not None:
            return any(not self.why_not(seat) for seat in hands)
        return len(hands) == 1 and not self.why_not(hands[0])

    def why_not(self, seat: Seat) -> str:
        """Return why this seat gets no advice, or an empty text."""
        match = self._match
        if not self._allowed:
            return NOT_HERE
        if match.guide is not None:
            return NOT_IN_LESSONS
        if match.puzzle is not None:
            return NOT_IN_PUZZLES
        if match.shut or seat not in match.waiting:
            return NOT_ASKED
        if match.analysis is not None:
            return ""
        return not_fair(match.viewers.persons, seat)

    async def ask(self, seat: Seat, first: Callable[[Coach], None] | None = None) -> Coach:
        """Return the advice. Raises `NoAdvice` with the reason if there is none; cancelled when the match moves on.

        `first` gets the first statement, while the rest is found.
        """
        problem = self.why_not(seat)
        if problem:
            raise NoAdvice(problem)
        about = (self._match.revision, seat)
        if self._task is None or self._about != about:
            self.forget()
            self._about, self._task = about, asyncio.create_task(self._found(seat))
        task = self._task
        if first is not None:
            first(await self._first(seat))
        return await asyncio.shield(task)

    async def _first(self, seat: Seat) -> Coach:
        record = self._match.record
        rules, number = record.rules, record.count + 1
        seen, ask = problem_of(record.step, seat)
        find = partial(first_statement, seen, ask, number, random.Random, rules=rules)
        return await self._thinkers.aside(find)

    async def _found(self, seat: Seat) -> Coach:
        record = self._match.record
        options = dict(record.header.options)
        try:
            return await self._thinkers.coach(
                record.rules, record.step, seat, record.count + 1, options
            )
        except NoAdvice as problem:
            self._about = None  # the next request computes it again
            return Coach(none=str(problem))

    def forget(self) -> None:
        """Drop the advice, because the question was answered or taken back."""
        if self._task is not None:
            self._task.cancel()
            self._task = self._about = None

    async def stop(self) -> None:
        """Stop computing and wait for the task."""
        task = self._task
        self.forget()
        await ended(task, what="the coach")
