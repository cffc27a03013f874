"""The driver of the rules' generators.

Answers come from people, bots, a random source, or all outcomes at once. This module passes them to
the rules: it enters or keeps marks of `part`, notices the end, reads the faces of dice, and gathers
the answers of several seats.

    drive      runs to the end at once
    Run        any procedure of the rules: its current question, and finally its result
    ActionRun  the rules at a settled table: the next question, and the effect of its answer
    Recorded   an action that takes answers as recorded: faces, and seat by seat

A run cannot be copied. To branch, start it again from its answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel.dice import Face
from gattai.kernel.event import Chosen, Rolled
from gattai.kernel.question import (
    ENTER,
    Choose,
    Part,
    Question,
    Roll,
    Seat,
    Steps,
    Together,
    seats_asked,
)
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.secrecy import Looked, Secret

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


def drive(steps: Steps[T], answer: Callable[[Question], object]) -> T:
    """Run a procedure with a function that answers every question, and return its result."""
    value = None
    while True:
        try:
            asked = steps.send(value)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        value = ENTER if isinstance(asked, Part) else answer(asked)


class Run(Generic[T]):
    """A procedure of the rules in progress."""

    __slots__ = ("_send", "question", "result")

    question: Question | Part | Outcome | None
    """The current question, or a `Part` that is kept; None at the end."""
    result: T
    """The result of a finished procedure."""

    def __init__(self, steps: Steps[T]) -> None:
        self._send: Callable[[object], Question | Part] = steps.send
        self.give(None)

    @property
    def is_over(self) -> bool:
        """Return whether the procedure has finished."""
        return self.question is None

    def keeps(self, part: Part) -> bool:
        """Return whether this part is answered as a whole; in play, parts run step by step."""
        return False

    def give(self, value: object) -> None:
        """Answer the current question, and run to the next one or to the end."""
        try:
            asked = self._send(value)
            while isinstance(asked, Part) and not self.keeps(asked):
                asked = self._send(ENTER)
            self.question = asked
        except StopIteration as end:
            self.question, self.result = None, end.value


class ActionRun(Run[None], Generic[S]):
    """One action: the next question at a settled table, and the effect of its answer."""

    __slots__ = ("is_settled", "rules", "table")

    def __init__(self, rules: Ruleset[S], table: Table[S], question: Question | Outcome) -> None:
        self.rules = rules
        self.table = table
        self.question = question
        self.is_settled = True
        """Whether the action has not begun yet."""
        self._send = self._begin

    def _begin(self, answer: object) -> Question | Part:
        """The first answer is the action."""
        steps = self.rules.resolve(self.table, answer)
        self.is_settled = False
        self._send = steps.send
        return next(steps)


class Answer(msgspec.Struct, frozen=True):
    """One answer: by whom (None is chance), what, and the rule of the question it answers."""

    seat: Seat | None
    value: Any
    rule: RuleId
    known_to: tuple[Seat, ...] | None = None


class Diverged(ValueError):
    """Raised if recorded answers do not fit: other rules, another version, or a forgery."""

    def __init__(self, reason: str, *, rule: RuleId | None = None, place: str = "") -> None:
        self.reason = reason
        self.rule = rule
        self.place = place
        cited = f" [{rule}]" if rule else ""
        super().__init__(f"{place + ': ' if place else ''}{reason}{cited}")

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return partial(type(self), rule=self.rule, place=self.place), (self.reason,)


class Recorded(ActionRun[S]):
    """An action that takes answers as recorded, and reports dice and choices."""

    __slots__ = ("given", "looked")

    question: Question | Outcome | None
    given: tuple[Answer, ...]
    """If several seats are asked at once, the answers given so far."""

    def __init__(self, rules: Ruleset[S], table: Table[S], question: Question | Outcome) -> None:
        super().__init__(rules, table, question)
        self.given = ()
        self.looked: Looked = {}
        """For each secret that the rules have read so far, the seats that know it (`watched`)."""

    def replay(self, answers: Sequence[Answer]) -> None:
        """Replay earlier answers; `Diverged` if one does not fit its question."""
        for number, answer in enumerate(answers, 1):
            question = self.question
            if question is None or isinstance(question, Outcome):
                raise Diverged(f"answer {number} has no question", rule=answer.rule)
            if answer.rule != question.rule:
                raise Diverged(
                    f"answer {number} was given to {answer.rule}, but the rules now ask "
                    f"{question.rule}",
                    rule=question.rule,
                )
            if isinstance(question, Together):
                fits = answer.seat in self.waiting()
            else:
                fits = answer.seat == getattr(question, "seat", None)
            if not fits:
                raise Diverged(
                    f"answer {number} is not by whom the rules now ask", rule=question.rule
                )
            self.take(answer)

    def take(self, answer: Answer) -> None:
        """Take one answer, and continue the rules if it is the last they wait for."""
        question, table, value = self.question, self.table, answer.value
        if isinstance(question, Together):
            self.given = in_order(question, (*self.given, answer))
            if len(self.given) < len(question.asks):
                return
            value = tuple([given.value for given in self.given])
            self.given = ()
        elif isinstance(question, Roll):
            table.emit(_rolled(question, value))
            try:
                value = question.dice.read(value)
            except (TypeError, ValueError) as problem:
                raise Diverged(
                    f"{question.dice.name} cannot show {value!r}", rule=question.rule
                ) from problem
        elif isinstance(question, Choose) and question.describe is not None and not question.secret:
            text = question.describe(value)
            if text:
                table.emit(Chosen(rule=question.rule, seat=question.seat, text=text))
        self.give(value)

    def waiting(self) -> tuple[Seat, ...]:
        """Return the seats that still have to answer."""
        question = self.question
        return () if question is None else still_asked(question, self.given)


def still_asked(question: Question | Outcome, given: Iterable[Answer] = ()) -> tuple[Seat, ...]:
    """Return the seats that have not answered yet; empty for chance, or if nothing is asked."""
    if isinstance(question, Choose):
        return (question.seat,)
    if isinstance(question, Outcome):
        return ()
    done = [answer.seat for answer in given]
    return tuple([seat for seat in seats_asked(question) if seat not in done])


def in_order(question: Together, given: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Return answers in the order of the seats, so that a position does not show who was first."""
    order: list[Seat | None] = [ask.seat for ask in question.asks]
    return tuple(sorted(given, key=lambda answer: order.index(answer.seat)))


def _rolled(question: Roll, faces: tuple[Face, ...]) -> Rolled:
    return Rolled(
        rule=question.rule,
        dice=question.dice.name,
        faces=Secret(faces, question.known_to),
        what=question.what,
        by=question.by,
    )
