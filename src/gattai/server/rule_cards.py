"""Rules, rulings and terms of a game for the rules pages."""

from __future__ import annotations

import msgspec

from gattai.games.reader import ChapterOfRules
from gattai.games.rule_pictures import RulePicture
from gattai.kernel.rulebook import RuleId
from gattai.server.messages import SettingChoice


class TermCard(msgspec.Struct, frozen=True):
    """A term used on the cards, and the rule that explains it."""

    word: str
    title: str
    text: str
    rule: str
    page: str


class RulingCard(msgspec.Struct, frozen=True):
    """A ruling on a rule; if a match can change it, with the option and its readings, default first."""

    question: str
    ruling: str
    reason: str
    switch: str = ""
    readings: tuple[SettingChoice, ...] = ()


class RuleCard(msgspec.Struct, frozen=True):
    """A rule for the rules browser."""

    id: str
    title: str
    page: str
    certainty: str
    kind: str
    text: str
    rulings: tuple[RulingCard, ...] = ()


class RuleContents(msgspec.Struct, frozen=True):
    """The contents of a game's rules, for readers."""

    document: str
    chapters: tuple[ChapterOfRules, ...]
    first_game: tuple[str, ...] = ()
    """The rules that suffice for a first game."""
    questions: tuple[str, ...] = ()
    """Questions to try."""
    pictures: dict[RuleId, RulePicture] = {}
    """For each rule a moment of a game in which it decided something."""
