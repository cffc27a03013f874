"""What either side may use once the dice lie: every offer with its price, and when there is none."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.exchange import Hand, Side
from gattai.games.mechastellar.attack.pools import Pool
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.keywords.reactions import offers_of
from gattai.games.mechastellar.keywords.skill import Offer
from gattai.games.mechastellar.keywords.skills import spares_counter
from gattai.games.mechastellar.state import SOUTH
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"
REROLLS = {"reroll-misses", "reroll-failures", "reroll-plain", "reroll-all", "reroll-chosen"}


def strike(game: Battle, weapon: str, **how: Any) -> Strike:
    card = game.unit("A1").find_weapon(weapon)
    assert card is not None
    return Strike(game.id("A1"), card, game.id("B1"), **how)


def offers(game: Battle, weapon: str, *, attacking: bool, **how: Any) -> dict[str, Offer]:
    """By word, what A1 or B1 may use in A1's attack."""
    blow = strike(game, weapon, **how)
    by = blow.unit if attacking else blow.target
    found = [offer for _, offer in offers_of(game.state, blow, by, attacking)]
    assert len({offer.word for offer in found}) == len(found)
    return {offer.word: offer for offer in found}


def with_unit(game: Battle, name: str, **changes: Any) -> Battle:
    state = game.state
    return Battle(state.with_unit(game.id(name), replace(game.unit(name), **changes)))


@pytest.mark.rule(
    "MS.DICE.REROLL",
    "MS.RES.BOOST",
    "MS.RES.POWER",
    "MS.RES.HAVOC",
    "MS.IDF.NO-BONUS",
    "MS.AOE.FIRST",
)
def test_boost_rerolls_defences_and_power_and_havoc_attacks() -> None:
    def words(unit: str, foe: str, weapon: str, attacking: bool, **how: Any) -> set[str]:
        game = battle(f"A1 {unit} 0,0 0", f"B1 {foe} 4,0 3")
        return {*offers(game, weapon, attacking=attacking, **how)} & REROLLS

    assert words("voltlion", "argonaut", "final-flash", True) == REROLLS
    assert words("trident-drake", "argonaut", "grav-beam-left", True) == REROLLS
    assert words("dervish", "argonaut", "beam-pistol", True) == set()
    assert words("argonaut", "dervish", "machine-gun", False) == REROLLS
    assert words("argonaut", "voltlion", "machine-gun", False) == set()
    assert words("argonaut", "argonaut", "machine-gun", True) == set()
    assert words("voltlion", "argonaut", "lion-missiles", True, how="indirect") == set()
    assert words("voltlion", "argonaut", "final-flash", True, sweep=2) == set()
    assert words("argonaut", "dervish", "hand-grenade", False, how="indirect") == REROLLS


@pytest.mark.rule("MS.RES.BOOST", "MS.RES.POWER", "MS.DICE.REROLL")
def test_boost_is_paid_once_a_turn_and_takes_one_kind_of_dice_power_each_time() -> None:
    game = battle("A1 voltlion 0,0 0", "B1 dervish 4,0 3")
    boost = offers(game, "final-flash", attacking=False)
    assert all(
        (boost[w].points, boost[w].group, boost[w].most) == (1, "reroll", 1) for w in REROLLS
    )
    again = with_unit(game, "B1", effects=(("boosted", 1),))
    assert {offers(again, "final-flash", attacking=False)[w].points for w in REROLLS} == {0}
    power = offers(game, "final-flash", attacking=True)
    assert all((power[w].points, power[w].group) == (1, "") for w in REROLLS)
    assert power["reroll-chosen"].most == 2 and power["reroll-all"].most == 1
    lit = with_unit(game, "A1", effects=(("boosted", 1),))
    assert offers(lit, "final-flash", attacking=True)["reroll-all"].points == 1


