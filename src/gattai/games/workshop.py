"""The judgement of a list by the rules of its game."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from gattai.games import get
from gattai.games.building import (
    BuildingKit,
    BuildingLine,
    JudgedList,
    ListFault,
    ListRow,
    ListSetting,
    ListVerdict,
    Workshop,
)
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.words import UnknownWord
from gattai.scene.citing import cite
from gattai.scene.stage import reasons_of

T = TypeVar("T")

MAX_TEXT = 4_000
"""The longest text of a list, in characters."""
MAX_ROWS = 200
MAX_POINTS = 100_000
NEAREST = 3
POINTS = ListSetting(
    "points", "the points that the players have agreed on; 0 for no limit", "0", is_option=False
)


def workshop_of(rules: AnyRuleset) -> Workshop:
    """Return the workshop of a game. Raises LookupError if its lists cannot be built."""
    found = get(rules.name).builds()
    if found is None:
        raise LookupError(f"{rules.name} has no lists to build")
    return found


def settings_of(rules: AnyRuleset, asked: Mapping[str, str]) -> dict[str, str]:
    """Return the value of every setting. Raises ValueError for an unknown name or value."""
    known = {each.name: each for each in workshop_of(rules).kit(rules, {}).settings}
    for name, value in asked.items():
        if name not in known:
            raise UnknownWord("setting", name, tuple(known))
        choices = known[name].choices
        if choices and value not in choices:
            raise UnknownWord(f"value of {name}", value, choices)
        if not choices and not (value.isascii() and value.isdigit() and len(value) <= 5):
            raise ValueError(
                f"{name} cannot be {value[:20]!r}; it is a number up to {MAX_POINTS - 1}"
            )
    return {name: asked.get(name, each.default) for name, each in known.items()}


def match_options(
    rules: AnyRuleset, option: str, text: str, settings: Mapping[str, str]
) -> dict[str, str]:
    """Return all options of a match in which this side has this list, under these settings."""
    usual = {each.name: each.default for each in rules.options}
    own = {name: value for name, value in settings.items() if name in usual}
    return {**usual, **own, **workshop_of(rules).options(option, text)}


def judge_text(rules: AnyRuleset, text: str, asked: Mapping[str, str]) -> JudgedList:
    """Judge a list given as text. Raises ValueError for an unknown setting or a text too long."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"a list has at most {MAX_TEXT} characters, not {len(text)}")
    settings, workshop = settings_of(rules, asked), workshop_of(rules)
    found = workshop.read(rules, text, settings)
    verdict = workshop.verdict(rules, found.rows, settings)
    written = text if found.faults else workshop.written(found.rows)
    lines = tuple(_lines(rules, workshop.kit(rules, settings), found.rows, verdict))
    if not found.faults and not any(line.state == "broken" for line in lines):
        against = _cannot_begin(rules, written, settings)
        lines = (*([BuildingLine("broken", against, None)] if against else []), *lines)
    return JudgedList(
        text=written,
        rows=found.rows,
        is_legal=not found.faults and not any(line.state == "broken" for line in lines),
        lines=lines,
        sums=verdict.sums,
        combinations=verdict.combinations,
        faults=found.faults,
    )


def judge_rows(rules: AnyRuleset, rows: Sequence[ListRow], asked: Mapping[str, str]) -> JudgedList:
    """Judge a list given as rows. Raises ValueError if they are no rows of this game."""
    if len(rows) > MAX_ROWS or any(len(row.cards) > MAX_ROWS for row in rows):
        raise ValueError(f"a list has at most {MAX_ROWS} rows of {MAX_ROWS} cards")
    parts = [part.id for part in workshop_of(rules).kit(rules, {}).parts]
    for row in rows:
        if row.part not in parts:
            raise UnknownWord("part", row.part, parts)
    return judge_text(rules, workshop_of(rules).written([row for row in rows if row.cards]), asked)


def _lines(
    rules: AnyRuleset, kit: BuildingKit, rows: Sequence[ListRow], verdict: ListVerdict
) -> Iterator[BuildingLine]:
    """Broken rules first, then kept ones, then advice."""
    held = {card for row in rows for card in row.cards}
    names = {each.id: each.card.title for each in kit.cards if each.id in held}
    for state, refusals in (("broken", verdict.refusals), ("advice", verdict.advice)):
        if state == "advice":
            broken = {refusal.rule for refusal in verdict.refusals}
            for rule, text in verdict.kept:
                if rule not in broken:
                    yield BuildingLine("ok", text, cite(rules, rule))
        for reason in reasons_of(rules, refusals):
            cards = tuple(card for card, name in names.items() if _is_in(name, reason.text))
            cites = reason.cites if reason.cites.rule else None
            yield BuildingLine(
                "broken" if state == "broken" else "advice", reason.text, cites, cards
            )


def _is_in(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def _cannot_begin(rules: AnyRuleset, text: str, settings: Mapping[str, str]) -> str:
    """Why no match can begin with a list that keeps all rules of building; empty if one can."""
    kit = workshop_of(rules).kit(rules, settings)
    options = match_options(rules, kit.options[0], text, settings)
    try:
        rules.seated(options).setup(options)
    except ValueError as problem:
        return str(problem)
    return ""


def over_limit(amount: int, settings: Mapping[str, str], unit: str) -> tuple[Refusal, ...]:
    """Return advice against a list of more points than the players have agreed on."""
    limit = int(settings.get(POINTS.name, POINTS.default))
    if not limit or amount <= limit:
        return ()
    return (Refusal("points agreed", f"{amount} {unit}, {amount - limit} more than agreed"),)


def limit_of(settings: Mapping[str, str]) -> int | None:
    """Return the points that the players have agreed on."""
    return int(settings.get(POINTS.name, POINTS.default)) or None


def read_pieces(
    text: str, read: Callable[[str], T], start: int = 0
) -> tuple[list[T], list[ListFault]]:
    """Read each piece of a text with the game's own reader; report those that it cannot read.

    >>> read_pieces("1, x", int)[1][0].at
    3
    """
    found: list[T] = []
    faults: list[ListFault] = []
    at = start
    for piece in re.split(r"([,\n])", text):
        word = piece.strip()
        if word and word != ",":
            place = at + piece.index(word)
            try:
                found.append(read(word))
            except ValueError as problem:
                faults.append(_fault(problem, word, place))
        at += len(piece)
    return found, faults


def _fault(problem: ValueError, piece: str, at: int) -> ListFault:
    """Return where in a piece a word is unknown, with the nearest known ones."""
    if not isinstance(problem, UnknownWord):
        return ListFault(str(problem), at, len(piece))
    within = max(0, piece.find(problem.word))
    near = difflib.get_close_matches(problem.word.lower(), problem.known, n=NEAREST)
    length = len(problem.word) if problem.word in piece else len(piece)
    return ListFault(str(problem), at + within, length, tuple(near))


def rows_of_copies(part: str, cards: Sequence[str]) -> tuple[ListRow, ...]:
    """Return a row for each run of equal cards."""
    rows: list[ListRow] = []
    for card in cards:
        if rows and rows[-1].cards[0] == card:
            rows[-1] = replace(rows[-1], cards=(*rows[-1].cards, card))
        else:
            rows.append(ListRow(part, (card,)))
    return tuple(rows)


def cards_in(rows: Sequence[ListRow], part: str) -> list[str]:
    """Return the ids in a part of a list, each as often as it is there."""
    return [card for row in rows if row.part == part for card in row.cards]
