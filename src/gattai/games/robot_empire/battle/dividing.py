"""How an attacker's damage is divided among a gang of blockers: the answer, its ways, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Self

from gattai.games.robot_empire.figures import enough
from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.deed import Deed, Sketch
from gattai.kernel.rulebook import Refusal

Shares = tuple[tuple[CardId, int], ...]
MOST_CONSIDERED = 8
"""Of larger gangs only so many, the weakest, are listed as to be destroyed; others may be named."""


class Divide(Deed, frozen=True, tag="divide"):
    """ROBOT-EMPIRE.DMG.ORDER: damage among a gang of blockers, in this order.

    Asked in the midst of a battle alone; at a settled table there is nothing to divide.
    """

    shares: tuple[tuple[CardId, int], ...]

    def label(self, view: State) -> str:
        """How much, to whom, and whether that is the end of it."""
        return ", ".join(_share(view, unit, amount) for unit, amount in self.shares) or "nothing"

    def sketch(self, view: State) -> Sketch:
        """All who get some."""
        return Sketch(reached=tuple(unit for unit, _ in self.shares))

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Self]:
        """None."""
        return iter(())

    def refusals(self, state: State) -> Iterator[Refusal]:
        """No battle is being fought."""
        yield Refusal("ROBOT-EMPIRE.DMG.ORDER", "no damage is being divided")


def _share(view: State, unit: CardId, damage: int) -> str:
    falls = unit in view.by_id and damage >= enough(view.by_id[unit])
    return f"{damage} to {view.called(unit)}{' (destroyed)' if falls else ''}"


def divisions(gang: Sequence[Unit], damage: int) -> Iterator[Divide]:
    """Ways to divide: some are destroyed with just enough, the rest goes on one more, or on the last."""
    needs = {unit.id: enough(unit) for unit in gang}
    weakest = sorted(gang, key=lambda unit: needs[unit.id])[:MOST_CONSIDERED]
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


def divide_refusals(gang: Sequence[Unit], damage: int, action: Any) -> Iterator[Refusal]:
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
