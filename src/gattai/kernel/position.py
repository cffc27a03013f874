"""Positions, and `apply`, which leads from one to the next.

A position is a settled table and the answers given since. `apply` runs the rules from the settled
table, replays the recorded answers, and adds one more. A live generator can be neither copied nor
saved, but it can be run again from its answers. So every position is a plain frozen value, even in
the middle of an attack.

Playing on from answer to answer does not pay for the replay: the running rules are cached beside
the position, and the next answer continues them. The `Step` returns what they know (the question,
who has to answer, the table, what each seat sees), so nothing has to be run again to read it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Generic, TypeGuard, TypeVar

import msgspec

from gattai.kernel.event import Event
from gattai.kernel.question import Choose, Offered, Options, Place, Question, Roll, Seat, Together
from gattai.kernel.rulebook import Refusal, Refused, RuleId
from gattai.kernel.ruleset import Outcome, Ruleset, Table
from gattai.kernel.running.run import Answer as Answer
from gattai.kernel.running.run import Diverged as Diverged
from gattai.kernel.running.run import Recorded, in_order, still_asked
from gattai.kernel.secrecy import Hidden, view, watched, watching

S = TypeVar("S", bound=msgspec.Struct)

NOT_OFFERED = "that is not among the options here"
"""The refusal of an answer that breaks no rule but was not offered."""


class GamePosition(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """A settled table and the answers given since. The first answer is the action."""

    state: S
    answers: tuple[Answer, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Return whether no action is in progress."""
        return not self.answers


def _next_question(rules: Ruleset[S], position: GamePosition[S]) -> Question | Outcome:
    """Return the question at the settled table, cached because `apply` needs it twice."""
    kept = position.__dict__.get("next_question")
    if kept is None or kept[0] is not rules:
        kept = position.__dict__["next_question"] = (rules, rules.next_question(position.state))
    question: Question | Outcome = kept[1]
    return question


class Step(msgspec.Struct, Generic[S], frozen=True, dict=True):
    """The result of an answer, with everything the run of the rules knows there."""

    position: GamePosition[S]
    events: tuple[Event, ...]
    """The events that the answer caused."""
    question: Question | Outcome
    """The next question, or how the game ended."""
    table: S
    """The table after all the events, also in the middle of an action."""
    waiting: tuple[Seat, ...] = ()
    """The seats that have still to answer; none when it is chance that answers, or the game is over."""
    action: tuple[Event, ...] = ()
    """All events of the action in progress; empty at a settled table."""
    looked: tuple[tuple[int, ...], ...] = ()
    """For each secret that the rules have read since the action began, the seats that know it."""

    def seen(self, seat: Seat | None) -> Seen[S]:
        """Return what this seat may see, computed on first use; None is what everybody sees."""
        kept: dict[Seat | None, Seen[S]] = self.__dict__.setdefault("seen_by", {})
        if seat not in kept:
            kept[seat] = _seen(self, seat)
        return kept[seat]

    def forget(self) -> None:
        """Drop the cached views; they are computed again when needed."""
        self.__dict__.clear()


def _begun(rules: Ruleset[S], position: GamePosition[S]) -> Recorded[S]:
    """Run the rules from the settled table through the recorded answers."""
    run = Recorded(rules, Table(position.state), _next_question(rules, position))
    if position.answers:
        with watched(run.looked):
            run.replay(position.answers)
    return run


def _taken(rules: Ruleset[S], position: GamePosition[S]) -> Recorded[S]:
    """Return the running rules at this position, ready for the next answer.

    They are cached beside the position once: the first answer continues them, a second answer to
    the same position runs them again.
    """
    kept: Recorded[S] | None = position.__dict__.pop("run", None)
    return kept if kept is not None and kept.rules is rules else _begun(rules, position)


def begin(rules: Ruleset[S], options: dict[str, str] | None = None) -> GamePosition[S]:
    """Return the first position of a game with these options; missing ones have their default."""
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
    return GamePosition(rules.setup({**defaults, **wanted}))


