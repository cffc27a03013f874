"""Random games, step by step, for the laws to look at."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import Position, Step, apply, asked, begin, waiting
from gattai.kernel.question import Choose, Question, Roll, Seat, Together, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.testing.tables import random_options

LONGEST = 20_000
"""No random game of any of ours takes so many answers."""


class Moment(msgspec.Struct, frozen=True):
    """One answer of a random game: where it was given, and what came of it."""

    rules: AnyRuleset
    """Those of this table, with the seats that are taken at it."""
    before: Position[Any]
    question: Question
    seat: Seat | None
    value: Any
    step: Step[Any]


def answer_at_random(
    rules: AnyRuleset, position: Position[Any], question: Question, rng: random.Random
) -> tuple[Seat | None, Any]:
    """Somebody who is asked, and an answer the question allows."""
    match question:
        case Roll(dice=dice):
            return None, dice.faces(rng)
        case Choose(seat=seat, options=options):
            return seat, any_one(options, rng)
        case Together(asks=asks):
            seat = rng.choice(waiting(rules, position))
            return seat, any_one(next(ask for ask in asks if ask.seat == seat).options, rng)
        case _:
            return question.seat, rng.choice(question.region.suggest())


def moments(rules: AnyRuleset, rng: random.Random) -> Iterator[Moment]:
    """A random game, one answer at a time, until it ends (or never does)."""
    options = random_options(rules, rng)
    rules = rules.seated(options)
    position: Position[Any] = begin(rules, options)
    question = asked(rules, position)
    for _ in range(LONGEST):
        if isinstance(question, Outcome):
            return
        seat, value = answer_at_random(rules, position, question, rng)
        step = apply(rules, position, value, seat=seat)
        yield Moment(rules, position, question, seat, value, step)
        position, question = step.position, step.question
    raise AssertionError(f"no end after {LONGEST} answers")


def some_moments(
    rules: AnyRuleset, rng: random.Random, count: int, wanted: Callable[[Moment], bool]
) -> list[Moment]:
    """A few moments of one random game, for laws that take long to look at one."""
    fitting = [moment for moment in moments(rules, rng) if wanted(moment)]
    return rng.sample(fitting, min(count, len(fitting)))


def throws(rules: AnyRuleset, rng: random.Random) -> Iterator[Moment]:
    """Where somebody chose, at a settled table of a random game, what made dice fall."""
    chosen: Moment | None = None
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
) -> Iterator[tuple[Position[Any], tuple[Event, ...], Position[Any]]]:
    """The same by whole actions: a settled table, all events, the next settled table."""
    start: Position[Any] | None = None
    events: tuple[Event, ...] = ()
    for moment in moments(rules, rng):
        start = start or moment.before
        events += moment.step.events
        if moment.step.position.is_settled:
            yield start, events, moment.step.position
            start, events = None, ()
