"""What an answer is worth on average, by the odds of the rules themselves.

All ways the dice can fall are walked, the likeliest first. Most answers have few and are walked
to the end: their value is exact. Where there are very many the walk stops after `most` tables. What
is left then is rarer but not alike (the likeliest throw of a weapon may be the one that misses), so
a few ways are drawn from it, evenly, and stand for the rest.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from gattai.bots.course import Course, Live
from gattai.bots.evaluations import Evaluation, declined
from gattai.kernel.dice import Randomness, Shuffle, Throw
from gattai.kernel.question import Choose, Part, Place, Roll, Seat, Steps, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.batch import play_out
from gattai.kernel.running.run import Run

ENOUGH = 0.995
"""The share of all ways after which the rest is left out."""
MOST_READINGS = 64
"""Of a throw that can show more, the likeliest are looked at."""
DRAWN = 12
"""Where not all ways are walked, so many stand for the rest."""
SHUFFLES = 3
"""How many orders of a shuffled deck are looked at."""
EVEN = (0.7548776662, 0.5698402910, 0.8191725134, 0.6710436067)
"""Steps that spread evenly, alone and together: roots that no fraction comes near."""
FAR_ENOUGH = 100
"""After so many answers and throws of playing on, nobody has won."""

Judge = Callable[[Live], float]
Midway = Callable[[Any, Choose], Any]


def judge_for(
    evaluation: Evaluation,
    seat: Seat,
    seats: int = 2,
    source: Randomness | None = None,
    far: int = FAR_ENOUGH,
) -> Judge:
    """What a settled table is worth to this seat; equal tables are judged once.

    Where the game has no evaluation, it is played on at random, so far at most: who wins?
    """
    known: dict[Any, float] = {}

    def judge(live: Live) -> float:
        if isinstance(live.question, Outcome):
            return evaluation.of_outcome(live.question, seat, seats)
        state = live.state
        value = known.get(state)
        if value is None:
            if evaluation.worth is not None:
                value = evaluation.worth(state, seat)
            elif source is None:
                value = 0.0
            else:
                end = played_on(live.rules, state, seats, source, far)
                value = 0.0 if end is None else evaluation.of_outcome(end, seat, seats)
            known[state] = value
        return value

    return judge


def played_on(
    rules: AnyRuleset, state: Any, seats: int, source: Randomness, far: int = FAR_ENOUGH
) -> Outcome | None:
    """How a game ends if everybody answers at random from here; None if it takes too long."""

    def anything(state: Any, question: Choose) -> Any:
        return any_one(question.options, source)

    return play_out(rules, state, (anything,) * seats, source, limit=far).outcome


def expected(
    rules: AnyRuleset,
    course: Course,
    value: Any,
    judge: Judge,
    midway: Midway = declined,
    *,
    most: int = 48,
    source: Randomness | None = None,
) -> float:
    """The mean worth of the table once an answer has been resolved.

    Choices on the way are answered by `midway`; if that is not said they are declined, by
    everybody: whoever is asked one later will think then. Decks are shuffled by the source.
    """
    start = Course(course.state, (*course.values, value))
    # Where everybody declines, parts that have a plain form are walked as a whole.
    plainly = midway is declined and not course.values
    # Ways yet to be walked: the likeliest first, of equals the earlier.
    ways: list[tuple[float, int, tuple[Any, ...]]] = [(-1.0, 0, start.values)]
    pushed = 0
    mean = seen = 0.0
    runs = 0
    while ways and seen < ENOUGH and (runs < most or not seen):
        negative, _, values = heapq.heappop(ways)
        share = -negative
        live = Live(rules, Course(start.state, values), plainly=plainly)
        runs += 1
        while not live.is_settled:
            question = live.question
            if not isinstance(question, Part | Roll):
                taken = _midway(live.state, question, midway)
                values = (*values, taken)
                live.give(taken)
                continue
            before = pushed
            for reading, likely in _falls(question, source):
                pushed += 1
                heapq.heappush(ways, (-share * likely, pushed, (*values, reading)))
            if (runs >= most and seen) or ways[0][1] <= before:
                break
            # The next way goes on from here: nothing has to be played again to walk it.
            negative, _, values = heapq.heappop(ways)
            share = -negative
            live.give(values[-1])
            runs += 1
        else:
            mean += share * judge(live)
            seen += share
    if ways and seen < ENOUGH:
        left = [(values, -negative) for negative, _, values in sorted(ways)]
        rest = sum(share for _, share in left)
        for number in range(DRAWN):
            values = _fallen(left, (number + 0.5) / DRAWN * rest)
            live = Live(rules, Course(start.state, values), plainly=plainly)
            _drawn_on(live, number, midway, source)
            mean += rest / DRAWN * judge(live)
        seen += rest
    return mean / seen if seen else 0.0


def _drawn_on(live: Live, number: int, midway: Midway, source: Randomness | None) -> None:
    """Play on until the table is settled, each throw falling elsewhere: evenly, without chance."""
    depth = 0
    while not live.is_settled:
        question = live.question
        if isinstance(question, Part | Roll):
            depth += 1
            falls = _falls(question, source)
            at = (number + 0.5) * EVEN[depth % len(EVEN)] % 1.0
            live.give(_fallen(falls, at * sum(share for _, share in falls)))
        else:
            live.give(_midway(live.state, question, midway))


def _falls(question: Part | Roll, source: Randomness | None) -> Sequence[tuple[Any, float]]:
    """What may come of a throw, or of a part in its plain form, and how likely that is."""
    if isinstance(question, Part):
        return plain_odds(question.procedure, question.args)
    return readings(question.dice, source)


def _fallen(falls: Sequence[tuple[Any, float]], at: float) -> Any:
    """Where a point falls if all are laid end to end, each as long as it is likely."""
    for value, share in falls:
        at -= share
        if at < 0:
            return value
    return falls[-1][0]


@lru_cache(maxsize=4096)
def plain_odds(
    procedure: Callable[..., Steps[Any]], args: tuple[Any, ...]
) -> tuple[tuple[Any, float], ...]:
    """What comes of a part if everybody declines, by its plain form; equal results are merged."""
    plain: Callable[..., Steps[Any]] = procedure.declined  # type: ignore[attr-defined]
    found: dict[Any, float] = {}
    ways: list[tuple[float, tuple[Any, ...]]] = [(1.0, ())]
    while ways:
        share, answers = ways.pop()
        run = Run(plain(*args))
        for answer in answers:
            run.give(answer)
        while isinstance(run.question, Choose):
            answers = (*answers, declined(None, run.question))
            run.give(answers[-1])
        asked = run.question
        if asked is None:
            found[run.result] = found.get(run.result, 0.0) + share
            continue
        total = asked.dice.total
        for reading, count in asked.dice.outcomes():
            ways.append((share * count / total, (*answers, reading)))
    return tuple(sorted(found.items(), key=lambda each: -each[1]))


def readings(dice: Throw, source: Randomness | None) -> list[tuple[Any, float]]:
    """What a throw may show and how likely that is: everything, or, of very much, the likeliest.

    A deck has more orders than can be walked: some are drawn.
    """
    if isinstance(dice, Shuffle):
        orders = [tuple(range(dice.count))] if source is None else []
        orders += [dice.sample(source) for _ in range(SHUFFLES) if source is not None]
        return [(order, 1 / len(orders)) for order in orders]
    outcomes, total = dice.outcomes(), dice.total
    if len(outcomes) > MOST_READINGS:
        outcomes = tuple(sorted(outcomes, key=lambda each: -each[1])[:MOST_READINGS])
    return [(reading, ways / total) for reading, ways in outcomes]


def _midway(state: Any, question: Any, midway: Midway) -> Any:
    match question:
        case Choose():
            return midway(state, question)
        case Together(asks=asks):
            return tuple(midway(state, ask) for ask in asks)
        case Place(region=region):
            return region.suggest()[0]
        case _:
            raise TypeError(f"{question!r} cannot be answered here")
