"""What an option may be set to, with pictures: forces as their units, maps as their boards.

A game need not say what its choices look like. Its table is set with each of them, and what lies there
is looked at: the pieces of the side that the option is called after, the board where it differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gattai import games
from gattai.kernel.ruleset import AnyRuleset, Option
from gattai.scene.maker import Setting
from gattai.scene.parts import Card, Piece
from gattai.server.messages import Choice, Likeness, Offer

MOST_UNITS = 12
"""More of them would not be told apart."""


def plain(rules: AnyRuleset, option: Option) -> Choice:
    """An option; where the game or its cards say what it may be, with their titles."""
    titles = games.get(rules.name).offered(rules, option)
    seats = tuple(len(rules.seated({option.name: value}).seats) for value in titles)
    return Choice(
        option.name,
        option.about,
        option.default,
        tuple(Offer(value, title) for value, title in titles.items()),
        seats if len(dict.fromkeys(seats)) > 1 else (),
        is_open=not (option.choices or option.is_listed),
        needs=option.needs,
        ruling=option.ruling,
    )


@cache
def pictured(rules: AnyRuleset, option: Option) -> Choice:
    """The same with pictures. The rules of a game are loaded once, so this is drawn once."""
    choice = plain(rules, option)
    if option.choices or not choice.choices:
        return choice
    offers = tuple(_pictured(rules, option, offer) for offer in choice.choices)
    boards = {offer.board for offer in offers}
    if option.name in rules.seats or len(boards) < min(2, len(offers)):
        offers = tuple(Offer(each.value, each.title, each.units) for each in offers)
    else:
        offers = tuple(Offer(each.value, each.title, board=each.board) for each in offers)
    return Choice(
        choice.name,
        choice.about,
        choice.default,
        offers,
        choice.seats,
        choice.is_open,
        choice.needs,
    )


def _pictured(rules: AnyRuleset, option: Option, offer: Offer) -> Offer:
    cards = games.get(rules.name).contained(rules, option, offer.value)
    if cards:
        return Offer(offer.value, offer.title, _of_cards(cards))
    setting = _set(rules, option, offer.value)
    if setting is None:
        return offer
    owner = rules.seats.index(option.name) if option.name in rules.seats else None
    units = [piece for piece in setting.pieces if piece.owner == owner]
    return Offer(offer.value, offer.title, _of_pieces(units, setting.cards), setting.board)


def _set(rules: AnyRuleset, option: Option, value: str) -> Setting | None:
    """The table with this choice, as somebody who only watches sees it; None if it cannot be set."""
    wanted = {each.name: each.default for each in rules.options}
    wanted |= {**dict(option.needs), option.name: value}
    try:
        seated = rules.seated(wanted)
        return games.scene_maker(rules.name).setting(seated.setup(wanted), None)
    except ValueError:
        return None


def _of_pieces(pieces: Iterable[Piece], cards: Iterable[Card]) -> tuple[Likeness, ...]:
    """Each sort of unit once, with how many there are."""
    faces = {card.id: card for card in cards}
    found: dict[str, Likeness] = {}
    for piece in pieces:
        card = faces.get(piece.card)
        name = card.title if card else piece.name
        look = piece.look or (card.look if card else None)
        count = found[name].count + 1 if name in found else 1
        found[name] = Likeness(name, look, count)
    return tuple(found.values())[:MOST_UNITS]


def _of_cards(cards: Iterable[Card]) -> tuple[Likeness, ...]:
    return tuple(Likeness(card.title, card.look) for card in cards)[:MOST_UNITS]
