"""A game that is over as a bot looks back on it: who stood how well when, and which choices cost what.

A table is judged by the game's evaluation, and its worth is told as each seat's chance to win. That
is a judgement and no proof; but it is the same for both sides, and a function of the record alone.
Whoever chose is judged by what could be seen from that seat, as a bot on it would have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp
from typing import Any

import msgspec

from gattai.bots.evaluations import Evaluation
from gattai.bots.hint import weighed
from gattai.kernel.dice import Randomness
from gattai.kernel.question import Roll, Seat, part_of
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import AnyRuleset, Outcome

MOST_CHOICES = 120
"""So many choices of a seat are judged at most; of more, some are left out evenly."""
AS_GOOD, NEARLY = 0.01, 0.05
"""What a choice may cost in chance to win and still be the best there was, or a good one."""


class Moment(msgspec.Struct, frozen=True):
    """A settled table, and how each seat stood there."""

    number: int
    """So many answers had been given."""
    shares: tuple[float, ...]
    """Each seat's chance to win; together they are 1."""
    standing: tuple[float, ...]
    """The same, whoever has the turn."""


class Judged(msgspec.Struct, frozen=True):
    """One choice, beside the best that could have been chosen."""

    number: int
    """Which answer it was, counted from 1."""
    seat: Seat
    lost: float
    """What it cost in chance to win."""
    better: Any = None
    """What would have been the best; None if nothing was better."""


def shares(
    evaluation: Evaluation, state: Any, seats: int, mover: Seat | None = None
) -> tuple[float, ...]:
    """Each seat's chance to win, as the game's evaluation judges a table on which `mover` has the turn.

    >>> shares(Evaluation(worth=lambda state, seat: state if seat == 0 else -state, sway=10), 0, 2)
    (0.5, 0.5)
    """
    worths = [
        worth if mover is None else worth + evaluation.tempo * (1 if seat == mover else -1)
        for seat, worth in enumerate(evaluation.payoffs(state, seats))
    ]
    best = max(worths)
    # Of two seats one lacks what the other has: their worths lie twice as far apart as either is.
    weights = [exp((worth - best) / (2 * evaluation.sway)) for worth in worths]
    return tuple(weight / sum(weights) for weight in weights)


def decided(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """The same at the end: who has won has it all, or shares it."""
    winners = outcome.winners or tuple(Seat(seat) for seat in range(seats))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


def moments(record: Record[Any], evaluation: Evaluation) -> Iterator[Moment]:
    """How each seat stood at every settled table, the first and the last too."""
    seats = len(record.rules.seats)
    for number, past in enumerate(record.past):
        if past.before.is_settled:
            state = past.before.state
            mover = evaluation.whose(state, past.at.waiting[0]) if past.at.waiting else None
            yield Moment(
                number, shares(evaluation, state, seats, mover), shares(evaluation, state, seats)
            )
    end = record.question
    if isinstance(end, Outcome):
        won = decided(end, seats)
        yield Moment(len(record.past), won, won)


def choices_of(record: Record[Any], seat: Seat) -> list[int]:
    """The numbers of a seat's answers that were choices of its own, counted from 1; evenly, not all of too many."""
    found = [
        number
        for number, past in enumerate(record.past, 1)
        if past.seat == seat and not past.by_table and not isinstance(past.question, Roll)
    ]
    if len(found) <= MOST_CHOICES:
        return found
    return [found[place * len(found) // MOST_CHOICES] for place in range(MOST_CHOICES)]


def judged(
    rules: AnyRuleset,
    evaluation: Evaluation,
    past: Past[Any],
    number: int,
    make: Callable[[str], Randomness],
) -> Judged | None:
    """What a choice cost against the best; None where there was nothing to choose, or nothing hung on it.

    Nobody is blamed at first sight: what seems to cost something by the table right after it is judged again
    by what follows.
    """
    assert past.seat is not None, "chance chooses nothing"
    ask, seen = part_of(past.question, past.seat), past.at.seen(past.seat)
    judged: Judged | None = None
    for ahead in (False, True):
        found = weighed(
            rules, evaluation, seen, ask, number, make, given=(past.value,), ahead=ahead
        )
        if not found or (not ahead and found[0].chance - found[-1].chance < AS_GOOD):
            break
        lost = found[0].chance - next(one.chance for one in found if one.answer == past.value)
        judged = Judged(number, past.seat, lost, found[0].answer if lost >= AS_GOOD else None)
        if judged.better is None:
            break
    past.at.forget()
    return judged


def swings(changes: Sequence[float], most: int, least: float) -> list[int]:
    """The places of the largest changes, in order; none that is less than `least` either way.

    >>> swings([0.1, -0.4, 0.02, 0.3, 0.2], 3, 0.05)
    [1, 3, 4]
    """
    large = [place for place, change in enumerate(changes) if abs(change) >= least]
    return sorted(sorted(large, key=lambda place: -abs(changes[place]))[:most])
