"""An Action of Damage by the rulebook, written from the rulebook: who is reached, numbers, dice, damage.

Nothing here is taken from the engine. Hexes are (q, r). A die is thrown by `throw()`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

Place = tuple[int, int]
Throw = Callable[[], int]
AXES: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True)
class Attack:
    """What the card prints of an Action that deals damage."""

    dice: int
    accuracy: int
    each: bool
    power: int
    distance: int
    radius: int
    attributes: tuple[str, ...]

    def has(self, code: str) -> bool:
        return code in self.attributes


@dataclass
class Robot:
    """A robot on the battlefield, with what changes Actions on it or by it."""

    name: str
    side: int
    at: Place
    left: int
    passives: dict[str, int] = field(default_factory=dict)
    """Evade 2 is {"Evade": 2}; those without a number have 0."""
    buffs: dict[str, int] = field(default_factory=dict)
    """ACC, EVA, DMD, DEF: the sum of buffs less debuffs."""
    states: tuple[str, ...] = ()


def apart(one: Place, two: Place) -> int:
    dq, dr = one[0] - two[0], one[1] - two[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def axis(one: Place, two: Place) -> Place | None:
    """The direction from one hex to another, if they share a line of hexes (p. 16)."""
    far = apart(one, two)
    for q, r in AXES:
        if (one[0] + far * q, one[1] + far * r) == two:
            return q, r
    return None


def along(start: Place, way: Place, board: int) -> Iterable[Place]:
    """The hexes of a board of that radius from a hex on, in one direction."""
    q, r = start
    while True:
        q, r = q + way[0], r + way[1]
        if apart((q, r), (0, 0)) > board:
            return
        yield q, r


def affected(
    attack: Attack, user: Robot, target: Robot | None, robots: Sequence[Robot], board: int
) -> list[Robot]:
    """Pages 12, 13 and 16: whom the Action reaches; the battlefield has no terrain here."""
    by_place = {robot.at: robot for robot in robots}
    found: list[Robot] = []
    chooses = attack.distance or attack.has("MLE") or attack.has("LSR")
    if target is None and not chooses:
        found = [r for r in robots if r is not user and apart(r.at, user.at) <= attack.radius]
    elif target is not None:
        found = [target]
        way = axis(user.at, target.at)
        if way is not None and attack.has("LSR"):
            found += [by_place[h] for h in along(user.at, way, board) if h in by_place]
        # A melee or a laser stands in place of the Distance, so that there is none to pierce in.
        if way is not None and attack.has("AP") and not (attack.has("MLE") or attack.has("LSR")):
            found += [
                by_place[h]
                for h in along(target.at, way, board)
                if h in by_place and apart(h, user.at) <= attack.distance
            ]
        if attack.radius:
            found += [r for r in robots if apart(r.at, target.at) <= attack.radius]
    if attack.has("SLF"):
        found.append(user)
    once: list[Robot] = []
    for robot in found:
        if robot not in once:
            once.append(robot)
    return once


def needed(
    attack: Attack, user: Robot, target: Robot | None, robot: Robot, robots: Sequence[Robot]
) -> int:
    """Pages 15, 17 and 21: the Accuracy Number against one robot."""
    if attack.has("AIM") or attack.has("LSR"):
        return attack.accuracy
    number = attack.accuracy - user.buffs.get("ACC", 0)
    if robot is target:
        number += robot.buffs.get("EVA", 0)
        number += robot.passives.get("Evade", 0)
        if attack.has("MLE"):
            number += robot.passives.get("Melee Evade", 0)
        elif attack.distance:
            number += robot.passives.get("Range Evade", 0)
        signals = [r for r in robots if "Signal" in r.passives and r is not robot]
        number -= sum(apart(r.at, robot.at) == 1 for r in signals)
    return 6 if number > 6 else 1 if number < 1 else number


def succeeds(face: int, number: int, robot: Robot, target: Robot | None) -> bool:
    spoilt = robot is target and robot.passives.get("Vector Evade") == face
    return face >= number and not spoilt


def damage(
    attack: Attack,
    user: Robot,
    target: Robot | None,
    robot: Robot,
    faces: Sequence[int],
    number: int,
) -> int:
    """Pages 14, 15 and 17: what one robot takes."""
    good = [face for face in faces if succeeds(face, number, robot, target)]
    if attack.each:
        successes, exact = len(good), sum(face == number for face in good)
    elif len(good) == len(faces):
        successes, exact = 1, sum(face == number for face in good)
    else:
        return 0
    critical = attack.has("CRT") or (target is not None and "XPO" in target.states)
    amount = attack.power * successes + (exact if critical else 0)
    if amount < 1:
        return 0
    amount += user.buffs.get("DMD", 0)
    if attack.has("AA") and ("Flight" in robot.passives or "Jet" in robot.passives):
        amount += 1
    amount -= robot.buffs.get("DEF", 0)
    return max(0, amount)


@dataclass(frozen=True)
class Outcome:
    """What is left of each robot by its name, and what was needed and dealt."""

    left: dict[str, int]
    numbers: dict[str, int]


def resolve(
    attack: Attack,
    user: Robot,
    target: Robot | None,
    robots: Sequence[Robot],
    throw: Throw,
    board: int,
) -> Outcome:
    """Page 13, steps 1 to 7. The dice are thrown once, and each robot compares them for itself."""
    reached = affected(attack, user, target, robots, board)
    faces = [throw() for _ in range(attack.dice)]
    numbers = {r.name: needed(attack, user, target, r, robots) for r in reached}
    left = {robot.name: robot.left for robot in robots}
    for robot in reached:
        taken = damage(attack, user, target, robot, faces, numbers[robot.name])
        left[robot.name] = max(0, robot.left - taken)
    return Outcome(left, numbers)
