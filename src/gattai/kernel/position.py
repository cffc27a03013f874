"""Where a game stands, and how it moves on.

A position is a settled table and the answers given since. `apply` runs the rules from the settled
table, feeds them the recorded answers, and hands them one more. A live generator can be neither
copied nor saved; a generator that is run again from its answers can, so every position is a plain
frozen value even in the middle of an attack.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel.event import Chosen, Event, Rolled
from gattai.kernel.question import (
    ENTER,
    Choose,
    Options,
    Part,
    Place,
    Question,
    Roll,
    Seat,
    Steps,
    Together,
    seats_asked,
)
from gattai.kernel.rulebook import Refusal, Refused, RuleId
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.secrecy import Hidden, Secret, view

S = TypeVar("S", bound=msgspec.Struct)

NOT_OFFERED = "that is not among the options here"
"""Said of an answer against which no rule speaks, and which nobody offered."""


class Answer(msgspec.Struct, frozen=True):
    """One answer: by whom (None is chance), what, and the rule of the question it answers."""

    seat: Seat | None
    value: Any
    rule: RuleId
    known_to: tuple[Seat, ...] | None = None


class Position(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """A settled table and the answers given since. The first answer is the action."""

    state: S
    answers: tuple[Answer, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether nothing is being resolved."""
        return not self.answers


