"""Evaluations: the score of a table, candidate answers ("ideas"), and answers that end a turn.

Each of our games has an evaluation in `evaluations`. Bots also play games without one: they score
tables by playing on from them at random (`expectation.judge_for`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from gattai import games
from gattai.bots.learnt.features import Features
from gattai.kernel.position import Seen
from gattai.kernel.question import Choose, Question, Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome

WON = 200.0
"""The score of a won game; no unfinished table should score more."""

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")

EndScore = Callable[[S, Seat, Seat | None], float]
"""Returns the score of a table after an activation, given the seat and the next one, if known."""
Idea = tuple[float, object, float]
"""A candidate answer: guess of the gain, the answer, the mean effect of its dice on `material`."""


def decided(winners: Sequence[Seat], seat: Seat) -> float:
    """Return the score of a finished two-player game for one side."""
    if len(winners) != 1:
        return 0.0
    return WON if seat in winners else -WON


def _nothing(state: object, seat: Seat) -> float:
    return 0.0


def _as_it_is(state: S) -> S:
    return state


def _never(state: object) -> int:
    return 0


def who_is_asked(state: object, asked: Seat) -> Seat | None:
    """Return the seat that is asked: the default of `whose`."""
    return asked


def declined(state: object, question: Choose) -> object:
    """Return the answer that spends nothing; the last option if the question names none."""
    return question.options[-1] if question.otherwise is None else question.otherwise


class Evaluation(msgspec.Struct, Generic[S], frozen=True):
    """The evaluation of one game for bots."""

    score: Callable[[S, Seat], float] | None = None
    """Returns a seat's lead over the others. With two seats it is zero-sum."""
    material: Callable[[S, Seat], float] = _nothing
    """Returns the part of the score that dice change at once; fast to compute."""
    stake: float = 1.0
    """The score of a point of `material`: a learnt evaluation has another unit."""
    ideas: Callable[[S, Question], list[Idea]] | None = None
    """Returns candidate answers to the next question, best first (see `Idea`)."""
    midway: Callable[[S, Choose], object] = declined
    """Returns the assumed answer of any seat in the middle of an action, without search."""
    steadily: Callable[[S, Choose], object] | None = None
    """Returns the next answer for following an action through.

    For games in which single answers may have no effect.

    An answer in the middle of an action scores the better of stopping after it and following it
    through.
    """
    passing: tuple[type, ...] = ()
    """Answers that forgo the rest of the turn. They are scored with `spent`."""
    spent: Callable[[S], S] = _as_it_is
    """Returns the table with nothing left to do this turn."""
    whose: Callable[[S, Seat], Seat | None] = who_is_asked
    """Returns whose turn or activation it is, given the seat that is asked: usually the same."""
    best_search: str = "plans"
    """The default search method for this game: "plans" or "tree"."""
    horizon: int = 2
    """The default horizon of plans in activations: with 2, to the end of the reply."""
    replies: int = 2
    """Default number of ideas per reply of others in plans; with 0 the first is taken."""
    prior_visits: float = 0.5
    """Number of rollouts after which a rollout's result weighs as much as the greedy score.

    It is higher if later results are judged less reliably than immediate ones.
    """
    bias: float = 0.0
    """The systematic error of rollouts, relative to true differences between answers.

    It does not shrink with more rollouts: with 1, plans never trust rollouts by more than half.
    """
    breadth: float = 1.0
    """A factor on the `width` and the rollouts of a search.

    It is higher in games with hundreds of answers, where the best is often not among the first
    ideas, and lower if the first ideas are good.
    """
    clicks: Callable[[S], int] = _never
    """Returns the number of answers in the current activation so far, at a settled table.

    The game defines what an activation is; by default each action is one.
    """

    scale: float = 20.0
    """The lead in score with which a side wins about three games of four (e to 1).

    It was measured in games between bots, and converts a score to a chance (`review.shares`).
    """

    tempo: float = 0.0
    """The average gain of a turn: half of it is added for the side whose turn begins."""

    end_score: EndScore[S] | None = None
    """The learnt `score` for tables at which a rollout of plans ends, if there is one.

    There an activation is over, and the next seat is passed too, if known.
    """

    features: Features | None = None
    """The features from which an evaluation can be learnt (`gattai bots train`)."""

    @property
    def ends_by_passing(self) -> bool:
        """Return whether passing ends an activation, even if the same seat is next."""
        return self.whose is who_is_asked

    def turn_of(self, state: S, asked: Seat) -> Seat:
        """Return whose activation it is at a settled table: usually that of the seat asked."""
        found = self.whose(state, asked)
        return asked if found is None else found

    def needed(self, rollouts: int) -> float:
        """Return the divisor for the sum over rollouts, including `prior_visits` and `bias`."""
        return rollouts * (1 + self.bias) + self.prior_visits

    def of_outcome(self, outcome: Outcome, seat: Seat, seats: int = 2) -> float:
        """Return the score of a finished game: win, loss, or in between for a draw."""
        if not outcome.winners:
            return 0.0
        if seat not in outcome.winners:
            return -WON
        return WON * (seats - len(outcome.winners)) / max(1, seats - 1)

    def payoffs(self, state: S, seats: int) -> tuple[float, ...]:
        """Return the score of a table for each seat."""
        if self.score is None:
            return (0.0,) * seats
        if seats == 2:
            first = self.score(state, Seat(0))
            return first, -first
        return tuple(self.score(state, Seat(seat)) for seat in range(seats))

    def outcome_payoffs(self, outcome: Outcome, seats: int) -> tuple[float, ...]:
        """Return the score of a finished game for each seat."""
        return tuple(self.of_outcome(outcome, Seat(seat), seats) for seat in range(seats))

    def clicks_at(self, seen: Seen[S], seat: Seat) -> int:
        """Return the number of answers a seat has given in the current activation.

        These are the game's count at the settled table, and those in the action since.
        """
        since = sum(answer.seat == seat for answer in seen.position.answers)
        return self.clicks(seen.position.state) + since


AnyEvaluation = Evaluation[Any]

PLAIN: AnyEvaluation = Evaluation()


def some_of(options: Sequence[T], most: int) -> list[T]:
    """Return all options; of too many, an even sample."""
    if len(options) <= most:
        return [*options]
    return [options[i * len(options) // most] for i in range(most)]


def rules_of(state: msgspec.Struct) -> AnyRuleset:
    """Return the rules for this table. The state contains its cards: packs do not matter.

    If the number of seats varies, the rules have to be passed to a bot, because a table does not
    determine them.
    """
    module = type(state).__module__
    for name in games.names():
        if f"{module}.".startswith(f"{games.get(name).package}."):
            return games.load(name)
    raise LookupError(f"no game known here has a table of the kind {type(state).__name__}")
