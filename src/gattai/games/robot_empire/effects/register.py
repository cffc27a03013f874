"""What cards do when they are used: the register of kinds of effect, and how one is carried out.

The kinds are small classes, one for each kind and never for a card: those that change units stand in
`units`, those that change coins, hands and Agents in `players`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from gattai.games.robot_empire.cards import Deed
from gattai.games.robot_empire.effects.targets import TARGETS, Aim
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.question import Seat, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


class Effect:
    """A kind of effect: at what it can be aimed, what it needs, what it does."""

    targets: ClassVar[tuple[str, ...]] = ("nobody",)
    needs: ClassVar[tuple[str, ...]] = ()
    """The fields of a Deed that it needs; the others it does not take."""
    helps: ClassVar[bool | None] = None
    """Whether it does its target good, or (False) harm; None where that depends."""

    def says(self, deed: Deed) -> str:
        """What it does, as a card says it."""
        raise NotImplementedError

    def carry_out(
        self, table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        """Do it."""
        raise NotImplementedError


EFFECTS: dict[str, Effect] = {}
E = TypeVar("E", bound=Effect)


def effect(op: str) -> Callable[[type[E]], type[E]]:
    """Class decorator: the effect with this name in a pack."""

    def enter(kind: type[E]) -> type[E]:
        EFFECTS[op] = kind()
        return kind

    return enter


def words_of(deed: Deed) -> str:
    """What a deed does, as a card says it."""
    return EFFECTS[deed.op].says(deed)


def carry_out(table: Table[State], seat: Seat, deed: Deed, aim: Aim, rule: RuleId) -> Steps[None]:
    """Do what a card says, unless its target has gone in the meantime."""
    unit = aim[0]
    if unit is not None and any(TARGETS[deed.target].refusals(table.state, seat, aim, rule)):
        return
    yield from EFFECTS[deed.op].carry_out(table, seat, deed, aim, rule)


def is_hit(state: State, deed: Deed, aim: Aim, seat: Seat) -> Iterator[Seat]:
    """Whom it concerns, besides the one who uses it: from what all can see."""
    if aim[0] is not None and aim[0] in state.by_id:
        yield state.by_id[aim[0]].seat
    if aim[1] is not None:
        yield aim[1]
    if deed.target == "everybody":
        yield from state.alive
    if deed.target == "agent" and len(state.windows) and state.windows[-1].announced is not None:
        yield state.windows[-1].announced.seat


def unit_of(aim: Aim) -> CardId:
    """The unit that is aimed at."""
    assert aim[0] is not None
    return aim[0]


def player_of(aim: Aim) -> Seat:
    """The player who is aimed at."""
    assert aim[1] is not None
    return aim[1]
