"""Tables from text: what a statement sets, and how a mistake is explained."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gattai
from gattai import games
from gattai.kernel.text.snapshot import position_text, read_position
from gattai.library.table_text import BadTable, LaidTable, lay_table


def laid(game: str, text: str, **settings: str) -> LaidTable[Any]:
    return lay_table(games.load(game), text, settings)


def piece(game: str, text: str, name: str) -> Any:
    state = laid(game, text).position.state
    pieces = getattr(state, "characters", None) or state.units
    return next(each for each in pieces if getattr(each, "name", "") == name)


def test_a_piece_is_changed_field_by_field() -> None:
    unit = piece("aegis", "red ark-150 at 0,1, damage 2, acted, moved no", "ark-150")
    assert (unit.damage, unit.acted, unit.moved) == (2, True, False)
    assert piece("aegis", "ark-150 at 0,1; ark-150 at -", "ark-150").at is None


def test_words_are_known_in_any_case_and_fields_with_a_hyphen() -> None:
    unit = piece("aegis", "RED Ark-150 Output-Change 1", "ark-150")
    assert unit.output_change == 1


@pytest.mark.parametrize(
    ("game", "text", "seats"),
    [
        ("aegis", "red gel-100 at 0,1; blue ark-150 at 1,1", {"gel-100": 0, "ark-150": 1}),
        ("aegis", "red ark-150 at 0,1; blue ark-150 at 1,1", {"ark-150": 0, "ark-150-2": 1}),
        ("attack-chart", "blue gunners at 3,2; red oracle at 4,2", {"gunners": 0, "oracle": 1}),
        ("attack-chart", "blue gunners-2 at 3,2", {"gunners": 0, "gunners-2": 0}),
        ("mechastellar", "phase activating; south dervish at 0,0", {"dervish": 0}),
        ("aristeia", "green gata at 1,0", {"gata": 0}),
    ],
)
def test_a_piece_joins_the_force_of_the_side_that_is_named(
    game: str, text: str, seats: dict[str, int]
) -> None:
    state = laid(game, text).position.state
    pieces = getattr(state, "characters", None) or state.units
    found = {each.name: each.seat for each in pieces}
    assert {name: found[name] for name in seats} == seats


def test_a_card_on_the_table_has_left_the_deck() -> None:
    table = laid("robot-empire", "cobalt dice-golem damage 1; crimson brax-the-strong-2")
    state = table.position.state
    assert [unit.title for unit in state.units] == ["Dice Golem", "Brax the Strong"]
    assert state.units[0].damage == 1 and [unit.seat for unit in state.units] == [0, 1]
    assert not {*state.decks[0].open()} & {unit.id for unit in state.units}
    assert table.notes == ()


def test_what_a_seat_has_and_parts_of_the_table() -> None:
    state = laid("aegis", "blue energy 3; turns 4 5").position.state
    assert state.energy == (30, 3) and state.turns == (4, 5)
    state = laid(
        "robot-empire", "crimson battery 4, vault 2; cobalt hand [dice-golem]"
    ).position.state
    assert (state.players[1].battery, state.players[1].vault) == (4, 2)
    assert len(state.players[0].hand) == 1 and state.players[0].hand.known_to == (0,)
    act = "act unit argonaut, combat 1, moves 1, start 0,0"
    state = laid("mechastellar", f"south argonaut at 0,0; {act}; act moved 2").position.state
    assert (state.act.combat, state.act.moved) == (1, 2)


def test_settings_come_from_the_text_and_from_the_caller() -> None:
    table = laid(
        "attack-chart", "method = chart\nrounds = 3  # short", **{"melee-modifiers": "worst"}
    )
    state = table.position.state
    assert (state.method, state.rounds, state.rulings.melee_modifiers) == ("chart", 3, "worst")
    assert table.rules.readings == {"melee-modifiers": "worst"}
    assert laid("robot-empire", "seats = 3; jade vault 2").position.state.players[2].vault == 2


def test_a_list_can_be_added_to_or_set() -> None:
    more = "effects + (kind EVA, until blue, amount 1)"
    unit = piece("aegis", f"ark-150 {more}, {more}", "ark-150")
    assert [(each.kind, each.until, each.amount) for each in unit.effects] == [("EVA", 1, 1)] * 2
    unit = piece("aegis", f"ark-150 {more}; ark-150 effects []", "ark-150")
    assert unit.effects == ()


@pytest.mark.parametrize("game", ["aegis", "aristeia", "attack-chart", "robot-empire"])
def test_a_table_can_be_written_as_a_position_and_read_again(game: str) -> None:
    texts = {
        "aegis": "ark-150 at 0,1; arly-100 fate destroyed; endr-100 fate destroyed",
        "attack-chart": "lancer-team at 3,2; gunners at 5,2; acting lancer-team",
        "aristeia": "maximus at 1,0",
        "robot-empire": "cobalt dice-golem",
    }
    table = laid(game, texts[game])
    text = position_text(table.rules, table.position)
    if not table.notes and not [*table.rules.broken(table.position.state)]:
        assert read_position(table.rules, text) == table.position
    assert "position 1" in text


def test_a_match_goes_on_from_a_table() -> None:
    chart = gattai.game("attack-chart")
    here = chart.table("lancer-team at 3,2; gunners at 5,2, hp 2; acting lancer-team", rounds=1)
    match = chart.begin(seed=7, position=here)
    assert match.seat == "blue" and match.play("attack storm-rifle [(gunners 3)]")
    assert match.play_out("random").is_over


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("aegis", "ark-15 at 0,1", "'ark-15 at 0,1': no piece, field or seat 'ark-15'; did you mean 'ark-150'?"),
        ("aegis", "ark-150 att 0,1", "Unit has no 'att'; did you mean 'at'?"),
        ("aegis", "ark-150 at 99,99", "'ark-150 at 99,99'"),
        ("aegis", "ark-150 damage much", "damage is a whole number, not 'much'"),
        ("aegis", "ark-150 acted perhaps", "acted is yes or no, not 'perhaps'"),
        ("aegis", "ark-150 damage", "damage is missing at the end"),
        ("aegis", "phase actng", "no phase 'actng'; did you mean 'acting'?"),
        ("aegis", "energy 1 2 3", "energy holds 2 values"),
        ("aegis", "ark-150 effects + EVA", "effects is written (field value, field value)"),
        ("aegis", "ark-150 effects + (kind EVA)", "Effect needs 'until'"),
        ("aegis", "phase + acting", "phase is no list"),
        ("aegis", "feild = hexfield-7", "no setting 'feild'; did you mean 'field'?"),
        ("aegis", "field = moon", "the settings: no field 'moon'"),
        ("aegis", "red gell-100 at 0,1", "no piece, field or seat 'gell-100' of red"),
        ("aegis", "ark-150 at 0,1 )", "nothing is understood from ')' on"),
        ("attack-chart", "method = table", "no method 'table'; known are formula, chart"),
        ("attack-chart", "acting gunnres", "no unit 'gunnres'; did you mean 'gunners'?"),
        ("robot-empire", "seats = 9", "seats"),
        ("robot-empire", "crimson powr-broker", "no piece, field or seat"),
        ("mechastellar", "act combat 1", "Act needs 'unit'"),
    ],
)  # fmt: skip
def test_a_mistake_is_explained_where_it_is(game: str, text: str, said: str) -> None:
    with pytest.raises(BadTable) as caught:
        laid(game, f"{text}")
    assert said in str(caught.value)


def test_what_no_game_comes_to_is_noted() -> None:
    assert laid("attack-chart", "oracle at 3,2; gunners at 3,2").notes == (
        "two units stand on one hex",
    )
    assert laid("attack-chart", "oracle at 3,2; gunners at 4,2").notes == ()


def test_a_table_from_which_the_rules_cannot_go_on_is_refused() -> None:
    with pytest.raises(BadTable, match=r"cannot go on from this table: .*no unit is active"):
        laid("mechastellar", "south dervish at 0,0")


def test_a_duel_goes_on_to_its_end_without_the_units_that_are_not_there() -> None:
    chart = gattai.game("attack-chart")
    here = chart.table("lancer-team at 3,2; gunners at 5,2")
    for seed in range(20):
        match = chart.begin(seed=seed, position=here)
        chance = random.Random(seed)
        while not match.is_over:
            assert match.options(), match.question
            match.play(chance.choice(match.options()))
