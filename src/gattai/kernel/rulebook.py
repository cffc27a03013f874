"""The rulebook: every rule with its id, page and our wording; and refusals that cite rules.

A game keeps its rulebook as `rulebook.toml` beside its code. Every text for people (a question, an
event, a term of a sum, a refusal) names a rule id, so that "why?" always has an answer with a page.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

RuleId: TypeAlias = str
"""A stable name such as `ATTACK-CHART.SEQ.4-AP`; the same in code, tests, messages and pages."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of a document, in our words."""

    id: RuleId
    title: str
    page: str
    text: str
    kind: str = "rule"
    certainty: Literal["printed", "inferred", "public", "house"] = "printed"
    status: Literal["playable", "later"] = "playable"
    why: str = ""
    """Why no code cites this rule, if none does (a note, a definition, a later feature)."""
    see: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    """Words on cards and screens that it explains: `CRT`, `Finishing Blow`."""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to play a ruling: the word that selects it, and a sentence that says what happens."""

    name: str
    text: str


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match setting with which players choose another reading of a ruling."""

    name: str
    readings: tuple[Reading, ...]
    """The possible readings; the first is the default."""
    since: str = ""
    """The version of the rules in which the default changed; empty if it has always been the default."""
    before: str = ""
    """The reading of all earlier versions: their transcripts are replayed with it."""

    @property
    def default(self) -> str:
        """Return the default reading."""
        return self.readings[0].name


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the document leaves open, and our decision."""

    id: RuleId
    question: str
    readings: tuple[str, ...]
    ruling: str
    reason: str
    rules: tuple[RuleId, ...] = ()
    switch: Switch | None = None
    """Set if a match can be played with another reading."""


class GameTitle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a rulebook: the game, its document, and who owns it."""

    id: str
    prefix: str
    title: str
    edition: str
    document: str
    owner: str
    summary: str
    version: str


class UnknownRule(KeyError):
    """A rule id that the rulebook does not have."""

    def __init__(self, wanted: str, nearest: Iterable[str]) -> None:
        self.wanted = wanted
        self.nearest = tuple(nearest)
        super().__init__(wanted, self.nearest)

    def __str__(self) -> str:
        hint = f"; nearest: {', '.join(self.nearest)}" if self.nearest else ""
        return f"no rule {self.wanted!r}{hint}"


class Rulebook(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """All rules and rulings of one game, in the order of the document."""

    game: GameTitle
    rule: tuple[Rule, ...]
    ruling: tuple[Ruling, ...] = ()

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read a `rulebook.toml`; ids must be unique and carry the game's prefix."""
        book = msgspec.convert(tomllib.loads(path.read_text("utf-8")), cls)
        seen: dict[str, None] = {}
        for found in (*(rule.id for rule in book.rule), *(ruling.id for ruling in book.ruling)):
            if found in seen:
                raise ValueError(f"{path.name}: rule {found} appears twice")
            if not found.startswith(book.game.prefix + "."):
                raise ValueError(f"{path.name}: {found} does not begin with {book.game.prefix}.")
            seen[found] = None
        _check_switches(book, path.name)
        return book

    @cached_property
    def _by_id(self) -> dict[RuleId, Rule]:
        return {rule.id: rule for rule in self.rule}

    @cached_property
    def _rulings(self) -> dict[RuleId, Ruling]:
        return {ruling.id: ruling for ruling in self.ruling}

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._by_id or rule_id in self._rulings

    def find(self, wanted: str) -> Rule:
        """Return the rule with that id; case and the game's prefix do not matter."""
        upper = wanted.upper()
        for candidate in (wanted, upper, f"{self.game.prefix}.{upper}"):
            if candidate in self._by_id:
                return self._by_id[candidate]
        close = difflib.get_close_matches(upper, [*self._by_id], n=3, cutoff=0.5)
        if not close:
            close = difflib.get_close_matches(
                f"{self.game.prefix}.{upper}", [*self._by_id], n=3, cutoff=0.5
            )
        raise UnknownRule(wanted, close)

    def find_ruling(self, wanted: str) -> Ruling | None:
        """Return the ruling with that id, or None."""
        upper = wanted.upper()
        return self._rulings.get(upper) or self._rulings.get(f"{self.game.prefix}.{upper}")

    @cached_property
    def switches(self) -> dict[str, tuple[Ruling, Switch]]:
        """Return the rulings that a match can change, by setting name."""
        return {each.switch.name: (each, each.switch) for each in self.ruling if each.switch}

    def switches_on(self, rule_id: RuleId) -> tuple[tuple[Ruling, Switch], ...]:
        """Return the switchable rulings on a rule; for the id of a ruling, that ruling."""
        return tuple(
            (ruling, switch)
            for ruling, switch in self.switches.values()
            if rule_id == ruling.id or rule_id in ruling.rules
        )

    def former_readings(self, version: str) -> dict[str, str]:
        """Return the readings that differ in an older version of the rules."""
        return {
            name: switch.before
            for name, (_, switch) in self.switches.items()
            if switch.since and _parts(version) < _parts(switch.since)
        }


def _check_switches(book: Rulebook, file: str) -> None:
    """Raise ValueError for a switch that no match could set, or that two rulings share."""
    for ruling in book.ruling:
        switch = ruling.switch
        if switch is None:
            continue
        names = [reading.name for reading in switch.readings]
        if any(word.split() != [word] for word in (switch.name, *names)):
            raise ValueError(
                f"{file}: {ruling.id}: names of a switch and its readings are one word"
            )
        if len(names) < 2 or len({*names}) < len(names):
            raise ValueError(f"{file}: {ruling.id}: a switch has two or more different readings")
        if bool(switch.since) != bool(switch.before) or switch.before not in ("", *names[1:]):
            raise ValueError(f"{file}: {ruling.id}: 'since' needs an earlier reading in 'before'")
        if book.switches[switch.name][0] is not ruling:
            raise ValueError(f"{file}: two rulings have the switch {switch.name!r}")


def _parts(version: str) -> tuple[int, ...]:
    """Return a version as comparable numbers; an unknown format counts as the newest."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(map(str.isdecimal, parts)) else (1_000_000,)


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why something may not be done: the rule, the reason in words, the figures compared.

    >>> str(Refusal("TOY.REACH", "too far away", (("distance", 7), ("range", 5))))
    'too far away (distance 7, range 5) [TOY.REACH]'
    """

    rule: RuleId
    """The rule's id; the rulebook has its text and page."""
    reason: str
    """The reason in words."""
    figures: tuple[tuple[str, int | str], ...] = ()
    """The figures that were compared, with their names."""

    def __str__(self) -> str:
        figures = ", ".join(f"{name} {figure}" for name, figure in self.figures)
        return f"{self.reason}{f' ({figures})' if figures else ''} [{self.rule}]"


class Refused(ValueError):
    """Raised for an answer that the rules do not allow, with every reason."""

    def __init__(self, refusals: Iterable[Refusal]) -> None:
        self.refusals: tuple[Refusal, ...] = tuple(refusals)
        """Every reason against the answer."""
        super().__init__(self.refusals)

    def __str__(self) -> str:
        return "; ".join(map(str, self.refusals))
