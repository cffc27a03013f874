"""Every scenario and every worked example of the catalogue, by its id."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.catalogued import by_id
from tests.games.robot_empire.scenarios import load, run

SCENARIOS = load("scenarios")["scenario"]
EXAMPLES = load("examples")["example"]


@pytest.mark.parametrize("entry", by_id(SCENARIOS))
def test_the_scenario_comes_out_as_it_should(entry: dict[str, Any]) -> None:
    run(entry)


@pytest.mark.parametrize("entry", by_id(EXAMPLES))
def test_the_worked_example_comes_out_as_it_should(entry: dict[str, Any]) -> None:
    run(entry)


def test_there_are_as_many_as_were_written_down() -> None:
    assert len(SCENARIOS) == 95
    assert len(EXAMPLES) == 6


def test_a_scenario_can_fail() -> None:
    wrong = {**next(e for e in SCENARIOS if e["id"].endswith("SC.08")), "expect": {"chest": 28}}
    with pytest.raises(AssertionError, match="chest: 29, not 28"):
        run(wrong)
