"""One game of a study: played from each seat's view, recorded, and measured by its events."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask, Bot
from gattai.bots.stdio.program import Program, is_program
from gattai.games.metrics import Metrics
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Question, Roll, Seat, Together, is_single
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.cited import cited_by
from gattai.lab.plan import OTHER, BatchPlan, PlannedGame

DIGITS = 16
"""Number of digits of a transcript's SHA-256 in a row."""


class Row(msgspec.Struct, frozen=True, array_like=True):
    """One game as a row of the results."""

    pair: int
    leg: int
    arm: str
    seed: str
    seats: str
    winner: int | None
    score: float
    first_mover: float
    length: int
    turns: int | None
    digest: str
    metrics: tuple[float | None, ...]
    """The metrics in the order of the plan."""
    fired: tuple[str, ...]


class Clock(Protocol):
    """Measures the thinking time of bots."""

    def asked(self, seen: Seen[msgspec.Struct], seat: Seat) -> None:
        """Called when a bot is asked."""
        ...

    def answered(self, seen: Seen[msgspec.Struct], seat: Seat, *, decided: bool) -> None:
        """Called when it has answered, with whether there was more than one option."""
        ...


class Sitting:
    """A game played to its end."""

    def __init__(
        self,
        plan: BatchPlan,
        seating: PlannedGame,
        clock: Clock | None = None,
        *,
        programs: bool = False,
    ) -> None:
        """Prepare a game; `programs` allows external programs as players."""
        self.plan = plan
        self.programs = programs
        self.seating = seating
        self.clock = clock
        self.rules = plan.rules_of(seating.arm, seating.options)
        self.record: Record[msgspec.Struct] = Record(
            self.rules,
            options=seating.options,
            players=seating.players,
            dice=f"seeded {seating.seed}",
        )
        kind = games.get(plan.game).gauged_by()
        self.metrics: Metrics = kind(self.record.table, len(self.rules.seats))
        self.decisions = [0.0] * len(self.rules.seats)
        self.first: Seat | None = None
        self.fired: set[str] = set()

    def play(self) -> Row:
        """Play the game and return its row."""
        record, seed = self.record, self.seating.seed
        dice = Seeded(random.Random, seed)
        bots = [self._seated(name, seed) for name in self.seating.players]
        drawn = self.plan.opening
        opener: Bot | None = None
        if drawn:
            opened = self.seating.opening or seed
            opener = registry.make(f"greedy:opening={drawn}", opened, rules=self.rules)
        number = 0
        while not isinstance(question := record.question, Outcome) and number < self.plan.longest:
            number += 1
            before = record.table
            if isinstance(question, Roll):
                step = record.answer(dice.faces(question, number))
            else:
                seat = record.step.waiting[0]
                bot, clock = bots[seat], self.clock
                if opener is not None and number <= drawn:
                    bot, clock = opener, None
                step = record.answer(self._chosen(bot, clock, question, seat, number), seat)
            self.fired.add(question.rule)
            cited_by(step.events, self.fired)
            for event in step.events:
                self.metrics.see(event, before, step.table)
        return self._row(number)

    def _seated(self, name: str, seed: str) -> Bot:
        if self.programs and is_program(name):
            return Program(name, seed, rules=self.rules)
        return registry.make(name, seed, rules=self.rules)

    def transcript(self) -> str:
        """Return the transcript of the played game."""
        return self.record.transcript().text()

    def _chosen(
        self, bot: Bot, clock: Clock | None, question: Question, seat: Seat, number: int
    ) -> object:
        ask: Ask
        if isinstance(question, Together):
            ask = question.of(seat)
        else:
            assert not isinstance(question, Roll)
            ask = question
            if self.first is None:
                self.first = seat
        seen = self.record.step.seen(seat)
        if clock is not None:
            clock.asked(seen, seat)
        value = bot.answer(seen, ask, number)
        options = seen.question.options if isinstance(seen.question, Asked) else None
        decided = options is None or not is_single(options)
        if clock is not None:
            clock.answered(seen, seat, decided=decided)
        if decided:
            self.decisions[seat] += 1
        return value

    @property
    def outcome(self) -> Outcome | None:
        """Return how it ended; None if it was too long."""
        question = self.record.question
        return question if isinstance(question, Outcome) else None

    def _row(self, number: int) -> Row:
        outcome, seating = self.outcome, self.seating
        if outcome is not None:
            self.fired.add(outcome.rule)
        winners = outcome.winners if outcome is not None else ()
        first = self.metrics.first if self.metrics.first is not None else self.first
        seats = len(self.rules.seats)
        moved_first = share(outcome, first, seats)
        own = share(outcome, Seat(seating.own), seats)
        common = {
            "won": own,
            "first_mover": moved_first,
            "length": float(number),
            "turns": None if self.metrics.turns is None else float(self.metrics.turns),
        }
        counted = {**self.metrics.read(self.record.table), "decisions": self.decisions}
        digest = hashlib.sha256(self.transcript().encode()).hexdigest()[:DIGITS]
        return Row(
            pair=seating.pair,
            leg=seating.leg,
            arm=self.plan.arms[seating.arm].name,
            seed=seating.seed,
            seats=",".join(seating.seats),
            winner=winners[0] if len(winners) == 1 else None,
            score=own if self.plan.kind == "versus" else moved_first,
            first_mover=moved_first,
            length=number,
            turns=self.metrics.turns,
            digest=digest,
            metrics=tuple(self._metric(name, common, counted) for name in self.plan.metrics),
            fired=tuple(sorted(self.fired)),
        )

    def _metric(
        self,
        name: str,
        common: Mapping[str, float | None],
        counted: Mapping[str, Sequence[float]],
    ) -> float | None:
        if name in common:
            return common[name]
        others = name.startswith(OTHER)
        by_seat = counted.get(name.removeprefix(OTHER))
        if by_seat is None:
            return None
        if self.plan.kind != "versus":
            return float(sum(by_seat))
        own = by_seat[self.seating.own]
        return float(sum(by_seat) - own if others else own)


def share(outcome: Outcome | None, seat: Seat | None, seats: int) -> float:
    """Return a seat's score: 1 won, 0 lost, a fraction if shared.

    All seats share a game without a winner or one that was too long; so does an unknown seat.

    >>> share(None, Seat(0), 2), share(Outcome((), "", ""), Seat(0), 3) == 1 / 3
    (0.5, True)
    """
    if outcome is None or not outcome.winners or seat is None:
        return 1 / seats
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
