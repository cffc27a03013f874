"""A match of two bots: a small study, with thinking times.

Mirrored pairs: the same table with the first bot on every seat in turn, and the same dice for the
same questions. This cancels the advantage of the table and of the first move. Clock-limited bots
are allowed, because games need not be reproducible; thinking times are reported.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from pathlib import Path

import msgspec

from gattai.bots.evaluations import of
from gattai.kernel.position import Seen
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.lab.plan import BatchPlan, made
from gattai.lab.sitting import Sitting
from gattai.lab.study import Openings, Study, StudyMeasures, StudyPlay, StudySide

IN_95 = 1.959964
"""Standard deviations of a 95% normal interval."""


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
    """Return the study for a match of this many games."""
    return Study(
        game=game,
        question=f"Is {one} better than {two}?",
        asked="versus",
        a=StudySide(bot=one),
        b=StudySide(bot=two),
        play=StudyPlay(
            pairs=max(1, count),
            seed=seed,
            rules=rules,
            options=dict(options),
            packs=tuple(path.absolute().as_posix() for path in packs),
            tables=tuple(dict(table) for table in tables),
            openings=openings,
        ),
        measure=StudyMeasures(("won",)),
    )


class Pairing(msgspec.Struct, frozen=True):
    """One game of a match, by its number in the plan."""

    plan: BatchPlan
    number: int

    @property
    def players(self) -> tuple[str, ...]:
        """Return the player on each seat."""
        return self.plan.numbered(self.number).players

    @property
    def first(self) -> int:
        """Return the seat of the match's first player."""
        return self.plan.numbered(self.number).own

    @property
    def seed(self) -> str:
        """Return the seed of its dice and bots."""
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
    """Return the games of a match: pair after pair, the second of each with seats swapped.

    Pairs cycle through the tables (option sets), if there are several.
    """
    plan = made(asked(game, one, two, count, seed, options, tables, packs), clocked=True)
    return [Pairing(plan, number) for number in range(count)]


class GameResult(msgspec.Struct, frozen=True):
    """The result of one game of a match."""

    score: float
    """The first player's score: 1 won, 0 lost, a fraction if shared."""
    reason: str
    answers: int
    decisions: tuple[int, int]
    """The number of real choices of the match's first and second player."""
    seconds: tuple[float, float]
    slowest: tuple[float, float]
    activations: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """The time of each activation, summed over its answers."""


def play(pairing: Pairing) -> GameResult:
    """Play one game to its end, with each bot seeing only its seat's view."""
    seating = pairing.plan.numbered(pairing.number)
    clock = _Clock(pairing.plan.game, seating.own)
    sitting = Sitting(pairing.plan, seating, clock, programs=True)
    row = sitting.play()
    clock.stop()
    return GameResult(
        score=row.score,
        reason="too long" if sitting.outcome is None else sitting.outcome.rule,
        answers=row.length,
        decisions=(clock.decisions[0], clock.decisions[1]),
        seconds=(clock.seconds[0], clock.seconds[1]),
        slowest=(clock.slowest[0], clock.slowest[1]),
        activations=(tuple(clock.activations[0]), tuple(clock.activations[1])),
    )


class PlayedGames(msgspec.Struct, frozen=True):
    """Some games of a match, encoded by another process."""

    results: tuple[GameResult, ...]


def play_encoded(plan: BatchPlan, start: int, stop: int) -> bytes:
    """Play a range of games for another process."""
    results = tuple(play(Pairing(plan, number)) for number in range(start, stop))
    return msgspec.msgpack.encode(PlayedGames(results))


def decoded(answer: bytes) -> PlayedGames:
    """What another process sent back."""
    return msgspec.msgpack.decode(answer, type=PlayedGames)


class _Clock:
    """Thinking times: 0 is the match's first player, 1 all others."""

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

    def asked(self, seen: Seen[msgspec.Struct], seat: Seat) -> None:
        """A bot is asked now."""
        self._began = time.perf_counter()

    def answered(self, seen: Seen[msgspec.Struct], seat: Seat, *, decided: bool) -> None:
        """Stop the time of an answer."""
        took = time.perf_counter() - self._began
        who = 0 if seat == self.first else 1
        self._count(who, of(self.game).clicks_at(seen, seat), took)
        if decided:
            self.decisions[who] += 1
            self.seconds[who] += took
            self.slowest[who] = max(self.slowest[who], took)

    def stop(self) -> None:
        """End the current activation."""
        for who in (0, 1):
            self._count(who, 0, 0.0)

    def _count(self, who: int, clicks: int, took: float) -> None:
        """Add an answer to its activation.

        Whether an answer continued an activation or began another is known at the next question.
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
    """Return symmetric tables: each ready-made squad or army of the game for all seats.

    Then only the seats differ, and those are swapped. A game without a choice of forces has one
    table.
    """
    sides = [option for option in rules.options if option.name in rules.seats]
    ready = rules.armies()
    if len(sides) < 2 or not ready:
        return [{}]
    return [{side.name: army for side in sides} for army in ready]


class MatchScore(msgspec.Struct, frozen=True):
    """The score of a match's first player, with its interval."""

    games: int
    won: int
    drawn: int
    lost: int
    share: float
    low: float
    high: float


def score_of(results: Sequence[GameResult]) -> MatchScore:
    """Return the share of points with its 95% Wilson interval; a draw gives half a point.

    Mirrored games of a pair are correlated, so the interval is slightly conservative.
    """
    points = [result.score for result in results]
    share = sum(points) / len(points) if points else 0.5
    low, high = wilson(share, len(points))
    return MatchScore(
        games=len(points),
        won=points.count(1.0),
        drawn=sum(0.0 < point < 1.0 for point in points),
        lost=points.count(0.0),
        share=share,
        low=low,
        high=high,
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.75), percentile([], 0.5)
    (3.0, 0.0)
    """
    if not values:
        return 0.0
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return the 95% interval of a share of a number of trials.

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
