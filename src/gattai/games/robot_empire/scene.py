"""The table as a scene: rows, hands, piles and Moons as zones of cards; options in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gattai.games.robot_empire import scene_odds
from gattai.games.robot_empire.actions import (
    AskMe,
    Assemble,
    Attack,
    Block,
    BringOut,
    Charge,
    ComeHome,
    Discard,
    Divide,
    Employ,
    Install,
    Instant,
    Land,
    Link,
    Next,
    Permanent,
    Shoot,
    Spring,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.events.course import WHEN
from gattai.games.robot_empire.events.setup import coins
from gattai.games.robot_empire.faces import face_of, gain_words, held_unit, unit_face, unit_title
from gattai.games.robot_empire.figures import enough
from gattai.games.robot_empire.legality import HIGHEST_BATTERY
from gattai.games.robot_empire.state import CardId, State
from gattai.kernel.deed import Forecast
from gattai.kernel.question import Seat
from gattai.kernel.window import Pass
from gattai.scene.maker import Setting
from gattai.scene.parts import Badge, Card, Held, Option, Preview, Track, Zone

HOUSE = "Prices and figures of the cards are ours: the document prints hardly any."
PHASES: dict[str, str] = {
    "batteries": "charging the Batteries",
    "moon": "the first Moon",
    "depot": "shuffling",
    "hands": "dealing",
    "first": "who begins",
    "play": "Play Cards",
    "mining": "Moon Mining",
    "long-range": "Combat: long range",
    "attackers": "Combat: attackers",
    "attacked": "Combat: blockers",
    "blockers": "Combat: blockers",
    "battle": "Combat: battle",
    "fought": "Combat: after the battle",
    "discard": "Draw Cards",
    "over": "the game is over",
}
NEXT_WORDS: dict[str, str] = {
    "play": "on to Moon Mining",
    "mining": "on to Combat",
    "long-range": "on to the attack",
    "attackers": "no more attackers",
    "blockers": "no more blockers",
    "discard": "end the turn",
}
ASK_WORDS: dict[str, str] = {
    "always": "ask me whenever I could react",
    "attacked": "ask me only when I am attacked",
    "never": "ask me no more this turn",
}


class RobotEmpireScene:
    """What a seat sees of a table of Robot Empire. It is given views: others' hands are counts."""

    def setting(self, view: State, seat: int | None) -> Setting:
        """Zones for every player and the middle; Batteries, Vaults and the War Chest as tracks."""
        who = view.box.seats[view.active]
        turn = f"turn {view.turn}, {who}: " if view.turn else ""
        cards: dict[str, Card] = {}
        zones = [*_middle(view, cards)]
        for number in range(len(view.players)):
            zones += _zones_of(view, Seat(number), cards)
        return Setting(
            headline=f"{turn}{PHASES.get(view.phase, view.phase)}{_announced(view)}",
            turn=view.active if view.turn and view.phase != "over" else None,
            cards=tuple(cards.values()),
            tracks=tuple(_tracks(view)),
            notes=(HOUSE,) if any(card.house for card in view.box.cards) else (),
            zones=tuple(zones),
        )

    def option(self, view: State, text: str, action: Any) -> Option:
        """One option in words, anchored to the card it is about."""
        kind = text.partition(" ")[0]
        match action:
            case BringOut(card=card):
                price = str(view.card(card).cost)
                has_odds = scene_odds.has_odds(view, action)
                label = f"bring out {_card(view, card)}"
                return _on(view, text, kind, label, card, price=price, has_odds=has_odds)
            case Install(card=card, unit=unit):
                label = f"install {_card(view, card)} in {_unit(view, unit)}"
                return _on(view, text, kind, label, card, unit, price=str(view.card(card).cost))
            case Permanent(card=card, number=n) | Instant(card=card, number=n):
                return self._upgrade(view, text, kind, card, n)
            case Spring(card=card) | Unleash(card=card):
                label = f"{kind} {_card(view, card)}{_aim(view, action)}"
                price = str(view.card(card).cost)
                return _on(view, text, kind, label, card, action.unit, action.at, price=price)
            case Employ(card=card):
                label = f"use {_card(view, card)}{_aim(view, action)}"
                return _on(view, text, kind, label, card, action.unit, action.at)
            case Land(unit=unit, moon=moon):
                label = f"land {_unit(view, unit)} on {_card(view, moon)}"
                price = str(view.card(moon).landing_cost)
                return _on(view, text, kind, label, unit, moon, price=price)
            case Shoot(unit=unit, target=target):
                has_odds = scene_odds.has_odds(view, action)
                label = f"shoot at {_unit(view, target)} with {_unit(view, unit)}"
                return _on(view, text, kind, label, unit, target, has_odds=has_odds)
            case Attack(unit=unit, at=at):
                label = f"attack {view.box.seats[at]} with {_unit(view, unit)}"
                has_odds = scene_odds.has_odds(view, action)
                return _on(view, text, kind, label, unit, at=at, has_odds=has_odds)
            case Block(unit=unit, attacker=attacker):
                has_odds = scene_odds.has_odds(view, action)
                label = f"block {_unit(view, attacker)} with {_unit(view, unit)}"
                return _on(view, text, kind, label, unit, attacker, has_odds=has_odds)
            case Assemble(top=top, bottom=bottom):
                label = f"assemble {_card(view, top)} on {_card(view, bottom)}"
                return _on(view, text, kind, label, top, bottom)
            case ComeHome(unit=unit):
                return _on(view, text, kind, f"call {_unit(view, unit)} home", unit)
            case Unlink(unit=unit):
                return _on(view, text, kind, f"break up the {_unit(view, unit)}", unit)
            case Discard(card=card):
                price = "1" if view.discarded else ""
                return _on(view, text, kind, f"discard {_card(view, card)}", card, price=price)
            case Link(units=units):
                label = "link " + " and ".join(_unit(view, unit) for unit in units)
                return Option(text, label, kind, picks=tuple(map(view.name, units)))
            case Divide(shares=shares):
                label = ", ".join(_share(view, unit, n) for unit, n in shares)
                return Option(text, label or "nothing", kind)
            case _:
                return Option(text, _words(view, action, text), kind)

    def _upgrade(self, view: State, text: str, kind: str, card: CardId, number: int) -> Option:
        unit = view.holder.get(card)
        printed = None if unit is None else unit.upgrade(card, kind, number)
        if unit is None or printed is None:
            return Option(text, text, kind)
        label = f"{_card(view, card)}: {gain_words(printed)}"
        label += " this turn" if kind == "instant" else " for good"
        return _on(view, text, kind, label, unit.id, price=str(printed.cost))

    def preview(self, view: State, text: str, action: Any) -> Preview:
        """Who is reached."""
        match action:
            case Shoot(target=target) | Land(moon=target):
                return Preview(text, reached=(view.name(target),))
            case Block(attacker=target) | Install(unit=target):
                return Preview(text, reached=(view.name(target),))
            case Spring(unit=unit) | Unleash(unit=unit) | Employ(unit=unit) if unit is not None:
                return Preview(text, reached=(view.name(unit),))
            case Divide(shares=shares):
                return Preview(text, reached=tuple([view.name(unit) for unit, _ in shares]))
            case Assemble(bottom=target):
                return Preview(text, reached=(view.name(target),))
            case _:
                return Preview(text)

    def forecast(self, view: State, action: Any) -> Forecast | None:
        """Where a die decides: a price, an Attack or a Defense that is thrown."""
        return scene_odds.forecast(view, action)

    def called(self, view: State) -> Mapping[str, str]:
        """The names on the cards for the words of the rules."""
        pairs = zip(view.box.names, view.box.cards, strict=True)
        return {name: card.name for name, card in pairs}


