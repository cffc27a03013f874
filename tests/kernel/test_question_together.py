"""Secret choices at the same time: any order, nothing shown, one tuple in the end."""

from itertools import permutations
from typing import Any

import msgspec
import pytest

from gattai.kernel.event import Event
from gattai.kernel.position import (
    Answer,
    Diverged,
    GamePosition,
    Seen,
    apply,
    begin,
    observe,
    waiting,
)
from gattai.kernel.question import Choose, Seat, Steps, Together, choose, roll, together
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Hidden
from tests.kernel.small import ANN, BOB, CAT, ONE_DIE, Card, Counted, Go, Lay, Small, State

BIDS = Together(
    (
        Choose(CAT, (1, 2, 3), "S.BID", "bid up to three"),
        Choose(ANN, (10, 20), "S.BID"),
        Choose(BOB, (100, 200), "S.BID"),
    ),
    "S.BIDS",
    "all bid",
)
GIVEN: dict[Seat, int] = {ANN: 20, BOB: 100, CAT: 3}


def bidding(table: Table[State], answer: Any) -> Steps[None]:
    """A die, then all bid at once, then another die."""
    yield from roll(ONE_DIE, "S.DIE")
    cat, ann, bob = yield from together(BIDS.asks, BIDS.rule, BIDS.what)
    assert isinstance(cat, int) and isinstance(ann, int) and isinstance(bob, int)
    table.emit(Counted(rule="S.SUM", amount=cat * 1000 + ann + bob))
    yield from roll(ONE_DIE, "S.LAST")


def before_the_bids(rules: Small) -> GamePosition[State]:
    return apply(rules, apply(rules, begin(rules), Go()).position, (2,)).position


@pytest.mark.parametrize("order", [*permutations((ANN, BOB, CAT))])
def test_seats_answer_in_any_order_and_the_rule_gets_them_as_asked(order: tuple[Seat, ...]) -> None:
    rules = Small(bidding)
    position = before_the_bids(rules)
    events: tuple[Event, ...] = ()
    for number, seat in enumerate(order, 1):
        step = apply(rules, position, GIVEN[seat], seat=seat)
        position, events = step.position, step.events
        if number < 3:
            assert step.events == ()
            assert step.question == BIDS
            assert waiting(rules, position) == tuple(
                s for s in (CAT, ANN, BOB) if s not in order[:number]
            )
    assert [event.rule for event in events] == ["S.SUM"]
    assert [answer.seat for answer in position.answers] == [ANN, None, CAT, ANN, BOB]
    done = apply(rules, position, (1,)).position
    assert done.state.count == 3120


def test_the_position_does_not_show_who_was_quicker() -> None:
    rules = Small(bidding)
    found = set()
    for order in permutations((ANN, BOB, CAT)):
        position = before_the_bids(rules)
        for seat in order:
            position = apply(rules, position, GIVEN[seat], seat=seat).position
        found.add(position)
    assert len(found) == 1
    start = before_the_bids(rules)
    one = apply(rules, apply(rules, start, 20, seat=ANN).position, 3, seat=CAT).position
    other = apply(rules, apply(rules, start, 3, seat=CAT).position, 20, seat=ANN).position
    assert one == other


def test_while_several_are_asked_the_answer_says_who_gives_it() -> None:
    rules = Small(bidding)
    position = before_the_bids(rules)
    with pytest.raises(Refused, match="it is cat or ann or bob who is asked here"):
        apply(rules, position, 20)
    position = apply(rules, position, 20, seat=ANN).position
    position = apply(rules, position, 3, seat=CAT).position
    assert apply(rules, position, 200).position == apply(rules, position, 200, seat=BOB).position


def test_nobody_answers_twice_nor_for_another() -> None:
    rules = Small(bidding)
    position = apply(rules, before_the_bids(rules), 20, seat=ANN).position
    with pytest.raises(Refused, match="it is cat or bob"):
        apply(rules, position, 10, seat=ANN)
    with pytest.raises(Refused, match=r"not among the options here \[S.BID\]"):
        apply(rules, position, 10, seat=BOB)
    assert waiting(rules, position) == (CAT, BOB)


def shown(seen: Seen[State]) -> bytes:
    return msgspec.json.encode((seen.state, seen.position, seen.question))


@pytest.mark.parametrize("viewer", [BOB, CAT, None])
def test_what_one_seat_answers_changes_nothing_that_another_sees(viewer: Seat | None) -> None:
    rules = Small(bidding)
    start = before_the_bids(rules)
    one, other = (apply(rules, start, bid, seat=ANN).position for bid in (10, 20))
    assert shown(observe(rules, one, viewer)) == shown(observe(rules, other, viewer))
    assert shown(observe(rules, one, ANN)) != shown(observe(rules, other, ANN))


