"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from tests.games.aristeia.scenario_runner import run
from tests.games.aristeia.scenario_tables import Entry, load
from tests.games.catalogued import by_id

EXAMPLES: list[Entry] = load("examples")["example"]
SCENARIOS: list[Entry] = load("scenarios")["scenario"]


@pytest.mark.parametrize("example", by_id(EXAMPLES))
def test_a_worked_example_comes_out_as_printed(example: Entry) -> None:
    run(example)


@pytest.mark.parametrize("scenario", by_id(SCENARIOS))
def test_a_scenario_comes_out_as_expected(scenario: Entry) -> None:
    run(scenario)


def test_every_entry_is_there_once() -> None:
    ids = [entry["id"] for entry in (*EXAMPLES, *SCENARIOS)]
    assert len({*ids}) == len(ids) == 7 + 138  # the eighth example is the golden Round


def scenario(number: str) -> Entry:
    return next(entry for entry in SCENARIOS if entry["id"] == f"ARISTEIA.SC.{number}")


def test_an_expectation_that_the_runner_does_not_handle_fails() -> None:
    with pytest.raises(AssertionError, match="does not handle"):
        run({**scenario("01"), "expect": [{"who": "lunah", "colour": "red"}]})


def test_an_input_that_nobody_looks_at_fails() -> None:
    with pytest.raises(AssertionError, match="weather"):
        run({**scenario("01"), "weather": "rain"})


def test_a_wrong_expectation_fails() -> None:
    with pytest.raises(AssertionError, match="damage is 1, not 2"):
        run({**scenario("01"), "expect": [{"who": "lunah", "damage": 2}]})


def test_a_legal_step_that_is_called_refused_fails() -> None:
    steps = [{**scenario("01")["steps"][0], "refused": True}]
    with pytest.raises(AssertionError, match="offered and should not be"):
        run({**scenario("01"), "steps": steps})


def test_dice_that_are_not_thrown_fail() -> None:
    steps = [scenario("01")["steps"][0], {"do": "roll", "dice": ["red -"], "against": ["blue -"]}]
    with pytest.raises(AssertionError, match="are thrown"):
        run({**scenario("01"), "steps": steps})
