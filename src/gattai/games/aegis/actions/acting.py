"""The Action Phase: every action of a side's units, and ending the turn.

A battle has hundreds of candidates at every moment, and a bot that picks one at random needs only
one. So candidates are listed by number and built only when they are read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from gattai.games.aegis.actions.combining import combines, price
from gattai.games.aegis.actions.moving import Move, ends_of, may_move_again
from gattai.games.aegis.actions.using import Use
from gattai.games.aegis.attack.aiming import targets_somebody
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.figures import affordable_steps
from gattai.games.aegis.ground.ground import Ground, Spot
from gattai.games.aegis.keywords.registry import hooks, includes_user, reach_of
from gattai.games.aegis.phases.acting import phase_refusals
from gattai.games.aegis.phases.turns import end_turn
from gattai.games.aegis.state import State, Unit, UnitId
from gattai.kernel.action import Action
from gattai.kernel.question import Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.table import Table


class EndTurn(Action, frozen=True, tag="end-turn", gc=False):
    """End the own turn."""

    says = "end the turn"
    ends = True

    @classmethod
    def candidates(cls, state: State) -> Iterator[EndTurn]:
        yield END_TURN

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Refused outside the Action Phase, and before a unit has acted."""
        if state.phase != "acting" or state.owed:
            return phase_refusals(state)
        return self._idle(state)

    def _idle(self, state: State) -> Iterator[Refusal]:
        """AEGIS.TURN.MUST-ACT: a unit has to act unless none can (AMB.MUST-ACT)."""
        if state.first_actor is not None:
            return
        others = (option for option in act_candidates(state) if option is not END_TURN)
        if any(next(option.refusals(state), None) is None for option in others):
            yield Refusal("AEGIS.TURN.MUST-ACT", "at least one unit has to act each turn")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """AEGIS.TURN.END: end the turn."""
        return end_turn(table)


END_TURN = EndTurn()


Row: TypeAlias = tuple[UnitId, Spot, Sequence[Spot | None], tuple[tuple[str, int, bool], ...]]
"""A unit that may act, its spot, the places it might move to, and the reach of each Action."""


class Candidates(Sequence[Action]):
    """All candidate actions of the side by number; None if a number has no action."""

    __slots__ = ("_ends", "_gap", "_rest", "_rows", "_units")

    def __init__(
        self,
        ground: Ground,
        units: tuple[tuple[UnitId, Unit, Spot], ...],
        rows: list[Row],
        rest: list[Action],
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

    def __getitem__(self, index: int) -> Action | None:  # type: ignore[override]
        number = bisect_right(self._ends, index)
        local = index - (self._ends[number - 1] if number else 0)
        if number >= len(self._rows):
            if number > len(self._rows):
                raise IndexError(index)
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

    def __iter__(self) -> Iterator[Action]:
        found = (self[index] for index in range(len(self)))
        return (candidate for candidate in found if candidate is not None)

    def __contains__(self, action: object) -> bool:
        """Return whether an action is a candidate, without building the others."""
        match action:
            case Move(unit=unit, to=to, by=()):
                found = any(each == unit and to in places for each, _, places, _ in self._rows)
            case Use(unit=unit):
                found = any(
                    each == unit and self._can_aim(action, at, reach, alone=alone)
                    for each, at, _, reached in self._rows
                    for name, reach, alone in reached
                    if name == action.action
                )
            case _:
                found = False
        return found or action in self._rest

    def _can_aim(self, use: Use, at: Spot, reach: int, *, alone: bool) -> bool:
        """Return whether the target is in reach, or none is needed."""
        if use.target is None:
            return alone
        places = [there for other, _, there in self._units if other == use.target]
        return use.target != use.unit and any(self._gap(at, there) <= reach for there in places)

    def by(self, actor: UnitId) -> Iterator[Action]:
        """The candidates of one unit, without working out where other units might move."""
        start = 0
        for (unit, *_), end in zip(self._rows, self._ends, strict=False):
            if unit == actor:
                yield from filter(None, map(self.__getitem__, range(start, end)))
            start = end
        yield from self._rest


@cache
def reaches(actions: tuple[ActionCard, ...]) -> tuple[tuple[str, int, bool], ...]:
    """The name and reach of each Action, and whether it can be used without a target."""
    return tuple(
        (action.name, reach_of(action), includes_user(action) or not targets_somebody(action))
        for action in actions
    )


def act_candidates(state: State) -> Candidates:
    """The candidate actions of the side's units: more than the legal ones, but quick to count."""
    rows: list[Row] = []
    rest: list[Action] = []
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
            for each in hooks(unit.card, "offers"):
                rest += each.offers(state, unit_id)
    if state.pools[seat]:
        # With an empty pool of energy two units without output can still combine, for nothing.
        found = combines(state, seat)
        rest += found if energy else [c for c in found if not price(state, c.unit, c.partner)]
    rest.append(END_TURN)
    return Candidates(ground, state.on_field, rows, rest)
