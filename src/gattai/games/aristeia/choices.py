"""What can be answered, as options: in words, priced, and anchored to a space, a piece or a card."""

from __future__ import annotations

from typing import Any

from gattai.games.aristeia.course.preparing import KeepHand, Redraw, TakeTactics
from gattai.games.aristeia.course.rounds import LayOrder
from gattai.games.aristeia.course.tactics import Play, TakeEffect, Target, UseSkill, skill_of
from gattai.games.aristeia.deeds.acting import (
    ActFirst,
    ChooseZone,
    Deploy,
    End,
    Perform,
    PickCharacter,
    Return,
    Walk,
    find_action,
)
from gattai.games.aristeia.deeds.moving import Contest, way_to
from gattai.games.aristeia.deeds.performing import Apply, Decline, OnceMore
from gattai.games.aristeia.effects.dealing import Discard, Swap
from gattai.games.aristeia.effects.displacement import Stay, To
from gattai.games.aristeia.effects.marking import TakeOff
from gattai.games.aristeia.effects.wording import (
    Cast,
    effect_in_words,
    effects_in_words,
    symbols_in_words,
    zone_name,
)
from gattai.games.aristeia.roll.pools import COVER_DIE, KeepDie, SwapDie
from gattai.games.aristeia.roll.rolls import KeepBlock, NullifyDie, RollAgain, symbols_on
from gattai.games.aristeia.roll.switches import Activate, GoFirst, cast_of, switches_of
from gattai.games.aristeia.state import SEATS, SIDES, CharacterId, State
from gattai.kernel.question import Seat
from gattai.kernel.window import Pass
from gattai.scene.parts import Option
from gattai.scene.story import names_of, renamed
from gattai.tabletop.hexes import Hex, to_text


def option_of(view: State, text: str, action: Any) -> Option:
    """One option in words, anchored to what it is about."""
    kind = text.partition(" ")[0]
    match action:
        case Perform(action=name, target=target, spot=spot):
            return _perform_option(view, text, name, target, spot)
        case Walk(to=to):
            steps = len(way_to(view, to))
            price = f"{steps} MP" if steps else ""
            where = to_text(to)
            return Option(text, f"walk to {where}", kind, _active(view), where, price=price)
        case Deploy(who=who, at=at):
            name, word = view.characters[who].card.name, view.characters[who].name
            return Option(text, f"{name} to {to_text(at)}", kind, word, to_text(at))
        case Return(at=at) | To(at=at):
            return Option(text, f"to {to_text(at)}", kind, None, to_text(at))
        case Play(tactic=tactic) | Discard(tactic=tactic):
            word = "play" if isinstance(action, Play) else "discard"
            return Option(text, f"{word} {tactic.name}", kind, card=_held(view, tactic))
        case ActFirst(who=who):
            return _about(view, text, who, f"{view.characters[who].card.name} goes first")
        case Contest(who=who):
            return _about(view, text, who, f"{view.characters[who].card.name} holds it back")
        case Target(who=who):
            return _about(view, text, who, view.characters[who].card.name)
        case OnceMore(target=target):
            return _about(view, text, target, f"attack {view.characters[target].card.name}")
        case LayOrder(order=order):
            names = [view.characters[who].card.name for who in order]
            picks = tuple(initiative_id(view, who) for who in order)
            return Option(text, ", ".join(names), kind, picks=picks)
        case UseSkill(who=who, skill=skill):
            found = skill_of(view, who, skill)
            price = "1 Tactic" if found and found.discard else ""
            label = f"use {found.name if found else skill}"
            return Option(text, label, kind, price=price)
        case ChooseZone(zone=zone):
            middle = view.box.zones[zone][0] if zone in view.box.zones else None
            cell = None if middle is None else to_text(middle)
            return Option(text, zone_name(zone), kind, cell=cell, zone=zone)
        case Activate(switch=place, paid=paid, times=times):
            price = paid.replace("+", " ")
            return Option(text, _switch_words(view, place, times), kind, price=price)
        case _:
            return Option(text, _words(view, action, text), kind)