def _standing(rules: Ruleset[S], position: Position[S]) -> Question | Outcome:
    """What is asked of the settled table, worked out once for each position: apply needs it twice."""
    kept = position.__dict__.get("standing")
    if kept is None or kept[0] is not rules:
        kept = position.__dict__["standing"] = (rules, rules.standing(position.state))
    question: Question | Outcome = kept[1]
    return question


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What an answer led to: the next position, what happened, and what is asked now."""

    position: Position[S]
    events: tuple[Event, ...]
    question: Question | Outcome
    table: S
    """The table as it is now, in the middle of an action too: after all the events."""


class Diverged(ValueError):
    """Recorded answers that do not fit the questions: other rules, another version, or a forgery."""

    def __init__(self, reason: str, *, rule: RuleId | None = None, place: str = "") -> None:
        self.reason = reason
        self.rule = rule
        self.place = place
        cited = f" [{rule}]" if rule else ""
        super().__init__(f"{place + ': ' if place else ''}{reason}{cited}")


class _Run(Generic[S]):
    """The rules, run from a settled table as far as the recorded answers go."""

    __slots__ = ("given", "question", "rules", "steps", "table", "told")

    def __init__(self, rules: Ruleset[S], position: Position[S]) -> None:
        self.rules = rules
        self.table: Table[S] = Table(position.state)
        self.steps: Steps[None] | None = None
        self.question: Question | Outcome | None = _standing(rules, position)
        self.given: tuple[Answer, ...] = ()
        self.told = 0
        self._replay(position.answers)

    def _replay(self, answers: tuple[Answer, ...]) -> None:
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
                fits = answer.seat in _waiting(question, self.given)
            else:
                fits = answer.seat == getattr(question, "seat", None)
            if not fits:
                raise Diverged(
                    f"answer {number} is not by whom the rules now ask", rule=question.rule
                )
            self.take(answer)

    def take(self, answer: Answer) -> None:
        """Hand the rules one answer and run them to the next question, or to the end."""
        question = self.question
        table = self.table
        self.told = len(table.events)
        value = answer.value
        if isinstance(question, Together):
            self.given = _in_order(question, (*self.given, answer))
            if len(self.given) < len(question.asks):
                return
            value = tuple(given.value for given in self.given)
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
        self.given = ()
        if self.steps is None:
            self.steps = self.rules.resolve(table, value)
            value = None
        try:
            asked = self.steps.send(value)
            while isinstance(asked, Part):
                asked = self.steps.send(ENTER)
            self.question = asked
        except StopIteration:
            self.question = None


def _in_order(question: Together, given: tuple[Answer, ...]) -> tuple[Answer, ...]:
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


def begin(rules: Ruleset[S], options: dict[str, str] | None = None) -> Position[S]:
    """The first position of a game with these options; what is left out has its default."""
    wanted = options or {}
    known = [option.name for option in rules.options]
    for name, value in wanted.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise ValueError(f"{rules.name} has no option {name!r}{hint} ({', '.join(known)})")
        option = rules.options[known.index(name)]
        if option.choices and value not in option.choices:
            raise ValueError(
                f"option {name} cannot be {value!r}; it is one of {', '.join(option.choices)}"
            )
    defaults = {option.name: option.default for option in rules.options}
    return Position(rules.setup({**defaults, **wanted}))


def asked(rules: Ruleset[S], position: Position[S]) -> Question | Outcome:
    """What is asked in this position, or how the game has ended."""
    if position.is_settled:
        return _standing(rules, position)
    question = _Run(rules, position).question
    if question is None:
        raise Diverged("the recorded answers run past the end of the action")
    return question


def table_now(rules: Ruleset[S], position: Position[S]) -> S:
    """The table as it is now: in the middle of an action too, with what has happened in it so far."""
    return position.state if position.is_settled else _Run(rules, position).table.state


def happened(rules: Ruleset[S], position: Position[S]) -> tuple[Event, ...]:
    """Everything that has happened in the action that is being resolved; nothing on a settled table."""
    return () if position.is_settled else tuple(_Run(rules, position).table.events)


def waiting(rules: Ruleset[S], position: Position[S]) -> tuple[Seat, ...]:
    """The seats that have still to answer; none when it is chance that answers, or the game is over."""
    run = _Run(rules, position)
    if run.question is None or isinstance(run.question, Outcome):
        return ()
    return _waiting(run.question, run.given)


def _waiting(question: Question, given: tuple[Answer, ...]) -> tuple[Seat, ...]:
    done = [answer.seat for answer in given]
    return tuple(seat for seat in seats_asked(question) if seat not in done)


def apply(
    rules: Ruleset[S], position: Position[S], value: Any, *, seat: Seat | None = None
) -> Step[S]:
    """The next position. `Refused`, with every reason, if the rules do not allow the answer.

    `value` is an option for `Choose`, the faces for `Roll`, a point for `Place`. `seat` says who
    answers; it may be left out unless several are asked at once.
    """
    run = _Run(rules, position)
    question = run.question
    if question is None:
        raise Diverged("the recorded answers run past the end of the action")
    if isinstance(question, Outcome):
        raise Refused([Refusal(question.rule, f"the game is over: {question.reason}")])
    answer = _judged(rules, position, question, run.given, value, seat)
    run.take(answer)
    events = tuple(run.table.events[run.told :])
    if run.question is None:
        settled: Position[S] = Position(run.table.state)
        return Step(settled, events, _standing(rules, settled), settled.state)
    answers = (*position.answers, answer)
    if isinstance(question, Together):
        given = len(run.given) or len(question.asks)
        answers = answers[:-given] + _in_order(question, answers[-given:])
    later: Position[S] = Position(position.state, answers)
    later.__dict__.update(position.__dict__)
    return Step(later, () if run.given else events, run.question, run.table.state)


def _judged(
    rules: Ruleset[S],
    position: Position[S],
    question: Question,
    given: tuple[Answer, ...],
    value: Any,
    seat: Seat | None,
) -> Answer:
    """The answer as it will be recorded, or `Refused` with the reasons against it."""
    open_seats = _waiting(question, given)
    if isinstance(question, Roll):
        if seat is not None:
            raise Refused([Refusal(question.rule, "dice are thrown here, no seat is asked")])
        if not isinstance(value, tuple | list):
            reason = f"the faces of {question.dice.name} are wanted here"
            raise Refused([Refusal(question.rule, reason)])
        try:
            faces = question.dice.check(tuple(value))
        except (TypeError, ValueError) as problem:
            raise Refused([Refusal(question.rule, str(problem))]) from problem
        return Answer(None, faces, question.rule, question.known_to)
    if seat is None and len(open_seats) == 1:
        seat = open_seats[0]
    if seat is None or seat not in open_seats:
        wanted = " or ".join(rules.seat_name(open_seat) for open_seat in open_seats)
        raise Refused([Refusal(question.rule, f"it is {wanted} who is asked here")])
    if isinstance(question, Place):
        if not _is_point(value):
            raise Refused([Refusal(question.rule, "a point is two whole numbers")])
        against = tuple(question.region.refusals(value))
        if against:
            raise Refused(against)
        return Answer(seat, value, question.rule)
    secret = isinstance(question, Together)
    if isinstance(question, Together):
        choice = next(ask for ask in question.asks if ask.seat == seat)
    else:
        choice, secret = question, question.secret
    if value not in choice.options:
        standing = position.is_settled and choice is question
        reasons = rules.refusals(position.state, value) if standing else iter(())
        raise Refused(tuple(_why_not(choice, value, reasons)))
    if isinstance(value, bool | float):  # 2.0 equals the option 2, but it is 2 that is recorded
        value = next((option for option in choice.options if option == value), value)
    return Answer(seat, value, question.rule, (seat,) if secret else None)


def _is_point(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _why_not(choice: Choose, value: Any, reasons: Iterator[Refusal]) -> Iterator[Refusal]:
    """The rules' own reasons; where they are silent, that it was not offered."""
    options = choice.options
    if isinstance(options, Options) and (options.open_ended or value in options.candidates):
        reasons = options.refusals(value)
    silent = True
    for reason in reasons:
        silent = False
        yield reason
    if silent:
        yield Refusal(choice.rule, NOT_OFFERED)