def test_after_all_have_answered_only_events_tell_what() -> None:
    rules = Small(bidding)
    position = before_the_bids(rules)
    for seat, bid in GIVEN.items():
        position = apply(rules, position, bid, seat=seat).position
    seen = observe(rules, position, BOB)
    assert [answer.value for answer in seen.position.answers] == [
        Go(),
        (2,),
        Hidden(1),
        Hidden(1),
        100,
    ]
    assert seen.state.count == 3120


def test_each_seat_sees_its_own_options_and_words_while_it_is_waited_for() -> None:
    rules = Small(bidding)
    position = apply(rules, before_the_bids(rules), 20, seat=ANN).position
    cat, ann, all_see = (observe(rules, position, seat).question for seat in (CAT, ANN, None))
    assert cat.options == (1, 2, 3)  # type: ignore[union-attr]
    assert cat.what == "bid up to three"  # type: ignore[union-attr]
    assert ann == all_see
    assert ann.options is None  # type: ignore[union-attr]
    assert (ann.what, ann.seats) == ("all bid", (CAT, BOB))  # type: ignore[union-attr]


def test_all_can_be_asked_together_when_the_table_is_settled() -> None:
    def sum_up(table: Table[State], answer: tuple[int, ...]) -> Steps[None]:
        table.emit(Counted(rule="S.SUM", amount=sum(answer)))
        yield from ()

    rules = Small(sum_up, ask=lambda _: BIDS)
    position = begin(rules)
    for seat in (BOB, CAT, ANN):
        assert position.state.turns == 0
        position = apply(rules, position, GIVEN[seat], seat=seat).position
    assert (position.is_settled, position.state.count) == (True, 123)


@pytest.mark.parametrize("seat", [CAT, None, 7])
def test_recorded_answers_of_one_seat_twice_or_of_nobody_diverge(seat: Any) -> None:
    rules = Small(bidding)
    position = apply(rules, before_the_bids(rules), 3, seat=CAT).position
    forged = GamePosition(position.state, (*position.answers, Answer(seat, 3, "S.BIDS", (seat,))))
    with pytest.raises(Diverged):
        waiting(rules, forged)


def secretly(table: Table[State], answer: Any) -> Steps[None]:
    """A secret die, a secret choice, and a public one that holds a secret no longer."""
    yield from roll(ONE_DIE, "S.DIE", known_to=(BOB,))
    yield from choose(CAT, (Lay(Card(1)), Lay(Card(2))), "S.LAY", "lay a card", secret=True)
    yield from choose(ANN, ("on",), "S.ON")


@pytest.mark.parametrize("viewer", [ANN, None])
def test_secret_dice_and_secret_choices_are_hidden_from_the_rest(viewer: Seat | None) -> None:
    rules = Small(secretly, held=((1,), (2,), (3,)))
    other_hands = Small(secretly, held=((1,), (4,), (0,)))
    seen = []
    for game, face, card in ((rules, 2, 1), (other_hands, 5, 2)):
        position = apply(game, begin(game), Go()).position
        position = apply(game, position, (face,)).position
        seen.append(observe(game, position, viewer))
        position = apply(game, position, Lay(Card(card))).position
        seen.append(observe(game, position, viewer))
    if viewer is None:
        assert shown(seen[0]) == shown(seen[2])
        assert shown(seen[1]) == shown(seen[3])
    assert [answer.value for answer in seen[1].position.answers] == [Go(), Hidden(1), Hidden(1)]
    assert seen[0].question.options is None  # type: ignore[union-attr]


def test_who_threw_in_secret_sees_the_faces() -> None:
    rules = Small(secretly)
    position = apply(rules, apply(rules, begin(rules), Go()).position, (4,)).position
    assert observe(rules, position, BOB).position.answers[-1].value == (4,)
    assert observe(rules, position, CAT).question.options == (  # type: ignore[union-attr]
        Lay(Card(1)),
        Lay(Card(2)),
    )


def test_a_look_shows_the_table_as_it_is_in_mid_action() -> None:
    def procedure(table: Table[State], answer: Any) -> Steps[None]:
        table.emit(Counted(rule="S.N", amount=5))
        yield from roll(ONE_DIE, "S.DIE", "to hit")

    rules = Small(procedure, held=((1, 2), (3,), ()))
    seen = observe(rules, apply(rules, begin(rules), Go()).position, ANN)
    assert (seen.state.count, seen.position.state.count) == (5, 0)
    assert [hand.is_open for hand in seen.state.hands] == [True, False, False]
    assert [len(hand) for hand in seen.position.state.hands] == [2, 1, 0]
    assert (seen.question.what, seen.question.dice) == ("to hit", "1d6")  # type: ignore[union-attr]


def test_a_look_at_the_end_shows_the_outcome() -> None:
    rules = Small()
    over = apply(rules, begin(rules), Go()).position
    assert observe(rules, over, BOB).question == rules.next_question(over.state)


def test_a_look_past_the_end_of_an_action_diverges() -> None:
    rules = Small()
    with pytest.raises(Diverged):
        observe(rules, GamePosition(begin(rules).state, (Answer(ANN, Go(), "S.GO"),)), ANN)
