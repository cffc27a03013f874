"""A scenario that says something wrong fails, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.aegis.scenario_runner import SCENARIOS as AEGIS
from tests.games.aristeia.scenario_runner import SCENARIOS as ARISTEIA
from tests.games.attack_chart.scenarios import SCENARIOS as ATTACK_CHART
from tests.games.mechastellar.scenario_runner import SCENARIOS as MECHASTELLAR
from tests.games.robot_empire.scenarios import SCENARIOS as ROBOT_EMPIRE
from tests.games.scenarios import Scenarios, falsified

ALL: dict[str, tuple[Scenarios[Any], int]] = {
    "aegis": (AEGIS, 26 + 112 - 7),
    "aristeia": (ARISTEIA, 7 + 138),  # the eighth example is the golden Round
    "attack_chart": (ATTACK_CHART, 27 + 58),
    "mechastellar": (MECHASTELLAR, 73 + 229),
    "robot_empire": (ROBOT_EMPIRE, 95 + 6),
}
"""The catalogues, with how many examples and scenarios each runs."""

games = pytest.mark.parametrize("game", ALL)


@games
def test_all_examples_and_scenarios_are_there(game: str) -> None:
    scenarios, count = ALL[game]
    assert sum(not entry.get("manual") for entry in scenarios.entries.values()) == count


@games
def test_a_wrong_expectation_fails(game: str) -> None:
    scenarios, count = ALL[game]
    wrong = [
        changed for entry in scenarios.entries.values() if (changed := falsified(entry)) is not None
    ]
    assert len(wrong) > count // 3
    for entry in wrong:
        with pytest.raises(AssertionError):
            scenarios.run(entry)


def first(scenarios: Scenarios[Any]) -> dict[str, Any]:
    return next(entry for entry in scenarios.entries.values() if entry.get("expect"))


@games
def test_an_expectation_that_the_runner_does_not_handle_fails(game: str) -> None:
    scenarios, _ = ALL[game]
    with pytest.raises((AssertionError, AttributeError, ValueError)):
        scenarios.run({**first(scenarios), "expect": {"colour": "red"}})


@games
def test_an_input_that_nobody_looks_at_fails(game: str) -> None:
    scenarios, _ = ALL[game]
    with pytest.raises(AssertionError, match=r"does not handle \['weather'\]"):
        scenarios.run({**first(scenarios), "weather": "rain"})
