"""Answers as text: how one is written into a line, and how a line is read where a question is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from gattai.kernel.position import Position, table_now
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.text import notation
from gattai.kernel.text.words import UnknownWord, Words

S = TypeVar("S", bound=msgspec.Struct)
NOBODY_WINS = "nobody wins"
BROKEN_OFF = "broken off"
"""In the place of a rule: no rule has ended it, and it counts for nobody."""


def end_text(rules: Ruleset[S], outcome: Outcome) -> str:
    """How a game ended, in one line."""
    names = " and ".join(rules.seat_name(seat) for seat in outcome.winners)
    how = f"{names} wins" if len(outcome.winners) == 1 else "drawn"
    if outcome.rule == BROKEN_OFF:
        how = NOBODY_WINS
    return f"{how}: {outcome.reason} ; {outcome.rule}"


def answer_text(
    rules: Ruleset[S],
    position: Position[S],
    question: Question,
    value: Any,
    table: S | None = None,
) -> str:
    """An answer in words, without who gave it; `table` is the table now, where it is known."""
    if isinstance(question, Roll):
        return faces_text(question, value)
    return notation.write(value, _words(rules, position, table))


def faces_text(roll: Roll, faces: Sequence[Any]) -> str:
    """The faces that were thrown, as they stand in a transcript."""
    return " ".join(notation.quoted(str(face)) for face in roll.dice.check(tuple(faces)))


def _words(rules: Ruleset[S], position: Position[S], table: S | None) -> Words:
    return rules.words(table_now(rules, position) if table is None else table)


def read_answer(
    rules: Ruleset[S],
    position: Position[S],
    question: Question | Outcome,
    text: str,
    table: S | None = None,
) -> Any:
    """The answer that a line of text stands for. ValueError if it cannot be read.

    `table` is the table now, where it is known: else the rules are run to see it.
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


def _offered(question: Question | Outcome) -> tuple[Sequence[Any], ...]:
    if isinstance(question, Together):
        return tuple(ask.options for ask in question.asks)
    return (question.options,) if isinstance(question, Choose) else ()


def _option_of(question: Question | Outcome, text: str, words: Words) -> tuple[Any] | None:
    """The option that is written like this: for those that are no tagged structs, as numbers are."""
    for options in _offered(question):
        for option in options:
            if notation.write(option, words) == text:
                return (option,)
    return None


def read_seat(rules: Ruleset[S], question: Question | Outcome, who: str) -> Seat | None:
    """Who answered, None for the dice. ValueError if nobody is called so, or dice were to choose."""
    if who == rules.seat_name(None):
        if not isinstance(question, Roll):
            raise ValueError("a seat is asked here, not the dice")
        return None
    if who not in rules.seats:
        raise UnknownWord("seat", who, rules.seats)
    return Seat(rules.seats.index(who))
