"""Hints: what a bot would answer in a person's place, from what that person sees.

Hints are available only on a local server where no other person plays,
and never on a site. In a guided game, the
lesson says what to do.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from gattai.bots.hint import Weighed
from gattai.kernel.position import Seen
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.scene.advice import Clock, NoAdvice, odds_of
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import ListedOption, Scene
from gattai.scene.stage import in_full
from gattai.server.failures import ended
from gattai.server.messages import HintIdea, HintShown
from gattai.server.table.played import PlayedMatch
from gattai.server.table.thinking import Thinkers

NOT_HERE = "hints are not available on a site"
NOT_ALONE = "hints are not available while another person plays"
NOT_ASKED = "you have no open question"
NOT_IN_LESSONS = "in a lesson, follow its instructions"
NOT_IN_PUZZLES = "a puzzle gives no hints"
ONE_WAY = "there is only one option"
CLOCK: Clock = time.monotonic
"""Used to cancel the odds of a suggestion."""


def hint_ideas(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[Struct],
    scene: Scene,
    found: Sequence[Weighed],
    clock: Clock = CLOCK,
) -> tuple[HintIdea, ...]:
    """Return the suggestions in words and numbers; the best one with the likely result of its dice."""
    words = rules.words(seen.state)
    options = {option.text: option for option in (scene.ask.options if scene.ask else ())}
    ideas: list[HintIdea] = []
    for each in found:
        text = notation.write(each.answer, words)
        option = options.get(text) or ListedOption(text, text, "")
        expects: tuple[tuple[str, str], ...] = ()
        if option.has_odds and not ideas:
            with suppress(NoAdvice, Refused):  # the suggestion is useful without odds
                expects = odds_of(rules, maker, seen, text, each.answer, clock).headline
        label = in_full(option, scene.pieces)
        ideas.append(HintIdea(text, label, round(each.chance, 3), expects))
    return tuple(ideas)


def not_fair(persons: Sequence[Seat], seat: Seat) -> str:
    """Return why hints would be unfair with these persons, or an empty text."""
    return "" if all(person == seat for person in persons) else NOT_ALONE


class Hints:
    """The hints of a match: one computation at a time, dropped when the question is answered."""

    def __init__(
        self, match: PlayedMatch, maker: SceneMaker, thinkers: Thinkers, *, allowed: bool
    ) -> None:
        self._match = match
        self._maker = maker
        self._thinkers = thinkers
        self._allowed = allowed
        self._task: asyncio.Task[HintShown] | None = None
        self._about: tuple[int, Seat] | None = None
        """The revision and the seat of the computation."""

    def may(self, hands: Sequence[Seat]) -> bool:
        """Whether these seats may ask for a hint now."""
        return len(hands) == 1 and not self.why_not(hands[0])

    def why_not(self, seat: Seat) -> str:
        """Return why this seat gets no hint, or an empty text."""
        match = self._match
        if not self._allowed:
            return NOT_HERE
        if match.guide is not None:
            return NOT_IN_LESSONS
        if match.puzzle is not None:
            return NOT_IN_PUZZLES
        if match.shut or seat not in match.waiting:
            return NOT_ASKED
        return not_fair(match.viewers.persons, seat)

    async def ask(self, seat: Seat) -> HintShown:
        """Return a hint. Raises `NoAdvice` with the reason if there is none; cancelled when the match moves on."""
        problem = self.why_not(seat)
        if problem:
            raise NoAdvice(problem)
        about = (self._match.revision, seat)
        if self._task is None or self._about != about:
            self.forget()
            self._about, self._task = about, asyncio.create_task(self._found(seat))
        return await asyncio.shield(self._task)

    async def _found(self, seat: Seat) -> HintShown:
        match, record = self._match, self._match.record
        number, options = record.count + 1, dict(record.header.options)
        seen, scene = match.history.seen(seat), match.history.scene(seat)
        try:
            found = await self._thinkers.hint(record.rules, record.step, seat, number, options)
        except NoAdvice as problem:
            self._about = None  # the next request computes it again
            return HintShown(number, none=str(problem))
        if not found:
            return HintShown(number, none=ONE_WAY)
        ideas = await self._thinkers.aside(
            hint_ideas, record.rules, self._maker, seen, scene, found, CLOCK
        )
        return HintShown(number, ideas)

    def forget(self) -> None:
        """Drop the hint, because the question was answered or taken back."""
        if self._task is not None:
            self._task.cancel()
            self._task = self._about = None

    async def stop(self) -> None:
        """Stop computing and wait for the task."""
        task = self._task
        self.forget()
        await ended(task, what="a hint")
