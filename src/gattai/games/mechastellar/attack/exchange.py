"""The exchange of dice: both sides roll, the attacker commits, then the defender
(MS.ATTACK.SEQUENCE, 4 to 7).

This module does not use the state. Each side has a pool, its means of payment, and its offers:
skills, rerolls and reactions as plain numbers. The result is the number of unblocked Hits and the
words of the offers used, which the caller pays for. So exact odds can be computed from the exchange
alone.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import msgspec

from gattai.games.mechastellar.attack.pools import (
    Bands,
    Pool,
    banded,
    counted,
    counted_with_tens,
    successes,
)
from gattai.games.mechastellar.keywords.skill import Offer, skill_of
from gattai.games.mechastellar.state import State
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose, declines_to, may_choose, part, roll
from gattai.kernel.rulebook import RuleId


class Side(msgspec.Struct, frozen=True, cache_hash=True):
    """One side of an exchange."""

    seat: Seat
    pool: Pool
    rule: RuleId
    what: str
    momentum: int = 0
    points: int = 0
    orders: int = 0
    easing: int = 1
    skill_open: bool = True
    best_crit: int = 7
    offers: tuple[Offer, ...] = ()


class Count(msgspec.Struct, frozen=True, eq=False):
    """The parts of a side's total. Only the log uses them.

    All instances are equal, so that `odds` can merge results that differ only in their parts.
    """

    rolled: int = 0
    bonus: int = 0
    used: tuple[tuple[str, int], ...] = ()
    total: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Count)

    def __hash__(self) -> int:
        """Return the same hash for every instance."""
        return 1


NO_COUNT = Count()


class Clash(msgspec.Struct, frozen=True, cache_hash=True):
    """The result of an exchange."""

    unblocked: int
    attacker_used: tuple[str, ...] = ()
    defender_used: tuple[str, ...] = ()
    tens: int = 0
    """Natural tens of the defender, if they matter (MS.REMOTE.SHOOTDOWN)."""
    hits: Count = NO_COUNT
    defences: Count = NO_COUNT


class Commit(Option, frozen=True, tag="use"):
    """Use a skill, a reroll or a reaction on the rolled dice."""

    word: str

    def label(self, view: State) -> str:
        return skill_of(self.word).label(view.rules, self.word)

    def price_in(self, view: State) -> str:
        return skill_of(self.word).price(view.rules, self.word)


class Lift(Option, frozen=True, tag="again"):
    """The dice to reroll: for each the lowest face of its band, 1 for a miss."""

    faces: tuple[int, ...]

    def label(self, view: object) -> str:
        each = dict.fromkeys(self.faces)
        return f"throw again {', '.join(f'{self.faces.count(n)} from {n} on' for n in each)}"


class Done(Option, frozen=True, tag="done"):
    """Commit to everything declared so far."""

    says = "nothing more: let it stand"


DONE = Done()


def _declined(attacker: Side, defender: Side, tens: bool) -> Steps[Clash]:
    """The exchange if no offer is used: only the successes of each roll matter."""
    one, two = attacker.pool, defender.pool
    attack = yield from roll(
        counted(one.dice, one.success, one.crit, one.crit_value), attacker.rule, attacker.what
    )
    pool = (two.dice, two.success, two.crit, two.crit_value)
    if tens:
        both = yield from roll(counted_with_tens(*pool), defender.rule, defender.what)
        defence, shown = both
    else:
        shown = 0
        defence = yield from roll(counted(*pool), defender.rule, defender.what)
    return Clash(max(0, one.total(attack) - two.total(defence)), tens=shown)


@declines_to(_declined)
def exchange(attacker: Side, defender: Side, tens: bool) -> Steps[Clash]:
    """MS.ATTACK.SEQUENCE, 4 to 7: both roll; attacker, then defender commit; DEF cancels HITs.

    MS.ORDER.COMMIT: the attacker has finished before the defender declares anything.
    MS.ORDER.ROLL-THEN-DECIDE: both sides see all dice first.
    """
    return (yield from exchanged(attacker, defender, tens, []))


def exchanged(attacker: Side, defender: Side, tens: bool, hands: list[Hand]) -> Steps[Clash]:
    """The same exchange; `hands` receives each side's hand when it commits."""
    attack_cuts, defence_cuts = cuts_of(attacker, False), cuts_of(defender, tens)
    attack_dice = yield from roll(
        banded(attacker.pool.dice, attack_cuts), attacker.rule, attacker.what, by=attacker.seat
    )
    defence_dice = yield from roll(
        banded(defender.pool.dice, defence_cuts), defender.rule, defender.what, by=defender.seat
    )
    hits, attacker_used, _ = yield from _commit(attacker, attack_dice, attack_cuts, hands, False)
    defences, defender_used, final = yield from _commit(
        defender, defence_dice, defence_cuts, hands, tens
    )
    shown = final[-1] if tens else 0
    through = max(0, hits.total - defences.total)
    return Clash(through, attacker_used, defender_used, shown, hits, defences)


