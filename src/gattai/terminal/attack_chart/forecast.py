"""What an attack will come to: every number with its reasons, and the exact distribution."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec

from gattai.games.attack_chart.cards import UnitCard, WeaponCard
from gattai.games.attack_chart.strike.attack import (
    armour_terms,
    pool,
    roll_attacks,
    volley,
)
from gattai.games.attack_chart.strike.melee import modifier_terms
from gattai.games.attack_chart.strike.needed import Method
from gattai.kernel.tally import Tally
from gattai.odds.distribution import Distribution
from gattai.odds.exact import exact
from gattai.terminal.complaint import Complaint

MOST_DICE = 120
"""Beyond this the exact walk takes longer than anybody waits."""


class Circumstances(msgspec.Struct, frozen=True):
    """What the cards do not say: where the two stand."""

    cover: bool = False
    melee: bool = False
    into: bool = False
    out_of: bool = False

    def __post_init__(self) -> None:
        if self.melee and (self.into or self.out_of):
            raise ValueError(
                "--melee means that both fight in the same melee: then nobody fires into it or "
                "out of it"
            )


class Forecast(msgspec.Struct, frozen=True, dict=True):
    """One weapon of one unit on one target."""

    shooter: UnitCard
    weapon: WeaponCard
    target: UnitCard
    models: int
    method: Method
    modifier: Tally
    cover: bool
    hp: int
    """What the target has left."""

    @cached_property
    def armour(self) -> Tally:
        """What an Armour Save needs, and why; 0 if none is rolled."""
        return Tally.collect(armour_terms(self.target.armour, self.weapon.ap, cover=self.cover))

    @cached_property
    def shot(self) -> Any:
        """The pool, as the rules make it."""
        return pool(
            self.method,
            self.weapon,
            self.target,
            self.models,
            modifier=self.modifier.total,
            cover=self.cover,
        )

    @cached_property
    def volleys(self) -> Distribution[Any]:
        """Every way the volley can end."""
        if self.shot.dice > MOST_DICE:
            raise Complaint(
                f"{self.shot.dice} dice are too many to walk exactly; {MOST_DICE} are the most"
            )
        return exact(lambda: volley(self.shot))

    @cached_property
    def hp_lost(self) -> Distribution[int]:
        """The HP lost as rolled, also beyond what the target has."""
        return self.volleys.map(lambda result: int(result.hp_lost)).sorted()

    @cached_property
    def casualties(self) -> Distribution[int]:
        """Models removed: HP loss runs from model to model."""
        before = -(-self.hp // self.target.hp)
        return self.hp_lost.map(
            lambda lost: before - -(-max(0, self.hp - lost) // self.target.hp)
        ).sorted()

    @cached_property
    def one_die(self) -> Fraction:
        """The chance of a single attack die."""
        one = exact(lambda: roll_attacks(1, self.shot.needed, self.shot.modifier))
        return one.chance(lambda successes: successes > 0)

    @cached_property
    def any_success(self) -> Fraction:
        """The chance of at least one success."""
        return self.volleys.chance(lambda result: result.successes > 0)

    @cached_property
    def any_loss(self) -> Fraction:
        """The chance that the target loses anything."""
        return self.hp_lost.chance(lambda lost: lost > 0)

    @cached_property
    def destroyed(self) -> Fraction:
        """The chance that nothing is left of the target."""
        return self.hp_lost.chance(lambda lost: lost >= self.hp)

    @cached_property
    def expected(self) -> Fraction:
        """Expected HP lost, as rolled."""
        return self.hp_lost.mean()

    @cached_property
    def expected_in_fact(self) -> Fraction:
        """Expected HP lost, where the target cannot lose more than it has."""
        return self.hp_lost.mean(lambda lost: min(lost, self.hp))


def from_cards(
    shooter: UnitCard,
    weapon: WeaponCard,
    target: UnitCard,
    method: Method,
    where: Circumstances,
    *,
    models: int | None = None,
    hp: int | None = None,
) -> Forecast:
    """A forecast without a table. A melee weapon is used in a melee, whatever was said."""
    together = where.melee or weapon.weapon_class == "melee"
    terms = modifier_terms(
        weapon, in_melee=together or where.out_of, together=together, into=where.into
    )
    return Forecast(
        shooter=shooter,
        weapon=weapon,
        target=target,
        models=shooter.models if models is None else models,
        method=method,
        modifier=Tally.collect(terms),
        cover=where.cover and not together,
        hp=target.models * target.hp if hp is None else hp,
    )
