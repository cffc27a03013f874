"""Every worked example and every acceptance scenario of the catalogue, by its id."""

from __future__ import annotations

import pytest

from gattai.games.aegis.phases.next_question import FIRST_PLAYER
from gattai.kernel.position import apply, begin
from gattai.kernel.question import Choose
from tests.games.aegis.scenario_runner import SCENARIOS
from tests.games.aegis.table import RULES, battle
from tests.games.catalogued import Entry, by_id

ENTRIES = SCENARIOS.entries

BY_HAND = {
    "AEGIS.SC.ADV-ZONES": "in words only; see test_modes_inches",
    "AEGIS.SC.ADV-MOVE": "in words only; see test_modes_inches",
    "AEGIS.SC.ADV-RANGE": "in words only; see test_modes_inches",
    "AEGIS.SC.ADV-LOS": "in words only; see test_modes_inches",
    "AEGIS.SC.ADV-LINES": "in words only; see test_modes_inches",
    "AEGIS.SC.ADV-JET": "in words only; see test_modes_inches",
    "AEGIS.SC.RANDOM-START": "chance; both sides are shown to be as likely below",
}
"""The scenarios that the runner cannot run, and why."""


@pytest.mark.parametrize("entry", by_id(ENTRIES.values()))
def test_an_entry_comes_out_as_expected(entry: Entry) -> None:
    SCENARIOS.run(entry)


def test_all_entries_are_there_and_those_not_run_are_named_with_a_reason() -> None:
    assert {id for id, entry in ENTRIES.items() if entry.get("manual")} == {*BY_HAND}


@pytest.mark.rule("AEGIS.SC.RANDOM-START", "AEGIS.SETUP.FIRST-PLAYER")
@pytest.mark.parametrize(("face", "seat"), [(0, 0), (1, 1)])
def test_one_fair_draw_names_the_first_player(face: int, seat: int) -> None:
    start = begin(RULES)
    assert RULES.next_question(start.state) == FIRST_PLAYER
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


MELEE = ENTRIES["AEGIS.SC.MLE"]


def test_a_legal_step_that_is_called_illegal_fails() -> None:
    steps = [{**step, "refused": True} for step in MELEE["steps"]]
    with pytest.raises(AssertionError, match="legal and should not be"):
        SCENARIOS.run({**MELEE, "steps": steps})


def test_a_refusal_for_another_reason_than_the_one_hinted_at_fails() -> None:
    steps = [{**MELEE["steps"][0], "refused": "pool"}]
    with pytest.raises(AssertionError, match="pool"):
        SCENARIOS.run({**MELEE, "steps": steps})