@cache
def cuts_of(side: Side, tens: bool) -> tuple[int, ...]:
    """The faces that can matter for this side, as the cuts of the coarsest sufficient bands."""
    pool = side.pool
    cuts = {pool.success, pool.crit}
    for offer in side.offers:
        if offer.success:
            cuts.add(min(offer.success, pool.success))
        if offer.sharpens:
            cuts.add(pool.sharpened(offer.sharpens, side.best_crit).crit)
    if tens:
        cuts.add(10)
    return tuple(sorted(cut for cut in cuts if cut <= 10))


def _commit(
    side: Side, fresh: Bands, cuts: tuple[int, ...], hands: list[Hand], tens: bool
) -> Steps[tuple[Count, tuple[str, ...], Bands]]:
    """A side uses offers one after another until it is done. Returns the total of its pool.

    MS.MOM.PAY: offers that cannot be paid in full are left out. MS.DICE.REROLL: rerolled dice are
    final.
    """
    hand = Hand(side, fresh, cuts)
    hands.append(hand)
    while True:
        options = hand.options()
        if not options:
            break
        what = f"{side.what}: use anything?"
        answer = yield from may_choose(
            side.seat, options, DONE, "MS.ORDER.COMMIT", what, describe=hand.offer_text
        )
        if isinstance(answer, Done):
            break
        offer = hand.take(answer.word)
        if offer.rerolls:
            lifted = yield from _choose_dice(hand, offer)
            again = _again_by_face if tens else roll_again
            back = yield from part(again, lifted, cuts, hand.pool, offer.rule, side.seat)
            hand.final = tuple(map(sum, zip(hand.final, back, strict=True)))
    final = tuple(map(sum, zip(hand.fresh, hand.final, strict=True)))
    return _count(hand.pool, final, cuts, tuple(hand.added)), tuple(hand.used), final


def _again_by_face(
    dice: int, cuts: tuple[int, ...], pool: Pool, rule: RuleId, seat: Seat
) -> Steps[Bands]:
    """MS.DICE.REROLL: reroll this many dice, distinguishing every face that may matter."""
    return (yield from roll(banded(dice, cuts), rule, "rolled again", by=seat))


def _again_by_success(
    dice: int, cuts: tuple[int, ...], pool: Pool, rule: RuleId, seat: Seat
) -> Steps[Bands]:
    """The reroll if no other offer is used: only the successes matter."""
    rolled = yield from roll(
        counted(dice, pool.success, pool.crit, pool.crit_value), rule, "rolled again", by=seat
    )
    critical, plain = divmod(rolled, pool.crit_value) if pool.crit in cuts else (0, rolled)
    return tuple([critical * (cut == pool.crit) + plain * (cut == pool.success) for cut in cuts])


@declines_to(_again_by_success)
def roll_again(
    dice: int, cuts: tuple[int, ...], pool: Pool, rule: RuleId, seat: Seat
) -> Steps[Bands]:
    """MS.DICE.REROLL: roll the chosen dice once more."""
    return (yield from _again_by_face(dice, cuts, pool, rule, seat))


def _choose_dice(hand: Hand, offer: Offer) -> Steps[int]:
    """MS.RES.BOOST, MS.RES.POWER, MS.RES.HAVOC: choose the dice to reroll, by kind or one by one."""
    if offer.rerolls != "chosen":
        return hand.lift(offer.rerolls)
    options = hand.lifts()
    answer = yield from choose(
        hand.side.seat, options, offer.rule, "roll which dice again?", otherwise=options[-1],
        describe=hand.dice_text,
    )  # fmt: skip
    return hand.lift_chosen(answer)


