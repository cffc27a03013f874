"""A battle by the document, written from the document: who blocks, damage, destruction, coins.

Nothing here is taken from the engine. Fighters are points and two words; a die is thrown by
`throw()`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Throw = Callable[[], int]


@dataclass
class Fighter:
    """A Robot or a Monster in the Front Line."""

    name: str
    attack: int
    defense: int
    flying: bool = False
    recharging: bool = False
    new: bool = False
    damage: int = 0
    robot: bool = False
    gone: bool = False


@dataclass
class DeclaredAttack:
    """An attacker, the player it attacks, and its blockers in the order in which they came."""

    attacker: Fighter
    at: str
    blockers: list[Fighter] = field(default_factory=list)


@dataclass
class Side:
    """A player's coins and fighters."""

    battery: int
    fighters: list[Fighter]
    is_out: bool = False

    @property
    def standing(self) -> list[Fighter]:
        return [fighter for fighter in self.fighters if not fighter.gone]


def may_attack(fighter: Fighter) -> bool:
    """Not Recharging, and on the table under the player's control when the turn began."""
    return not fighter.recharging and not fighter.new


def may_block(fighter: Fighter, attacker: Fighter, busy: Sequence[Fighter]) -> bool:
    """Not Recharging, one attacker each; a flyer is blocked by flyers only. New ones may."""
    flies = fighter.flying and not fighter.recharging
    return (
        not fighter.recharging
        and all(fighter is not other for other in busy)
        and (flies or not attacker.flying)
    )


def is_sound(division: Sequence[tuple[Fighter, int]], gang: Sequence[Fighter], points: int) -> bool:
    """All points are dealt, to blockers, and each has enough to be destroyed before the next."""
    names = [fighter.name for fighter, _ in division]
    if len({*names}) < len(names) or any(all(f is not b for b in gang) for f, _ in division):
        return False
    if sum(share for _, share in division) != points or any(s < 0 for _, s in division):
        return False
    for number, (fighter, share) in enumerate(division):
        later = sum(given for _, given in division[number + 1 :])
        if later and share < max(0, fighter.defense - fighter.damage):
            return False
    return True


Dividing = Callable[[DeclaredAttack], Sequence[tuple[Fighter, int]]]


def fight(
    onsets: Sequence[DeclaredAttack], sides: dict[str, Side], active: str, divide: Dividing
) -> int:
    """All attackers and blockers deal their damage at once; the coins that Batteries lose are returned.

    Then who has damage of at least the Defense is destroyed, surviving attackers recharge, and a
    player without coins is out: the Robots left go to the active player, the rest is destroyed.
    """
    blows: list[tuple[Fighter, int]] = []
    lost = 0
    for declared in onsets:
        if not declared.blockers:
            coins = min(declared.attacker.attack, sides[declared.at].battery)
            sides[declared.at].battery -= coins
            lost += coins
            continue
        if len(declared.blockers) == 1:
            blows.append((declared.blockers[0], declared.attacker.attack))
        elif declared.attacker.attack:
            blows += divide(declared)
        blows += [(declared.attacker, blocker.attack) for blocker in declared.blockers]
    for fighter, points in blows:
        fighter.damage += points
    for fighter in [struck for struck, points in blows if points > 0]:
        fighter.gone = fighter.damage >= fighter.defense
    for declared in onsets:
        if not declared.attacker.gone:
            declared.attacker.recharging = True
    for name, side in sides.items():
        if side.battery == 0 and not side.is_out:
            side.is_out = True
            for fighter in side.standing:
                if fighter.robot:
                    sides[active].fighters.append(fighter)
                    fighter.new = True
                else:
                    fighter.gone = True
            side.fighters = [f for f in side.fighters if f.gone]
            assert name != active
    return lost
