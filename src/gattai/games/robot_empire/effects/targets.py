"""The targets of cards: one entry for each wording, all made of a few small classes.

A target is a unit, a player, or nothing. This module decides which targets are legal, and why
others are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal

Aim = tuple[CardId | None, Seat | None]
NOBODY: Aim = (None, None)


class Target:
    """No target; the base of the other targets."""

    words = "nobody"

    def aims(self, state: State, seat: Seat) -> Iterator[Aim]:
        """Every target that could be named."""
        yield NOBODY

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        if aim != NOBODY:
            yield Refusal(rule, "this is aimed at nothing")


class UnitTarget(Target):
    """One unit of a kind, of the own side, another, or any."""

    def __init__(
        self,
        words: str,
        kind: Callable[[Unit], bool],
        *,
        own: bool = False,
        enemy: bool = False,
        on_moon: bool = False,
    ) -> None:
        self.words = words
        self.kind = kind
        self.own = own
        self.enemy = enemy
        self.on_moon = on_moon

    def aims(self, state: State, seat: Seat) -> Iterator[Aim]:
        """Every unit; `refusals` excludes those that do not fit."""
        for unit in state.units:
            if (self.own if unit.seat == seat else self.enemy) and self.kind(unit):
                yield unit.cards[0], None

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        """The unit is on the wrong side, of the wrong kind, or out of reach."""
        unit = None if aim[0] is None else state.by_id.get(aim[0])
        if unit is None or aim[1] is not None:
            yield Refusal(rule, f"this is aimed at {self.words}")
            return
        if unit.is_part:
            yield Refusal("ROBOT-EMPIRE.MEGA.PARTIAL", "a part of a Mega Robot is no target")
        elif not self.kind(unit) or not (self.own if unit.seat == seat else self.enemy):
            yield Refusal(rule, f"this is aimed at {self.words}")
        if self.on_moon and unit.moon is None:
            yield Refusal(rule, f"this is aimed at {self.words}")
        if unit.moon is not None and not self.on_moon:
            yield Refusal("ROBOT-EMPIRE.AMB.MOON-TARGET", "a Robot on a Moon is out of reach")


class AttackerTarget(Target):
    """A fighter that attacks the player who is asked."""

    words = "a fighter that attacks you"

    def aims(self, state: State, seat: Seat) -> Iterator[Aim]:
        """The attackers of this player."""
        for declared in state.onsets:
            if declared.at == seat:
                yield declared.unit, None

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        declared = None if aim[0] is None else state.declared_attack_of(aim[0])
        if declared is None or declared.at != seat or aim[1] is not None or state.phase == "fought":
            yield Refusal(rule, f"this is aimed at {self.words}")


class PlayerTarget(Target):
    """Another player who is still in the game."""

    words = "an opponent"

    def aims(self, state: State, seat: Seat) -> Iterator[Aim]:
        for other in state.alive:
            if other != seat:
                yield None, other

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        if aim[1] is None or aim[0] is not None or aim[1] == seat or aim[1] not in state.alive:
            yield Refusal(rule, f"this is aimed at {self.words}")


class EverybodyTarget(Target):
    """All players, including its own."""

    words = "everybody"


class SelfTarget(Target):
    """The player who uses it."""

    words = "yourself"


class AgentTarget(Target):
    """An Agent that was just shown and is not carried out yet (ROBOT-EMPIRE.AMB.AGENT-STACK)."""

    words = "an Agent as it is sprung"

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        """There is no waiting Agent, or it is the player's own."""
        yield from super().refusals(state, seat, aim, rule)
        shown = state.windows[-1].announced if state.windows else None
        if shown is None or shown.kind != "agent":
            yield Refusal("ROBOT-EMPIRE.AMB.AGENT-STACK", "no Agent is being sprung")
        elif shown.seat == seat:
            yield Refusal("ROBOT-EMPIRE.AMB.AGENT-STACK", "this Agent is your own")


def _fighter(unit: Unit) -> bool:
    return unit.is_fighter


def _robot(unit: Unit) -> bool:
    return unit.is_robot


def _equipment(unit: Unit) -> bool:
    return unit.is_equipment


def _either(unit: Unit) -> bool:
    return unit.is_fighter or unit.is_equipment


TARGETS: dict[str, Target] = {
    "nobody": Target(),
    "yourself": SelfTarget(),
    "everybody": EverybodyTarget(),
    "opponent": PlayerTarget(),
    "agent": AgentTarget(),
    "attacker": AttackerTarget(),
    "own fighter": UnitTarget("a fighter of yours", _fighter, own=True),
    "own robot": UnitTarget("a Robot of yours", _robot, own=True),
    "any fighter": UnitTarget("a fighter", _fighter, own=True, enemy=True),
    "enemy fighter": UnitTarget("an enemy fighter", _fighter, enemy=True),
    "enemy robot": UnitTarget("an enemy Robot", _robot, enemy=True),
    "enemy equipment": UnitTarget("enemy Equipment", _equipment, enemy=True),
    "enemy fighter or equipment": UnitTarget(
        "an enemy Robot, Monster or Equipment", _either, enemy=True
    ),
    "robot on a moon": UnitTarget("a Robot on a Moon", _robot, own=True, enemy=True, on_moon=True),
}
"""The wordings that a card may use."""

SHOT = TARGETS["enemy fighter or equipment"]
"""ROBOT-EMPIRE.LR.TARGETS: the target of a long range attack."""
UNIT_TARGETS = tuple(name for name, target in TARGETS.items() if isinstance(target, UnitTarget))
