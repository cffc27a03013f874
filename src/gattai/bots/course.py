"""How a game could go on: the rules run from a settled table with values that a bot thinks up.

Like `kernel.position`, but without checks, records and events: a roll is answered with a reading,
a choice with an option. Bots do this thousands of times for one answer.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gattai.kernel.dice import Randomness
from gattai.kernel.event import Event
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Choose, Part, Place, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome, QuietTable
from gattai.kernel.running.run import Action, Run
from gattai.kernel.secrecy import Hidden

GUESSES = 20
"""How often a bot tries to imagine a table that agrees with everything it has seen."""

Step = Question | Part


class Course(msgspec.Struct, frozen=True, dict=True):
    """A settled table and the values given since: what a bot thinks on from."""

    state: Any
    values: tuple[Any, ...] = ()

    @property
    def trail(self) -> Trail:
        """The tables that the values lead to, once somebody has run them; kept beside the value."""
        found: Trail = self.__dict__.setdefault("trail", [])
        return found

    def in_wholes(self, rules: AnyRuleset) -> Wholes:
        """The same, parts as wholes; worked out once."""
        kept: tuple[AnyRuleset, Wholes] | None = self.__dict__.get("wholes")
        if kept is None or kept[0] is not rules:
            kept = self.__dict__["wholes"] = (rules, _in_wholes(rules, self))
        return kept[1]


class Wholes(msgspec.Struct, frozen=True):
    """A course in which a part that is over is one value: what came of it.

    Whoever runs it again need not go through such a part, and whoever thinks in the middle of a part
    can look there for what will come of it, without the table.
    """

    course: Course
    within: tuple[tuple[Part, tuple[Any, ...]], ...] = ()
    """The parts that are not over, the outermost first, each with the values given in it so far."""


Trail = list[Any]
"""The tables that rules in progress have come to, event by event."""


class Retraced(QuietTable[Any]):
    """A table that has been here before: as far as its trail goes, what events lead to is known.

    The rules come to the same events whenever they are handed the same values. So nothing has to be
    worked out twice: neither the table after an event nor what that table keeps of itself (`lazy`).
    """

    __slots__ = ("steps", "trail")

    def __init__(self, state: Any, trail: Trail) -> None:
        super().__init__(state)
        self.trail = trail
        self.steps = 0
        """So many events have happened."""

    def happens(self, event: Event) -> None:
        """The state becomes what it is after the event, or was when this happened before."""
        if self.steps < len(self.trail):
            self.state = self.trail[self.steps]
        else:
            self.state = event.after(self.state)
            self.trail.append(self.state)
        self.steps += 1

    def walked(self) -> Trail:
        """The tables up to here, for whoever comes this way again."""
        return self.trail[: self.steps]


class Live(Action[Any]):
    """Rules in progress, from action to action: they are handed one value after the other."""

    __slots__ = ("plainly", "retraced")

    question: Step | Outcome | None

    def __init__(
        self,
        rules: AnyRuleset,
        course: Course,
        *,
        trail: Trail | None = None,
        plainly: bool = False,
    ) -> None:
        self.retraced = Retraced(course.state, [*(course.trail if trail is None else trail)])
        # What stands at the settled table was answered already, if anything was.
        question = None if course.values else rules.standing(course.state)
        super().__init__(rules, self.retraced, question)  # type: ignore[arg-type]
        self.plainly = plainly
        """Whether parts are asked about as a whole."""
        for value in course.values:
            self.give(value)
        if not course.trail:
            course.trail.extend(self.retraced.walked())

    @property
    def state(self) -> Any:
        """The table as it is now."""
        return self.table.state

    def keeps(self, part: Part) -> bool:
        """Parts are played step by step, unless what comes of them is looked up."""
        return self.plainly

    def give(self, value: Any) -> None:
        """Answer what is asked, and run on to the next question: of the next action, at the end."""
        self.advance(value)
        self.settle()

    def advance(self, value: Any) -> None:
        """The same, but at the end of the action nothing is asked yet: `settle` would."""
        super().give(value)
        if self.is_over:
            self.is_settled, self._send = True, self._begin

    def settle(self) -> None:
        """See what is asked at the settled table, if the action has just come to its end."""
        if self.is_over:
            self.question = self.rules.standing(self.table.state)


def _in_wholes(rules: AnyRuleset, course: Course) -> Wholes:
    """Run a course anew, each part by itself."""
    runs: list[Run[Any]] = [Live(rules, Course(course.state), plainly=True)]
    given: list[list[Any]] = [[]]
    parts: list[Part] = []
    for value in course.values:
        _hand(runs, given, value)
        while True:
            if isinstance(part := runs[-1].question, Part):
                parts.append(part)
                runs.append(Whole(part.procedure(*part.args)))
                given.append([])
            elif len(runs) > 1 and runs[-1].is_over:
                parts.pop()
                given.pop()
                _hand(runs, given, runs.pop().result)
            else:
                break
    start = Course(course.state, tuple(given[0]))
    return Wholes(start, tuple((p, tuple(g)) for p, g in zip(parts, given[1:], strict=True)))


def _hand(runs: list[Run[Any]], given: list[list[Any]], value: Any) -> None:
    given[-1].append(value)
    runs[-1].give(value)


class Whole(Run[Any]):
    """A part by itself, in which each further part is asked about as a whole."""

    __slots__ = ()

    def keeps(self, part: Part) -> bool:
        """All of them."""
        return True


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
