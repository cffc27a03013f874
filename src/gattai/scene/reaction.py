"""What each answer to a question in the middle of an action leads to, by the odds of the rules.

Every choice is carried out on the seat's view of the table and the action is run to its end for
every result of the dice, with nobody using anything more. So it knows what the seat knows and no
rule is described a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from gattai.kernel.action import Forecast
from gattai.kernel.measure import Measure, Measures
from gattai.kernel.position import Answer, Asked, Seen
from gattai.kernel.question import Choose, Question, Roll, Steps
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset, Outcome, Table
from gattai.kernel.running.run import Diverged, Recorded
from gattai.kernel.secrecy import Hidden, NotYours
from gattai.kernel.text import notation
from gattai.odds.distribution import Distribution
from gattai.odds.exact import CannotWalk, exact
from gattai.odds.rest import DECLINING, MAX_WALKED, likeliest, rest, resumed
from gattai.scene.advice import ODDS_SECONDS, Clock, NoAdvice, stopped
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import Bar
from gattai.scene.stage import names_in
from gattai.scene.story import renamed

S = TypeVar("S", bound=msgspec.Struct)

MAX_CHOICES = 24
"""With more choices than this, none is counted."""
MAX_COMPARED = 400
"""Maximum number of runs of the rules to show that a choice makes no difference."""
NO_DISTRIBUTION = "there is nothing to count here"


class CountedNumber(msgspec.Struct, frozen=True):
    """One thing that is counted over the rest of the action, for one choice."""

    what: str
    """Such as `damage to GEL-100`, or `damage by south`."""
    mean: float
    bars: tuple[tuple[int, float], ...]
    """Every number with its chance."""


class Consequence(msgspec.Struct, frozen=True):
    """What one choice leads to."""

    text: str
    """The choice, in notation."""
    figures: tuple[CountedNumber, ...]
    """What is counted, the same for all choices: what gets through first."""
    left: float | None = None
    """The average left of the target's bar, of those of `Reaction`."""
    enough: float | None = None
    """The chance of what `Reaction.enough_words` says, such as that the target is destroyed."""


class Reaction(msgspec.Struct, frozen=True):
    """The consequences of all choices of one question."""

    choices: tuple[Consequence, ...]
    nothing: str
    """The choice to do nothing, with which the others are compared; empty if there is none."""
    target: str | None = None
    bar: Bar | None = None
    """What the target had before the action."""
    enough_words: str = ""
    likely: bool = False
    """Whether only the most likely result of each throw is counted; the exact odds follow."""
    same: bool = False
    """Whether all choices lead to the same odds."""
    idle: bool = False
    """Whether it does not matter at all, now or later, which choice is taken."""


def reaction_of(
    rules: AnyRuleset,
    maker: SceneMaker,
    seen: Seen[S],
    measures: Measures,
    clock: Clock = stopped,
    *,
    likely: bool = False,
) -> Reaction:
    """Return what each option leads to. `NoAdvice` says why that is unknown.

    With `likely` only the most likely result of each throw is counted.
    """
    deadline = clock() + ODDS_SECONDS
    consequences = _RestOfAction(rules, maker, seen, measures, lambda: clock() > deadline)
    try:
        return consequences.reaction(likely=likely)
    except CannotWalk as problem:
        raise NoAdvice(str(problem)) from problem
    except (NotYours, Refused, Diverged) as problem:
        raise NoAdvice("these odds depend on what is hidden from you") from problem