@pytest.mark.rule("MS.RES.BOOST")
@pytest.mark.parametrize(("lasts", "left"), [("turn", (("boosted", 1),)), ("roll", ())])
def test_a_point_of_boost_serves_the_turn_or_one_roll(lasts: str, left: tuple[Any, ...]) -> None:
    units = ("A1 white-asura 0,0 0", "B1 dervish 2,0 3")
    game = battle(*units, parameters={"boost.reroll_lasts": lasts})
    game.plays(
        "A1", "attack vulcans B1", answers=["use reroll-all"], dice=[[1] * 6, [1] * 8, [5] * 8]
    )
    assert game.unit("B1").effects == left and game.unit("B1").points == 0
    if left:
        game.plays("A1", "attack beam-rifle B1", answers=["use reroll-all"])
        assert game.unit("B1").effects == left and game.unit("B1").points == 0
    power = battle(
        "A1 voltlion 0,0 0", "B1 argonaut 6,0 3", parameters={"boost.reroll_lasts": lasts}
    )
    power.plays("A1", "attack final-flash B1", answers=["use reroll-all"])
    assert power.unit("A1").effects == () and power.unit("A1").points == 1


@pytest.mark.rule("MS.WARSHIP.ALL-FIRE", "MS.WARSHIP.AA")
def test_ships_fire_with_all_weapons_and_ready_their_guns_so_often_a_round() -> None:
    elite, basic = "mithridates-cruiser", "musarl-cruiser"

    def left(unit: str, weapon: str, word: str, *, attacking: Any = True, **how: Any) -> Any:
        spent = how.pop("spent", ())
        game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 3,0 3")
        game = with_unit(game, "A1", spent=spent)
        found = offers(game, weapon, attacking=attacking, **how)
        return found[word].most if word in found else None

    assert (
        left(elite, "main-cannon", "all-fire") == 2
        and left(basic, "twin-mega-guns", "all-fire") == 1
    )
    assert left(elite, "main-cannon", "all-fire", spent=("all-fire",)) == 1
    assert left(elite, "main-cannon", "all-fire", spent=("all-fire",) * 2) is None
    assert (
        left(elite, "aa-guns", "all-fire") is None
        and left("argonaut", "machine-gun", "all-fire") is None
    )
    assert left(elite, "main-cannon", "all-fire", sweep=2) is None
    assert left(elite, "aa-guns", "anti-air") == 2 and left(basic, "aa-battery", "anti-air") == 1
    assert left(elite, "aa-guns", "anti-air", spent=("anti-air",)) == 1
    assert left(basic, "aa-battery", "anti-air", spent=("anti-air",)) is None
    assert left(elite, "main-cannon", "anti-air") is None
    assert left(elite, "aa-guns", "anti-air", how="indirect") is None
    game = battle(
        f"A1 {elite} 0,0 0",
        f"B1 {elite} 3,0 3",
        parameters={"warship.aa_def": 3, "warship.aa_hits": 2},
    )
    assert "all-fire" not in offers(game, "main-cannon", attacking=False)
    assert "anti-air" not in offers(game, "main-cannon", attacking=False)
    ready = offers(game, "aa-guns", attacking=True)["anti-air"]
    assert (ready.adds, ready.momentum, ready.eased) == (2, 1, True)
    shot = battle("A1 white-raven 0,0 0", f"B1 {elite} 3,0 3", parameters={"warship.aa_def": 3})
    shield = offers(shot, "missile-pod", attacking=False)["anti-air"]
    assert (shield.adds, shield.most, shield.eased) == (3, 2, True)
    assert "anti-air" not in offers(shot, "beam-rifle", attacking=False)
    pods = battle("A1 white-raven 0,0 0", "B1 argonaut 3,0 3")
    assert "anti-air" not in offers(pods, "missile-pod", attacking=False)


@pytest.mark.rule("MS.WARSHIP.ALL-FIRE", "MS.WARSHIP.AA")
def test_what_a_ship_has_used_lasts_for_the_round() -> None:
    game = battle("A1 mithridates-cruiser 0,0 0", "B1 argonaut 3,0 3", momentum=(5, 5))
    game.plays("A1", "attack main-cannon B1", answers=["use all-fire"])
    assert game.unit("A1").spent == ("all-fire",) and game.state.momentum[0] == 4
    ready = battle("A1 mithridates-cruiser 0,0 0", "B1 argonaut 3,0 3", momentum=(5, 5))
    ready.plays("A1", "attack aa-guns B1", answers=["use anti-air"])
    assert ready.unit("A1").spent == ("anti-air",)


