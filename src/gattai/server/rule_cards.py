"""Rules, rulings and words of a game, as the pages of rules show them."""

from __future__ import annotations

import msgspec

from gattai.server.messages import Offer


class TermCard(msgspec.Struct, frozen=True):
    """A word of the cards, and the rule that explains it."""

    word: str
    title: str
    text: str
    rule: str
    page: str


class RulingCard(msgspec.Struct, frozen=True):
    """A ruling on a rule; if a match can change it, with the switch and its readings, default first."""

    question: str
    ruling: str
    reason: str
    switch: str = ""
    readings: tuple[Offer, ...] = ()


class RuleCard(msgspec.Struct, frozen=True):
    """A rule for the rules browser."""

    id: str
    title: str
    page: str
    certainty: str
    kind: str
    text: str
    rulings: tuple[RulingCard, ...] = ()
