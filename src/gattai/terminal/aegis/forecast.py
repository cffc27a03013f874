"""What an Action will come to: the numbers needed with their reasons, and the exact distribution."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec

from gattai import games
from gattai.games.aegis.acting import SIDES
from gattai.games.aegis.aiming import area, tolls_of
from gattai.games.aegis.attack import Use, face_kinds, judge, needed
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.keywords.registry import CONDITIONS, voices
from gattai.games.aegis.state import Effect, State, UnitId
from gattai.kernel.position import Position
from gattai.kernel.question import Choose
from gattai.kernel.tally import Tally
from gattai.odds.distribution import Distribution
from gattai.odds.exact import after
from gattai.odds.policy import NobodySpends
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


class Change(msgspec.Struct, frozen=True, order=True):
    """What became of one unit."""

    lost: int = 0
    """Integrity; below 0 it was repaired."""
    gone: bool = False
    output: int = 0
    moved: int = 0
    """Hexes that it was pushed or pulled."""
    to: str = ""
    effects: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        said = [f"{self.lost} damage"] if self.lost > 0 else []
        if self.lost < 0:
            said.append(f"{-self.lost} repaired")
        if self.output:
            said.append(f"output {self.output:+d}")
        for kind, amount in self.effects:
            said.append(f"{CONDITIONS[kind].word}{f' {amount:+d}' if amount else ''}")
        if self.moved:
            said.append(f"moved {self.moved} to {self.to}")
        if self.gone:
            said.append("destroyed")
        return ", ".join(said) or "nothing"


NOTHING = Change()


class _Declining(NobodySpends):
    """Declines every choice, and remembers by which rules there was one."""

    def __init__(self) -> None:
        self.rules: dict[str, None] = {}

    def fixed(self, question: Choose) -> Any:
        """The option that spends nothing."""
        self.rules[question.rule] = None
        return super().fixed(question)


class Forecast(msgspec.Struct, frozen=True, dict=True):
    """One Action of one unit on a table. `Refused`, with the reasons, if it may not be used."""

    state: State
    use: Use
    notes: tuple[str, ...] = ()

    @property
    def action(self) -> ActionCard:
        """Its card."""
        found = self.state.units[self.use.unit].find_action(self.use.action)
        assert found is not None
        return found

    @cached_property
    def reached(self) -> tuple[UnitId, ...]:
        """Everybody in the area, the target first."""
        return area(self.state, self.use.unit, self.action, self.use.target)

    @cached_property
    def price(self) -> Tally:
        """What it costs, and why; of several allies whose output could be paid, the first."""
        user = self.state.units[self.use.unit]
        price = Tally.of(self.action.dice, "one for each die", "AEGIS.ACTION.COST")
        left = self.state.energy[user.seat] - self.action.dice
        for ally, toll in tolls_of(self.state, self.use.unit) or ():
            if toll <= left:
                rule = voices(user.card, "tolls")[0].rule
                return price.plus(toll, f"output of {self.state.units[ally].name}", rule)
        return price

    def needed(self, unit_id: UnitId) -> Tally:
        """The number needed against one of them, and why."""
        return needed(self.state, self.use.unit, self.action, self.use.target, unit_id)

    def spoilt(self, unit_id: UnitId) -> tuple[int, ...]:
        """The faces that fail against it whatever the number."""
        return judge(self.state, self.use.unit, self.action, self.use.target, unit_id)[1]

    def one_die(self, unit_id: UnitId) -> Fraction:
        """The chance of one die."""
        judged = judge(self.state, self.use.unit, self.action, self.use.target, unit_id)
        return Fraction(sum(kind[0] > 0 for kind in face_kinds((judged,))), 6)

    def any_success(self, unit_id: UnitId) -> Fraction:
        """The chance that the unit is affected."""
        one, dice = self.one_die(unit_id), self.action.dice
        return 1 - (1 - one) ** dice if self.action.mode == "each" else one**dice

    @cached_property
    def _walked(self) -> tuple[Distribution[tuple[Change, ...]], tuple[str, ...]]:
        policy = _Declining()
        before = self.state
        found = after(
            games.load("aegis"), Position(before), self.use, lambda s: changes(before, s), policy
        )
        return found, tuple(policy.rules)

    @property
    def whole(self) -> Distribution[tuple[Change, ...]]:
        """What becomes of all units together."""
        return self._walked[0]

    @property
    def declined(self) -> tuple[str, ...]:
        """The rules by which somebody had a choice on the way, and declined."""
        return self._walked[1]

    def of_unit(self, unit_id: UnitId) -> Distribution[Change]:
        """What becomes of one unit."""
        return self.whole.map(lambda found: found[unit_id]).sorted()

    @cached_property
    def touched(self) -> tuple[UnitId, ...]:
        """Everybody to whom something can happen: those in the area first."""
        others = [UnitId(n) for n in range(len(self.state.units)) if n not in self.reached]
        return tuple(
            unit_id
            for unit_id in (*self.reached, *others)
            if unit_id in self.reached or self.of_unit(unit_id).get(NOTHING) != 1
        )

    def destroyed(self, unit_id: UnitId) -> Fraction:
        """The chance that it is destroyed."""
        return self.of_unit(unit_id).chance(lambda change: change.gone)

    def expected(self, unit_id: UnitId) -> tuple[str, Fraction]:
        """What the Action is for, and how much of it is to be expected."""
        found = self.of_unit(unit_id)
        match self.action.type:
            case "damage":
                return "damage, expected", found.mean(lambda c: c.lost)
            case "repair":
                return "Integrity repaired, expected", found.mean(lambda c: -c.lost)
            case "drain" | "boost":
                return "change of output, expected", found.mean(lambda c: c.output)
            case "push" | "pull":
                return "hexes moved, expected", found.mean(lambda c: c.moved)
            case _:
                return (
                    "change of figures, expected",
                    found.mean(lambda c: sum(amount for _, amount in c.effects)),
                )


def changes(before: State, now: State) -> tuple[Change, ...]:
    """What is different about each unit that was there before."""
    return tuple([_change(before, now, UnitId(number)) for number in range(len(before.units))])


def _change(before: State, now: State, unit_id: UnitId) -> Change:
    old, new = before.units[unit_id], now.units[unit_id]
    same = (old.damage, old.at, old.output_change, old.effects)
    if same == (new.damage, new.at, new.output_change, new.effects):
        return NOTHING
    gone = old.at is not None and new.at is None
    moved = 0 if old.at is None or new.at is None else DISTANCE[new.at - old.at]
    return Change(
        lost=new.damage - old.damage,
        gone=gone,
        output=0 if gone else new.output_change - old.output_change,
        moved=moved,
        to=to_text(Hex(new.at)) if moved and new.at is not None else "",
        effects=tuple(_gained(old.effects, new.effects)),
    )


def _gained(old: tuple[Effect, ...], new: tuple[Effect, ...]) -> Iterator[tuple[str, int]]:
    kept = [*old]
    for effect in new:
        if effect in kept:
            kept.remove(effect)
        else:
            yield effect.kind, effect.amount


def title(forecast: Forecast) -> str:
    """Who does what to whom."""
    user = forecast.state.units[forecast.use.unit]
    name = f"{user.card.name}{'*' * user.card.house}: {forecast.use.action}"
    if forecast.use.target is None:
        return name
    target = forecast.state.units[forecast.use.target]
    whose = "" if target.seat != user.seat else f", {SIDES[target.seat]}'s too"
    return f"{name} on {target.card.name}{'*' * target.card.house}{whose}"
