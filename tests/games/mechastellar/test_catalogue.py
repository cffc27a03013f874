"""Every worked example and every scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from tests.games.catalogued import by_id
from tests.games.mechastellar.scenario_runner import Entry, load, run

EXAMPLES = load("example")
SCENARIOS = load("scenario")


@pytest.mark.parametrize("example", by_id(EXAMPLES))
def test_a_worked_example_comes_out_as_ruled(example: Entry) -> None:
    run(example)


@pytest.mark.parametrize("scenario", by_id(SCENARIOS))
def test_a_scenario_comes_out_as_expected(scenario: Entry) -> None:
    run(scenario)


def test_every_entry_of_the_catalogue_is_run() -> None:
    ids = [entry["id"] for entry in (*EXAMPLES, *SCENARIOS)]
    assert len({*ids}) == len(ids) == 73 + 229


def scenario(wanted: str) -> Entry:
    return next(entry for entry in SCENARIOS if entry["id"] == f"MS.SC.{wanted}")


def test_an_expectation_that_nobody_knows_fails() -> None:
    with pytest.raises((AssertionError, AttributeError, ValueError)):
        run({**scenario("ATTACK-FULL"), "then": {"B1.colour": "red"}})


def test_something_given_that_nobody_looks_at_fails() -> None:
    with pytest.raises(AssertionError, match="weather"):
        run({**scenario("ATTACK-FULL"), "weather": "rain"})


def test_a_step_with_a_word_that_nobody_looks_at_fails() -> None:
    steps = [{**scenario("ATTACK-FULL")["steps"][0], "speed": 3}]
    with pytest.raises(AssertionError, match="speed"):
        run({**scenario("ATTACK-FULL"), "steps": steps})


def test_a_wrong_expectation_fails() -> None:
    with pytest.raises(AssertionError, match="B1"):
        run({**scenario("ATTACK-FULL"), "then": {"B1.hp": 99}})


def test_dice_that_nobody_rolls_fail() -> None:
    step = scenario("ATTACK-FULL")["steps"][0]
    with pytest.raises(AssertionError, match="never rolled"):
        run({**scenario("ATTACK-FULL"), "steps": [{**step, "dice": [*step["dice"], [1]]}]})


def test_answers_that_nobody_asks_for_fail() -> None:
    step = scenario("ATTACK-FULL")["steps"][0]
    answers = [*step["answers"], "counter beam-saber"]
    with pytest.raises(AssertionError, match="never asked for"):
        run({**scenario("ATTACK-FULL"), "steps": [{**step, "answers": answers}]})


def test_a_legal_step_that_is_called_illegal_fails() -> None:
    steps = [{"by": "A1", "do": "attack beam-rifle B1", "refused": ""}]
    with pytest.raises(BaseException, match="DID NOT RAISE"):
        run({**scenario("ATTACK-FULL"), "steps": steps})


def test_a_refusal_for_another_reason_fails() -> None:
    entry = scenario("ARC-SHOOT")
    steps = [{**entry["steps"][0], "refused": "MS.RANGE.MEASURE"}]
    with pytest.raises(AssertionError, match=r"MS\.TARGET\.ARC"):
        run({**entry, "steps": steps})
