"""Temporary states: what each bars, and that everybody else is free of it."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import Combine
from gattai.games.aegis.keywords.registry import CONDITIONS
from gattai.games.aegis.state import BLUE, RED
from tests.games.aegis.table import GUN, WAVE, Battle, action, battle, effect, robot

DUO = robot("duo", level=2, classes=("A", "G"))
STATES = ("STN", "CAPTURE", "DSA", "XPO", "CLOAK", "VANISH", "WARRANT")
STATS = ("ACC", "EVA", "DMD", "DEF", "COM")


def under(kind: str) -> Battle:
    """Red's unit in a state, beside an ally, before an enemy."""
    game = battle().red("u", GUN, at=(0, 0), effects=(effect(kind, until=BLUE),)).prepares(DUO)
    return game.red("g", GUN, WAVE, at=(0, 1), classes=("G",)).blue("e", GUN, WAVE, at=(2, 0))


def test_these_are_all_states_and_stats() -> None:
    assert sorted(CONDITIONS) == sorted((*STATES, *STATS))


@pytest.mark.rule(
    "AEGIS.ATTR.STN", "AEGIS.COMBINE-ABILITY.CAPTURE", "AEGIS.ATTR.DSA", "AEGIS.PASSIVE.CLOAKING"
)
@pytest.mark.parametrize(
    ("kind", "moves", "uses", "combines"),
    [
        ("STN", False, True, True),
        ("CAPTURE", False, True, True),
        ("DSA", True, False, False),
        ("CLOAK", True, False, False),
        ("VANISH", True, True, True),
        ("XPO", True, True, True),
    ],
)
def test_what_a_unit_in_a_state_may_do(kind: str, moves: bool, uses: bool, combines: bool) -> None:
    game = under(kind)
    assert game.may(game.move("u", (1, -1))) == moves
    assert game.may(game.use("u", "Gun", "e")) == uses
    assert game.may(Combine(game.id("u"), game.id("g"), "duo")) == combines
    assert game.may(game.move("g", (1, 1)))
    assert game.may(game.use("g", "Gun", "e"))


@pytest.mark.rule("AEGIS.AMB.COMBINE-DISARMED", "AEGIS.COMBINE.BASIC")
@pytest.mark.parametrize("kind", STATES)
def test_any_state_allows_to_be_the_partner(kind: str) -> None:
    game = under(kind)
    assert game.may(game.combine("g", "u", "duo"))


@pytest.mark.rule("AEGIS.PASSIVE.CLOAKING", "AEGIS.COMBINE-ABILITY.VANISH")
@pytest.mark.parametrize(
    ("kind", "targeted", "left"),
    [("CLOAK", False, 5), ("VANISH", False, 6), ("STN", True, 5), ("XPO", True, 5)],
)
def test_who_can_be_targeted_and_who_is_hurt_in_an_area(
    kind: str, targeted: bool, left: int
) -> None:
    game = under(kind).set(turn=BLUE, turns=(2, 2))
    assert game.may(game.use("e", "Gun", "u")) == targeted
    game.uses("e", "Wave").rolls(4).ends(u=left)


@pytest.mark.rule("AEGIS.TERM.FULL-TURN")
@pytest.mark.parametrize("kind", [*STATES, *STATS])
def test_every_state_ends_as_the_turn_starts_that_it_waits_for(kind: str) -> None:
    until_blue, until_red = effect(kind, 1, BLUE), effect(kind, 1, RED)
    game = battle().red("u", GUN, at=(0, 0)).blue("e", GUN, at=(5, 0))
    game.red("a", at=(0, 4), effects=(until_blue,)).red("b", at=(0, 5), effects=(until_red,))
    game.moves("u", (0, 1)).ends_turn()
    assert (game.effects("a"), game.effects("b")) == ([], [(kind, 1)])
    game.moves("e", (5, 1)).ends_turn()
    assert game.effects("b") == []


@pytest.mark.rule("AEGIS.AMB.STACKING", "AEGIS.AMB.STATUS-END")
@pytest.mark.parametrize("kind", [*STATES, *STATS])
def test_stats_add_up_and_states_do_not(kind: str) -> None:
    assert CONDITIONS[kind].adds_up == (kind in STATS)


@pytest.mark.rule("AEGIS.ATTR.XPO")
def test_exposure_gives_criticals_to_both_sides() -> None:
    game = under("XPO")
    two = action("Two", 2, 4, distance=3)
    game.red("v", two, at=(-1, 1)).uses("v", "Two", "u").rolls(4, 5).ends(u=3)