def _on(
    view: State,
    text: str,
    kind: str,
    label: str,
    card: CardId,
    target: CardId | None = None,
    at: Seat | None = None,
    *,
    price: str = "",
    has_odds: bool = False,
) -> Option:
    """An option that is chosen by pointing at a card, then at what it is aimed at."""
    return Option(
        text=text,
        label=label,
        kind=kind,
        target=None if target is None else view.name(target),
        price=coins(int(price)) if price.isdigit() else price,
        has_odds=has_odds,
        card=view.name(card),
        zone=None if at is None else f"front-{view.box.seats[at]}",
    )


def _card(view: State, card: CardId) -> str:
    return view.card(card).name


def _unit(view: State, unit: CardId) -> str:
    return unit_title(view.by_id[unit]) if unit in view.by_id else _card(view, unit)


def _aim(view: State, action: Spring | Unleash | Employ) -> str:
    if action.unit is not None:
        whose = view.by_id[action.unit].seat if action.unit in view.by_id else None
        owner = "" if whose is None else f"{view.box.seats[whose]}'s "
        return f" at {owner}{_unit(view, action.unit)}"
    return "" if action.at is None else f" at {view.box.seats[action.at]}"


def _share(view: State, unit: CardId, damage: int) -> str:
    """Part of a division: how much, to whom, and whether that is the end of it."""
    falls = unit in view.by_id and damage >= enough(view.by_id[unit])
    return f"{damage} to {_unit(view, unit)}{' (destroyed)' if falls else ''}"


