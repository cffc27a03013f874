"""Rules that change a figure, each where it begins: criticals of a Feint, lost cores, massive damage."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.attack.terms import cover_of
from gattai.games.mechastellar.events.attack import DamageTaken, HitsLanded
from tests.games.mechastellar.scenario_runner import strike_of
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.ELITE.FEINT")
@pytest.mark.parametrize(
    ("face", "aim", "each"), [(9, [], 1), (9, ["aim feint"], 2), (8, ["aim feint"], 1)]
)
def test_with_a_feint_a_nine_is_critical(face: int, aim: list[str], each: int) -> None:
    game = battle("A1 laughing-joker 0,0 0", "B1 argonaut 1,0 3 hp=90000", FAR)
    scythe = game.unit("A1").card.find_weapon("beam-scythe")
    assert scythe is not None
    game.plays("A1", "attack beam-scythe B1", dice=[[face] * scythe.dice], answers=aim)
    (landed,) = game.happened(HitsLanded)
    assert landed.hits.rolled == each * scythe.dice


@pytest.mark.rule("MS.BD.CORE")
def test_a_lost_core_takes_a_point_now_and_in_every_turn_to_come() -> None:
    game = battle("A1 blue-djinn 1,0 3", "B1 dusk-wraith 0,0 0 hp=90000", FAR)
    full = game.unit("B1").card.boost
    assert game.unit("B1").points == full > 1
    saves = [1, *[10] * 4]
    dice = [[10] * 7, [1] * len(defence(game)), saves]
    game.plays("A1", "attack heat-sword B1", dice=dice, answers=["suffer core"])
    assert game.unit("B1").lost == ("core",) and game.unit("B1").points == full - 1
    game.plays("A1", "end-turn").begins("B1")
    assert game.unit("B1").points == full - 1


def defence(game: Battle) -> list[int]:
    """The dice that B1 throws against A1's sword."""
    tried = game.fork().plays("A1", "attack heat-sword B1", dice=[[10] * 7])
    return list(tried.throws[1])


SWORD = ("A1 blue-djinn 1,0 3", "B1 white-asura 0,0 0 hp=90000", FAR)


@pytest.mark.rule("MS.VP.MASSIVE", "MS.AMB.VP-10000")
@pytest.mark.parametrize(("most", "scores"), [(9800, (100, 0)), (9801, (0, 0))])
def test_damage_scores_from_the_very_figure_on(most: int, scores: tuple[int, int]) -> None:
    game = battle(*SWORD, parameters={"vp.massive_damage": most})
    game.plays("A1", "attack heat-sword B1", dice=[[10] * 7, [1] * 6, [10] * 5])
    assert [event.damage for event in game.happened(DamageTaken)] == [9800]
    assert game.state.scores == scores


@pytest.mark.rule("MS.VP.MASSIVE")
def test_the_figure_is_ten_thousand_and_brings_a_hundred() -> None:
    rules = battle(*SWORD).state.rules.vp
    assert (rules.massive_damage, rules.massive_vp) == (10_000, 100)


@pytest.mark.rule("MS.COVER.OWN", "MS.HEX.COVER")
@pytest.mark.parametrize(("wall", "target", "gives"), [(1, 2, False), (2, 3, True), (1, 3, False)])
def test_a_wall_beside_the_attacker_covers_nobody_even_beside_the_target(
    wall: int, target: int, gives: bool
) -> None:
    units = ("A1 jack-knife-iii 0,0 0", f"B1 argonaut {target},0 3", FAR)
    game = battle(*units, terrain=[f"{wall},0 wall"]).begins("A1")
    strike = strike_of(game, "attack beam-rifle B1")
    assert (cover_of(game.state, strike)[0] > 0) == gives


@pytest.mark.rule("MS.REINFORCE.TURN")
def test_who_arrives_moves_four_inches_at_a_time_and_its_full_distance_in_its_next_turn() -> None:
    units = ("A1 white-raven - 1 reserve", "A2 argonaut -6,6 1 activated", "B1 argonaut 0,-3 4",
             "B2 argonaut 6,-6 3 activated")  # fmt: skip
    game = battle(*units, round=2, owners={"south-home": "south"})
    game.answers(game.read("reinforce A1 -2,4")).settles()
    game.refuses("move -2,2", "MS.MOVE.DISTANCE")
    game.refuses("attack beam-rifle B1", "MS.ACT.ACTIONS")
    assert game.may("move -2,3") and game.unit("A1").late
    game.plays("A1", "end-turn").plays("B1", "end-turn").next_round()
    assert game.begins("A1").may("move -2,2") and not game.unit("A1").late
