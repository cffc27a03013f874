"""What an attack will come to: the dice of both sides with their reasons, and exact distributions.

They are found in figures (`games.mechastellar.strike.volley` and `defence`), because a good defence would take
seconds to walk as it is played; tests compare them with play, result by result.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from gattai.games.mechastellar.deeds import Aim, Brace
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.state import State
from gattai.games.mechastellar.strike.attack import aims, braces
from gattai.games.mechastellar.strike.defence import Defence
from gattai.games.mechastellar.strike.exchange import Offer
from gattai.games.mechastellar.strike.pools import Pool
from gattai.games.mechastellar.strike.terms import (
    attack_dice,
    attack_hits,
    defence_bonus,
    defence_dice,
    defence_pool,
)
from gattai.games.mechastellar.strike.volley import Struck, volley_of
from gattai.kernel.tally import Tally
from gattai.odds.distribution import Distribution
from gattai.tabletop.problem import did_you_mean
from gattai.terminal.complaint import Complaint
from gattai.terminal.mechastellar.laid_table import TARGET, USER, Laid

T = TypeVar("T")


class Forecast(msgspec.Struct, frozen=True, dict=True):
    """One attack with all that was chosen before the dice, and what the attacker uses after them."""

    laid: Laid
    strike: Strike
    uses: tuple[Offer, ...] = ()

    @property
    def state(self) -> State:
        """The table."""
        return self.laid.state

    @property
    def hp(self) -> int:
        """What the target has left."""
        return self.state.units[TARGET].hp

    @property
    def attacker_dice(self) -> Tally:
        """The attacker's dice, and why."""
        return attack_dice(self.state, self.strike)

    @property
    def attacker_hits(self) -> Tally:
        """Bonus Hits, and why; with what the attacker uses."""
        found = attack_hits(self.state, self.strike)
        for offer in self.uses:
            if offer.adds:
                found = found.plus(offer.adds, offer.word, offer.rule)
        return found

    @property
    def defender_dice(self) -> Tally:
        """The defender's dice, and why."""
        return defence_dice(self.state, self.strike)

    @property
    def defender_bonus(self) -> Tally:
        """Bonus DEF, and why."""
        return defence_bonus(self.state, self.strike)

    @property
    def attacker_pool(self) -> Pool:
        """As it is thrown."""
        return volley_of(self.state, self.strike, self.uses)[0].pool

    @property
    def defender_pool(self) -> Pool:
        """As it is thrown."""
        return defence_pool(self.state, self.strike)

    @property
    def defender_offers(self) -> tuple[Offer, ...]:
        """What the defender can use once the dice lie, if it can pay for it."""
        target = self.state.units[TARGET]
        have = self.state.momentum[target.seat]
        return tuple(
            offer
            for _, offer in offers_of(self.state, self.strike, TARGET, False)
            if offer.momentum <= have and offer.points <= target.points
            if offer.rerolls in ("", "failures")
        )

    @cached_property
    def nobody(self) -> Distribution[Struck]:
        """If the defender uses nothing, and the attacker no more than was said."""
        return self._in_figures(can_use=False)

    @cached_property
    def best_defence(self) -> Distribution[Struck]:
        """If the defender uses whatever leaves it the most HP; of equals the cheapest."""
        return self._in_figures(can_use=True)

    def _in_figures(self, *, can_use: bool) -> Distribution[Struck]:
        attacker, defender, wound, again = volley_of(self.state, self.strike, self.uses)
        if not can_use:
            defender = replace(defender, offers=())
        ways = Defence(attacker, defender, wound, self.hp).struck(again)
        return Distribution.mixed((share, Distribution(w, total)) for share, w, total in ways)

    def destroyed(self, odds: Distribution[Struck]) -> Fraction:
        """The chance that the target has no HP left."""
        return odds.chance(lambda found: found.damage >= self.hp)


def prepared(laid: Laid, aim: str, brace: str, uses: str) -> Forecast:
    """The attack with what is chosen before the dice: as people word it; empty is the best there is.

    `aim` and `brace` take the words of the rules (die, steady, lock, trade, a bonus), or `none`.
    """
    state = laid.state
    first = _picked("aim", aim, {_aim_words(each): each for each in aims(state, laid.strike)})
    strike = replace(laid.strike, lock_on=first.lock_on, bonus=first.bonus)
    then = _picked("brace", brace, {_brace_words(each): each for each in braces(state, strike)})
    strike = replace(strike, guard=then.bonus, guard_lock_on=then.lock_on, trade=then.trade)
    return Forecast(laid, strike, _uses(state, strike, uses))


def _aim_words(aim: Aim) -> tuple[str, ...]:
    return tuple(sorted(word for word in (aim.lock_on, aim.bonus) if word))


def _brace_words(brace: Brace) -> tuple[str, ...]:
    words = ("lock" * brace.lock_on, brace.bonus, "trade" * brace.trade)
    return tuple(sorted(word for word in words if word))


def _picked(kind: str, text: str, known: Mapping[tuple[str, ...], T]) -> T:
    if not text.strip():
        return next(iter(known.values()))
    wanted = tuple(sorted(_words(text)))
    wanted = () if wanted == ("none",) else wanted
    if wanted not in known:
        shown = ", ".join(repr(" ".join(words) or "none") for words in known)
        raise Complaint(f"--{kind} {text!r} is not open here; there is {shown}")
    return known[wanted]


def _words(text: str) -> list[str]:
    return text.replace(",", " ").casefold().split()


def _uses(state: State, strike: Strike, text: str) -> tuple[Offer, ...]:
    """What the attacker uses whatever the dice show, if it can pay for all of it."""
    unit = state.units[USER]
    known = {offer.word: offer for _, offer in offers_of(state, strike, USER, True)}
    # To roll again is to roll all failures again; other readings depend on the dice.
    known = {word: offer for word, offer in known.items() if offer.rerolls in ("", "failures")}
    found: list[Offer] = []
    for word in _words(text):
        if word not in known:
            shown = f"; there is {', '.join(known)}" if known else "; it has nothing to use"
            raise Complaint(
                f"the attacker cannot use {word!r}{did_you_mean(word, tuple(known)) or shown}"
            )
        offer = known[word]
        used = [each for each in found if offer.group and offer.group == each.group]
        if offer.room:  # MS.SUPPORT.CAP
            left = offer.room - sum(each.adds for each in used)
            again = sum(each.word == word for each in used)
            if left <= 0 or again >= offer.most:
                raise Complaint(f"there is no more support to be had from {word!r}")
            offer = replace(offer, adds=min(left, offer.adds))
        elif used or offer in found:
            raise Complaint(f"{word!r} and what goes with it can be used once on a roll")
        found.append(offer)
    momentum = sum(offer.momentum for offer in found)
    points = sum(offer.points for offer in found)
    if momentum > state.momentum[unit.seat] or points > unit.points:
        raise Complaint(
            f"that takes {momentum} Momentum and {points} points; "
            f"there are {state.momentum[unit.seat]} and {unit.points}"
        )
    return tuple(found)
