"""What the active unit does: when it may at all, and what stun asks first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Self

from gattai.games.mechastellar.state import Act, State, Unit, UnitId
from gattai.kernel.deed import Deed
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal
from gattai.tabletop.hexes import Hex


class TurnDeed(Deed, frozen=True):
    """Something that is done in the turn of a unit; `course.turns` says what follows all of them."""

    despite_stun: ClassVar[bool] = False
    """MS.STUN.ACTIONS: whether it may be done before stun has taken its actions."""
    opens_window: ClassVar[bool] = False
    """MS.ACCEL.RESOURCE: whether the other side may react when it is done."""

    @classmethod
    def conceivable(cls, state: State) -> Iterable[Self]:
        """Only in a turn."""
        return () if state.act is None else cls.thinkable(state, state.act)

    @classmethod
    def thinkable(cls, state: State, act: Act) -> Iterable[Self]:
        """Each that the active unit, or anybody in its place, could think of."""
        raise NotImplementedError

    def refusals(self, state: State) -> Iterator[Refusal]:
        """Every reason against it in the running turn."""
        act = state.act
        if act is None:
            yield Refusal("MS.ACT.ALTERNATE", "no unit is taking its turn")
        elif act.owed and (act.combat or act.moves) and not self.despite_stun:
            figures = (("to give up", act.owed),)
            yield Refusal("MS.STUN.ACTIONS", "stun takes its actions first", figures)
        else:
            yield from self.against(state, act)

    def against(self, state: State, act: Act) -> Iterator[Refusal]:
        """Every reason of its own."""
        return iter(())


class OwnDeed(TurnDeed, frozen=True):
    """What the active unit itself does."""

    def actor_in(self, view: State) -> UnitId | None:
        """The active unit."""
        return None if view.act is None else view.act.unit


def stays_under(state: State, unit: Unit, to: Hex) -> Iterator[Refusal]:
    """MS.WATER.SUBMERGED: who is under water leaves it by surfacing and in no other way."""
    if unit.submerged and to not in state.ground.water:
        yield Refusal("MS.WATER.SUBMERGED", f"{unit.name} has to surface first")


def is_own(state: State, seat: Seat, unit_id: UnitId) -> bool:
    """Whether a model is this side's."""
    return state.has(unit_id) and state.units[unit_id].seat == seat


def own(state: State, seat: Seat, unit_id: UnitId, rule: str) -> Iterator[Refusal]:
    """An own unit on the table, by its leader."""
    if not is_own(state, seat, unit_id):
        yield Refusal(rule, "that is no unit of one's own")
    elif state.units[unit_id].at is None:
        yield Refusal(rule, f"{state.units[unit_id].name} is not on the table")
    elif state.units[unit_id].leader != unit_id:
        yield Refusal("MS.SQUAD.LEADER", f"{state.units[unit_id].name} follows its leader")
