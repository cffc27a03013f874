"""What a bot would answer in a person's place: for the seat that is asked, from what it sees.

Fair play decides who may ask. A hint is told at a table at home where no other person plays, on no seat and
for nobody who could object; at a site nobody is helped, whoever they play against. In a guided game the
lesson says what to do.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gattai.bots.hint import Weighed
from gattai.kernel.position import Seen
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.scene.advice import Clock, NoAdvice, odds_of
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import Option, Scene
from gattai.scene.stage import in_full
from gattai.server.messages import HintIdea, HintShown
from gattai.server.table.played import Played
from gattai.server.table.thinking import Thinkers

NOT_HERE = "hints are for a table of your own: at a site everybody plays for themselves"
NOT_ALONE = "no hints where another person plays"
NOT_ASKED = "you are not asked anything now"
NOT_IN_LESSONS = "the lesson says what to do"
ONE_WAY = "there is nothing to choose between"
CLOCK: Clock = time.monotonic
"""By which the odds of what is suggested are cut short."""


def told(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[Any],
    scene: Scene,
    found: Sequence[Weighed],
    clock: Clock = CLOCK,
) -> tuple[HintIdea, ...]:
    """What was found, in words and figures: of the best also what its dice will probably do."""
    words = rules.words(seen.state)
    options = {option.text: option for option in (scene.ask.options if scene.ask else ())}
    ideas: list[HintIdea] = []
    for each in found:
        text = notation.write(each.answer, words)
        option = options.get(text) or Option(text, text, "")
        expects: tuple[tuple[str, str], ...] = ()
        if option.has_odds and not ideas:
            with suppress(NoAdvice, Refused):  # what it is worth is known all the same
                expects = odds_of(rules, maker, seen, text, each.answer, clock).headline
        label = in_full(option, scene.pieces)
        ideas.append(HintIdea(text, label, round(each.chance, 3), expects))
    return tuple(ideas)


def not_fair(persons: Sequence[Seat], seat: Seat) -> str:
    """Why nobody may be helped at a table where these persons sit; nothing if it is fair."""
    return "" if all(person == seat for person in persons) else NOT_ALONE


class Hints:
    """The hint of one match: one thought at a time, dropped as soon as the question is answered."""

    def __init__(
        self, match: Played, maker: SceneMaker, thinkers: Thinkers, *, allowed: bool
    ) -> None:
        self._match = match
        self._maker = maker
        self._thinkers = thinkers
        self._allowed = allowed
        self._task: asyncio.Task[HintShown] | None = None
        self._about: tuple[int, Seat] | None = None
        """The revision and the seat that the task is about."""

    def may(self, hands: Sequence[Seat]) -> bool:
        """Whether these hands may ask now."""
        return len(hands) == 1 and not self.why_not(hands[0])

    def why_not(self, seat: Seat) -> str:
        """Why this seat is told nothing; nothing if it is."""
        match = self._match
        if not self._allowed:
            return NOT_HERE
        if match.guide is not None:
            return NOT_IN_LESSONS
        if match.shut or seat not in match.waiting:
            return NOT_ASKED
        return not_fair(match.persons, seat)

    async def ask(self, seat: Seat) -> HintShown:
        """What a bot would answer. `NoAdvice` says why that is not told; cancelled when the match goes on."""
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
        number, options = record.count + 1, dict(record.setting.options)
        seen, scene = match.history.seen(seat), match.history.scene(seat)
        try:
            found = await self._thinkers.hint(record.rules, record.step, seat, number, options)
        except NoAdvice as problem:
            self._about = None  # whoever asks again has it thought about again
            return HintShown(number, none=str(problem))
        if not found:
            return HintShown(number, none=ONE_WAY)
        ideas = await self._thinkers.aside(
            told, record.rules, self._maker, seen, scene, found, CLOCK
        )
        return HintShown(number, ideas)

    def forget(self) -> None:
        """It was answered or taken back: nobody needs to be told any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = self._about = None

    async def stop(self) -> None:
        """Nothing is thought any more."""
        task = self._task
        self.forget()
        if task is not None:
            await asyncio.gather(task, return_exceptions=True)
