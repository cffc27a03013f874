"""Simulations: the rules run from a settled table with values chosen by a bot.

Like `kernel.position`, but without checks, records and events: a roll is answered with a reading,
a choice with an option. Bots do this thousands of times for one answer.
"""

from __future__ import annotations

import msgspec

from gattai.kernel.dice import Randomness
from gattai.kernel.event import Event
from gattai.kernel.position import Answer, Asked, Seen
from gattai.kernel.question import Choose, Part, Place, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome, QuietTable
from gattai.kernel.running.run import ActionRun, Run
from gattai.kernel.secrecy import Hidden

GUESSES = 20
"""Maximum attempts to find a determinization that agrees with everything the bot has seen."""

Step = Question | Part


class Simulation(msgspec.Struct, frozen=True, dict=True):
    """A settled table and the values given since: the start of a bot's search."""

    state: msgspec.Struct
    values: tuple[object, ...] = ()

    @property
    def trail(self) -> Trail:
        """Return the tables that the values lead to, cached after the first run."""
        found: Trail = self.__dict__.setdefault("trail", [])
        return found

    def question(self, rules: AnyRuleset) -> Question | Outcome:
        """Return the question of the settled table, cached: every run begins with it."""
        kept: tuple[AnyRuleset, Question | Outcome] | None = self.__dict__.get("next_question")
        if kept is None or kept[0] is not rules:
            kept = self.__dict__["next_question"] = (rules, rules.next_question(self.state))
        return kept[1]

    def in_wholes(self, rules: AnyRuleset) -> Wholes:
        """Return the simulation with parts as single values, cached."""
        kept: tuple[AnyRuleset, Wholes] | None = self.__dict__.get("wholes")
        if kept is None or kept[0] is not rules:
            kept = self.__dict__["wholes"] = (rules, _in_wholes(rules, self))
        return kept[1]


class Wholes(msgspec.Struct, frozen=True):
    """A simulation in which each finished part is one value: its result.

    Running it again skips these parts, and a bot that is asked in the middle of a part can compute
    the part's result without the table.
    """

    simulation: Simulation
    within: tuple[tuple[Part, tuple[object, ...]], ...] = ()
    """The unfinished parts, the outermost first, each with the values given in it so far."""


Trail = list[msgspec.Struct]
"""The tables of a run, event by event."""


class Retraced(QuietTable[msgspec.Struct]):
    """A table that reuses the states of an earlier run as far as its trail goes.

    The same values always lead to the same events. So neither the state after an event nor its
    cached attributes (`lazy`) are computed twice.
    """

    __slots__ = ("steps", "trail")

    def __init__(self, state: msgspec.Struct, trail: Trail) -> None:
        super().__init__(state)
        self.trail = trail
        self.steps = 0
        """The number of events so far."""

    def emit(self, event: Event) -> None:
        """Update the state, reusing the state from an earlier run."""
        if self.steps < len(self.trail):
            self.state = self.trail[self.steps]
        else:
            self.state = event.after(self.state)
            self.trail.append(self.state)
        self.steps += 1

    def walked(self) -> Trail:
        """Return the tables so far, for a later run."""
        return self.trail[: self.steps]


