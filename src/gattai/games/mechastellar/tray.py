"""The dice tray of an attack: both pools, the offers used on them, the result.

Also words the options in the middle of an attack: the current price with its reason, and the dice a
reroll takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from gattai.games.mechastellar.attack.aiming import shooting_fee
from gattai.games.mechastellar.attack.countering import Counter, counter_cost
from gattai.games.mechastellar.attack.exchange import (
    Commit,
    Hand,
    Lift,
    Side,
    cuts_of,
    exchanged,
)
from gattai.games.mechastellar.attack.pools import Pool
from gattai.games.mechastellar.attack.support import support_word
from gattai.games.mechastellar.events.attack import HitsLanded, PoolGathered
from gattai.games.mechastellar.figures import resource
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.skill import Offer, skill_of, spoken
from gattai.games.mechastellar.phases.momentum import eased
from gattai.games.mechastellar.state import State, Unit, UnitId
from gattai.kernel.dice import Face
from gattai.kernel.event import Event, Rolled
from gattai.kernel.question import ENTER, Choose, Part, Question, Roll
from gattai.kernel.text import notation
from gattai.scene.maker import Tray
from gattai.scene.parts import DiceGroup, ListedOption, ThrownDie

HITS, DEF = "MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF"


def tray_of(view: State, events: Sequence[Event], answers: Sequence[object]) -> Tray | None:
    """Both pools, from the moment they are rolled until every DEF has cancelled a HIT.

    What follows (saves, damage, a Counter) is in the log. The state is used only for names, since
    `PoolGathered` contains the pools.
    """
    walked = _walk(events, answers)
    return None if walked is None else walked.tray(view)


def hand_of(events: Sequence[Event], answers: Sequence[object]) -> tuple[Strike, Hand] | None:
    """The attack in progress, and the offers that the side in question has left."""
    walked = _walk(events, answers)
    if walked is None or not isinstance(walked.asked, Choose):
        return None
    half = walked.half_of(walked.asked.seat)
    return (walked.strike, half.hand) if half.hand is not None else None


def last_strike(events: Sequence[Event]) -> Strike | None:
    """The last attack, with the choices made before the roll."""
    gathered = [event for event in events if isinstance(event, PoolGathered)]
    return gathered[-1].strike if gathered else None


def _walk(events: Sequence[Event], answers: Sequence[object]) -> _Exchange | None:
    """Replay the current exchange of dice up to now."""
    at = max((n for n, event in enumerate(events) if isinstance(event, PoolGathered)), default=-1)
    if at < 0 or any(isinstance(event, HitsLanded) for event in events[at:]):
        return None
    attack, defence = [event for event in events[: at + 1] if isinstance(event, PoolGathered)][-2:]
    before = sum(isinstance(event, Rolled) for event in events[:at])
    later = any(isinstance(event, Rolled) for event in events[at:])
    fell = [n for n, value in enumerate(answers) if _is_throw(value)]
    return _Exchange(attack, defence, answers[fell[before] :] if later else ())


def _is_throw(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(face, int | str) for face in value)


class _Half:
    """One side's dice as rolled; the offers it has used are in its hand after it commits."""

    def __init__(self, gathered: PoolGathered) -> None:
        self.side: Side = gathered.brought
        self.cuts = cuts_of(self.side, gathered.tens)
        self.word = gathered.word
        self.bonus = gathered.more
        self.first: tuple[int, ...] | None = None
        self.again: tuple[int, ...] = ()
        self.hand: Hand | None = None

    def falls(self, faces: Sequence[Face]) -> None:
        thrown = tuple(int(face) for face in faces)
        if self.first is None:
            self.first = thrown
        else:
            self.again += thrown

    @property
    def pool(self) -> Pool:
        return self.side.pool if self.hand is None else self.hand.pool

    @property
    def adds(self) -> int:
        return 0 if self.hand is None else sum(amount for _, amount in self.hand.added)

    @property
    def used(self) -> list[Offer]:
        words = [] if self.hand is None else self.hand.used
        return [next(each for each in self.side.offers if each.word == word) for word in words]

    @property
    def dice(self) -> list[tuple[int, bool]]:
        """Each face, and whether that die was taken for a reroll: in each band as many as the hand
        lacks.
        """
        lying = [(face, False) for face in self.again]
        if self.first is None or self.hand is None:
            return [*((face, False) for face in self.first or ()), *lying]
        bands = (1, *self.cuts)
        kept = dict(zip(bands, (self.hand.misses, *self.hand.fresh), strict=True))
        left = dict.fromkeys(bands, 0)
        found: list[tuple[int, bool]] = []
        for face in reversed(self.first):
            band = max(cut for cut in bands if cut <= face)
            left[band] += 1
            found.append((face, left[band] > kept[band]))
        return [*reversed(found), *lying]

    @property
    def shown(self) -> int:
        return sum(self.pool.worth(face) for face, lifted in self.dice if not lifted)

    @property
    def total(self) -> int:
        return self.pool.total(self.shown + self.adds)

    def group(self, name: str) -> DiceGroup:
        pool, more = self.pool, self.pool.flat + self.adds
        title = f"{name}, {self.word} on {pool.success}+ ({pool.crit_value} on {pool.crit}+)"
        owner = self.side.seat
        if self.first is None:
            return DiceGroup(title, (), owner, f"{pool.dice}d10{_plus(more)}")
        dice = tuple(
            ThrownDie(
                str(face),
                counted="" if lifted or not pool.worth(face) else f"{pool.worth(face)} {self.word}",
                mark="again" if lifted else "",
                kind="d10",
            )
            for face, lifted in self.dice
        )
        total = f"{self.total} {self.word}"
        if more:
            total = f"{self.shown}{_plus(more)} = {total}"
        return DiceGroup(title, dice, owner, total)


