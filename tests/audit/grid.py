"""An interaction audit: who may do what to whom, in every pair of conditions, and why not.

An `Audit` asks a game's own rules about every ordered pair of conditions. It compares the two
directions of each pair: where a unit may act on another and the other may not act back, the rules
that refuse it have to stand in `explained/<game>.toml`, each with the place in the document (or the
ruling) that makes it one-sided. What is not explained there is taken for a bug.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from gattai.kernel.action import Action
from gattai.kernel.rulebook import Refusal, Rule, Rulebook

EXPLAINED = Path(__file__).parent / "explained"

Answer = tuple[Refusal, ...] | None
"""Every reason against it, none if it is allowed; None where such a table cannot be laid."""


class Condition(NamedTuple):
    """A state a unit can be in."""

    id: str
    words: str
    """Completes "a unit ...": `under water`, `that has acted this Round`."""


class Permission(NamedTuple):
    """Something a unit may do to another, or by itself."""

    id: str
    words: str
    """Completes "cannot: ...": `direct fire`, `move`."""
    answers: str = ""
    """The permission it is the answer to: it is asked only where that one is allowed, and every
    refusal counts as an asymmetry, because the other has just struck."""


class Explanation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a rule may refuse one side and not the other."""

    rule: str
    why: str
    by: str = ""
    """The rule that makes it so, where the one that refuses only passes it on."""
    ruling: str = ""
    """Our ruling that makes it so, if the document does not print it."""
    house: bool = False
    """Whether it comes from a card of ours."""
    actor: tuple[str, ...] = ()
    """It refuses whoever is in one of these conditions and wants to act."""
    target: tuple[str, ...] = ()
    """It refuses whoever wants to act on somebody in one of these conditions."""
    permissions: tuple[str, ...] = ()
    """Only these; all, if none is named."""

    def covers(self, rule: str, permission: str, actor: str, target: str) -> bool:
        """Whether it explains that this rule refuses that."""
        return (
            rule == self.rule
            and (not self.permissions or permission in self.permissions)
            and (actor in self.actor or target in self.target)
        )


class Mended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An asymmetry that no rule prints: what it was and what was changed."""

    what: str
    test: str


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was written by hand about one game's audit."""

    explained: tuple[Explanation, ...] = ()
    mended: tuple[Mended, ...] = ()

    @classmethod
    def load(cls, game: str) -> Notes:
        """Those of `explained/<game>.toml`."""
        text = (EXPLAINED / f"{game}.toml").read_text("utf-8")
        return msgspec.convert(tomllib.loads(text), cls)


class Asymmetry(NamedTuple):
    """One may, the other may not."""

    permission: Permission
    can: Condition
    cannot: Condition
    refusals: tuple[Refusal, ...]

    def unexplained(self, notes: Notes) -> Iterator[Refusal]:
        """The reasons that no explanation covers."""
        for each in self.refusals:
            if next(self.explanations(notes, each.rule), None) is None:
                yield each

    def explanations(self, notes: Notes, rule: str) -> Iterator[Explanation]:
        """All that explain one of the rules."""
        for each in notes.explained:
            if each.covers(rule, self.permission.id, self.cannot.id, self.can.id):
                yield each

    def __str__(self) -> str:
        why = "; ".join(map(str, self.refusals))
        return f"{self.permission.id}: {self.can.id} may act on {self.cannot.id}, not the reverse: {why}"


