"""The stopping rule of a study as written in its file: "difference of 1 % in 'won' decided either way, error 5 %"."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

import msgspec

EXAMPLE = "difference of 1 % in 'won' decided either way, error 5 %"
_NUMBER = r"[-+]?\d+(?:[.,]\d+)?"
_AMOUNT = re.compile(rf"({_NUMBER})\s*(%|percent\b)?\s*")
_METRIC = re.compile(r"in\s+(?:'([^']*)'|\"([^\"]*)\"|([^\s,'\"]+))\s*")
_ERROR = re.compile(rf",?\s*error\s+(?:of\s+)?({_NUMBER})\s*(%|percent\b)?\s*")


class Unclear(ValueError):
    """A sentence that is not a stopping rule."""


class StoppingRule(msgspec.Struct, frozen=True):
    """The smallest difference that matters, its metric, and the error rate."""

    metric: str
    amount: float
    """As a share if in percent: 0.01 for 1 %."""
    percent: bool = True
    """Points of a metric that is a share itself; of any other, parts of what it is under A."""
    error: float = 0.05

    @property
    def written(self) -> str:
        """The smallest difference that matters, as written."""
        return f"{self.amount * 100:g} %" if self.percent else f"{self.amount:g}"

    def __str__(self) -> str:
        error = f"{self.error * 100:g} %"
        return f"difference of {self.written} in '{self.metric}' decided either way, error {error}"


def parse(text: str, metrics: Collection[str] = ()) -> StoppingRule:
    """Read the sentence; errors name what was expected.

    >>> parse("difference of 0.5 % in 'won' decided either way, error 1 %")
    StoppingRule(metric='won', amount=0.005, percent=True, error=0.01)
    >>> parse("difference of 2 in length")
    StoppingRule(metric='length', amount=2.0, percent=False, error=0.05)
    """
    sentence = " ".join(text.split())
    rest = _after("difference of ", sentence, sentence)
    found = _AMOUNT.match(rest)
    if not found:
        raise _unclear(sentence, f"{_first(rest)} is no number: how large a difference?")
    percent = found[2] is not None
    amount = _number(found[1]) / (100 if percent else 1)
    if amount <= 0 or (percent and amount >= 1):
        raise _unclear(sentence, f"a difference of {found[0].strip()} can never be decided")
    rest = rest[found.end() :]
    named = _METRIC.match(rest)
    if not named:
        raise _unclear(sentence, f"{_first(rest)}: in which metric? Go on with: in 'won'")
    metric = next(name for name in named.groups() if name is not None)
    if metrics and metric not in metrics:
        raise _unclear(sentence, _unknown(metric, metrics))
    rest = rest[named.end() :]
    if rest and not rest.startswith(","):
        rest = rest if rest.startswith("error") else _after("decided either way", rest, sentence)
    return StoppingRule(metric, amount, percent, _error(rest, sentence))


def _error(rest: str, sentence: str) -> float:
    if not rest.strip():
        return 0.05
    found = _ERROR.fullmatch(rest.strip())
    if not found:
        raise _unclear(
            sentence, f"{rest.strip()!r}: the sentence ends with the error, such as: , error 5 %"
        )
    error = _number(found[1]) / (100 if found[2] else 1)
    if not 0 < error <= 0.5:
        raise _unclear(sentence, f"an error of {error * 100:g} % is not between 0 and 50 %")
    return error


def _after(wanted: str, rest: str, sentence: str) -> str:
    if not rest.startswith(wanted):
        raise _unclear(sentence, f"{_first(rest)}: {wanted.strip()!r} was expected there")
    return rest[len(wanted) :].lstrip()


def _unknown(metric: str, metrics: Collection[str]) -> str:
    close = get_close_matches(metric, metrics, 1)
    meant = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(sorted(metrics))}"
    return f"nothing is measured as {metric!r}; {meant}"


def _first(rest: str) -> str:
    return repr(" ".join(rest.split()[:3])) if rest.strip() else "the end"


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _unclear(sentence: str, why: str) -> Unclear:
    return Unclear(f"stop at {sentence!r}: {why}. For example: {EXAMPLE}")
