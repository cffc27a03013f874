"""A game between bots with somebody who watches for silly things."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.kernel.event import Event
from gattai.kernel.position import apply, asked, begin
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from tests.bots.tables import ask_of

LONGEST = 20_000
"""After so many answers and throws a game is given up."""

Sight = tuple[str, bool]
"""The name of a silly thing, and whether it was done: if not, there was only the chance to."""


class Moment(msgspec.Struct, frozen=True):
    """A throw or an answer: the table before and after it, and what happened."""

    before: Any
    after: Any
    events: tuple[Event, ...]
    seat: Seat | None = None
    """Whoever answered; None for a throw."""
    answer: Any = None
    options: tuple[Any, ...] = ()
    begins: bool = False
    """Whether nothing was in progress."""

    def offers(self, kind: type) -> bool:
        """Whether an option of this kind was there to be taken."""
        return any(isinstance(option, kind) for option in self.options)


class Watcher(Protocol):
    """Watches one game from its first answer to its last."""

    def see(self, moment: Moment) -> Iterator[Sight]:
        """The silly things that were done, or could have been."""
        ...


class Counts(msgspec.Struct):
    """How often a silly thing was done, and how often there was a chance to."""

    done: int = 0
    chances: int = 0


def watch(game: str, bot: str, seed: str, watcher: Watcher, counts: dict[str, Counts]) -> None:
    """Play a game between two of the same bot, and count."""
    rules = games.load(game).seated({})
    bots = [registry.make(bot, seed, rules=rules) for _ in rules.seats]
    dice = Seeded(random.Random, seed)
    position = begin(rules, {})
    question = asked(rules, position)
    before = position.state
    for number in range(1, LONGEST):
        if isinstance(question, Outcome):
            return
        begins = position.is_settled
        if isinstance(question, Roll):
            step = apply(rules, position, dice.faces(question, number))
            moment = Moment(before, step.table, step.events)
        else:
            seen, ask = ask_of(rules, position)
            answer = bots[ask.seat].answer(seen, ask, number)
            options = tuple(ask.options) if isinstance(ask, Choose) else ()
            step = apply(rules, position, answer, seat=ask.seat)
            moment = Moment(before, step.table, step.events, ask.seat, answer, options, begins)
        for name, done in watcher.see(moment):
            found = counts.setdefault(name, Counts())
            found.done += done
            found.chances += 1
        position, question, before = step.position, step.question, step.table
