"""Answers as text: writing one, and reading one for the current question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from gattai.kernel.dice import Face
from gattai.kernel.position import GamePosition, table_now
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.text import notation
from gattai.kernel.text.words import UnknownWord, Words

S = TypeVar("S", bound=msgspec.Struct)
NOBODY_WINS = "nobody wins"
BROKEN_OFF = "broken off"
"""Stands in place of a rule: no rule ended the game, and it counts for nobody."""


def end_text(rules: Ruleset[S], outcome: Outcome) -> str:
    """Return how a game ended, in one line."""
    names = " and ".join(rules.seat_name(seat) for seat in outcome.winners)
    how = f"{names} wins" if len(outcome.winners) == 1 else "drawn"
    if outcome.rule == BROKEN_OFF:
        how = NOBODY_WINS
    return f"{how}: {outcome.reason} ; {outcome.rule}"


def answer_text(
    rules: Ruleset[S],
    position: GamePosition[S],
    question: Question,
    value: Any,
    table: S | None = None,
) -> str:
    """Return an answer in notation, without who gave it; `table` is the current table, if known."""
    if isinstance(question, Roll):
        return faces_text(question, value)
    return notation.write(value, _words(rules, position, table))


def faces_text(roll: Roll, faces: Sequence[Face]) -> str:
    """Return thrown faces as written in a transcript."""
    return " ".join(notation.quoted(str(face)) for face in roll.dice.check(tuple(faces)))


def _words(rules: Ruleset[S], position: GamePosition[S], table: S | None) -> Words:
    return rules.words(table_now(rules, position) if table is None else table)


def read_answer(
    rules: Ruleset[S],
    position: GamePosition[S],
    question: Question | Outcome,
    text: str,
    table: S | None = None,
) -> object:
    """Return the answer in a line of text. ValueError if it cannot be read.

    `table` is the current table, if known; otherwise the rules are run to get it.
    """
    if isinstance(question, Roll):
        return question.dice.check([notation.unquoted(word) for word in notation.tokens_of(text)])
    words = _words(rules, position, table)
    if isinstance(question, Place):
        return notation.read(text, words, (), tuple[int, int])
    try:
        value = notation.read(text, words, rules.action_types)
    except ValueError:
        value = _option_of(question, text, words)
        if value is None:
            raise
        return value[0]
    if not any(value in options for options in _offered(question)):
        named = _option_of(question, text, words)
        if named is not None:
            return named[0]
    return value


def _offered(question: Question | Outcome) -> tuple[Sequence[object], ...]:
    if isinstance(question, Together):
        return tuple(ask.options for ask in question.asks)
    return (question.options,) if isinstance(question, Choose) else ()


def _option_of(question: Question | Outcome, text: str, words: Words) -> tuple[object] | None:
    """Return the option with this notation, for options such as numbers that have no tag."""
    for options in _offered(question):
        for option in options:
            if notation.write(option, words) == text:
                return (option,)
    return None


def read_seat(rules: Ruleset[S], question: Question | Outcome, who: str) -> Seat | None:
    """Return the seat that answered, None for dice; ValueError if it does not fit."""
    if who == rules.seat_name(None):
        if not isinstance(question, Roll):
            raise ValueError("a seat is asked here, not the dice")
        return None
    if who not in rules.seats:
        raise UnknownWord("seat", who, rules.seats)
    return Seat(rules.seats.index(who))
