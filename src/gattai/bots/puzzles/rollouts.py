"""Rollouts: a position played on to its end many times, with the same dice after each answer."""

from __future__ import annotations

import random

import msgspec

from gattai.bots import registry
from gattai.bots.bot import Bot
from gattai.bots.review import decided
from gattai.kernel.position import GamePosition, Step, apply, stand
from gattai.kernel.question import Roll, Seat, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome, Ruleset
from gattai.kernel.running.source import Seeded
from gattai.odds.floats import float_sum

MAX_ANSWERS = 4_000
"""A game that takes more answers counts as drawn."""


class Played(msgspec.Struct, frozen=True):
    """One game that was played on."""

    share: float
    at_once: bool
    """Whether it was over before another seat chose an action."""


class Rollouts:
    """The games played on from a position, cached by answer.

    Every answer meets the same dice and the same guesses of what its seat cannot see, so two
    answers are compared without the noise that they share.
    """

    def __init__(
        self, rules: AnyRuleset, state: msgspec.Struct, seat: Seat, bot: str, seed: str
    ) -> None:
        self._rules = rules
        self._state = state
        self._seat = seat
        self._bot = bot
        self._seed = seed
        self._played: dict[object, list[Played]] = {}
        self._hides = type(rules).guess is not Ruleset.guess
        self._seen = stand(rules, GamePosition(state)).seen(seat).position.state

    def games(self, answer: object, count: int) -> list[Played]:
        """Return the first `count` games after an answer."""
        games = self._played.setdefault(answer, [])
        while len(games) < count:
            games.append(self._play(answer, len(games)))
        return games[:count]

    def share(self, answer: object, count: int) -> float:
        """Return the share of `count` games that the seat wins after an answer."""
        return float_sum(game.share for game in self.games(answer, count)) / count

    def played(self, answer: object) -> int:
        """Return the number of games played so far after an answer."""
        return len(self._played.get(answer, ()))

    def _play(self, answer: object, number: int) -> Played:
        rules, text = self._rules, f"{self._seed}/{number}"
        state = self._state
        if self._hides:
            state = rules.guess(self._seen, self._seat, random.Random(f"{text}/guess"))
        bot = registry.make(self._bot, text, rules=rules)
        dice = Seeded(random.Random, text)
        step = apply(rules, GamePosition(state), answer, seat=self._seat)
        at_once = True
        for count in range(1, MAX_ANSWERS):
            question = step.question
            if isinstance(question, Outcome):
                break
            if isinstance(question, Roll):
                step = apply(rules, step.position, dice.faces(question, count))
                continue
            at_once = at_once and (step.waiting[0] == self._seat or not step.position.is_settled)
            step = _answered(rules, step, bot, count)
        end = step.question
        seats = len(rules.seats)
        share = decided(end, seats)[self._seat] if isinstance(end, Outcome) else 1 / seats
        return Played(share, at_once)


def _answered(
    rules: AnyRuleset, step: Step[msgspec.Struct], bot: Bot, number: int
) -> Step[msgspec.Struct]:
    """Let a bot answer for the seat that is asked."""
    seat, question = step.waiting[0], step.question
    assert not isinstance(question, Outcome), "the game goes on"
    value = bot.answer(step.seen(seat), part_of(question, seat), number)
    return apply(rules, step.position, value, seat=seat)
