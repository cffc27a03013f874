"""Reads answers in notation, or nearly so, as people write them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from gattai.kernel.position import Asked, Seen, Step
from gattai.kernel.question import Place, Question, Roll, Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text import notation
from gattai.kernel.text.answers import read_answer
from gattai.kernel.text.words import UnknownWord, Words
from gattai.scene.advice import read_text

S = TypeVar("S", bound=msgspec.Struct)

SMALL_WORDS = frozenset({"to", "on", "at", "with", "the"})
_WORD = re.compile(r"-?\d+,-?\d+|[^\W_]+")


def folded(text: str) -> tuple[str, ...]:
    """Return the significant words of a text, in lower case.

    >>> folded("use ARK-150 Breaker Sword on GEL-100") == folded(
    ...     'use ark-150 "Breaker Sword" gel-100'
    ... )
    True
    >>> folded("move ARK-150 to 0,-3")
    ('move', 'ark', '150', '0,-3')
    """
    words = _WORD.findall(text.casefold())
    return tuple(word for word in words if word not in SMALL_WORDS)


def meant(rules: AnyRuleset, step: Step[S], seat: Seat | None, text: str) -> object:
    """Return the answer in a text, offered or not. ValueError names the nearest one."""
    question = step.question
    if isinstance(question, Outcome | Roll):
        return read_answer(rules, step.position, question, text, step.table)
    seen = step.seen(seat)
    try:
        return read_text(rules, seen, question, text)
    except ValueError:
        if isinstance(question, Place):
            raise
    words = rules.words(seen.state)
    offered = (seen.question.options if isinstance(seen.question, Asked) else None) or ()
    found = _like(text, offered, words)
    if found is None and step.position.is_settled:
        found = _like(text, rules.candidates(seen.state), words)
    if found is not None:
        return found
    try:
        return _read_loosely(rules, seen, question, text)
    except ValueError as problem:
        near = difflib.get_close_matches(text, [notation.write(one, words) for one in offered], n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{problem}{hint}") from problem


def _read_loosely(rules: AnyRuleset, seen: Seen[S], question: Question, text: str) -> object:
    """Read a text without its small words, and with the case of known words."""
    text = " ".join(word for word in text.split() if word.casefold() not in SMALL_WORDS)
    while True:
        try:
            return read_text(rules, seen, question, text)
        except UnknownWord as unknown:
            known = {word.casefold(): word for word in unknown.known}
            word = known.get(unknown.word.casefold(), unknown.word)
            if word == unknown.word:
                raise
            text = text.replace(unknown.word, word, 1)


def _like(text: str, actions: Iterable[object], words: Words) -> object | None:
    """Return the only action written with the same words; None if there is none, or several."""
    wanted = folded(text)
    found = [action for action in actions if folded(notation.write(action, words)) == wanted]
    return found[0] if len(found) == 1 else None


def seat_of(rules: AnyRuleset, name: str | int | None) -> Seat | None:
    """Return a seat by its name or number; None stays None."""
    if name is None:
        return None
    if isinstance(name, int):
        if 0 <= name < len(rules.seats):
            return Seat(name)
    elif name in rules.seats:
        return Seat(rules.seats.index(name))
    raise ValueError(f"no seat {name!r}; there are {', '.join(rules.seats)}")
