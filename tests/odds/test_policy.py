"""Choices while the dice are walked: nobody spends, or everybody takes what is best for them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gattai.kernel.dice import Die, Shuffle, total
from gattai.kernel.question import Choose, Seat, Steps, choose, part, place, roll, together
from gattai.kernel.rulebook import Refusal
from gattai.odds.distribution import Distribution
from gattai.odds.exact import CannotWalk, exact
from gattai.odds.policy import BestForChooser, NobodySpends

RULE = "TOY.RULE"
ME, YOU = Seat(0), Seat(1)
D6 = total(Die("d6", (1, 2, 3, 4, 5, 6)), 1)


def worth(result: int, seat: Seat) -> int:
    """Points are for me, and what I win you lose."""
    return result if seat == ME else -result


BEST = BestForChooser(worth)


def one_die() -> Steps[int]:
    points = yield from roll(D6, RULE)
    return points


def sure_or_die(sure: int) -> Steps[int]:
    """Before the roll: take so many points for sure, or roll for them."""
    if (yield from choose(ME, ("roll", "keep"), RULE, otherwise="keep")) == "keep":
        return sure
    return (yield from one_die())


def once_more(chooser: Seat) -> Steps[int]:
    """After the roll: the chooser may have it rolled once more."""
    points = yield from one_die()
    if (yield from choose(chooser, (True, False), RULE, otherwise=False)):
        points = yield from one_die()
    return points


def once_more_in_a_part(chooser: Seat) -> Steps[int]:
    """The same, but the choice stands in a part, and double points follow."""
    points = yield from part(once_more, chooser)
    return 2 * points


def expected(points: Distribution[int]) -> Fraction:
    assert points.is_whole
    return points.mean()


@pytest.mark.parametrize(("sure", "best"), [(3, Fraction(7, 2)), (4, Fraction(4))])
def test_a_choice_before_the_roll_is_made_by_what_the_roll_is_worth(
    sure: int, best: Fraction
) -> None:
    assert expected(exact(lambda: sure_or_die(sure))) == sure
    assert expected(exact(lambda: sure_or_die(sure), BEST)) == best


def test_of_two_options_as_good_the_first_is_taken() -> None:
    def either() -> Steps[str]:
        picked = yield from choose(ME, ("first", "second"), RULE)
        return picked

    policy = BestForChooser(lambda result, seat: 1)
    assert exact(either, policy) == Distribution.certain("first")


def test_after_the_roll_the_chooser_rolls_a_low_number_again() -> None:
    assert expected(exact(lambda: once_more(ME))) == Fraction(7, 2)
    best = exact(lambda: once_more(ME), BEST)
    assert best[1] == Fraction(3, 6) * Fraction(1, 6)
    assert best[6] == Fraction(1, 6) + Fraction(3, 6) * Fraction(1, 6)
    assert expected(best) == Fraction(17, 4)


def test_an_opponent_who_chooses_has_a_high_number_rolled_again() -> None:
    assert expected(exact(lambda: once_more(YOU), BEST)) == 7 - Fraction(17, 4)


def test_two_choosers_each_do_what_is_best_for_themselves() -> None:
    def both() -> Steps[int]:
        points = yield from once_more(ME)
        if (yield from choose(YOU, (True, False), RULE, otherwise=False)):
            points = yield from one_die()
        return points

    # The opponent has 4, 5 and 6 rolled again, so a throw is worth 1, 2, 3 or 7/2: I keep a 3.
    assert expected(exact(both, BEST)) == (2 * Fraction(11, 4) + 3 + 3 * Fraction(7, 2)) / 6
    assert expected(exact(both)) == Fraction(7, 2)


@pytest.mark.parametrize("chooser", [ME, YOU])
def test_a_choice_inside_a_part_is_judged_by_the_whole(chooser: Seat) -> None:
    inside = exact(lambda: once_more_in_a_part(chooser), BEST)
    assert inside == exact(lambda: once_more(chooser), BEST).map(lambda points: 2 * points)
    assert expected(exact(lambda: once_more_in_a_part(chooser))) == 7


def test_a_choice_inside_a_part_looks_beyond_the_part() -> None:
    def low_wins() -> Steps[int]:
        points = yield from part(once_more, ME)
        return 10 - points

    assert expected(exact(low_wins, BEST)) == 10 - (7 - Fraction(17, 4))


def test_a_choice_in_a_part_within_a_part_is_judged_by_the_whole() -> None:
    def outer(chooser: Seat) -> Steps[int]:
        points = yield from part(once_more, chooser)
        return points + 1

    def whole() -> Steps[int]:
        points = yield from part(outer, ME)
        return points * 3

    wanted = exact(lambda: once_more(ME), BEST).map(lambda points: 3 * (points + 1))
    assert exact(whole, BEST) == wanted


def spend(tokens: int) -> Steps[int]:
    """A part that asks only those who have something to spend."""
    if not tokens:
        return 0
    spent = yield from choose(ME, (tokens, 0), RULE, otherwise=0)
    return spent


@pytest.mark.parametrize("tokens", [(0, 1), (1, 0), (0, 0), (1, 2), (1, 1)])
def test_a_part_may_ask_a_choice_in_one_call_and_none_in_another(tokens: tuple[int, int]) -> None:
    def whole() -> Steps[tuple[int, int, int]]:
        before = yield from part(spend, tokens[0])
        points = yield from roll(D6, RULE)
        after = yield from part(spend, tokens[1])
        return before, points, after

    found = exact(whole, BestForChooser(lambda result, seat: sum(result)))
    sixth = Fraction(1, 6)
    assert dict(found) == {(tokens[0], points, tokens[1]): sixth for points in range(1, 7)}


def test_nobody_spends_takes_the_option_that_the_question_names_else_the_last() -> None:
    policy = NobodySpends()
    assert policy.fixed(Choose(ME, (1, 2, 3), RULE, otherwise=2)) == 2
    assert policy.fixed(Choose(ME, (1, 2, 3), RULE)) == 3


def test_chances_of_equal_parts_are_walked_once() -> None:
    calls = 0

    def counted(number: int) -> Steps[int]:
        nonlocal calls
        calls += 1
        return (yield from one_die())

    def whole() -> Steps[int]:
        one = yield from part(counted, 7)
        two = yield from part(counted, 7)
        return one + two

    assert exact(whole)[7] == Fraction(1, 6)
    assert calls == 6  # once for each face; then it is known


class Anywhere:
    """A region without a border."""

    def refusals(self, point: tuple[int, int]) -> tuple[Refusal, ...]:
        return ()


def test_what_several_seats_choose_at_once_has_no_odds() -> None:
    def secret() -> Steps[None]:
        yield from together((Choose(ME, (1, 2), RULE), Choose(YOU, (1, 2), RULE)), RULE)

    for policy in (None, BEST):
        with pytest.raises(CannotWalk, match="several seats choose at once"):
            exact(secret, policy)


def test_a_free_point_has_no_odds() -> None:
    def placed() -> Steps[None]:
        yield from place(ME, Anywhere(), RULE)  # type: ignore[arg-type]

    with pytest.raises(CannotWalk, match="a free point"):
        exact(placed)


def test_too_wide_a_walk_is_given_up() -> None:
    def five_dice() -> Steps[tuple[int, ...]]:
        faces: tuple[int, ...] = ()
        for _ in range(5):
            face = yield from roll(D6, RULE)
            faces = (*faces, face)
        return faces

    with pytest.raises(CannotWalk, match="too many ways to walk"):
        exact(five_dice, most=6**5)
    assert len(exact(five_dice, most=10_000)) == 6**5


def test_a_large_deck_is_too_wide_to_walk() -> None:
    def shuffled() -> Steps[tuple[int, ...]]:
        order = yield from roll(Shuffle(9), RULE)
        return order

    with pytest.raises(CannotWalk, match="too many to walk"):
        exact(shuffled)


def test_a_walk_that_takes_too_long_is_given_up_in_the_middle() -> None:
    looks: list[int] = []

    def is_late() -> bool:
        looks.append(1)
        return len(looks) > 3

    def throws() -> Steps[int]:
        total = 0
        for _ in range(6):
            face = yield from roll(D6, RULE)
            total = 10 * total + face
        return total

    with pytest.raises(CannotWalk, match="longer than anybody waits"):
        exact(throws, is_late=is_late)
    assert len(looks) == 4
