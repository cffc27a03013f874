"""What a rule must allow, and the nearest case that it must refuse or leave alone."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from gattai.games.mechastellar.attack.attack import aims
from gattai.games.mechastellar.attack.damage import (
    Wound,
    failed_saves,
    pen_of,
    suffered,
    wound_by,
)
from gattai.games.mechastellar.attack.pools import Pool
from gattai.games.mechastellar.events.attack import BattleDamageTaken
from gattai.games.mechastellar.events.flow import MomentumChanged, OwnerChanged, ScoreChanged
from gattai.games.mechastellar.events.turn import ActionsSpent
from gattai.games.mechastellar.figures import commander_of, moves_by_heading
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import NORTH, SOUTH
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"


def strike(game: Battle, weapon: str, **how: Any) -> Strike:
    card = game.unit("A1").find_weapon(weapon)
    assert card is not None
    return Strike(game.id("A1"), card, game.id("B1"), **how)


def taken(steps: Generator[Any, Any, int], *answers: int) -> int:
    """What steps come to if each throw comes to this; every one has to be asked for."""
    left = [*answers]
    try:
        next(steps)
        while True:
            steps.send(left.pop(0))
    except StopIteration as end:
        assert not left
        return int(end.value)


@pytest.mark.rule("MS.DICE.CRIT", "MS.DICE.SUCCESS")
def test_a_die_is_a_miss_a_success_or_a_critical_by_what_it_shows() -> None:
    pool = Pool(1, 0, 7, 10, 2)
    assert [pool.worth(face) for face in (6, 7, 9, 10)] == [0, 1, 1, 2]


@pytest.mark.rule("MS.IDF.BASIC", "MS.LOCKON.THROUGH", "MS.SAVE.TARGET")
def test_only_indirect_fire_is_indirect_and_only_a_shot_through_cover_loses_pen() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 4,0 3")
    found = {}
    for how in ("direct", "indirect", "through"):
        one = strike(game, "beam-rifle", how=how)
        found[how] = (one.is_indirect, pen_of(game.state, one))
    assert found == {"direct": (False, 7), "indirect": (True, 7), "through": (False, 4)}


@pytest.mark.rule("MS.ELITE.CHOOSE", "MS.ELITE.BARRAGE", "MS.IDF.NO-BONUS", "MS.LOCKON.CHOICE")
def test_each_kind_of_attack_has_its_own_bonuses_to_choose() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 1,0 3", FAR).begins("A1")
    melee = next(each.id for each in game.unit("A1").card.weapon if each.kind == "melee")

    def bonuses(weapon: str, **how: Any) -> set[str]:
        return {aim.bonus for aim in aims(game.state, strike(game, weapon, **how))} - {""}

    assert bonuses("beam-rifle") == {"barrage", "bullseye"}
    assert bonuses("beam-rifle", how="indirect") == {"barrage"}
    assert bonuses(melee) == {"swift-strike", "feint", "tear"}


WOUND = Wound(
    dmg=100, pen=6, bonus=0, cap=5, fail=1000, fail_behind_wall=500, threshold=4, finishing=200,
    rolled="", rolled_more=0, rolled_most=10, rolled_damage=1000, rolled_behind_wall=500, barrier=0, swaps=True,
)  # fmt: skip


@pytest.mark.rule("MS.ATTACK.DAMAGE", "MS.FINISH.BONUS", "MS.SAVE.ROLL")
def test_damage_is_that_of_hits_failed_saves_and_a_finishing_blow_from_the_threshold_on() -> None:
    assert taken(suffered(WOUND, 0)) == 0
    assert taken(suffered(WOUND, 3), 2) == 300 + 2000
    assert taken(suffered(WOUND, 4), 2) == 400 + 2000 + 4 * 200
    assert taken(suffered(WOUND, 3, walled=True), 2) == 300 + 2 * 500
    assert WOUND.damage(3, 2, 1, 70) == 300 + 1000 + 70
    assert WOUND.damage(3, 2, 1, 70, walled=True) == 300 + 500 + 70
    assert taken(failed_saves(WOUND, 2), 1) == 1
    unarmoured = wound_by(
        RULES.content.rulesets["ver10-final"],
        RULES.content.units["argonaut"].weapon[0],
        0, 1, 1, threshold=9,
    )  # fmt: skip
    assert taken(failed_saves(unarmoured, 2)) == 0


@pytest.mark.rule("MS.SAVE.FAIL", "MS.PUSH.SIZE", "MS.FINISH.BONUS")
def test_what_a_failed_save_costs_goes_by_the_weapon() -> None:
    rules = RULES.content.rulesets["ver10-final"]
    every = [weapon for card in RULES.content.units.values() for weapon in card.weapon]
    for weapon in every:
        wound = wound_by(rules, weapon, 6, 3, 1, threshold=9)
        pushes, stuns = weapon.pen_suffix == "P", weapon.pen_suffix == "S"
        assert wound.bonus == (3 if pushes else 0)
        assert wound.swaps == (not pushes and not stuns)
        assert (wound.fail == 0) == (pushes or stuns)
        melee = weapon.kind == "melee"
        each = rules.finishing.melee_bonus if melee else rules.finishing.shooting_bonus
        assert wound.finishing == each


@pytest.mark.rule("MS.SETUP.COMMANDER")
def test_each_side_has_a_commander_of_its_own() -> None:
    game = battle(
        "A1 white-asura 0,0 0 commander", "B1 argonaut 4,0 3", "B2 argonaut 5,0 3 commander"
    )
    assert commander_of(game.state, SOUTH) == game.id("A1")
    assert commander_of(game.state, NORTH) == game.id("B2")


@pytest.mark.rule("MS.MOVE.WARSHIP")
def test_no_vehicle_without_wings_moves_by_its_heading() -> None:
    game = battle("A1 tankcrawler 0,0 0", "B1 musarl-cruiser 5,0 3")
    assert game.unit("A1").card.kind == "Vehicle" and not moves_by_heading(game.unit("A1"))
    assert moves_by_heading(game.unit("B1"))


@pytest.mark.rule("MS.CP.ROUND-END")
@pytest.mark.parametrize(
    ("owner", "units", "then"),
    [
        ("south", ("A1 argonaut 0,0 0 activated", "B1 argonaut 5,-4 3"), []),
        ("north", ("A1 argonaut 0,0 0 activated", "B1 argonaut 5,-4 3"), [0]),
    ],
)
def test_a_point_changes_its_owner_at_the_end_of_a_round_only_if_another_holds_it(
    owner: str, units: tuple[str, ...], then: list[int | None]
) -> None:
    game = (
        battle(*units, turn="north", owners={"centre": owner}).begins("B1").plays("B1", "end-turn")
    )
    changed = [event.owner for event in game.happened(OwnerChanged) if event.point == 0]
    assert changed[-1:] == then


@pytest.mark.rule("MS.MORALE.ELITE-LOSS", "MS.VP.KILL")
def test_the_loss_of_a_model_that_is_not_elite_shakes_nobody() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 4,0 3 hp=100", "B2 argonaut 6,0 3")
    game.plays("A1", "attack beam-rifle B1", dice=[[10] * 7, [1] * 8])
    assert game.unit("B1").at is None
    assert not [e for e in game.told if e.rule == "MS.MORALE.ELITE-LOSS"]
    assert 0 not in [event.amount for event in game.happened(ScoreChanged)]


@pytest.mark.rule("MS.MOM.PAY", "MS.ACT.ACTIONS")
def test_what_is_free_is_not_paid_for() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 argonaut 4,0 3", FAR).plays(
        "A1", "attack beam-rifle B1"
    )
    assert 0 not in [event.amount for event in game.happened(MomentumChanged)]
    assert [event.combat for event in game.happened(ActionsSpent)] == [1]


@pytest.mark.rule("MS.BD.LEGS")
def test_who_loses_its_legs_keeps_the_weapons_that_support() -> None:
    game = battle("A1 white-asura 0,0 0 support=beam-rifle", "B1 argonaut 4,0 3")
    for lost, kept in (("legs", ("beam-rifle",)), ("weapon:beam-rifle", ())):
        event = BattleDamageTaken(rule="MS.BD.LEGS", unit=game.id("A1"), lost=lost)
        assert event.after(game.state).units[0].support == kept
