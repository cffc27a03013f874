"""A match of two bots: a study of one line, with an eye on the clock.

Mirrored pairs: the same table with the first bot on every seat in turn, the same dice for the same
questions. What the table or the first move is worth falls out, and the score is that of the bots.
Bots may think by the clock here, for nobody will ask for a game again; and how long they think is
told.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from pathlib import Path
from typing import Any

import msgspec

from gattai import games
from gattai.bots.evaluations import of
from gattai.kernel.position import Seen
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.plan import Plan, made
from gattai.lab.sitting import Sitting
from gattai.lab.study import Measure, Openings, Play, Side, Study

IN_95 = 1.959964
"""Within so many deviations lie 95% of what is spread normally."""


def asked(
    game: str,
    one: str,
    two: str,
    count: int,
    seed: str,
    options: Mapping[str, str],
    tables: Sequence[Mapping[str, str]] = ({},),
    packs: Sequence[Path] = (),
    rules: str = "",
    *,
    openings: Openings | None = None,
) -> Study:
    """The study that a match of so many games is."""
    return Study(
        game=game,
        question=f"Is {one} better than {two}?",
        asked="versus",
        a=Side(bot=one),
        b=Side(bot=two),
        play=Play(
            pairs=max(1, count),
            seed=seed,
            rules=rules,
            options=dict(options),
            packs=tuple(path.absolute().as_posix() for path in packs),
            tables=tuple(dict(table) for table in tables),
            openings=openings,
        ),
        measure=Measure(("won",)),
    )


class Pairing(msgspec.Struct, frozen=True):
    """One game of a match: its number in the plan."""

    plan: Plan
    number: int

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits where, by seat."""
        return self.plan.numbered(self.number).players

    @property
    def first(self) -> int:
        """The seat of the match's first player."""
        return self.plan.numbered(self.number).own

    @property
    def seed(self) -> str:
        """That of its dice and bots."""
        return self.plan.numbered(self.number).seed


def pairings(
    game: str,
    one: str,
    two: str,
    count: int,
    seed: str,
    options: Mapping[str, str],
    tables: Sequence[Mapping[str, str]] = ({},),
    packs: Sequence[Path] = (),
) -> list[Pairing]:
    """The games of a match: pair after pair, the second of each with seats swapped.

    Of several tables (options over the others) each pair takes the next.
    """
    plan = made(asked(game, one, two, count, seed, options, tables, packs), clocked=True)
    return [Pairing(plan, number) for number in range(count)]


class Result(msgspec.Struct, frozen=True):
    """How one game of a match went."""

    score: float
    """Of the match's first player: 1 won, 0 lost, a part where several share it."""
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
    seating = pairing.plan.numbered(pairing.number)
    clock = _Clock(pairing.plan.game, seating.own)
    sitting = Sitting(pairing.plan, seating, clock, programs=True)
    row = sitting.play()
    clock.stop()
    return Result(
        score=row.score,
        reason="too long" if sitting.outcome is None else sitting.outcome.rule,
        answers=row.length,
        decisions=(clock.decisions[0], clock.decisions[1]),
        seconds=(clock.seconds[0], clock.seconds[1]),
        slowest=(clock.slowest[0], clock.slowest[1]),
        activations=(tuple(clock.activations[0]), tuple(clock.activations[1])),
    )


class Played(msgspec.Struct, frozen=True):
    """Some games of a match, as another process sends them back."""

    results: tuple[Result, ...]


def play_encoded(plan: Plan, start: int, stop: int) -> bytes:
    """Games from, to, for another process."""
    results = tuple(play(Pairing(plan, number)) for number in range(start, stop))
    return msgspec.msgpack.encode(Played(results))


def decoded(answer: bytes) -> Played:
    """What another process sent back."""
    return msgspec.msgpack.decode(answer, type=Played)


class _Clock:
    """How long bots take, each by itself: 0 is the match's first player, 1 all others."""

    def __init__(self, game: str, first: int) -> None:
        self.game = game
        self.first = first
        self.decisions = [0, 0]
        self.seconds = [0.0, 0.0]
        self.slowest = [0.0, 0.0]
        self.activations: tuple[list[float], list[float]] = ([], [])
        self.running: tuple[list[float], list[float]] = ([], [])
        self.clicks = [0, 0]
        self._began = 0.0

    def asked(self, seen: Seen[Any], seat: Seat) -> None:
        """A bot is asked now."""
        self._began = time.perf_counter()

    def answered(self, seen: Seen[Any], seat: Seat, *, decided: bool) -> None:
        """It has answered."""
        took = time.perf_counter() - self._began
        who = 0 if seat == self.first else 1
        self._count(who, of(self.game).clicks_at(seen, seat), took)
        if decided:
            self.decisions[who] += 1
            self.seconds[who] += took
            self.slowest[who] = max(self.slowest[who], took)

    def stop(self) -> None:
        """What was still running is over as well."""
        for who in (0, 1):
            self._count(who, 0, 0.0)

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
    """The share of points with its 95% interval by Wilson; in a draw of two each has half a point.

    Mirrored games of a pair hang together, so the interval is a little wider than it need be.
    """
    points = [result.score for result in results]
    share = sum(points) / len(points) if points else 0.5
    low, high = wilson(share, len(points))
    return Score(
        games=len(points),
        won=points.count(1.0),
        drawn=sum(0.0 < point < 1.0 for point in points),
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
    z = IN_95
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    spread /= 1 + z * z / count
    return max(0.0, middle - spread), min(1.0, middle + spread)
