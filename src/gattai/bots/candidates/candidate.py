"""Candidates with their features: what a learned policy chooses from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec


class Candidate(NamedTuple):
    """One answer, described by numbers that need no rollout and no dice."""

    kind: str
    """The kind of answer: each has features and weights of its own."""
    features: tuple[float, ...]
    answer: object


class CandidateMaker(msgspec.Struct, frozen=True):
    """How a game describes its candidate answers at a settled table."""

    features: Mapping[str, tuple[str, ...]]
    """The names of the features of each kind."""
    make: Callable[..., list[Candidate]]
    """Returns the candidates, given a settled table of the game and the options; some may be illegal."""
    midway: Callable[..., list[Candidate]] | None = None
    """Returns the candidates in the middle of an action, given the table as its seat sees it and the question.

    None, or an empty list for a question, if no policy is learned for it.
    """
    together: Callable[..., object] | None = None
    """Returns the answer where several seats are asked at once, given the same; None to play as greedy."""
