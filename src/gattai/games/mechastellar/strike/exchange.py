"""The exchange of dice: both roll, the attacker commits, then the defender (MS.ATTACK.SEQUENCE, 4 to 7).

Nothing here knows the table. Each side brings its pool, what it can pay with, and its offers: skills,
rerolls and reactions as plain figures. What comes back is the number of unblocked Hits and the words
of what was used; whoever asked pays for them. So exact odds can walk the exchange on its own.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, Literal

import msgspec

from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.strike.pools import (
    Bands,
    Pool,
    banded,
    counted,
    counted_with_tens,
    successes,
)
from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Roll, Seat, Steps, declines_to, part
from gattai.kernel.rulebook import RuleId


class Offer(msgspec.Struct, frozen=True, cache_hash=True):
    """Something a side can use once it has seen the dice: its price and what it does."""

    word: str
    rule: RuleId
    momentum: int = 0
    points: int = 0
    adds: int = 0
    """Hits or DEF on top."""
    success: int = 0
    """The number from which dice now succeed; 0 leaves it."""
    sharpens: int = 0
    rerolls: Literal["", "misses", "failures", "plain", "all", "chosen"] = ""
    is_skill: bool = False
    """MS.SKILL.LIMIT: one such skill a Turn."""
    group: str = ""
    """Of a group only one may be used on a roll; empty: any number of times, `most` in all."""
    most: int = 1
    room: int = 0
    """Where it is not 0, a group may be used again and again, but it adds no more than this in all."""
    first_costs: int = 0
    """What its first use takes away from the Hits or DEF."""
    eased: bool = False
    """MS.ORDERS.OPS: whether an order lowers its price."""


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
    """What a side's total is made of, for the log alone: nothing follows from it.

    So two of them are never told apart, and `odds` can merge what only differs in how it came about.
    """

    rolled: int = 0
    bonus: int = 0
    used: tuple[tuple[str, int], ...] = ()
    total: int = 0

    def __eq__(self, other: object) -> bool:
        """Always."""
        return isinstance(other, Count)

    def __hash__(self) -> int:
        """The same for all."""
        return 1


NO_COUNT = Count()


class Clash(msgspec.Struct, frozen=True, cache_hash=True):
    """What came of an exchange."""

    unblocked: int
    attacker_used: tuple[str, ...] = ()
    defender_used: tuple[str, ...] = ()
    tens: int = 0
    """Natural tens of the defender, where they matter (MS.REMOTE.SHOOTDOWN)."""
    hits: Count = NO_COUNT
    defences: Count = NO_COUNT


class Commit(Said, frozen=True, tag="use"):
    """Use a skill, a reroll or a reaction on the dice that lie there."""

    word: str

    def label(self, view: Any) -> str:
        """What it does."""
        return skill_words(view.rules, self.word)

    def price_in(self, view: Any) -> str:
        """As it is printed."""
        return skill_price(view.rules, self.word)


class Lift(Said, frozen=True, tag="again"):
    """Which dice are rolled again: for each the lowest face of its band, 1 for a miss."""

    faces: tuple[int, ...]

    def label(self, view: Any) -> str:
        """How many of which."""
        each = dict.fromkeys(self.faces)
        return f"throw again {', '.join(f'{self.faces.count(n)} from {n} on' for n in each)}"


class Done(Said, frozen=True, tag="done"):
    """Commit to what has been declared."""

    says = "nothing more: let it stand"


DONE = Done()

REROLLS = {
    "reroll-misses": "throw again what can count for nothing",
    "reroll-failures": "throw again all that failed",
    "reroll-plain": "throw again all but criticals",
    "reroll-all": "throw all again",
    "reroll-chosen": "throw again dice of your choice",
}


def skill_words(rules: Parameters, word: str) -> str:
    """What a skill, a reroll or a reaction does to the dice that lie there."""
    skill, name = rules.skill, spoken(word)
    does = {
        "focus": f"this roll succeeds on {skill.focus.target}+",
        "flash": f"+{skill.flash.add} DEF",
        "great-flash": f"+{skill.flash.add2} DEF",
        "iron-wall": f"+{skill.iron_wall.add} DEF this Turn",
        "great-iron-wall": f"+{skill.iron_wall.add2} DEF this Turn",
        "valor": f"+{skill.valor.add} HIT",
        **REROLLS,
    }.get(word, "")
    if word in REROLLS:
        return does
    return f"{name}: {does}" if does else name


def skill_price(rules: Parameters, word: str) -> str:
    """Its printed price. An order or a trait may lower it: `tray` knows what is to be paid."""
    skill = rules.skill
    cost = {
        "focus": skill.focus.cost,
        "flash": skill.flash.cost,
        "great-flash": skill.flash.cost2,
        "iron-wall": skill.iron_wall.cost,
        "great-iron-wall": skill.iron_wall.cost2,
        "valor": skill.valor.cost,
    }.get(word, 0)
    return f"{cost} momentum" if cost else "1 point" if word in REROLLS else ""


def spoken(word: str) -> str:
    """A skill or a reroll as people say it: `Iron Wall`, `misses rolled again`.

    What costs 6 Momentum is Super Flash and Super Iron Wall where the document names it (REV101).
    """
    if word.startswith("reroll-"):
        return f"{word.removeprefix('reroll-')} rolled again".replace("chosen", "some dice")
    return SPOKEN.get(word) or word.replace("-", " ").title().replace("Aa ", "AA ")


SPOKEN = {
    "great-flash": "Super Flash",
    "great-iron-wall": "Super Iron Wall",
    "all-fire": "All Weapons Fire",
    "anti-air": "Anti-Air Defences",
    "order": "an order",
    "extra-order": "an extra order",
    "recharge": "a point on its barrier",
}


def _declined(attacker: Side, defender: Side, tens: bool) -> Steps[Clash]:
    """The exchange if nobody uses anything: then only the successes of each throw matter."""
    one, two = attacker.pool, defender.pool
    attack = yield Roll(
        counted(one.dice, one.success, one.crit, one.crit_value), attacker.rule, attacker.what
    )
    if tens:
        dice = counted_with_tens(two.dice, two.success, two.crit, two.crit_value)
        defence, shown = yield Roll(dice, defender.rule, defender.what)
    else:
        shown = 0
        dice = counted(two.dice, two.success, two.crit, two.crit_value)
        defence = yield Roll(dice, defender.rule, defender.what)
    return Clash(max(0, one.total(attack) - two.total(defence)), tens=shown)


@declines_to(_declined)
def exchange(attacker: Side, defender: Side, tens: bool) -> Steps[Clash]:
    """MS.ATTACK.SEQUENCE, 4 to 7: both roll; attacker, then defender commit; DEF cancels HITs.

    MS.ORDER.COMMIT: the attacker has finished before the defender declares anything.
    MS.ORDER.ROLL-THEN-DECIDE: both have seen all dice by then.
    """
    return (yield from exchanged(attacker, defender, tens, []))


def exchanged(attacker: Side, defender: Side, tens: bool, hands: list[Hand]) -> Steps[Clash]:
    """The same for whoever looks on: what each side has in hand is laid there once it commits."""
    attack_cuts, defence_cuts = cuts_of(attacker, False), cuts_of(defender, tens)
    attack_dice = yield Roll(
        banded(attacker.pool.dice, attack_cuts), attacker.rule, attacker.what, by=attacker.seat
    )
    defence_dice = yield Roll(
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
    """The faces at which something can change for this side: the coarsest reading of its throw."""
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
    """A side uses one thing after another until it is done. Returns what its pool comes to.

    MS.MOM.PAY: what cannot be paid in full is not offered. MS.DICE.REROLL: dice that were rolled
    again are final.
    """
    hand = Hand(side, fresh, cuts)
    hands.append(hand)
    while True:
        options = hand.options()
        if not options:
            break
        answer = yield Choose(
            side.seat,
            (*options, DONE),
            "MS.ORDER.COMMIT",
            f"{side.what}: use anything?",
            otherwise=DONE,
            tells=hand.said,
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
    """MS.DICE.REROLL: so many dice are rolled again, each face told apart that may matter."""
    back: Bands = yield Roll(banded(dice, cuts), rule, "rolled again", by=seat)
    return back


def _again_by_success(
    dice: int, cuts: tuple[int, ...], pool: Pool, rule: RuleId, seat: Seat
) -> Steps[Bands]:
    """The same if nothing more is used: only the successes matter, as if as many as can be were critical."""
    rolled: int = yield Roll(
        counted(dice, pool.success, pool.crit, pool.crit_value), rule, "rolled again", by=seat
    )
    critical, plain = divmod(rolled, pool.crit_value) if pool.crit in cuts else (0, rolled)
    return tuple([critical * (cut == pool.crit) + plain * (cut == pool.success) for cut in cuts])


@declines_to(_again_by_success)
def roll_again(
    dice: int, cuts: tuple[int, ...], pool: Pool, rule: RuleId, seat: Seat
) -> Steps[Bands]:
    """MS.DICE.REROLL: the dice that were taken up are rolled once more, and lie then."""
    return (yield from _again_by_face(dice, cuts, pool, rule, seat))


def _choose_dice(hand: Hand, offer: Offer) -> Steps[int]:
    """MS.RES.BOOST, MS.RES.POWER, MS.RES.HAVOC: any dice are rolled again: a kind, or one by one."""
    if offer.rerolls != "chosen":
        return hand.lift(offer.rerolls)
    options = hand.lifts()
    answer: Lift = yield Choose(
        hand.side.seat, options, offer.rule, "roll which dice again?", otherwise=options[-1],
        tells=hand.said_of_dice,
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
    """What a side has left to use while it commits; it lives and dies with one generator."""

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
        """MS.ORDERS.OPS: an order that waits lowers some prices."""
        if offer.eased and self.orders:
            return max(0, offer.momentum - self.side.easing)
        return offer.momentum

    def options(self) -> tuple[Commit, ...]:
        """What can be used and paid for now."""
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

    def said(self, answer: Commit | Done) -> str:
        """What is rolled again, in the log; all else is told when it is paid for."""
        if isinstance(answer, Done):
            return ""
        offer = next(each for each in self.side.offers if each.word == answer.word)
        if offer.rerolls in ("", "chosen"):
            return ""
        return f"{self._name()} rolls {_some_dice(self._lifted(offer.rerolls))} again"

    def said_of_dice(self, lift: Lift) -> str:
        """The same where dice were chosen one by one."""
        return f"{self._name()} rolls {_some_dice(len(lift.faces))} again"

    def _name(self) -> str:
        return self.side.what.rpartition(" ")[0]

    def take(self, word: str) -> Offer:
        """Pay for an offer and let it work."""
        offer = next(each for each in self.side.offers if each.word == word)
        self.momentum -= self.price(offer)
        if offer.eased and self.orders and offer.momentum:
            self.orders -= 1
        if offer.group == "order":
            self.orders += 1
        self.points -= offer.points
        self.skilled = self.skilled or offer.is_skill
        adds = min(offer.adds, self._room(offer)) if offer.room else offer.adds
        if word not in self.used:
            adds -= offer.first_costs
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

    def _kept(self, what: str) -> Bands:
        """The fresh dice that stay when these are rolled again."""
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
        """Take up the dice that are rolled again: how many."""
        lifted = self._lifted(what)
        self.fresh = self._kept(what)
        self.misses = 0
        return lifted

    def lifts(self) -> tuple[Lift, ...]:
        """Every choice among the dice that may be rolled again; all failures last."""
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
        """Take up these dice."""
        self.fresh = tuple(
            count - lift.faces.count(cut) for cut, count in zip(self.cuts, self.fresh, strict=True)
        )
        self.misses -= lift.faces.count(1)
        return len(lift.faces)
