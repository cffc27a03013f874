"""Procedures that go on from step to step: what `last` lets odds do, and what it leaves alone."""

from __future__ import annotations

import pytest

from gattai.kernel.dice import Die, total
from gattai.kernel.question import ENTER, Choose, Part, Roll, Seat, Steps, choose, last, part, roll
from gattai.odds.exact import CannotWalk, exact
from gattai.odds.policy import BestForChooser, NobodySpends

RULE = "TOY.RULE"
ME, YOU = Seat(0), Seat(1)
D6 = total(Die("d6", (1, 2, 3, 4, 5, 6)), 1)


def worth(result: int, seat: Seat) -> int:
    """Points are for me, and what I win you lose."""
    return result if seat == ME else -result


BEST = BestForChooser(worth)


def take(points: int, left: int, seat: Seat) -> Steps[int]:
    """Take it in turns to add a point or take one away, so many times."""
    if not left:
        return points
    change = yield from choose(seat, (1, -1), RULE, otherwise=1)
    turn = YOU if seat == ME else ME
    return (yield from last(take, points + change, left - 1, turn))


def start(left: int) -> Steps[int]:
    points = yield from roll(D6, RULE)
    return (yield from last(take, points, left, ME))


def plainly(points: int, left: int, seat: Seat) -> Steps[int]:
    """The same as a loop, walked as a tree."""
    for _ in range(left):
        points += yield from choose(seat, (1, -1), RULE, otherwise=1)
        seat = YOU if seat == ME else ME
    return points


@pytest.mark.parametrize("left", range(6))
@pytest.mark.parametrize("policy", [NobodySpends(), BEST])
def test_step_by_step_is_the_same_as_a_loop(
    left: int, policy: NobodySpends | BestForChooser
) -> None:
    def tree() -> Steps[int]:
        points = yield from roll(D6, RULE)
        return (yield from plainly(points, left, ME))

    assert exact(lambda: start(left), policy) == exact(tree, policy)


def test_equal_steps_are_walked_once() -> None:
    assert exact(lambda: start(60), BEST, most=20_000).is_whole

    def tree() -> Steps[int]:
        points = yield from roll(D6, RULE)
        return (yield from plainly(points, 60, ME))

    with pytest.raises(CannotWalk):
        exact(tree, BEST, most=20_000)


def test_a_choice_at_the_end_of_a_part_is_still_judged_by_the_whole() -> None:
    def turned() -> Steps[int]:
        return -(yield from part(start, 1))

    # Whoever chooses knows that the points will be turned round.
    assert exact(turned, BEST).mean() == -(3.5 - 1)


def test_in_play_the_driver_enters() -> None:
    steps = start(1)
    assert isinstance(next(steps), Roll)
    mark = steps.send(4)
    assert isinstance(mark, Part) and mark.is_last
    assert isinstance(steps.send(ENTER), Choose)


def test_arguments_are_given_by_position() -> None:
    with pytest.raises(TypeError, match="by position"):
        next(last(take, 1, 2, seat=ME))