class Asked(msgspec.Struct, frozen=True):
    """A question as one seat sees it: options only for the seat that has to choose among them."""

    rule: RuleId
    what: str
    seats: tuple[Seat, ...]
    options: tuple[Any, ...] | None = None
    dice: str = ""


class Seen(msgspec.Struct, Generic[S], frozen=True):
    """What one seat may see of a position.

    `state` is the table as it is now, in the middle of an action too; `position` is the settled
    table and the answers since, with those of others hidden where they are secret.
    """

    state: S
    position: Position[S]
    question: Asked | Outcome


def look(rules: Ruleset[S], position: Position[S], seat: Seat | None) -> Seen[S]:
    """The position as this seat sees it; seat None is what is open to all."""
    run = _Run(rules, position)
    if run.question is None:
        raise Diverged("the recorded answers run past the end of the action")
    answers = tuple(_redacted(answer, seat) for answer in position.answers)
    return Seen(
        view(run.table.state, seat),
        Position(view(position.state, seat), answers),
        _as_seen(run.question, run.given, seat),
    )


def _redacted(answer: Answer, seat: Seat | None) -> Answer:
    if answer.known_to is None or seat in answer.known_to:
        return Answer(answer.seat, view(answer.value, seat), answer.rule, answer.known_to)
    return Answer(answer.seat, Hidden(1), answer.rule, answer.known_to)


def _as_seen(
    question: Question | Outcome, given: Sequence[Answer], seat: Seat | None
) -> Asked | Outcome:
    if isinstance(question, Outcome):
        return question
    open_seats = _waiting(question, tuple(given))
    options: tuple[Any, ...] | None = None
    what = question.what
    if seat in open_seats:
        if isinstance(question, Choose):
            options = tuple(question.options)
        elif isinstance(question, Together):
            own = next(ask for ask in question.asks if ask.seat == seat)
            options, what = tuple(own.options), own.what or what
    dice = question.dice.name if isinstance(question, Roll) else ""
    return Asked(question.rule, what, open_seats, options, dice)
