"""How a rulebook is read: chapters, the rules of a first game, and the words in which players ask.

A game may have a `reader.toml` beside its rulebook. Without one, its rules form one chapter and are found
by their own words.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from gattai.kernel.rulebook import Rulebook, RuleId

FILE = "reader.toml"


class GuideChapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sections of the rulebook that a player reads together."""

    title: str
    sections: tuple[str, ...] = ()
    """The second parts of rule ids: `VICTORY` of `AEGIS.VICTORY.ROUT`."""


class ReadingGuide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a `reader.toml`. Ids are written without the game's prefix."""

    chapter: tuple[GuideChapter, ...] = ()
    """In the order in which players need them."""
    first_game: tuple[RuleId, ...] = ()
    """The rules that suffice for a first game."""
    same: tuple[str, ...] = ()
    """Words that mean the same when a player asks, separated by blanks."""
    asked: dict[RuleId, tuple[str, ...]] = {}
    """Questions of players, by the rule that answers them."""


class ChapterOfRules(msgspec.Struct, frozen=True):
    """A chapter and the ids of its rules, in the order of the rulebook."""

    title: str
    rules: tuple[RuleId, ...]


@cache
def reader_of(folder: Path) -> ReadingGuide:
    """Return the reader of the game in a folder. Raises ValueError if something is wrong with it."""
    file = folder / FILE
    return (
        msgspec.toml.decode(file.read_bytes(), type=ReadingGuide, strict=True)
        if file.is_file()
        else ReadingGuide()
    )


def chapters(book: Rulebook, reader: ReadingGuide) -> tuple[ChapterOfRules, ...]:
    """Return all rules by chapter; rules of no chapter come last."""
    left = {rule.id: _section(rule.id) for rule in book.rule}
    found = []
    for chapter in reader.chapter:
        ids = tuple(
            rule for section in chapter.sections for rule, own in left.items() if own == section
        )
        found.append(ChapterOfRules(chapter.title, ids))
        left = {rule: own for rule, own in left.items() if own not in chapter.sections}
    rest = ChapterOfRules("More rules" if found else book.game.title, tuple(left))
    return tuple(each for each in (*found, rest) if each.rules)


def _section(rule: RuleId) -> str:
    return rule.split(".")[1]