def _plus(number: int) -> str:
    return "" if not number else f" + {number}" if number > 0 else f" − {-number}"


class _Exchange:
    """An exchange of dice, replayed from its events up to now."""

    def __init__(
        self, attack: PoolGathered, defence: PoolGathered, answers: Sequence[object]
    ) -> None:
        self.strike, self.enough, self.tens = attack.strike, attack.enough, defence.tens
        self.attack, self.defence = _Half(attack), _Half(defence)
        self.asked: Question | Part | None = None
        self._follow(answers)

    def half_of(self, seat: int | None) -> _Half:
        return self.attack if seat == self.attack.side.seat else self.defence

    def _follow(self, answers: Sequence[object]) -> None:
        """The rules themselves decide whose dice each roll was, and what was done with them."""
        hands: list[Hand] = []
        run = exchanged(self.attack.side, self.defence.side, self.tens, hands)
        self.asked = next(run)
        for value in answers:
            reading = value
            if isinstance(self.asked, Roll):
                assert isinstance(value, tuple)
                reading = self.asked.dice.read(value)
                self.half_of(self.asked.by).falls(value)
            try:
                self.asked = run.send(reading)
                while isinstance(self.asked, Part):
                    self.asked = run.send(ENTER)
            except StopIteration:
                self.asked = (
                    None  # the next rolls belong to the offer that was used, not to the pools
                )
                break
        for hand in hands:
            self.half_of(hand.side.seat).hand = hand

    def _terms(self) -> Iterator[tuple[str, str]]:
        """The terms of each pool beyond the profile's own bonus, before any offers."""
        for half, rule in ((self.attack, HITS), (self.defence, DEF)):
            terms = [f"{t.amount:+d} {t.what}" for t in half.bonus if t.amount]
            if len(terms) > 1:
                yield f"{half.word}: {', '.join(terms)}".replace("-", "−"), rule

    def tray(self, view: State) -> Tray:
        """The tray in its current state."""
        strike = self.strike
        weapon = strike.weapon.name + (" in return" if strike.counter else "")
        names = {
            self.attack: view.units[strike.unit].name,
            self.defence: view.units[strike.target].name,
        }
        uses = [
            (f"{name} uses {spoken(offer.word)}", offer.rule)
            for half, name in names.items()
            for offer in half.used
        ]
        return Tray(
            title=f"{names[self.attack]}: {weapon} at {names[self.defence]}",
            groups=tuple(half.group(name) for half, name in names.items()),
            steps=(*self._terms(), *uses),
            result=self._result(),
        )

    def _result(self) -> str:
        """MS.ATTACK.UNBLOCKED: the Hits that would get through if no more offers were used."""
        if self.attack.first is None or self.defence.first is None:
            return ""
        through = max(0, self.attack.total - self.defence.total)
        enough = self.enough
        hits = f"{through} Hit{'' if through == 1 else 's'} through"
        if not through:
            return "As it stands: all blocked"
        if not enough:
            return f"As it stands: {hits}"
        blow = "a Finishing Blow" if through >= enough else f"Finishing Blow from {enough}"
        return f"As it stands: {hits}; {blow}"


