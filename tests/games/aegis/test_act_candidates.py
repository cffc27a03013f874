"""Whether an action is a candidate is found without building the others."""

from __future__ import annotations

import random

import pytest

from gattai import games
from gattai.games.aegis.actions import Move, Use
from gattai.games.aegis.actions.acting import act_candidates
from tests.bots.tables import random_asks


@pytest.mark.parametrize("field", ["hexfield-7", "table-24x24"])
def test_an_action_is_a_candidate_if_it_is_listed(field: str) -> None:
    found, missing = 0, 0
    rules, options = games.load("aegis"), {"field": field}
    for position, _ in random_asks(rules, random.Random(1), options, most=40):
        state = position.state
        if state.phase != "acting" or state.owed or not position.is_settled:
            continue
        candidates = act_candidates(state)
        listed = [*candidates]
        assert all(each in candidates for each in listed)
        with pytest.raises(IndexError):
            candidates[len(candidates)]
        ends = [each.to for each in listed if isinstance(each, Move)][::11]
        for unit in state.all_units:
            wanted: list[object] = [Move(unit, at) for at in ends]
            for action in state.units[unit].actions:
                targets = (None, *state.all_units)
                wanted += [Use(unit, action.name, target) for target in targets]
            for each in wanted:
                assert (each in candidates) == (each in listed)
                found, missing = found + (each in listed), missing + (each not in listed)
    assert found > 100
    assert missing > 100
