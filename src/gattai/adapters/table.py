"""A game by numbers: whoever is asked takes the option of a number; dice fall by themselves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gattai import games
from gattai.bots.bot import Bot
from gattai.kernel.dice import Face, Shuffle, Throw
from gattai.kernel.position import Asked, Seen, Step, apply, begin, stand
from gattai.kernel.question import Place, Roll, Seat, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded

MAX_RESULTS = 10_000
"""A roll with at most this many distinct results is listed exactly."""


class Table:
    """One game, from its first question to its end."""

    def __init__(self, rules: AnyRuleset, options: Mapping[str, str], seed: str) -> None:
        self.rules = rules.seated(options)
        if (
            self.rules.seats != rules.seats
        ):  # agents and arrays are made for those of the first game
            taken = ", ".join(rules.seats)
            raise ValueError(
                f"an environment keeps its seats ({taken}); make another one for others"
            )
        self.number = 0
        """How many answers were given, dice among them."""
        self._dice = Seeded(random.Random, seed)
        self._go_on(stand(self.rules, begin(self.rules, dict(options))))

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None as long as it has not."""
        question = self.step.question
        return question if isinstance(question, Outcome) else None

    @property
    def seat(self) -> Seat:
        """Who is asked: of several the first that has not answered. The first seat, when it is over."""
        return self.step.waiting[0] if self.step.waiting else Seat(0)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """All who are asked and have not answered."""
        return self.step.waiting

    def seen(self, seat: Seat) -> Seen[Any]:
        """What this seat sees."""
        return self.step.seen(seat)

    def choices(self, seat: Seat) -> tuple[Any, ...]:
        """What this seat may answer now; nothing for one that is not asked, or not the first of several."""
        return self.options(seat) if seat == self.seat else ()

    def options(self, seat: Seat) -> tuple[Any, ...]:
        """The same, whether it is the first of several or not."""
        return choices_at(self.step, seat) if seat in self.asked else ()

    def take(self, value: Any, seat: Seat | None = None) -> None:
        """This seat answers this, or else the first that is asked."""
        self.number += 1
        seat = self.seat if seat is None else seat
        self._go_on(apply(self.rules, self.step.position, value, seat=seat))

    def ask(self, bot: Bot) -> Any:
        """What this bot answers for whoever is asked."""
        question: Any = self.step.question
        return bot.answer(self.seen(self.seat), part_of(question, self.seat), self.number + 1)

    def worth(self, seat: int) -> float:
        """What the end is to a seat: 1 won, -1 lost, 0 drawn, or not over."""
        return worths_of(self.outcome, len(self.rules.seats))[seat]

    def _go_on(self, step: Step[Any]) -> None:
        while isinstance(step.question, Roll):
            self.number += 1
            faces = self._dice.faces(step.question, self.number)
            step = apply(self.rules, step.position, faces)
        self.step = step


def choices_at(step: Step[Any], seat: Seat | None = None) -> tuple[Any, ...]:
    """What this seat, or else the first that is asked, may answer; where any point may be, some that make sense."""
    if isinstance(step.question, Place):
        return tuple(step.question.region.suggest())
    asked = step.seen(step.waiting[0] if seat is None else seat).question
    return (asked.options or ()) if isinstance(asked, Asked) else ()


def worths_of(outcome: Outcome | None, count: int) -> tuple[float, ...]:
    """For each of so many seats 1 won, -1 lost, 0 drawn; 0 for all, where nothing has ended.

    >>> worths_of(Outcome(winners=(Seat(1),), reason="", rule=""), 2)
    (-1.0, 1.0)
    """
    if outcome is None or len(outcome.winners) in (0, count):
        return (0.0,) * count
    return tuple(1.0 if seat in outcome.winners else -1.0 for seat in range(count))


def rules_for(game: str, options: Mapping[str, str]) -> AnyRuleset:
    """The rules of a game, for a table with these options."""
    return games.load(game).seated(options)


@lru_cache(maxsize=32)
def exact_results(dice: Throw) -> tuple[tuple[tuple[Face, ...], int], ...] | None:
    """Faces for each distinct result, with the number of ways; None if there are too many results."""
    if isinstance(dice, Shuffle) and dice.total > MAX_RESULTS:
        return None
    outcomes = dice.outcomes()
    if len(outcomes) > MAX_RESULTS:
        return None
    return tuple((faces, ways) for faces, (_, ways) in zip(dice.examples(), outcomes, strict=True))
