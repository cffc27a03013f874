"""The HexaDome as a scene: board, Characters, hands and plans, options in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from gattai.games.aristeia.actions import (
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
from gattai.games.aristeia.box import Box
from gattai.games.aristeia.displacement import Stay, To
from gattai.games.aristeia.effects.dealing import Discard, Swap
from gattai.games.aristeia.effects.marking import TakeOff
from gattai.games.aristeia.exchange import Exchange, attack_as_exchange, exchange
from gattai.games.aristeia.faces import character_card, piece_of, tactic_card, zones_of
from gattai.games.aristeia.movement import Contest, way_to
from gattai.games.aristeia.perform import OnceMore
from gattai.games.aristeia.pools import SwapDie
from gattai.games.aristeia.prepare import KeepHand, Redraw, TakeTactics
from gattai.games.aristeia.rolls import KeepBlock, NullifyDie, RollAgain, symbols_on
from gattai.games.aristeia.state import SEATS, SIDES, CharacterId, State
from gattai.games.aristeia.switches import Activate, GoFirst, in_words, switches_of
from gattai.games.aristeia.symbols import in_words as symbol_words
from gattai.games.aristeia.tactics import Play, TakeEffect, Target, UseSkill, skill_of
from gattai.games.aristeia.turn import LayOrder
from gattai.games.aristeia.victory import ENOUGH, ROUNDS
from gattai.games.hex_board import hex_board
from gattai.kernel.dice import Face
from gattai.kernel.question import Roll, Steps, part
from gattai.kernel.window import Pass
from gattai.scene.maker import Forecast, Setting
from gattai.scene.parts import Board, Card, Option, Overlay, Piece, Preview, Track
from gattai.scene.story import names_of
from gattai.tabletop.hexes import Hex, to_text

HOUSE = "Tactics, States and parts of some cards are ours: the booklet's drawings are lost."
BEFORE: dict[str, str] = {
    "teams": "choosing teams",
    "first-pick": "who picks first",
    "draft": "drafting teams",
    "decks": "building decks",
    "shuffle": "shuffling",
    "redraw": "starting hands",
    "underdog": "who is the Underdog",
    "zones": "choosing zones",
    "deploy": "deployment",
}


class AristeiaScene:
    """What a seat sees of a game. It is given views: others' hands and plans are counts."""

    def setting(self, view: State, seat: int | None) -> Setting:
        """Board, Characters, cards, points."""
        cards: dict[str, Card] = {c.id: character_card(c) for c in view.box.characters}
        for s in SEATS:
            hand = view.hands[s]
            lying = [each.tactic for each in view.playing if each.seat == s]
            for tactic in (*(hand.open() if hand.is_open else ()), *view.discards[s], *lying):
                cards[tactic.id] = tactic_card(tactic)
        return Setting(
            headline=_headline(view),
            turn=view.to_act if view.phase in ("activation", "first", "return") else None,
            board=_board(view.box),
            pieces=tuple(_pieces(view)),
            cards=tuple(cards.values()),
            tracks=tuple(_tracks(view)),
            notes=(f"{SIDES[view.underdog]} is the Underdog", HOUSE),
            zones=tuple(zone for s in SEATS for zone in zones_of(view, s)),
            overlays=tuple(_overlays(view)),
        )

    def option(self, view: State, text: str, action: Any) -> Option:
        """One option in words, anchored to what it is about."""
        kind = text.partition(" ")[0]
        actor = _active(view)
        match action:
            case Perform(action=name, target=target, spot=spot):
                return _perform_option(view, text, name, target, spot)
            case Walk(to=to):
                steps = len(way_to(view, to))
                price = f"{steps} MP" if steps else ""
                return Option(text, f"walk to {to_text(to)}", kind, actor, to_text(to), price=price)
            case Deploy(who=who, at=at):
                name = view.characters[who].card.name
                word = view.characters[who].name
                return Option(text, f"{name} to {to_text(at)}", kind, word, to_text(at))
            case Return(at=at) | To(at=at):
                return Option(text, f"to {to_text(at)}", kind, None, to_text(at))
            case Play(tactic=tactic) | Discard(tactic=tactic):
                card = _held(view, tactic)
                word = "play" if isinstance(action, Play) else "discard"
                return Option(text, f"{word} {tactic.name}", kind, card=card)
            case ActFirst(who=who):
                label = f"{view.characters[who].card.name} goes first"
                return Option(text, label, kind, target=view.characters[who].name)
            case Contest(who=who) | Target(who=who):
                name = view.characters[who].card.name
                return Option(text, name, kind, target=view.characters[who].name)
            case OnceMore(target=target):
                name = view.characters[target].card.name
                return Option(text, f"attack {name}", kind, target=view.characters[target].name)
            case LayOrder(order=order):
                names = [view.characters[who].card.name for who in order]
                picks = tuple(view.characters[who].name for who in order)
                return Option(text, ", ".join(names), kind, picks=picks)
            case UseSkill(who=who, skill=skill):
                found = skill_of(view, who, skill)
                label = f"use {found.name if found else skill}"
                return Option(text, label, kind, actor=view.characters[who].name)
            case ChooseZone(zone=zone):
                middle = view.box.zones[zone][0] if zone in view.box.zones else None
                cell = None if middle is None else to_text(middle)
                return Option(text, zone, kind, cell=cell, zone=zone)
            case _:
                return Option(text, _words(view, action, text), kind)

    def preview(self, view: State, text: str, action: Any) -> Preview:
        """The way of a walk, the line of sight of an Action."""
        if view.active is None:
            return Preview(text)
        here = view.characters[view.active].at
        if here is None:
            return Preview(text)
        match action:
            case Walk(to=to):
                return Preview(text, way=tuple(map(to_text, (here, *way_to(view, to)))))
            case Perform(target=target) if target is not None:
                there = view.characters[target].at
                ends = (here, there) if there is not None else (here,)
                name = view.characters[target].name
                return Preview(text, line=tuple(map(to_text, ends)), reached=(name,))
            case _:
                return Preview(text)

    def forecast(self, view: State, action: Any) -> Forecast | None:
        """The Damage of an Attack, or whether an Action succeeds, if nobody spends anything."""
        if not isinstance(action, Perform) or view.active is None or action.target is None:
            return None
        card = find_action(view, view.active, action.action)
        if card is None or not (card.pool.dice or card.pool.symbols):
            return None
        target = view.characters[action.target]
        if card.kind == "attack":
            left = target.card.hit_points - target.damage
            what = f"Damage to {target.card.name}"
            return Forecast(what, left, "to the Infirmary")
        return Forecast(f"Effects on {target.card.name}")

    def count(self, view: State, action: Any, after: State) -> int:
        """Damage suffered by the Target; of other Actions, whether anything has changed for it."""
        target: CharacterId = action.target
        before, now = view.characters[target], after.characters[target]
        if now.off == "infirmary":
            return before.card.hit_points - before.damage
        if now.damage > before.damage:
            return now.damage - before.damage
        return int(now != before)

    def shorter(self, view: State, action: Any) -> Callable[[], Steps[int]] | None:
        """An Attack by its roll alone, which is all that its Damage hangs on."""
        who = view.active
        if who is None or not isinstance(action, Perform) or action.target is None:
            return None
        card = find_action(view, who, action.action)
        if card is None or card.kind != "attack":
            return None
        roll = attack_as_exchange(view, who, card, action.target)
        target = view.characters[action.target]
        return partial(_damage, roll, target.card.hit_points - target.damage)

    def called(self, view: State) -> Mapping[str, str]:
        """The names on the cards."""
        return names_of([(c.name, c.card.name, SIDES[c.seat]) for c in view.characters])

    def counted(
        self, view: State, answers: Sequence[Any], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """The symbols of each die."""
        return tuple(_shown(str(face)) for face in faces)

    def thrower(self, view: State, roll: Roll) -> int | None:
        """Rolls say whose they are."""
        return roll.by


def _damage(roll: Exchange, most: int) -> Steps[int]:
    result = yield from part(exchange, roll)
    return min(most, result.left[0])


def _shown(face: str) -> str:
    return "" if face == "-" else symbol_words(symbols_on(face))


def _headline(view: State) -> str:
    if view.phase in BEFORE:
        return BEFORE[view.phase]
    if view.phase == "over":
        return "the game is over"
    if view.rolling is not None:
        sides = [
            f"{view.characters[side.who].card.name} {symbol_words(side.symbols)}"
            for side in view.rolling.sides
        ]
        return f"{view.rolling.action}: {' against '.join(sides)}"
    turn = f"Round {view.round}" + (f", Turn {view.turn}" if view.turn else ", Planning")
    if view.active is None:
        return turn
    name = view.characters[view.active].card.name
    return f"{turn}: {name}, {view.ap} Action and {view.mp} Movement Points"


def _active(view: State) -> str | None:
    return None if view.active is None else view.characters[view.active].name


@cache
def _board(box: Box) -> Board:
    title = f"{box.board.title}, {box.scenario.title}"
    board = hex_board(title, box.board.hexes.cells, terrain="blocked", covered=box.board.walls)
    obstacles = {to_text(at) for at in box.scenario.obstacles}
    cells = tuple(
        type(cell)(cell.id, cell.x, cell.y, "obstacle") if cell.id in obstacles else cell
        for cell in board.cells
    )
    return Board(board.shape, board.title, cells)


def _pieces(view: State) -> Iterator[Piece]:
    return (piece_of(view, CharacterId(n)) for n in range(len(view.characters)))


def _tracks(view: State) -> Iterator[Track]:
    yield Track("Round", view.round, ROUNDS)
    for seat in SEATS:
        yield Track("Victory Points", view.points[seat], ENOUGH, seat)
        yield Track("Frags", view.frags[seat], max(1, view.frags[seat]), seat)
    if view.active is not None:
        seat = view.characters[view.active].seat
        yield Track("Action Points", view.ap, max(view.ap, 5), seat)
        yield Track("Movement Points", view.mp, max(view.mp, 1), seat)


def _overlays(view: State) -> Iterator[Overlay]:
    """ARISTEIA.ASSAULT.ZONE: the Scoring Zone, and the zones it could go to."""
    for zone, spaces in view.box.zones.items():
        scoring = zone == view.zone
        owner = next((s for s in SEATS if zone in view.homes[s : s + 1]), None)
        about = "the Scoring Zone" if scoring else f"Deployment Zone {zone}"
        cells = tuple(map(to_text, spaces))
        text = "score" if scoring else ""
        yield Overlay("control" if scoring else "mark", about, cells, owner, text=text)


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
            return "nothing more"
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
        case Activate(switch=place, paid=paid, times=times):
            return _switch_words(view, place, paid, times)
        case NullifyDie(face=face):
            return f"nullify the die showing {_shown(face)}"
        case KeepBlock():
            return "keep the Critical Block"
        case RollAgain(dice=dice):
            return f"throw again {', '.join(dice)}"
        case SwapDie(die=die):
            return f"roll the {die} die instead"
        case Swap(one=one, two=two):
            names = [view.characters[who].card.name for who in (one, two)]
            return f"swap {names[0]} and {names[1]}"
        case TakeOff(state=state):
            return f"take off {view.box.state[state].name}"
        case Stay():
            return "stay there"
        case TakeEffect(number=number):
            playing = view.playing[-1].tactic if view.playing else None
            return in_words(playing.effects[number]) if playing else text
        case _:
            return text.replace("-", " ")


def _switch_words(view: State, place: int, paid: str, times: int) -> str:
    what = f"Switch {place + 1}"
    for number in range(len(view.rolling.sides) if view.rolling else 0):
        switches = switches_of(view, number)
        if place < len(switches) and view.rolling is not None:
            cost = " ".join(switches[place][0].cost)
            if sorted(cost.split()) == sorted(paid.replace("C", "").split("+")) or times > 1:
                what = ", ".join(in_words(effect) for effect in switches[place][0].effects)
                break
    return f"spend {paid.replace('+', ' ')}: {what}{f', {times} times' if times > 1 else ''}"


MAKER = AristeiaScene()
