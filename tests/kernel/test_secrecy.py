"""Secrets: a view shows what a seat may see and nothing else."""

import enum
from collections.abc import Callable
from typing import ClassVar, Generic, NewType, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.kernel.secrecy import EVERYBODY, Hidden, Looked, NotYours, Secret, view, watched

Card = NewType("Card", int)
T = TypeVar("T")


class Player(msgspec.Struct, frozen=True):
    """Somebody with a hand and a face-down card."""

    name: str
    hand: Secret[tuple[Card, ...]]
    face_down: Secret[Card | None]
    piles: tuple[tuple[Secret[tuple[Card, ...]], int], ...] = ()
    kinds: ClassVar[dict[str, int]] = {"ace": 1}


class Box(msgspec.Struct, Generic[T], frozen=True):
    """A struct that can hold anything."""

    inside: T


class Plain(msgspec.Struct, frozen=True):
    """A struct without secrets."""

    number: int
    words: tuple[str, ...] = ()
    card: Card = Card(0)


cards = st.lists(st.integers(0, 51).map(Card), max_size=4).map(tuple)
knowers = st.none() | st.lists(st.integers(0, 2), unique=True).map(tuple)


@st.composite
def players(draw: st.DrawFn) -> Player:
    def secret() -> Secret[tuple[Card, ...]]:
        return Secret.of(draw(cards), draw(knowers))

    return Player(
        draw(st.sampled_from(("ann", "bob"))),
        secret(),
        Secret.of(draw(st.none() | st.integers(0, 51).map(Card)), draw(knowers)),
        tuple((secret(), draw(st.integers(0, 9))) for _ in range(draw(st.integers(0, 2)))),
    )


def may_know(secret: Secret[T], seat: int | None) -> bool:
    return secret.known_to is None or seat in secret.known_to


def reshuffled(player: Player, seat: int | None, by: int) -> Player:
    """The same player with every card that the seat may not see changed for another."""

    def other(secret: Secret[tuple[Card, ...]]) -> Secret[tuple[Card, ...]]:
        if may_know(secret, seat):
            return secret
        return secret.now(tuple(Card(card + by) for card in secret.open()))

    face_down = player.face_down
    if not may_know(face_down, seat):
        face_down = face_down.now(Card(by) if face_down.open() is None else None)
    piles = tuple((other(pile), count) for pile, count in player.piles)
    return Player(player.name, other(player.hand), face_down, piles)


seats = st.sampled_from((EVERYBODY, 0, 1, 2))


@given(players(), seats, st.integers(1, 9))
def test_two_states_that_differ_only_in_secrets_look_the_same_to_the_byte(
    player: Player, seat: int | None, by: int
) -> None:
    one, other = view(player, seat), view(reshuffled(player, seat, by), seat)
    assert one == other
    assert msgspec.json.encode(one) == msgspec.json.encode(other)
    assert repr(one) == repr(other)


@given(players(), seats)
def test_what_a_seat_may_know_is_shown_and_the_rest_is_counted(
    player: Player, seat: int | None
) -> None:
    seen = view(player, seat)
    for secret, shown in (
        (player.hand, seen.hand),
        *((was, now) for (was, _), (now, _) in zip(player.piles, seen.piles, strict=True)),
    ):
        assert len(shown) == len(secret)
        assert shown.known_to == secret.known_to
        if may_know(secret, seat):
            assert shown.open() == secret.open()
        else:
            assert shown.content == Hidden(len(secret.open()))


@given(players(), seats, seats)
def test_a_view_of_a_view_never_shows_more(
    player: Player, first: int | None, second: int | None
) -> None:
    twice = view(view(player, first), second)
    assert view(view(player, first), first) == view(player, first)
    assert twice.hand.is_open == (may_know(player.hand, first) and may_know(player.hand, second))


def test_what_nobody_knows_is_hidden_from_all_and_what_everybody_knows_from_none() -> None:
    deck, table = Secret.of((1, 2), known_to=()), Secret.of((1, 2), known_to=None)
    for seat in (EVERYBODY, 0, 1):
        assert not view(deck, seat).is_open
        assert view(table, seat).open() == (1, 2)


def test_a_secret_inside_a_secret_stays_one() -> None:
    inner = Secret.of((7,), known_to=(0,))
    outer = Secret.of((inner, 3), known_to=(0, 1))
    assert view(outer, 0) == outer
    assert view(outer, 1).open()[0] == Secret(Hidden(1), (0,))
    assert view(outer, 2).content == Hidden(2)


