"""The dice of an attack as they lie there: both pools, what was used on them, what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.attack import attacker_side, defender_side
from gattai.games.mechastellar.damage import finish_threshold
from gattai.games.mechastellar.exchange import (
    Commit,
    Done,
    Hand,
    Lift,
    Offer,
    Side,
    cuts_of,
    exchange,
)
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.keywords.skills import spares_counter
from gattai.games.mechastellar.pools import Pool
from gattai.games.mechastellar.state import State
from gattai.games.mechastellar.strike_events import AttackDeclared, HitsLanded, spoken
from gattai.games.mechastellar.strikes import attack_hits, defence_bonus
from gattai.kernel.event import Event, Rolled
from gattai.kernel.question import Choose, Roll
from gattai.kernel.tally import Tally
from gattai.scene.maker import Tray
from gattai.scene.parts import DiceGroup, ThrownDie

HITS, DEF = "MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF"


def tray_of(view: State, events: Sequence[Event], answers: Sequence[Any]) -> Tray | None:
    """Both pools from the declaration until every DEF has cancelled a HIT.

    What the rules go on with afterwards (saves, damage, a Counter) stands in the log; and attacks of
    other kinds than a weapon on one unit are told by the log alone.
    """
    walked = _walk(view, events, answers)
    return None if walked is None else walked.tray()


def hand_of(
    view: State, events: Sequence[Event], answers: Sequence[Any]
) -> tuple[Strike, Hand] | None:
    """The attack in progress, and what the side that is asked now has left to use on its dice."""
    walked = _walk(view, events, answers)
    if walked is None or not isinstance(walked.asked, Choose):
        return None
    half = walked.attack if walked.asked.seat == walked.attack.side.seat else walked.defence
    return (walked.strike, half.hand) if half.hand is not None else None


def declared_strike(view: State, events: Sequence[Event], answers: Sequence[Any]) -> Strike | None:
    """The last attack, with what was decided about it before the dice."""
    declared = [event for event in events if isinstance(event, AttackDeclared)]
    return _strike(view, declared[-1], answers) if declared else None


def _walk(view: State, events: Sequence[Event], answers: Sequence[Any]) -> _Exchange | None:
    at = max((n for n, event in enumerate(events) if isinstance(event, AttackDeclared)), default=-1)
    if at < 0 or any(isinstance(event, HitsLanded) for event in events[at:]):
        return None
    declared = events[at]
    assert isinstance(declared, AttackDeclared)
    fell = [n for n, value in enumerate(answers) if _is_throw(value)]
    before = sum(isinstance(event, Rolled) for event in events[:at])
    later = [event for event in events[at:] if isinstance(event, Rolled)]
    first = next((n for n, event in enumerate(later) if event.rule == HITS), None)
    start = len(answers) if first is None else fell[before + first]
    strike = _strike(view, declared, answers[:start])
    if strike is None:
        return None
    return _Exchange(view, strike).after(answers[start:])


def _is_throw(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(face, int | str) for face in value)


def _strike(view: State, declared: AttackDeclared, said: Sequence[Any]) -> Strike | None:
    """The attack with what has been decided about it before the dice."""
    weapon = view.units[declared.unit].find_weapon(declared.weapon)
    action = said[0] if said else None
    if weapon is None or not isinstance(action, do.Attack):
        return None
    brace = next((each for each in reversed(said) if isinstance(each, do.Brace)), do.Brace())
    if not declared.own_turn:
        used = tuple(each.word for each in said if isinstance(each, Commit))
        spared = spares_counter(view.units[declared.unit], used)
        return Strike(
            declared.unit, weapon, declared.target, counter=True,
            traded=brace.trade and weapon.kind == "melee",
            extra_hits=-view.rules.counter.penalty if spared else 0,
            extra_why="Intuition", extra_rule="MS.SKILL.FLASH",
        )  # fmt: skip
    aim = next((each for each in reversed(said) if isinstance(each, do.Aim)), do.Aim())
    return Strike(
        declared.unit, weapon, declared.target, how=action.how, blindside=declared.blindside,
        lock_on=aim.lock_on, bonus=aim.bonus, guard=brace.bonus, guard_lock_on=brace.lock_on,
        trade=brace.trade,
    )  # fmt: skip


class _Half:
    """One side's dice while it commits; it lives and dies with one tray."""

    def __init__(self, side: Side, word: str, bonus: Tally) -> None:
        self.side = side
        self.pool: Pool = side.pool
        self.word = word
        self.bonus = bonus
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
        lowest = cuts_of(self.side, False)[0]
        below = {"misses": lowest, "failures": pool.success, "plain": pool.crit, "all": 11}[what]
        for place, face in enumerate(self.faces):
            if face < below and not self.is_final[place] and not self.is_lifted[place]:
                yield place

    def lifts(self, lift: Lift, cuts: Sequence[int]) -> None:
        """Dice that were chosen one by one: as many of each band as were named."""
        bands = {1: 1, **{cut: cut for cut in cuts}}
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
    """An exchange of dice, gone through again as far as it has come."""

    def __init__(self, view: State, strike: Strike) -> None:
        self.view, self.strike = view, strike
        attacker = attacker_side(view, strike, offers_of(view, strike, strike.unit, True))
        defender = defender_side(view, strike, offers_of(view, strike, strike.target, False))
        self.attack = _Half(attacker, "HIT", attack_hits(view, strike))
        self.defence = _Half(defender, "DEF", defence_bonus(view, strike))
        self.steps: list[tuple[str, str]] = []
        self.asked: Any = None

    def after(self, answers: Sequence[Any]) -> _Exchange | None:
        """The rules themselves say whose dice and whose choice each answer was."""
        self.steps += self._terms()
        run = exchange(self.attack.side, self.defence.side, False)
        asked: Any = next(run)
        self.asked = asked
        for value in answers:
            half = self.attack if _seat(asked) == self.attack.side.seat else self.defence
            reading = value
            if isinstance(asked, Roll):
                if not _is_throw(value) or len(value) != getattr(asked.dice, "count", -1):
                    return None
                reading = asked.dice.read(value)
                if not half.is_thrown and isinstance(reading, tuple):
                    half.hand = Hand(half.side, reading, cuts_of(half.side, False))
                half.falls(value, final=half.is_thrown)
            elif isinstance(value, Commit):
                self._told(half, half.uses(value.word))
            elif isinstance(value, Lift):
                half.lifts(value, cuts_of(half.side, False))
            elif not isinstance(value, Done):
                return None
            try:
                asked = self.asked = run.send(reading)
            except StopIteration:
                break
        return self

    def _terms(self) -> Iterator[tuple[str, str]]:
        """What is added to either pool beyond the profile's own bonus, before anything is used."""
        for half, rule in ((self.attack, HITS), (self.defence, DEF)):
            terms = [f"{t.amount:+d} {t.what}" for t in half.bonus.terms if t.amount]
            if len(terms) > 1:
                yield f"{half.word}: {', '.join(terms)}".replace("-", "−"), rule

    def _told(self, half: _Half, offer: Offer) -> None:
        who = self._name(half)
        self.steps.append((f"{who} uses {spoken(offer.word)}", offer.rule))

    def _name(self, half: _Half) -> str:
        unit = self.strike.unit if half is self.attack else self.strike.target
        return self.view.units[unit].name

    def tray(self) -> Tray:
        """As it lies there."""
        weapon = self.strike.weapon.name + (" in return" if self.strike.counter else "")
        attacker, target = self._name(self.attack), self._name(self.defence)
        return Tray(
            title=f"{attacker}: {weapon} at {target}",
            groups=(
                self.attack.group(attacker),
                self.defence.group(target),
            ),
            steps=tuple(self.steps),
            result=self._result(),
        )

    def _result(self) -> str:
        """MS.ATTACK.UNBLOCKED: what would get through if nobody did anything more."""
        if not (self.attack.is_thrown and self.defence.is_thrown):
            return ""
        through = max(0, self.attack.total - self.defence.total)
        enough = finish_threshold(self.view, self.strike)
        hits = f"{through} Hit{'' if through == 1 else 's'} through"
        if not through:
            return "As it stands: all blocked"
        blow = "a Finishing Blow" if through >= enough else f"Finishing Blow from {enough}"
        return f"As it stands: {hits}; {blow}"


def _seat(asked: Any) -> int | None:
    return (
        asked.by if isinstance(asked, Roll) else asked.seat if isinstance(asked, Choose) else None
    )