def in_context(
    view: State, events: Sequence[Event], answers: Sequence[object], options: Sequence[ListedOption]
) -> tuple[ListedOption, ...]:
    """MS.MOM.PAY, MS.ORDERS.OPS: show the actual prices instead of the printed ones."""
    kinds = {option.kind for option in options}
    if kinds & {"use", "again"}:
        found = hand_of(events, answers)
        if found is not None:
            strike, hand = found
            return tuple(_in_hand(view, strike, hand, option) for option in options)
    if "counter" in kinds:
        attack = last_strike(events)
        if attack is not None:
            return tuple(_counter(view, attack, option) for option in options)
    return tuple(options)


def _in_hand(view: State, strike: Strike, hand: Hand, option: ListedOption) -> ListedOption:
    answer = notation.read(option.text, {}, (Commit, Lift))
    if isinstance(answer, Lift):
        return replace(option, label=_dice_words(hand, answer))
    word = answer.word if isinstance(answer, Commit) else ""
    offer = next((each for each in hand.side.offers if each.word == word), None)
    if offer is None:
        return option
    attacks = hand.side.rule == HITS
    unit = view.units[strike.unit if attacks else strike.target]
    label = skill_of(word).label(view.rules, word)
    for weapon in unit.card.weapon:
        if support_word(weapon.id) == word:
            label = f"{weapon.name} to Support Mode"
    if offer.adds and f"+{offer.adds}" not in label:
        label = f"{label}: +{offer.adds} {'HIT' if attacks else 'DEF'}"
    return replace(option, label=label, price=", ".join(_offer_price(unit, hand, offer)))


def _offer_price(unit: Unit, hand: Hand, offer: Offer) -> Iterator[str]:
    """MS.MOM.PAY, MS.ORDERS.OPS: Momentum first, then points."""
    price, free_by = hand.price(offer), skill_of(offer.word).is_free_by
    if price < offer.momentum:
        yield f"{price} momentum instead of {offer.momentum}, by an order"
    elif offer.momentum:
        yield f"{price} momentum"
    elif free_by:
        yield free_by
    if offer.points:
        yield f"{offer.points} {resource(unit).capitalize()}"
    elif offer.rerolls:
        yield f"free: {resource(unit).capitalize()} was spent on it this Turn"


def _dice_words(hand: Hand, lift: Lift) -> str:
    """`again 2 of 1-4, 1 of 5-9`."""
    cuts = (1, *hand.cuts, 11)
    parts: list[str] = []
    for lowest, above in pairwise(cuts):
        count = lift.faces.count(lowest)
        if count:
            faces = f"{lowest}-{above - 1}" if above - 1 > lowest else f"{lowest}"
            parts.append(f"{count} showing {faces}")
    return "throw again " + ", ".join(parts)


def _counter(view: State, strike: Strike, option: ListedOption) -> ListedOption:
    """MS.COUNTER.COST: the price with all its parts."""
    if option.kind != "counter":
        return option
    counter: Counter = notation.read(option.text, {}, (Counter,))
    return replace(option, price=", ".join(_counter_price(view, strike, counter)))


def _counter_price(view: State, strike: Strike, counter: Counter) -> Iterator[str]:
    unit_id: UnitId = strike.target
    unit = view.units[unit_id]
    weapon = unit.find_weapon(counter.weapon)
    if weapon is None:
        return
    cost = counter_cost(view, strike)
    now, fee = eased(view, unit_id, cost), shooting_fee(view, unit_id, weapon)
    why = [f"{unit.stun} for stun"] * bool(unit.stun)
    why += [f"{fee} for shooting while engaged"] * bool(fee)
    why += [f"{cost - now} less by an order"] * (now < cost)
    yield f"{now + fee} momentum" + (f" ({', '.join(why)})" if why else "")
    points = weapon.power_cost + weapon.havoc_cost
    if points:
        yield f"{points} {resource(unit).capitalize()}"