def _some_dice(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"


def _count(
    pool: Pool, bands: Bands, cuts: tuple[int, ...], used: tuple[tuple[str, int], ...] = ()
) -> Count:
    rolled = successes(bands, cuts, pool.success, pool.crit, pool.crit_value)
    total = pool.total(rolled + sum(amount for _, amount in used))
    return Count(rolled, pool.flat, used, total)


class Hand:
    """The offers that a side has left while it commits; it belongs to one generator."""

    __slots__ = (
        "added", "cuts", "final", "fresh", "misses", "momentum", "orders", "points", "pool",
        "side", "skilled", "used",
    )  # fmt: skip

    def __init__(self, side: Side, fresh: Bands, cuts: tuple[int, ...]) -> None:
        self.side = side
        self.cuts = cuts
        self.fresh = fresh
        self.final: Bands = (0,) * len(cuts)
        self.misses = side.pool.dice - sum(fresh)
        self.pool = side.pool
        self.momentum = side.momentum
        self.points = side.points
        self.orders = side.orders
        self.skilled = not side.skill_open
        self.added: list[tuple[str, int]] = []
        self.used: list[str] = []

    def price(self, offer: Offer) -> int:
        """MS.ORDERS.OPS: a waiting order lowers some prices."""
        if offer.eased and self.orders:
            return max(0, offer.momentum - self.side.easing)
        return offer.momentum

    def options(self) -> tuple[Commit, ...]:
        """The offers that can be used and paid for now."""
        return tuple(Commit(offer.word) for offer in self.side.offers if self._is_open(offer))

    def _is_open(self, offer: Offer) -> bool:
        if self.price(offer) > self.momentum or offer.points > self.points:
            return False
        if offer.is_skill and self.skilled:
            return False
        if self.used.count(offer.word) >= offer.most:
            return False
        if offer.room:
            return self._room(offer) > 0
        if offer.group and any(
            other.group == offer.group for other in self.side.offers if other.word in self.used
        ):
            return False
        return not offer.rerolls or self._lifted(offer.rerolls) > 0

    def _room(self, offer: Offer) -> int:
        """How much the group of an offer can still add."""
        group = {each.word for each in self.side.offers if each.group == offer.group}
        return offer.room - sum(amount for word, amount in self.added if word in group)

    def offer_text(self, answer: Commit | Done) -> str:
        """The rerolled dice for the log; everything else is logged when it is paid."""
        if isinstance(answer, Done):
            return ""
        offer = next(each for each in self.side.offers if each.word == answer.word)
        if offer.rerolls in ("", "chosen"):
            return ""
        return f"{self._name()} rolls {_some_dice(self._lifted(offer.rerolls))} again"

    def dice_text(self, lift: Lift) -> str:
        """The same for dice chosen one by one."""
        return f"{self._name()} rolls {_some_dice(len(lift.faces))} again"

    def _name(self) -> str:
        return self.side.what.rpartition(" ")[0]

    def take(self, word: str) -> Offer:
        """Pay for an offer and apply it."""
        offer = next(each for each in self.side.offers if each.word == word)
        self.momentum -= self.price(offer)
        if offer.eased and self.orders and offer.momentum:
            self.orders -= 1
        if offer.group == "order":
            self.orders += 1
        self.points -= offer.points
        self.skilled = self.skilled or offer.is_skill
        adds = self._adds(offer)
        if adds or offer.success or offer.sharpens or offer.rerolls:
            self.added.append((word, adds))
        if offer.success:
            self.pool = msgspec.structs.replace(
                self.pool, success=min(offer.success, self.pool.success)
            )
        if offer.sharpens:
            self.pool = self.pool.sharpened(offer.sharpens, self.side.best_crit)
        self.used.append(word)
        return offer

    def _adds(self, offer: Offer) -> int:
        adds = min(offer.adds, self._room(offer)) if offer.room else offer.adds
        return adds if offer.word in self.used else adds - offer.first_costs

    def _kept(self, what: str) -> Bands:
        """The rerolled dice that stay as they are when these are rerolled."""
        pool = self.pool
        if what in ("all", "chosen"):
            return (0,) * len(self.cuts)
        above = {"misses": 0, "failures": pool.success, "plain": pool.crit}[what]
        return tuple(
            count if cut >= above else 0 for cut, count in zip(self.cuts, self.fresh, strict=True)
        )

    def _lifted(self, what: str) -> int:
        return self.misses + sum(self.fresh) - sum(self._kept(what))

    def lift(self, what: str) -> int:
        """Take the dice for a reroll and return their number."""
        lifted = self._lifted(what)
        self.fresh = self._kept(what)
        self.misses = 0
        return lifted

    def lifts(self) -> tuple[Lift, ...]:
        """Every choice of dice for a reroll; all failures last."""
        counts = ((1, self.misses), *zip(self.cuts, self.fresh, strict=True))
        faces = [tuple((face,) * n for n in range(count + 1)) for face, count in counts if count]
        found = [Lift(sum(chosen, ())) for chosen in product(*faces) if any(chosen)]
        below = tuple(face for face, n in counts for _ in range(n) if face < self.pool.success)
        failures = Lift(below)
        if failures in found:
            found.remove(failures)
            found.append(failures)
        return tuple(found)

    def lift_chosen(self, lift: Lift) -> int:
        """Take these dice for a reroll."""
        self.fresh = tuple(
            count - lift.faces.count(cut) for cut, count in zip(self.cuts, self.fresh, strict=True)
        )
        self.misses -= lift.faces.count(1)
        return len(lift.faces)
