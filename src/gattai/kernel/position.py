"""Where a game stands, and how it moves on.

A position is a settled table and the answers given since. `apply` runs the rules from the settled
table, feeds them the recorded answers, and hands them one more. A live generator can be neither
copied nor saved; a generator that is run again from its answers can, so every position is a plain
frozen value even in the middle of an attack.

Whoever plays on from answer to answer pays for none of that: the rules as they stand are kept beside
the position, and the next answer goes on with them. And what they know there (the question, who is
waited for, the table, what each seat sees) is handed back in the `Step`, to be read and not run again.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.question import Choose, Options, Place, Question, Roll, Seat, Together
from gattai.kernel.rulebook import Refusal, Refused, RuleId
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.running.run import Answer as Answer
from gattai.kernel.running.run import Diverged as Diverged
from gattai.kernel.running.run import Recorded, in_order, still_asked
from gattai.kernel.secrecy import Hidden, view, watched, watching

S = TypeVar("S", bound=msgspec.Struct)

NOT_OFFERED = "that is not among the options here"
"""Said of an answer against which no rule speaks, and which nobody offered."""


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


class Step(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """What an answer led to, and all that the run of the rules knows there: whoever holds it need
    not run them again.
    """

    position: Position[S]
    events: tuple[Event, ...]
    """What the answer led to."""
    question: Question | Outcome
    """What is asked now, or how the game has ended."""
    table: S
    """The table as it is now, in the middle of an action too: after all the events."""
    waiting: tuple[Seat, ...] = ()
    """The seats that have still to answer; none when it is chance that answers, or the game is over."""
    action: tuple[Event, ...] = ()
    """Everything that has happened in the action that is being resolved; nothing on a settled table."""
    looked: tuple[tuple[int, ...], ...] = ()
    """Who may know each secret that the rules have looked into since the action began."""

    def seen(self, seat: Seat | None) -> Seen[S]:
        """What this seat may see, worked out when first asked for; None is what is open to all."""
        kept: dict[Seat | None, Seen[S]] = self.__dict__.setdefault("seen_by", {})
        if seat not in kept:
            kept[seat] = _seen(self, seat)
        return kept[seat]

    def forget(self) -> None:
        """Let go of what seats have seen here: it can be worked out again."""
        self.__dict__.clear()


def _begun(rules: Ruleset[S], position: Position[S]) -> Recorded[S]:
    """The rules, run from the settled table as far as the recorded answers go."""
    run = Recorded(rules, Table(position.state), _standing(rules, position))
    if position.answers:
        with watched(run.looked):
            run.replay(position.answers)
    return run


def _taken(rules: Ruleset[S], position: Position[S]) -> Recorded[S]:
    """The rules as they stand in this position, for whoever hands them the next answer.

    They are kept beside the position by the answer that led to it, once: whoever answers first goes
    on with them, and whoever answers the same position again has them run anew.
    """
    kept: Recorded[S] | None = position.__dict__.pop("run", None)
    return kept if kept is not None and kept.rules is rules else _begun(rules, position)


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


def stand(rules: Ruleset[S], position: Position[S]) -> Step[S]:
    """What there is to know of a position: what `apply` would have told of it, without events."""
    run = _begun(rules, position)
    if run.question is None:
        raise Diverged("the recorded answers run past the end of the action")
    if position.answers:
        position.__dict__["run"] = run
    return _step(position, run, ())


def _step(position: Position[S], run: Recorded[S], events: tuple[Event, ...]) -> Step[S]:
    assert run.question is not None, "it has not come to its end"
    state, action, looked = run.table.state, tuple(run.table.events), tuple(run.looked)
    return Step(position, events, run.question, state, run.waiting(), action, looked)


def asked(rules: Ruleset[S], position: Position[S]) -> Question | Outcome:
    """What is asked in this position, or how the game has ended."""
    if position.is_settled:
        return _standing(rules, position)
    return stand(rules, position).question


def table_now(rules: Ruleset[S], position: Position[S]) -> S:
    """The table as it is now: in the middle of an action too, with what has happened in it so far."""
    return position.state if position.is_settled else stand(rules, position).table


def happened(rules: Ruleset[S], position: Position[S]) -> tuple[Event, ...]:
    """Everything that has happened in the action that is being resolved; nothing on a settled table."""
    return () if position.is_settled else stand(rules, position).action


def waiting(rules: Ruleset[S], position: Position[S]) -> tuple[Seat, ...]:
    """The seats that have still to answer; none when it is chance that answers, or the game is over."""
    return stand(rules, position).waiting


def apply(
    rules: Ruleset[S], position: Position[S], value: Any, *, seat: Seat | None = None
) -> Step[S]:
    """The next position. `Refused`, with every reason, if the rules do not allow the answer.

    `value` is an option for `Choose`, the faces for `Roll`, a point for `Place`. `seat` says who
    answers; it may be left out unless several are asked at once.
    """
    run = _taken(rules, position)
    question = run.question
    if question is None:
        raise Diverged("the recorded answers run past the end of the action")
    try:
        answer = _judged(rules, position, question, run.waiting(), value, seat)
    except Refused:
        position.__dict__["run"] = run  # nothing was handed to it
        raise
    told = len(run.table.events)
    # Not the judging is watched: whoever answers was offered the options before. And as this is on
    # everybody's way, it is done without the price of `watched`.
    watch = watching.set(run.looked)
    try:
        run.take(answer)
        if run.question is None:
            return _settled(rules, run, told)
    finally:
        watching.reset(watch)
    events = tuple(run.table.events[told:])
    answers = (*position.answers, answer)
    if isinstance(question, Together):
        given = len(run.given) or len(question.asks)
        answers = answers[:-given] + in_order(question, answers[-given:])
    later: Position[S] = Position(position.state, answers)
    later.__dict__["standing"] = position.__dict__["standing"]
    later.__dict__["run"] = run
    return _step(later, run, events)


def _settled(rules: Ruleset[S], run: Recorded[S], told: int) -> Step[S]:
    """What the last answer of an action led to; so much of it was told before."""
    events, position = tuple(run.table.events[told:]), Position(run.table.state)
    asks = _standing(rules, position)
    return Step(position, events, asks, position.state, still_asked(asks), (), tuple(run.looked))


def judge(rules: Ruleset[S], step: Step[S], value: Any, *, seat: Seat | None = None) -> None:
    """`Refused`, with every reason, if the rules do not allow this answer; nothing is run for it."""
    _judged(rules, step.position, step.question, step.waiting, value, seat)


def _judged(
    rules: Ruleset[S],
    position: Position[S],
    question: Question | Outcome,
    open_seats: tuple[Seat, ...],
    value: Any,
    seat: Seat | None,
) -> Answer:
    """The answer as it will be recorded, or `Refused` with the reasons against it."""
    if isinstance(question, Outcome):
        raise Refused([Refusal(question.rule, f"the game is over: {question.reason}")])
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
        choice = question.of(seat)
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
    return stand(rules, position).seen(seat)


def _seen(step: Step[S], seat: Seat | None) -> Seen[S]:
    position = step.position
    answers = tuple(_redacted(answer, seat) for answer in position.answers)
    return Seen(
        view(step.table, seat),
        Position(view(position.state, seat), answers),
        _as_seen(step.question, step.waiting, seat),
    )


def _redacted(answer: Answer, seat: Seat | None) -> Answer:
    if answer.known_to is None or seat in answer.known_to:
        return Answer(answer.seat, view(answer.value, seat), answer.rule, answer.known_to)
    return Answer(answer.seat, Hidden(1), answer.rule, answer.known_to)


def _as_seen(
    question: Question | Outcome, open_seats: tuple[Seat, ...], seat: Seat | None
) -> Asked | Outcome:
    if isinstance(question, Outcome):
        return question
    options: tuple[Any, ...] | None = None
    what = question.what
    if seat in open_seats:
        if isinstance(question, Choose):
            options = tuple(question.options)
        elif isinstance(question, Together):
            own = question.of(seat)
            options, what = tuple(own.options), own.what or what
    dice = question.dice.name if isinstance(question, Roll) else ""
    return Asked(question.rule, what, open_seats, options, dice)
