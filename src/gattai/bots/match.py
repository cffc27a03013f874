"""Bots against each other: mirrored pairs of games, scored with an interval.

A pair is the same table twice: same options, same dice for the same questions, seats swapped. What
the table or the first move is worth falls out, and the score is that of the bots. At a table for
more than two the first bot takes one seat after the other, and the second all the rest.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from math import ceil, sqrt
from pathlib import Path

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Ask, Bot
from gattai.bots.evaluations import of
from gattai.kernel.position import Seen, Step, apply, begin, stand
from gattai.kernel.question import Question, Roll, Seat, Together
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded

LONGEST = 5_000
"""A game that has had so many answers is a draw."""


class Pairing(msgspec.Struct, frozen=True):
    """One game of a match, as a worker process is told of it."""

    game: str
    players: tuple[str, ...]
    """Who sits where, by seat."""
    first: int
    """The seat of the match's first player."""
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    packs: tuple[Path, ...] = ()
    """Folders of packs of one's own."""


class Result(msgspec.Struct, frozen=True):
    """How one game of a match went."""

    pairing: Pairing
    score: float
    """Of the match's first player: 1 won, 0 lost, a half for a draw of two."""
    reason: str
    answers: int
    decisions: tuple[int, int]
    """Of the match's first and second player: choices with more than one option."""
    seconds: tuple[float, float]
    slowest: tuple[float, float]
    activations: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """How long each activation took, as the game counts them: all answers of one added up."""


def play(pairing: Pairing) -> Result:
    """Play one game to its end, from what each seat may see."""
    rules = games.load(pairing.game, pairing.packs).seated(dict(pairing.options))
    bots = [registry.make(name, pairing.seed, rules=rules) for name in pairing.players]
    return _Game(rules, bots, pairing).play()


class _Game:
    def __init__(self, rules: AnyRuleset, bots: Sequence[Bot], pairing: Pairing) -> None:
        self.rules = rules
        self.bots = bots
        self.pairing = pairing
        self.decisions = [0, 0]
        self.seconds = [0.0, 0.0]
        self.slowest = [0.0, 0.0]
        self.activations: tuple[list[float], list[float]] = ([], [])
        self.running: tuple[list[float], list[float]] = ([], [])
        self.clicks = [0, 0]

    def play(self) -> Result:
        """Dice follow from the seed and the number of the question, as in every game."""
        dice = Seeded(random.Random, self.pairing.seed)
        step: Step[msgspec.Struct] = stand(
            self.rules, begin(self.rules, dict(self.pairing.options))
        )
        number = 0
        while not isinstance(question := step.question, Outcome) and number < LONGEST:
            number += 1
            if isinstance(question, Roll):
                step = apply(self.rules, step.position, dice.faces(question, number))
            else:
                seat = step.waiting[0]
                value = self._answer(step.seen(seat), question, seat, number)
                step = apply(self.rules, step.position, value, seat=seat)
        return self._result(question if isinstance(question, Outcome) else None, number)

    def _answer(
        self, seen: Seen[msgspec.Struct], question: Question, seat: Seat, number: int
    ) -> object:
        ask: Ask
        if isinstance(question, Together):
            ask = next(each for each in question.asks if each.seat == seat)
        else:
            assert not isinstance(question, Roll)
            ask = question
        before = time.perf_counter()
        value = self.bots[seat].answer(seen, ask, number)
        took = time.perf_counter() - before
        options = getattr(seen.question, "options", None)
        who = 0 if seat == self.pairing.first else 1
        self._count(who, of(self.rules.name).clicks_at(seen, seat), took)
        if options is None or len(options) > 1:
            self.decisions[who] += 1
            self.seconds[who] += took
            self.slowest[who] = max(self.slowest[who], took)
        return value

    def _count(self, who: int, clicks: int, took: float) -> None:
        """Add an answer to the activation that it belongs to.

        Whether an answer went on with an activation or began another shows at the next question.
        """
        running = self.running[who]
        before, self.clicks[who] = self.clicks[who], clicks
        if running and clicks <= before:
            began_another = [running.pop()] if clicks else []
            if running:
                self.activations[who].append(sum(running))
            running[:] = began_another
        running.append(took)

    def _result(self, outcome: Outcome | None, number: int) -> Result:
        first = Seat(self.pairing.first)
        for who in (0, 1):
            self._count(who, 0, 0.0)  # what was still running is over as well
        score = 0.5
        if outcome is not None and outcome.winners:
            score = 1 / len(outcome.winners) if first in outcome.winners else 0.0
        return Result(
            pairing=self.pairing,
            score=score,
            reason="too long" if outcome is None else outcome.rule,
            answers=number,
            decisions=(self.decisions[0], self.decisions[1]),
            seconds=(self.seconds[0], self.seconds[1]),
            slowest=(self.slowest[0], self.slowest[1]),
            activations=(tuple(self.activations[0]), tuple(self.activations[1])),
        )


def pairings(
    game: str,
    one: str,
    two: str,
    count: int,
    seed: str,
    options: dict[str, str],
    tables: Sequence[dict[str, str]] = ({},),
    packs: Sequence[Path] = (),
) -> list[Pairing]:
    """The games of a match: pair after pair, the second of each with seats swapped.

    Of several tables (options over the others) each pair takes the next.
    """
    seats = len(games.load(game, packs).seated(options).seats)
    found: list[Pairing] = []
    for number in range(count):
        pair, first = divmod(number, seats)
        players = tuple(one if seat == first else two for seat in range(seats))
        fixed = tuple(sorted({**options, **tables[pair % len(tables)]}.items()))
        sown = f"{seed}-{pair}"
        found.append(Pairing(game, players, first, sown, fixed, tuple(packs)))
    return found


def even_tables(rules: AnyRuleset) -> list[dict[str, str]]:
    """Tables at which everybody has the same: each ready squad or army of the game for all seats.

    Nothing but the seats is then uneven, and those are swapped. A game whose seats do not choose
    has one table: the usual one.
    """
    sides = [option for option in rules.options if option.name in rules.seats]
    game = games.find(rules.name)
    ready = () if game is None else game.ready_armies(rules)
    if len(sides) < 2 or not ready:
        return [{}]
    return [{side.name: army for side in sides} for army in ready]


class Score(msgspec.Struct, frozen=True):
    """The score of a match's first player, and how sure it is."""

    games: int
    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float


def score_of(results: Sequence[Result]) -> Score:
    """The share of points with its 95% interval by Wilson; a draw is half a point.

    Mirrored games of a pair hang together, so the interval is a little wider than it need be.
    """
    points = [result.score for result in results]
    share = sum(points) / len(points) if points else 0.5
    low, high = wilson(share, len(points))
    return Score(
        games=len(points),
        won=points.count(1.0),
        drawn=points.count(0.5),
        lost=points.count(0.0),
        share=share,
        low=low,
        high=high,
    )


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.75), percentile([], 0.5)
    (3.0, 0.0)
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95% interval of a share of so many.

    >>> [round(end, 3) for end in wilson(0.9, 100)], wilson(0.5, 0)
    ([0.826, 0.945], (0.0, 1.0))
    """
    if count == 0:
        return 0.0, 1.0
    z = 1.959964
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    spread /= 1 + z * z / count
    return max(0.0, middle - spread), min(1.0, middle + spread)
