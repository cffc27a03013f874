"""Rules in progress: the one place in which the generators of the rules are driven.

Whoever answers makes the program (people, bots, a random source, every outcome at once), but what it
is to hand a rule an answer is the same for all of them, and it is written here: marks of `part` are
entered or kept, the end is noticed, faces of dice are read, answers of several seats are gathered.

    drive      to the end at once, for whoever needs not wait in between
    Run        any procedure of the rules: what it asks now, and in the end what it returns
    Action     the rules at a settled table: the standing question, and what follows from its answer
    Recorded   an action that is handed answers as they stand in a record: faces, and seat by seat

A run moves on and cannot be copied. It is begun anew from its answers wherever something else than
its next answer is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec

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


def drive(steps: Steps[T], answer: Callable[[Any], Any]) -> T:
    """Run a procedure to its end with somebody who answers at once whatever it asks: what it returns."""
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

    question: Any
    """What it asks now, or a `Part` that is kept; None when it has come to its end."""
    result: T
    """What it returned in the end."""

    def __init__(self, steps: Steps[T]) -> None:
        self._send: Callable[[Any], Question | Part] = steps.send
        self.give(None)

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return self.question is None

    def keeps(self, part: Part) -> bool:
        """Whether this part is asked about as a whole. In play none is: they go on step by step."""
        return False

    def give(self, value: Any) -> None:
        """Answer what is asked, and run on to the next question or to the end."""
        try:
            asked = self._send(value)
            while isinstance(asked, Part) and not self.keeps(asked):
                asked = self._send(ENTER)
            self.question = asked
        except StopIteration as end:
            self.question, self.result = None, end.value


class Action(Run[None], Generic[S]):
    """One action: the question that stands at a settled table, and what follows from its answer."""

    __slots__ = ("is_settled", "rules", "table")

    def __init__(self, rules: Ruleset[S], table: Table[S], question: Question | Outcome) -> None:
        self.rules = rules
        self.table = table
        self.question = question
        self.is_settled = True
        """Whether it was not begun yet."""
        self._send = self._begin

    def _begin(self, answer: Any) -> Question | Part:
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
    """Recorded answers that do not fit the questions: other rules, another version, or a forgery."""

    def __init__(self, reason: str, *, rule: RuleId | None = None, place: str = "") -> None:
        self.reason = reason
        self.rule = rule
        self.place = place
        cited = f" [{rule}]" if rule else ""
        super().__init__(f"{place + ': ' if place else ''}{reason}{cited}")

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return partial(type(self), rule=self.rule, place=self.place), (self.reason,)


class Recorded(Action[S]):
    """An action that is handed answers as they are recorded, and tells of dice and choices."""

    __slots__ = ("given", "looked")

    question: Question | Outcome | None
    given: tuple[Answer, ...]
    """Where several are asked at once: the answers of those who have answered already."""

    def __init__(self, rules: Ruleset[S], table: Table[S], question: Question | Outcome) -> None:
        super().__init__(rules, table, question)
        self.given = ()
        self.looked: Looked = {}
        """Who may know each secret that the rules have looked into meanwhile (`watched`)."""

    def replay(self, answers: Sequence[Answer]) -> None:
        """Hand over what was answered before; `Diverged` if that does not fit what is asked."""
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
        """Hand the rules one answer, and run them on if it is the last that they wait for."""
        question, table, value = self.question, self.table, answer.value
        if isinstance(question, Together):
            self.given = in_order(question, (*self.given, answer))
            if len(self.given) < len(question.asks):
                return
            value = tuple([given.value for given in self.given])
            self.given = ()
        elif isinstance(question, Roll):
            table.happens(_rolled(question, value))
            try:
                value = question.dice.read(value)
            except (TypeError, ValueError) as problem:
                raise Diverged(
                    f"{question.dice.name} cannot show {value!r}", rule=question.rule
                ) from problem
        elif isinstance(question, Choose) and question.tells is not None and not question.secret:
            said = question.tells(value)
            if said:
                table.happens(Chosen(rule=question.rule, seat=question.seat, text=said))
        self.give(value)

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that have still to answer."""
        question = self.question
        return () if question is None else still_asked(question, self.given)


def still_asked(question: Question | Outcome, given: Iterable[Answer] = ()) -> tuple[Seat, ...]:
    """The seats that have not answered yet; none where it is chance that answers, or nobody."""
    if isinstance(question, Choose):
        return (question.seat,)
    if isinstance(question, Outcome):
        return ()
    done = [answer.seat for answer in given]
    return tuple([seat for seat in seats_asked(question) if seat not in done])


def in_order(question: Together, given: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Answers sorted by who was asked first: a position does not tell who was quicker."""
    order: list[Seat | None] = [ask.seat for ask in question.asks]
    return tuple(sorted(given, key=lambda answer: order.index(answer.seat)))


def _rolled(question: Roll, faces: Any) -> Rolled:
    return Rolled(
        rule=question.rule,
        dice=question.dice.name,
        faces=Secret(faces, question.known_to),
        what=question.what,
        by=question.by,
    )
