"""What could be done now: candidates for the options of a question, cheap to list, not all legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from gattai.games.robot_empire.actions import (
    NEXT,
    WATCHES,
    Assemble,
    Attack,
    Block,
    BringOut,
    ComeHome,
    Discard,
    Employ,
    Install,
    Instant,
    Land,
    Link,
    Permanent,
    Shoot,
    Spring,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.cards import BROUGHT_OUT
from gattai.games.robot_empire.effects.targets import SHOT, TARGETS
from gattai.games.robot_empire.figures import can_chain, has_range
from gattai.games.robot_empire.play_refusals import LONGEST_CHAIN
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.question import Seat
from gattai.kernel.window import PASS


def hand_of(state: State, seat: Seat) -> tuple[CardId, ...]:
    """A hand, as far as this view shows it."""
    hand = state.players[seat].hand
    return hand.open() if hand.is_open else ()


def affordable(state: State, seat: Seat) -> list[CardId]:
    """The cards of a hand that the Vault could pay for."""
    vault = state.players[seat].vault
    cards = state.box.cards
    return [
        card
        for card in hand_of(state, seat)
        if (1 if isinstance(cards[card].cost, str) else cards[card].cost) <= vault  # type: ignore[operator]
    ]


def reactions(state: State, seat: Seat, hand: list[CardId]) -> Iterator[Any]:
    """Agents, Instant Upgrades and abilities: what can be done in between."""
    for card in hand:
        face = state.box.cards[card]
        if face.category == "agent" and face.effect is not None:
            for unit, at in TARGETS[face.effect.target].aims(state, seat):
                yield Spring(card, unit, at)
    for own in state.units:
        if own.seat != seat:
            continue
        for card, face in zip(own.cards, own.faces, strict=True):
            for number in range(len(face.instant)):
                yield Instant(card, number)
            if face.ability is not None:
                for unit, at in TARGETS[face.ability.target].aims(state, seat):
                    yield Employ(card, unit, at)


def playing(state: State, seat: Seat, hand: list[CardId]) -> Iterator[Any]:
    """What belongs to Play Cards alone."""
    own = state.own(seat)
    for card in hand:
        face = state.box.cards[card]
        if face.category in BROUGHT_OUT:
            yield BringOut(card)
        elif face.category == "component":
            for unit in own:
                if unit.is_robot:
                    yield Install(card, unit.id)
        elif face.category == "super-weapon" and face.effect is not None:
            for target, at in TARGETS[face.effect.target].aims(state, seat):
                yield Unleash(card, target, at)
    for unit in own:
        for card, face in zip(unit.cards, unit.faces, strict=True):
            for number in range(len(face.permanent)):
                yield Permanent(card, number)
        if unit.is_chain:
            yield Unlink(unit.id)
    parts = [unit for unit in own if unit.is_part]
    for top in parts:
        for bottom in parts:
            if (top.faces[0].category, bottom.faces[0].category) == ("mega-top", "mega-bottom"):
                yield Assemble(top.id, bottom.id)
    links = [unit for unit in own if unit.is_monster and can_chain(unit)]
    for count in (2, 3):
        for members in combinations(links, count):
            if sum(len(unit.cards) for unit in members) <= LONGEST_CHAIN:
                yield Link(tuple([unit.id for unit in members]))


def mining(state: State, seat: Seat) -> Iterator[Any]:
    """Landings and returns."""
    for unit in state.units:
        if unit.seat == seat and unit.is_robot:
            if unit.moon is None:
                for moon in state.moons:
                    yield Land(unit.id, moon.card)
            else:
                yield ComeHome(unit.id)


def shooting(state: State, seat: Seat) -> Iterator[Any]:
    """Every weapon at every target."""
    targets = [unit for unit, _ in SHOT.aims(state, seat) if unit is not None]
    for unit in state.units:
        if unit.seat == seat and not unit.recharging and has_range(unit):
            for target in targets:
                yield Shoot(unit.id, target)


def attacking(state: State, seat: Seat) -> Iterator[Any]:
    """Every fighter at every opponent."""
    for unit in state.units:
        if unit.seat == seat and unit.is_fighter and not unit.recharging:
            for at in state.alive:
                if at != seat:
                    yield Attack(unit.id, at)


def blocking(state: State, seat: Seat) -> Iterator[Any]:
    """Every fighter before every attacker."""
    for unit in state.units:
        if unit.seat == seat and unit.is_fighter and not unit.recharging:
            for onset in state.onsets:
                if onset.at == seat:
                    yield Block(unit.id, onset.unit)


def candidates(state: State) -> list[Any]:
    """What the player who is asked could do, by what is being asked."""
    seat = state.asked
    if state.windows:
        return [*reactions(state, seat, affordable(state, seat)), PASS, *WATCHES]
    match state.phase:
        case "play":
            hand = affordable(state, seat)
            return [*playing(state, seat, hand), *reactions(state, seat, hand), NEXT, *WATCHES]
        case "mining":
            return [*mining(state, seat), *reactions(state, seat, affordable(state, seat)), NEXT]
        case "long-range":
            return [*shooting(state, seat), *reactions(state, seat, affordable(state, seat)), NEXT]
        case "attackers":
            if state.onsets:
                return [*attacking(state, seat), NEXT]
            free = reactions(state, seat, affordable(state, seat))
            return [*attacking(state, seat), *free, NEXT]
        case "blockers":
            return [*blocking(state, seat), NEXT]
        case "discard":
            free = reactions(state, seat, affordable(state, seat))
            return [*map(Discard, hand_of(state, seat)), *free, NEXT]
        case _:
            return []


def conceivable(state: State) -> Iterator[Any]:
    """Everything the player who is asked could think of, whatever is being asked; each once."""
    seat = state.asked
    hand = [*hand_of(state, seat)]
    thoughts: list[Any] = [
        *playing(state, seat, hand),
        *reactions(state, seat, hand),
        *mining(state, seat),
        *attacking(state, seat),
        *blocking(state, seat),
        *map(Discard, hand),
        NEXT,
        PASS,
        *WATCHES,
    ]
    units = [unit.id for unit in state.units]
    for unit in units:
        thoughts += [Shoot(unit, other) for other in units if other != unit]
        thoughts += [Attack(unit, at) for at in range(len(state.players))]  # type: ignore[arg-type]
        thoughts += [Block(unit, onset.unit) for onset in state.onsets]
        thoughts += [Land(unit, moon.card) for moon in state.moons]
        thoughts.append(ComeHome(unit))
        thoughts += [Install(card, unit) for card in hand]
    for card in hand:
        thoughts.append(BringOut(card))
        thoughts += [Spring(card, unit) for unit in (None, *units)]
        thoughts += [Unleash(card, unit) for unit in (None, *units)]
    return iter(dict.fromkeys(thoughts))
