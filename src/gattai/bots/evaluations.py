"""What a bot thinks of a table, by game: its worth, ideas for answers, and what ends a turn.

A game keeps its own evaluation in `games/<game>/evaluation.py`; ideas for answers stand there too,
or, where that would be too much for a file, beside this one. This is the list of them. A game without one can be played all the same: its
tables are worth nothing until somebody has won.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.question import Question, Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome

WON = 200.0
"""What a game that is won is worth; no table that is still played on should be worth more."""


def _nothing(state: Any, seat: Seat) -> float:
    return 0.0


def _as_it_is(state: Any) -> Any:
    return state


def _never(state: Any) -> int:
    return 0


class Evaluation(msgspec.Struct, frozen=True):
    """How one game looks to a bot."""

    worth: Callable[[Any, Seat], float] = _nothing
    """How much better a seat stands than the others. What one has, the others lack."""
    material: Callable[[Any, Seat], float] = _nothing
    """The part of the worth that dice change at once, and that is quickly counted."""
    ideas: Callable[[Any, Question], list[tuple[float, Any, float]]] | None = None
    """Answers to the standing question worth a closer look, the best first: a guess of the gain,
    the answer, and what its dice bring on average in `material` to the seat that is asked.
    """
    passing: tuple[type, ...] = ()
    """Answers that give up what is left of the turn. They are judged by `spent`."""
    spent: Callable[[Any], Any] = _as_it_is
    """The table with nothing left to be done this turn."""
    clicks: Callable[[Any], int] = _never
    """How many answers the running activation has had already."""

    def of_outcome(self, outcome: Outcome, seat: Seat) -> float:
        """What the end of a game is worth: all, nothing, or (shared) in between."""
        if seat not in outcome.winners:
            return -WON
        return WON if len(outcome.winners) == 1 else 0.0


PLAIN = Evaluation()

_WHERE = {
    "aegis": ("gattai.games.aegis.evaluation", "gattai.bots.aegis_ideas"),
    "attack-chart": (
        "gattai.games.attack_chart.evaluation",
        "gattai.games.attack_chart.evaluation",
    ),
}
_KEPT: dict[str, Evaluation] = {}


def of(game: str) -> Evaluation:
    """The evaluation of a game; `PLAIN` where it has none.

    >>> of("solitaire") is PLAIN
    True
    """
    if game not in _WHERE:
        return PLAIN
    if game not in _KEPT:
        judging, thinking = (import_module(module) for module in _WHERE[game])
        _KEPT[game] = Evaluation(
            worth=judging.worth,
            material=thinking.material,
            ideas=thinking.promising,
            passing=thinking.PASSING,
            spent=thinking.spent,
            clicks=thinking.clicks,
        )
    return _KEPT[game]


def rules_of(state: Any) -> AnyRuleset:
    """The rules of the game that this is a table of. Cards stand in the state: packs do not matter."""
    folder = type(state).__module__.rpartition(".")[0]
    for name in games.names():
        if folder == f"gattai.games.{name.replace('-', '_')}":
            return games.load(name)
    raise LookupError(f"no game known here has a table of the kind {type(state).__name__}")
