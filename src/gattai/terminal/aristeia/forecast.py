"""What a roll will come to: the dice of both sides with their reasons, and exact distributions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

import msgspec

from gattai.games.aristeia.cards import ActionCard, CharacterCard, DieCard, Pool, SwitchCard
from gattai.games.aristeia.effects.cards import Colour
from gattai.games.aristeia.roll.pools import COVER_DIE, ignores_cover, limited, other_cover_die
from gattai.games.aristeia.roll.reckoning import (
    DAMAGE,
    Exchange,
    Hand,
    Result,
    if_each_does_best,
    if_nobody_spends,
    worth_of_attack,
)
from gattai.games.aristeia.roll.switches import reaches
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import RuleId
from gattai.odds.distribution import Distribution
from gattai.terminal.complaint import Complaint

USER, TARGET = 0, 1
MOST_DICE = 14
"""Of both sides together: with more, what each does best takes longer than anybody waits."""


class Given(msgspec.Struct, frozen=True):
    """What is given beside the cards."""

    distance: int | None = None
    cover: bool = False
    own_cover: bool = False
    more: tuple[Colour, ...] = ()
    """Dice that the one who acts adds, from Tactics or an earlier Switch."""
    more_against: tuple[Colour, ...] = ()
    hit_points: int | None = None
    """What the target has left."""
    underdog: int = TARGET
    """Whose player is the Underdog, and says whose Critical Block comes first."""


class Reason(msgspec.Struct, frozen=True):
    """Some dice or symbols of a pool, where they come from, and by which rule."""

    what: str
    why: str
    rule: RuleId


class Side(msgspec.Struct, frozen=True):
    """One side of the roll: what it throws, and why."""

    name: str
    hand: Hand
    reasons: tuple[Reason, ...]
    out_of_reach: tuple[SwitchCard, ...] = ()
    """Switches that ask for an adjacent enemy, where there is none."""


class Forecast(msgspec.Struct, frozen=True, dict=True):
    """One Action of one Character against another."""

    user: CharacterCard
    action: ActionCard
    target: CharacterCard
    dice: Mapping[str, DieCard]
    given: Given = Given()

    @property
    def distance(self) -> int:
        """How many spaces away the target is: as far as the Action reaches, if nothing is said."""
        said = self.given.distance
        return max(1, self.action.range[1]) if said is None else said

    @property
    def is_attack(self) -> bool:
        """ARISTEIA.ATTACK.COMBAT-ROLL: both roll; else ARISTEIA.ROLL.SIMPLE."""
        return self.action.kind == "attack"

    @property
    def hit_points(self) -> int:
        """What the target has left."""
        return self.given.hit_points or self.target.hit_points

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Who throws what."""
        own = (*self.user.switches, *self.action.switches)
        mine = self._side(self.user, self.action.pool, own, USER)
        if not self.is_attack:
            return (mine,)
        return mine, self._side(self.target, self.target.defense, self.target.switches, TARGET)

    def _side(
        self, who: CharacterCard, pool: Pool, switches: tuple[SwitchCard, ...], number: int
    ) -> Side:
        more = self.given.more if number == USER else self.given.more_against
        printed = "the Action" if number == USER else "Defense"
        reasons = [Reason(_told(pool.dice), printed, "ARISTEIA.ATTACK.COMBAT-ROLL")]
        if not self.is_attack:
            reasons = [Reason(_told(pool.dice), printed, "ARISTEIA.ROLL.SIMPLE")]
        if pool.symbols:
            told = Reason(_told(pool.symbols), "printed", "ARISTEIA.ROLL.PRINTED-SYMBOL")
            reasons.append(told)
        cover, why = self._cover(who, number)
        reasons += why
        if more:
            reasons.append(Reason(_told(more), "given", "ARISTEIA.ROLL.FACE-TO-FACE"))
        wanted = (*pool.dice, *cover, *more)
        dice = limited(wanted)
        if len(dice) < len(wanted):
            fourth = [*wanted]
            for die in dice:
                fourth.remove(die)
            told = Reason(f"without {_told(tuple(fourth))}", "a fourth", "ARISTEIA.ROLL.MAX-THREE")
            reasons.append(told)
        near = self.distance == 1
        usable = tuple(switch for switch in switches if reaches(switch, near))
        hand = Hand(tuple(self._die(each) for each in dice), pool.symbols, usable)
        far = tuple(switch for switch in switches if switch not in usable)
        return Side(who.name, hand, tuple(reasons), far)

    def _die(self, colour: Colour) -> DieCard:
        return self.dice[colour]

    def _cover(self, who: CharacterCard, number: int) -> tuple[tuple[Colour, ...], list[Reason]]:
        """ARISTEIA.COVER.BONUS, and what Automatic Skills make of it; of two dice the better."""
        has_it = self.given.own_cover if number == USER else self.given.cover
        if not has_it or not self.is_attack:
            return (), []
        rule = "ARISTEIA.COVER.BONUS"
        if number == TARGET and ignores_cover(self.user):
            return (), [Reason("no die", f"{self.user.name} ignores Cover", rule)]
        die = other_cover_die(who)
        if die is not None:
            why = f"Cover, in place of {COVER_DIE}"
            return (die,), [Reason(die, why, "ARISTEIA.CHAR.VETERAN-SNIPER")]
        return (COVER_DIE,), [Reason(COVER_DIE, "Cover", rule)]

    @cached_property
    def roll(self) -> Exchange:
        """Both sides; in a Simple Roll the other has nothing."""
        rival = self.sides[1].hand if len(self.sides) > 1 else Hand(())
        return Exchange((self.sides[0].hand, rival), self.given.underdog)

    @cached_property
    def nobody(self) -> Distribution[Result]:
        """If nobody uses a Switch or a Critical Block."""
        return if_nobody_spends(self.roll)

    @cached_property
    def best(self) -> Distribution[Result]:
        """If each side does with its symbols what is best for itself."""
        worth = worth_of_attack if self.is_attack else _worth_of_success
        return if_each_does_best(self.roll, worth)

    def knocked_out(self, odds: Distribution[Result]) -> Fraction:
        """The chance that the target goes to the Infirmary."""
        return odds.chance(lambda result: result.left[USER] >= self.hit_points)


def _worth_of_success(result: Result, seat: Seat) -> int:
    """To have a success left is all that counts, then what else is bought."""
    return DAMAGE * int(result.left[seat] > 0) + result.bought[seat]


def _told(words: tuple[str, ...]) -> str:
    return " ".join(words) or "nothing"


def check(forecast: Forecast) -> None:
    """Complain about what cannot be laid on any table."""
    action, given = forecast.action, forecast.given
    if not action.pool.dice and not action.pool.symbols:
        raise Complaint(f"{action.name} makes no roll")
    least, most = action.range
    if action.target != "none" and not max(1, least) <= forecast.distance <= max(1, most):
        raise Complaint(
            f"{action.name} reaches {least} to {most} spaces, not {forecast.distance} "
            "[ARISTEIA.RANGE.TWO-VALUES]",
            1,
        )
    dice = sum(len(side.hand.dice) for side in forecast.sides)
    if dice > MOST_DICE:
        raise Complaint(f"{dice} dice are too many to look at every way; at most {MOST_DICE}")
    if given.hit_points is not None and not 1 <= given.hit_points <= forecast.target.hit_points:
        raise Complaint(
            f"{forecast.target.name} has 1 to {forecast.target.hit_points} Hit Points, "
            f"not {given.hit_points}"
        )
