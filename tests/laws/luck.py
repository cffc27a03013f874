"""The luck of random games: what it comes to for each side, and how far from nothing its mean lies.

    python -m tests.laws.luck aegis 2000

plays so many games and prints mean and standard error for each side and unit.
"""

import random
import sys
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.position import stand
from gattai.kernel.record import Past
from gattai.kernel.ruleset import AnyRuleset
from gattai.odds.luck import Luck, NotReckoned, luck_of
from gattai.testing.walk import moments

Side = tuple[int, str]
"""A seat and the unit in which its luck is counted."""


class Mean(msgspec.Struct, frozen=True):
    """The mean of a sum over games, and its standard error."""

    mean: float
    error: float
    actions: int

    @property
    def errors_off(self) -> float:
        """How many standard errors it lies from nothing."""
        return abs(self.mean) / self.error if self.error else 0.0


def lucks(rules: AnyRuleset, seed: str) -> list[tuple[Luck, ...] | NotReckoned]:
    """The luck of one random game, action by action."""
    found: list[tuple[Luck, ...] | NotReckoned] = []
    action: list[Past[Any]] = []
    for number, moment in enumerate(moments(rules, random.Random(seed)), 1):
        step = moment.step
        at = stand(moment.rules, moment.before)
        action.append(Past(moment.seat, at, "", step.events, step.table))
        if step.position.is_settled:
            first = number + 1 - len(action)
            found.append(luck_of(moment.rules, games.measures(rules.name), action, first))
            action = []
    return found


def sums(found: Iterable[tuple[Luck, ...] | NotReckoned]) -> dict[Side, Fraction]:
    """The sum of one game for each side and unit."""
    whole: dict[Side, Fraction] = {}
    for each in found:
        for luck in () if isinstance(each, NotReckoned) else each:
            side = (luck.seat, luck.unit)
            whole[side] = whole.get(side, Fraction()) + luck.amount
    return whole


def means(rules: AnyRuleset, seeds: Iterable[str]) -> tuple[dict[Side, Mean], int]:
    """Over so many games: the means, and how many actions could not be reckoned."""
    whole: dict[Side, list[float]] = {}
    actions: dict[Side, int] = {}
    unreckoned = played = 0
    for seed in seeds:
        found = lucks(rules, seed)
        played += 1
        unreckoned += sum(isinstance(each, NotReckoned) for each in found)
        for each in found:
            for luck in () if isinstance(each, NotReckoned) else each:
                actions[luck.seat, luck.unit] = actions.get((luck.seat, luck.unit), 0) + 1
        for side, amount in sums(found).items():
            whole.setdefault(side, []).append(float(amount))
    return {
        side: mean_of(amounts, played, actions[side]) for side, amounts in sorted(whole.items())
    }, unreckoned


def mean_of(amounts: Iterable[float], played: int, actions: int = 0) -> Mean:
    """Games that are not among the amounts had none."""
    known = [*amounts]
    mean = sum(known) / played
    spread = sum((amount - mean) ** 2 for amount in known) + (played - len(known)) * mean**2
    return Mean(mean, sqrt(spread / max(1, played - 1) / played), actions)


def table(name: str, found: dict[Side, Mean], unreckoned: int, played: int) -> str:
    """The figures, a line for each side and unit."""
    seats = games.load(name).seats
    lines = [f"luck of {played} random games of {name}; actions not reckoned: {unreckoned}"]
    for (seat, unit), mean in found.items():
        lines.append(
            f"  {seats[seat]:<8}{unit:<22}{mean.mean:>+11.4f} a game, standard error "
            f"{mean.error:>9.4f} ({mean.errors_off:.2f} of them), {mean.actions} actions"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    GAME, COUNT = sys.argv[1], int(sys.argv[2])
    FOUND, NOT = means(games.load(GAME), (f"luck/{GAME}/{number}" for number in range(COUNT)))
    print(table(GAME, FOUND, NOT, COUNT))
