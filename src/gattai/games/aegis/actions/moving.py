"""Moving: one move per act, before the Action, unless a passive allows more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.events.flow import UnitMoved
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
from gattai.games.aegis.phases.acting import UnitAction
from gattai.games.aegis.state import Act, State, Unit
from gattai.kernel.action import Highlight
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class Move(UnitAction, frozen=True, tag="move"):
    """Move a unit, by the shortest way or by a way named place by place."""

    says = "move to {to}"
    to: Spot
    by: tuple[Spot, ...] = ()

    def label(self, view: State) -> str:
        """The place, with the reason it is suggested where not all places are listed."""
        unit = view.units[self.unit]
        why = suggested(view, unit, affordable_steps(view, unit)).get(self.to)
        return f"{super().label(view)}: {why}" if why else super().label(view)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Move]:
        """Each unit to each place, or to suggested places."""
        for unit_id in state.all_units:
            for at in thinkable(state, _ends_of(state, state.units[unit_id])):
                yield cls(unit_id, at)

    def against(self, state: State, unit: Unit, act: Act) -> Iterator[Refusal]:
        """AEGIS.TURN.ACT-ORDER, AEGIS.MOVE.SINGLE: one move, before the Action, unless a passive
        allows more.
        """
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

    def perform(self, table: Table[State]) -> None:
        """AEGIS.MOVE.BASIC: step by step; only the number of steps counts."""
        state = table.state
        unit = state.units[self.unit]
        steps = steps_to(state, unit, self.to, self.by, longest_move(state, unit))
        assert steps is not None
        price = move_price(unit, steps)
        rule = "AEGIS.MOVE.BASIC"
        table.emit(UnitMoved(rule=rule, unit=self.unit, to=self.to, steps=steps, price=price))

    def price_in(self, view: State) -> str:
        """AEGIS.MOVE.BASIC: the energy for the length of the move."""
        unit = view.units[self.unit]
        if unit.at is None:
            return ""
        steps = steps_to(view, unit, self.to, self.by, longest_move(view, unit))
        return "" if steps is None else f"{move_price(unit, steps)} energy"

    def highlight(self, view: State) -> Highlight:
        """The way that is named, or the shortest one."""
        unit = view.units[self.unit]
        if self.by and unit.at is not None:
            return Highlight(way=(unit.at, *self.by, self.to))
        return Highlight(way=way_to(view, unit, self.to))


MAX_ENDS = 40
"""How many end places of a move are suggested on an open table."""


class Ends(Sequence[Spot | None]):
    """Possible end places of a move on an open table, found when they are read.

    The length is fixed; the last numbers may have no place.
    """

    __slots__ = ("_found", "_state", "_steps", "_unit")

    def __init__(self, state: State, unit: Unit, steps: int) -> None:
        self._state, self._unit, self._steps = state, unit, steps
        self._found: tuple[Spot, ...] | None = None

    def __len__(self) -> int:
        return MAX_ENDS

    def __getitem__(self, index: int) -> Spot | None:  # type: ignore[override]
        if not 0 <= index < MAX_ENDS:
            raise IndexError(index)  # what loops over a sequence without `__iter__` ends here
        found = self._found
        if found is None:
            state, unit, steps = self._state, self._unit, self._steps
            assert unit.at is not None
            thought = (*suggested(state, unit, steps), *state.field.ground.around(unit.at, steps))
            found = self._found = tuple(dict.fromkeys(thought))[:MAX_ENDS]
        return found[index] if index < len(found) else None


def ends_of(state: State, unit: Unit, steps: int) -> Sequence[Spot | None]:
    """The possible end places of a move of that length by a unit on the field."""
    ground = state.field.ground
    assert unit.at is not None
    if ground.is_countable or steps <= 0:
        return ground.around(unit.at, steps)
    return Ends(state, unit, steps)


def _ends_of(state: State, unit: Unit) -> Iterator[Spot]:
    if unit.at is None or state.field.ground.is_countable:
        return
    for at in islice(ends_of(state, unit, affordable_steps(state, unit)), MAX_ENDS):
        if at is not None:
            yield at


def may_move_again(unit: Unit, act: Act | None) -> bool:
    """AEGIS.TURN.ACT-ORDER, AEGIS.MOVE.SINGLE: whether the unit may still move in its act."""
    if act is None:
        return True
    moves, after = _moves_of(unit.card)
    if act.moves >= moves or len(act.used) > 1:
        return False
    return not act.used or act.moves_after < after


@cache
def _moves_of(card: UnitCard) -> tuple[int, int]:
    """The number of moves a card has in one act, and the number after the Action."""
    kept = abilities(card)
    moves = max([each.moves for each in kept], default=1)
    return moves, max([each.moves_after for each in kept], default=0)
