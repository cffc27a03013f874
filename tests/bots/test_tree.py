"""A tree of answers: what is luck does not depend on the measure in which an eye counts."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from gattai.bots.consider import Decision, consider, ranked
from gattai.bots.expectation import judge_for
from gattai.bots.lookahead.tree import Tree
from gattai.kernel.ruleset import AnyRuleset
from tests.bots.tables import WIDTH, acting, ask_of

MEASURE = 8.0


def later_of(problem: Decision, rollouts: int) -> float:
    """What came later than first answers, in a search with the same dice."""
    judge = judge_for(problem.evaluation, problem.seat, 2)
    first = {option: value for value, option in ranked(problem, judge, random.Random(1))}
    tree = Tree(problem, first, random.Random("dice"), 2, WIDTH)
    for _ in range(rollouts):
        tree.iterate(problem.determinizations[0])
    return tree.later


def test_an_evaluation_with_another_scale_sees_the_same_luck() -> None:
    rules: AnyRuleset
    rules, position = acting("aegis", 40)
    seen, ask = ask_of(rules, position)
    problem = consider(seen, ask, random.Random(1), WIDTH + 2, rules)
    assert isinstance(problem, Decision)
    plain = problem.evaluation
    assert plain.score is not None
    by_hand = plain.score
    scaled = replace(plain, score=lambda state, seat: MEASURE * by_hand(state, seat), stake=MEASURE)
    one, two = (later_of(replace(problem, evaluation=each), rollouts=2) for each in (plain, scaled))
    assert one != 0
    assert two == pytest.approx(MEASURE * one)
