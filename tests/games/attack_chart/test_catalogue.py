"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from tests.games.attack_chart.scenarios import SCENARIOS
from tests.games.catalogued import Entry, by_id

ENTRIES = SCENARIOS.entries


@pytest.mark.parametrize("entry", by_id(ENTRIES.values()))
def test_an_entry_comes_out_as_expected(entry: Entry) -> None:
    SCENARIOS.run(entry)


FIRST, TENTH = ENTRIES["ATTACK-CHART.SC.01"], ENTRIES["ATTACK-CHART.SC.10"]


def test_an_input_that_nobody_looks_at_fails() -> None:
    entry = {**FIRST, "inputs": {**FIRST["inputs"], "weather": "rain"}}
    with pytest.raises(TypeError, match="weather"):
        SCENARIOS.run(entry)


def test_a_die_too_few_in_the_script_leaves_a_question_open() -> None:
    inputs = {**TENTH["inputs"], "second_rolls": []}
    with pytest.raises(AssertionError, match="still open"):
        SCENARIOS.run({**TENTH, "inputs": inputs})
