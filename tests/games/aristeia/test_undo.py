"""What taking back costs must not tell what anybody holds."""

import random

from msgspec.structs import replace

from gattai import games
from gattai.games.aristeia.actions import Play
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose
from gattai.kernel.record import Record
from gattai.kernel.undo import price_of_undo
from gattai.testing.walk import WalkStep, moments


def _after_dice(moment: WalkStep) -> bool:
    """An answer in the middle of a roll of both players, after the dice have fallen; no Tactic played."""
    if any(isinstance(answer.value, Play) for answer in moment.before.answers):
        return False
    rolling = moment.step.table.rolling
    throws = [answer for answer in moment.before.answers if answer.seat is None]
    return (
        moment.seat is not None and rolling is not None and bool(throws) and len(rolling.sides) == 2
    )


def _price(moment: WalkStep, *, holds: bool) -> str:
    """What the answer costs to take back, with and without a Tactic for after the roll in hand."""
    state, seat = moment.before.state, moment.seat
    assert seat is not None
    owned = [*state.hands[seat].open(), *state.decks[seat].open()]
    owned.sort(key=lambda card: (card.when == "after-roll") != holds)
    count = len(state.hands[seat])
    hands, decks = [*state.hands], [*state.decks]
    hands[seat] = hands[seat].now(tuple(owned[:count]))
    decks[seat] = decks[seat].now(tuple(owned[count:]))
    record = Record(moment.rules)
    other = replace(state, hands=tuple(hands), decks=tuple(decks))
    record.stand_at(GamePosition(other, moment.before.answers))
    record.answer(moment.value, seat)
    return price_of_undo(record, seat)


def test_the_price_of_an_undo_does_not_tell_who_holds_a_tactic_to_throw_again() -> None:
    compared = 0
    for number in range(30):
        for moment in moments(games.load("aristeia"), random.Random(f"price {number}")):
            plain = isinstance(moment.question, Choose) and type(moment.value).__name__ == "Pass"
            if plain and _after_dice(moment) and len(moment.before.state.hands[moment.seat or 0]):
                prices = {_price(moment, holds=True), _price(moment, holds=False)}
                assert len(prices) == 1, f"{prices} after {moment.value}"
                compared += 1
    assert compared > 5, compared
