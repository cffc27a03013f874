"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from tests.games.aristeia.scenario_runner import SCENARIOS
from tests.games.catalogued import Entry, by_id

ENTRIES = SCENARIOS.entries


@pytest.mark.parametrize("entry", by_id(ENTRIES.values()))
def test_an_entry_comes_out_as_expected(entry: Entry) -> None:
    SCENARIOS.run(entry)


FIRST = ENTRIES["ARISTEIA.SC.01"]


def test_a_legal_step_that_is_called_refused_fails() -> None:
    steps = [{**FIRST["steps"][0], "refused": True}]
    with pytest.raises(AssertionError, match="offered and should not be"):
        SCENARIOS.run({**FIRST, "steps": steps})


def test_dice_that_are_not_thrown_fail() -> None:
    steps = [FIRST["steps"][0], {"do": "roll", "dice": ["red -"], "against": ["blue -"]}]
    with pytest.raises(AssertionError, match="are thrown"):
        SCENARIOS.run({**FIRST, "steps": steps})
