"""Dice: readings and their ways, faces and their names."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gattai.kernel.dice import Dice, Die, Face, Shuffle, Throw, one_of, total

D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D10 = Die("d10", tuple(range(10)), also=((10, 0),))
SYMBOLS = Die("red", ("blank", "hit", "hit hit", "eye"))
SYMBOL_WORTH: dict[Face, tuple[int, int]] = {
    "blank": (0, 0),
    "hit": (1, 0),
    "hit hit": (2, 0),
    "eye": (0, 1),
}


@st.composite
def pools(draw: st.DrawFn) -> Dice[Any]:
    """Up to two kinds of dice, five in all, each face with any worth: numbers, or two symbols."""
    number = st.integers(-3, 3)
    worth = draw(st.sampled_from([number, st.tuples(number, number)]))
    thrown: Dice[Any] = Dice(())
    for name in ("x", "y")[: draw(st.integers(1, 2))]:
        sides = draw(st.integers(1, 4))
        worths = draw(st.lists(worth, min_size=sides, max_size=sides))
        die = Die(name, tuple(range(sides)))
        thrown += die.throw(draw(st.integers(0, 3)), lambda face, of=worths: of[int(face)])  # type: ignore[misc]
    return thrown


def by_hand(dice: Dice[Any]) -> dict[Any, int]:
    """Every face product of the throw, added up with nothing but Python's own sums."""
    sides = [group.die.faces for group in dice.groups for _ in range(group.count)]
    worths = [
        dict(zip(group.die.faces, group.worth, strict=True))
        for group in dice.groups
        for _ in range(group.count)
    ]
    vectors = isinstance(dice.groups[0].worth[0], tuple)
    ways: Counter[Any] = Counter()
    for faces in product(*sides):
        found: list[Any] = [worth[face] for worth, face in zip(worths, faces, strict=True)]
        if vectors:
            ways[tuple(sum(one[axis] for one in found) for axis in (0, 1))] += 1
        else:
            ways[sum(found)] += 1
    return dict(ways)


@given(pools())
def test_the_readings_are_those_of_all_face_products_counted_by_hand(dice: Dice[Any]) -> None:
    assert dict(dice.outcomes()) == by_hand(dice)


@given(pools())
def test_reading_faces_agrees_with_the_readings(dice: Dice[Any]) -> None:
    sides = [group.die.faces for group in dice.groups for _ in range(group.count)]
    assert Counter(map(dice.read, product(*sides))) == dict(dice.outcomes())


@given(pools())
def test_ways_add_up_to_all_ways(dice: Dice[Any]) -> None:
    assert sum(ways for _, ways in dice.outcomes()) == dice.total
    readings = [reading for reading, _ in dice.outcomes()]
    assert readings == sorted(readings)


def test_ten_ten_sided_dice_have_few_readings_and_all_their_ways() -> None:
    crits = D10.throw(10, lambda face: (face == 0, int(face) >= 6))
    assert len(crits.outcomes()) == 66
    assert sum(ways for _, ways in crits.outcomes()) == 10**10
    assert all(type(ways) is int for _, ways in crits.outcomes())


def test_equal_throws_are_equal_whether_values_are_bools_or_numbers() -> None:
    yes, one = D6.throw(2, lambda face: face == 6), D6.throw(2, lambda face: int(face == 6))
    assert yes == one
    assert hash(yes) == hash(one)
    assert yes.outcomes() == ((0, 25), (1, 10), (2, 1))
    assert type(yes.outcomes()[1][0]) is int


def test_symbol_dice_count_each_symbol_apart() -> None:
    dice = SYMBOLS.throw(2, lambda face: SYMBOL_WORTH[face])
    assert dice.read(("hit hit", "eye")) == (2, 1)
    assert dict(dice.outcomes())[(2, 0)] == 3
    assert dice.name == "2 red"


def test_dice_of_different_kinds_are_thrown_together() -> None:
    mixed = total(D6, 2) + total(D10, 1)
    assert (mixed.count, mixed.total, mixed.name) == (3, 360, "2d6 + 1d10")
    assert mixed.read((6, 6, 9)) == 21
    assert mixed.check((6, 1, 10)) == (6, 1, 0)
    with pytest.raises(ValueError, match="a d10 has no face 11"):
        mixed.check((6, 1, 11))


def test_no_dice_read_as_nothing() -> None:
    none = total(D6, 0)
    assert (none.total, none.read(()), none.outcomes()) == (1, 0, ((0, 1),))
    assert none.sample(Random(1)) == 0
    assert Dice(()).outcomes() == ((0, 1),)


def test_fewer_than_no_dice_cannot_be_thrown() -> None:
    with pytest.raises(ValueError, match="-1 dice"):
        total(D6, -1)


