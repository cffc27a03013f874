"""Moving: one move in an act, before the Action, unless a passive says otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.course.acting import UnitDeed
from gattai.games.aegis.events.course import UnitMoved
from gattai.games.aegis.figures import (
    affordable_steps,
    longest_move,
    move_price,
    move_refusals_of,
    steps_to,
    suggested,
    thinkable,
    way_to,
)
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import CONDITIONS, abilities
from gattai.games.aegis.state import Act, State, Unit
from gattai.kernel.deed import Sketch
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Move(UnitDeed, frozen=True, tag="move"):
    """Move a unit: the shortest way, unless another is named place by place."""

    says = "move to {to}"
    to: Spot
    by: tuple[Spot, ...] = ()

    def label(self, view: State) -> str:
        """Where places are only suggested, with what speaks for this one."""
        unit = view.units[self.unit]
        why = suggested(view, unit, affordable_steps(view, unit)).get(self.to)
        return f"{super().label(view)}: {why}" if why else super().label(view)

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Move]:
        """Each unit to each place, or to some."""
        for unit_id in state.all_units:
            for at in thinkable(state, _ends_of(state, state.units[unit_id])):
                yield cls(unit_id, at)

    def against(self, state: State, unit: Unit, act: Act) -> Iterator[Refusal]:
        """AEGIS.TURN.ACT-ORDER, AEGIS.MOVE.SINGLE: one move, before the Action, unless a passive says so."""
        for effect in unit.effects:
            kind = CONDITIONS[effect.kind]
            if kind.bars_moving:
                yield Refusal(kind.rule, f"{unit.name} is {kind.word} and cannot move")
        if not may_move_again(unit, act):
            if act.moves >= _moves_of(unit.card)[0]:
                figures = (("moves", act.moves), ("at most", _moves_of(unit.card)[0]))
                yield Refusal("AEGIS.MOVE.SINGLE", f"{unit.name} has moved", figures)
            else:
                rule = "AEGIS.TURN.ACT-ORDER"
                yield Refusal(rule, f"{unit.name} has used an Action and cannot move")
        most = longest_move(state, unit)
        steps = steps_to(state, unit, self.to, self.by, most)
        if steps is None:
            yield from move_refusals_of(state, unit, self.to, self.by, most)
        elif move_price(unit, steps) > state.energy[unit.seat]:
            figures = (("price", move_price(unit, steps)), ("energy", state.energy[unit.seat]))
            yield Refusal("AEGIS.TURN.ENERGY-NONNEG", "not enough energy to move there", figures)

    def happens(self, table: Table[State]) -> None:
        """AEGIS.MOVE.BASIC: step by step; only the number of steps counts."""
        state = table.state
        unit = state.units[self.unit]
        steps = steps_to(state, unit, self.to, self.by, longest_move(state, unit))
        assert steps is not None
        price = move_price(unit, steps)
        rule = "AEGIS.MOVE.BASIC"
        table.happens(UnitMoved(rule=rule, unit=self.unit, to=self.to, steps=steps, price=price))

    def price_in(self, view: State) -> str:
        """AEGIS.MOVE.BASIC: by its length."""
        unit = view.units[self.unit]
        if unit.at is None:
            return ""
        steps = steps_to(view, unit, self.to, self.by, longest_move(view, unit))
        return "" if steps is None else f"{move_price(unit, steps)} energy"

    def sketch(self, view: State) -> Sketch:
        """The way: as it is named, else the shortest."""
        unit = view.units[self.unit]
        if self.by and unit.at is not None:
            return Sketch(way=(unit.at, *self.by, self.to))
        return Sketch(way=way_to(view, unit, self.to))


MOST_ENDS = 40
"""How many places of a move are thought of where there is no end of them."""


class Ends(Sequence[Spot | None]):
    """Places where a move might end, on ground where not all can be listed: found when looked at.

    There are always as many numbers; those at the end may stand for nothing.
    """

    __slots__ = ("_found", "_state", "_steps", "_unit")

    def __init__(self, state: State, unit: Unit, steps: int) -> None:
        self._state, self._unit, self._steps = state, unit, steps
        self._found: tuple[Spot, ...] | None = None

    def __len__(self) -> int:
        return MOST_ENDS

    def __getitem__(self, index: Any) -> Any:
        found = self._found
        if found is None:
            state, unit, steps = self._state, self._unit, self._steps
            assert unit.at is not None
            thought = (*suggested(state, unit, steps), *state.field.ground.around(unit.at, steps))
            found = self._found = tuple(dict.fromkeys(thought))[:MOST_ENDS]
        return found[index] if index < len(found) else None


def ends_of(state: State, unit: Unit, steps: int) -> Sequence[Spot | None]:
    """Places where a move of that length might lead a unit on the field."""
    ground = state.field.ground
    assert unit.at is not None
    if ground.is_countable or steps <= 0:
        return ground.around(unit.at, steps)
    return Ends(state, unit, steps)


def _ends_of(state: State, unit: Unit) -> Iterator[Spot]:
    if unit.at is None or state.field.ground.is_countable:
        return
    for at in islice(ends_of(state, unit, affordable_steps(state, unit)), MOST_ENDS):
        if at is not None:
            yield at


def may_move_again(unit: Unit, act: Act | None) -> bool:
    """AEGIS.TURN.ACT-ORDER, AEGIS.MOVE.SINGLE: whether its act still has room for a move."""
    if act is None:
        return True
    moves, after = _moves_of(unit.card)
    if act.moves >= moves or len(act.used) > 1:
        return False
    return not act.used or act.moves_after < after


@cache
def _moves_of(card: UnitCard) -> tuple[int, int]:
    """How many moves a card has in one act, and how many after the Action."""
    kept = abilities(card)
    moves = max([each.moves for each in kept], default=1)
    return moves, max([each.moves_after for each in kept], default=0)
