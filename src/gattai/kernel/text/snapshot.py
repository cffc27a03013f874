"""A position as text that can be pasted into a bug report, and back.

JSON with words in place of ids; one line per field and per unit. The answers since the table was
settled are lines of notation, which are checked by replaying them.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from gattai.kernel.position import GamePosition, apply, asked
from gattai.kernel.ruleset import Outcome, Ruleset
from gattai.kernel.text.answers import answer_text, read_answer, read_seat
from gattai.kernel.text.transcript import Header, other_versions
from gattai.kernel.text.words import Word, Words, from_plain, to_plain

FORMAT = 1
MAX_NUMBER = 20_000
"""No number of any game comes near it: a larger one is a mistake or an attack on our time."""
MAX_THINGS = 2_000
MAX_CHARACTERS = 400
S = TypeVar("S", bound=msgspec.Struct)


class BadPosition(ValueError):
    """Raised for text that is no position of this game, with the reason."""


def position_text(rules: Ruleset[S], position: GamePosition[S]) -> str:
    """Return the position as text."""
    words = rules.words(position.state)
    tables = {kind.__name__: list(word.table) for kind, word in words.items() if word.table}
    lines: list[str] = []
    at: GamePosition[S] = GamePosition(position.state)
    for answer in position.answers:
        question = asked(rules, at)
        if isinstance(question, Outcome):
            raise BadPosition("the answers go on after the game is over")
        text = answer_text(rules, at, question, answer.value)
        lines.append(f"{rules.seat_name(answer.seat)} {text} ; {answer.rule}")
        at = GamePosition(at.state, (*at.answers, answer))
    whole = {
        "gattai": f"position {FORMAT}",
        "game": f"{rules.name} {rules.version}",
        "packs": rules.packs,
        "words": tables,
        "state": to_plain(position.state, rules.state_type, words),
        "answers": lines,
    }
    return _laid_out(whole) + "\n"


def read_position(rules: Ruleset[S], text: str) -> GamePosition[S]:
    """Return the position in a text. `BadPosition` says what is wrong with it and where."""
    try:
        whole = msgspec.json.decode(text.encode(), type=dict[str, object])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadPosition(f"this is not a position: {problem}") from problem
    if whole.get("gattai") != f"position {FORMAT}":
        raise BadPosition(f"this reads 'position {FORMAT}', not {whole.get('gattai')!r}")
    game, _, version = str(whole.get("game")).partition(" ")
    if game != rules.name:
        raise BadPosition(f"a position of {whole.get('game')}, not of {rules.name} {rules.version}")
    try:
        return _read(rules, whole)
    except BadPosition as problem:
        others = other_versions(rules, Header(game, version, str(whole.get("packs") or "")))
        if not others:
            raise
        raise BadPosition(f"{problem} ({others})") from problem


def _read(rules: Ruleset[S], whole: dict[str, object]) -> GamePosition[S]:
    _within_bounds(whole.get("words"), "words")
    _within_bounds(whole.get("state"), "state")
    _add_readings(rules, whole)
    words = _words(rules, whole.get("words"), whole.get("state"))
    try:
        state: S = from_plain(whole.get("state"), rules.state_type, words)
    except (ValueError, RecursionError) as problem:
        raise BadPosition(f"in the state: {problem}") from problem
    try:
        wrong = next(rules.broken(state), None)
        if wrong is not None:
            raise BadPosition(f"no game can come here: {wrong}")
        position = _answered(rules, state, whole.get("answers"))
        asked(rules, position)
    except BadPosition:
        raise
    except Exception as problem:  # the rules may fail anywhere on a state they did not make
        raise BadPosition(f"the rules cannot go on from this state: {problem!r}") from problem
    return position


def _add_readings(rules: Ruleset[S], whole: dict[str, object]) -> None:
    """Add the rulings that an older version did not write, with their reading in that version."""
    state = whole.get("state")
    if "rulings" not in rules.state_type.__struct_fields__ or not isinstance(state, dict):
        return
    version = str(whole.get("game")).partition(" ")[2]
    former = rules.rulebook.former_readings(version)
    readings = state.setdefault("rulings", {})
    if isinstance(readings, dict):
        for name, (_, switch) in rules.rulebook.switches.items():
            readings.setdefault(name.replace("-", "_"), former.get(name, switch.default))


def _within_bounds(value: object, where: str) -> None:
    """Raise `BadPosition` for anything larger than a game could hold."""
    waiting = [(value, where)]
    while waiting:
        item, path = waiting.pop()
        if isinstance(item, int | float) and not -MAX_NUMBER <= item <= MAX_NUMBER:
            raise BadPosition(f"{path} is {item:.0e}: numbers go up to {MAX_NUMBER} here")
        if isinstance(item, str) and len(item) > MAX_CHARACTERS:
            raise BadPosition(f"{path} has {len(item)} characters: {MAX_CHARACTERS} are the most")
        if isinstance(item, list | dict) and len(item) > MAX_THINGS:
            raise BadPosition(f"{path} holds {len(item)} things: {MAX_THINGS} are the most")
        if isinstance(item, list):
            waiting += [(inner, f"{path}[{place}]") for place, inner in enumerate(item)]
        elif isinstance(item, dict):
            waiting += [(inner, f"{path}.{name}") for name, inner in item.items()]


def one_line(text: str) -> str:
    """Return a position as one line, for the head of a transcript."""
    return msgspec.json.encode(msgspec.json.decode(text)).decode()


def answers_in(text: str) -> int:
    """Return the number of answers in a position; a match from there has not thrown their dice."""
    try:
        answers = msgspec.json.decode(text or "{}", type=dict[str, object]).get("answers")
    except (msgspec.DecodeError, RecursionError):
        return 0
    return len(answers) if isinstance(answers, list) else 0


def _words(rules: Ruleset[S], tables: object, state: object) -> Words:
    """Return the words that the text itself lists, because they depend on the state being read."""
    if not isinstance(tables, dict):
        raise BadPosition("the list of words is missing")
    for name, table in tables.items():
        if not isinstance(table, list) or not all(isinstance(word, str) for word in table):
            raise BadPosition(f"the words for {name} are not a list of words")
    known = rules.words_of_text(state if isinstance(state, dict) else {})
    return {
        kind: Word.of(kind.__name__, tables.get(kind.__name__, ()))
        if word.table or kind.__name__ in tables
        else word
        for kind, word in known.items()
    }


def _answered(rules: Ruleset[S], state: S, lines: object) -> GamePosition[S]:
    if not isinstance(lines, list):
        raise BadPosition("the answers are not a list")
    position: GamePosition[S] = GamePosition(state)
    for number, line in enumerate(lines, 1):
        try:
            body, _, rule = str(line).rpartition(" ; ")
            who, _, text = body.partition(" ")
            question = asked(rules, position)
            if question.rule != rule:
                raise ValueError(f"it answers {rule}, but the rules ask {question.rule}")
            value = read_answer(rules, position, question, text)
            seat = read_seat(rules, question, who)
            after = apply(rules, position, value, seat=seat).position
            if after.is_settled:
                raise ValueError("it ends the action, so it belongs to the state")
            position = after
        except ValueError as problem:
            raise BadPosition(f"answer {number}: {problem}") from problem
    return position


def _laid_out(value: object, depth: int = 0) -> str:
    """Return JSON with a line for each field and for each object in a list."""
    if depth > 2 or not isinstance(value, dict | list) or not value:
        return msgspec.json.encode(value).decode()
    pad = "  " * (depth + 1)
    if isinstance(value, dict):
        rows = [
            f"{pad}{msgspec.json.encode(key).decode()}: {_laid_out(item, depth + 1)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(rows) + "\n" + "  " * depth + "}"
    if not any(isinstance(item, dict | list) for item in value) and depth > 1:
        return msgspec.json.encode(value).decode()
    rows = [f"{pad}{msgspec.json.encode(item).decode()}" for item in value]
    return "[\n" + ",\n".join(rows) + "\n" + "  " * depth + "]"
