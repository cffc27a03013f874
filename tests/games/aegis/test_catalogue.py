"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from gattai.games.aegis.course.standing import FIRST_PLAYER
from gattai.kernel.position import apply, begin
from gattai.kernel.question import Choose
from tests.games.aegis.scenario_runner import run
from tests.games.aegis.scenario_tables import Entry, load
from tests.games.aegis.table import RULES, battle
from tests.games.catalogued import by_id

EXAMPLES: list[Entry] = load("examples")["example"]
SCENARIOS: list[Entry] = load("scenarios")["scenario"]
BY_HAND = {
    "AEGIS.SC.ADV-ZONES": "in words only; see test_inches",
    "AEGIS.SC.ADV-MOVE": "in words only; see test_inches",
    "AEGIS.SC.ADV-RANGE": "in words only; see test_inches",
    "AEGIS.SC.ADV-LOS": "in words only; see test_inches",
    "AEGIS.SC.ADV-LINES": "in words only; see test_inches",
    "AEGIS.SC.ADV-JET": "in words only; see test_inches",
    "AEGIS.SC.RANDOM-START": "chance; both sides are shown to be as likely below",
}
"""The scenarios that the runner cannot run, and why."""


@pytest.mark.parametrize("example", by_id(EXAMPLES))
def test_a_worked_example_comes_out_as_printed(example: Entry) -> None:
    assert run(example) == example["dice"]


@pytest.mark.parametrize("scenario", by_id(SCENARIOS))
def test_a_scenario_comes_out_as_expected(scenario: Entry) -> None:
    assert run(scenario) == scenario["dice"]


def test_every_entry_of_the_catalogue_is_run_or_named_with_a_reason() -> None:
    tests = (test_a_worked_example_comes_out_as_printed, test_a_scenario_comes_out_as_expected)
    marks = [mark for test in tests for mark in getattr(test, "pytestmark", ())]
    run_ids = [param.id for mark in marks for param in mark.args[1]]
    in_files = [entry["id"] for entry in (*EXAMPLES, *SCENARIOS)]
    assert sorted([*run_ids, *BY_HAND]) == sorted(in_files)
    assert len({*in_files}) == len(in_files) == 26 + 112


@pytest.mark.rule("AEGIS.SC.RANDOM-START", "AEGIS.SETUP.FIRST-PLAYER")
@pytest.mark.parametrize(("face", "seat"), [(0, 0), (1, 1)])
def test_one_fair_draw_names_the_first_player(face: int, seat: int) -> None:
    start = begin(RULES)
    assert RULES.standing(start.state) == FIRST_PLAYER
    assert FIRST_PLAYER.dice.outcomes() == ((0, 1), (1, 1))
    after = apply(RULES, start, (face,))
    assert isinstance(after.question, Choose)
    assert (after.position.state.first, after.question.seat) == (seat, seat)


@pytest.mark.rule("AEGIS.PASSIVE.JET", "AEGIS.AMB.JET-RANGE")
def test_a_jet_pays_for_its_hexes_by_x_and_goes_no_farther_than_x_times_its_movement() -> None:
    game = battle(energy=(10, 0)).red("j", at=(-4, 0), move=3, passives=("Jet 2",))
    game.blue("e", at=(0, -5))
    path = [(q, 0) for q in range(-3, 4)]
    game.refuses(game.move("j", *path), "AEGIS.MOVE.BASIC")
    game.moves("j", *path[:5]).pays(7, 0)


def scenario(wanted: str) -> Entry:
    return next(entry for entry in SCENARIOS if entry["id"] == f"AEGIS.SC.{wanted}")


def test_an_expectation_that_the_runner_does_not_handle_fails() -> None:
    entry = {**scenario("MLE"), "expect": [{"unit": "e1", "colour": "red"}]}
    with pytest.raises(AssertionError, match="does not handle"):
        run(entry)


def test_an_input_that_nobody_looks_at_fails() -> None:
    with pytest.raises(AssertionError, match="weather"):
        run({**scenario("MLE"), "weather": "rain"})


def test_a_wrong_expectation_fails() -> None:
    with pytest.raises(AssertionError, match="e1"):
        run({**scenario("MLE"), "expect": [{"unit": "e1", "hp": 6}]})


def test_a_legal_step_that_is_called_illegal_fails() -> None:
    steps = [{**step, "illegal": True} for step in scenario("MLE")["steps"]]
    with pytest.raises(AssertionError, match="legal and should not be"):
        run({**scenario("MLE"), "steps": steps})


def test_a_refusal_for_another_reason_than_the_one_hinted_at_fails() -> None:
    steps = [{**scenario("MLE")["steps"][0], "why": "pool"}]
    with pytest.raises(AssertionError, match="pool"):
        run({**scenario("MLE"), "steps": steps})
