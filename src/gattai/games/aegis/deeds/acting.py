"""The Action Phase: everything a side could do with its units, and ending the turn.

A battle has hundreds of candidates at every moment, and a bot that picks one needs one: they are
listed without being built, and made only where somebody looks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias

from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.course.acting import phase_refusals
from gattai.games.aegis.course.turns import end_turn
from gattai.games.aegis.deeds.combining import combines, price
from gattai.games.aegis.deeds.moving import Move, ends_of, may_move_again
from gattai.games.aegis.deeds.using import Use
from gattai.games.aegis.figures import affordable_steps
from gattai.games.aegis.ground.ground import Ground, Spot
from gattai.games.aegis.keywords.registry import includes_user, reach_of, voices
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.games.aegis.strike.aiming import targets_somebody
from gattai.kernel.deed import Deed
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class EndTurn(Deed, frozen=True, tag="end-turn", gc=False):
    """Stop acting."""

    says = "end the turn"
    ends = True

    @classmethod
    def conceivable(cls, state: State) -> Iterator[EndTurn]:
        """Always."""
        yield END_TURN

    def refusals(self, state: State) -> Iterator[Refusal]:
        """In the Action Phase, and not before anybody has acted."""
        if state.phase != "acting" or state.owed:
            return phase_refusals(state)
        return self._idle(state)

    def _idle(self, state: State) -> Iterator[Refusal]:
        """AEGIS.TURN.MUST-ACT: somebody has to act, unless nobody can (AMB.MUST-ACT)."""
        if state.first_actor is not None:
            return
        others = (option for option in act_candidates(state) if option is not END_TURN)
        if any(next(option.refusals(state), None) is None for option in others):
            yield Refusal("AEGIS.TURN.MUST-ACT", "at least one unit has to act each turn")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """AEGIS.TURN.END."""
        return end_turn(table)


END_TURN = EndTurn()


Row: TypeAlias = tuple[UnitId, Spot, Sequence[Spot | None], tuple[tuple[str, int, bool], ...]]
"""A unit that may act, where it stands, places it might move to, and how far its Actions reach."""


class Candidates(Sequence[Any]):
    """Everything the side could do, by number; None where a number stands for nothing."""

    __slots__ = ("_ends", "_gap", "_rest", "_rows", "_units")

    def __init__(
        self,
        ground: Ground,
        units: tuple[tuple[UnitId, Unit, Spot], ...],
        rows: list[Row],
        rest: list[Any],
    ) -> None:
        self._gap = ground.gap
        self._units = units
        self._rows = rows
        self._rest = rest
        width = len(units) + 1
        end = 0
        ends: list[int] = []
        for _, _, places, reached in rows:
            end += len(places) + len(reached) * width
            ends.append(end)
        ends.append(end + len(rest))
        self._ends = ends

    def __len__(self) -> int:
        return self._ends[-1]

    def __getitem__(self, index: Any) -> Any:
        number = bisect_right(self._ends, index)
        local = index - (self._ends[number - 1] if number else 0)
        if number >= len(self._rows):
            return self._rest[local]
        unit, at, places, reached = self._rows[number]
        if local < len(places):
            to = places[local]
            return None if to is None else Move(unit, to)
        action, target = divmod(local - len(places), len(self._units) + 1)
        name, reach, alone = reached[action]
        if target == len(self._units):
            return Use(unit, name) if alone else None
        other, _, there = self._units[target]
        return Use(unit, name, other) if other != unit and self._gap(at, there) <= reach else None

    def __iter__(self) -> Iterator[Any]:
        found = (self[index] for index in range(len(self)))
        return (candidate for candidate in found if candidate is not None)

    def by(self, actor: UnitId) -> Iterator[Any]:
        """What one unit could do: where the others might move to is not even thought of."""
        start = 0
        for (unit, *_), end in zip(self._rows, self._ends, strict=False):
            if unit == actor:
                yield from filter(None, map(self.__getitem__, range(start, end)))
            start = end
        yield from self._rest


@cache
def reaches(actions: tuple[ActionCard, ...]) -> tuple[tuple[str, int, bool], ...]:
    """Of each Action its name, how far it reaches for a target, and whether it can do without."""
    return tuple(
        (action.name, reach_of(action), includes_user(action) or not targets_somebody(action))
        for action in actions
    )


def act_candidates(state: State) -> Candidates:
    """What the units of the side could do: more than the legal, but quick to count."""
    rows: list[Row] = []
    rest: list[Any] = []
    seat, act, energy = state.turn, state.act, state.energy[state.turn]
    acting_id = None if act is None else act.unit
    ground = state.field.ground
    for unit_id, unit, at in state.on_field:
        if unit.seat != seat or (unit.acted and acting_id != unit_id):
            continue
        acting = acting_id == unit_id
        if energy:
            places: Sequence[Spot | None] = ()
            if not acting or may_move_again(unit, act):
                places = ends_of(state, unit, affordable_steps(state, unit))
            rows.append((unit_id, at, places, reaches(unit.actions)))
        if not acting:
            for each in voices(unit.card, "offers"):
                rest += each.offers(state, unit_id)
    if state.pools[seat]:
        # With an empty pool of energy two units without output can still combine, for nothing.
        found = combines(state, seat)
        rest += found if energy else [c for c in found if not price(state, c.unit, c.partner)]
    rest.append(END_TURN)
    return Candidates(ground, state.on_field, rows, rest)
