"""A game by numbers: whoever is asked takes the option of a number; dice fall by themselves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from gattai import games
from gattai.bots.bot import Bot
from gattai.kernel.position import Asked, Seen, Step, apply, begin, stand
from gattai.kernel.question import Place, Roll, Seat, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded


class Table:
    """One game, from its first question to its end."""

    def __init__(self, rules: AnyRuleset, options: Mapping[str, str], seed: str) -> None:
        self.rules = rules.seated(options)
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

    def seen(self, seat: Seat) -> Seen[Any]:
        """What this seat sees."""
        return self.step.seen(seat)

    def choices(self, seat: Seat) -> tuple[Any, ...]:
        """What this seat may answer now; nothing for one that is not asked."""
        if seat != self.seat or self.outcome is not None:
            return ()
        question = self.step.question
        if isinstance(question, Place):
            return tuple(question.region.suggest())
        asked = self.seen(seat).question
        return (asked.options or ()) if isinstance(asked, Asked) else ()

    def take(self, value: Any) -> None:
        """Whoever is asked answers this."""
        self.number += 1
        self._go_on(apply(self.rules, self.step.position, value, seat=self.seat))

    def ask(self, bot: Bot) -> Any:
        """What this bot answers for whoever is asked."""
        question: Any = self.step.question
        return bot.answer(self.seen(self.seat), part_of(question, self.seat), self.number + 1)

    def worth(self, seat: int) -> float:
        """What the end is to a seat: 1 won, -1 lost, 0 drawn, or not over."""
        outcome = self.outcome
        if outcome is None or len(outcome.winners) in (0, len(self.rules.seats)):
            return 0.0
        return 1.0 if seat in outcome.winners else -1.0

    def _go_on(self, step: Step[Any]) -> None:
        while isinstance(step.question, Roll):
            self.number += 1
            faces = self._dice.faces(step.question, self.number)
            step = apply(self.rules, step.position, faces)
        self.step = step


def rules_for(game: str, options: Mapping[str, str]) -> AnyRuleset:
    """The rules of a game, for a table with these options."""
    return games.load(game).seated(options)
