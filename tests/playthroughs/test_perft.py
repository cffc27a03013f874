"""Perft: the number of ways to answer the next few choices, dice thrown from a fixed seed.

A change in what is offered anywhere changes a count.
"""

import random
from typing import Any

import pytest

from gattai.kernel.position import GamePosition, apply, asked, begin
from gattai.kernel.question import Choose, Roll, any_one
from gattai.kernel.ruleset import AnyRuleset, Outcome
from tests.playthroughs.playthrough import rules_of


def perft(rules: AnyRuleset, position: GamePosition[Any], depth: int) -> int:
    question = asked(rules, position)
    if depth == 0 or isinstance(question, Outcome):
        return 1
    if isinstance(question, Roll):
        faces = question.dice.faces(random.Random(7))
        return perft(rules, apply(rules, position, faces).position, depth)
    assert isinstance(question, Choose)
    options = tuple(question.options)
    if depth == 1:
        return len(options)
    return sum(
        perft(rules, apply(rules, position, option).position, depth - 1) for option in options
    )


def after(rules: AnyRuleset, answers: int, options: dict[str, str]) -> GamePosition[Any]:
    """A position some answers into a random game."""
    rng = random.Random(1)
    position: GamePosition[Any] = begin(rules, options)
    for _ in range(answers):
        question = asked(rules, position)
        if isinstance(question, Roll):
            position = apply(rules, position, question.dice.faces(rng)).position
        else:
            assert isinstance(question, Choose)
            position = apply(rules, position, any_one(question.options, rng)).position
    return position


@pytest.mark.parametrize(
    ("answers", "options", "counts"),
    [
        (0, {}, (216, 216 * 216)),  # four units on 54 hexes, for each side
        (9, {}, (4, 127)),
        (10, {}, (20, 95)),
        (33, {"method": "chart"}, (12, 32)),
        (53, {}, (2, 37)),
        (71, {}, (3, 69)),
    ],
)
def test_the_choices_of_a_firefight_are_counted(
    answers: int, options: dict[str, str], counts: tuple[int, int]
) -> None:
    rules = rules_of("attack-chart")
    position = after(rules, answers, options)
    assert tuple(perft(rules, position, depth) for depth in (1, 2)) == counts
