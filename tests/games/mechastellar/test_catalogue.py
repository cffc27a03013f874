"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from tests.games.catalogued import Entry, by_id
from tests.games.mechastellar.scenario_runner import SCENARIOS

ENTRIES = SCENARIOS.entries


@pytest.mark.parametrize("entry", by_id(ENTRIES.values()))
def test_an_entry_comes_out_as_expected(entry: Entry) -> None:
    SCENARIOS.run(entry)


FULL = ENTRIES["MS.SC.ATTACK-FULL"]


def test_a_step_with_a_word_that_nobody_looks_at_fails() -> None:
    steps = [{**FULL["steps"][0], "speed": 3}]
    with pytest.raises(AssertionError, match="speed"):
        SCENARIOS.run({**FULL, "steps": steps})


def test_dice_that_nobody_rolls_fail() -> None:
    step = FULL["steps"][0]
    with pytest.raises(AssertionError, match="never rolled"):
        SCENARIOS.run({**FULL, "steps": [{**step, "dice": [*step["dice"], [1]]}]})


def test_answers_that_nobody_asks_for_fail() -> None:
    step = FULL["steps"][0]
    answers = [*step["answers"], "counter beam-saber"]
    with pytest.raises(AssertionError, match="never asked for"):
        SCENARIOS.run({**FULL, "steps": [{**step, "answers": answers}]})


def test_a_legal_step_that_is_called_illegal_fails() -> None:
    steps = [{"by": "A1", "do": "attack beam-rifle B1", "refused": ""}]
    with pytest.raises(BaseException, match="DID NOT RAISE"):
        SCENARIOS.run({**FULL, "steps": steps})


def test_a_refusal_for_another_reason_fails() -> None:
    entry = ENTRIES["MS.SC.ARC-SHOOT"]
    steps = [{**entry["steps"][0], "refused": "MS.RANGE.MEASURE"}]
    with pytest.raises(AssertionError, match=r"MS\.TARGET\.ARC"):
        SCENARIOS.run({**entry, "steps": steps})
