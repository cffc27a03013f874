"""The lines of the bot protocol; see docs/reference/bot-protocol.md."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gattai import games
from gattai.bots.bot import Ask
from gattai.kernel.position import Asked, Seen
from gattai.kernel.question import Place
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation

VERSION = 1
HELLO = f"gattai {VERSION}"
READY = "ready"
ANSWER = "answer "
QUIT = "quit"


class BadAnswer(ValueError):
    """Raised for a line that is not a valid answer."""


def seated(rules: AnyRuleset, seat: int, seed: str) -> Iterator[str]:
    """Return the lines before the first question."""
    yield f"game {rules.name} {rules.version}"
    yield f"seats {' '.join(rules.seats)}"
    yield f"seat {rules.seats[seat]}"
    yield f"seed {seed}"


def offered(rules: AnyRuleset, seen: Seen[msgspec.Struct], ask: Ask) -> dict[str, object]:
    """Return the options by notation; for a region, some sensible points."""
    if isinstance(ask, Place):
        return {notation.write(point, {}): point for point in ask.region.suggest()}
    words = rules.words(seen.state)
    options = seen.question.options if isinstance(seen.question, Asked) else None
    return {
        notation.write(one, words): one for one in (ask.options if options is None else options)
    }


def question(
    rules: AnyRuleset, seen: Seen[msgspec.Struct], ask: Ask, number: int, options: dict[str, object]
) -> Iterator[str]:
    """Return the lines of one question, from what its seat sees."""
    setting = games.scene_maker(rules.name).layout(seen.state, ask.seat)
    yield f"question {number} {ask.rule}"
    yield f"what {_one_line(ask.what)}"
    yield f"table {msgspec.json.encode(setting).decode()}"
    if isinstance(ask, Place):
        yield "point"
    for text in options:
        yield f"option {text}"
    yield "go"


def read(line: str, ask: Ask, options: dict[str, object]) -> object:
    """Return the answer in a line. `BadAnswer` if it is invalid."""
    text = line.removeprefix(ANSWER).strip()
    if not line.startswith(ANSWER):
        raise BadAnswer(f"expected 'answer ...', it said {line[:80]!r}")
    if text in options:
        return options[text]
    if isinstance(ask, Place):
        try:
            return notation.read(text, {}, (), tuple[int, int])
        except ValueError as problem:
            raise BadAnswer(f"{text[:80]!r} is no point") from problem
    raise BadAnswer(f"{text[:80]!r} is not among the options")


def _one_line(text: str) -> str:
    return " ".join(text.split())
