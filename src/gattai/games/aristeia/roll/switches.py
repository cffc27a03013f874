"""The Switches step of a roll: the players spend symbols, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import assert_never

import msgspec

from gattai.games.aristeia.cards import SwitchCard
from gattai.games.aristeia.effects.effect import perform
from gattai.games.aristeia.effects.effect_card import effects_in_words
from gattai.games.aristeia.effects.source import EffectSource
from gattai.games.aristeia.effects.wording import Cast
from gattai.games.aristeia.events.roll import SwitchActivated
from gattai.games.aristeia.phases.tactics import (
    Occasion,
    Play,
    UseSkill,
    could_play,
    play,
    playable,
    skill_of,
    usable_skills,
    use_skill,
)
from gattai.games.aristeia.roll.symbols import BC, NAMES, SC, B, S, Symbols, count, payments, times
from gattai.games.aristeia.state import SEATS, SIDES, CharacterId, Rolling, State
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose, may_choose
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Pass


class GoFirst(Option, frozen=True, tag="goes-first"):
    """Name the player who goes first."""

    says = "{seat} first"
    seat: Seat


class Activate(Option, frozen=True, tag="activate"):
    """Activate a Switch, by its index on the card, with these symbols; possibly twice at once."""

    switch: int
    paid: str
    times: int = 1

    def label(self, view: State) -> str:
        """The effect, worded for the side that is asked."""
        number = _side_asked(view)
        switches = switches_of(view, number) if number is not None else ()
        if number is None or self.switch >= len(switches):
            return f"Switch {self.switch + 1}"
        cast = cast_of(view, number, view.called)
        what = effects_in_words(switches[self.switch][0].effects, cast)
        return what + (f", {self.times} times" if self.times > 1 else "")

    def price_in(self, view: State) -> str:
        return self.paid.replace("+", " ")


def _side_asked(view: State) -> int | None:
    """The side of the roll that belongs to the viewer, who is asked about the own Switches."""
    if view.rolling is None:
        return None
    viewers = [seat for seat in SEATS if view.hands[seat].is_open]
    for number, side in enumerate(view.rolling.sides):
        if len(viewers) != 1 or side.seat == viewers[0]:
            return number
    return None


def first_text(by: Seat, what: str, first: GoFirst) -> str:
    """The log text about who decided the order."""
    return f"{SIDES[by]} decides: {SIDES[first.seat]} {what}"


def switch_step(table: Table[State]) -> Steps[None]:
    """ARISTEIA.SWITCH.WHEN: right after the roll, in Simple Rolls too (AMB.SWITCH-SIMPLE).

    ARISTEIA.SWITCH.ORDER: in a Face to Face Roll the player of the active Character decides who
    goes first; one player spends everything they want, then the other (AMB.SWITCH-ALTERNATE).
    """
    sides = _rolling(table.state).sides
    able = [n for n in range(len(sides)) if could_act(table.state, n)]
    if len(able) == 2:
        active = sides[0].seat
        options = (GoFirst(active), GoFirst(sides[1].seat))
        rule, what = "ARISTEIA.SWITCH.ORDER", "who activates Switches first?"
        first = yield from choose(
            active, options, rule, what, otherwise=options[0],
            describe=partial(first_text, active, "activates Switches first"),
        )  # fmt: skip
        able = able if first.seat == active else able[::-1]
    # A player without options before may have some after the other's Switches.
    order = (*able, *(n for n in range(len(sides)) if n not in able))
    for number in order:
        yield from _spend(table, number)


def _rolling(state: State) -> Rolling:
    assert state.rolling is not None
    return state.rolling


def could_act(state: State, number: int) -> bool:
    """Whether a side could do anything in this step, by public information."""
    side = _rolling(state).sides[number]
    if state.characters[side.who].at is None:
        return False
    return (
        next(activations(state, number), None) is not None
        or next(_skills(state, number), None) is not None
        or any(could_play(state, side.seat, occasion) for occasion in _occasions(state, number))
    )


def _spend(table: Table[State], number: int) -> Steps[None]:
    while table.state.rolling is not None and could_act(table.state, number):
        state = table.state
        side = _rolling(state).sides[number]
        plays = [p for o in _occasions(state, number) for p in playable(state, side.seat, o)]
        options: tuple[Activate | UseSkill | Play, ...] = (
            *activations(state, number), *_skills(state, number), *plays,
        )  # fmt: skip
        rule, what = "ARISTEIA.SWITCH.WHEN", f"Switches of {state.characters[side.who].name}"
        answer = yield from may_choose(side.seat, options, PASS, rule, what)
        match answer:
            case Pass():
                return
            case Activate():
                yield from _activate(table, number, answer)
            case UseSkill():
                skill = skill_of(state, answer.who, answer.skill)
                assert skill is not None
                yield from use_skill(table, answer.who, skill, _source(state, number, skill.name))
            case Play():
                occasion = Occasion(answer.tactic.when, (side.who,))
                yield from play(table, side.seat, answer.tactic, occasion)
            case _:
                assert_never(answer)


def _source(state: State, number: int, name: str) -> EffectSource:
    """A General Switch or skill: `target` is the opponent in the roll (AMB.DISENGAGE-SWITCHES)."""
    sides = _rolling(state).sides
    rival = sides[1 - number].who if len(sides) == 2 else None
    return EffectSource(sides[number].seat, sides[number].who, rival, name=name)


def _moments(rolling: Rolling, number: int) -> tuple[str, ...]:
    if rolling.kind != "attack":
        return ("switches",)
    return ("switches", "attack-switches" if number == 0 else "defense-switches")


def _occasions(state: State, number: int) -> tuple[Occasion, ...]:
    rolling = _rolling(state)
    who = rolling.sides[number].who
    return tuple(Occasion(moment, (who,)) for moment in _moments(rolling, number))


def _skills(state: State, number: int) -> Iterator[UseSkill]:
    rolling = _rolling(state)
    who = rolling.sides[number].who
    source = _source(state, number, "")
    for skill in usable_skills(state, who, _moments(rolling, number), source):
        yield UseSkill(who, skill.id)


def switches_of(state: State, number: int) -> tuple[tuple[SwitchCard, bool], ...]:
    """The Switches of a side, General ones first, each with whether it is General.

    ARISTEIA.SWITCH.GENERAL: those printed above the Actions may be used in any roll.
    ARISTEIA.SWITCH.ACTION: those of an Action may be used only in its rolls, by the Character that
    performs it.
    """
    rolling = _rolling(state)
    card = state.characters[rolling.sides[number].who].card
    general = tuple([(switch, True) for switch in card.switches])
    if number == 0 and rolling.kind != "disengage" and state.declared is not None:
        return general + tuple([(switch, False) for switch in state.declared.action.switches])
    return general


def cast_of(state: State, number: int, called: Callable[[CharacterId], str] | None = None) -> Cast:
    """The Characters named on the card of a side: its own, and its opponent or Target."""
    named = called or state.speech[CharacterId]
    sides = _rolling(state).sides
    target = state.declared.target if state.declared is not None else None
    them = sides[1 - number].who if len(sides) == 2 else target
    me = named(sides[number].who)
    if them is None:
        return Cast(me, states=state.box.state)
    return Cast(me, named(them), state.box.state)


def activations(state: State, number: int) -> Iterator[Activate]:
    """ARISTEIA.SWITCH.REPEAT: every Switch that can be paid for, however often it was used before."""
    rolling = _rolling(state)
    symbols = rolling.sides[number].symbols
    for place, (switch, is_general) in enumerate(switches_of(state, number)):
        if not reaches(switch, rolling.is_adjacent):
            continue
        if is_general and len(rolling.sides) < 2 and _aims(switch):
            continue
        for paid, often in ways_to_pay(symbols, count(switch.cost)):
            yield Activate(place, paid, often)


def reaches(switch: SwitchCard, is_adjacent: bool) -> bool:
    """ARISTEIA.CHAR.MUSHASHI-SWITCH: some work only against a Character adjacent when the roll was
    called for.
    """
    return is_adjacent or not switch.adjacent


@cache
def _aims(switch: SwitchCard) -> bool:
    """Whether all its effects are on the other side of the roll."""
    return all(getattr(effect, "who", "self") == "target" for effect in switch.effects)


@cache
def ways_to_pay(symbols: Symbols, cost: Symbols) -> tuple[tuple[str, int], ...]:
    """The payments for one activation, and for two if a critical would be half wasted.

    ARISTEIA.SWITCH.CRITICAL-DOUBLE: a critical may pay two activations at once
    (AMB.CRITICAL-CHANGE).
    """
    found = [(payment_text(paid), 1) for paid in payments(symbols, cost)]
    for plain, critical in ((S, SC), (B, BC)):
        if cost[plain] % 2 and symbols[critical]:
            twice = times(cost, 2)
            found += [
                (payment_text(paid), 2)
                for paid in payments(symbols, twice)
                if paid[critical] and paid[plain] + 2 * paid[critical] == twice[plain]
            ]
    return tuple(dict.fromkeys(found))


def payment_text(paid: Symbols) -> str:
    """Symbols in one word.

    >>> payment_text((0, 0, 1, 0, 2))
    'B+X+X'
    """
    return "+".join(name for name, many in zip(NAMES, paid, strict=True) for _ in range(many))


def _activate(table: Table[State], number: int, option: Activate) -> Steps[None]:
    """ARISTEIA.SWITCH.PAY: spend the symbols. ARISTEIA.SWITCH.IMMEDIATE: the effect applies at
    once, before those of the Action, which continues even if it moves the Target out of Range
    (AMB.SWITCH-TARGET-GONE).
    """
    switch, is_general = switches_of(table.state, number)[option.switch]
    rule = "ARISTEIA.SWITCH.GENERAL" if is_general else "ARISTEIA.SWITCH.ACTION"
    paid = count(option.paid.split("+"))
    what = effects_in_words(switch.effects, cast_of(table.state, number))
    who = _rolling(table.state).sides[number].who
    table.emit(
        SwitchActivated(rule=rule, side=number, who=who, paid=paid, times=option.times, what=what)
    )
    declared = table.state.declared
    for _ in range(option.times):
        source = _source(table.state, number, what)
        if not is_general and declared is not None:
            target, spot = declared.target, declared.spot
            source = msgspec.structs.replace(source, target=target, spot=spot)
        yield from perform(table, source, switch.effects)