class Live(ActionRun[msgspec.Struct]):
    """Running rules, from action to action, that take one value after the other."""

    __slots__ = ("plainly", "retraced")

    question: Step | Outcome | None

    def __init__(
        self,
        rules: AnyRuleset,
        simulation: Simulation,
        *,
        trail: Trail | None = None,
        plainly: bool = False,
    ) -> None:
        self.retraced = Retraced(
            simulation.state, [*(simulation.trail if trail is None else trail)]
        )
        # The question of the settled table was already answered if there are values.
        question = None if simulation.values else simulation.question(rules)
        super().__init__(rules, self.retraced, question)  # type: ignore[arg-type]
        self.plainly = plainly
        """Whether parts are answered as a whole."""
        for value in simulation.values:
            self.give(value)
        if not simulation.trail:
            simulation.trail.extend(self.retraced.walked())

    @property
    def state(self) -> msgspec.Struct:
        """Return the current table."""
        return self.table.state

    def keeps(self, part: Part) -> bool:
        """Return whether a part is answered as a whole; otherwise it is played step by step."""
        return self.plainly

    def give(self, value: object) -> None:
        """Answer, and run to the next question; after an action, to that of the next one."""
        self.advance(value)
        self.settle()

    def advance(self, value: object) -> None:
        """Answer, but stop at the end of the action; `settle` finds the next question."""
        super().give(value)
        if self.is_over:
            self.is_settled, self._send = True, self._begin

    def settle(self) -> None:
        """Find the question at the settled table if the action has just ended."""
        if self.is_over:
            self.question = self.rules.next_question(self.table.state)


def _in_wholes(rules: AnyRuleset, simulation: Simulation) -> Wholes:
    """Run a simulation again, each part by itself."""
    runs: list[Live | Whole] = [Live(rules, Simulation(simulation.state), plainly=True)]
    given: list[list[object]] = [[]]
    parts: list[Part] = []
    for value in simulation.values:
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
    start = Simulation(simulation.state, tuple(given[0]))
    return Wholes(start, tuple((p, tuple(g)) for p, g in zip(parts, given[1:], strict=True)))


def _hand(runs: list[Live | Whole], given: list[list[object]], value: object) -> None:
    given[-1].append(value)
    runs[-1].give(value)


class Whole(Run[object]):
    """A part run by itself, whose inner parts are answered as a whole."""

    __slots__ = ()

    def keeps(self, part: Part) -> bool:
        """Return True: every inner part is answered as a whole."""
        return True


class Unimaginable(LookupError):
    """Raised if no determinization agrees with what was seen."""


def imagine(
    rules: AnyRuleset, seen: Seen[msgspec.Struct], seat: Seat, source: Randomness
) -> tuple[Simulation, Together | None]:
    """Return a determinization: a simulation that agrees with this seat's view.

    If several seats are asked at once, the others' answers are unknown: the question is returned
    too.
    """
    for _ in range(GUESSES):
        state = rules.guess(seen.position.state, seat, source)
        try:
            return _retraced(rules, state, seen, seat, source)
        except (Unimaginable, ValueError, LookupError):
            continue  # the answers since are impossible at that table
    raise Unimaginable(f"nothing agrees with what seat {seat} has seen")


def _retraced(
    rules: AnyRuleset,
    state: msgspec.Struct,
    seen: Seen[msgspec.Struct],
    seat: Seat,
    source: Randomness,
) -> tuple[Simulation, Together | None]:
    answers = seen.position.answers
    simulation = Simulation(state)
    live = Live(rules, simulation)
    given: dict[Seat | None, object] = {}
    values: list[object] = []
    for answer in answers:
        question = live.question
        if isinstance(question, Together):
            given[answer.seat] = answer.value
            if len(given) < len(question.asks):
                continue
            value: object = tuple(_known(given[a.seat], a, source) for a in question.asks)
            given = {}
        else:
            value = _value(question, answer, source)
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
    return Simulation(state, tuple(values)), question if isinstance(question, Together) else None


def _value(question: Step | Outcome | None, answer: Answer, source: Randomness) -> object:
    """Return what the rules take for an answer; a random value if it is hidden."""
    match question:
        case Roll(dice=dice):
            hidden = isinstance(answer.value, Hidden)
            return dice.read(dice.faces(source) if hidden else answer.value)
        case Choose():
            return _known(answer.value, question, source)
        case _:
            return answer.value


def _known(value: object, ask: Choose, source: Randomness) -> object:
    """Return an answer as given; a random option if it is hidden."""
    if isinstance(value, Hidden):
        return any_one(tuple(ask.options), source)
    if value not in ask.options:
        raise Unimaginable("that could not have been answered")
    return value