class Audit(msgspec.Struct, frozen=True, dict=True):
    """Everything that was asked of one game, and what it said."""

    book: Rulebook
    conditions: tuple[Condition, ...]
    """The first is the plain one: nothing unusual."""
    permissions: tuple[Permission, ...]
    own: tuple[Permission, ...]
    """What a unit does by itself, or what its side does for it."""
    ask: Callable[[Permission, Condition, Condition], Answer]
    ask_own: Callable[[Permission, Condition], Answer]
    about: str
    """How the tables are laid, for the page."""

    @property
    def game(self) -> str:
        """Its id."""
        return self.book.game.id

    @cached_property
    def notes(self) -> Notes:
        """The explanations."""
        return Notes.load(self.game)

    @cached_property
    def answers(self) -> dict[tuple[str, str, str], Answer]:
        """By permission, the condition of who acts and of the target."""
        found: dict[tuple[str, str, str], Answer] = {}
        for each in self.permissions:
            for one in self.conditions:
                for two in self.conditions:
                    struck = not each.answers or found[each.answers, two.id, one.id] == ()
                    found[each.id, one.id, two.id] = self.ask(each, one, two) if struck else None
        return found

    @cached_property
    def own_answers(self) -> dict[tuple[str, str], Answer]:
        """By permission and condition."""
        return {
            (each.id, one.id): self.ask_own(each, one)
            for each in self.own
            for one in self.conditions
        }

    @cached_property
    def asymmetries(self) -> tuple[Asymmetry, ...]:
        """Every pair of which one may and the other may not."""
        return tuple(self._asymmetries())

    def _asymmetries(self) -> Iterator[Asymmetry]:
        for each in self.permissions:
            for one in self.conditions:
                for two in self.conditions:
                    refused = self.answers[each.id, two.id, one.id]
                    if refused and (each.answers or self.answers[each.id, one.id, two.id] == ()):
                        yield Asymmetry(each, one, two, refused)

    @cached_property
    def departures(self) -> tuple[Asymmetry, ...]:
        """What a unit may not do by itself in a condition, though a plain one may."""
        plain = self.conditions[0]
        return tuple(
            Asymmetry(each, plain, one, refused)
            for each in self.own
            for one in self.conditions
            if self.own_answers[each.id, plain.id] == ()
            and (refused := self.own_answers[each.id, one.id])
        )

    @cached_property
    def gains(self) -> tuple[Asymmetry, ...]:
        """What only a unit in some condition may do by itself: the plain one is refused."""
        plain = self.conditions[0]
        return tuple(
            Asymmetry(each, one, plain, refused)
            for each in self.own
            for one in self.conditions
            if self.own_answers[each.id, one.id] == ()
            and (refused := self.own_answers[each.id, plain.id])
        )

    def source(self, explanation: Explanation) -> Rule:
        """The rule that an explanation rests on."""
        return self.book.find(explanation.by or explanation.rule)

    def is_ours(self, explanation: Explanation) -> bool:
        """Whether it rests on a ruling, a card or a house rule of ours, not on the document."""
        return (
            bool(explanation.ruling)
            or explanation.house
            or self.source(explanation).certainty == "house"
        )

    @property
    def all_asymmetries(self) -> tuple[Asymmetry, ...]:
        """Those between two units, and those of one unit beside a plain one."""
        return (*self.asymmetries, *self.departures, *self.gains)

    def faults(self) -> Iterator[str]:
        """What nobody has explained, and explanations that explain nothing."""
        used: set[Explanation] = set()
        for each in self.all_asymmetries:
            for refusal in each.unexplained(self.notes):
                yield f"no explanation of {refusal.rule} in {each}"
            for refusal in each.refusals:
                used.update(each.explanations(self.notes, refusal.rule))
        for explanation in self.notes.explained:
            if explanation not in used:
                yield f"the explanation of {explanation.rule} explains nothing: {explanation.why}"
            for name in (explanation.rule, explanation.by, explanation.ruling):
                if name and name not in self.book:
                    yield f"no rule {name}"
            if explanation.ruling and explanation.ruling.split(".")[1] != "AMB":
                yield f"{explanation.ruling} is no ruling"
            known = {each.id for each in self.conditions}
            for name in (*explanation.actor, *explanation.target):
                if name not in known:
                    yield f"{explanation.rule}: no condition {name!r}"
            named = {each.id for each in (*self.permissions, *self.own)}
            for name in explanation.permissions:
                if name not in named:
                    yield f"{explanation.rule}: no permission {name!r}"


def rules_of(refusals: Iterable[Refusal]) -> tuple[str, ...]:
    """The rules that refuse, each once."""
    return tuple(dict.fromkeys(each.rule for each in refusals))


def least_refused(actions: Iterable[Action], state: Any) -> Answer:
    """Nothing if one of these may be done; else what speaks against the one least refused."""
    least: Answer = None
    for each in actions:
        refusals = tuple(each.refusals(state))
        if least is None or len(refusals) < len(least):
            least = refusals
        if not least:
            break
    return least
