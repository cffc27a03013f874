"""What is given beside the cards: `target EVA +1, user DMD +1, target XPO, target Evade 1`."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from gattai.games.aegis.keywords.registry import ABILITIES, CONDITIONS, split_name
from gattai.tabletop.problem import did_you_mean
from gattai.terminal.complaint import Complaint

Who = Literal["user", "target"]
FORM = (
    "'target EVA +1', 'user DMD +1', 'target XPO', 'target Evade 1', 'target lost 3', 'user moved'"
)
_TERM = re.compile(r"(user|target)\s+(.+?)(?:\s+([+-]?\d{1,2}))?", re.IGNORECASE)
FIGURES = ("lost", "energy")
FLAGS = ("moved", "ally", "enemy")


class Given(msgspec.Struct, frozen=True):
    """One thing that is given: of whom, and a state, an ability, a figure or a flag."""

    who: Who
    kind: Literal["state", "ability", "figure", "flag"]
    word: str
    amount: int = 0

    def __str__(self) -> str:
        if self.kind == "state":
            return f"{self.who} {self.word}{f' {self.amount:+d}' if self.amount else ''}"
        return f"{self.who} {self.word}{f' {self.amount}' if self.amount else ''}"


def read_terms(text: str) -> tuple[Given, ...]:
    """The terms of a text, with commas between them."""
    return tuple(_read(term.strip()) for term in text.split(",") if term.strip())


def _read(term: str) -> Given:
    found = _TERM.fullmatch(term)
    if found is None:
        raise Complaint(f"{term!r} does not say of whom; write {FORM}")
    who: Who = "user" if found[1].casefold() == "user" else "target"
    word, number = found[2].strip(), found[3]
    amount = int(number) if number else 0
    states = {code.casefold(): code for code in CONDITIONS}
    states |= {kind.word.casefold(): code for code, kind in CONDITIONS.items()}
    wanted = word.casefold()
    if wanted in states:
        code = states[wanted]
        if not CONDITIONS[code].adds_up:
            if number:
                raise Complaint(f"{term!r}: {code} takes no number")
            return Given(who, "state", code)
        return Given(who, "state", code, amount if number else 1)
    abilities = {name.casefold(): name for name in ABILITIES}
    if wanted in abilities:
        name = abilities[wanted]
        if ABILITIES[name].takes_number != bool(amount > 0):
            needs = (
                "needs a number, such as 1" if ABILITIES[name].takes_number else "takes no number"
            )
            raise Complaint(f"{term!r}: {name} {needs}")
        return Given(who, "ability", name, amount)
    if wanted in FIGURES and number and amount >= 0:
        return Given(who, "figure", wanted, amount)
    if wanted in FLAGS and not number:
        return Given(who, "flag", wanted)
    known = [*CONDITIONS, *ABILITIES, *FIGURES, *FLAGS]
    raise Complaint(f"{term!r}: no such term{did_you_mean(split_name(word)[0], known)}")
