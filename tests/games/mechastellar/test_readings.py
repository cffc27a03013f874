"""Rulings that change a battle: our reading and the other one, each played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest

from gattai.games.mechastellar.attack.aiming import target_refusals
from gattai.games.mechastellar.events.attack import BitsShotDown, HitsLanded, PoolGathered
from gattai.games.mechastellar.figures import engaging
from gattai.games.mechastellar.parameters import Rulings
from gattai.kernel.position import apply, begin
from gattai.kernel.rulebook import Refused
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import RULES, Battle, battle

FAR = "B9 argonaut 6,-6 3"
SEA = ("0,0 water", "3,0 water")
TURTLE = "A1 turtle-robo 0,0 0"
TANK = "B1 tankcrawler 3,0 3"


def ready(*units: str, by: str, **how: Any) -> Battle:
    """The units on a table, and one of them is active."""
    side = "south" if by.startswith("A") else "north"
    return battle(*units, turn=side, **how).begins(by)


@pytest.mark.reading("water-idf=both-ways", "water-idf=neither-way", "water-idf=outwards")
@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.IDF.BASIC", "MS.AMB.WATER-IDF")
def test_a_unit_under_water_fires_indirectly_and_is_fired_at_indirectly() -> None:
    units = (f"{TURTLE} submerged", TANK)
    out, back = "attack shell-cannon B1 indirect", "attack cannon A1 indirect"
    assert ready(*units, by="A1", terrain=SEA).may(out)
    shelled = ready(*units, by="B1", terrain=SEA).plays("B1", back, dice=[[10] * 5, [1] * 5])
    assert shelled.happened(HitsLanded)[0].unblocked > 0
    # Sight is what the water breaks: nothing is fired directly either way.
    ready(*units, by="A1", terrain=SEA).refuses("attack shell-cannon B1", "MS.LOS.NEED")
    ready(*units, by="B1", terrain=SEA).refuses("attack cannon A1", "MS.LOS.NEED")
    stopped = Rulings(water_idf="neither-way")
    for by, shot in (("A1", out), ("B1", back)):
        game = ready(*units, by=by, terrain=SEA, rulings=stopped)
        game.refuses(shot, "MS.WATER.SUBMERGED")
        with pytest.raises(Refused, match="A1 is under water"):
            apply(RULES, game.position, game.read(shot))
        dry = ready(TURTLE, TANK, by=by, rulings=stopped)
        assert dry.may(shot)
    both = ready(f"{TURTLE} submerged", f"{TANK} submerged", by="B1", terrain=SEA, rulings=stopped)
    assert both.may(back)
    outwards = Rulings(water_idf="outwards")
    assert ready(*units, by="A1", terrain=SEA, rulings=outwards).may(out)
    ready(*units, by="B1", terrain=SEA, rulings=outwards).refuses(back, "MS.WATER.SUBMERGED")


@pytest.mark.rule("MS.WATER.SUBMERGED", "MS.LOS.NEED", "MS.IDF.BASIC")
@pytest.mark.parametrize("reading", ["both-ways", "neither-way"])
def test_if_one_of_two_equals_can_shoot_the_other_so_can_the_other(
    reading: Literal["both-ways", "neither-way"],
) -> None:
    """Over every profile, both under water, both above it, or one of each."""
    for card in RULES.content.units:
        for wet in ("", " submerged"):
            units = (f"A1 {card} 0,0 0{wet}", f"B1 {card} 3,0 3")
            state = battle(*units, terrain=SEA, rulings=Rulings(water_idf=reading)).state
            one, two = state.leaders[0][0], state.leaders[1][0]
            for weapon in state.units[one].card.weapon:
                for how in ("direct", "indirect", "through"):
                    there = [each.rule for each in target_refusals(state, one, weapon, two, how)]
                    back = [each.rule for each in target_refusals(state, two, weapon, one, how)]
                    assert there == back, f"{card}{wet}: {weapon.id}, {how}"


ANSWERING = ("B1 white-asura 3,0 3", "B2 argonaut 4,-2 3")
COUNTERED: dict[str, Any] = {
    "dice": [[1] * 10, [10] * 8, [10] * 7, [1] * 8],
    "answers": ["counter beam-rifle"],
}


def shot_down_by_a_counter(**how: Any) -> Battle:
    game = battle("A1 argonaut 0,0 0 hp=100", "A3 argonaut -4,2 0", *ANSWERING, **how)
    game.plays("A1", "attack machine-gun B1", **COUNTERED)
    assert game.unit("A1").fate == "destroyed"
    return game


def boards_after_shooting(**how: Any) -> Battle:
    units = ("A1 argonaut 0,0 0", "A2 musarl-cruiser -1,0 0", "A3 argonaut -2,1 0")
    game = battle(*units, "B1 argonaut 3,0 3", "B2 argonaut 4,-2 3", **how)
    game.plays("A1", "attack machine-gun B1").plays("A1", "end-turn", answers=["board A2"])
    assert game.unit("A1").fate == "aboard"
    return game


@pytest.mark.reading("rf-gone=closest", "rf-gone=ends")
@pytest.mark.rule("MS.RETURNFIRE.ACTIVATE", "MS.AMB.RF-GONE")
@pytest.mark.parametrize("evade", [shot_down_by_a_counter, boards_after_shooting])
def test_return_fire_is_owed_though_the_aggressor_is_gone(evade: Callable[..., Battle]) -> None:
    game = evade()
    assert game.may("activate B1")
    game.refuses("activate B2", "MS.RETURNFIRE.ACTIVATE")
    free = evade(rulings=Rulings(rf_gone="ends"))
    assert free.may("activate B1") and free.may("activate B2")


@pytest.mark.rule("MS.RETURNFIRE.ATTACK", "MS.AMB.RF-GONE")
def test_with_the_aggressor_aboard_return_fire_goes_to_the_closest_target() -> None:
    game = boards_after_shooting().begins("B1")
    game.refuses("end-turn", "MS.RETURNFIRE.ATTACK")
    game.refuses("attack machine-gun A1", "MS.RANGE.MEASURE")
    assert game.may("attack machine-gun A2")  # the ship, four hexes away
    game.refuses("attack machine-gun A3", "MS.TARGET.CLOSEST")
    free = boards_after_shooting(rulings=Rulings(rf_gone="ends")).begins("B1")
    assert free.may("end-turn")


@pytest.mark.reading("barrier-pen=actual", "barrier-pen=printed")
@pytest.mark.rule("MS.BARRIER.FREE", "MS.AMB.BARRIER-PEN")
@pytest.mark.parametrize(("power", "actual", "printed"), [("no", 0, 0), ("yes", 6, 0)])
def test_power_makes_an_attack_wear_a_barrier_that_its_weapon_would_not(
    power: str, actual: int, printed: int
) -> None:
    """Final Flash has PEN 6, with Power 8; the barrier is spared by energy below 7."""
    for reading, loss in ((Rulings(), actual), (Rulings(barrier_pen="printed"), printed)):
        game = battle("A1 voltlion 0,0 0", "B1 turtle-robo 3,0 3", rulings=reading)
        full = game.unit("B1").barrier
        game.plays("A1", f"attack final-flash B1 direct {power}", dice=[[10] * 9, [1] * 5])
        assert game.unit("B1").barrier == full - min(loss, full)


@pytest.mark.rule("MS.BARRIER.FREE", "MS.AMB.BARRIER-PEN", "MS.WATER.ENERGY")
def test_water_makes_an_attack_spare_a_barrier_that_its_weapon_would_wear() -> None:
    """A PEN of 7 is 4 under water."""
    for reading, worn in ((Rulings(), False), (Rulings(barrier_pen="printed"), True)):
        units = ("A1 white-asura 0,0 0 submerged", "B1 turtle-robo 3,0 3 submerged")
        game = battle(*units, terrain=SEA, rulings=reading).armed("A1", "beam-rifle", pen=7)
        full = game.unit("B1").barrier
        game.plays("A1", "attack beam-rifle B1", dice=[[10] * 7, [1] * 5])
        assert (game.unit("B1").barrier < full) == worn


VIKINGS = ("A1 green-viking 0,0 0", "A2 green-viking -1,0 0 leader=A1")
THIRD = "A3 green-viking -1,1 0 leader=A1"


@pytest.mark.reading("squad-size=squad", "squad-size=model")
@pytest.mark.rule("MS.ENGAGE.SIZE", "MS.SQUAD.SIZE", "MS.AMB.SQUAD-SIZE")
def test_a_squad_is_engaged_by_enemies_less_than_two_sizes_smaller_than_the_squad() -> None:
    def engaged(*units: str, **how: Any) -> bool:
        game = battle(*units, FAR, **how)
        return bool(engaging(game.state, game.id("A1")))

    model: dict[str, Any] = {"rulings": Rulings(squad_size="model")}
    alone, squad = "B1 argonaut 1,0 3", ("B1 argonaut 1,0 3", "B2 argonaut 2,0 3 leader=B1")
    assert engaged(VIKINGS[0], alone) and engaged(VIKINGS[0], *squad)
    assert not engaged(*VIKINGS, alone) and engaged(*VIKINGS, alone, **model)
    assert engaged(*VIKINGS, THIRD, *squad)  # 3 and 2
    assert engaged(*VIKINGS, "B1 iron-duke 1,0 3")  # 2 and 1
    # The small one stays engaged, so others cannot shoot at it.
    game = battle(*VIKINGS, alone, FAR)
    assert engaging(game.state, game.id("B1")) == (game.id("A1"),)


@pytest.mark.rule("MS.HIGH.MELEE", "MS.SQUAD.SIZE", "MS.AMB.SQUAD-SIZE")
def test_a_squad_of_size_two_strikes_at_high_ground() -> None:
    blow, foe = "attack heat-tomahawk B1", "B1 argonaut 1,0 3"
    hill: dict[str, Any] = {"by": "A1", "terrain": ["1,0 hill"]}
    assert ready(*VIKINGS, foe, FAR, **hill).may(blow)
    ready(VIKINGS[0], foe, FAR, **hill).refuses(blow, "MS.HIGH.MELEE")
    model = Rulings(squad_size="model")
    ready(*VIKINGS, foe, FAR, **hill, rulings=model).refuses(blow, "MS.HIGH.MELEE")


GRENADIERS = ("A1 argonaut 0,0 0", "A2 argonaut -1,0 0 leader=A1")
GRENADE = "attack hand-grenade B1"


def thrown(game: Battle) -> int:
    """The attack dice of the last action."""
    return len(game.throws[0])


@pytest.mark.reading("squad-uses=each", "squad-uses=leader")
@pytest.mark.rule("MS.SQUAD.DICE", "MS.WEAPON.USES", "MS.AMB.SQUAD-USES")
def test_each_model_that_joins_in_gives_a_use_and_an_empty_one_joins_in_nothing() -> None:
    def plays(third: str, **how: Any) -> tuple[int, list[int]]:
        units = (*GRENADIERS, f"A3 argonaut -1,1 0 leader=A1 {third}", "B1 dervish 2,0 3")
        game = battle(*units, **how).plays("A1", GRENADE)
        return thrown(game), [unit.left_of("hand-grenade") for unit in game.state.units[:3]]

    single = thrown(battle(GRENADIERS[0], "B1 dervish 2,0 3").plays("A1", GRENADE))
    assert plays("") == (single + 2, [1, 1, 1])
    assert plays("uses.hand-grenade=1") == (single + 2, [1, 1, 0])
    assert plays("uses.hand-grenade=0") == (single + 1, [1, 1, 0])
    leader = Rulings(squad_uses="leader")
    assert plays("uses.hand-grenade=0", rulings=leader) == (single + 2, [1, 2, 0])


@pytest.mark.rule("MS.SQUAD.DICE", "MS.AOE.SWEEP", "MS.WEAPON.USES", "MS.AMB.SQUAD-USES")
def test_a_sweep_takes_one_use_of_each_model_and_has_their_dice_against_every_target() -> None:
    units = ("A1 iron-duke 0,0 0", "A2 iron-duke -1,0 0 leader=A1")
    game = battle(*units, "B1 dervish 3,0 3", "B2 dervish 3,-1 3")
    for name in ("A1", "A2"):
        game.armed(name, "rust-hurricane", uses=1)
    game.plays("A1", "sweep rust-hurricane [B1 B2]")
    assert [unit.left_of("rust-hurricane") for unit in game.state.units[:2]] == [0, 0]
    squad = [pool.dice[-1] for pool in game.happened(PoolGathered) if pool.word == "HIT"]
    assert [(term.amount, term.what) for term in squad] == [(1, "the squad")] * 2


@pytest.mark.reading("support-switch=each-use", "support-switch=once")
@pytest.mark.rule(
    "MS.SUPPORT.USES", "MS.SUPPORT.CAP", "MS.SUPPORT.DECLARE", "MS.AMB.SUPPORT-SWITCH"
)
def test_in_the_middle_of_a_roll_a_weapon_supports_once_for_each_use() -> None:
    raven, foe = "A1 white-raven 0,0 0", "B1 green-viking 3,0 3"
    twice = ["use support-missile-pod", "use support-missile-pod"]
    both = battle(raven, foe).plays("A1", "attack beam-rifle B1", answers=twice)
    assert both.happened(HitsLanded)[0].hits.used == (("support-missile-pod", 1),) * 2
    assert both.unit("A1").left_of("missile-pod") == 0
    # One use is left: it serves once, and the launcher makes up the second.
    last = battle(f"{raven} uses.missile-pod=1 launcher", foe)
    last.plays("A1", "attack beam-rifle B1", answers=[*twice[:1], "use support-launcher"])
    assert len(last.happened(HitsLanded)[0].hits.used) == 2
    # One pod is fired, the other supports it.
    own = battle(raven, foe).plays("A1", "attack missile-pod B1", answers=twice[:1])
    assert own.unit("A1").left_of("missile-pod") == 0
    once: dict[str, Any] = {"rulings": Rulings(support_switch="once")}
    game = battle(raven, foe, **once).plays("A1", "attack beam-rifle B1", answers=twice[:1])
    assert game.unit("A1").left_of("missile-pod") == 1
    assert not any(game.read(twice[0]) in later for given, _, later in game.asked if given)
    fired = battle(raven, foe, **once).plays("A1", "attack missile-pod B1")
    assert not was_offered(fired, twice[0])


@pytest.mark.rule("MS.SUPPORT.CAP")
def test_support_in_the_middle_of_a_roll_ends_at_two() -> None:
    game = battle("A1 white-raven 0,0 0 launcher", "B1 green-viking 3,0 3").begins("A1")
    pods = ["use support-missile-pod", "use support-missile-pod"]
    game.plays("A1", "attack beam-rifle B1", answers=pods)
    offered = [text for question in game.questions[-1:] for text in map(str, question.options)]
    assert not any("support-launcher" in text for text in offered)


@pytest.mark.rule("MS.SUPPORT.USES")
def test_a_weapon_gives_no_more_support_than_it_has_uses_left() -> None:
    units = ("A1 white-raven 0,0 0 support=missile-pod,missile-pod uses.missile-pod=1", FAR)
    game = battle(*units, "B1 green-viking 3,0 3").plays("A1", "attack beam-rifle B1")
    support = [term for term in game.happened(PoolGathered)[0].more if "support" in term.what]
    assert [term.amount for term in support] == [1]


@pytest.mark.reading("barrier-recharge=replaces-cover", "barrier-recharge=adds-to-cover")
@pytest.mark.rule("MS.BARRIER.COVER", "MS.BARRIER.RECOVER", "MS.AMB.BARRIER-RECHARGE")
def test_a_barrier_that_is_recharged_in_the_defence_takes_the_cover_away() -> None:
    def unblocked(answers: list[str], strength: int, **how: Any) -> int:
        foe = f"B1 turtle-robo 3,0 3 barrier={strength} points=2"
        game = battle("A1 jack-knife-iii 0,0 0", foe, FAR, terrain=["2,0 wall"], **how)
        game.plays("A1", "attack beam-rifle B1", dice=[[10] * 7, [1] * 5], answers=answers)
        return int(game.happened(HitsLanded)[0].unblocked)

    covered, up = unblocked([], 0), unblocked([], 1)
    assert up == covered + 1
    assert unblocked(["use recharge"], 0) == up
    assert unblocked(["use recharge", "use recharge"], 0) == up  # lost once
    assert unblocked(["use recharge"], 1) == up  # there was none to lose
    adds = Rulings(barrier_recharge="adds-to-cover")
    assert unblocked(["use recharge"], 0, rulings=adds) == covered


@pytest.mark.rule("MS.REMOTE.SHOOTDOWN")
def test_no_more_bits_are_shot_down_than_the_weapon_has_dice() -> None:
    game = battle("A1 crimson-gallant 4,0 3", "B1 white-asura 0,0 0", FAR)
    game.armed("A1", "seeker-bits", dice=3)
    game.plays("A1", "attack seeker-bits B1 indirect", dice=[[1] * 3, [10] * 8])
    assert [event.dice for event in game.happened(BitsShotDown)] == [3]
    assert dict(game.unit("A1").bits) == {"seeker-bits": 3}


@pytest.mark.rule("MS.SQUAD.FORM")
@pytest.mark.parametrize("rules", ["aug-playtest", "rev78", "rev101"])
def test_versions_before_squads_field_armies_in_single_models(rules: str) -> None:
    state = begin(RULES, {"rules": rules}).state
    assert all(unit.leader == number for number, unit in enumerate(state.units))
    commanders = [unit.card.id for unit in state.units if unit.commander]
    assert commanders == ["white-asura", "crimson-gallant"]
    with pytest.raises(Refused) as refused:
        begin(RULES, {"rules": rules, "south": "green-viking*3!"})
    assert [each.rule for each in refused.value.refusals] == ["MS.SQUAD.FORM"]
    assert begin(RULES, {"rules": "rev116", "south": "green-viking*3!"}).state.squads


@pytest.mark.reading("rf-target=either", "rf-target=aggressor")
@pytest.mark.rule("MS.RETURNFIRE.ATTACK", "MS.AMB.RF-EITHER")
def test_return_fire_goes_to_the_closest_target_by_choice_or_only_for_want_of_the_aggressor() -> (
    None
):
    units = ("A1 argonaut 0,0 0", "A2 argonaut 1,-2 0", "B1 argonaut 4,-1 3", FAR)
    for reading, may in ((Rulings(), True), (Rulings(rf_target="aggressor"), False)):
        game = battle(*units, rulings=reading).plays("A1", "attack machine-gun B1")
        game.plays("A1", "end-turn").begins("B1")
        assert game.may("attack machine-gun A1")
        assert game.may("attack machine-gun A2") == may


@pytest.mark.reading("stun-damage=token", "stun-damage=both")
@pytest.mark.rule("MS.STUN.TOKEN", "MS.AMB.STUN-DAMAGE")
def test_a_failed_save_against_stun_gives_a_token_with_or_without_damage() -> None:
    def stunned(reading: Rulings) -> tuple[int, int]:
        game = battle("A1 maser-tank 6,0 3", "B1 argonaut 0,0 0", FAR, rulings=reading)
        dice = [[5] * 5, [5] * 6 + [1] * 2, [1]]
        game.plays("A1", "attack maser-cannon B1", dice=dice)
        return game.unit("B1").stun, game.unit("B1").hp

    (token, hp), (also_token, less) = stunned(Rulings()), stunned(Rulings(stun_damage="both"))
    assert token == also_token == 1 and hp - less == 1000


@pytest.mark.reading("push-building=destroyed", "push-building=checked")
@pytest.mark.rule("MS.PUSH.TERRAIN", "MS.TERRAIN.CHECK", "MS.AMB.PUSH-BUILDING")
def test_a_building_that_a_unit_is_pushed_into_is_destroyed_or_rolls() -> None:
    def stands(reading: Rulings, pays: str, *check: list[int]) -> bool:
        game = battle(
            "A1 iron-duke 0,0 0", "B1 argonaut 3,0 3", terrain=["4,0 house"], rulings=reading
        )
        dice = [[5] + [1] * 5, [5] * 3 + [1] * 5, [1], *check]
        answers = ["shove 0", f"collide {pays}"]
        game.plays("A1", "attack rocket-punch B1", dice=dice, answers=answers)
        return [piece.kind for piece in game.state.ground.pieces] == ["house"]

    checked = Rulings(push_building="checked")
    assert not stands(Rulings(), "damage") and not stands(Rulings(), "momentum")
    assert stands(checked, "momentum") and stands(checked, "damage", [10])
    assert not stands(checked, "damage", [9])
