"""The base classes of actions in a turn: when they are possible, and what stun requires first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Self

from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.action import Action
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex


class TurnAction(Action, frozen=True):
    """An action in the turn of a unit; `phases.turns` handles what follows all of them."""

    despite_stun: ClassVar[bool] = False
    """MS.STUN.ACTIONS: whether it is possible before stun has taken its actions."""
    opens_window: ClassVar[bool] = False
    """MS.ACCEL.RESOURCE: whether the other side may react afterwards."""

    @classmethod
    def candidates(cls, state: State) -> Iterable[Self]:
        return () if state.act is None else cls.thinkable(state, state.act)

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterable[Self]:
        """Candidates for the active unit, or any unit in its place."""
        raise NotImplementedError

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Every reason against it in the current turn."""
        act = state.act
        if act is None:
            yield Refusal("MS.ACT.ALTERNATE", "no unit is taking its turn")
        elif act.owed and (act.combat or act.moves) and not self.despite_stun:
            figures = (("to give up", act.owed),)
            yield Refusal("MS.STUN.ACTIONS", "stun takes its actions first", figures)
        else:
            yield from self.against(state, act)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        return iter(())


class OwnAction(TurnAction, frozen=True):
    """An action of the active unit itself."""

    def actor_in(self, view: State) -> UnitId | None:
        return None if view.act is None else view.act.unit


def stays_under(state: State, unit: Unit, to: Hex) -> Iterator[Refusal]:
    """MS.WATER.SUBMERGED: a submerged unit can only leave the water by surfacing."""
    if unit.submerged and to not in state.ground.water:
        yield Refusal("MS.WATER.SUBMERGED", f"{unit.name} has to surface first")


def is_own(state: State, seat: Seat, unit_id: UnitId) -> bool:
    """Return whether a model belongs to the side whose turn it is."""
    return state.has(unit_id) and state.units[unit_id].seat == seat


def own(state: State, seat: Seat, unit_id: UnitId, rule: str) -> Iterator[Refusal]:
    """An own unit on the table, named by its leader."""
    if not is_own(state, seat, unit_id):
        yield Refusal(rule, "that is not one of your units")
    elif state.units[unit_id].at is None:
        yield Refusal(rule, f"{state.units[unit_id].name} is not on the table")
    elif state.units[unit_id].leader != unit_id:
        yield Refusal("MS.SQUAD.LEADER", f"{state.units[unit_id].name} follows its leader")
