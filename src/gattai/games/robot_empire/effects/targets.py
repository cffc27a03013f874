"""What a card can be aimed at: one entry for each wording, all made of two small classes.

A target is a unit, a player, or nothing. Who may be named, and why not, is said here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gattai.games.robot_empire.state import CardId, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal

Aim = tuple[CardId | None, Seat | None]
NOBODY: Aim = (None, None)


class Target:
    """Nothing is aimed at."""

    words = "nobody"

    def aims(self, state: State, seat: Seat) -> Iterator[Aim]:
        """What could be named."""
        yield NOBODY

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        """Why this cannot be named."""
        if aim != NOBODY:
            yield Refusal(rule, "this is aimed at nothing")


class UnitTarget(Target):
    """One unit of a kind, on one's own side, the other, or either."""

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
        """Every unit there is; what does not fit is refused."""
        for unit in state.units:
            if (self.own if unit.seat == seat else self.enemy) and self.kind(unit):
                yield unit.cards[0], None

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        """Wrong side, wrong kind, or out of reach."""
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
        """Those who attack this player."""
        for onset in state.onsets:
            if onset.at == seat:
                yield onset.unit, None

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        """Nobody attacks, or not this one."""
        onset = None if aim[0] is None else state.onset_of(aim[0])
        if onset is None or onset.at != seat or aim[1] is not None or state.phase == "fought":
            yield Refusal(rule, f"this is aimed at {self.words}")


class PlayerTarget(Target):
    """Another player who is still in the game."""

    words = "an opponent"

    def aims(self, state: State, seat: Seat) -> Iterator[Aim]:
        """All others."""
        for other in state.alive:
            if other != seat:
                yield None, other

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        """Oneself, or somebody who is out."""
        if aim[1] is None or aim[0] is not None or aim[1] == seat or aim[1] not in state.alive:
            yield Refusal(rule, f"this is aimed at {self.words}")


class EverybodyTarget(Target):
    """All players, its own included."""

    words = "everybody"


class SelfTarget(Target):
    """The player who uses it."""

    words = "yourself"


class AgentTarget(Target):
    """An Agent that has just been shown and not yet carried out (ROBOT-EMPIRE.AMB.AGENT-STACK)."""

    words = "an Agent as it is sprung"

    def refusals(self, state: State, seat: Seat, aim: Aim, rule: str) -> Iterator[Refusal]:
        """No Agent waits, or it is one's own."""
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
"""The wordings a card may use."""

SHOT = TARGETS["enemy fighter or equipment"]
"""ROBOT-EMPIRE.LR.TARGETS: what a long range attack is aimed at."""
UNIT_TARGETS = tuple(name for name, target in TARGETS.items() if isinstance(target, UnitTarget))
