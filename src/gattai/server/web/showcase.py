"""The values of an option with pictures: forces as their units, maps as their boards.

A game need not draw its options. The table is set up with each value, and
the result is used: the pieces of the side the option is named after, the board where it differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from gattai import games
from gattai.kernel.ruleset import AnyRuleset, Setting
from gattai.scene.maker import Layout
from gattai.scene.parts import Card, Piece
from gattai.server.messages import Choice, Likeness, SettingChoice

MAX_UNITS = 12
"""More pictures would be too small."""


def plain(rules: AnyRuleset, option: Setting) -> Choice:
    """Return an option with the titles of its values."""
    titles = games.get(rules.name).offered(rules, option)
    seats = tuple(len(rules.seated({option.name: value}).seats) for value in titles)
    return Choice(
        option.name,
        option.about,
        option.default,
        tuple(SettingChoice(value, title) for value, title in titles.items()),
        seats if len(dict.fromkeys(seats)) > 1 else (),
        is_open=not (option.choices or option.is_listed),
        needs=option.needs,
        ruling=option.ruling,
    )


@cache
def pictured(rules: AnyRuleset, option: Setting) -> Choice:
    """Return an option with pictures. Rules are loaded once, so each is drawn once."""
    choice = plain(rules, option)
    if option.choices or not choice.choices:
        return choice
    offers = tuple(_pictured(rules, option, offer) for offer in choice.choices)
    boards = {offer.board for offer in offers}
    if option.name in rules.seats or len(boards) < min(2, len(offers)):
        offers = tuple(SettingChoice(each.value, each.title, each.units) for each in offers)
    else:
        offers = tuple(SettingChoice(each.value, each.title, board=each.board) for each in offers)
    return Choice(
        choice.name,
        choice.about,
        choice.default,
        offers,
        choice.seats,
        choice.is_open,
        choice.needs,
    )


def _pictured(rules: AnyRuleset, option: Setting, offer: SettingChoice) -> SettingChoice:
    cards = games.get(rules.name).contained(rules, option, offer.value)
    if cards:
        return SettingChoice(offer.value, offer.title, _of_cards(cards))
    setting = _set(rules, option, offer.value)
    if setting is None:
        return offer
    owner = rules.seats.index(option.name) if option.name in rules.seats else None
    units = [piece for piece in setting.pieces if piece.owner == owner]
    return SettingChoice(offer.value, offer.title, _of_pieces(units, setting.cards), setting.board)


def _set(rules: AnyRuleset, option: Setting, value: str) -> Layout | None:
    """Return the table with this value as a spectator sees it; None if it is impossible."""
    wanted = {each.name: each.default for each in rules.options}
    wanted |= {**dict(option.needs), option.name: value}
    try:
        seated = rules.seated(wanted)
        return games.scene_maker(rules.name).layout(seated.setup(wanted), None)
    except ValueError:
        return None


def _of_pieces(pieces: Iterable[Piece], cards: Iterable[Card]) -> tuple[Likeness, ...]:
    """Return each kind of unit once, with its number."""
    faces = {card.id: card for card in cards}
    found: dict[str, Likeness] = {}
    for piece in pieces:
        card = faces.get(piece.card)
        name = card.title if card else piece.name
        look = piece.look or (card.look if card else None)
        count = found[name].count + 1 if name in found else 1
        found[name] = Likeness(name, look, count)
    return tuple(found.values())[:MAX_UNITS]


def _of_cards(cards: Iterable[Card]) -> tuple[Likeness, ...]:
    return tuple(Likeness(card.title, card.look) for card in cards)[:MAX_UNITS]
