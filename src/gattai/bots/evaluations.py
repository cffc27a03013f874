"""What a bot thinks of a table: its worth, ideas for answers, and what ends a turn.

Every game of ours has an eye in `eyes`. A game without one is played all the same: its tables are
judged by playing on from them at random (`expectation.judge_for`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from gattai import games
from gattai.bots.learnt.traits import Traits
from gattai.kernel.position import Seen
from gattai.kernel.question import Choose, Question, Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome

WON = 200.0
"""What a game that is won is worth; no table that is still played on should be worth more."""

EndWorth = Callable[[Any, Seat, Seat | None], float]
"""What a table at which an activation is over is worth to a seat, and whose comes next there, if that is known."""
Idea = tuple[float, Any, float]
"""A guess of the gain, the answer, and what its dice bring on average in `material`."""


def decided(winners: Sequence[Seat], seat: Seat) -> float:
    """What a game of two sides that is over is worth to one of them."""
    if len(winners) != 1:
        return 0.0
    return WON if seat in winners else -WON


def _nothing(state: Any, seat: Seat) -> float:
    return 0.0


def _as_it_is(state: Any) -> Any:
    return state


def _never(state: Any) -> int:
    return 0


def who_is_asked(state: Any, asked: Seat) -> Seat | None:
    """As `whose`, where nobody is asked but whose activation it is."""
    return asked


def declined(state: Any, question: Choose) -> Any:
    """The answer that spends nothing; the last option where the question names none."""
    return question.options[-1] if question.otherwise is None else question.otherwise


class Evaluation(msgspec.Struct, frozen=True):
    """How one game looks to a bot."""

    worth: Callable[[Any, Seat], float] | None = None
    """How much better a seat stands than the others. Of two seats, one lacks what the other has."""
    material: Callable[[Any, Seat], float] = _nothing
    """The part of the worth that dice change at once, and that is quickly counted."""
    stake: float = 1.0
    """What a point of `material` is in worth: an eye that was learnt counts in another measure."""
    ideas: Callable[[Any, Question], list[Idea]] | None = None
    """Answers to the standing question worth a closer look, the best first: a guess of the gain,
    the answer, and what its dice bring on average in `material` to the seat that is asked.
    """
    midway: Callable[[Any, Choose], Any] = declined
    """What anybody is thought to answer in the middle of an action, when nobody thinks closely."""
    steadily: Callable[[Any, Choose], Any] | None = None
    """The same for whoever means to go through with it, where one answer may do no good alone: in the
    middle of an action an answer is worth what is better, to stop after it or to go on like this.
    """
    passing: tuple[type, ...] = ()
    """Answers that give up what is left of the turn. They are judged by `spent`."""
    spent: Callable[[Any], Any] = _as_it_is
    """The table with nothing left to be done this turn."""
    whose: Callable[[Any, Seat], Seat | None] = who_is_asked
    """Whose turn or activation runs at a settled table, and who is asked there: usually the same."""
    best_search: str = "plans"
    """How search plays this game unless it is told: "plans" or "tree"."""
    horizon: int = 2
    """How many activations plans look ahead unless they are told: with 2, until the reply is over."""
    replies: int = 2
    """So many ideas plans weigh for each answer of the others, unless they are told; with 0 the first is taken."""
    doubt: float = 0.5
    """So many looks are needed before plans believe what they see as much as what greedy sees: more where what
    comes later is judged less well than what comes at once.
    """
    bias: float = 0.0
    """What of a look stays wrong however often it is taken, beside what answers truly differ by: with 1 plans never
    believe what they see by more than half.
    """
    breadth: float = 1.0
    """So many times the `width` and the looks of a search are taken as elsewhere: more where there are hundreds of
    answers, for the best is often not among the first; fewer where the first ideas are good ones.
    """
    clicks: Callable[[Any], int] = _never
    """How many answers the running activation has had already, at a settled table: what an
    activation is, the game says; if it says nothing, each action is one.
    """

    sway: float = 20.0
    """How far ahead in worth a side is that wins about three games of four (e to 1): found by playing
    bots against each other, and used to tell a worth as a chance (`review.shares`).
    """

    tempo: float = 0.0
    """What a turn brings on average to whoever has it: half of that is due to the one whose turn begins."""

    end_worth: EndWorth | None = None
    """The same as `worth` for tables at which a look of plans ends, where that was learnt: there an activation is
    over, and who is next is handed too, if that is known.
    """

    traits: Traits | None = None
    """What a judgement of the game's tables can be learnt from (`gattai bots train`)."""

    @property
    def ends_by_passing(self) -> bool:
        """Whether passing ends an activation: the next may be one's own again."""
        return self.whose is who_is_asked

    def turn_of(self, state: Any, asked: Seat) -> Seat:
        """Whose activation runs at a settled table: usually that of who is asked there."""
        found = self.whose(state, asked)
        return asked if found is None else found

    def needed(self, looks: int) -> float:
        """What plans saw in so many looks is divided by this: the looks, with their `doubt` and their `bias`."""
        return looks * (1 + self.bias) + self.doubt

    def of_outcome(self, outcome: Outcome, seat: Seat, seats: int = 2) -> float:
        """What the end of a game is worth: all, nothing, or in between, where several share it or nobody won."""
        if not outcome.winners:
            return 0.0
        if seat not in outcome.winners:
            return -WON
        return WON * (seats - len(outcome.winners)) / max(1, seats - 1)

    def payoffs(self, state: Any, seats: int) -> tuple[float, ...]:
        """What a table is worth to each seat."""
        if self.worth is None:
            return (0.0,) * seats
        if seats == 2:
            first = self.worth(state, Seat(0))
            return first, -first
        return tuple(self.worth(state, Seat(seat)) for seat in range(seats))

    def outcome_payoffs(self, outcome: Outcome, seats: int) -> tuple[float, ...]:
        """What the end of a game is worth to each seat."""
        return tuple(self.of_outcome(outcome, Seat(seat), seats) for seat in range(seats))

    def clicks_at(self, seen: Seen[Any], seat: Seat) -> int:
        """How many answers a seat has given in the running activation: those that the game counts
        at the settled table, and those in the middle of the action since.
        """
        since = sum(answer.seat == seat for answer in seen.position.answers)
        return self.clicks(seen.position.state) + since


PLAIN = Evaluation()


def of(game: str) -> Evaluation:
    """The evaluation of a game; `PLAIN` where it has none.

    >>> of("solitaire") is PLAIN
    True
    """
    found = games.find(game)
    eye: Evaluation = found.part(found.eye) if found is not None and found.eye else PLAIN
    return eye


def some_of(options: Sequence[Any], most: int) -> list[Any]:
    """All options; of too many, some of them, left out evenly."""
    if len(options) <= most:
        return [*options]
    return [options[i * len(options) // most] for i in range(most)]


def rules_of(state: Any) -> AnyRuleset:
    """The rules of the game that this is a table of. Cards stand in the state: packs do not matter.

    Where the number of seats is chosen, the rules have to be handed to a bot: a table does not
    tell them.
    """
    module = type(state).__module__
    for name in games.names():
        if f"{module}.".startswith(f"{games.get(name).package}."):
            return games.load(name)
    raise LookupError(f"no game known here has a table of the kind {type(state).__name__}")
