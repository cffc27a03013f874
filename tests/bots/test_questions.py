"""The cost of a bot's questions is counted by the rule that asks."""

from __future__ import annotations

import pytest

from bench.questions import QuestionCost, lines, measured


@pytest.mark.parametrize("bot", ["greedy", "veteran"])
def test_positions_and_options_are_counted_for_each_rule(bot: str) -> None:
    seconds, costs = measured(bot, "attack-chart", 1, 24)
    acting = costs["settled ATTACK-CHART.HOUSE.ACTIVATION"]
    assert acting.asked and acting.positions > acting.options > acting.asked
    assert 0 < sum(each.seconds for each in costs.values()) < seconds


def test_questions_are_counted_that_a_policy_answers_without_trying_anything() -> None:
    _, costs = measured("policy", "attack-chart", 1, 24)
    acting = costs["settled ATTACK-CHART.HOUSE.ACTIVATION"]
    assert acting.asked and acting.seconds > 0
    assert acting.positions == acting.options == 0


def test_the_same_seeds_ask_and_cost_the_same() -> None:
    _, costs = measured("greedy", "attack-chart", 1, 24)
    _, again = measured("greedy", "attack-chart", 1, 24)
    assert [(c.asked, c.positions) for c in costs.values()] == [
        (c.asked, c.positions) for c in again.values()
    ]


def test_the_most_expensive_question_comes_first_with_its_share_and_means() -> None:
    cheap, dear = QuestionCost(10, 0.1, 20, 30), QuestionCost(2, 0.5, 80, 16)
    _, first, second = lines(1.0, {"cheap": cheap, "dear": dear}, 8)
    assert first.split() == ["50.0%", "2", "250.0", "40.0", "8.0", "dear"]
    assert second.split() == ["10.0%", "10", "10.0", "2.0", "3.0", "cheap"]
    assert len(lines(1.0, {"cheap": cheap, "dear": dear}, 1)) == 2
