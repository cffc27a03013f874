"""A golden playthrough told from a script: who answers what, with remarks between.

A script is text. A line that begins with # is a remark and is copied; every other line is
`who: answer`, the dice included, as in a transcript. An answer that leaves a moment by (`pass`) need
not be written down: it is given whenever it is offered and the next line does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gattai.kernel.event import moments
from gattai.kernel.position import apply, asked, begin, waiting
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import answer_text, end_text, read_answer
from gattai.kernel.text.snapshot import position_text
from gattai.kernel.window import PASS

SCRIPTS = Path(__file__).parent / "scripts"

Line = tuple[int, str, str]
"""Its number in the script, who, and the answer; who is empty for a remark."""


class OutOfScript(AssertionError):
    """The rules ask for something that the script does not have."""


def read_script(text: str) -> list[Line]:
    """The lines of a script, empty ones left out."""
    lines: list[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            lines.append((number, "", line[1:].strip()))
        elif line.strip():
            who, colon, answer = line.partition(":")
            assert colon, f"line {number} of the script is not 'who: answer': {line}"
            lines.append((number, who.strip(), answer.strip()))
    return lines


def scripted(rules: AnyRuleset, options: dict[str, str], script: str) -> Iterator[str]:
    """The game as the script plays it: remarks, questions, answers, events, and the table at the end."""
    yield f"{rules.name} {rules.version}, {', '.join(f'{k} {v}' for k, v in options.items())}"
    rest = read_script(script)
    position = begin(rules, options)
    question = asked(rules, position)
    table = position.state
    number = 0
    while not isinstance(question, Outcome):
        line = next((each for each in rest if each[1]), None)
        if line is None:
            break
        number += 1
        seat, value, is_written = _answer(rules, position, question, line)
        if is_written:
            yield from _remarks(rest)
            rest.pop(0)
        told = answer_text(rules, position, question, value)
        step = apply(rules, position, value, seat=seat)
        if is_written or step.events:
            yield f"{number}. {rules.seat_name(seat)}: {told} [{question.rule}]"
        for event, was, now in moments(table, step.events):
            yield f"   - {event.describe_change(was, now)} [{event.rule}]"
        position, question, table = step.position, step.question, step.table
    yield from _remarks(rest)
    if rest:
        raise OutOfScript(f"the game is over before line {rest[0][0]} of the script")
    yield ""
    if isinstance(question, Outcome):
        yield end_text(rules, question)
    else:
        yield position_text(rules, position).rstrip()


def _remarks(rest: list[Line]) -> Iterator[str]:
    """The remarks that come first in the rest of the script, taken off it."""
    if rest and not rest[0][1]:
        yield ""
    while rest and not rest[0][1]:
        yield f"# {rest.pop(0)[2]}"


def _answer(
    rules: AnyRuleset, position: Any, question: Question, line: Line
) -> tuple[Seat | None, Any, bool]:
    """Who answers what now, and whether it stands in the script."""
    number, who, text = line
    if isinstance(question, Roll):
        if who == rules.seat_name(None):
            return None, read_answer(rules, position, question, text), True
        raise OutOfScript(
            f"line {number} is {who}'s, but {question.dice.name} is rolled ({question.what}) "
            f"[{question.rule}]"
        )
    for seat in waiting(rules, position):
        if rules.seat_name(seat) == who:
            try:
                value = read_answer(rules, position, question, text)
            except ValueError:
                continue
            if not isinstance(question, Choose) or value in question.options:
                return seat, value, True
    if isinstance(question, Choose) and PASS in question.options:
        return question.seat, PASS, False
    seats = " and ".join(rules.seat_name(seat) for seat in waiting(rules, position))
    offered = list(question.options)[:6] if isinstance(question, Choose) else "several answers"
    raise OutOfScript(
        f"line {number} ({who}: {text}) does not fit: {seats} is asked {question.what!r} "
        f"[{question.rule}], for example {offered}"
    )