@pytest.mark.rule("MS.COUNTER.PASSIVES", "MS.TIER.SKILLED")
def test_a_trait_is_called_up_once_in_a_battle_and_lasts_for_the_turn() -> None:
    game = battle("A1 white-asura 0,0 0 traits=hyper-mode", "B1 argonaut 6,0 3")
    offer = offers(game, "beam-rifle", attacking=True)["hyper-mode"]
    assert offer.sharpens > 0 and offer.group == "sharp" and offer.momentum == 0
    assert "hyper-mode" not in offers(game, "beam-rifle", attacking=True, how="indirect")
    spent = with_unit(game, "A1", spent=("hyper-mode",))
    assert "hyper-mode" not in offers(spent, "beam-rifle", attacking=True)
    game.plays("A1", "attack beam-rifle B1", answers=["use hyper-mode"])
    assert ("sharp", offer.sharpens) in game.unit("A1").effects and "hyper-mode" in game.unit(
        "A1"
    ).spent


@pytest.mark.rule("MS.ORDERS.OPS", "MS.ORDERS.POOL")
def test_an_order_is_offered_while_a_captain_has_some_or_sells_them() -> None:
    fleet = ("A1 argonaut 0,0 0", "A2 mithridates-cruiser -4,0 0", "B1 argonaut 6,0 3")

    def words(*units: str, orders: Any = (1, 0), cost: Any = 0, **how: Any) -> set[str]:
        game = battle(*units, orders=orders, parameters={"orders.extra_order_cost_m": cost})
        return {*offers(game, "machine-gun", attacking=True, **how)} & {"order", "extra-order"}

    assert words(*fleet) == {"order"} and words(*fleet, orders=(2, 0)) == {"order"}
    assert words(*fleet, orders=(0, 1)) == set() and words(*fleet, orders=(0, 1), cost=2) == {
        "extra-order"
    }
    assert words(fleet[0], fleet[2]) == set() and words(*fleet, how="indirect") == set()
    basic = ("A1 argonaut 0,0 0", "A2 musarl-cruiser -4,0 0", "B1 argonaut 6,0 3")
    assert words(*basic) == set()


@pytest.mark.rule("MS.ORDERS.OPS")
@pytest.mark.parametrize(
    ("orders", "cost", "left", "momentum"), [((1, 0), 0, 0, 5), ((0, 0), 2, 0, 3)]
)
def test_an_order_eases_the_next_price_and_is_gone(
    orders: tuple[int, int], cost: int, left: int, momentum: int
) -> None:
    units = ("A1 argonaut 0,0 0", "A2 mithridates-cruiser -4,0 0", "B1 argonaut 6,0 3")
    word = "extra-order" if cost else "order"
    game = battle(
        *units, orders=orders, momentum=(5, 5), parameters={"orders.extra_order_cost_m": cost}
    )
    game.plays("A1", "attack machine-gun B1", answers=[f"use {word}", "use focus"])
    assert game.state.orders[0] == left and game.state.momentum[0] == momentum
    assert game.unit("A1").orders == 0


@pytest.mark.rule("MS.ORDERS.OPS")
def test_a_price_is_eased_only_if_an_order_waits_and_never_below_nothing() -> None:
    dear, plain = Offer("dear", "-", 3, eased=True), Offer("plain", "-", 3)
    cheap = Offer("cheap", "-", 1, eased=True)

    def price(offer: Offer, orders: int, easing: int = 2) -> int:
        side = Side(SOUTH, Pool(1, 0, 5, 10), "-", "A1 attacks", 9, orders=orders, easing=easing)
        return Hand(side, (0, 0), (5, 10)).price(offer)

    assert [price(each, 1) for each in (dear, plain, cheap)] == [1, 3, 0]
    assert [price(each, 0) for each in (dear, plain, cheap)] == [3, 3, 1]


