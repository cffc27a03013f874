"""The rest of an action in progress: what may still come of it, if everybody declines from here on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from gattai.kernel.question import Choose, Part, Question, Roll, Steps, Together, relay
from gattai.kernel.ruleset import AnyRuleset, Outcome, Table
from gattai.kernel.running.run import Answer, Recorded, Run
from gattai.odds.exact import CannotWalk
from gattai.odds.policy import NobodySpends

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")

MAX_WALKED = 20_000
"""Maximum number of runs of the rules for one expected value; beyond it nothing is computed."""
MAX_THROWS = 40
"""Maximum number of successive throws: dice that are rethrown until they succeed have no limit."""
DECLINING = NobodySpends()


def rest(
    rules: AnyRuleset,
    state: S,
    answers: Sequence[Answer],
    question: Question | Outcome,
    of: Callable[[Table[S]], T],
) -> Steps[T]:
    """Run the rules from a settled table through these answers, and on to the end as driven.

    `question` is the one that was asked at the settled table; `of` reads the table at the end.
    """
    run = _Resumed(rules, Table(state), question)
    run.replay(answers)
    throws = 0
    while (asked := run.question) is not None:
        if isinstance(asked, Together):
            run.give(_together(asked, run.given))
            continue
        assert not isinstance(asked, Outcome), "the action was begun"
        throws += isinstance(asked, Roll)
        if throws > MAX_THROWS:
            raise CannotWalk("there may be more throws than can be walked")
        run.give((yield from relay(asked)))
    return of(run.table)


def resumed(
    rules: AnyRuleset, state: S, answers: Sequence[Answer], question: Question | Outcome
) -> Recorded[S]:
    """Return the rules after these answers, running from the settled table with that question."""
    run = Recorded(rules, Table(state), question)
    run.replay(answers)
    return run


class _Resumed(Recorded[S]):
    """A replayed action whose later parts are left to the walk."""

    __slots__ = ("left",)

    def replay(self, answers: Sequence[Answer]) -> None:
        """Replay the recorded answers."""
        self.left = len(answers)
        super().replay(answers)

    def take(self, answer: Answer) -> None:
        """Give the rules one recorded answer."""
        self.left -= 1
        super().take(answer)

    def keeps(self, part: Part) -> bool:
        """Return whether the part is answered as a whole; a tail call here is not the end."""
        return not self.left and not part.is_last


def _together(asked: Together, given: Sequence[Answer]) -> tuple[object, ...]:
    """Return the answers of several seats at once; seats without an answer decline."""
    answered = {answer.seat: answer.value for answer in given}
    return tuple(answered.get(ask.seat, DECLINING.fixed(ask)) for ask in asked.asks)


def likeliest(steps: Steps[T]) -> T:
    """Return the result if every throw comes out as is most likely: one run, where `exact` takes many."""
    run = Run(steps)
    while (asked := run.question) is not None:
        if isinstance(asked, Choose):
            run.give(DECLINING.fixed(asked))
        elif isinstance(asked, Roll):
            try:
                run.give(max(asked.dice.outcomes(), key=lambda outcome: outcome[1])[0])
            except ValueError as problem:
                raise CannotWalk(str(problem)) from problem
        else:
            raise CannotWalk("this question has no odds")
    return run.result
