"""The register of the kinds of effect, and how an effect is carried out.

Each kind is a small class; no class is for a single card. Effects on units are in `units`, effects
on coins, hands and Agents in `players`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, TypeVar

from gattai.games.robot_empire.cards import CardAction
from gattai.games.robot_empire.effects.targets import TARGETS, Aim
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.question import Seat, Steps
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import Table


class Effect:
    """A kind of effect: its possible targets, its fields, and what it does."""

    targets: ClassVar[tuple[str, ...]] = ("nobody",)
    needs: ClassVar[tuple[str, ...]] = ()
    """The fields of a `CardAction` that it requires; it accepts no others."""
    helps: ClassVar[bool | None] = None
    """True if it helps its target, False if it harms it, None if that depends."""

    def says(self, spec: CardAction) -> str:
        """Return the effect as card text."""
        raise NotImplementedError

    def carry_out(
        self, table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
    ) -> Steps[None]:
        raise NotImplementedError


EFFECTS: dict[str, Effect] = {}
E = TypeVar("E", bound=Effect)


def effect(op: str) -> Callable[[type[E]], type[E]]:
    """Class decorator: the effect with this name in a pack."""

    def enter(kind: type[E]) -> type[E]:
        EFFECTS[op] = kind()
        return kind

    return enter


def words_of(spec: CardAction) -> str:
    """Return the effect of a spec as card text."""
    return EFFECTS[spec.op].says(spec)


def carry_out(
    table: Table[State], seat: Seat, spec: CardAction, aim: Aim, rule: RuleId
) -> Steps[None]:
    """Carry out the effect of a card, unless its target is gone."""
    unit = aim[0]
    if unit is not None and any(TARGETS[spec.target].refusals(table.state, seat, aim, rule)):
        return
    yield from EFFECTS[spec.op].carry_out(table, seat, spec, aim, rule)


def is_hit(state: State, spec: CardAction, aim: Aim, seat: Seat) -> Iterator[Seat]:
    """Whether it concerns this seat, apart from its user, judged by public information."""
    if aim[0] is not None and aim[0] in state.by_id:
        yield state.by_id[aim[0]].seat
    if aim[1] is not None:
        yield aim[1]
    if spec.target == "everybody":
        yield from state.alive
    if spec.target == "agent" and len(state.windows) and state.windows[-1].announced is not None:
        yield state.windows[-1].announced.seat


def unit_of(aim: Aim) -> CardId:
    """Return the unit that is the target."""
    assert aim[0] is not None
    return aim[0]


def player_of(aim: Aim) -> Seat:
    """Return the player who is the target."""
    assert aim[1] is not None
    return aim[1]
