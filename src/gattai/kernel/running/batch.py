"""Play whole games quickly with the live generator, without recording or replaying."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from gattai.kernel.dice import Randomness
from gattai.kernel.question import Choose, Place, Question, Roll, Together
from gattai.kernel.ruleset import Outcome, QuietTable, Ruleset
from gattai.kernel.running.run import drive

S = TypeVar("S", bound=msgspec.Struct)

Chooser = Callable[[Any, Choose], object]
"""Answers choices in a batch: gets the current state and the question, returns an option."""


class Playout(msgspec.Struct, frozen=True):
    """How a batch game ended, and its length."""

    outcome: Outcome | None
    """None if the limit was reached first."""
    decisions: int
    throws: int


def play_out(
    rules: Ruleset[S],
    state: S,
    choosers: Sequence[Chooser],
    source: Randomness,
    *,
    limit: int = 100_000,
) -> Playout:
    """Play from a settled table to the end. Choosers are by seat; chance comes from the source."""
    table: QuietTable[S] = QuietTable(state)
    decisions = throws = 0

    def answer(asked: Question) -> object:
        nonlocal decisions, throws
        if isinstance(asked, Choose):
            decisions += 1
            return choosers[asked.seat](table.state, asked)
        if isinstance(asked, Roll):
            throws += 1
            return asked.dice.sample(source)
        value, answers = _others(asked, table.state, choosers)
        decisions += answers
        return value

    while decisions + throws < limit:
        question = rules.next_question(table.state)
        if isinstance(question, Outcome):
            return Playout(question, decisions, throws)
        drive(rules.resolve(table, answer(question)), answer)
    return Playout(None, decisions, throws)


def _others(
    question: Together | Place, state: object, choosers: Sequence[Chooser]
) -> tuple[object, int]:
    """Answer the rarer questions: several seats at once, and free points."""
    if isinstance(question, Together):
        return tuple(choosers[ask.seat](state, ask) for ask in question.asks), len(question.asks)
    return question.region.suggest()[0], 1
