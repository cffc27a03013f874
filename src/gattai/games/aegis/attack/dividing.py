"""AEGIS.MOD.DIV: the ways to divide damage. All are legal answers; if there are too many, the
useful ones are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from math import comb

from gattai.games.aegis.state import State, UnitId
from gattai.kernel.action import Option
from gattai.kernel.question import Options
from gattai.kernel.rulebook import Refusal

MAX_LISTED = 500
"""The most divisions that are listed in full. Twelve damage over three units has 91."""


class DivideDamage(Option, frozen=True, tag="divide"):
    """Divide damage among the units in the area: one share for each, in their order."""

    shares: tuple[tuple[UnitId, int], ...]

    def label(self, view: State) -> str:
        """The units with a share, by name."""
        return ", ".join(f"{view.units[u].card.name} {n}" for u, n in self.shares if n)


def divisions(
    total: int, ids: tuple[UnitId, ...], deadly: tuple[int, ...]
) -> Options[DivideDamage]:
    """Every division into whole shares. `deadly` is the share that destroys each unit."""
    few = comb(total + len(ids) - 1, len(ids) - 1) <= MAX_LISTED
    found = every_way(total, len(ids)) if few else useful_ways(total, deadly)
    listed = [DivideDamage(tuple(zip(ids, shares, strict=True))) for shares in found]
    return Options(listed, partial(divide_refusals, total, ids), open_ended=True)


def divide_refusals(total: int, ids: tuple[UnitId, ...], answer: object) -> Iterator[Refusal]:
    """AEGIS.MOD.DIV: one share for each unit in order, none below 0, adding up to the total."""
    rule = "AEGIS.MOD.DIV"
    if not isinstance(answer, DivideDamage) or tuple(unit for unit, _ in answer.shares) != ids:
        yield Refusal(rule, "each unit in the area is given a share, in their order")
        return
    amounts = [share for _, share in answer.shares]
    if min(amounts) < 0 or sum(amounts) != total:
        figures = (("divided", sum(amounts)), ("damage", total))
        yield Refusal(rule, "the shares do not add up to the damage", figures)


def every_way(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide a whole number, beginning with the most for the first."""
    if count == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in every_way(total - first, count - 1):
            yield (first, *rest)


def useful_ways(total: int, deadly: Sequence[int]) -> list[tuple[int, ...]]:
    """Useful divisions: all to one, between two, evenly; or just enough to destroy some, the rest
    to one more.

    Begins with the same division as `every_way`.
    """
    everybody = range(len(deadly))
    found: dict[tuple[int, ...], None] = {}

    def note(shares: dict[int, int]) -> None:
        found[tuple(shares.get(n, 0) for n in everybody)] = None

    for n in everybody:
        note({n: total})
    share, over = divmod(total, len(deadly))
    note({n: share + (n < over) for n in everybody})
    for some in _destroyed(total, deadly):
        rest = total - sum(deadly[n] for n in some)
        for extra in everybody if rest else everybody[:1]:
            shares = {n: deadly[n] for n in some}
            shares[extra] = shares.get(extra, 0) + rest
            note(shares)
    for one, other in combinations(everybody, 2):
        for first in range(total - 1, 0, -1):
            note({one: first, other: total - first})
    return [*islice(found, MAX_LISTED)]


def _destroyed(total: int, deadly: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The units that can be destroyed together, as many as possible first."""
    for count in range(len(deadly), 0, -1):
        for some in combinations(range(len(deadly)), count):
            if sum(deadly[n] for n in some) <= total:
                yield some