@pytest.mark.rule("MS.SUPPORT.CAP", "MS.SUPPORT.MODE", "MS.SUPPORT.USES", "MS.SUPPORT.BONUS")
def test_silent_weapons_are_switched_for_a_roll_up_to_the_cap() -> None:
    def switched(
        game: Battle, weapon: str, *, attacking: Any = True, **how: Any
    ) -> dict[str, tuple[int, int, int]]:
        """What each weapon adds, how often, and how much all of them may add."""
        found = offers(game, weapon, attacking=attacking, **how)
        return {
            w.removeprefix("support-"): (o.adds, o.most, o.room)
            for w, o in found.items()
            if w.startswith("support-")
        }

    raven, pod, laser = (
        "A1 white-raven 0,0 0",
        {"missile-pod": (1, 2, 2)},
        {"pulse-laser": (1, 1, 2)},
    )
    game = battle(raven, "B1 white-raven 4,0 3")
    assert switched(game, "beam-rifle") == pod
    assert switched(game, "beam-rifle", attacking=False) == laser
    assert switched(game, "pulse-laser", attacking=False) == laser  # the other's, not its own
    assert switched(game, "beam-rifle", attacking=False, blindside=True) == {}
    assert switched(game, "beam-rifle", blindside=True) == pod
    assert switched(game, "beam-rifle", counter=True) == {}
    assert (
        switched(game, "missile-pod", how="indirect") == {} == switched(game, "beam-rifle", sweep=2)
    )
    counts = battle(raven, "B1 argonaut 4,0 3", parameters={"support.on_counter": True})
    assert switched(counts, "beam-rifle", counter=True) == pod
    far = battle(raven, "B1 argonaut 6,0 3").armed("A1", "missile-pod", range_in=20)
    assert switched(far, "beam-rifle") == {}
    much = battle(raven, "B1 argonaut 4,0 3").armed("A1", "pulse-laser", support_atk=2)
    assert switched(much, "beam-rifle") == {**pod, "pulse-laser": (2, 1, 2)}
    given = battle(f"{raven} support=pulse-laser", "B1 argonaut 4,0 3").armed(
        "A1", "pulse-laser", support_atk=1
    )
    assert switched(given, "beam-rifle") == {"missile-pod": (1, 2, 1)}
    full = battle(f"{raven} support=pulse-laser", "B1 argonaut 4,0 3").armed(
        "A1", "pulse-laser", support_atk=2
    )
    assert switched(full, "beam-rifle") == {}
    half = battle(f"{raven} support=missile-pod", "B1 argonaut 4,0 3")
    assert switched(half, "beam-rifle") == {"missile-pod": (1, 1, 1)}


@pytest.mark.rule("MS.SUPPORT.USES", "MS.SUPPORT.MODE")
@pytest.mark.parametrize(("uses", "left"), [(2, 1), (1, 0), (-1, -1)])
def test_a_weapon_switched_for_a_roll_is_silent_and_has_taken_a_use(uses: int, left: int) -> None:
    game = battle("A1 white-raven 0,0 0", "B1 argonaut 6,0 3").armed("A1", "missile-pod", uses=uses)
    game.plays("A1", "attack beam-rifle B1", answers=["use support-missile-pod"])
    assert game.unit("A1").support == ("missile-pod",)
    assert game.unit("A1").left_of("missile-pod") == left


@pytest.mark.rule("MS.BARRIER.RECOVER")
def test_a_defender_recharges_its_own_worn_barrier_with_power() -> None:
    def most(foe: str, *, attacking: bool = False, **card: Any) -> int:
        game = battle("A1 turtle-robo 0,0 0 barrier=2", f"B1 {foe} 4,0 3")
        if card:
            game.armed("B1", **card)
        found = offers(game, "shell-cannon", attacking=attacking)
        return found["recharge"].most if "recharge" in found else 0

    assert most("turtle-robo") == 0 and most("argonaut") == 0
    game = battle("A1 argonaut 0,0 0", "B1 turtle-robo 4,0 3 barrier=2")
    offer = offers(game, "machine-gun", attacking=False)["recharge"]
    assert (offer.most, offer.points, offer.momentum) == (3, 1, 0)
    assert most("argonaut", attacking=True) == 0
    boosted = battle("A1 argonaut 0,0 0", "B1 turtle-robo 4,0 3 barrier=2").armed(
        "B1", power=0, boost=1
    )
    assert "recharge" not in offers(boosted, "machine-gun", attacking=False)
    game.plays("A1", "attack machine-gun B1", answers=["use recharge"])
    assert (game.unit("B1").barrier, game.unit("B1").points) == (3, 0)


