"""How a game could go on: the rules run from a settled table with values that a bot thinks up.

Like `kernel.position`, but without checks, records and events: a roll is answered with a reading,
a choice with an option. Bots do this thousands of times for one answer.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Choose, Part, Place, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome, QuietTable
from gattai.kernel.running.run import Action
from gattai.kernel.secrecy import Hidden

GUESSES = 20
"""How often a bot tries to imagine a table that agrees with everything it has seen."""

Step = Question | Part


class Course(msgspec.Struct, frozen=True):
    """A settled table and the values given since: what a bot thinks on from."""

    state: Any
    values: tuple[Any, ...] = ()


class Live(Action[Any]):
    """Rules in progress, from action to action: they are handed one value after the other."""

    __slots__ = ("plainly",)

    question: Step | Outcome

    def __init__(self, rules: AnyRuleset, course: Course, *, plainly: bool = False) -> None:
        super().__init__(rules, QuietTable(course.state), rules.standing(course.state))
        self.plainly = plainly
        """Whether parts that have a plain form are asked about as a whole (`declines_to`)."""
        for value in course.values:
            self.give(value)

    @property
    def state(self) -> Any:
        """The table as it is now."""
        return self.table.state

    def keeps(self, part: Part) -> bool:
        """Parts are played step by step, but for those that are looked up in their plain form."""
        return self.plainly and hasattr(part.procedure, "declined")

    def give(self, value: Any) -> None:
        """Answer what is asked, and run on to the next question: of the next action, at the end."""
        super().give(value)
        if self.is_over:
            self.is_settled, self._send = True, self._begin
            self.question = self.rules.standing(self.table.state)


class Unimaginable(LookupError):
    """No table was found that agrees with what was seen."""


def imagine(
    rules: AnyRuleset, seen: Seen[Any], seat: Seat, source: Randomness
) -> tuple[Course, Together | None]:
    """A course that looks to this seat as what it sees: secrets are filled in at random.

    Of a question to several seats the others' answers are not known: it is returned as well.
    """
    for _ in range(GUESSES):
        state = rules.guess(seen.position.state, seat, source)
        try:
            return _retraced(rules, state, seen, seat, source)
        except (Unimaginable, ValueError, LookupError):
            continue  # what was done since cannot have been done at that table
    raise Unimaginable(f"nothing agrees with what seat {seat} has seen")


def _retraced(
    rules: AnyRuleset, state: Any, seen: Seen[Any], seat: Seat, source: Randomness
) -> tuple[Course, Together | None]:
    answers = seen.position.answers
    course = Course(state)
    live = Live(rules, course)
    given: dict[Seat | None, Any] = {}
    values: list[Any] = []
    for answer in answers:
        question = live.question
        if isinstance(question, Together):
            given[answer.seat] = answer.value
            if len(given) < len(question.asks):
                continue
            value: Any = tuple(_known(given[a.seat], a, source) for a in question.asks)
            given = {}
        elif isinstance(question, Roll):
            hidden = isinstance(answer.value, Hidden)
            faces = question.dice.faces(source) if hidden else answer.value
            value = question.dice.read(faces)
        elif isinstance(question, Choose):
            value = _known(answer.value, question, source)
        else:
            value = answer.value
        values.append(value)
        live.give(value)
    question = live.question
    if isinstance(question, Outcome) or (
        isinstance(question, Choose | Place) and question.seat != seat
    ):
        raise Unimaginable("somebody else would be asked")
    offered = seen.question.options if isinstance(seen.question, Asked) else None
    if answers and isinstance(question, Choose) and offered not in (None, tuple(question.options)):
        raise Unimaginable("something else was drawn there meanwhile")
    return Course(state, tuple(values)), question if isinstance(question, Together) else None


def _known(value: Any, ask: Choose, source: Randomness) -> Any:
    """An answer as it was given; any of the options where it is not to be seen."""
    if isinstance(value, Hidden):
        return any_one(tuple(ask.options), source)
    if value not in ask.options:
        raise Unimaginable("that could not have been answered")
    return value