def test_a_hidden_secret_cannot_be_opened() -> None:
    seen = view(Secret.of((1, 2), known_to=(0,)), seat=1)
    with pytest.raises(NotYours) as caught:
        seen.open()
    assert "1" not in str(caught.value)


def test_one_thing_and_no_thing_both_count_as_one() -> None:
    assert len(Secret.of("a long name", known_to=())) == len(Secret.of(None, known_to=())) == 1


def test_a_secret_may_change_its_content_but_not_who_knows() -> None:
    assert Secret.of(1, known_to=(2,)).now(5) == Secret.of(5, known_to=(2,))


Change = Callable[[Secret[tuple[Card, ...]]], Secret[tuple[Card, ...]]]
CHANGES: tuple[Change, ...] = (
    lambda hand: hand.became((Card(1), Card(2), Card(3))),
    lambda hand: hand.joined((Card(1), Card(2))),
    lambda hand: hand.rest(2),
)


@given(players(), seats, st.sampled_from(CHANGES))
def test_a_view_of_a_changed_secret_is_the_changed_view(
    player: Player, seat: int | None, change: Change
) -> None:
    assert change(view(player.hand, seat)) == view(change(player.hand), seat)


@given(players(), seats, st.integers(0, 51).map(Card))
def test_a_card_leaves_a_view_as_it_leaves_the_hand(
    player: Player, seat: int | None, card: Card
) -> None:
    hand = player.hand.joined((card,))
    assert view(hand, seat).without(card) == view(hand.without(card), seat)


def test_a_secret_is_joined_by_another_as_far_as_both_are_seen() -> None:
    deck: Secret[tuple[int, ...]] = Secret.of((1,), known_to=())
    hand: Secret[tuple[int, ...]] = Secret.of((2, 3), known_to=(0,))
    assert deck.joined(hand) == Secret.of((1, 2, 3), known_to=())
    assert view(deck, 0).joined(view(hand, 0)) == Secret(Hidden(3), ())
    with pytest.raises(NotYours):
        deck.joined(view(hand, 1))


def test_one_of_two_like_things_leaves_and_nothing_that_is_not_there() -> None:
    hand = Secret.of((1, 2, 1), known_to=(0,))
    assert hand.without(1).open() == (2, 1)
    with pytest.raises(NotYours):
        hand.without(3)


def test_nothing_is_left_after_more_than_there_is() -> None:
    deck = Secret.of((1, 2), known_to=())
    assert len(deck.rest(3)) == len(view(deck, 0).rest(3)) == 0


def test_a_change_counts_as_a_look_only_if_it_hangs_on_what_was_there() -> None:
    hand: Secret[tuple[int, ...]] = Secret.of((1, 2), known_to=(0,))
    looked: Looked = {}
    with watched(looked):
        hand.became(())
        assert not looked
        hand.rest(1)
    assert looked == {(0,): None}


def test_a_secret_in_a_struct_of_any_kind_is_found() -> None:
    boxed = Box(Box((1, Secret.of((5,), known_to=(0,)))))
    assert view(boxed, 1) == Box(Box((1, Secret(Hidden(1), (0,)))))


@pytest.mark.parametrize("value", [3, "a", None, True, 1.5, (), ((1, "b"), None), Plain(1, ("a",))])
def test_what_has_no_secret_is_seen_as_it_is(value: object) -> None:
    assert view(value, 1) is value


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize("value", [[1], {"a": 1}, {1}, frozenset({1}), Colour.RED, object(), min])
def test_a_kind_of_value_that_view_does_not_know_is_an_error_never_a_leak(value: object) -> None:
    for holder in (value, (1, value), Box(value), Secret.of(value, known_to=None)):
        with pytest.raises(TypeError, match="cannot be shown to a seat"):
            view(holder, 0)


def test_what_nobody_may_see_need_not_be_of_a_kind_that_can_be_shown() -> None:
    assert view(Secret.of([1, 2], known_to=()), 0) == Secret(Hidden(1), ())


def test_a_view_survives_json_by_its_type() -> None:
    player = Player("ann", Secret.of((Card(1),), (0,)), Secret.of(None, ()))
    seen = view(player, 1)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=Player) == seen
