"""A game with numbered options; dice are thrown automatically."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from gattai import games
from gattai.bots.bot import Bot
from gattai.kernel.dice import Face, Shuffle, Throw
from gattai.kernel.position import Asked, Seen, Step, apply, begin, stand
from gattai.kernel.question import Place, Roll, Seat, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded

MAX_RESULTS = 10_000
"""A roll with at most this many distinct results is listed exactly."""


class AgentTable:
    """One game, from its first question to its end."""

    def __init__(self, rules: AnyRuleset, options: Mapping[str, str], seed: str) -> None:
        self.rules = rules.seated(options)
        if (
            self.rules.seats != rules.seats
        ):  # agents and arrays are made for the seats of the first game
            taken = ", ".join(rules.seats)
            raise ValueError(
                f"an environment keeps its seats ({taken}); make another one for others"
            )
        self.number = 0
        """The number of answers given, including dice."""
        self._dice = Seeded(random.Random, seed)
        self._go_on(stand(self.rules, begin(self.rules, dict(options))))

    @property
    def outcome(self) -> Outcome | None:
        """Return how it ended; None if it has not."""
        question = self.step.question
        return question if isinstance(question, Outcome) else None

    @property
    def seat(self) -> Seat:
        """Return the seat to answer, the first of several; the first seat when it is over."""
        return self.step.waiting[0] if self.step.waiting else Seat(0)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Return all seats that still have to answer."""
        return self.step.waiting

    def seen(self, seat: Seat) -> Seen[msgspec.Struct]:
        """Return what this seat sees."""
        return self.step.seen(seat)

    def choices(self, seat: Seat) -> tuple[object, ...]:
        """Return this seat's options; empty if it is not asked, or not the first of several."""
        return self.options(seat) if seat == self.seat else ()

    def options(self, seat: Seat) -> tuple[object, ...]:
        """Return this seat's options, also if it is not the first of several."""
        return choices_at(self.step, seat) if seat in self.asked else ()

    def take(self, value: object, seat: Seat | None = None) -> None:
        """Give an answer for this seat, by default the first that is asked."""
        self.number += 1
        seat = self.seat if seat is None else seat
        self._go_on(apply(self.rules, self.step.position, value, seat=seat))

    def ask(self, bot: Bot) -> object:
        """Return a bot's answer for the seat that is asked."""
        ask = part_of(self.step.question, self.seat)
        return bot.answer(self.seen(self.seat), ask, self.number + 1)

    def worth(self, seat: int) -> float:
        """Return a seat's result: 1 won, -1 lost, 0 drawn or not over."""
        return worths_of(self.outcome, len(self.rules.seats))[seat]

    def _go_on(self, step: Step[msgspec.Struct]) -> None:
        while isinstance(step.question, Roll):
            self.number += 1
            faces = self._dice.faces(step.question, self.number)
            step = apply(self.rules, step.position, faces)
        self.step = step


def choices_at(step: Step[msgspec.Struct], seat: Seat | None = None) -> tuple[object, ...]:
    """Return the options of this seat, or the first that is asked; for a free point, examples."""
    if isinstance(step.question, Place):
        return tuple(step.question.region.suggest())
    asked = step.seen(step.waiting[0] if seat is None else seat).question
    return tuple(asked.options or ()) if isinstance(asked, Asked) else ()


def worths_of(outcome: Outcome | None, count: int) -> tuple[float, ...]:
    """Return the result of each seat: 1 won, -1 lost, 0 drawn or not over.

    >>> worths_of(Outcome(winners=(Seat(1),), reason="", rule=""), 2)
    (-1.0, 1.0)
    """
    if outcome is None or len(outcome.winners) in (0, count):
        return (0.0,) * count
    return tuple(1.0 if seat in outcome.winners else -1.0 for seat in range(count))


def rules_for(game: str, options: Mapping[str, str]) -> AnyRuleset:
    """Return the rules of a game for a table with these options."""
    return games.load(game).seated(options)


@lru_cache(maxsize=32)
def exact_results(dice: Throw) -> tuple[tuple[tuple[Face, ...], int], ...] | None:
    """Return faces for each distinct result, with its number of ways; None if too many."""
    if isinstance(dice, Shuffle) and dice.total > MAX_RESULTS:
        return None
    outcomes = dice.outcomes()
    if len(outcomes) > MAX_RESULTS:
        return None
    return tuple((faces, ways) for faces, (_, ways) in zip(dice.examples(), outcomes, strict=True))