@pytest.mark.rule("MS.SKILL.FOCUS", "MS.IDF.NO-BONUS", "MS.AOE.FIRST")
def test_focus_is_for_everybody_and_free_once_for_the_steady() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 crimson-gallant 4,0 3 traits")
    attack, defence = (
        offers(game, "machine-gun", attacking=side)["focus"] for side in (True, False)
    )
    assert (attack.momentum, attack.success, attack.eased, attack.group) == (1, 3, True, "focus")
    assert (defence.momentum, defence.eased) == (0, False)
    steadied = with_unit(game, "B1", spent=("steadied",))
    assert offers(steadied, "machine-gun", attacking=False)["focus"].momentum == 1
    ace = battle("A1 crimson-gallant 0,0 0 traits", "B1 argonaut 4,0 3")
    assert offers(ace, "beam-rifle", attacking=True)["focus"].momentum == 1
    assert "focus" not in offers(ace, "seeker-bits", attacking=True, how="indirect")
    assert "focus" not in offers(ace, "beam-rifle", attacking=True, sweep=2)
    assert "focus" in offers(ace, "beam-rifle", attacking=False, how="indirect")
    game.plays("A1", "attack machine-gun B1", answers=["use focus", "north: use focus"])
    assert game.unit("B1").spent == ("steadied",) and game.unit("A1").spent == ()
    assert game.state.momentum == (9, 10)


@pytest.mark.rule("MS.SKILL.FLASH", "MS.SKILL.IRON-WALL", "MS.SKILL.LIMIT", "MS.SKILL.ACCESS")
def test_flash_and_iron_wall_are_the_defenders_and_one_skill_a_turn() -> None:
    flash, wall = {"flash", "great-flash"}, {"iron-wall", "great-iron-wall"}

    def words(foe: str, effects: Any = (), *, attacking: Any = False,
              **given: Any) -> set[str]:  # fmt: skip
        game = battle("A1 white-asura 0,0 0", f"B1 {foe}", parameters=given)
        game = with_unit(game, "A1" if attacking else "B1", effects=effects)
        return {*offers(game, "beam-rifle", attacking=attacking)} & (flash | wall)

    asura, argonaut = "white-asura 4,0 3", "argonaut 4,0 3"
    assert words(asura) == flash | wall and words(argonaut) == flash
    assert words(asura, attacking=True) == set()
    assert words(f"{argonaut} commander") == flash | wall
    assert words("mithridates-cruiser 4,0 3") == wall and words("musarl-cruiser 4,0 3") == set()
    assert words(argonaut, **{"skill.iron_wall.tier": "any"}) == flash | wall
    used = (("skill:valor", 1),)
    assert words(asura, used) == set() and words(asura, (("fly", 1),)) == flash | wall
    assert words(asura, (("skill:flash", 1),)) == flash
    assert words(asura, (("iron", 3),)) == flash
    apart = {"skill.defence_skills": "each_once_per_attack"}
    assert words(asura, used, **apart) == flash | wall
    assert words(asura, (("iron", 3), ("skill:iron-wall", 1)), **apart) == flash
    assert words(asura, **{"skill.flash.cost2": 0}) == {"flash"} | wall
    assert words(asura, **{"skill.iron_wall.cost2": 0}) == flash | {"iron-wall"}
    for given, skill in (({}, True), (apart, False)):
        game = battle("A1 white-asura 0,0 0", f"B1 {asura}", parameters=given)
        found = offers(game, "beam-rifle", attacking=False)
        assert all(found[word].is_skill == skill for word in flash | wall)
        assert (found["flash"].momentum, found["flash"].adds, found["flash"].group) == (
            3,
            5,
            "flash",
        )
        assert (found["iron-wall"].adds, found["great-iron-wall"].adds) == (3, 6)