def initiative_id(view: State, who: CharacterId) -> str:
    """What the Initiative card of a Character is called in a Running Order."""
    return f"{SIDES[view.characters[who].seat]}-{view.characters[who].name}"


def _about(view: State, text: str, who: CharacterId, label: str) -> Option:
    kind = text.partition(" ")[0]
    return Option(text, label, kind, target=view.characters[who].name)


def _active(view: State) -> str | None:
    return None if view.active is None else view.characters[view.active].name


def _held(view: State, tactic: Any) -> str | None:
    for seat in SEATS:
        hand = view.hands[seat]
        if hand.is_open and tactic in hand.open():
            return f"{SIDES[seat]}-{tactic.id}"
    return None


def _perform_option(
    view: State, text: str, name: str, target: CharacterId | None, spot: Hex | None
) -> Option:
    card = None if view.active is None else find_action(view, view.active, name)
    title = card.name if card else name
    on = ""
    if target is not None and target < len(view.characters):
        on = f" on {view.characters[target].card.name}"
    elif spot is not None:
        on = f" on the Obstacle at {to_text(spot)}"
    price = "" if card is None else f"{card.ap} AP" if card.ap or not card.mp else f"{card.mp} MP"
    rolls = card is not None and bool(card.pool.dice or card.pool.symbols)
    return Option(
        text=text,
        label=f"{title}{on}",
        kind=title,
        actor=_active(view),
        cell=None if spot is None else to_text(spot),
        target=None if target is None else view.characters[target].name,
        price=price,
        has_odds=rolls and target is not None,
    )


def _words(view: State, action: Any, text: str) -> str:
    """What stands for no place, piece or card, in words."""
    match action:
        case End():
            return "end the Activation"
        case Pass():
            return "do nothing more" if view.rolling is not None else "let it go by"
        case Apply():
            return "yes, apply it"
        case Decline():
            return "no, do without"
        case PickCharacter(character=card):
            return card.name
        case TakeTactics(one=one, two=two):
            return f"{one.name} and {two.name}"
        case Redraw():
            return "draw another hand"
        case KeepHand():
            return "keep this hand"
        case GoFirst(seat=seat):
            return f"{SIDES[seat]} first"
        case NullifyDie(face=face):
            return f"take away the die with {symbols_in_words(symbols_on(face))}"
        case KeepBlock():
            return "keep the Critical Block"
        case RollAgain(dice=dice):
            return f"throw again: {'; '.join(map(_die_words, dice))}"
        case SwapDie(die=die):
            return f"roll the {die} die instead"
        case KeepDie():
            return f"roll the {COVER_DIE} die"
        case Swap(one=one, two=two):
            names = [view.characters[who].card.name for who in (one, two)]
            return f"swap {names[0]} and {names[1]}"
        case TakeOff(state=state):
            return f"take off {view.box.state[state].name}"
        case Stay():
            return "stay there"
        case TakeEffect(number=number):
            playing = view.playing[-1].tactic if view.playing else None
            cast = Cast(states=view.box.state)
            return effect_in_words(playing.effects[number], cast) if playing else text
        case _:
            return text.replace("-", " ")


def _die_words(label: str) -> str:
    colour, _, face = label.partition(":")
    return f"{colour} with {symbols_in_words(symbols_on(face))}"


def _switch_words(view: State, place: int, times: int) -> str:
    """What a Switch does, of the side that is asked."""
    number = _side_asked(view)
    switches = switches_of(view, number) if number is not None else ()
    if number is None or place >= len(switches):
        return f"Switch {place + 1}"
    names = names_of([(c.name, c.card.name, SIDES[c.seat]) for c in view.characters])
    what = effects_in_words(switches[place][0].effects, cast_of(view, number))
    return renamed(what, names) + (f", {times} times" if times > 1 else "")


def _side_asked(view: State) -> int | None:
    """The side of the roll whose player looks at this view: it is asked about its own Switches."""
    if view.rolling is None:
        return None
    viewers = [seat for seat in SEATS if view.hands[seat].is_open]
    for number, side in enumerate(view.rolling.sides):
        if len(viewers) != 1 or side.seat == Seat(viewers[0]):
            return number
    return None
