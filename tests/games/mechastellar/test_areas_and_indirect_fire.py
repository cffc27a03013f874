"""Indirect fire gains nothing from where it comes; area attacks end at the second piece of cover."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.actions import Aim
from gattai.games.mechastellar.attack.terms import attack_hits, defence_bonus
from gattai.games.mechastellar.events.attack import AttackDeclared, HitsLanded, TerrainBroken
from gattai.kernel.question import Choose
from tests.games.mechastellar.scenario_runner import by_rule, strike_of, was_offered
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


def attacked(game: Battle) -> list[str]:
    return [game.state.units[event.target].name for event in game.happened(AttackDeclared)]


@pytest.mark.rule("MS.IDF.NO-BONUS", "MS.TA.BLINDSIDE", "MS.AMB.IDF-TA")
@pytest.mark.parametrize(("how", "hits"), [(" indirect", 4 - 2), ("", 4 + 2 + 2)])
def test_indirect_fire_from_behind_does_not_blindside(how: str, hits: int) -> None:
    units = ("A1 tankcrawler 0,0 0", "B1 white-asura 6,0 0", FAR)
    game = battle(*units).begins("A1")
    tally = attack_hits(game.state, strike_of(game, f"attack cannon B1{how}"))
    assert tally.total == hits and by_rule(tally, "MS.TA.BLINDSIDE") == (0 if how else 2)
    game.plays("A1", f"attack cannon B1{how}")
    assert game.happened(HitsLanded)[0].hits.bonus == hits
    assert game.act.blindsided == (() if how else (game.id("B1"),))


@pytest.mark.rule("MS.IDF.NO-BONUS", "MS.BD.HEAD", "MS.AMB.IDF-TA")
def test_nor_does_it_blindside_who_has_lost_its_head() -> None:
    game = battle("A1 tankcrawler 0,0 0", "B1 white-asura 6,0 3 lost=head", FAR).begins("A1")
    assert attack_hits(game.state, strike_of(game, "attack cannon B1 indirect")).total == 4 - 2
    assert attack_hits(game.state, strike_of(game, "attack cannon B1")).total == 4 + 2 + 2


@pytest.mark.rule("MS.IDF.NO-BONUS", "MS.LOCKON.CHOICE")
@pytest.mark.parametrize(("how", "locks"), [(" indirect", {"steady", ""}), ("", {"die", ""})])
def test_lock_on_steadies_indirect_fire_and_adds_a_die_to_direct_fire_alone(
    how: str, locks: set[str]
) -> None:
    game = battle("A1 tankcrawler 0,0 0 sensors_shoot_in=30", "B1 white-asura 6,0 3", FAR).begins(
        "A1"
    )
    game.answers(game.read(f"attack cannon B1{how}"))
    assert isinstance(game.question, Choose)
    assert {aim.lock_on for aim in game.question.options if isinstance(aim, Aim)} == locks


@pytest.mark.rule("MS.REMOTE.FIRE", "MS.AMB.REMOTE-IDF")
def test_a_remote_weapon_still_blindsides() -> None:
    game = battle("A1 crimson-gallant 0,0 0", "B1 white-asura 4,0 3", FAR).begins("A1")
    tally = attack_hits(game.state, strike_of(game, "attack seeker-bits B1 indirect"))
    assert by_rule(tally, "MS.TA.BONUS") == 2 and by_rule(tally, "MS.TA.BLINDSIDE") == 2


@pytest.mark.rule("MS.IDF.NO-BONUS", "MS.TA.BLINDSIDE")
@pytest.mark.parametrize("facing", [0, 3])
def test_odds_of_indirect_fire_do_not_know_blindside_either(facing: int) -> None:
    game = battle("A1 tankcrawler 0,0 0", f"B1 white-asura 6,0 {facing}", FAR).begins("A1")
    forecast = game.read("attack cannon B1 indirect").forecast(game.state)
    hits = next(each for each in forecast.sums if each.name == "Hits added")
    assert sum(term.amount for term in hits.terms) == 4 - 2


@pytest.mark.rule("MS.AOE.COVER", "MS.AMB.AOE-STOPS")
def test_an_area_attack_ends_at_the_second_piece_of_cover() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", FAR)
    behind_two = battle(*units, terrain=["2,0 wall", "3,0 wall"]).begins("A1")
    behind_two.refuses("attack rust-hurricane B1", "MS.AOE.COVER")
    assert behind_two.may("attack rocket-punch B1")  # no area weapon
    assert battle(*units, terrain=["3,0 wall"]).begins("A1").may("attack rust-hurricane B1")


@pytest.mark.rule("MS.AOE.COVER", "MS.COVER.OWN", "MS.AMB.AOE-STOPS")
def test_what_stands_beside_the_attacker_is_no_piece_on_the_way() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["1,0 wall", "3,0 wall"]).begins("A1")
    assert game.may("attack rust-hurricane B1")
    game = battle(*units, terrain=["0,0 hill", "2,0 wall", "3,0 wall"]).begins("A1")
    assert game.may("attack rust-hurricane B1")  # from High Ground over both


@pytest.mark.rule("MS.AOE.COVER", "MS.AOE.SWEEP", "MS.AMB.AOE-STOPS")
def test_a_sweep_does_not_reach_behind_a_second_piece_either() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 3,-2 3", "B2 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["2,0 wall", "3,0 wall"]).begins("A1")
    game.refuses("sweep rust-hurricane [B1 B2]", "MS.AOE.COVER")
    game = battle(*units, terrain=["3,0 wall"]).begins("A1")
    assert game.may("sweep rust-hurricane [B1 B2]")


@pytest.mark.rule("MS.AOE.LINE", "MS.AOE.COVER")
def test_the_older_line_ends_there_too() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 2,0 3", "B2 argonaut 4,-1 3", "B3 argonaut 4,0 3")
    for pieces, reached in ((["3,0 wall"], ["B1", "B3"]), (["3,0 wall", "2,0 wall"], ["B1"])):
        game = battle(*units, rules="superseded-appendix", terrain=pieces)
        game.plays("A1", "attack rust-hurricane B1")
        assert attacked(game) == reached


@pytest.mark.rule("MS.TERRAIN.DIRECT", "MS.TERRAIN.CHECK")
@pytest.mark.parametrize(
    ("weapon", "rule", "checks", "broken"),
    [("rust-hurricane", "MS.TERRAIN.DIRECT", [10, 10, 1], True),
     ("rust-hurricane", "MS.TERRAIN.DIRECT", [10, 10, 10], False),
     ("rocket-punch", "MS.TERRAIN.CHECK", [10], False)],
)  # fmt: skip
def test_cover_shot_through_by_an_area_weapon_has_to_hold_three_times(
    weapon: str, rule: str, checks: list[int], broken: bool
) -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["3,0 wall"]).begins("A1")
    game.answers(game.read(f"attack {weapon} B1"))
    dice = 8 if weapon == "rust-hurricane" else 6
    game.settles(dice=[[1] * dice, [10] * 8, checks])
    assert [e.rule for e in game.told if getattr(e, "what", "").startswith("does the")] == [rule]
    assert bool(game.happened(TerrainBroken)) == broken


@pytest.mark.rule("MS.AOE.COVER", "MS.COVER.BONUS", "MS.AMB.COVER-CONFLICT")
def test_low_cover_gives_one_def_against_an_area_weapon() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["3,0 wall"]).begins("A1")
    for weapon in ("rust-hurricane", "rocket-punch"):
        found = defence_bonus(game.state, strike_of(game, f"attack {weapon} B1"))
        assert by_rule(found, "MS.COVER.BONUS") == 1


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.AOE.COUNTER", "MS.AMB.AOE-BEHIND", "MS.AOE.COVER")
def test_an_area_attack_goes_on_to_all_units_behind_what_it_has_destroyed() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 white-asura 3,0 3", "B2 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["2,0 house"]).plays(
        "A1", "strike rust-hurricane 2,0", dice=[[1, 10, 10]], answers=["select B2", "select B1"]
    )
    assert attacked(game) == ["B2", "B1"]
    first, second = game.happened(HitsLanded)
    assert first.hits.bonus == second.hits.bonus == 4 - 2  # as a sweep
    assert [each.defences.bonus for each in (first, second)] == [
        game.unit("B2").card.evade_bonus + 2,  # the house hid them wholly
        game.unit("B1").card.evade_bonus + 2,
    ]
    assert was_offered(game, "counter beam-rifle", 2)  # when all are attacked


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.AMB.AOE-BEHIND")
def test_a_single_unit_behind_it_is_attacked_in_full() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", "B2 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["2,0 house"]).plays(
        "A1", "strike rust-hurricane 2,0", dice=[[1, 10, 10]], answers=["select B1", "pass"]
    )
    assert attacked(game) == ["B1"] and game.happened(HitsLanded)[0].hits.bonus == 4


@pytest.mark.rule("MS.TERRAIN.AOE", "MS.AOE.COVER", "MS.AMB.AOE-STOPS")
def test_who_stands_behind_a_second_piece_as_well_is_safe() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 4,0 3", FAR)
    game = battle(*units, terrain=["2,0 house", "3,0 wall"])
    game.plays("A1", "strike rust-hurricane 2,0", dice=[[1, 10, 10]])
    assert game.happened(TerrainBroken) and not was_offered(game, "select B1")


@pytest.mark.rule("MS.ATTACK.LIMIT", "MS.TERRAIN.AOE")
@pytest.mark.parametrize("attacks", [1, 2])
def test_nobody_behind_terrain_is_attacked_a_third_time(attacks: int) -> None:
    units = ("A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", FAR)
    game = battle(*units, terrain=["2,0 wall"], parameters={"turn.combat_actions": 3})
    for _ in range(attacks):
        game.plays("A1", "attack rocket-punch B1")
    game.plays("A1", "strike rust-hurricane 2,0", dice=[[1, 10, 10]])
    assert was_offered(game, "select B1") == (attacks < 2)