def _has_blocked(view: State) -> bool:
    return any(onset.at == view.asked and onset.blockers for onset in view.onsets)


def _announced(view: State) -> str:
    """What is about to happen while others are asked whether they answer it."""
    shown = view.windows[-1].announced if view.windows else None
    if shown is None:
        return ""
    who = view.box.seats[shown.seat]
    does = "shoots" if shown.kind == "shot" else "shows"
    at = "" if shown.at is None else f" at {view.box.seats[shown.at]}"
    if shown.unit is not None:
        at = f" at {_unit(view, shown.unit)}"
    with_what = f" with {_unit(view, shown.card)}" if shown.kind == "shot" else ""
    what = "" if shown.kind == "shot" else f" {_card(view, shown.card)}"
    return f". {who} {does}{what}{at}{with_what}"


def _words(view: State, action: Any, text: str) -> str:
    match action:
        case Next() if view.phase == "attackers" and not view.onsets:
            return "attack nobody"
        case Next() if view.phase == "blockers" and not _has_blocked(view):
            return "block nobody"
        case Next():
            return NEXT_WORDS.get(view.phase, "go on")
        case Pass():
            return "let it pass"
        case AskMe(when=when):
            return f"{'pass, and ' if view.windows else ''}{ASK_WORDS[when]}"
        case Charge(coins=charge):
            return f"{charge} on the Battery, {26 - charge} in the Vault"
        case _:
            return text


def _tracks(view: State) -> Iterator[Track]:
    for number, player in enumerate(view.players):
        yield Track("Battery", player.battery, HIGHEST_BATTERY, number)
        yield Track("Vault", player.vault, 0, number)
    yield Track("War Chest", view.chest, 0)


def _middle(view: State, cards: dict[str, Card]) -> Iterator[Zone]:
    """Moons, decks, piles, and what is being announced."""
    shown = [w.announced for w in view.windows if w.announced and w.announced.kind != "shot"]
    if shown:
        held = tuple(_held(view, each.card, cards, is_active=True) for each in shown)
        yield Zone("shown", "about to happen", "row", None, held, len(held), "shown to all")
    moons = [_held(view, moon.card, cards, _moon_badges(view, moon.card)) for moon in view.moons]
    yield Zone("moons", "Mining Moons", "row", None, tuple(moons), len(moons))
    for number, deck in enumerate(view.decks):
        own = len(view.decks) > 1
        whose = view.box.seats[number] if own else ""
        owner = number if own else None
        name = "deck" if own else "Depot Deck"
        yield Zone(f"deck{whose}", name, "pile", owner, (), len(deck))
        pile = view.piles[number]
        top = (_held(view, pile[-1], cards),) if pile else ()
        name = "discard pile"
        yield Zone(f"pile{whose}", name, "pile", owner, top, len(pile))


def _moon_badges(view: State, card: CardId) -> tuple[Badge, ...]:
    lying = next(moon.coins for moon in view.moons if moon.card == card)
    badges = [Badge(f"{coins(lying)} on it", "for who lands here", tone="good")]
    if card in view.landed_on:
        unit = view.by_id[view.landed_on[card]]
        owner = view.box.seats[unit.seat]
        badges.append(Badge(unit_title(unit), f"{owner}'s {unit_title(unit)} is on it"))
    return tuple(badges)


def _held(
    view: State,
    card: CardId,
    cards: dict[str, Card],
    badges: tuple[Badge, ...] = (),
    *,
    is_active: bool = False,
) -> Held:
    face = face_of(view.card(card), view.box.ports)
    cards[face.id] = face
    about = f"{face.title}, {face.kind}: {face.text}"
    return Held(view.name(card), face.id, badges, is_active=is_active, about=about)


def _zones_of(view: State, seat: Seat, cards: dict[str, Card]) -> Iterator[Zone]:
    """Front Line, Base and hand of one player."""
    name = view.box.seats[seat]
    for row, words in (("front", "Front Line"), ("base", "Base")):
        own = [u for u in view.own(seat) if (u.row == "base") == (row == "base")]
        for unit in own:
            face = unit_face(view, unit)
            cards[face.id] = face
        held = tuple(held_unit(view, unit) for unit in own)
        yield Zone(f"{row}-{name}", words, "row", seat, held, len(held), f"{name}'s {words}")
    hand = view.players[seat].hand
    open_cards = hand.open() if hand.is_open else ()
    held = tuple(_held(view, card, cards) for card in open_cards)
    about = f"{name}'s hand; asked {WHEN['never'] if view.players[seat].rests else WHEN[view.players[seat].watch]}"
    yield Zone(f"hand-{name}", "hand", "hand", seat, held, len(hand), about)


MAKER = RobotEmpireScene()
