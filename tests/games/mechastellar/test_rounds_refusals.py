"""Activating, Challenges, squads, reinforcements and what an attack uses up."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.actions import Disengage
from gattai.kernel.question import Choose
from tests.games.mechastellar.scenario_checks import look_up
from tests.games.mechastellar.table import battle


@pytest.mark.rule("MS.ACT.ALTERNATE", "MS.SQUAD.LEADER")
def test_a_side_activates_its_own_units_on_the_table_that_have_not_acted() -> None:
    units = ("A1 argonaut 0,0 0", "A2 argonaut -1,0 0 leader=A1", "A3 argonaut -4,0 0 activated")
    game = battle(*units, "A4 argonaut - 0 reserve", "B1 argonaut 6,0 3")
    assert game.may("activate A1")
    for name in ("A3", "A4", "B1"):
        game.refuses(f"activate {name}", "MS.ACT.ALTERNATE")
    game.refuses("activate A2", "MS.SQUAD.LEADER").refuses("pass", "MS.ACT.ALTERNATE")
    game.begins("A1").refuses("activate A1")


@pytest.mark.rule("MS.CHALLENGE.ISSUE")
def test_an_elite_unit_of_ones_own_challenges_an_enemy_as_the_round_begins() -> None:
    units = ("A1 white-asura 0,3 1", "A2 argonaut -3,3 1", "A3 white-asura - 0 reserve")
    foes = ("B1 argonaut 0,-3 4", "B2 white-asura 3,-3 4", "B3 argonaut - 0 reserve")
    game = battle(*units, *foes, phase="challenging")
    assert game.may("challenge A1 B1") and game.may("challenge A1 B2")
    for text in ("A2 B1", "A3 B1", "A1 B3", "A1 A2", "B2 A1", "B2 B1"):
        game.refuses(f"challenge {text}", "MS.CHALLENGE.ISSUE")
    battle(*units, *foes).refuses("challenge A1 B1", "MS.CHALLENGE.ISSUE")


@pytest.mark.rule("MS.SQUAD.REFORM", "MS.SQUAD.FORM", "MS.SQUAD.COHESION")
def test_units_of_one_kind_side_by_side_combine_up_to_three() -> None:
    two = ("A1 argonaut 0,0 0", "A2 argonaut 1,0 0 leader=A1")
    game = battle(*two, "A3 argonaut 0,1 0", "A4 argonaut 4,0 0", "B1 argonaut 6,-6 3")
    assert game.may("combine A1 A3") and game.may("disband A1")
    game.refuses("combine A1 A4", "MS.SQUAD.COHESION")
    for text in ("combine A1 A1", "combine A1 B1", "combine B1 A1", "disband A3", "disband B1"):
        game.refuses(text, "MS.SQUAD.REFORM")
    full = battle(*two, "A3 argonaut 0,1 0", "A4 argonaut -1,1 0 leader=A3", "B1 argonaut 6,-6 3")
    full.refuses("combine A1 A3", "MS.SQUAD.FORM")
    mixed = battle("A1 argonaut 0,0 0", "A2 tankcrawler 1,0 0", "B1 argonaut 6,-6 3")
    mixed.refuses("combine A1 A2", "MS.SQUAD.FORM")
    once = battle(*two, "A3 argonaut 0,1 0", "B1 argonaut 6,-6 3", reforms=(1, 0))
    once.refuses("combine A1 A3", "MS.SQUAD.REFORM").refuses("disband A1", "MS.SQUAD.REFORM")


@pytest.mark.rule("MS.REINFORCE.WHEN")
def test_reserves_come_from_the_second_round_when_all_others_have_acted() -> None:
    units = ("A1 argonaut - 1 reserve", "A2 argonaut -6,6 1 activated", "B1 argonaut 0,-3 4")
    assert battle(*units, round=2, owners={"centre": "south"}).may("reinforce A1 0,0")
    battle(*units, round=1, owners={"centre": "south"}).refuses(
        "reinforce A1 0,0", "MS.REINFORCE.WHEN"
    )
    waiting = ("A1 argonaut - 1 reserve", "A2 argonaut -6,6 1", "B1 argonaut 0,-3 4")
    battle(*waiting, round=2, owners={"centre": "south"}).refuses(
        "reinforce A1 0,0", "MS.REINFORCE.WHEN"
    )
    battle(*units, round=2, owners={"centre": "south"}).refuses(
        "reinforce A2 0,0", "MS.REINFORCE.WHEN"
    )


@pytest.mark.rule("MS.ENGAGE.DISENGAGE")
def test_between_two_enemies_there_is_no_way_out_beside_either() -> None:
    game = battle("A1 dervish 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut -1,0 0").begins("A1")
    assert isinstance(game.question, Choose)
    assert not any(isinstance(each, Disengage) for each in game.question.options)
    game.refuses("disengage 0,1 move", "MS.ENGAGE.DISENGAGE")


@pytest.mark.rule("MS.ATTACK.SEQUENCE", "MS.WEAPON.PROFILE")
def test_an_attack_uses_up_its_own_weapon_and_no_other() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 voltlion 2,0 3")
    game.plays("A1", "attack vulcans B1")
    assert game.unit("A1").uses == (-1, -1, 2) and game.act.combat == 1
    game.plays("A1", "attack beam-rifle B1")
    assert game.unit("A1").uses == (-1, -1, 2) and game.act.combat == 0
    empty = battle("A1 white-asura 0,0 0 uses.vulcans=0", "B1 voltlion 2,0 3").begins("A1")
    empty.refuses("attack vulcans B1")


@pytest.mark.rule("MS.ENGAGE.SHOOT", "MS.ATTACK.SEQUENCE")
def test_shooting_while_engaged_is_paid_with_momentum() -> None:
    units = ("A1 argonaut 0,0 0", "B1 voltlion 1,0 3")
    game = battle(*units, momentum=(5, 5)).plays("A1", "attack machine-gun B1")
    paid = 5 - game.state.momentum[0]
    assert paid > 0
    poor = battle(*units, momentum=(paid - 1, 5)).begins("A1")
    poor.refuses("attack machine-gun B1", "MS.ENGAGE.SHOOT")
    assert battle(*units, momentum=(paid, 5)).begins("A1").may("attack machine-gun B1")
    apart = battle("A1 argonaut 0,0 0", "B1 voltlion 2,0 3", momentum=(5, 5))
    assert apart.plays("A1", "attack machine-gun B1").state.momentum[0] == 5


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.CP.CAPTURE")
def test_a_unit_that_begins_its_turn_by_a_point_takes_it() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 argonaut 6,-6 3")
    assert look_up(game, "owner.centre", "") == ""
    game.begins("A1")
    assert look_up(game, "owner.centre", "") == "south"
    assert (game.act.combat, game.act.moves) == (1, 2)


@pytest.mark.rule("MS.CHALLENGE.ISSUE")
def test_one_challenge_a_round_is_issued_by_the_first_or_else_by_the_second() -> None:
    units = ("A1 white-asura 0,3 1", "B1 white-asura 0,-3 4")
    game = battle(*units, phase="challenging")
    declined = game.fork().answers(game.read("decline"))
    assert declined.state.phase == "challenging" and declined.may("challenge B1 A1")
    game.answers(game.read("challenge A1 B1"))
    assert game.state.phase == "activating" and game.state.challenge


@pytest.mark.rule("MS.TARGET.CLOSEST")
def test_an_enemy_that_the_shooter_itself_holds_is_the_closest() -> None:
    units = ("A1 green-viking 0,0 0", "B1 argonaut 1,0 3", "B2 argonaut 4,-1 3")
    battle(*units).begins("A1").refuses("attack machine-gun B2", "MS.TARGET.CLOSEST")
