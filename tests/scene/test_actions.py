"""What an option points at follows from the declared types of the fields of an action."""

from types import SimpleNamespace
from typing import Any, NewType

from gattai.kernel.action import Option
from gattai.kernel.question import Seat
from gattai.scene.actions import ActionMaker
from gattai.scene.parts import ListedOption

CardId = NewType("CardId", int)
UnitId = NewType("UnitId", int)
Place = NewType("Place", str)
NAMES = ("ace", "king", "queen")
VIEW: Any = SimpleNamespace(speech={})


class CardTable(ActionMaker):
    places = Place
    cards = CardId
    zones = Seat

    def piece(self, view: Any, unit: int) -> str:
        return NAMES[unit]

    def zone(self, view: Any, of: Seat) -> str:
        return f"row-{of}"


class Move(Option, frozen=True, tag="move"):
    unit: UnitId
    to: Place


class Strike(Option, frozen=True, tag="strike"):
    """The card acts itself."""

    unit: CardId
    target: CardId | None = None
    at: Seat | None = None


class Lend(Option, frozen=True, tag="lend"):
    """A piece acts, with a card."""

    unit: UnitId
    card: CardId


class Melt(Option, frozen=True, tag="melt"):
    cards: tuple[CardId, ...]


class Trade(Option, frozen=True, tag="trade"):
    shares: tuple[tuple[CardId, int], ...]


def option(action: Option) -> ListedOption:
    return CardTable().option(VIEW, "as written", action)


def test_a_piece_acts_and_a_place_is_meant() -> None:
    found = option(Move(UnitId(1), Place("b2")))
    assert (found.actor, found.cell, found.card, found.zone) == ("king", "b2", None, None)


def test_a_card_that_acts_is_pointed_at_in_its_zone() -> None:
    found = option(Strike(CardId(0), target=CardId(2)))
    assert (found.actor, found.card, found.target, found.zone) == (None, "ace", "queen", None)
    found = option(Strike(CardId(0), at=Seat(1)))
    assert (found.card, found.target, found.zone) == ("ace", None, "row-1")


def test_a_card_is_used_by_a_piece() -> None:
    found = option(Lend(UnitId(1), CardId(2)))
    assert (found.actor, found.card) == ("king", "queen")


def test_several_cards_are_picked_one_after_the_other() -> None:
    found = option(Melt((CardId(2), CardId(0))))
    assert (found.picks, found.card) == (("queen", "ace"), None)


def test_cards_with_numbers_are_no_anchors() -> None:
    found = option(Trade(((CardId(1), 3),)))
    assert (found.picks, found.card, found.label, found.kind) == ((), None, "as written", "trade")
