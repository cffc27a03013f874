"""Random games, step by step, for the laws to check."""

import random
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, assert_never

import msgspec

from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import GamePosition, Step, apply, asked, begin, waiting
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.testing.tables import random_options

S = TypeVar("S", bound=msgspec.Struct)

LONGEST = 20_000
"""More answers than any random game of our games takes."""


class WalkStep(msgspec.Struct, frozen=True):
    """One answer of a random game: its position, and its result."""

    rules: AnyRuleset
    """The rules of this table, with the seats in use."""
    before: GamePosition[Any]
    question: Question
    seat: Seat | None
    value: Any
    step: Step[Any]


def answer_at_random(
    rules: AnyRuleset,
    position: GamePosition[S],
    question: Question,
    rng: random.Random,
) -> tuple[Seat | None, object]:
    """Return a seat that is asked, and a legal random answer."""
    match question:
        case Roll(dice=dice):
            return None, dice.faces(rng)
        case Choose(seat=seat, options=options):
            return seat, any_one(options, rng)
        case Together(asks=asks):
            seat = rng.choice(waiting(rules, position))
            return seat, any_one(next(ask for ask in asks if ask.seat == seat).options, rng)
        case Place(seat=seat, region=region):
            return seat, rng.choice(region.suggest())
        case _:
            assert_never(question)


def moments(rules: AnyRuleset, rng: random.Random) -> Iterator[WalkStep]:
    """Yield a random game, one answer at a time, until it ends."""
    options = random_options(rules, rng)
    rules = rules.seated(options)
    position: GamePosition[msgspec.Struct] = begin(rules, options)
    question = asked(rules, position)
    for _ in range(LONGEST):
        if isinstance(question, Outcome):
            return
        seat, value = answer_at_random(rules, position, question, rng)
        step = apply(rules, position, value, seat=seat)
        yield WalkStep(rules, position, question, seat, value, step)
        position, question = step.position, step.question
    raise AssertionError(f"no end after {LONGEST} answers")


def some_moments(
    rules: AnyRuleset, rng: random.Random, count: int, wanted: Callable[[WalkStep], bool]
) -> list[WalkStep]:
    """Return a few moments of one random game, for slow laws."""
    fitting = [moment for moment in moments(rules, rng) if wanted(moment)]
    return rng.sample(fitting, min(count, len(fitting)))


def throws(rules: AnyRuleset, rng: random.Random) -> Iterator[WalkStep]:
    """Yield the settled tables of a random game at which a choice led to a throw."""
    chosen: WalkStep | None = None
    fell = False
    for moment in moments(rules, rng):
        chosen = chosen or moment
        fell = fell or any(isinstance(event, Rolled) for event in moment.step.events)
        if moment.step.position.is_settled:
            if fell and isinstance(chosen.question, Choose):
                yield chosen
            chosen, fell = None, False


def actions(
    rules: AnyRuleset, rng: random.Random
) -> Iterator[tuple[GamePosition[msgspec.Struct], tuple[Event, ...], GamePosition[msgspec.Struct]]]:
    """Yield whole actions: a settled table, all events, the next settled table."""
    start: GamePosition[msgspec.Struct] | None = None
    events: tuple[Event, ...] = ()
    for moment in moments(rules, rng):
        start = start or moment.before
        events += moment.step.events
        if moment.step.position.is_settled:
            yield start, events, moment.step.position
            start, events = None, ()
