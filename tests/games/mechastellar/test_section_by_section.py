"""What a reading of the whole document beside the code brought to light, in the document's order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.damage import finish_threshold
from gattai.games.mechastellar.attack.terms import attack_dice, attack_hits, attack_pool
from gattai.games.mechastellar.events.attack import UnitRose
from gattai.games.mechastellar.figures import moves_by_heading
from tests.games.mechastellar.scenario_runner import by_rule, strike_of, was_offered
from tests.games.mechastellar.table import battle

FAR = "B2 argonaut 6,-6 3"


@pytest.mark.rule("MS.TRANSFORM", "MS.AMB.AIRCRAFT", "MS.MOVE.WARSHIP")
def test_a_mode_that_makes_an_aircraft_of_a_unit_moves_on_headings() -> None:
    game = battle("A1 dervish 0,0 0", FAR)
    card = game.unit("A1").card
    assert card.transform is not None
    jet = replace(card, transform=replace(card.transform, aircraft=True))
    walking = replace(game.unit("A1"), card=jet)
    assert not moves_by_heading(walking)
    assert moves_by_heading(replace(walking, transformed=True))
    assert not moves_by_heading(replace(game.unit("A1"), transformed=True))


@pytest.mark.rule("MS.IDF.NO-BONUS")
def test_a_wider_critical_range_called_up_before_does_not_help_indirect_fire() -> None:
    game = battle("A1 white-raven 0,0 0 sharp=1", "B1 argonaut 6,0 3").begins("A1")
    direct, indirect = (
        attack_pool(game.state, strike_of(game, f"attack missile-pod B1 {how}")).crit
        for how in ("direct", "indirect")
    )
    assert (direct, indirect) == (9, 10)


@pytest.mark.rule("MS.IDF.NO-BONUS", "MS.TIER.SKILLED")
def test_a_trait_does_not_bring_the_finishing_blow_of_indirect_fire_nearer() -> None:
    units = ("A1 white-raven 0,0 0 traits=hot-blooded", "B1 argonaut 6,0 3")
    game = battle(*units).begins("A1")
    direct, indirect = (
        finish_threshold(game.state, strike_of(game, f"attack missile-pod B1 {how}"))
        for how in ("direct", "indirect")
    )
    assert indirect == direct + 1


@pytest.mark.rule("MS.IDF.NO-BONUS", "MS.AMB.IDF-BONUSES", "MS.SQUAD.DICE")
def test_a_squad_fires_indirectly_with_all_its_barrels() -> None:
    units = ("A1 tankcrawler 0,0 0", "A2 tankcrawler 0,1 0 leader=A1", "B1 argonaut 6,0 3")
    game = battle(*units).begins("A1")
    dice = attack_dice(game.state, strike_of(game, "attack cannon B1 indirect"))
    assert by_rule(dice, "MS.SQUAD.DICE") == 1


@pytest.mark.rule("MS.BD.WEAPON", "MS.AMB.BD-ZERO")
def test_an_empty_weapon_is_nothing_to_give_up() -> None:
    for uses, offered in ((1, True), (0, False)):
        game = battle("A1 jack-knife-iii 6,0 3", f"B1 white-raven 0,0 0 uses.missile-pod={uses}")
        game.plays("A1", "attack beam-rifle B1", dice=[[5] * 6, [5] * 7 + [1], [1]])
        assert was_offered(game, "suffer weapon:missile-pod") == offered
        assert was_offered(game, "suffer weapon:beam-rifle")


@pytest.mark.rule("MS.REMOTE.FIRE", "MS.AMB.REMOTE-ARC")
def test_remote_weapons_fire_behind_and_the_model_does_not_turn() -> None:
    game = battle("A1 crimson-gallant 0,0 0", "B1 argonaut -5,0 3", FAR).begins("A1")
    game.refuses("attack beam-rifle B1", "MS.TARGET.ARC")
    game.plays("A1", "attack seeker-bits B1 indirect")
    assert game.unit("A1").facing == 0


@pytest.mark.rule("MS.OBSCURE.INSIDE", "MS.OBSCURE.BLOCK", "MS.AMB.JUNGLE-HEXES")
def test_every_hex_of_a_jungle_hides_what_is_behind_it_in_the_same_jungle_too() -> None:
    jungle = ["3,0 jungle", "4,0 jungle"]
    units = ("A1 jack-knife-iii 0,0 0", "B1 argonaut {at} 3")
    edge = battle(units[0], units[1].format(at="3,0"), terrain=jungle).begins("A1")
    assert edge.may("attack beam-rifle B1")
    deep = battle(units[0], units[1].format(at="4,0"), terrain=jungle).begins("A1")
    deep.refuses("attack beam-rifle B1", "MS.LOS.NEED")


@pytest.mark.rule("MS.WATER.MOVE", "MS.AMB.FLY-ENDS")
def test_who_stops_above_deep_water_sinks_when_the_fly_of_its_accelerate_ends() -> None:
    game = battle("A1 jack-knife-iii 0,0 0", FAR, terrain=["1,0 water", "2,0 water"])
    game.plays("A1", "accelerate A1 1,0 0 1")
    assert not game.unit("A1").submerged
    game.plays("A1", "end-turn")
    assert game.unit("A1").submerged


@pytest.mark.rule("MS.WATER.MOVE", "MS.AMB.FLY-ENDS")
@pytest.mark.parametrize("trait", ["fly", "amphibious"])
def test_who_flies_or_swims_of_its_own_stays_above_the_water(trait: str) -> None:
    game = battle(f"A1 jack-knife-iii 0,0 0 traits={trait}", FAR, terrain=["1,0 water"])
    game.plays("A1", "accelerate A1 1,0 0 1").plays("A1", "end-turn")
    assert not game.unit("A1").submerged


@pytest.mark.rule("MS.WATER.MOVE", "MS.SQUAD.COHESION", "MS.AMB.FLY-ENDS", "MS.WATER.SUBMERGED")
def test_a_squad_sinks_with_its_leader() -> None:
    units = ("A1 jack-knife-iii 0,0 0", "A2 jack-knife-iii 0,1 0 leader=A1", FAR)
    game = battle(*units, terrain=["1,0 water", "0,1 water", "1,1 water", "2,0 water"])
    game.plays("A1", "accelerate A1 1,0 0 1").plays("A1", "end-turn")
    assert game.unit("A1").submerged and game.unit("A2").submerged


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.ACCEL.ACTION", "MS.WATER.MOVE")
def test_an_accelerate_under_water_lends_the_fly_that_surfacing_takes() -> None:
    water = ["0,0 water", "1,0 water"]
    game = battle("A1 jack-knife-iii 0,0 0 submerged", FAR, terrain=water).begins("A1")
    game.refuses("surface", "MS.WATER.SUBMERGED")
    game.refuses("accelerate A1 0,1 0 1", "MS.WATER.SUBMERGED")
    game.plays("A1", "accelerate A1 1,0 0 1")
    assert game.unit("A1").submerged
    game.plays("A1", "surface").plays("A1", "move 2,0").plays("A1", "end-turn")
    assert not game.unit("A1").submerged


@pytest.mark.rule("MS.SQUAD.LEADER")
def test_only_the_trait_of_the_leader_raises_a_model_of_a_squad() -> None:
    plain, immortal = "argonaut 6,0 3", "argonaut 5,1 3 traits=immortal"
    for squad, hits, rises in (
        ((f"B1 {plain}", f"B2 {immortal} leader=B1"), "[0 9]", False),
        ((f"B1 {immortal}", f"B2 {plain} leader=B1"), "[9 0]", True),
    ):
        game = battle("A1 white-raven 0,0 0", *squad, FAR.replace("B2", "B3"))
        game.plays(
            "A1", "attack beam-rifle B1", answers=[f"assign {hits}"],
            dice=[[5] * 6, [1] * 8, [1] * 5],
        )  # fmt: skip
        assert bool(game.happened(UnitRose)) == rises


@pytest.mark.rule("MS.SUPPORT.PROXIMITY")
def test_support_by_closeness_takes_no_use_of_the_weapon() -> None:
    units = ("A1 jack-knife-iii 0,0 0", "A2 white-raven 0,3 0", "B1 argonaut 4,0 3", FAR)
    game = battle(*units, rules="superseded-appendix")
    game.begins("A1")
    found = attack_hits(game.state, strike_of(game, "attack beam-rifle B1"))
    assert by_rule(found, "MS.SUPPORT.BONUS") == 2
    game.plays("A1", "attack beam-rifle B1")
    assert game.unit("A2").left_of("missile-pod") == 2


@pytest.mark.rule("MS.SUPPORT.PROXIMITY")
def test_the_last_unit_does_not_support_itself_while_it_is_engaged() -> None:
    rules = {"support.mode": "proximity", "support.proximity_limited_in": 16}
    for at, hits in (("2,0", 1), ("1,0", 0)):
        game = battle("A1 white-raven 0,0 0", f"B1 argonaut {at} 3", parameters=rules).begins("A1")
        found = attack_hits(game.state, strike_of(game, "attack beam-rifle B1"))
        assert by_rule(found, "MS.SUPPORT.BONUS") == hits
