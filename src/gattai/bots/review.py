"""Reviews of a finished game: each seat's chance to win over time, and the cost of choices.

The chances are the learned value of the game, if it has one for these rules; otherwise the score of
its evaluation is converted to a chance. Either is an estimate, but the same for both sides, and a
function of the record alone. Choices are judged with the information their seat had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp

import msgspec

from gattai.bots.coach.answers import weighed
from gattai.bots.evaluation import AnyEvaluation
from gattai.bots.learnt.value_weights import value_for
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Step
from gattai.kernel.question import Roll, Seat, part_of
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.odds.floats import float_sum

MAX_CHOICES = 120
"""Maximum number of choices judged per seat; of more, an even sample is taken."""
AS_GOOD, NEARLY = 0.01, 0.05
"""Maximum loss in chance to win for a best choice, and for a good one."""


class ReviewMoment(msgspec.Struct, frozen=True):
    """The chances of each seat at a settled table."""

    number: int
    """The number of answers given so far."""
    shares: tuple[float, ...]
    """Each seat's chance to win; they add up to 1."""
    standing: tuple[float, ...]
    """The same by the hand-tuned score, ignoring whose turn it is."""


class Judged(msgspec.Struct, frozen=True):
    """One choice, compared with the best option."""

    number: int
    """The number of the answer, counted from 1."""
    seat: Seat
    lost: float
    """The loss in chance to win."""
    better: object = None
    """The best option; None if nothing was better."""


def shares(
    evaluation: AnyEvaluation, state: object, seats: int, mover: Seat | None = None
) -> tuple[float, ...]:
    """Return each seat's chance to win by the hand-tuned score, if `mover` has the turn.

    >>> from gattai.bots.evaluation import Evaluation
    >>> shares(Evaluation(score=lambda state, seat: state if seat == 0 else -state, scale=10), 0, 2)
    (0.5, 0.5)
    """
    worths = [
        score if mover is None else score + evaluation.tempo * (1 if seat == mover else -1)
        for seat, score in enumerate(evaluation.payoffs(state, seats))
    ]
    best = max(worths)
    # Scores of two seats are zero-sum, so their difference is twice the score.
    weights = [exp((score - best) / (2 * evaluation.scale)) for score in worths]
    return tuple(weight / float_sum(weights) for weight in weights)


def decided(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """Return each seat's share of a finished game: winners share 1."""
    winners = outcome.winners or tuple(Seat(seat) for seat in range(seats))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


def chances(
    rules: AnyRuleset, evaluation: AnyEvaluation, step: Step[msgspec.Struct]
) -> tuple[float, ...] | None:
    """Return each seat's chance to win here; None in the middle of an action, or if no bot can judge the game."""
    seats = len(rules.seats)
    if isinstance(step.question, Outcome):
        return decided(step.question, seats)
    if evaluation.score is None or not step.position.is_settled:
        return None
    value, state = value_for(rules, evaluation), step.position.state
    mover = evaluation.whose(state, step.waiting[0]) if step.waiting else None
    if value is None:
        return shares(evaluation, state, seats, mover)
    first = value.chance(state, Seat(0), mover)
    return first, 1 - first


def moments(record: Record[msgspec.Struct], evaluation: AnyEvaluation) -> Iterator[ReviewMoment]:
    """Return each seat's chances at every settled table, including the first and the last."""
    seats = len(record.rules.seats)
    for number, past in enumerate(record.past):
        found = chances(record.rules, evaluation, past.at)
        if found is not None:
            yield ReviewMoment(number, found, shares(evaluation, past.before.state, seats))
    end = record.question
    if isinstance(end, Outcome):
        won = decided(end, seats)
        yield ReviewMoment(len(record.past), won, won)


def choices_of(record: Record[msgspec.Struct], seat: Seat) -> list[int]:
    """Return the numbers of a seat's real choices, counted from 1; of too many, an even sample."""
    found = [
        number
        for number, past in enumerate(record.past, 1)
        if past.seat == seat and not past.by_table and not isinstance(past.question, Roll)
    ]
    if len(found) <= MAX_CHOICES:
        return found
    return [found[place * len(found) // MAX_CHOICES] for place in range(MAX_CHOICES)]


def judged(
    rules: AnyRuleset,
    evaluation: AnyEvaluation,
    past: Past[msgspec.Struct],
    number: int,
    make: Callable[[str], Randomness],
) -> Judged | None:
    """Return the loss of a choice against the best; None if there was no choice or no difference.

    A choice that seems a mistake by the table right after it is judged again with its continuation.
    """
    assert past.seat is not None, "dice are not a choice"
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
    """Return the indexes of the largest changes, in order, none smaller than `least`.

    >>> swings([0.1, -0.4, 0.02, 0.3, 0.2], 3, 0.05)
    [1, 3, 4]
    """
    large = [place for place, change in enumerate(changes) if abs(change) >= least]
    return sorted(sorted(large, key=lambda place: -abs(changes[place]))[:most])