@pytest.mark.rule("MS.SKILL.VALOR", "MS.SKILL.ACE", "MS.SKILL.ACCESS")
def test_valor_is_an_elites_once_a_turn_and_stronger_between_aces() -> None:
    def adds(unit: str, foe: Any = "argonaut", *, attacking: Any = True, effects: Any = (),
             how: Any = None, **given: Any) -> int:  # fmt: skip
        number = given.pop("number", 1)
        game = battle(f"A1 {unit} 0,0 0", f"B1 {foe} 4,0 3", parameters=given, round=number)
        game = with_unit(game, "A1", effects=effects)
        weapon = game.unit("A1").card.weapon[0].id
        found = offers(game, weapon, attacking=attacking, **(how or {}))
        if "valor" in found:
            assert found["valor"].is_skill and found["valor"].momentum == 3
        return found["valor"].adds if "valor" in found else 0

    assert (
        adds("white-raven") == 5
        and adds("argonaut") == 0
        and adds("white-raven", attacking=False) == 0
    )
    assert adds("argonaut", "white-raven", attacking=False) == 0
    assert adds("white-asura") == 5 and adds("white-asura", "white-asura") == 6
    assert adds("white-raven", "white-asura") == 5
    assert adds("white-raven", effects=(("skill:zeal", 1),)) == 0
    assert adds("white-raven", effects=(("fly", 1),)) == 5
    assert (
        adds("white-raven", how={"how": "indirect"}) == 0 == adds("white-raven", how={"sweep": 2})
    )
    late = {"skill.valor.from_round": 2}
    assert adds("white-raven", **late) == 0 and adds("white-raven", number=2, **late) == 5
    assert adds("mithridates-cruiser") == 5
    ashore = {"skill.valor.tier": "elite_no_warship"}
    assert adds("mithridates-cruiser", **ashore) == 0 and adds("white-raven", **ashore) == 5
    chief = battle("A1 argonaut 0,0 0 commander", "B1 argonaut 4,0 3 commander")
    assert offers(chief, "machine-gun", attacking=True)["valor"].adds == 6


@pytest.mark.rule("MS.SKILL.VALOR", "MS.SKILL.FLASH", "MS.SKILL.LIMIT", "MS.SKILL.ZEAL")
def test_a_skill_that_was_used_is_the_turns_skill() -> None:
    game = battle("A1 white-asura 0,0 0", "B1 white-asura 6,0 3")
    game.plays("A1", "attack beam-rifle B1", answers=["use valor", "north: use flash"])
    assert game.unit("A1").effects == (("skill:valor", 1),)
    assert game.unit("B1").effects == (("skill:flash", 1),)
    zeal = battle("A1 white-asura 0,0 0", "B1 white-asura 6,0 3").plays(
        "A1", "attack beam-rifle B1"
    )
    assert zeal.plays("A1", "zeal 1").unit("A1").effects == (("skill:zeal", 1),)


@pytest.mark.rule("MS.SKILL.FLASH", "MS.SKILL.ACE", "MS.UNIT.TIERS")
def test_only_an_ace_or_the_commander_spares_its_counter_by_a_flash() -> None:
    game = battle(
        "A1 white-asura 0,0 0", "A2 argonaut 0,1 0 commander", "A3 white-raven 0,2 0", FAR
    )
    spared = {
        name: spares_counter(game.unit(name), ("focus", "flash")) for name in ("A1", "A2", "A3")
    }
    assert spared == {"A1": True, "A2": True, "A3": False}
    assert spares_counter(game.unit("A1"), ("great-flash",))
    assert not spares_counter(game.unit("A1"), ("focus",)) and not spares_counter(
        game.unit("A1"), ()
    )
