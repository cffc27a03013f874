"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from tests.games.catalogued import Entry, by_id
from tests.games.robot_empire.scenarios import SCENARIOS

ENTRIES = SCENARIOS.entries


@pytest.mark.parametrize("entry", by_id(ENTRIES.values()))
def test_an_entry_comes_out_as_expected(entry: Entry) -> None:
    SCENARIOS.run(entry)