@pytest.mark.parametrize("other", [total(D6, 1), D6.throw(1, lambda _: (1, 0, 0))])
def test_numbers_and_symbols_are_not_added_up(other: Dice[Any]) -> None:
    mixed = D6.throw(1, lambda _: (1, 0)) + other
    with pytest.raises(TypeError, match="same symbols"):
        mixed.outcomes()
    with pytest.raises(TypeError, match="same symbols"):
        mixed.read((1, 1))


@pytest.mark.parametrize(("shown", "meant"), [(10, 0), ("10", 0), (0, 0), ("7", 7), (7, 7)])
def test_a_face_may_be_printed_one_way_and_read_another(shown: Face, meant: Face) -> None:
    assert D10.face(shown) == meant
    assert type(D10.face(shown)) is int


@pytest.mark.parametrize("shown", [11, -1, "", "x", "1 0", None, 0.5])
def test_a_face_that_is_not_on_the_die_names_those_that_are(shown: Face) -> None:
    with pytest.raises(ValueError, match="its faces are 0 1 2 3 4 5 6 7 8 9"):
        D10.face(shown)


@pytest.mark.parametrize("shown", [(), (1,), (1, 2, 3)])
def test_a_throw_shows_as_many_faces_as_it_has_dice(shown: tuple[Face, ...]) -> None:
    with pytest.raises(ValueError, match="2d6 shows 2 faces"):
        total(D6, 2).check(shown)


def surprise(throw: Throw, drawn: Counter[object]) -> Fraction:
    """Pearson's chi square of a sample against the outcomes, per degree of freedom."""
    thrown = sum(drawn.values())
    sum_of_squares = Fraction(0)
    for reading, ways in throw.outcomes():
        expected = Fraction(thrown * ways, throw.total)
        sum_of_squares += (drawn[reading] - expected) ** 2 / expected
    assert not {*drawn} - {reading for reading, _ in throw.outcomes()}
    return sum_of_squares / max(1, len(throw.outcomes()) - 1)


THROWS: list[Throw] = [
    total(D6, 2),
    D10.throw(4, lambda face: (face == 0, int(face) >= 7)),
    total(D6, 1) + total(D10, 1),
    SYMBOLS.throw(2, lambda face: SYMBOL_WORTH[face]),
    one_of(7),
    Shuffle(3),
]


@pytest.mark.parametrize("throw", THROWS, ids=lambda throw: throw.name)
def test_samples_and_thrown_faces_agree_with_the_outcomes(throw: Throw) -> None:
    source = Random(5)
    sampled: Counter[object] = Counter(throw.sample(source) for _ in range(6000))
    thrown: Counter[object] = Counter(throw.read(throw.faces(source)) for _ in range(6000))
    assert surprise(throw, sampled) < 3
    assert surprise(throw, thrown) < 3


def test_the_bound_would_notice_loaded_dice() -> None:
    source = Random(5)
    loaded = total(Die("d6", (1, 2, 3, 4, 5, 6, 6)), 2)
    drawn: Counter[object] = Counter(loaded.sample(source) for _ in range(6000))
    assert surprise(total(D6, 2), drawn) > 3


class Always:
    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize("count", [1, 10, 25, 400])
def test_the_smallest_and_the_largest_random_number_both_fall_on_a_reading(count: int) -> None:
    dice = D10.throw(count, lambda face: face == 9)
    highest = dice.sample(Always(1 - 2**-53))
    assert dice.sample(Always(0.0)) == 0
    assert isinstance(highest, int) and count / 10 < highest <= count
    assert dice.faces(Always(1 - 2**-53)) == (9,) * count


@given(st.integers(0, 5))
def test_a_shuffle_has_every_order_once(count: int) -> None:
    shuffle = Shuffle(count)
    orders = [reading for reading, _ in shuffle.outcomes()]
    assert orders == [*permutations(range(count))]
    assert shuffle.total == len(orders)


@given(st.integers(0, 60), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_a_shuffled_deck_holds_every_card_once(count: int, source: Random) -> None:
    order = Shuffle(count).sample(source)
    assert Shuffle(count).check(order) == Shuffle(count).read(order) == order


@pytest.mark.parametrize("order", [(), (0, 1), (0, 0, 1), (1, 2, 3), ("a", 0, 1), (0.5, 1.5, 2.5)])
def test_an_order_that_lacks_a_card_is_refused(order: tuple[Face, ...]) -> None:
    with pytest.raises(ValueError):
        Shuffle(3).check(order)


def test_a_large_shuffle_is_sampled_not_walked() -> None:
    with pytest.raises(ValueError, match="362,880 orders: too many"):
        Shuffle(9).outcomes()


def test_an_order_may_come_as_text() -> None:
    assert Shuffle(3).check(("2", "0", "1")) == (2, 0, 1)


def test_one_of_several_things_is_read_as_its_number() -> None:
    assert one_of(3).outcomes() == ((0, 1), (1, 1), (2, 1))
