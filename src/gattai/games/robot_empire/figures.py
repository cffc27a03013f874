"""The current figures of a unit with their terms, and totals for a player."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gattai.games.robot_empire.cards import Figure, Gain, Port, Upgrade
from gattai.games.robot_empire.keywords import Keyword, read
from gattai.games.robot_empire.state import Boost, State, Unit
from gattai.kernel.dice import Dice, Die, total
from gattai.kernel.question import Seat
from gattai.kernel.tally import Tally, Term
from gattai.kernel.text.template import counted

# ROBOT-EMPIRE.COMP.DIE: one six-sided die.
D6 = Die("d6", (1, 2, 3, 4, 5, 6))
HIGHEST = 6
LONGEST_CHAIN = 3


def coins(count: int) -> str:
    """A number of coins in words.

    >>> coins(1), coins(3)
    ('1 coin', '3 coins')
    """
    return counted(count, "coin")


def gain_words(gain: Gain | Upgrade | Boost) -> str:
    """What an upgrade, a Component or an effect gives.

    >>> gain_words(Upgrade(cost=2, attack=1, keyword="flying"))
    '+1 Attack, flying'
    """
    given = [
        *([f"{gain.attack:+d} Attack"] if gain.attack else []),
        *([f"{gain.defense:+d} Defense"] if gain.defense else []),
        *([gain.keyword] if gain.keyword else []),
    ]
    return ", ".join(given)


def thrown(dice: int) -> Dice[int]:
    """The sum of this many dice."""
    return total(D6, dice)


class Points(msgspec.Struct, frozen=True):
    """Attack or Defense: the fixed part, and the number of dice added to it
    (ROBOT-EMPIRE.DICE.COMBAT).
    """

    tally: Tally
    dice: int = 0

    @property
    def fixed(self) -> int:
        """The part without dice."""
        return self.tally.total

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms; dice have no fixed value, so they are named and add 0."""
        rule = "ROBOT-EMPIRE.DICE.COMBAT"
        dice = (Term(0, f"and {self.dice}d6 thrown", rule),) if self.dice else ()
        return (*self.tally.terms, *dice)

    @property
    def most(self) -> int:
        """The highest possible value."""
        return self.fixed + HIGHEST * self.dice

    @property
    def mean(self) -> float:
        """The average of all possible values."""
        return self.fixed + 3.5 * self.dice

    def __str__(self) -> str:
        dice = f"{self.dice}d6" if self.dice else ""
        return f"{dice}+{self.fixed}" if dice and self.fixed else dice or str(self.fixed)


def attack(unit: Unit) -> Points:
    """The Attack points of a unit."""
    kept = unit.__dict__.get("attack_points")
    if kept is None:
        kept = unit.__dict__["attack_points"] = _points(unit, "attack")
    return kept


def defense(unit: Unit) -> Points:
    """The Defense points of a unit."""
    kept = unit.__dict__.get("defense_points")
    if kept is None:
        kept = unit.__dict__["defense_points"] = _points(unit, "defense")
    return kept


def _points(unit: Unit, which: str) -> Points:
    """The points its cards print, with upgrades, Components and bonuses for the turn.

    ROBOT-EMPIRE.AMB.RECHARGE-STATS: all of this stays while the unit is Recharging.
    """
    terms: list[Term] = []
    dice = 0
    # ROBOT-EMPIRE.CHAIN.SUM, ROBOT-EMPIRE.AMB.MEGA-STATS: the values of several cards are added.
    rule = "ROBOT-EMPIRE.CARD.ATTACK-DEFENSE"
    if len(unit.faces) > 1:
        rule = "ROBOT-EMPIRE.CHAIN.SUM" if unit.is_monster else "ROBOT-EMPIRE.AMB.MEGA-STATS"
    for face in unit.faces:
        printed: Figure | None = getattr(face, which)
        if isinstance(printed, str):
            dice += 1
        else:
            terms.append(Term(printed or 0, face.name, rule))
    terms += _added(unit, which)
    return Points(Tally(tuple(terms)), dice)


def _added(unit: Unit, which: str) -> Iterator[Term]:
    """The points from upgrades, Components, and effects for this turn."""
    for circle in unit.circles:
        paid = unit.upgrade(circle.card, circle.kind, circle.number)
        if paid is not None and getattr(paid, which):
            lasts = (
                "ROBOT-EMPIRE.UPG.PERMANENT-LASTS"
                if circle.kind == "permanent"
                else "ROBOT-EMPIRE.UPG.INSTANT-LASTS"
            )
            yield Term(getattr(paid, which), f"{circle.kind} upgrade", lasts)
    for component in unit.fitted:
        if component.gives is not None and getattr(component.gives, which):
            given = getattr(component.gives, which)
            yield Term(given, component.name, "ROBOT-EMPIRE.COMPONENT.INSTALL")
    for boost in unit.boosts:
        if getattr(boost, which):
            yield Term(getattr(boost, which), "this turn", "ROBOT-EMPIRE.CARD.AGENT")