def stand(rules: Ruleset[S], position: GamePosition[S]) -> Step[S]:
    """Return the `Step` that `apply` would return for this position, without events."""
    run = _begun(rules, position)
    if run.question is None:
        raise Diverged("the recorded answers run past the end of the action")
    if position.answers:
        position.__dict__["run"] = run
    return _step(position, run, ())


def _step(position: GamePosition[S], run: Recorded[S], events: tuple[Event, ...]) -> Step[S]:
    assert run.question is not None, "the run has not ended"
    state, action, looked = run.table.state, tuple(run.table.events), tuple(run.looked)
    return Step(position, events, run.question, state, run.waiting(), action, looked)


def asked(rules: Ruleset[S], position: GamePosition[S]) -> Question | Outcome:
    """Return the question at this position, or how the game ended."""
    if position.is_settled:
        return _next_question(rules, position)
    return stand(rules, position).question


def table_now(rules: Ruleset[S], position: GamePosition[S]) -> S:
    """Return the table now, including what has happened so far in an action in progress."""
    return position.state if position.is_settled else stand(rules, position).table


def happened(rules: Ruleset[S], position: GamePosition[S]) -> tuple[Event, ...]:
    """Everything that has happened in the action that is being resolved; nothing on a settled table."""
    return () if position.is_settled else stand(rules, position).action


def waiting(rules: Ruleset[S], position: GamePosition[S]) -> tuple[Seat, ...]:
    """The seats that have still to answer; none when it is chance that answers, or the game is over."""
    return stand(rules, position).waiting


def apply(
    rules: Ruleset[S], position: GamePosition[S], value: object, *, seat: Seat | None = None
) -> Step[S]:
    """Give an answer and return the next `Step`. `Refused`, with every reason, if it is not legal.

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
    reported = len(run.table.events)
    # Judging is not watched: the options were offered before. And as this is on
    # everybody's way, it is done without the price of `watched`.
    watch = watching.set(run.looked)
    try:
        run.take(answer)
        if run.question is None:
            return _settled(rules, run, reported)
    finally:
        watching.reset(watch)
    events = tuple(run.table.events[reported:])
    answers = (*position.answers, answer)
    if isinstance(question, Together):
        given = len(run.given) or len(question.asks)
        answers = answers[:-given] + in_order(question, answers[-given:])
    later: GamePosition[S] = GamePosition(position.state, answers)
    later.__dict__["next_question"] = position.__dict__["next_question"]
    later.__dict__["run"] = run
    return _step(later, run, events)


def _settled(rules: Ruleset[S], run: Recorded[S], reported: int) -> Step[S]:
    """Return the step after the last answer of an action, without the first `reported` events."""
    events, position = tuple(run.table.events[reported:]), GamePosition(run.table.state)
    asks = _next_question(rules, position)
    return Step(position, events, asks, position.state, still_asked(asks), (), tuple(run.looked))


def judge(rules: Ruleset[S], step: Step[S], value: object, *, seat: Seat | None = None) -> None:
    """Raise `Refused`, with every reason, if the answer is not legal, without carrying it out."""
    _judged(rules, step.position, step.question, step.waiting, value, seat)


def _judged(
    rules: Ruleset[S],
    position: GamePosition[S],
    question: Question | Outcome,
    open_seats: tuple[Seat, ...],
    value: object,
    seat: Seat | None,
) -> Answer:
    """Return the answer as it will be recorded; `Refused` if it is not legal."""
    if isinstance(question, Outcome):
        raise Refused([Refusal(question.rule, f"the game is over: {question.reason}")])
    if isinstance(question, Roll):
        return _thrown(question, value, seat)
    seat = _answering(rules, question, open_seats, seat)
    if isinstance(question, Place):
        return _placed(question, value, seat)
    choice = question.of(seat) if isinstance(question, Together) else question
    if value not in choice.options:
        standing = position.is_settled and choice is question
        reasons = rules.refusals(position.state, value) if standing else iter(())
        raise Refused(tuple(_why_not(choice, value, reasons)))
    if isinstance(value, bool | float):  # 2.0 equals the option 2, but it is 2 that is recorded
        value = next((option for option in choice.options if option == value), value)
    is_secret = isinstance(question, Together) or question.secret
    return Answer(seat, value, question.rule, (seat,) if is_secret else None)


def _answering(
    rules: Ruleset[S], question: Question, open_seats: tuple[Seat, ...], seat: Seat | None
) -> Seat:
    """Return the seat that answers; a seat that is asked alone need not be named."""
    if seat is None and len(open_seats) == 1:
        return open_seats[0]
    if seat is None or seat not in open_seats:
        wanted = " or ".join(rules.seat_name(open_seat) for open_seat in open_seats)
        raise Refused([Refusal(question.rule, f"it is {wanted} who is asked here")])
    return seat


def _thrown(roll: Roll, value: object, seat: Seat | None) -> Answer:
    if seat is not None:
        raise Refused([Refusal(roll.rule, "dice are thrown here, no seat is asked")])
    if not isinstance(value, tuple | list):
        raise Refused([Refusal(roll.rule, f"the faces of {roll.dice.name} are wanted here")])
    try:
        faces = roll.dice.check(tuple(value))
    except (TypeError, ValueError) as problem:
        raise Refused([Refusal(roll.rule, str(problem))]) from problem
    return Answer(None, faces, roll.rule, roll.known_to)


def _placed(place: Place, value: object, seat: Seat) -> Answer:
    if not _is_point(value):
        raise Refused([Refusal(place.rule, "a point is two whole numbers")])
    against = tuple(place.region.refusals(value))
    if against:
        raise Refused(against)
    return Answer(seat, value, place.rule)


def _is_point(value: object) -> TypeGuard[tuple[int, int]]:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _why_not(choice: Choose, value: object, reasons: Iterator[Refusal]) -> Iterator[Refusal]:
    """Return the rules' reasons against it; if they give none, that it was not offered."""
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
    options: Sequence[object] | None = None
    """All options, lazily listed: in everything else they behave like a tuple."""
    dice: str = ""


