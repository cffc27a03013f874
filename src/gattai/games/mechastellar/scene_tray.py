"""The dice of an attack as they lie there: both pools, what was used on them, what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gattai.games.mechastellar.events.strike import HitsLanded, PoolGathered, spoken
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import State
from gattai.games.mechastellar.strike.exchange import (
    Commit,
    Done,
    Hand,
    Lift,
    Offer,
    Side,
    cuts_of,
    exchange,
)
from gattai.games.mechastellar.strike.pools import Pool
from gattai.kernel.event import Event, Rolled
from gattai.kernel.question import Choose, Roll
from gattai.scene.maker import Tray
from gattai.scene.parts import DiceGroup, ThrownDie

HITS, DEF = "MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF"


def tray_of(view: State, events: Sequence[Event], answers: Sequence[Any]) -> Tray | None:
    """Both pools from the moment they are taken up until every DEF has cancelled a HIT.

    What the rules go on with afterwards (saves, damage, a Counter) stands in the log. Nothing is
    asked of the table but names: what was brought to the dice, `PoolGathered` has told.
    """
    walked = _walk(events, answers)
    return None if walked is None else walked.tray(view)


def hand_of(events: Sequence[Event], answers: Sequence[Any]) -> tuple[Strike, Hand] | None:
    """The attack in progress, and what the side that is asked now has left to use on its dice."""
    walked = _walk(events, answers)
    if walked is None or not isinstance(walked.asked, Choose):
        return None
    half = walked.attack if walked.asked.seat == walked.attack.side.seat else walked.defence
    return (walked.strike, half.hand) if half.hand is not None else None


def last_strike(events: Sequence[Event]) -> Strike | None:
    """The last attack, with what was decided about it before the dice."""
    gathered = [event for event in events if isinstance(event, PoolGathered)]
    return gathered[-1].strike if gathered else None


def _walk(events: Sequence[Event], answers: Sequence[Any]) -> _Exchange | None:
    """The exchange of dice that has begun and is not counted yet, as far as it has come."""
    at = max((n for n, event in enumerate(events) if isinstance(event, PoolGathered)), default=-1)
    if at < 0 or any(isinstance(event, HitsLanded) for event in events[at:]):
        return None
    attack, defence = [event for event in events[: at + 1] if isinstance(event, PoolGathered)][-2:]
    before = sum(isinstance(event, Rolled) for event in events[:at])
    later = any(isinstance(event, Rolled) for event in events[at:])
    fell = [n for n, value in enumerate(answers) if _is_throw(value)]
    return _Exchange(attack, defence, answers[fell[before] :] if later else ())


def _is_throw(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(face, int | str) for face in value)


class _Half:
    """One side's dice while it commits; it lives and dies with one tray."""

    def __init__(self, gathered: PoolGathered) -> None:
        self.side: Side = gathered.brought
        self.cuts = cuts_of(self.side, gathered.tens)
        self.pool: Pool = self.side.pool
        self.word = gathered.word
        self.bonus = gathered.more
        self.faces: list[int] = []
        self.is_final: list[bool] = []
        self.is_lifted: list[bool] = []
        self.adds = 0
        self.is_thrown = False
        self.hand: Hand | None = None

    def falls(self, faces: Sequence[Any], *, final: bool) -> None:
        self.is_thrown = True
        self.faces += [int(face) for face in faces]
        self.is_final += [final] * len(faces)
        self.is_lifted += [False] * len(faces)

    def uses(self, word: str) -> Offer:
        """What `exchange` does with it, die by die; dice that are taken up are those it takes up."""
        if self.hand is not None:
            self.hand.take(word)
        offer = next(each for each in self.side.offers if each.word == word)
        self.adds += offer.adds
        if offer.success:
            success = min(offer.success, self.pool.success)
            self.pool = msgspec.structs.replace(self.pool, success=success)
        if offer.sharpens:
            self.pool = self.pool.sharpened(offer.sharpens, self.side.best_crit)
        if offer.rerolls not in ("", "chosen"):
            for place in [*self._lifted(offer.rerolls)]:
                self.is_lifted[place] = True
        return offer

    def _lifted(self, what: str) -> Iterator[int]:
        pool = self.pool
        lowest = self.cuts[0]
        below = {"misses": lowest, "failures": pool.success, "plain": pool.crit, "all": 11}[what]
        for place, face in enumerate(self.faces):
            if face < below and not self.is_final[place] and not self.is_lifted[place]:
                yield place

    def lifts(self, lift: Lift) -> None:
        """Dice that were chosen one by one: as many of each band as were named."""
        bands = (1, *self.cuts)
        for lowest in lift.faces:
            for place, face in enumerate(self.faces):
                taken = self.is_final[place] or self.is_lifted[place]
                if not taken and max(cut for cut in bands if cut <= face) == lowest:
                    self.is_lifted[place] = True
                    break

    def worth(self, face: int) -> int:
        """MS.DICE.SUCCESS, MS.DICE.CRIT: what a die counts for now."""
        return self.pool.crit_value if face >= self.pool.crit else int(face >= self.pool.success)

    @property
    def shown(self) -> int:
        pairs = zip(self.faces, self.is_lifted, strict=True)
        return sum(self.worth(face) for face, lifted in pairs if not lifted)

    @property
    def total(self) -> int:
        return self.pool.total(self.shown + self.adds)

    def group(self, name: str) -> DiceGroup:
        pool, more = self.pool, self.pool.flat + self.adds
        title = f"{name}, {self.word} on {pool.success}+ ({pool.crit_value} on {pool.crit}+)"
        owner = self.side.seat
        if not self.is_thrown:
            return DiceGroup(title, (), owner, f"{pool.dice}d10{_plus(more)}")
        dice = tuple(
            ThrownDie(
                str(face),
                counted="" if lifted or not self.worth(face) else f"{self.worth(face)} {self.word}",
                mark="again" if lifted else "",
            )
            for face, lifted in zip(self.faces, self.is_lifted, strict=True)
        )
        total = f"{self.total} {self.word}"
        if more:
            total = f"{self.shown}{_plus(more)} = {total}"
        return DiceGroup(title, dice, owner, total)


