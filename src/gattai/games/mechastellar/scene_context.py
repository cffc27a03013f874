"""Options in the middle of an attack: what each costs just now and why, and which dice it takes up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from gattai.games.mechastellar.actions import Counter
from gattai.games.mechastellar.course.momentum import eased
from gattai.games.mechastellar.figures import resource
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.scene_skills import skill_words
from gattai.games.mechastellar.scene_tray import hand_of, last_strike
from gattai.games.mechastellar.state import State, UnitId
from gattai.games.mechastellar.strike.aiming import shooting_fee
from gattai.games.mechastellar.strike.countering import counter_cost
from gattai.games.mechastellar.strike.exchange import Commit, Hand, Lift
from gattai.kernel.event import Event
from gattai.scene.parts import Option


def in_context(
    view: State, events: Sequence[Event], answers: Sequence[Any], options: Sequence[Option]
) -> tuple[Option, ...]:
    """MS.MOM.PAY, MS.ORDERS.OPS: prices as they are to be paid, not as they are printed."""
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


def _in_hand(view: State, strike: Strike, hand: Hand, option: Option) -> Option:
    word = option.text.partition(" ")[2]
    if option.kind == "again":
        faces = tuple(map(int, re.findall(r"\d+", word)))
        return replace(option, label=_dice_words(hand, Lift(faces)))
    offer = next((each for each in hand.side.offers if each.word == word), None)
    if option.kind != "use" or offer is None:
        return option
    unit_id = strike.unit if hand.side.rule == "MS.ATTACK.COUNT-HITS" else strike.target
    unit = view.units[unit_id]
    price = hand.price(offer)
    label = skill_words(view.rules, word)
    if word.startswith("support-"):
        weapon = unit.card.find_weapon(word.removeprefix("support-"))
        label = f"{weapon.name if weapon else word} to Support Mode"
    if offer.adds and f"+{offer.adds}" not in label:
        what = "HIT" if unit_id == strike.unit else "DEF"
        label = f"{label}: +{offer.adds} {what}"
    said = [f"{price} momentum"] * bool(offer.momentum)
    if price < offer.momentum:
        said = [f"{price} momentum instead of {offer.momentum}, by an order"]
    elif word == Commit("focus").word and not offer.momentum:
        said = ["free by a trait"]
    if offer.points:
        said.append(f"{offer.points} {resource(unit).capitalize()}")
    elif offer.rerolls:
        said.append(f"{resource(unit).capitalize()} spent already this Turn")
    return replace(option, label=label, price=", ".join(said))


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


def _counter(view: State, strike: Strike, option: Option) -> Option:
    """MS.COUNTER.COST: with every part of the price."""
    if option.kind != "counter":
        return option
    weapon_id = option.text.partition(" ")[2]
    return replace(option, price=", ".join(_counter_price(view, strike, Counter(weapon_id))))


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