def hooks(unit: Unit) -> tuple[Keyword, ...]:
    """All keywords of a unit, whether it can use them now or not."""
    kept = unit.__dict__.get("hooks")
    if kept is None:
        kept = unit.__dict__["hooks"] = tuple([read(text) for text in _texts(unit)])
    return kept


def _texts(unit: Unit) -> Iterator[str]:
    for face in unit.faces:
        yield from face.keywords
    yield from _given(unit)


def _given(unit: Unit) -> Iterator[str]:
    """ROBOT-EMPIRE.FLY.SOURCES: keywords from upgrades, Components, and effects for this turn."""
    for circle in unit.circles:
        paid = unit.upgrade(circle.card, circle.kind, circle.number)
        if paid is not None and paid.keyword:
            yield paid.keyword
    for component in unit.fitted:
        if component.gives is not None and component.gives.keyword:
            yield component.gives.keyword
    for boost in unit.boosts:
        if boost.keyword:
            yield boost.keyword


def flies(unit: Unit) -> bool:
    """Whether it flies now (ROBOT-EMPIRE.AMB.RECHARGE-FLYING: not while Recharging)."""
    if unit.recharging:
        return False
    kept = unit.__dict__.get("flies")
    if kept is None:
        kept = unit.__dict__["flies"] = would_fly(unit)
    return bool(kept)


def would_fly(unit: Unit) -> bool:
    """Return whether it flies when it is ready."""
    if unit.is_chain:  # ROBOT-EMPIRE.AMB.CHAIN-ABILITIES: only if every member does.
        return all(any(read(text).flies for text in face.keywords) for face in unit.faces)
    return any(hook.flies for hook in hooks(unit))


def could_be_made_to_fly(unit: Unit) -> bool:
    """Return whether it flies, or has an Instant Upgrade that gives it a keyword."""
    return would_fly(unit) or any(
        upgrade.keyword for face in unit.faces for upgrade in face.instant
    )


def can_chain(unit: Unit) -> bool:
    """ROBOT-EMPIRE.CHAIN.SIZE: whether all its cards have Chaining."""
    return unit.is_monster and all(
        any(read(text).chains for text in face.keywords) for face in unit.faces
    )


def amount(unit: Unit, moment: str) -> int:
    """The sum of a hook over a unit's keywords; 0 while it is Recharging."""
    if unit.recharging:
        return 0
    return sum(getattr(hook, moment)() for hook in hooks(unit))


def has_range(unit: Unit) -> bool:
    """Whether it has a long range attack, ready or not. Part of a Mega Robot has none yet."""
    return not unit.is_part and any(hook.long_range() for hook in hooks(unit))


def shot(state: State, unit: Unit) -> Tally:
    """The damage of a unit's long range attack, including bonuses from its owner's other units."""
    own = sum(hook.long_range() for hook in hooks(unit))
    tally = Tally.of(own, unit.faces[0].name, "ROBOT-EMPIRE.LR.FIRST")
    for other in state.units:
        if other.seat == unit.seat and other.cards != unit.cards and not other.is_part:
            bonus = amount(other, "range_bonus")
            if bonus:
                tally = tally.plus(bonus, other.faces[0].name, "ROBOT-EMPIRE.CARD.EQUIPMENT")
    return tally


def of_all(state: State, seat: Seat, moment: str) -> int:
    """The sum of a hook over all units of a player."""
    return sum(
        amount(unit, moment)
        for unit in state.units
        if unit.seat == seat and not unit.is_part and unit.moon is None
    )


def enough(unit: Unit) -> int:
    """ROBOT-EMPIRE.AMB.LETHAL-PRIOR, ROBOT-EMPIRE.AMB.DICE-ORDER: the damage that is sure to
    destroy it.
    """
    return max(0, defense(unit).most - unit.damage)


def ports(unit: Unit) -> tuple[Port, ...]:
    """ROBOT-EMPIRE.CARD.PORTS-PLACE: the ports printed on its cards."""
    return tuple(dict.fromkeys(port for face in unit.faces for port in face.ports))
