"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from tests.games.attack_chart.scenario_tables import Entry, Found
from tests.games.attack_chart.scenarios import load, run
from tests.games.catalogued import by_id

EXAMPLES: list[Entry] = load("examples")["example"]
SCENARIOS: list[Entry] = load("scenarios")["scenario"]


def as_expected(expect: Found, found: Found) -> None:
    """Everything that is expected was found; what the runner cannot tell is a failure."""
    silent = [key for key in expect if key not in found]
    assert not silent, f"the runner does not handle {silent}"
    for key, wanted in expect.items():
        if isinstance(wanted, dict) and isinstance(found[key], dict):
            as_expected(wanted, found[key])
        else:
            assert (key, found[key]) == (key, wanted)


@pytest.mark.parametrize("example", by_id(EXAMPLES))
def test_a_worked_example_comes_out_as_printed(example: Entry) -> None:
    as_expected(example["expect"], run(example))


@pytest.mark.parametrize("scenario", by_id(SCENARIOS))
def test_a_scenario_comes_out_as_expected(scenario: Entry) -> None:
    as_expected(scenario["expect"], run(scenario))


def test_every_entry_of_the_catalogue_is_run_and_no_id_stands_twice() -> None:
    tests = (test_a_worked_example_comes_out_as_printed, test_a_scenario_comes_out_as_expected)
    marks = [mark for test in tests for mark in getattr(test, "pytestmark", ())]
    run_ids = [param.id for mark in marks for param in mark.args[1]]
    in_files = [entry["id"] for entry in (*EXAMPLES, *SCENARIOS)]
    assert run_ids == in_files
    assert len({*in_files}) == len(in_files) == 27 + 58


def test_an_expectation_that_the_runner_does_not_handle_fails() -> None:
    entry = {**SCENARIOS[0], "expect": {"target": "5+", "colour": "red"}}
    with pytest.raises(AssertionError, match="does not handle"):
        as_expected(entry["expect"], run(entry))


def test_an_input_that_nobody_looks_at_fails() -> None:
    entry = {**SCENARIOS[0], "inputs": {**SCENARIOS[0]["inputs"], "weather": "rain"}}
    with pytest.raises(TypeError, match="weather"):
        run(entry)


def test_a_wrong_expectation_fails() -> None:
    entry = {**SCENARIOS[0], "expect": {"successes": 2}}
    with pytest.raises(AssertionError, match="successes"):
        as_expected(entry["expect"], run(entry))


def test_a_die_too_few_in_the_script_leaves_a_question_open() -> None:
    inputs = {**SCENARIOS[9]["inputs"], "second_rolls": []}
    with pytest.raises(AssertionError, match="still open"):
        run({**SCENARIOS[9], "inputs": inputs})
