"""Dividing an attacker's damage among several blockers: the answer, the listed ways, the refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Self

from gattai.games.robot_empire.figures import enough
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.action import Action, Highlight
from gattai.kernel.rulebook import Refusal

Shares = tuple[tuple[CardId, int], ...]
MAX_CONSIDERED = 8
"""In larger groups only this many blockers, the weakest, are listed for destruction; others may be
named.
"""


class Divide(Action, frozen=True, tag="divide"):
    """ROBOT-EMPIRE.DMG.ORDER: divide damage among several blockers, in this order.

    Asked only in the middle of a battle, never in a settled state.
    """

    shares: tuple[tuple[CardId, int], ...]

    def label(self, view: State) -> str:
        """How much for each blocker, and whether that destroys it."""
        return ", ".join(_share(view, unit, amount) for unit, amount in self.shares) or "nothing"

    def highlight(self, view: State) -> Highlight:
        return Highlight(reached=tuple(unit for unit, _ in self.shares))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Self]:
        return iter(())

    def refusals(self, state: State) -> Iterator[Refusal]:
        yield Refusal("ROBOT-EMPIRE.DMG.ORDER", "no damage is being divided")


def _share(view: State, unit: CardId, damage: int) -> str:
    falls = unit in view.by_id and damage >= enough(view.by_id[unit])
    return f"{damage} to {view.called(unit)}{' (destroyed)' if falls else ''}"


def divisions(gang: Sequence[Unit], damage: int) -> Iterator[Divide]:
    """Ways to divide: just enough to destroy some; the rest goes to one more, or to the last."""
    needs = {unit.id: enough(unit) for unit in gang}
    weakest = sorted(gang, key=lambda unit: needs[unit.id])[:MAX_CONSIDERED]
    considered = [unit.id for unit in gang if unit in weakest]
    for count in range(len(considered), -1, -1):
        for doomed in combinations(considered, count):
            left = damage - sum(needs[card] for card in doomed)
            if left < 0:
                continue
            shares = tuple([(card, needs[card]) for card in doomed])
            if left == 0:
                yield Divide(shares)
                continue
            for unit in gang:
                if unit.id not in doomed and needs[unit.id] > left:
                    yield Divide((*shares, (unit.id, left)))
            if count == len(gang):
                yield Divide((*shares[:-1], (shares[-1][0], shares[-1][1] + left)))


def divide_refusals(gang: Sequence[Unit], damage: int, action: object) -> Iterator[Refusal]:
    """ROBOT-EMPIRE.AMB.DIVIDE-VS-CHOOSE: all of it, in order, each with enough before the next."""
    rule = "ROBOT-EMPIRE.DMG.ORDER"
    if not isinstance(action, Divide):
        yield Refusal(rule, "the damage is to be divided")
        return
    units = {unit.id: unit for unit in gang}
    named = [card for card, _ in action.shares]
    if any(card not in units for card in named) or len({*named}) != len(named):
        yield Refusal(rule, "damage goes to those who block, to each once")
        return
    dealt = sum(amount for _, amount in action.shares)
    if dealt != damage or any(amount < 0 for _, amount in action.shares):
        yield Refusal(rule, "all damage is dealt", (("damage", damage), ("dealt", dealt)))
    for (card, amount), (_, following) in zip(action.shares, action.shares[1:], strict=False):
        need = enough(units[card])
        if amount < need and following > 0:
            name = units[card].faces[0].name
            figures = (("needed", need), ("given", amount))
            yield Refusal(rule, f"{name} has to get enough before the next gets any", figures)
