"""Ten questions in nested procedures, and the answers to them."""

from typing import Any

from gattai.kernel.question import Steps, choose, roll
from gattai.kernel.ruleset import Table
from tests.kernel.small import BOB, ONE_DIE, Counted, Go, State


def blow(table: Table[State], depth: int) -> Steps[int]:
    """A blow: a die, a choice, and a blow in return, one level deeper."""
    rolled = yield from roll(ONE_DIE, f"S.BLOW{depth}")
    table.emit(Counted(rule="S.HIT", amount=rolled))
    if (yield from choose(BOB, ("more", "less"), f"S.MORE{depth}")) == "more":
        table.emit(Counted(rule="S.MORE", amount=10))
    return rolled + (0 if depth == 5 else (yield from blow(table, depth + 1)))


def exchange(table: Table[State], answer: Go) -> Steps[None]:
    """Five nested blows, so ten questions; their sum is told at the end."""
    whole = yield from blow(table, 1)
    table.emit(Counted(rule="S.SUM", amount=1000 * whole))


ANSWERS: tuple[Any, ...] = tuple(x for n in (1, 2, 3, 4, 5) for x in ((n,), "more"))