def _plus(number: int) -> str:
    return "" if not number else f" + {number}" if number > 0 else f" − {-number}"


class _Exchange:
    """An exchange of dice, gone through again from what was told of it, as far as it has come."""

    def __init__(self, attack: PoolGathered, defence: PoolGathered, answers: Sequence[Any]) -> None:
        self.strike, self.enough, self.tens = attack.strike, attack.enough, defence.tens
        self.attack, self.defence = _Half(attack), _Half(defence)
        self.used: list[tuple[_Half, Offer]] = []
        self.asked: Any = None
        self._follow(answers)

    def _follow(self, answers: Sequence[Any]) -> None:
        """The rules themselves say whose dice and whose choice each answer was."""
        run = exchange(self.attack.side, self.defence.side, self.tens)
        asked: Any = next(run)
        self.asked = asked
        for value in answers:
            half = self.attack if _seat(asked) == self.attack.side.seat else self.defence
            reading = value
            if isinstance(asked, Roll):
                reading = asked.dice.read(value)
                if not half.is_thrown and isinstance(reading, tuple):
                    half.hand = Hand(half.side, reading, half.cuts)
                half.falls(value, final=half.is_thrown)
            elif isinstance(value, Commit):
                self.used.append((half, half.uses(value.word)))
            elif isinstance(value, Lift):
                half.lifts(value)
            else:
                assert isinstance(value, Done)
            try:
                asked = self.asked = run.send(reading)
            except StopIteration:
                self.asked = None  # what comes now belongs to what was used, not to the dice
                break

    def _terms(self) -> Iterator[tuple[str, str]]:
        """What is added to either pool beyond the profile's own bonus, before anything is used."""
        for half, rule in ((self.attack, HITS), (self.defence, DEF)):
            terms = [f"{t.amount:+d} {t.what}" for t in half.bonus if t.amount]
            if len(terms) > 1:
                yield f"{half.word}: {', '.join(terms)}".replace("-", "−"), rule

    def tray(self, view: State) -> Tray:
        """As it lies there."""
        strike = self.strike
        weapon = strike.weapon.name + (" in return" if strike.counter else "")
        names = {
            self.attack: view.units[strike.unit].name,
            self.defence: view.units[strike.target].name,
        }
        uses = [
            (f"{names[half]} uses {spoken(offer.word)}", offer.rule) for half, offer in self.used
        ]
        return Tray(
            title=f"{names[self.attack]}: {weapon} at {names[self.defence]}",
            groups=tuple(half.group(name) for half, name in names.items()),
            steps=(*self._terms(), *uses),
            result=self._result(),
        )

    def _result(self) -> str:
        """MS.ATTACK.UNBLOCKED: what would get through if nobody did anything more."""
        if not (self.attack.is_thrown and self.defence.is_thrown):
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


def _seat(asked: Any) -> int | None:
    return (
        asked.by if isinstance(asked, Roll) else asked.seat if isinstance(asked, Choose) else None
    )