class Seen(msgspec.Struct, Generic[S], frozen=True):
    """What one seat may see of a position.

    `state` is the table now, also in the middle of an action; `position` is the settled
    table and the answers since, with those of others hidden where they are secret.
    """

    state: S
    position: GamePosition[S]
    question: Asked | Outcome


def observe(rules: Ruleset[S], position: GamePosition[S], seat: Seat | None) -> Seen[S]:
    """Return the position as this seat sees it; seat None is what everybody sees."""
    return stand(rules, position).seen(seat)


def _seen(step: Step[S], seat: Seat | None) -> Seen[S]:
    position = step.position
    answers = tuple(_redacted(answer, seat) for answer in position.answers)
    return Seen(
        view(step.table, seat),
        GamePosition(view(position.state, seat), answers),
        _as_seen(step, seat),
    )


def _redacted(answer: Answer, seat: Seat | None) -> Answer:
    if answer.known_to is None or seat in answer.known_to:
        return Answer(answer.seat, view(answer.value, seat), answer.rule, answer.known_to)
    return Answer(answer.seat, Hidden(1), answer.rule, answer.known_to)


def _as_seen(step: Step[S], seat: Seat | None) -> Asked | Outcome:
    question, open_seats = step.question, step.waiting
    if isinstance(question, Outcome):
        return question
    options: Sequence[object] | None = None
    what = question.what
    if seat in open_seats:
        if isinstance(question, Choose):
            # In the middle of an action options may read the running table: list them now.
            if step.position.is_settled and isinstance(question.options, Options):
                options = Offered(question.options)
            else:
                options = tuple(question.options)
        elif isinstance(question, Together):
            own = question.of(seat)
            options, what = tuple(own.options), own.what or what
    dice = question.dice.name if isinstance(question, Roll) else ""
    return Asked(question.rule, what, open_seats, options, dice)
