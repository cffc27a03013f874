"""Reactions: who is asked is decided from what all can see."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from gattai.kernel.event import Event
from gattai.kernel.position import GamePosition, apply, asked, begin, observe, waiting
from gattai.kernel.question import Choose, Seat, Steps, roll
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Outcome, Table
from gattai.kernel.secrecy import NotYours
from gattai.kernel.window import PASS, Moment, Pass, window
from tests.kernel.small import ANN, BOB, CAT, ONE_DIE, Card, Counted, Go, Lay, Small, State


class Spent(Event, frozen=True, tag=True, kw_only=True):
    """A seat played a card from its hand."""

    seat: Seat
    card: Card

    def after(self, state: State) -> State:
        held = [*state.hands]
        cards = [*held[self.seat].open()]
        cards.remove(self.card)
        held[self.seat] = held[self.seat].now(tuple(cards))
        return msgspec.structs.replace(state, hands=tuple(held))


def holds_cards(seen: State, seat: Seat) -> bool:
    assert not any(hand.is_open for hand in seen.hands)
    return len(seen.hands[seat]) > 0


def even_cards(state: State, seat: Seat) -> Sequence[Lay]:
    return [Lay(card) for card in state.hands[seat].open() if card % 2 == 0]


def play(table: Table[State], seat: Seat, answer: Lay) -> Steps[None]:
    """The card is played; a die decides what it does."""
    table.emit(Spent(rule="S.SPENT", seat=seat, card=answer.card))
    table.emit(Counted(rule="S.N", amount=(yield from roll(ONE_DIE, "S.DIE"))))


MOMENT = Moment("S.REACT", (BOB, CAT, ANN), holds_cards, even_cards, play, "play a card?")


def moment(table: Table[State], answer: Any) -> Steps[None]:
    reactions = yield from window(table, MOMENT)
    table.emit(Counted(rule="S.REACTIONS", amount=100 * len(reactions)))


def game(*held: tuple[int, ...]) -> tuple[Small, GamePosition[State]]:
    rules = Small(moment, held=held)
    return rules, apply(rules, begin(rules), Go()).position


def everybody_passes(*held: tuple[int, ...]) -> list[str]:
    """Who is asked while all let the moment go by."""
    rules, position = game(*held)
    names = []
    while not isinstance(question := asked(rules, position), Outcome):
        assert isinstance(question, Choose)
        names.append(rules.seat_name(question.seat))
        position = apply(rules, position, PASS).position
    return names


def test_each_seat_is_asked_once_in_the_order_of_the_moment() -> None:
    assert everybody_passes((0,), (0,), (0,)) == ["bob", "cat", "ann"]


def test_a_seat_that_can_hold_nothing_is_not_asked() -> None:
    assert everybody_passes((0,), (), (0,)) == ["cat", "ann"]
    assert everybody_passes((), (), ()) == []


def test_a_seat_with_nothing_to_play_is_asked_all_the_same() -> None:
    assert everybody_passes((1,), (3,), (0,)) == everybody_passes((0,), (0,), (2,))
    rules, position = game((0,), (1,), (0,))
    question = asked(rules, position)
    assert isinstance(question, Choose)
    assert [*question.options] == [PASS]


@pytest.mark.parametrize("viewer", [ANN, CAT, None])
def test_the_pause_tells_nothing_about_what_is_held(viewer: Seat | None) -> None:
    (rules, holding), (other, bluffing) = game((0,), (0,), (2,)), game((0,), (1,), (2,))
    for _ in range(3):
        seen = [observe(g, p, viewer) for g, p in ((rules, holding), (other, bluffing))]
        assert msgspec.json.encode(seen[0]) == msgspec.json.encode(seen[1])
        holding, bluffing = (
            apply(rules, holding, PASS).position,
            apply(other, bluffing, PASS).position,
        )
    assert holding.is_settled and bluffing.is_settled


def test_after_a_reaction_all_are_asked_again_from_the_first() -> None:
    rules, position = game((0,), (3, 1), (4, 2))
    script: list[tuple[Seat | None, Any]] = [
        (BOB, PASS),
        (CAT, Lay(Card(4))),
        (None, (5,)),
        (BOB, PASS),
        (CAT, Lay(Card(2))),
        (None, (1,)),
        (BOB, PASS),
        (ANN, Lay(Card(0))),
        (None, (2,)),
        (BOB, PASS),
    ]
    for seat, answer in script:
        assert not position.is_settled
        assert waiting(rules, position) == (() if seat is None else (seat,))
        position = apply(rules, position, answer).position
    assert position.is_settled
    assert position.state.count == 308
    assert [hand.open() for hand in position.state.hands] == [(), (3, 1), ()]


def test_a_card_that_is_not_held_cannot_be_played() -> None:
    rules, position = game((0,), (1, 2), (0,))
    for card in (0, 1):
        with pytest.raises(Refused, match=r"\[S.REACT\]"):
            apply(rules, position, Lay(Card(card)))
    assert apply(rules, position, Lay(Card(2))).position.answers[-1].value == Lay(Card(2))


def test_grounds_that_are_not_public_are_caught() -> None:
    peeping = msgspec.structs.replace(
        MOMENT, may_react=lambda seen, seat: bool(seen.hands[seat].open())
    )

    def peep(table: Table[State], answer: Any) -> Steps[None]:
        yield from window(table, peeping)

    rules = Small(peep, held=((0,), (0,), (0,)))
    with pytest.raises(NotYours):
        apply(rules, begin(rules), Go())


def test_passing_spends_nothing_when_odds_are_asked() -> None:
    rules, position = game((0,), (0,), (0,))
    question = asked(rules, position)
    assert isinstance(question, Choose)
    assert question.otherwise == PASS == Pass()
    assert question.what == "play a card?"