class _RestOfAction(Generic[S]):
    """The rest of the action as one seat sees it, for each of its options."""

    def __init__(
        self,
        rules: AnyRuleset,
        maker: SceneMaker,
        seen: Seen[S],
        measures: Measures,
        is_late: Callable[[], bool],
    ) -> None:
        asked = seen.question
        options = (asked.options if isinstance(asked, Asked) else None) or ()
        answers = seen.position.answers
        if not answers or not 2 <= len(options) <= MAX_CHOICES:
            raise NoAdvice(NO_DISTRIBUTION)
        if any(isinstance(answer.value, Hidden) for answer in answers):
            raise NoAdvice("these odds depend on what is hidden from you")
        assert isinstance(asked, Asked)
        self.rules = rules
        self.maker = maker
        self.state = seen.position.state
        self.table = seen.state
        self.answers = answers
        self.options = options
        self.seat = asked.seats[0]
        self.rule = asked.rule
        self.first: Question | Outcome = rules.next_question(self.state)
        self.is_late = is_late
        self.forecast: Forecast | None = maker.forecast(self.state, answers[0].value)
        self.measures: tuple[Measure, ...] = measures(self.state, answers[0].value)

    @property
    def has_main(self) -> bool:
        """Whether the action itself counts something, such as damage to its target."""
        return self.forecast is not None and self.forecast.count is not None

    def reaction(self, *, likely: bool) -> Reaction:
        answers = [*map(self._answer, self.options)]
        found = [self._odds(answer, likely=likely) for answer in answers]
        counted = self._counted(found)
        if not counted:
            raise NoAdvice(NO_DISTRIBUTION)
        words = self.rules.words(self.table)
        texts = [notation.write(option, words) for option in self.options]
        forecast = self.forecast
        target, bar = self._target() if self.has_main and 0 in counted else (None, None)
        same = all(each == found[0] for each in found)
        return Reaction(
            choices=tuple(
                self._consequence(text, each, counted, bar)
                for text, each in zip(texts, found, strict=True)
            ),
            nothing=self._nothing(texts),
            target=target,
            bar=bar,
            enough_words="" if forecast is None else forecast.enough_words,
            likely=likely,
            same=same,
            idle=same and not likely and self._makes_no_difference(answers),
        )

    def _answer(self, option: object) -> Answer:
        return Answer(self.seat, option, self.rule)

    def _steps(self, answer: Answer) -> Steps[tuple[int, ...]]:
        return rest(self.rules, self.state, (*self.answers, answer), self.first, self._amounts)

    def _odds(self, answer: Answer, *, likely: bool) -> Distribution[tuple[int, ...]]:
        def start() -> Steps[tuple[int, ...]]:
            return self._steps(answer)

        if likely:
            return Distribution.certain(likeliest(start()))
        return exact(start, DECLINING, most=MAX_WALKED, is_late=self.is_late)

    def _amounts(self, table: Table[S]) -> tuple[int, ...]:
        """Return what got through to the target, then every measure of the game."""
        state, forecast = table.state, self.forecast
        main = () if forecast is None or forecast.count is None else (int(forecast.count(state)),)
        return (*main, *(each.amount(state, table.events) for each in self.measures))

    def _counted(self, found: Sequence[Distribution[tuple[int, ...]]]) -> dict[int, str]:
        """Return the places of the amounts to show: what gets through, and what else differs."""
        has_main = self.has_main
        main = [*_parts(found, 0)] if has_main else []
        also: dict[int, str] = {}
        for place, measure in enumerate(self.measures, int(has_main)):
            parts = [*_parts(found, place)]
            if parts != main and _differ(parts):
                also[place] = f"{measure.unit} by {self.rules.seats[measure.seat]}"
        if not has_main or (also and not _differ(main)):
            return also  # the attack itself is over: what follows counts
        assert self.forecast is not None
        return {0: renamed(self.forecast.what, names_in(self.maker, self.state)), **also}

    def _consequence(
        self,
        text: str,
        odds: Distribution[tuple[int, ...]],
        counted: Mapping[int, str],
        bar: Bar | None,
    ) -> Consequence:
        figures = tuple(_figure(what, odds, place) for place, what in counted.items())
        forecast = self.forecast
        if forecast is None or not self.has_main or 0 not in counted:
            return Consequence(text, figures)
        enough, chances = forecast.enough, figures[0].bars
        left = None
        if bar is not None and enough is not None:
            left = sum(max(0, bar.now - number) * share for number, share in chances)
        fatal = sum(share for number, share in chances if enough is not None and number >= enough)
        return Consequence(text, figures, left, fatal if enough is not None else None)

    def _target(self) -> tuple[str | None, Bar | None]:
        """Return the target and its bar before the action."""
        action = self.answers[0].value
        words = self.rules.words(self.state)
        target = self.maker.option(self.state, notation.write(action, words), action).target
        for piece in self.maker.layout(self.state, None).pieces:
            if piece.id == target:
                return target, piece.bar
        return target, None

    def _nothing(self, texts: Sequence[str]) -> str:
        """Return the option that sets nothing, or else the one that spends nothing."""
        question = resumed(self.rules, self.state, self.answers, self.first).question
        otherwise = DECLINING.fixed(question) if isinstance(question, Choose) else None
        plain = [option for option in self.options if _is_plain(option)]
        if plain:
            otherwise = otherwise if otherwise in plain else plain[-1]
        return texts[self.options.index(otherwise)] if otherwise in self.options else ""

    def _makes_no_difference(self, answers: Sequence[Answer]) -> bool:
        """Return whether the rules go on in exactly the same way after every option.

        They are run side by side: the same questions with the same options and the same tables at
        the end, for every result of the dice and every later choice. If that takes too long, no.
        """
        self.left = MAX_COMPARED
        return all(self._run_alike(answers[0], other, ()) for other in answers[1:])

    def _run_alike(self, one: Answer, other: Answer, later: tuple[object, ...]) -> bool:
        self.left -= 1
        if self.left < 0 or self.is_late():
            return False
        first, second = self._played(one, later), self._played(other, later)
        if first.is_over or second.is_over:
            both = first.is_over and second.is_over
            return both and bool(first.table.state == second.table.state)
        values = _values(first.question)
        if values is None or values != _values(second.question):
            return False
        return all(self._run_alike(one, other, (*later, value)) for value in values)

    def _played(self, answer: Answer, later: Sequence[object]) -> Recorded[S]:
        run = resumed(self.rules, self.state, (*self.answers, answer), self.first)
        for value in later:
            run.give(value)
        return run


def _values(asked: object) -> tuple[object, ...] | None:
    """Return everything a question can be answered with; None if that cannot be compared."""
    if isinstance(asked, Choose):
        return tuple(asked.options)
    if isinstance(asked, Roll) and asked.dice.total <= MAX_COMPARED:
        return tuple(reading for reading, _ in asked.dice.outcomes())
    return None


def _is_plain(option: object) -> bool:
    """Return whether an option is its kind's default: it sets nothing."""
    if not isinstance(option, msgspec.Struct):
        return False
    needed = any(field.required for field in msgspec.structs.fields(option))
    return not needed and bool(option == type(option)())


def _differ(parts: Sequence[object]) -> bool:
    return any(part != parts[0] for part in parts)


def _parts(
    found: Sequence[Distribution[tuple[int, ...]]], place: int
) -> Iterator[tuple[tuple[int, object], ...]]:
    for odds in found:
        yield tuple(odds.map(lambda amounts: amounts[place]).sorted().items())


def _figure(what: str, odds: Distribution[tuple[int, ...]], place: int) -> CountedNumber:
    chances = odds.map(lambda amounts: amounts[place]).sorted()
    bars = tuple((number, float(share)) for number, share in chances.items())
    return CountedNumber(what, sum(number * share for number, share in bars), bars)
