"""The best defence against one attack: what to use once all dice are rolled, and the result.

MS.ORDER.COMMIT: the attacker has committed, so only the defender's own dice are unknown. Anything
that only adds to dice or changes them can wait until after rerolls. So a defence consists of
rerolling all failures or not, with or without Focus before, and then one bundle of everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from gattai.games.mechastellar.attack.damage import MANY, Wound
from gattai.games.mechastellar.attack.exchange import Side, cuts_of
from gattai.games.mechastellar.attack.pools import Bands, banded, successes
from gattai.games.mechastellar.attack.volley import (
    Struck,
    Weights,
    add,
    hits_of,
    hurt,
    volley_of,
    ways_of,
)
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.skill import Offer
from gattai.games.mechastellar.state import State
from gattai.odds.distribution import Distribution

THRIFT = 0.001
"""The value of a point of Momentum in HP, so that of equal defences the cheaper is chosen."""


def best_defence(state: State, strike: Strike) -> Distribution[Struck]:
    """The result of an attack on one model that braces and then spends as well as it can, roll by
    roll.
    """
    attacker, defender, wound = volley_of(state, strike)
    hp = state.units[strike.target].hp
    ways = Defence(attacker, defender, wound, hp).struck()
    return Distribution.mixed((share, Distribution(w, total)) for share, w, total in ways)


class Stand(msgspec.Struct, frozen=True, cache_hash=True):
    """The position of a defence: the Hits to stop, and how its dice could be improved."""

    need: int
    near: int
    """Dice that Focus would turn into successes."""
    misses: int
    """Other dice that fail."""
    ripe: int
    """Dice that a wider critical range would make critical."""
    most: int = MANY
    """The number of Hits, if a defence could reduce them below zero."""


class Bundle(msgspec.Struct, frozen=True):
    """Some offers that can be used together."""

    adds: int = 0
    focus: bool = False
    sharp: bool = False
    walled: bool = False
    spent: int = 0
    points: int = 0

    @classmethod
    def of(cls, chosen: tuple[Offer, ...]) -> Bundle:
        """What these offers do together, and their price."""
        return cls(
            adds=_added(chosen),
            focus=any(each.success for each in chosen),
            sharp=any(each.sharpens for each in chosen),
            walled=any(each.group == "iron" for each in chosen),
            spent=sum(each.momentum for each in chosen),
            points=sum(each.points for each in chosen),
        )


End = tuple[int, bool, int]
"""Unblocked Hits, whether behind an Iron Wall, and Momentum spent."""

NOTHING_NEEDED: tuple[float, End] = (0.0, (0, False, 0))


class Defence:
    """All defences of one side against one attack, each evaluated once; used for one question only."""

    def __init__(self, attacker: Side, defender: Side, wound: Wound, hp: int) -> None:
        self.attacker = attacker
        self.side = defender
        self.wound = wound
        self.hp = hp
        """MS.ATTACK.DESTROYED: damage beyond the target's HP costs it nothing."""
        self.cuts = cuts_of(defender, False)
        self._lost: dict[tuple[int, bool], float] = {}
        self._ends: dict[tuple[int, int, int, int, bool, bool], tuple[float, End]] = {}
        self._again: dict[tuple[Stand, bool], float] = {}
        self._rolls: dict[tuple[int, bool], tuple[tuple[tuple[int, int, int], int], ...]] = {}

    def struck(self) -> Iterator[tuple[int, Weights[Struck], int]]:
        """The distribution of the result: a fraction of all outcomes, and the outcomes with their
        number.
        """
        for (unblocked, walled, spent), share in self._all_ends().items():
            damages, total = hurt(unblocked, walled, self.wound)
            found = {Struck(unblocked, d, spent): ways for d, ways in damages.items()}
            yield share, found, total

    def _all_ends(self) -> Weights[End]:
        """Every result with its number of outcomes, over all rolls of both sides and a reroll of
        the defender.
        """
        pool = self.side.pool
        stands: Weights[Stand] = {}
        hits = hits_of(self.attacker.pool)
        for (stopped, near, ripe, misses), ways in self._first().items():
            for number, ways_to_hit in hits.items():
                most = number - pool.floor if pool.flat < pool.floor else MANY
                stand = Stand(number - stopped, near, misses, ripe, most)
                add(stands, stand, ways * ways_to_hit)
        ends: Weights[End] = {}
        later: Weights[tuple[Stand, bool]] = {}
        for stand, ways in stands.items():
            focused = self._rolls_again(stand)
            if focused is None:
                add(ends, self._end(stand, False, False)[1], ways * 10**pool.dice)
            else:
                add(later, (self._lifted(stand, focused), focused), ways)
        for (stand, focused), ways in later.items():
            for more, count in self._second(stand.misses, focused):
                end = self._end(self._after(stand, more), focused, True)[1]
                add(ends, end, ways * count * 10 ** (pool.dice - stand.misses))
        return ends

    def _first(self) -> Weights[tuple[int, int, int, int]]:
        """The first roll: Hits it stops, dice Focus would turn, dice near critical, misses."""
        pool, found = self.side.pool, {}  # type: ignore[var-annotated]
        for bands, ways in ways_of(banded(pool.dice, self.cuts)):
            near, ripe = self._promising(bands, pool.success)
            value = successes(bands, self.cuts, pool.success, pool.crit, pool.crit_value)
            add(found, (value + pool.flat, near, ripe, pool.dice - sum(bands)), ways)
        return found

    def _second(self, dice: int, focused: bool) -> tuple[tuple[tuple[int, int, int], int], ...]:
        """Rerolled dice: what they stop, dice Focus would turn, dice near critical."""
        known = self._rolls.get((dice, focused))
        if known is None:
            pool, found = self.side.pool, {}  # type: ignore[var-annotated]
            success = min(self.cuts) if focused else pool.success
            for bands, ways in ways_of(banded(dice, self.cuts)):
                value = successes(bands, self.cuts, success, pool.crit, pool.crit_value)
                add(found, (value, *self._promising(bands, success)), ways)
            known = self._rolls[dice, focused] = tuple(found.items())
        return known

    def _promising(self, bands: Bands, success: int) -> tuple[int, int]:
        near = ripe = 0
        for cut, count in zip(self.cuts, bands, strict=True):
            if cut < success:
                near += count
            elif self._sharpest <= cut < self.side.pool.crit:
                ripe += count
        return near, ripe

    @cached_property
    def _sharpest(self) -> int:
        """The critical number after widening the range."""
        most = max((offer.sharpens for offer in self.side.offers), default=0)
        return self.side.pool.sharpened(most, self.side.best_crit).crit

    # Rerolls

    @cached_property
    def _reroll(self) -> Offer | None:
        offers = (each for each in self.side.offers if each.rerolls == "failures")
        return next((each for each in offers if each.points <= self.side.points), None)

    def _rolls_again(self, stand: Stand) -> bool | None:
        """Whether failures are rerolled: after Focus (True), without Focus (False), or not (None)."""
        if stand.need <= 0 or self._reroll is None or not stand.near + stand.misses:
            return None
        best, chosen = self._end(stand, False, False)[0], None
        for focused in (False, True):
            if focused and not any(bundle.focus for bundle in self._bundles[1]):
                continue
            if not focused or stand.misses:
                value = self._worth_again(self._lifted(stand, focused), focused)
                if value < best - 1e-9:
                    best, chosen = value, focused
        return chosen

    @staticmethod
    def _lifted(stand: Stand, focused: bool) -> Stand:
        """MS.DICE.REROLL: rerolled dice count as misses; Focus changes its own dice before."""
        need = stand.need - stand.near if focused else stand.need
        misses = stand.misses if focused else stand.near + stand.misses
        return Stand(need, 0, misses, stand.ripe, stand.most)

    def _worth_again(self, stand: Stand, focused: bool) -> float:
        known = self._again.get((stand, focused))
        if known is None:
            known = sum(
                ways * self._end(self._after(stand, more), focused, True)[0]
                for more, ways in self._second(stand.misses, focused)
            )
            known = self._again[stand, focused] = known / 10**stand.misses
        return known

    @staticmethod
    def _after(stand: Stand, more: tuple[int, int, int]) -> Stand:
        stopped, near, ripe = more
        return Stand(stand.need - stopped, near, 0, stand.ripe + ripe, stand.most)

    # Everything else

    def _end(self, stand: Stand, focused: bool, again: bool) -> tuple[float, End]:
        """The best bundle: its cost in HP, with Momentum counted slightly, and the result."""
        if stand.need <= 0 and not focused:
            return NOTHING_NEEDED
        key = (stand.need, stand.near, stand.ripe, stand.most, focused, again)
        known = self._ends.get(key)
        if known is None:
            known = self._ends[key] = self._best_end(stand, focused, again)
        return known

    def _best_end(self, stand: Stand, focused: bool, again: bool) -> tuple[float, End]:
        turned = 0 if focused else stand.near
        sharper = stand.ripe * (self.side.pool.crit_value - 1)
        best, end = float("inf"), (0, False, 0)
        for bundle in self._bundles[again]:  # cheapest first
            if focused and not bundle.focus:
                continue
            need = stand.need - bundle.adds
            if bundle.focus:
                need -= turned
            if bundle.sharp:
                need -= sharper
            unblocked = max(0, min(need, stand.most))
            value = self._cost(unblocked, bundle.walled) + THRIFT * bundle.spent
            if value < best - 1e-9:
                best, end = value, (unblocked, bundle.walled, bundle.spent)
            if not unblocked:
                break
        return best, end

    def _cost(self, unblocked: int, walled: bool) -> float:
        known = self._lost.get((unblocked, walled))
        if known is None:
            damages, total = hurt(unblocked, walled, self.wound)
            known = sum(ways * min(d, self.hp) for d, ways in damages.items()) / total
            self._lost[unblocked, walled] = known
        return known

    @cached_property
    def _bundles(self) -> tuple[tuple[Bundle, ...], tuple[Bundle, ...]]:
        """The sets of offers that can be used together, with and without the reroll; of equal sets
        the cheapest.
        """
        price = self._reroll.points if self._reroll else 0
        return self._payable(self.side.points), self._payable(self.side.points - price)

    def _payable(self, points: int) -> tuple[Bundle, ...]:
        side = self.side
        offers = [each for each in side.offers if each.adds or each.success or each.sharpens]
        found: dict[tuple[int, bool, bool, bool], Bundle] = {}
        for chosen in _subsets(offers):
            bundle = Bundle.of(chosen)
            skills = sum(each.is_skill for each in chosen)
            if bundle.spent > side.momentum or bundle.points > points:
                continue
            if skills > int(side.skill_open):
                continue
            key = (bundle.adds, bundle.focus, bundle.sharp, bundle.walled)
            if key not in found or bundle.spent < found[key].spent:
                found[key] = bundle
        return tuple(sorted(found.values(), key=lambda each: each.spent))


def _added(chosen: tuple[Offer, ...]) -> int:
    """The sum of these offers; support only up to its limit (MS.SUPPORT.CAP)."""
    shared = [each for each in chosen if each.room]
    most = shared[0].room if shared else 0
    alone = sum(each.adds for each in chosen if not each.room)
    return alone + min(most, sum(each.adds for each in shared))


def _subsets(offers: list[Offer]) -> Iterator[tuple[Offer, ...]]:
    """Every selection: at most one of a group, any other as often as it may be used."""
    if not offers:
        yield ()
        return
    first = offers[0]
    if first.group and not first.room:
        rest = [each for each in offers if each.group != first.group]
        ways = [(), *((each,) for each in offers if each.group == first.group)]
    else:
        rest = offers[1:]
        ways = [(first,) * times for times in range(first.most + 1)]
    for chosen in ways:
        for more in _subsets(rest):
            yield (*chosen, *more)
